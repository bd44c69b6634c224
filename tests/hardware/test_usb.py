"""Any USB camera: opened, settled, unplugged, plugged in again."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware import usb
from hardware.errors import CameraError
from hardware.ports import Camera
from hardware.sim.clock import ToldClock
from hardware.sim.v4l import SimCapture
from hardware.usb import Machine, UsbCamera, usb_cameras

AUTOMATIC = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 157.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 0.0,
}
"""The controls of a webcam with autofocus; infinity is focus 0."""


def plugged(tmp_path: Path) -> Path:
    (tmp_path / "video0").touch()
    return tmp_path


def opened(folder: Path, capture: SimCapture, kept: dict[str, float] | None = None) -> UsbCamera:
    machine = Machine(capture, capture.clock.now_s, folder)
    return UsbCamera("0", kept=kept, machine=machine)


def test_frames_come_with_rising_times_and_numbers(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(1000.0))
    camera: Camera = opened(plugged(tmp_path), capture)
    frames = [camera.capture() for _ in range(3)]
    assert [frame and frame.number for frame in frames] == [0, 1, 2]
    first, second, _ = frames
    assert first is not None and second is not None
    assert second.time_s - first.time_s == pytest.approx(1 / 30)
    assert 1000 < first.time_s <= capture.clock.now_s()
    assert first.pixels.dtype == np.uint8 and first.pixels.shape == (48, 64, 3)


def test_exposure_white_balance_and_focus_are_fixed_where_they_settled(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(5.0), controls=AUTOMATIC)
    camera = opened(plugged(tmp_path), capture)
    assert camera.settings == {"exposure": 157.0, "white_balance": 4600.0, "focus": 0.0}
    assert dict(capture.asked()) == AUTOMATIC | {
        cv2.CAP_PROP_AUTO_EXPOSURE: 1,
        cv2.CAP_PROP_AUTO_WB: 0,
        cv2.CAP_PROP_AUTOFOCUS: 0,
    }


def test_a_camera_without_controls_is_used_as_it_is(tmp_path: Path) -> None:
    camera = opened(plugged(tmp_path), SimCapture(ToldClock(5.0)))
    assert camera.settings == {}
    assert camera.size == (64, 48)


def test_settings_that_were_kept_are_set_again_without_waiting(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(5.0), controls=AUTOMATIC)
    camera = opened(plugged(tmp_path), capture, kept={"exposure": 80.0, "unknown": 1.0})
    assert camera.settings == {"exposure": 80.0}
    assert dict(capture.asked())[cv2.CAP_PROP_EXPOSURE] == 80.0
    assert capture.clock.now_s() == 5.0


def test_a_camera_that_tells_a_wrong_exposure_goes_on_choosing_it(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(5.0), controls=AUTOMATIC, told_wrong=True)
    camera = opened(plugged(tmp_path), capture)
    assert "exposure" not in camera.settings and camera.settings["white_balance"] == 4600.0
    assert dict(capture.asked())[cv2.CAP_PROP_AUTO_EXPOSURE] == usb.AUTO_EXPOSURE


def test_frames_exposed_before_a_moment_are_refused(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(50.0))
    camera = opened(plugged(tmp_path), capture)
    moment_s = capture.clock.now_s() + 0.5
    camera.refuse_before(moment_s)
    camera.refuse_before(moment_s - 0.4)  # an earlier moment changes nothing
    frame = camera.capture()
    assert frame is not None
    assert moment_s <= frame.time_s < moment_s + 1 / 30
    assert frame.number == 0


def test_a_camera_with_its_own_clock_gets_ours(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(9000.0), own_clock=True)
    frame = opened(plugged(tmp_path), capture).capture()
    assert frame is not None and frame.time_s == capture.clock.now_s() > 9000


def test_an_unplugged_camera_says_so_and_a_stalled_one_too(tmp_path: Path) -> None:
    folder = plugged(tmp_path)
    capture = SimCapture(ToldClock(5.0))
    camera = opened(folder, capture)
    capture.stalled = True
    with pytest.raises(CameraError, match=r"video0 gave no frame for 3 s; pull its cable"):
        camera.capture()
    (folder / "video0").unlink()
    with pytest.raises(CameraError, match=r"video0 is gone; plug its cable in again"):
        camera.capture()


def test_a_camera_that_stalls_while_it_settles_is_let_go(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(5.0))
    capture.stalled = True
    with pytest.raises(CameraError, match="gave no frame"):
        opened(plugged(tmp_path), capture)
    assert capture.released == 1


def test_a_closed_camera_gives_no_frame_and_is_released_once(tmp_path: Path) -> None:
    capture = SimCapture(ToldClock(5.0))
    camera = opened(plugged(tmp_path), capture)
    camera.close()
    camera.close()
    assert camera.capture() is None
    assert capture.released == 1


def test_a_camera_that_is_not_there_is_told_with_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usb, "usb_cameras", lambda: [(Path("/dev/video2"), "HD Cam")])
    with pytest.raises(CameraError, match=r"no camera at .*video0: .* has /dev/video2 \(HD Cam\)"):
        opened(tmp_path, SimCapture(ToldClock()))
    monkeypatch.setattr(usb, "usb_cameras", list)
    with pytest.raises(CameraError, match="this machine has no USB camera; plug one in"):
        opened(tmp_path, SimCapture(ToldClock()))


def test_a_busy_camera_and_one_without_permission_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    capture = SimCapture(ToldClock())
    capture.busy = True
    with pytest.raises(CameraError, match="video0 does not open: another program may use it"):
        opened(plugged(tmp_path), capture)
    assert capture.released == 1
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(CameraError, match=r"no permission for .* group video"):
        opened(tmp_path, capture)


def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no camera at /dev/v4l/by-id/none:"):
        UsbCamera("/dev/v4l/by-id/none")


def test_only_the_picture_devices_of_usb_cameras_are_listed(tmp_path: Path) -> None:
    known = tmp_path / "known"
    known.mkdir()
    for name, place, index, called in (
        ("video10", "usb1/1-2", "0", "Second Cam\n"),
        ("video2", "usb1/1-1", "0", "First Cam\n"),
        ("video3", "usb1/1-1", "1", "First Cam\n"),
        ("video4", "platform/codec", "0", "a codec\n"),
    ):
        device = tmp_path / "devices" / place / name
        device.mkdir(parents=True)
        (device / "index").write_text(index, encoding="utf-8")
        (device / "name").write_text(called, encoding="utf-8")
        (known / name).symlink_to(device)
    (tmp_path / "devices/usb1/1-2/video10/name").unlink()
    assert usb_cameras(known=known) == [
        (Path("/dev/video2"), "First Cam"),
        (Path("/dev/video10"), "unnamed"),
    ]


def test_the_double_has_what_opencv_has() -> None:
    for name in ("isOpened", "read", "get", "set", "release"):
        assert callable(getattr(cv2.VideoCapture, name)) and callable(getattr(SimCapture, name))
    with pytest.raises(ValueError, match="expected V4L2"):
        SimCapture(ToldClock())("/dev/video0", cv2.CAP_ANY)
