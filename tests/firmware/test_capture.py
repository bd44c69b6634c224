"""Capturing truth: what a person says of a picture, and the index that evaluate reads."""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import cli
from firmware.capture import Wanted, pictures_of, run
from firmware.photos import load_photo
from firmware.sheet import Sheet, SheetError
from firmware.sight import CameraSight, FolderSight, Sight, open_sight
from firmware.truths import load_truths
from firmware.usage import UsageError
from hardware.errors import CameraError
from hardware.ports import Frame
from tests.pictures import DIE_PX, ColourReader, Spot, save, tray
from vision.reading import Observation, Reading

ROOT = Path(cli.__file__).parent.parent
DICE = (Spot(5, 60, 60), Spot(2, 120, 70), Spot(6, 200, 180))


def reading(guess: int | str, x: float, face: int | str | None = None) -> Reading:
    return Reading(face, guess, 0.9, (x - 9, 40, 18, 18), (x, 49), None if face else "doubtful")


SHEET = Sheet.of(Observation((reading(6, 200, 6), reading(5, 60, 5), reading(2, 120, 2)), 320, 240))


def faces(sheet: Sheet) -> list[object]:
    return [die.face for die in sheet.dice]


def test_dice_are_counted_from_the_left_and_stand_with_what_was_accepted() -> None:
    assert faces(SHEET) == [5, 2, 6]
    assert SHEET.told() == "2 5 6"
    assert SHEET.asked == ()


@pytest.mark.parametrize(("word", "named"), [("1=5", 5), ("up", 5), ("down", 5), ("1=-", None)])
def test_a_die_that_was_not_accepted_shows_nothing_until_it_is_named(
    word: str, named: int | None
) -> None:
    sheet = Sheet.of(Observation((reading(5, 60), reading(2, 120, 2)), 320, 240))
    assert (faces(sheet), sheet.asked) == ([None, 2], (1,))
    assert sheet.told() == "2"
    said = sheet.told_so(word)
    assert (faces(said), said.asked) == ([named, 2], ())


def test_enter_makes_no_truth_of_a_guess(pictures: Path, tmp_path: Path) -> None:
    _, out = capture(pictures, tmp_path / "mine", "s", "", "ok", "2=1", "", "q")
    assert out.count("die 2 was not accepted: say what it shows, 2=1 where that is right") == 2
    assert "What does die 2 show?" in out
    assert "(perhaps 1)" in out
    (photo,) = load_truths(tmp_path / "mine" / "index.csv")
    assert [die.face for die in photo.truth.dice] == [3, 1]


def test_a_wrong_face_a_false_die_and_a_missed_one_are_put_right() -> None:
    right = SHEET.told_so("2=3").told_so("3 = -").told_so("+ x")
    assert faces(right) == [5, 3, None]
    assert (right.missed, right.told()) == (("X",), "3 5 X")
    assert [face for face, _ in right.true_dice()] == [5, 3]


@pytest.mark.parametrize(
    ("presses", "left"),
    [
        (["up"], [6, 2, 6]),
        (["down"], [4, 2, 6]),
        (["up", "up"], [1, 2, 6]),
        (["help", "down"], [5, 1, 6]),
        (["help", "help", "help", "up"], [6, 2, 6]),
        (["back"], [None, 2, 6]),
        (["back", "up"], [1, 2, 6]),
        (["back", "down"], [6, 2, 6]),
        (["ok"], [5, 2, 6]),
    ],
)
def test_the_buttons_of_the_table_correct_too(presses: list[str], left: list[object]) -> None:
    sheet = SHEET
    for press in presses:
        sheet = sheet.told_so(press)
    assert faces(sheet) == left


def test_roman_dice_go_round_their_own_faces() -> None:
    sheet = Sheet.of(Observation((reading("X", 60, "X"),), 320, 240))
    assert faces(sheet.press("up")) == ["I"]


def test_without_dice_buttons_do_nothing() -> None:
    empty = Sheet.of(Observation((), 320, 240))
    assert empty.press("up") == empty
    assert empty.told() == "no dice"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("4=1", "no die 4: the list has 3"),
        ("0=1", "no die 0"),
        ("2=7", "no die shows '7'"),
        ("+0", "no die shows '0'"),
        ("yes", "'yes' is not understood: 2=5"),
    ],
)
def test_what_means_nothing_is_refused(word: str, message: str) -> None:
    with pytest.raises(SheetError, match=message):
        SHEET.told_so(word)


def answers(*lines: str) -> Iterator[str]:
    return iter(lines)


def capture(pictures: Path, folder: Path, *lines: str, source: str = "mine") -> tuple[int, str]:
    typed, out = answers(*lines), io.StringIO()
    sight = FolderSight(pictures, out)
    shown = pictures_of(sight, lambda: False)
    status = run(shown, Wanted(folder, source), ColourReader(), lambda: next(typed, None), out)
    return status, out.getvalue()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    save(tray(DICE), folder / "a.png")
    save(tray((Spot(3, 90, 90), Spot(1, 200, 90, "cocked"))), folder / "b.png")
    save(tray(()), folder / "c.png")
    (folder / "notes.txt").write_text("no picture")
    return folder


def test_what_is_kept_is_what_evaluate_reads(pictures: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    status, out = capture(pictures, folder, "", "2=4", "ok", "")
    assert status == 0
    assert "3 kept" in out
    first, second, third = load_truths(folder / "index.csv")
    assert [die.face for die in first.truth.dice] == [5, 2, 6]
    assert [die.face for die in second.truth.dice] == [3, 4]
    assert second.truth.dice[0].box == (90 - DIE_PX // 2, 90 - DIE_PX // 2, DIE_PX, DIE_PX)
    assert third.truth.dice == ()
    assert (first.source, dict(first.conditions)) == ("mine", {"viewpoint": "top", "tray": "tray"})
    assert load_photo(second.path).shape == (240, 320, 3)
    assert (folder / "last.jpg").is_file()


def test_the_picture_asked_about_numbers_the_dice_as_the_list_does() -> None:
    right, left = (Reading(face, face, 0.9, (x, 9, 9, 9), (x, 9)) for face, x in ((5, 90), (2, 9)))
    observation = Observation((right, left), 100, 100)
    sheet = Sheet.of(observation)
    assert [die.face for die in sheet.dice] == [2, 5]
    assert sheet.numbers(observation) == (2, 1)


def test_a_missed_die_leaves_the_faces_alone_as_truth(pictures: Path, tmp_path: Path) -> None:
    capture(pictures, tmp_path / "mine", "+1", "", "q")
    (photo,) = load_truths(tmp_path / "mine" / "index.csv")
    assert sorted(str(die.face) for die in photo.truth.dice) == ["1", "2", "5", "6"]
    assert not photo.truth.boxed


def test_a_skipped_picture_is_not_kept_and_stopping_keeps_the_rest(
    pictures: Path, tmp_path: Path
) -> None:
    status, out = capture(pictures, tmp_path / "mine", "s", "2=1", "")
    assert (status, "1 kept" in out) == (0, True)
    (photo,) = load_truths(tmp_path / "mine" / "index.csv")
    assert photo.file == "dice-0001.jpg"


def test_where_nothing_was_kept_no_index_is_named(pictures: Path, tmp_path: Path) -> None:
    _, out = capture(pictures, tmp_path / "mine")
    assert out.endswith("0 kept\n")


def test_a_second_evening_adds_to_the_first(pictures: Path, tmp_path: Path) -> None:
    capture(pictures, tmp_path / "mine", "", "q")
    capture(pictures, tmp_path / "mine", "", "q", source="yours")
    first, second = load_truths(tmp_path / "mine" / "index.csv")
    assert (first.file, second.file) == ("dice-0001.jpg", "dice-0002.jpg")
    assert (first.source, second.source) == ("mine", "yours")


def test_help_and_mistakes_ask_again(pictures: Path, tmp_path: Path) -> None:
    _, out = capture(pictures, tmp_path / "mine", "h", "9=9", "q")
    assert "numbered from the left" in out
    assert "no die shows '9'" in out
    assert "0 kept" in out


def test_a_doubtful_die_is_listed_with_its_reason(pictures: Path, tmp_path: Path) -> None:
    _, out = capture(pictures, tmp_path / "mine", "s", "2=3")
    assert "not accepted: the die does not lie flat" in out
    assert "(was read as 1)" in out


def test_a_strangers_index_is_not_added_to(pictures: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.csv").write_text("file,faces\n")
    with pytest.raises(UsageError, match="adds only to an index of its own"):
        capture(pictures, tmp_path / "mine", "")


def test_a_folder_that_cannot_be_is_told(pictures: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        capture(pictures, tmp_path / "file" / "mine", "")


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no pictures there"):
        capture(tmp_path, tmp_path / "mine", "")


def test_a_damaged_picture_is_named_and_left_out(pictures: Path, tmp_path: Path) -> None:
    (pictures / "a.png").write_bytes(b"\x89PNG torn")
    _, out = capture(pictures, tmp_path / "mine", "2=-", "", "")
    assert "a.png" in out
    assert "2 kept" in out


class FewFrames:
    """A camera with so many frames, that then ends or fails."""

    def __init__(self, frames: int, fails: bool = False) -> None:
        self.left, self.fails = frames, fails

    def capture(self) -> Frame | None:
        self.left -= 1
        if self.left >= 0:
            return Frame(tray(DICE), 0.0, 0)
        if self.fails:
            raise CameraError("the camera is gone")
        return None

    def close(self) -> None:
        """Nothing to let go."""


def from_camera(folder: Path, camera: FewFrames, times: int) -> tuple[int, str]:
    ready = iter([True] * times)
    out = io.StringIO()
    pictures = pictures_of(CameraSight(camera), lambda: next(ready, False))
    return run(pictures, Wanted(folder, "mine"), ColourReader(), lambda: "", out), out.getvalue()


def test_a_camera_gives_a_picture_each_time_it_is_told(tmp_path: Path) -> None:
    assert "2 kept" in from_camera(tmp_path, FewFrames(9), 2)[1]
    assert "3 kept" in from_camera(tmp_path / "b", FewFrames(3), 9)[1]


def test_a_camera_that_fails_keeps_what_there_is(tmp_path: Path) -> None:
    status, out = from_camera(tmp_path, FewFrames(1, fails=True), 9)
    assert status == 2
    assert "the camera is gone" in out
    assert "1 kept" in out


def test_a_camera_that_can_refuses_what_it_saw_before() -> None:
    class Refusing(FewFrames):
        before_s = 0.0

        def refuse_before(self, time_s: float) -> None:
            self.before_s = time_s

    camera = Refusing(2)
    sight = CameraSight(camera, lambda: 7.5)
    assert sight.take() is not None
    assert camera.before_s == 7.5


def test_a_sight_can_be_closed(pictures: Path) -> None:
    sights: list[Sight] = [FolderSight(pictures, io.StringIO()), CameraSight(FewFrames(1))]
    for sight in sights:
        sight.close()
    assert sights[0].take() is None


def test_what_is_no_camera_is_told(tmp_path: Path) -> None:
    config, out = tmp_path / "table.toml", io.StringIO()
    with pytest.raises(UsageError, match="Invalid --camera 'ubs:0': did you mean usb:"):
        open_sight("ubs:0", config, out)
    with pytest.raises(CameraError, match="no camera at"):
        open_sight(f"usb:{tmp_path / 'video7'}", config, out)
    config.write_text(f"[devices]\ncamera = 'usb:{tmp_path / 'video8'}'\n", encoding="utf-8")
    with pytest.raises(CameraError, match="video8"):
        open_sight("", config, out)
    config.write_text("[devices]\ncamera = 3\n", encoding="utf-8")
    with pytest.raises(UsageError, match="camera is 3"):
        open_sight("", config, out)


def test_the_pictures_of_a_folder_and_a_video_are_seen(pictures: Path) -> None:
    config, out = pictures / "table.toml", io.StringIO()
    assert not open_sight(f"folder:{pictures}", config, out).live
    picture = open_sight(f"folder:{pictures}", config, out).take()
    assert picture is not None
    assert picture.name == "a.png"
    with pytest.raises(CameraError, match="no video"):
        open_sight(f"video:{pictures / 'none.mp4'}", config, out)


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_command_captures_and_evaluate_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pictures").mkdir()
    shutil.copy(ROOT / "tests/data/rendered/pips_00.jpg", tmp_path / "pictures")
    typing(monkeypatch, "1=-", "")
    mine = tmp_path / "my-dice"
    camera = f"folder:{tmp_path / 'pictures'}"
    assert cli.main(["capture", str(mine), "--camera", camera, "--no-tray"]) == 0
    assert "1 kept" in capsys.readouterr().out
    assert cli.main(["evaluate", str(mine / "index.csv")]) == 0
    (photo,) = load_truths(mine / "index.csv")
    assert (photo.source, dict(photo.conditions)["tray"]) == ("mine", "no tray")


def test_the_command_says_that_there_is_no_camera(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = f"usb:{tmp_path / 'video0'}"
    assert cli.main(["capture", str(tmp_path / "mine"), "--camera", missing]) == 2
    assert "no camera at" in capsys.readouterr().err


def test_a_picture_that_is_not_captures_own_is_never_written_over(
    pictures: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "holidays"
    folder.mkdir()
    (folder / "last.jpg").write_bytes(b"a holiday")
    with pytest.raises(UsageError, match=r"last.jpg: is none of capture's"):
        capture(pictures, folder, "q")
    assert (folder / "last.jpg").read_bytes() == b"a holiday"
    (folder / "last.jpg").unlink()
    for _ in range(2):  # its own, of a session in which nothing was kept, is written anew
        assert capture(pictures, folder, "q")[0] == 0
