"""Setting up in a terminal: what is asked, what is said, what is written."""

import io
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware import cli
from firmware.calibrate import Calibration
from firmware.calibrate_command import run
from firmware.photos import load_photo
from hardware.errors import CameraError
from tests.firmware.test_calibrate import CORNERS, EMPTY, THROWN
from tests.pictures import ColourReader
from vision.reading import Image

ROOT = Path(cli.__file__).parent.parent
GOOD = (EMPTY, EMPTY, THROWN, THROWN)


def typed(
    images: Sequence[Image], answers: Sequence[str], picture: Path, found: bool = True
) -> tuple[int, str]:
    frames, lines, out = iter(images), iter(answers), io.StringIO()
    calibration = Calibration(ColourReader(), lambda image: CORNERS if found else None)
    status = run(lambda: next(frames, None), calibration, lambda: next(lines, None), out, picture)
    return status, out.getvalue()


def test_enter_goes_all_the_way_and_the_picture_is_written(tmp_path: Path) -> None:
    status, out = typed(GOOD, [""] * 8, tmp_path / "shown.jpg")
    assert status == 0
    for line in ("1 of 4  Tray", "2 of 4  Light", "3 of 4  Focus", "4 of 4  Dice", "All is well."):
        assert line in out
    assert "good: All 3 dice are read: 2 5 6. Is that right?" in out
    assert "[tray]\ncorners = [[0.0" in out  # found at 0.1, and wider by half a die
    assert load_photo(tmp_path / "shown.jpg").shape == THROWN.shape


def test_a_look_again_takes_another_picture(tmp_path: Path) -> None:
    dark = (EMPTY * 0.3).astype(EMPTY.dtype)
    images = (EMPTY, dark, EMPTY, THROWN, THROWN)
    status, out = typed(images, ["", "", "", "a", "", "", "", "", ""], tmp_path / "a.jpg")
    assert status == 0
    assert out.index("MEND: ") < out.index("good: The light is good.")


def test_what_stays_bad_is_told_at_the_end(tmp_path: Path) -> None:
    status, out = typed(GOOD, [""] * 8, tmp_path / "a.jpg", found=False)
    assert status == 1
    assert "to mend, tray: No tray was found" in out
    assert "The table plays, and asks more often." in out
    assert "[tray]" not in out


def test_back_goes_one_step_back(tmp_path: Path) -> None:
    images = (EMPTY, EMPTY, *GOOD)
    status, out = typed(images, ["", "", "", "b", *[""] * 8], tmp_path / "a.jpg")
    assert status == 0
    assert out.count("1 of 4  Tray") == 2


@pytest.mark.parametrize("answers", [["q"], ["", "q"], [], [""]])
def test_stopping_says_so_and_writes_nothing(answers: list[str], tmp_path: Path) -> None:
    status, out = typed(GOOD, answers, tmp_path / "a.jpg")
    assert (status, out.splitlines()[-1]) == (130, "stopped: nothing was changed")
    assert not (tmp_path / "a.jpg").exists()


def test_an_unknown_key_is_asked_again(tmp_path: Path) -> None:
    _, out = typed(GOOD, ["x", "", "yes", "", "q"], tmp_path / "a.jpg")
    assert "'x' is not understood" in out
    assert "'yes' is not understood" in out


def test_a_camera_that_ends_or_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    status, out = typed((EMPTY,), [""] * 8, tmp_path / "a.jpg")
    assert (status, "the camera gives no more pictures" in out) == (2, True)
    status, out = typed(GOOD, [""] * 8, tmp_path / "nowhere" / "a.jpg")
    assert (status, "nowhere" in out) == (2, True)


def test_a_camera_that_fails_is_told(tmp_path: Path) -> None:
    def take() -> Image | None:
        raise CameraError("the camera is gone; plug its cable in again")

    out = io.StringIO()
    calibration = Calibration(ColourReader(), lambda image: CORNERS)
    assert run(take, calibration, lambda: "", out, tmp_path / "a.jpg") == 2
    assert "arbiter: the camera is gone" in out.getvalue()


def command(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str, lines: int = 8
) -> tuple[int, Path]:
    """Run the command on four pictures of the same throw, with Enter at every question."""
    for number in range(4):
        shutil.copy(ROOT / "tests/data/rendered/pips_00.jpg", folder / f"{number}.jpg")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * lines))
    picture = folder / "shown" / "calibration.jpg"
    picture.parent.mkdir()
    words = ["calibrate", "--camera", f"folder:{folder}", "--picture", str(picture)]
    return cli.main([*words, *more]), picture


def test_the_command_reads_real_pictures_with_the_corners_of_table_toml(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[tray]\ncorners = [[0, 0], [1, 0], [1, 1], [0, 1]]\n", encoding="utf-8")
    status, picture = command(monkeypatch, tmp_path, "--config", str(config))
    out = capsys.readouterr().out
    assert status in {0, 1}
    assert "good: The tray is found." in out
    assert "4 of 4  Dice" in out
    assert picture.is_file()


def test_settings_that_cannot_be_read_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[tray]\ncorners = 4\n", encoding="utf-8")
    status, _ = command(monkeypatch, tmp_path, "--config", str(config))
    assert status == 2
    assert "corners is 4" in capsys.readouterr().err


def test_the_command_says_that_there_is_no_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["calibrate", "--camera", f"usb:{tmp_path / 'video0'}"]) == 2
    assert "no camera at" in capsys.readouterr().err
