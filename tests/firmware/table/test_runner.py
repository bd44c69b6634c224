"""The threads around the table, and what happens when something in it fails."""

import socket
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware.inbox import Inbox
from firmware.loop import Press, Read
from firmware.table import care_words
from firmware.table.feed import HUNG_MOST, CameraFeed, Reading
from firmware.table.live import Live, Parts
from firmware.table.ports import CameraFault
from firmware.table.runner import FAILED, MOST_FAILURES, RESTART, TICK_S, Runner
from firmware.table.speech import Speaker
from firmware.table.table import TableItem
from firmware.table.watchdog import Watchdog
from firmware.views import AskThrow, Boot, ParryChoice, Trouble
from hardware.errors import CameraError
from hardware.ports import Edge, Frame
from hardware.sim import SimButtons, SimLight, SimOled, SimSound, ToldClock
from tests.firmware.table.evening import FINE, Evening, dice, felt
from tests.pictures import ColourReader
from vision.reading import Image, Observation


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


# ---------------------------------------------------------------- the loop


class Steps:
    """A runner taken step by step, with a clock that is told the time."""

    def __init__(self, evening: Evening, watchdog: Watchdog | None = None) -> None:
        self.clock = ToldClock()
        self.inbox = Inbox[TableItem]()
        self.runner = Runner(evening.table, self.inbox, self.clock, None, watchdog)
        self.complaints: list[str] = []
        self.runner.complain = self.complaints.append
        self.evening = evening

    def step(self, time_s: float) -> None:
        self.clock.tell(time_s)
        self.runner.step()


def test_time_passes_though_nothing_comes(evening: Evening) -> None:
    steps = Steps(evening)
    for tick in range(50):
        steps.step(tick * TICK_S)
    assert not isinstance(evening.view, Boot)


def test_an_edge_is_a_press_in_the_step_that_takes_it(evening: Evening) -> None:
    steps = Steps(evening)
    steps.inbox.put(Edge("ok", True, 0.0))
    drawn = evening.oled.refreshes
    steps.step(0.001)
    assert evening.oled.refreshes == drawn + 1


def failing(evening: Evening, times: int) -> Callable[[Any], None]:
    """Let the table fail so many times."""
    handle = evening.table.handle
    left = [times]

    def fail(item: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise RuntimeError("a fault of ours")
        handle(item)

    evening.table.handle = fail  # type: ignore[method-assign]
    return fail


def test_after_a_failure_the_game_goes_on_as_it_was(evening: Evening) -> None:
    evening.start("Alphatian")
    evening.attack((6, 6, 5, 5, 3))
    steps = Steps(evening)
    failing(evening, 1)
    steps.step(evening.time_s + 1)
    assert len(steps.complaints) == 1 and "a fault of ours" in steps.complaints[0]
    shown = evening.view
    assert isinstance(shown, Trouble)
    evening.time_s += 1
    evening.press("ok")
    assert isinstance(evening.view, ParryChoice)


def test_what_fails_again_and_again_ends_the_program(evening: Evening) -> None:
    steps = Steps(evening)
    failing(evening, 1000)
    evening.table.begin = lambda setup=None: None  # type: ignore[method-assign]
    time_s = iter(range(1000))
    take = steps.inbox.take

    def later(wait_s: float) -> TableItem | None:
        steps.clock.tell(float(next(time_s)))
        return take(0)

    steps.inbox.take = later  # type: ignore[method-assign]
    assert steps.runner.run() == FAILED
    assert len(steps.complaints) == MOST_FAILURES + 1


def test_rare_failures_are_borne_for_ever(evening: Evening) -> None:
    steps = Steps(evening)
    failing(evening, 20)
    for minute in range(20):
        steps.step(61.0 * minute)
    assert len(steps.complaints) == 20
    assert steps.runner._status is None


class Hung:
    """A feed whose cameras hang."""

    hung = HUNG_MOST + 1


def test_a_camera_that_hangs_for_good_asks_for_a_new_process_where_one_will_come(
    evening: Evening,
) -> None:
    evening.start("Alphatian")
    steps = Steps(evening, Watchdog({"NOTIFY_SOCKET": "/nowhere/at/all"}))
    steps.runner._feed = Hung()  # type: ignore[assignment]
    steps.step(evening.time_s)
    assert steps.runner._status == RESTART
    assert evening.view == care_words.no_camera_hangs()


def test_a_camera_that_hangs_for_good_is_said_where_nobody_starts_a_new_process(
    evening: Evening,
) -> None:
    steps = Steps(evening)
    steps.runner._feed = Hung()  # type: ignore[assignment]
    steps.step(0.0)
    assert steps.runner._status is None
    assert steps.complaints == []


def test_too_many_cameras_that_hang_are_said_and_the_game_is_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.table.feed.LETS_GO_S", 0.0)
    items, put, _came = collected()
    hangs, hung = threading.Event(), threading.Semaphore(0)

    def hanging() -> Frame | None:
        hung.release()
        hangs.wait(10)
        return None

    feed = CameraFeed(lambda: Film(0, hanging), put, ToldClock(3.0))
    for _ in range(HUNG_MOST + 2):
        feed.open()
        assert hung.acquire(timeout=10)
    assert items == []
    feed.open()
    (fault,) = items
    assert isinstance(fault, CameraFault) and fault.hung
    evening.start("Alphatian")
    for _ in range(2):
        evening.table.handle(fault)
    assert evening.view == care_words.no_camera_hangs()
    assert [one.line.event for one in evening.said].count("complaint") == 2, "lost, and why"
    evening.see(())
    assert isinstance(evening.view, AskThrow), "one of them let go"
    hangs.set()
    feed.close()


# ---------------------------------------------------------------- systemd


def test_systemd_is_told_and_its_watchdog_fed_by_the_loop(evening: Evening, tmp_path: Path) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(path))
        there.settimeout(5)
        told = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "4000000"}
        steps = Steps(evening, Watchdog(told))
        steps.runner.stop()
        assert steps.runner.run() == 0
        for second in range(4):
            steps.step(second / 2)
        received = [there.recv(99) for _ in range(4)]
    assert received == [b"READY=1", b"STOPPING=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_without_systemd_nothing_is_told() -> None:
    quiet = Watchdog({})
    quiet.ready()
    quiet.live(1.0)
    Watchdog({"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "no number"}).ready()
    Watchdog({"NOTIFY_SOCKET": "@arbiter-test-nobody"}).stopping()


# ---------------------------------------------------------------- the camera


class Film:
    """A camera that gives some frames, then does what it is told to."""

    def __init__(self, frames: int, then: Callable[[], Frame | None]) -> None:
        self.left = frames
        self.then = then
        self.closed = 0

    def capture(self) -> Frame | None:
        if self.left:
            self.left -= 1
            return Frame(felt(), 1.0, 0)
        return self.then()

    def close(self) -> None:
        self.closed += 1


def failing_camera() -> Frame | None:
    raise CameraError("unplugged")


def collected() -> tuple[list[object], Callable[[object], None], threading.Semaphore]:
    items: list[object] = []
    came = threading.Semaphore(0)

    def put(item: object) -> None:
        items.append(item)
        came.release()

    return items, put, came


def test_frames_are_numbered_on_over_a_reopening() -> None:
    items, put, came = collected()
    cameras = [Film(2, failing_camera), Film(1, lambda: None)]
    opened = iter(cameras)
    feed = CameraFeed(lambda: next(opened), put, ToldClock(7.0))
    feed.open()
    for _ in range(3):
        assert came.acquire(timeout=10)
    feed.open()
    assert came.acquire(timeout=10)
    feed.close()
    frames = [item.number for item in items if isinstance(item, Frame)]
    assert frames == [0, 1, 2]
    assert items[2] == CameraFault("unplugged", 7.0)
    assert [camera.closed for camera in cameras] == [1, 1]


def test_a_camera_that_cannot_be_opened_is_a_fault() -> None:
    items, put, came = collected()

    def opener() -> Film:
        raise CameraError("no camera at usb:0")

    CameraFeed(opener, put, ToldClock()).open()
    assert came.acquire(timeout=10)
    assert items == [CameraFault("no camera at usb:0", 0.0)]


@pytest.mark.parametrize(
    "pixels",
    [
        felt()[:, :, 0],
        felt()[:, :, :1],
        felt()[:0],
        felt().astype(np.uint16),
        felt().astype(np.float32),
        np.dstack([felt(), felt()[:, :, :1]]),
        None,
    ],
    ids=["grey", "one channel", "empty", "16 bits", "floats", "four channels", "nothing"],
)
@pytest.mark.parametrize("small", [False, True])
def test_what_is_no_picture_is_a_fault_of_the_camera(pixels: Any, small: bool) -> None:
    if small and pixels is None:
        return  # a camera without a small stream
    items, put, came = collected()
    frame = Frame(felt(), 1.0, 0, small=pixels) if small else Frame(pixels, 1.0, 0)
    camera = Film(0, lambda: frame)
    feed = CameraFeed(lambda: camera, put, ToldClock())
    feed.open()
    assert came.acquire(timeout=10)
    feed.close()
    (fault,) = items
    assert isinstance(fault, CameraFault)
    assert "the camera gives no pictures" in fault.reason
    assert camera.closed == 1


def test_whatever_a_driver_raises_is_a_fault_of_the_camera() -> None:
    def broken() -> Frame | None:
        raise RuntimeError

    items, put, came = collected()
    feed = CameraFeed(lambda: Film(0, broken), put, ToldClock(3.0))
    feed.open()
    assert came.acquire(timeout=10)
    feed.close()
    assert items == [CameraFault("RuntimeError", 3.0)]


def test_a_camera_that_hangs_is_left_and_what_it_gives_later_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.table.feed.LETS_GO_S", 0.0)
    items, put, came = collected()
    hangs = threading.Event()
    hung = threading.Event()

    def hanging() -> Frame | None:
        hung.set()
        hangs.wait(10)
        return Frame(felt(), 9.0, 9)

    stays = threading.Event()

    def staying() -> Frame | None:
        stays.wait(10)
        return None

    cameras = iter([Film(0, hanging), Film(1, staying)])
    feed = CameraFeed(lambda: next(cameras), put, ToldClock())
    feed.open()
    assert hung.wait(10)
    feed.open()
    assert came.acquire(timeout=10)
    assert feed.hung == 1
    hangs.set()
    feed._threads[0].join(10)
    stays.set()
    feed.close()
    assert feed.hung == 0
    assert [item.time_s for item in items if isinstance(item, Frame)] == [1.0]


# ---------------------------------------------------------------- the reader


def held() -> tuple[threading.Event, threading.Event, Callable[[Image], Observation]]:
    """A reading that says when it has begun, and does not end before it is let go."""
    begun, go = threading.Event(), threading.Event()

    def slow(_image: Image) -> Observation:
        begun.set()
        go.wait(10)
        return Observation((), 4, 3)

    return begun, go, slow


def test_a_frame_is_read_in_a_thread_of_its_own_and_a_newer_one_goes_before() -> None:
    items, put, came = collected()
    reading = Reading(put, ToldClock(5.0), lambda _text: None)
    begun, go, slow = held()

    reading.read(Frame(felt(), 1.0, 1), slow)
    assert begun.wait(10)
    for number in (2, 3):
        reading.read(Frame(felt(), 1.0, number), slow)
    go.set()
    assert came.acquire(timeout=10) and came.acquire(timeout=10)
    reading.close()
    assert items == [Read(Observation((), 4, 3), 5.0, number) for number in (1, 3)]


def test_a_reading_that_fails_is_said_to_be_none() -> None:
    items, put, came = collected()
    told: list[str] = []
    reading = Reading(put, ToldClock(), told.append)

    def broken(_image: Image) -> Observation:
        raise ValueError("not a picture")

    for number in (4, 5):
        reading.read(Frame(felt(), 1.0, number), broken)
        assert came.acquire(timeout=10)
    reading.close()
    assert items == [Read(None, 0.0, 4), Read(None, 0.0, 5)]
    assert len(told) == 1 and told[0].endswith("ValueError: not a picture")


def test_the_table_does_not_end_within_a_reading() -> None:
    _, put, _ = collected()
    reading = Reading(put, ToldClock(), lambda _told: None)
    begun, go, slow = held()

    reading.read(Frame(felt(), 1.0, 1), slow)
    assert begun.wait(10)
    closing = threading.Thread(target=reading.close)
    closing.start()
    closing.join(1.2)  # longer than a thread was once waited for
    assert closing.is_alive()
    go.set()
    closing.join(10)
    assert not reading._newest._thread.is_alive()


# ---------------------------------------------------------------- speech


def test_of_sentences_that_come_while_one_is_spoken_the_newest_is_kept() -> None:
    spoken: list[tuple[str, str]] = []
    begun, go, done = threading.Event(), threading.Event(), threading.Semaphore(0)

    def run(command: Sequence[str], text: str) -> None:
        begun.set()
        go.wait(10)
        spoken.append((command[2], text))
        done.release()

    speaker = Speaker(run)
    speaker.say("one")
    assert begun.wait(10)
    speaker.say("two")
    speaker.say("three")
    go.set()
    assert done.acquire(timeout=10) and done.acquire(timeout=10)
    speaker.close()
    assert spoken == [("en", "one"), ("en", "three")]


# ---------------------------------------------------------------- all together


def test_a_table_runs_with_all_its_threads(tmp_path: Path) -> None:
    shown = threading.Semaphore(0)
    oled = SimOled(lambda _image: shown.release())
    buttons = SimButtons()
    clock = ToldClock()
    ends = threading.Event()

    def waiting() -> Frame | None:
        ends.wait(10)
        return None

    live = Live(
        Parts(
            open_camera=lambda: Film(3, waiting),
            display=oled,
            buttons=buttons,
            sound=SimSound(),
            light=SimLight(),
            clock=clock,
            reader=ColourReader(),
            folder=tmp_path,
            date=lambda: "2026-11-30",
            checks=FINE,
        )
    )
    status: list[int] = []
    loop = threading.Thread(target=lambda: status.append(live.run()))
    loop.start()
    assert shown.acquire(timeout=10)
    buttons.push("ok", 0.0)
    assert shown.acquire(timeout=10)
    live.runner.stop()
    ends.set()
    loop.join(10)
    assert status == [0]


def test_a_press_reaches_the_screen_while_a_frame_is_read(tmp_path: Path) -> None:
    aside: list[Frame] = []
    evening = Evening(tmp_path, put_aside=aside.append)
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    assert len(aside) == 1
    drawn = evening.oled.refreshes
    evening.press("back")
    assert evening.oled.refreshes == drawn + 1
    evening.press("back", "ok")
    assert evening.oled.refreshes == drawn + 3
    frame = aside[0]
    evening.table.handle(Read(ColourReader().read(frame.pixels), evening.time_s, frame.number))
    assert [said.line.event for said in evening.said[-2:]] == ["roll", "attack"]


def test_presses_go_before_frames_that_wait() -> None:
    inbox = Inbox[TableItem](max_frames=1)
    for number in range(30):
        inbox.put(Frame(felt(), float(number), number))
    inbox.put(Press("ok", 30.0))
    taken = 0
    while not isinstance(inbox.take(0), Press):
        taken += 1
    assert taken == 1
