"""Keys as buttons: the bytes of terminals, pushes in a row, and a terminal left as it was found."""

import contextlib
import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.ports import Buttons, Edge
from hardware.sim.keyboard import Keyboard, KeyLines
from hardware.sim.keys import GAP_S, HELD_S, PUSH_S, KeyDecoder, Pushes

ROOT = Path(__file__).parents[2]


class RealClock:
    def now_s(self) -> float:
        return time.monotonic()


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\x1b[A\x1b[B\x1bOC\x1bOD", ["up", "down", "right", "left"]),
        (b"\r\n \x7f\x08", ["enter", "enter", "space", "backspace", "backspace"]),
        (b"t1H", ["t", "1", "H"]),
        ("ß".encode(), ["ß"]),
        (b"\xff\x00\x01t", ["t"]),
        (b"\x1b[15~t", ["t"]),
        (b"\x1bt", ["escape", "t"]),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[" + b"1" * 40 + b"t", []),
    ],
)
def test_bytes_become_keys(sent: bytes, keys: list[str]) -> None:
    assert KeyDecoder().feed(sent) == keys


def test_a_sequence_may_come_in_parts() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.waits
    assert decoder.feed(b"[") == []
    assert decoder.feed(b"A") == ["up"]
    assert not decoder.waits


def test_an_escape_alone_is_a_key_once_nothing_follows() -> None:
    decoder = KeyDecoder()
    decoder.feed(b"\x1b")
    assert decoder.flush() == ["escape"]
    decoder.feed(b"\x1b[")
    assert decoder.flush() == []
    assert decoder.flush() == []


def test_pushes_wait_for_each_other() -> None:
    pushes = Pushes()
    assert pushes.next_s is None
    pushes.push("ok")
    pushes.push("up")
    assert pushes.due(1.0) == [Edge("ok", True, 1.0)]
    assert pushes.next_s == 1.0 + PUSH_S
    assert pushes.due(1.0 + PUSH_S) == [Edge("ok", False, 1.0 + PUSH_S)]
    later_s = 1.0 + PUSH_S + GAP_S
    assert pushes.next_s == later_s
    assert pushes.due(later_s) == [Edge("up", True, later_s)]


def test_help_is_held_for_a_correction() -> None:
    pushes = Pushes()
    pushes.push("help_hold")
    assert [edge.button for edge in pushes.due(0.0)] == ["help"]
    assert pushes.due(HELD_S - 0.01) == []
    assert pushes.due(HELD_S) == [Edge("help", False, HELD_S)]


class Heard:
    """What a keyboard told, and when it ended."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.others: list[str] = []
        self.ended = threading.Event()


@pytest.fixture
def typed() -> Iterator[tuple[int, Heard]]:
    """Where to write keys, and what was heard of them."""
    reads, writes = os.pipe()
    heard = Heard()
    keyboard = Keyboard(reads, RealClock(), heard.others.append, heard.ended.set)
    port: Buttons = keyboard
    port.listen(heard.edges.append)
    keyboard.start()
    yield writes, heard
    keyboard.close()
    keyboard._thread.join(5)
    os.close(reads)


def test_keys_push_buttons_and_others_are_handed_on(typed: tuple[int, Heard]) -> None:
    writes, heard = typed
    os.write(writes, b"\x1b[At\r")
    os.write(writes, b"\x1b")
    deadline_s = time.monotonic() + 10
    while len(heard.edges) < 6 and time.monotonic() < deadline_s:
        heard.ended.wait(0.02)
    assert [(e.button, e.down) for e in heard.edges] == [
        (button, down) for button in ("up", "ok", "back") for down in (True, False)
    ]
    assert heard.others == ["t"]
    os.close(writes)
    assert heard.ended.wait(10)


def test_lines_name_keys_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "up t  # throw\nwait 0\nwait soon\nhelp 3\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    heard = Heard()
    keys = KeyLines(RealClock(), heard.others.append, heard.ended.set)
    keys.listen(heard.edges.append)
    keys.start()
    assert heard.ended.wait(10)
    assert [(e.button, e.down) for e in heard.edges] == [
        (button, down) for button in ("up", "help") for down in (True, False)
    ]
    assert heard.others == ["t", "wait soon", "3"]
    keys.close()


PROGRAM = """
import signal, sys, threading, time
# a job in the background ignores or blocks it
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
from hardware.sim.terminal import RawTerminal
told = []
end = told.append if "tell" in sys.argv else sys.exit
if "early" in sys.argv:  # as soon as the screen is ours
    import os
    RawTerminal._write = lambda self, codes: (sys.stdout.write(codes), sys.stdout.flush(),
        os.kill(os.getpid(), signal.SIGHUP) if codes.endswith("[2J") else None)
back = lambda: print("again", flush=True)
with RawTerminal(sys.stdin, sys.stdout, back, threading.Lock(), end):
    print("ready", flush=True)
    while "tell" in sys.argv and not told:
        time.sleep(0.1)
    if told and "stuck" not in sys.argv:
        sys.exit(told[0] - 100)
    if told:
        print("told", flush=True)
    if "raise" in sys.argv:
        raise ValueError("on purpose")
    for _ in range(300):  # a signal just before a sleep is taken after it: short ones
        time.sleep(0.1)
"""


class Child:
    """A program on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.ours, self.its = pty.openpty()
        self.found = termios.tcgetattr(self.its)
        self.said = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=self.its,
            stdout=self.its,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            process_group=0,  # a group whose parent is outside it can be stopped
        )

    def wait_for(self, text: bytes) -> None:
        end_s = time.monotonic() + 60
        while text not in self.said and time.monotonic() < end_s:
            if select.select([self.ours], [], [], 0.2)[0]:
                self.said += os.read(self.ours, 4096)
        assert text in self.said, self.said
        self.said = self.said.split(text, 1)[1]

    @property
    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self.its)[3] & termios.ECHO)

    def restored(self) -> bool:
        self.wait_for(b"\x1b[?25h\x1b[?1049l")
        return termios.tcgetattr(self.its)[:4] == self.found[:4]

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.ours)
        os.close(self.its)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, None)]
)
def test_a_terminal_is_restored_when_the_program_is_ended(
    number: signal.Signals, status: int | None
) -> None:
    with contextlib.closing(Child()) as child:
        child.wait_for(b"ready")
        assert not child.echoes
        child.process.send_signal(number)
        ended = child.process.wait(10)
        assert ended == status if status else ended != 0
        assert child.restored()


def test_a_terminal_is_restored_when_a_signal_comes_as_it_is_taken() -> None:
    with contextlib.closing(Child("early")) as child:
        assert child.process.wait(10) == 129
        assert child.restored()


def test_a_program_that_wants_to_be_told_ends_itself() -> None:
    with contextlib.closing(Child("tell")) as child:
        child.wait_for(b"ready")
        child.process.send_signal(signal.SIGTERM)
        assert child.process.wait(10) == 43
        assert child.restored()


def test_a_program_that_was_told_and_hangs_is_ended_by_the_second_signal() -> None:
    with contextlib.closing(Child("tell", "stuck")) as child:
        child.wait_for(b"ready")
        child.process.send_signal(signal.SIGTERM)
        child.wait_for(b"told")
        child.process.send_signal(signal.SIGTERM)
        assert child.process.wait(10) == 143
        assert child.restored()


def test_a_terminal_is_restored_after_an_exception() -> None:
    with contextlib.closing(Child("raise")) as child:
        assert child.process.wait(10) == 1
        assert child.restored()


def test_a_stopped_program_gives_the_terminal_back_meanwhile() -> None:
    with contextlib.closing(Child()) as child:
        child.wait_for(b"ready")
        child.process.send_signal(signal.SIGTSTP)
        _, status = os.waitpid(child.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert child.restored()
        child.process.send_signal(signal.SIGCONT)
        child.wait_for(b"again")
        assert not child.echoes
