"""Whole games in a real terminal, 80 by 24, driven by keys through tmux as people would."""

import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PATIENCE_S = 240.0
AGAIN_S = 10.0
"""Seconds after which keys are pressed again: a busy machine takes long to say anything."""

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed: no game is played in a terminal"
)

ALPHATIAN = """
game = "alphatian"
players = ["Ann", "Ben"]
[alphatian]
coins = 1
clock = "off"
"""
ALEA = """
game = "alea"
players = ["Cleo"]
[alea]
cards = false
length = "seven-turns"
"""
CENTURION = """
game = "centurion"
players = ["Dan"]
"""


class Terminal:
    """A terminal of its own server of tmux, and a table in it.

    heard: all that was said, line by line, but for what the camera's pauses made the table say: on
    a busy machine frames stop now and then. Of these lines `wait` gives each one once.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = str(folder / "tmux")
        self.heard: list[str] = []
        self._shown: list[str] = []
        self._given = 0

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", self.socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def play(self, *arguments: str) -> None:
        """Start a table, in the place of one that was killed."""
        words = [sys.executable, "-m", "firmware.cli", "play", *arguments]
        env = {"ARBITER_HOME": str(self.folder / "home"), "LC_ALL": "C.UTF-8", "TERM": "screen"}
        given = [f"-e{name}={value}" for name, value in env.items()]
        command = f"cd {ROOT} && exec {' '.join(words)} 2>{self.folder}/errors"
        self._shown = []
        if Path(self.socket).exists():
            self.tmux("respawn-pane", "-k", *given, command)
            return
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", *given, "sleep 1d")
        self.tmux("set-option", "-g", "remain-on-exit", "on")
        self.tmux("respawn-pane", "-k", *given, command)

    def kill(self) -> None:
        """Kill the table, and wait until it is dead."""
        os.kill(self.pid, signal.SIGKILL)
        self.wait_for_end()

    def wait_for_end(self) -> None:
        """Wait until the table has ended."""
        ends_s = time.monotonic() + PATIENCE_S
        while "dead" not in self.tmux("list-panes"):
            if time.monotonic() > ends_s:
                self.fail("the table did not end")
            time.sleep(0.1)

    def keys(self, *keys: str) -> None:
        if keys:
            self.tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    @property
    def pid(self) -> int:
        return int(self.tmux("list-panes", "-F", "#{pane_pid}"))

    def listen(self) -> None:
        """Hear what was said since."""
        shown = _said(self.screen)
        most = min(len(shown), len(self._shown))
        known = next(
            k for k in range(most, -1, -1) if self._shown[len(self._shown) - k :] == shown[:k]
        )
        self.heard += [line for line in shown[known:] if not line.startswith("The camera ")]
        self._shown = shown

    @property
    def newest(self) -> str:
        """What was said last, "" where nothing was."""
        self.listen()
        return self.heard[-1] if self.heard else ""

    def wait(self, pattern: str, again: Callable[[], None] = lambda: None) -> str:
        """Wait until something is said, and give it; again is done every few seconds."""
        ends_s = time.monotonic() + PATIENCE_S
        again_s = time.monotonic() + AGAIN_S
        while True:
            self.listen()
            while self._given < len(self.heard):
                self._given += 1
                if re.search(pattern, self.heard[self._given - 1]):
                    return self.heard[self._given - 1]
            now_s = time.monotonic()
            if now_s > ends_s:
                self.fail(f"{pattern!r} was not said")
            if now_s > again_s:
                again()
                again_s = now_s + AGAIN_S
            time.sleep(0.1)

    def fail(self, told: str) -> None:
        heard = "\n".join(self.heard)
        errors = (self.folder / "errors").read_text()
        pytest.fail(f"{told}:\n{self.screen}\n{heard}\n{errors}")

    def play_on(self, keys_for: Callable[[str], Sequence[str]], presses: int = 200) -> None:
        """Answer each thing that is said with keys, until somebody wins."""
        for _ in range(presses):
            said = self.newest
            if any("wins" in line for line in self.heard):
                return
            self._given = len(self.heard)
            wrong = re.search("[Pp]ut .*back", said)
            ways = itertools.cycle(_ways(("b",) if wrong else keys_for(said)))
            self.next_keys(ways)
            self.wait(".", partial(self.next_keys, ways))
        self.fail("nobody won")

    def next_keys(self, ways: Iterator[Sequence[str]]) -> None:
        self.keys(*next(ways))

    def close(self) -> None:
        self.tmux("kill-server")


def _ways(keys: Sequence[str]) -> list[Sequence[str]]:
    """What to press, and what instead where nothing is said to it for long.

    Dice are not thrown again soon: on a busy machine it takes long until a throw was read.
    """
    nothing: Sequence[str] = ()
    other = ("Enter",) if keys == ("t",) else ("t",)
    return [keys, *[nothing] * 4, other, *[nothing] * 4]


def _said(screen: str) -> list[str]:
    """The lines that a page shows as said, the newest marked, wrapped ones set in."""
    rows = screen.splitlines()
    first = next((k + 1 for k, row in enumerate(rows) if row.startswith("\u2514")), len(rows))
    last = next((k for k, row in enumerate(rows) if row.startswith("arrows")), len(rows))
    said: list[str] = []
    for row in rows[first:last]:
        if row.startswith("    ") and said:
            said[-1] += f" {row.strip()}"
        elif row.strip():
            said.append(row[2:].strip())
    return said


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path)
    yield made
    made.close()


def table(terminal: Terminal, text: str) -> str:
    path = terminal.folder / "table.toml"
    path.write_text(text)
    return str(path)


def alphatian(said: str) -> Sequence[str]:
    if "stands" in said:
        return ("Up", "Enter")
    return ("Enter",) if re.search(r"^\w+ throws [1-6]", said) else ("t",)


def roman(said: str) -> Sequence[str]:
    """Throw two dice in a turn, so that numbers differ."""
    made = re.search(r"throws \w; ([IVX ]+):", said)
    if made and len(made.group(1).split()) >= 2:
        return ("Enter",)
    return (
        ("t",) if made or "turn" in said or "Romana" in said or "Centurion" in said else ("Enter",)
    )


def test_a_game_of_alphatian_roulette_is_played_to_its_end(terminal: Terminal) -> None:
    terminal.play("--table", table(terminal, ALPHATIAN), "--seed", "1", "--speed", "3")
    terminal.wait("Alphatian Roulette: Ann with 1 coin")
    terminal.play_on(alphatian)
    terminal.keys("q")


def test_a_game_of_alea_romana_is_played_to_its_end(terminal: Terminal) -> None:
    terminal.play("--table", table(terminal, ALEA), "--seed", "2", "--speed", "3")
    terminal.wait("Alea Romana: Cleo")
    terminal.play_on(roman)


@pytest.mark.skipif("ARBITER_LONG" not in os.environ, reason="ARBITER_LONG=1 runs it: a minute")
def test_a_game_of_centurion_is_played_to_its_end(terminal: Terminal) -> None:
    terminal.play("--table", table(terminal, CENTURION), "--seed", "3", "--speed", "3")
    terminal.wait("Centurion: Dan")
    terminal.play_on(roman)


def test_a_reading_is_corrected_a_decision_undone_and_the_game_outlives_a_kill(
    terminal: Terminal,
) -> None:
    path = table(terminal, ALPHATIAN.replace("coins = 1", "coins = 9"))
    terminal.play("--table", path, "--seed", "1", "--speed", "2")
    terminal.wait("Alphatian Roulette")
    terminal.keys("t")
    terminal.wait("throws", lambda: terminal.keys("t"))
    terminal.keys("H", "Enter", "Enter")
    terminal.wait("orrect", lambda: terminal.keys("H", "Enter", "Enter"))
    terminal.keys("Enter")
    terminal.wait("stands", lambda: terminal.keys("Enter"))
    ways = itertools.cycle([("BSpace", "Down", "Enter"), ("BSpace",)])
    terminal.next_keys(ways)
    terminal.wait("ndone|taken back", partial(terminal.next_keys, ways))
    terminal.keys("Enter")
    terminal.wait("stands", lambda: terminal.keys("Enter"))
    terminal.kill()
    resumes(terminal, "--speed", "2")
    terminal.keys("Up", "Enter")
    terminal.wait("names", lambda: terminal.keys("Enter"))
    terminal.keys("q")
    terminal.wait_for_end()
    assert "The game is kept" in (terminal.folder / "errors").read_text()


def resumes(terminal: Terminal, *arguments: str) -> None:
    """Start the table again, and answer its question whether the game goes on."""
    terminal.play("--seed", "5", *arguments)
    terminal.wait("The game goes on", lambda: terminal.keys("Enter"))


@pytest.mark.skipif("ARBITER_LONG" not in os.environ, reason="ARBITER_LONG=1 runs it: minutes")
@pytest.mark.parametrize("text", [ALEA, CENTURION], ids=["alea", "centurion"])
def test_a_game_of_roman_dice_is_corrected_undone_paused_and_outlives_a_kill(
    terminal: Terminal, text: str
) -> None:
    terminal.play("--table", table(terminal, text), "--seed", "2", "--speed", "2")
    terminal.wait("Romana|Centurion")
    for _ in range(2):
        terminal.keys("t")
        terminal.wait("throws", lambda: terminal.keys("t"))
    terminal.keys("H", "Enter", "Enter")
    terminal.wait("orrect", lambda: terminal.keys("H", "Enter", "Enter"))
    terminal.keys("BSpace", "Enter")  # the pause, and go on
    terminal.keys("Enter")
    terminal.wait("turn|stops|enters|column", lambda: terminal.keys("Enter"))
    ways = itertools.cycle([("BSpace", "Down", "Enter"), ("BSpace",)])
    terminal.next_keys(ways)
    terminal.wait("ndone|taken back", partial(terminal.next_keys, ways))
    terminal.kill()
    resumes(terminal, "--speed", "3")
    terminal.play_on(roman)
