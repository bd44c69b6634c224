"""`arbiter play` on a terminal of its own, ended by signals and by a terminal that goes away."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PATIENCE_S = 120.0
LEAVE = b"\x1b[?25h\x1b[?1049l"


class Playing:
    """A game of Centurion on a terminal whose other end this test holds."""

    def __init__(self, folder: Path) -> None:
        self.ours, its = pty.openpty()
        words = [sys.executable, "-m", "firmware.cli", "play", "--game", "centurion"]
        env = {"ARBITER_HOME": str(folder), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            words, stdin=its, stdout=its, stderr=its, cwd=ROOT, env=os.environ | env,
            start_new_session=True,
        )  # fmt: skip
        os.close(its)
        self.said = b""

    def wait_for(self, text: bytes) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while text not in self.said and time.monotonic() < end_s:
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.ours, 65536)
                except OSError:
                    break
        assert text in self.said, self.said


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    one = Playing(tmp_path / "home")
    one.wait_for(b"\x1b[?1049h")
    yield one
    one.process.kill()
    one.process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_the_terminal_as_it_was_and_says_that_the_game_is_kept(
    playing: Playing, number: signal.Signals
) -> None:
    playing.process.send_signal(number)
    playing.wait_for(LEAVE)
    playing.wait_for(b"The game is kept: arbiter play goes on with it.")
    assert playing.process.wait(PATIENCE_S) == 128 + number


def test_a_terminal_that_goes_away_ends_it_with_the_status_of_its_signal(playing: Playing) -> None:
    os.close(playing.ours)
    playing.process.send_signal(signal.SIGHUP)
    assert playing.process.wait(PATIENCE_S) == 128 + signal.SIGHUP
