"""The camera that plays a recording, whole and damaged."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.errors import RecordingError
from hardware.ports import Camera
from hardware.sim import RecordingCamera, camera
from hardware.sim.camera import read_presses, read_ticks


def recording(folder: Path, lines: str = "a.png,0.0\nb.png,0.5\n") -> Path:
    (folder / "frames").mkdir(parents=True)
    for name, shade in (("a.png", 10), ("b.png", 200)):
        Image.new("RGB", (8, 6), (shade, 2, 3)).save(folder / "frames" / name)
    (folder / "frames.csv").write_text("file,time_s\n" + lines, encoding="utf-8")
    return folder


def test_frames_come_in_order_with_their_times_and_blue_first(tmp_path: Path) -> None:
    camera: Camera = RecordingCamera(recording(tmp_path / "r"))
    first, second, end = camera.capture(), camera.capture(), camera.capture()
    assert first is not None and second is not None and end is None
    assert (first.time_s, first.number, first.name) == (0.0, 0, "a.png")
    assert (second.time_s, second.number, second.name) == (0.5, 1, "b.png")
    assert first.pixels.shape == (6, 8, 3) and first.pixels.dtype == np.uint8
    assert first.pixels[0, 0].tolist() == [3, 2, 10]


def test_a_closed_camera_gives_no_frame(tmp_path: Path) -> None:
    camera = RecordingCamera(recording(tmp_path / "r"))
    camera.close()
    assert camera.capture() is None


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "lists no frame"),
        ("a.png,1.0\nb.png,0.5\n", r"line 3: time runs backwards, 0\.5 s after 1\.0 s"),
        ("a.png,0.0\nb.p", "line 3: 'b.p' is torn"),
        ("a.png,soon\n", "line 2: 'soon' is no time"),
        ("a.png,nan\n", "line 2: 'nan' is no time"),
        ("a.png,-1\n", "line 2: '-1' is no time"),
        ("a.png,1_0\n", "line 2: '1_0' is no time"),
        ("a.png,1e308\n", "line 2: '1e308' is no time"),
        ("a.png,99999999999\n", "line 2: '99999999999' is no time"),
        ("c.png,0.0\n", r"line 2: frames/c\.png is missing"),
        ("../a.png,0.0\n", "is not a plain file name"),
        ("..\\a.png,0.0\n", "is not a plain file name"),
        (f"{'a' * 5000},0.0\n", "is not a plain file name"),
    ],
)
def test_damaged_tables_are_refused(tmp_path: Path, lines: str, message: str) -> None:
    with pytest.raises(RecordingError, match=message):
        RecordingCamera(recording(tmp_path / "r", lines))


@pytest.mark.parametrize("text", ["version = " + "9" * 5000, "x=" + "[" * 20000, "#" * 70_000])
def test_a_hostile_recording_toml_is_refused(tmp_path: Path, text: str) -> None:
    folder = recording(tmp_path / "r", "a.png,0.0\n")
    (folder / "recording.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RecordingError, match=r"recording\.toml"):
        RecordingCamera(folder)


def test_a_picture_that_would_start_another_program_is_refused(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r", "a.png,0.0\n")
    (folder / "frames" / "a.png").write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    with pytest.raises(RecordingError, match="cannot identify"):
        RecordingCamera(folder).capture()


def test_a_folder_without_frames_or_none_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no recording at"):
        RecordingCamera(tmp_path / "nowhere")
    with pytest.raises(RecordingError, match=r"no frames\.csv in"):
        RecordingCamera(tmp_path)


def test_a_table_with_another_head_or_no_text_is_refused(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    (folder / "frames.csv").write_text("name,when\n", encoding="utf-8")
    with pytest.raises(RecordingError, match="begins with 'name,when'"):
        RecordingCamera(folder)
    (folder / "frames.csv").write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(RecordingError, match="cannot read"):
        RecordingCamera(folder)


def test_a_truncated_picture_is_refused_by_name(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    whole = (folder / "frames" / "b.png").read_bytes()
    (folder / "frames" / "b.png").write_bytes(whole[: len(whole) // 2])
    camera = RecordingCamera(folder)
    camera.capture()
    with pytest.raises(RecordingError, match=r"frames/b\.png is damaged"):
        camera.capture()


def test_a_picture_of_absurd_size_is_refused(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    Image.new("1", (20_000, 2)).save(folder / "frames" / "a.png")
    with pytest.raises(RecordingError, match="20000x2"):
        RecordingCamera(folder).capture()


def test_presses_are_read_and_may_be_missing(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    assert read_presses(folder) == ()
    (folder / "presses.csv").write_text("time_s,button\n0.25,ok\n0.5,up\n", encoding="utf-8")
    assert read_presses(folder) == ((0.25, "ok"), (0.5, "up"))
    (folder / "presses.csv").write_text("time_s,button\n0.25,fire\n", encoding="utf-8")
    with pytest.raises(RecordingError, match="no button 'fire'"):
        read_presses(folder)


def test_junk_in_a_table_is_refused_and_not_repeated_at_length(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r", "a.png," + "9x" * 5_000 + "\n")
    with pytest.raises(RecordingError, match="line 2: '9x9x") as caught:
        RecordingCamera(folder)
    assert len(str(caught.value)) < 200
    (folder / "frames.csv").write_text("file,time_s\n" + "x" * 200_000, encoding="utf-8")
    with pytest.raises(RecordingError, match=r"cannot read .*frames\.csv"):
        RecordingCamera(folder)
    (folder / "frames.csv").write_text("file,time_s\n\x1b[2J.png,0\n", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"line 2: frames/'\\x1b\[2J\.png' is missing"):
        RecordingCamera(folder)


def test_a_table_that_is_no_file_or_far_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = recording(tmp_path / "r")
    (folder / "presses.csv").mkdir()
    with pytest.raises(RecordingError, match=r"presses\.csv has .* is no file"):
        read_presses(folder)
    monkeypatch.setattr(camera, "MAX_TABLE_BYTES", 20)
    with pytest.raises(RecordingError, match=r"frames\.csv has 32 bytes"):
        RecordingCamera(folder)


def test_a_picture_of_too_many_pixels_is_refused_by_its_head(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    Image.new("1", (7_900, 7_900)).save(folder / "frames" / "a.png")
    with pytest.raises(RecordingError, match=r"frames/a\.png is 7900x7900"):
        RecordingCamera(folder).capture()


def test_a_recording_of_a_newer_form_is_refused_and_one_without_a_form_is_read(
    tmp_path: Path,
) -> None:
    folder = recording(tmp_path / "r")
    assert len(RecordingCamera(folder).shots) == 2
    (folder / "recording.toml").write_text("version = 2\n", encoding="utf-8")
    assert len(RecordingCamera(folder).shots) == 2
    for version in ("3", "0", "true", '"1"'):
        (folder / "recording.toml").write_text(f"version = {version}\n", encoding="utf-8")
        with pytest.raises(RecordingError, match=r"recording\.toml: version is .*update"):
            RecordingCamera(folder)
    (folder / "recording.toml").write_text("version", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"cannot read recording\.toml"):
        RecordingCamera(folder)


def test_ticks_are_read_and_may_be_missing(tmp_path: Path) -> None:
    folder = recording(tmp_path / "r")
    assert read_ticks(folder) == ()
    (folder / "ticks.csv").write_text("time_s,tick\n0.1,tick\n0.3,tick\n", encoding="utf-8")
    assert read_ticks(folder) == ((0.1, "tick"), (0.3, "tick"))
    (folder / "ticks.csv").write_text("time_s,tick\n0.3,tick\n0.1,tick\n", encoding="utf-8")
    with pytest.raises(RecordingError, match=r"ticks\.csv line 3: time runs backwards"):
        read_ticks(folder)


@pytest.mark.parametrize("text", ["1", "1.", ".5", " 1.25", "1e-05", "0.30000000000000004"])
def test_a_time_is_read_as_people_and_python_write_it(tmp_path: Path, text: str) -> None:
    folder = recording(tmp_path / "r", f"a.png,{text}\n")
    assert RecordingCamera(folder).shots[0].time_s == float(text)
