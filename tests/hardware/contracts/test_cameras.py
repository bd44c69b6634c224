"""What every camera keeps, real drivers on doubles and simulated ones alike."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import Camera
from tests.hardware.rigs import CAMERAS, SIZE


@pytest.fixture(params=sorted(CAMERAS))
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Camera]:
    opened = CAMERAS[request.param](tmp_path / "camera")
    yield opened
    opened.close()


def test_frames_are_pictures_in_colour_numbered_from_0(camera: Camera) -> None:
    frames = [camera.capture() for _ in range(3)]
    for number, frame in enumerate(frames):
        assert frame is not None
        assert frame.pixels.dtype == np.uint8
        assert frame.pixels.shape == (SIZE[1], SIZE[0], 3)
        assert frame.pixels.flags.c_contiguous
        assert frame.number == number
        if frame.small is not None:
            assert frame.small.dtype == np.uint8 and frame.small.shape[2] == 3


def test_times_never_run_backwards_and_do_run(camera: Camera) -> None:
    frames = [camera.capture() for _ in range(3)]
    times = [frame.time_s for frame in frames if frame is not None]
    assert len(times) == 3
    assert times == sorted(times) and times[0] < times[2]


def test_a_frame_is_nobodys_later_frame(camera: Camera) -> None:
    first = camera.capture()
    assert first is not None
    kept = first.pixels.copy()
    camera.capture()
    assert np.array_equal(first.pixels, kept)


def test_a_closed_camera_gives_no_frame_and_closes_again(camera: Camera) -> None:
    assert camera.capture() is not None
    camera.close()
    camera.close()
    assert camera.capture() is None
