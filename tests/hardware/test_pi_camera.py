"""The Pi camera's driver on a double of picamera2; the double against the real class."""

import inspect
import sys
from typing import Any

import numpy as np
import pytest

from hardware.errors import CameraError
from hardware.pi import camera as driver
from hardware.pi.camera import Machine, PiCamera
from hardware.sim.pi_camera import FRAME_S, ROOM, SimPicamera2
from tests.hardware.rigs import SIZE, pi


def test_exposure_and_white_balance_settle_and_are_fixed() -> None:
    double = SimPicamera2()
    camera = pi(double)
    settings = camera.settings
    assert settings["ColourGains"] == ROOM["ColourGains"]
    assert settings["ExposureTime"] == pytest.approx(ROOM["ExposureTime"], rel=0.03)
    assert "LensPosition" not in settings
    assert double.told["AeEnable"] is double.told["AwbEnable"] is False
    assert double.told["ExposureTime"] == settings["ExposureTime"]


def test_exposure_stays_where_it_was_fixed() -> None:
    double = SimPicamera2()
    camera = pi(double)
    told = [double.capture_request(wait=1) for _ in range(2)]
    assert {one.get_metadata()["ExposureTime"] for one in told} == {camera.settings["ExposureTime"]}


def test_a_lens_that_moves_is_focused_once_and_held() -> None:
    double = SimPicamera2()
    double.focus = True
    camera = pi(double)
    assert camera.settings["LensPosition"] == 3.2
    assert double.told["AfMode"] == driver.MANUAL_FOCUS


def test_a_lens_that_finds_no_focus_is_held_where_it_is() -> None:
    double = SimPicamera2()
    double.focus = double.focusing_fails = True
    camera = pi(double)
    assert "LensPosition" not in camera.settings
    assert double.flushed == 1
    assert camera.capture() is not None


def test_settings_that_were_kept_are_set_again_without_settling() -> None:
    kept: driver.Settings = {"ExposureTime": 9000, "AnalogueGain": 4.0, "LensPosition": 2.0}
    double = SimPicamera2()
    camera = pi(double, kept=kept)
    assert camera.settings == {"ExposureTime": 9000, "AnalogueGain": 4.0}
    assert double.told["AeEnable"] is False
    assert double.clock.now_s() - 100 <= 7 * FRAME_S


def test_light_that_changed_for_good_is_settled_anew() -> None:
    double = SimPicamera2()
    camera = pi(double, kept={"ExposureTime": 900, "AnalogueGain": 1.0})
    del double.told["ExposureTime"]
    camera.settle()
    assert camera.settings["ExposureTime"] == pytest.approx(ROOM["ExposureTime"], rel=0.03)


def test_frames_whose_exposure_began_before_a_moment_are_refused() -> None:
    double = SimPicamera2()
    camera = pi(double)
    moment_s = double.clock.now_s() + 0.4
    camera.refuse_before(moment_s)
    frame = camera.capture()
    assert frame is not None
    assert moment_s <= frame.time_s < moment_s + FRAME_S
    exposure_s = float(camera.settings["ExposureTime"]) / 1e6  # type: ignore[arg-type]
    assert frame.time_s == pytest.approx(double.clock.now_s() - exposure_s)


def test_every_request_is_given_back() -> None:
    double = SimPicamera2()
    camera = pi(double)
    camera.refuse_before(double.clock.now_s() + 1)
    for _ in range(20):
        assert camera.capture() is not None
    assert double.free == 4


def test_a_request_is_given_back_when_its_picture_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    double = SimPicamera2()
    camera = pi(double)
    monkeypatch.setattr(double, "draw", lambda number: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        camera.capture()
    assert double.free == 4


def test_the_small_stream_is_the_same_picture_without_its_padding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "SMALL_WIDTH", 40)
    frame = pi().capture()
    assert frame is not None and frame.small is not None
    assert frame.small.shape == (30, 40, 3)
    assert frame.pixels.shape == (SIZE[1], SIZE[0], 3)
    whole, small = frame.pixels.astype(float), frame.small.astype(float)
    assert abs(whole.mean() - small.mean()) < 5
    assert small[:, -4:].std() > 20  # the checkers go to the edge; padding would be flat


def test_the_small_stream_has_the_proportions_of_the_large_one() -> None:
    double = SimPicamera2()
    PiCamera(size=(1920, 1080), machine=Machine(lambda number: double, double.clock.now_s))
    assert double.camera_configuration()["lores"]["size"] == (320, 180)


def test_blue_comes_first() -> None:
    double = SimPicamera2()
    double.draw = lambda number: np.full((SIZE[1], SIZE[0], 3), (200, 100, 20), np.uint8)
    frame = pi(double).capture()
    assert frame is not None and frame.small is not None
    assert frame.pixels[5, 5].tolist() == [200, 100, 20]
    assert np.abs(frame.small[5, 5].astype(int) - (200, 100, 20)).max() <= 4


def test_a_stall_is_told_and_the_camera_can_be_closed() -> None:
    double = SimPicamera2()
    camera = pi(double)
    double.stalled = True
    before_s = double.clock.now_s()
    with pytest.raises(CameraError, match=r"gave no frame for 3 s; .* ribbon cable anew"):
        camera.capture()
    assert double.clock.now_s() - before_s == driver.STALL_S
    camera.close()
    camera.close()
    assert double.closed and double.flushed == 1


def test_a_camera_that_stalls_while_it_settles_is_let_go() -> None:
    double = SimPicamera2()
    double.stalled = True
    with pytest.raises(CameraError, match="gave no frame"):
        pi(double)
    assert double.closed


def test_a_sensor_without_times_gets_those_of_the_clock() -> None:
    double = SimPicamera2()
    double.has_no_times = True
    frame = pi(double).capture()
    assert frame is not None and frame.time_s == double.clock.now_s()


def test_another_format_than_asked_for_is_refused() -> None:
    double = SimPicamera2()
    double.gives_other_format = True
    with pytest.raises(CameraError, match=r"gives YUYV where RGB888 was asked for \(main stream\)"):
        pi(double)
    assert double.closed


def test_the_size_that_the_camera_really_gives_is_told() -> None:
    double = SimPicamera2()
    camera = PiCamera(size=(65, 48), machine=Machine(lambda number: double, double.clock.now_s))
    assert camera.size == (64, 48)


def test_a_size_that_cannot_be_is_told_with_what_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    double = SimPicamera2()

    def refuse(configuration: object) -> None:
        raise RuntimeError("lores stream dimensions may not exceed main stream")

    monkeypatch.setattr(double, "configure", refuse)
    with pytest.raises(CameraError, match=r"refuses 64x48: lores .*; choose another camera_size"):
        pi(double)


def _failing(error: Exception, cause: Exception | None = None) -> Any:
    def opener(number: int) -> Any:
        raise error from cause

    return Machine(opener)


@pytest.mark.parametrize(
    ("error", "cause", "said"),
    [
        (IndexError("list index out of range"), None, "no camera 0 on the ribbon cable"),
        (
            RuntimeError("Camera __init__ sequence did not complete."),
            RuntimeError("Failed to acquire camera: Device or resource busy"),
            "in use by another program",
        ),
        (
            RuntimeError("Initialization failed."),
            None,
            r"does not open \(Initialization",
        ),
    ],
)
def test_a_camera_that_does_not_open_says_what_to_do(
    error: Exception, cause: Exception | None, said: str
) -> None:
    with pytest.raises(CameraError, match=said):
        PiCamera(machine=_failing(error, cause))


def test_without_picamera2_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match=r"sudo apt install .* python3-picamera2; with a USB"):
        PiCamera()


def test_the_double_refuses_what_the_real_one_refuses() -> None:
    double = SimPicamera2()
    with pytest.raises(RuntimeError, match="has not been configured"):
        double.start()
    with pytest.raises(RuntimeError, match="not running"):
        double.capture_request(wait=1)
    with pytest.raises(TypeError, match="Invalid type"):
        double.configure("video")
    double.configure(double.create_video_configuration(lores={"size": (32, 24)}))
    double.start()
    with pytest.raises(RuntimeError, match="stopped before configuring"):
        double.configure({})
    with pytest.raises(RuntimeError, match="Control Zoom is not advertised"):
        double.set_controls({"Zoom": 2})
    request = double.capture_request(wait=1)
    request.acquire()
    request.release()
    request.release()
    with pytest.raises(RuntimeError, match="negative ref_count"):
        request.release()


CALLS = (
    "__init__", "create_video_configuration", "configure", "camera_configuration", "start", "stop",
    "close", "set_controls", "cancel_all_and_flush", "autofocus_cycle", "capture_request",
)  # fmt: skip


def _shape(call: object) -> list[tuple[str, object]]:
    parameters = inspect.signature(call).parameters.values()  # type: ignore[arg-type]
    return [(one.name, one.kind) for one in parameters]


@pytest.mark.parametrize("call", CALLS)
def test_the_double_has_the_signatures_of_the_real_class(call: str) -> None:
    real = pytest.importorskip("picamera2", reason="picamera2 comes with Raspberry Pi OS alone")
    assert _shape(getattr(SimPicamera2, call)) == _shape(getattr(real.Picamera2, call))


@pytest.mark.parametrize("call", ["get_metadata", "make_array", "acquire", "release"])
def test_the_double_of_a_request_has_the_real_signatures(call: str) -> None:
    request = pytest.importorskip(
        "picamera2.request", reason="picamera2 comes with Raspberry Pi OS alone"
    )
    from hardware.sim.pi_camera import SimRequest

    assert _shape(getattr(SimRequest, call)) == _shape(getattr(request.CompletedRequest, call))
