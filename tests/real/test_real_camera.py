"""The table's camera driver on the real picamera2 and libcamera; the script camera.sh runs it.

libcamera's virtual camera plays a folder of pictures. It gives NV12 only, has neither exposure nor
raw modes and no kernel display, so a thin layer stands between it and the driver: what is real here
are picamera2's event loop, requests, buffers, jobs and times, and libcamera's pipeline.
"""

import io
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from hardware.errors import CameraError
from hardware.pi.camera import Machine, PiCamera
from hardware.sim.camera import decode_frame, read_shots

pytestmark = pytest.mark.skipif(
    "ARBITER_REAL_CAMERA" not in os.environ, reason="needs the system of --real-camera"
)

GAME = Path(__file__).parents[2] / "firmware" / "demo_game"
SIZE = (800, 600)

ALIKE = 6.0
"""Mean difference, of 255, of a picture and itself through the camera, whose colours are halved."""


STARTS: Final = 3
"""How often the camera is opened at most: now and then libcamera's virtual camera gives no frame
after a start (one of the first three runs), and a table opens its camera again too."""


def opened() -> PiCamera:
    from tests.real.virtual_camera import VirtualPicamera2

    for left in reversed(range(STARTS)):
        try:
            return PiCamera(size=SIZE, machine=Machine(VirtualPicamera2))
        except CameraError as error:
            if not left or "gave no frame" not in str(error):
                raise
    raise AssertionError


@pytest.fixture
def camera() -> Iterator[PiCamera]:
    made = opened()
    yield made
    made.close()


def test_frames_come_with_times_of_the_monotonic_clock(camera: PiCamera) -> None:
    before_s = time.monotonic()
    frames = [camera.capture() for _ in range(5)]
    times = [frame.time_s for frame in frames if frame is not None]
    assert len(times) == 5 and times == sorted(times)
    assert before_s - 1 < times[0] <= times[-1] <= time.monotonic()


def test_the_small_stream_is_the_same_picture(camera: PiCamera) -> None:
    frame = camera.capture()
    assert frame is not None and frame.small is not None
    assert frame.pixels.shape == (600, 800, 3) and frame.small.shape == (240, 320, 3)
    shrunk = np.asarray(Image.fromarray(frame.pixels).resize((320, 240), Image.Resampling.BOX))
    assert np.abs(shrunk.astype(int) - frame.small).mean() < ALIKE


def test_frames_before_a_moment_are_refused(camera: PiCamera) -> None:
    moment_s = time.monotonic() + 0.3
    camera.refuse_before(moment_s)
    frame = camera.capture()
    assert frame is not None and frame.time_s >= moment_s


def test_a_camera_runs_on_for_many_frames(camera: PiCamera) -> None:
    numbers = [frame.number for frame in (camera.capture() for _ in range(200)) if frame]
    assert numbers == list(range(200))


def test_a_camera_can_be_closed_and_opened_again() -> None:
    for _ in range(2):
        camera = opened()
        assert camera.capture() is not None
        camera.close()
        assert camera.capture() is None


@pytest.mark.usefixtures("camera")
def test_a_camera_in_use_is_told() -> None:
    with pytest.raises(CameraError, match="the camera is in use by another program"):
        opened()


def test_a_whole_game_is_refereed_from_the_cameras_frames(
    camera: PiCamera, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shots = read_shots(GAME)
    pictures = [decode_frame(GAME / "frames" / shot.file, shot.file) for shot in shots]
    recording = tmp_path / "recording"
    shutil.copytree(GAME, recording, ignore=shutil.ignore_patterns("*.jpg", "frames.csv"))
    lines = ["file,time_s"]
    for k, (shot, pixels) in enumerate(zip(shots, seen(camera, pictures), strict=True)):
        Image.fromarray(pixels[:, :, ::-1]).save(recording / "frames" / f"{k:03d}.png")
        lines.append(f"{k:03d}.png,{shot.time_s!r}")
    (recording / "frames.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = refereed(recording)
    assert told == refereed(GAME)
    assert told[-1]["event"] == "winner"
    with capsys.disabled():
        winner = told[-1]["player"]
        sys.stdout.write(
            f"\na whole game from the camera's frames: {len(shots)} pictures at rest, "
            f"{len(told)} events, {winner} wins\n"
        )


def seen(camera: PiCamera, pictures: list[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    """Each of the pictures as the camera shows it, which plays them in its own order."""
    found: dict[int, NDArray[np.uint8]] = {}
    for _ in range(10 * len(pictures)):
        frame = camera.capture()
        assert frame is not None
        apart = [float(np.abs(frame.pixels.astype(int) - one).mean()) for one in pictures]
        nearest = int(np.argmin(apart))
        assert apart[nearest] < ALIKE
        found.setdefault(nearest, frame.pixels)
        if len(found) == len(pictures):
            break
    return [found[k] for k in range(len(pictures))]


def refereed(recording: Path) -> list[dict[str, Any]]:
    """What the table says of a recording, a dictionary a line."""
    from firmware import replay
    from firmware.settings import Asked

    out = io.StringIO()
    assert replay.run(recording, Asked(), True, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]
