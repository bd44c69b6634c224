"""Cameras on a PC: folders and videos that are missing or damaged, and faults on command."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.errors import CameraError
from hardware.sim.cameras import FRAMES_EACH, FaultyCamera, FolderCamera, PacedCamera, VideoCamera
from hardware.sim.clock import ToldClock
from tests.hardware.rigs import CAMERAS


def test_a_folder_shows_each_picture_a_while_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.png", "a.png", "notes.txt"):
        Image.new("RGB", (8, 6), (1, 2, 200 if name == "b.png" else 3)).save(
            tmp_path / name.replace(".txt", ".PNG" if name == "a.png" else ".gif")
        )
    camera = FolderCamera(tmp_path)
    frames = [camera.capture() for _ in range(2 * FRAMES_EACH + 1)]
    assert frames[-1] is None
    names = [frame.name for frame in frames if frame is not None]
    assert names == ["a.png"] * FRAMES_EACH + ["b.png"] * FRAMES_EACH


def test_a_folder_without_pictures_and_a_missing_one_are_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"has no pictures \(\.jpg"):
        FolderCamera(tmp_path)
    with pytest.raises(CameraError, match=r"no folder .*none for the camera"):
        FolderCamera(tmp_path / "none")


def test_a_damaged_picture_is_a_fault_of_the_camera(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(CameraError, match=r"a\.png is damaged"):
        FolderCamera(tmp_path).capture()


def test_a_video_that_is_missing_or_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"no video .*v\.mp4 for the camera"):
        VideoCamera(tmp_path / "v.mp4")
    (tmp_path / "v.mp4").write_bytes(b"no video")
    with pytest.raises(CameraError, match="is no video that can be played"):
        VideoCamera(tmp_path / "v.mp4")


@pytest.mark.parametrize("kind", ["folder", "video", "recording"])
def test_the_end_comes_once_and_stays(kind: str, tmp_path: Path) -> None:
    camera = CAMERAS[kind](tmp_path / "camera")
    while camera.capture() is not None:
        pass
    assert camera.capture() is None


def test_frames_wait_until_they_are_due(tmp_path: Path) -> None:
    clock, slept = ToldClock(50.0), list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.tell(clock.now_s() + seconds)

    camera = PacedCamera(CAMERAS["recording"](tmp_path / "r"), clock.now_s, sleep)
    times = [frame.time_s for frame in (camera.capture(), camera.capture()) if frame]
    clock.tell(60.0)  # a slow reader: the next frame is late, and nobody sleeps
    last = camera.capture()
    assert times == [50.0, 50.5] and last is not None and last.time_s == 50.75
    assert slept == [0.5]
    assert camera.capture() is None


def test_faults_come_on_command_and_are_mended(tmp_path: Path) -> None:
    camera = FaultyCamera(CAMERAS["folder"](tmp_path / "f"))
    first, second = camera.capture(), camera.capture()
    assert first is not None and second is not None
    camera.darken(0.5)
    dark = camera.capture()
    camera.mend()
    camera.capture()
    camera.tear()
    torn = camera.capture()
    assert dark is not None and dark.pixels[0, 0, 0] == 30  # 60 in the second picture
    assert torn is not None and np.unique(torn.pixels[:, 0, 0]).tolist() == [60, 100]
    for fail, said in ((camera.stall, "gave no frame for 3 s"), (camera.disappear, "is gone")):
        fail()
        with pytest.raises(CameraError, match=said):
            camera.capture()
    camera.mend()
    assert camera.capture() is not None
    assert camera.capture() is None
