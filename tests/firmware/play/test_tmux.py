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
    """A terminal of its own server of tmux, and a table in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = str(folder / "tmux")
        self.size = ("80", "24")

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", self.socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def play(self, *arguments: str) -> None:
        words = [sys.executable, "-m", "firmware.cli", "play", *arguments]
        env = {"ARBITER_HOME": str(self.folder / "home"), "LC_ALL": "C.UTF-8", "TERM": "screen"}
        given = [f"-e{name}={value}" for name, value in env.items()]
        width, height = self.size
        command = f"cd {ROOT} && exec {' '.join(words)} 2>{self.folder}/errors"
        self.tmux("new-session", "-d", "-x", width, "-y", height, *given, command)
        self.tmux("set-option", "-g", "remain-on-exit", "on")

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    @property
    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    @property
    def pid(self) -> int:
        return int(self.tmux("list-panes", "-F", "#{pane_pid}"))

    @property
    def said(self) -> str:
        """What was said last, in one line."""
        rows = self.screen.splitlines()
        first = max((k for k, row in enumerate(rows) if row.startswith("> ")), default=len(rows))
        last = next((k for k, row in enumerate(rows) if row.startswith("arrows")), len(rows))
        return " ".join(" ".join(rows[first:last]).removeprefix("> ").split())

    def wait(self, pattern: str, again: Callable[[], None] = lambda: None) -> str:
        """Wait until something is said, and give it; again is done every few seconds."""
        ends_s = time.monotonic() + PATIENCE_S
        again_s = time.monotonic() + AGAIN_S
        while not re.search(pattern, said := self.said):
            now_s = time.monotonic()
            if now_s > ends_s:
                errors = (self.folder / "errors").read_text()
                pytest.fail(f"{pattern!r} was not said:\n{self.screen}\n{errors}")
            if now_s > again_s:
                again()
                again_s = now_s + AGAIN_S
            time.sleep(0.1)
        return said

    def play_on(self, keys_for: Callable[[str], Sequence[str]], presses: int = 200) -> None:
        """Answer each thing that is said with keys, until somebody wins."""
        for _ in range(presses):
            said = self.wait(".")
            if "wins" in said:
                return
            # On a busy machine frames stop now and then: what is awaited is on the OLED alone.
            ways = itertools.cycle([("t",), ("Enter",)] if "camera" in said else [keys_for(said)])
            self.keys(*next(ways))
            self.wait(f"^(?!{re.escape(said)}$).", partial(self.next_keys, ways))
        pytest.fail(f"nobody won:\n{self.screen}")

    def next_keys(self, ways: Iterator[Sequence[str]]) -> None:
        self.keys(*next(ways))

    def close(self) -> None:
        self.tmux("kill-server")


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
    terminal.wait("throws")
    terminal.keys("H", "Enter", "Enter")
    terminal.wait("orrect")
    terminal.keys("Enter")
    terminal.wait("stands", lambda: terminal.keys("Enter"))
    terminal.keys("BSpace", "Down", "Enter")
    terminal.wait("ndone|taken back")
    terminal.keys("Enter")
    stood = terminal.wait("stands", lambda: terminal.keys("Enter"))
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.tmux("kill-session")
    terminal.play("--seed", "5", "--speed", "2")
    terminal.wait("The game goes on", lambda: terminal.keys("Enter"))
    assert stood
    terminal.keys("Up", "Enter")
    terminal.wait("names")
    terminal.keys("q")
    ends_s = time.monotonic() + PATIENCE_S
    while "dead" not in terminal.tmux("list-panes") and time.monotonic() < ends_s:
        time.sleep(0.1)
    assert "The game is kept" in (terminal.folder / "errors").read_text()


@pytest.mark.skipif("ARBITER_LONG" not in os.environ, reason="ARBITER_LONG=1 runs it: minutes")
@pytest.mark.parametrize("text", [ALEA, CENTURION], ids=["alea", "centurion"])
def test_a_game_of_roman_dice_is_corrected_undone_paused_and_outlives_a_kill(
    terminal: Terminal, text: str
) -> None:
    terminal.play("--table", table(terminal, text), "--seed", "2", "--speed", "2")
    terminal.wait("Romana|Centurion")
    for _ in range(2):
        before = terminal.said
        terminal.keys("t")
        terminal.wait(f"^(?!{re.escape(before)}$).*throws", lambda: terminal.keys("t"))
    terminal.keys("H", "Enter", "Enter")
    terminal.wait("orrect", lambda: terminal.keys("H", "Enter", "Enter"))
    terminal.keys("BSpace", "Enter")  # the pause, and go on
    terminal.keys("Enter")
    stopped = terminal.wait("turn|stops|enters|column", lambda: terminal.keys("Enter"))
    ways = itertools.cycle([("BSpace", "Down", "Enter"), ("BSpace",)])
    terminal.next_keys(ways)
    terminal.wait("ndone|taken back", partial(terminal.next_keys, ways))
    os.kill(terminal.pid, signal.SIGKILL)
    terminal.tmux("kill-session")
    terminal.play("--seed", "5", "--speed", "3")
    terminal.wait("The game goes on", lambda: terminal.keys("Enter"))
    assert stopped
    terminal.play_on(roman)
