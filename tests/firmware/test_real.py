"""The checks on real libraries: what is said of one that passes, fails, or cannot be run here."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import pytest

from firmware import real
from firmware.cli import main


@pytest.mark.parametrize("option", sorted(real.OPTIONS))
@pytest.mark.parametrize(
    ("status", "given", "said"),
    [(0, 0, "passed"), (1, 1, "FAILED with status 1"), (77, 0, "SKIPPED: no system here")],
)
def test_a_script_passes_fails_or_says_why_it_cannot_run(
    option: str, status: int, given: int, said: str
) -> None:
    ran: list[Sequence[str]] = []

    def call(command: Sequence[str], out: TextIO) -> tuple[int, str]:
        ran.append(command)
        return status, "no system here"

    out = io.StringIO()
    assert real.run(option, out, call) == given
    assert out.getvalue().endswith(f"--- {option[2:].replace('-', ' ')} {said}\n")
    assert Path(ran[0][1]).is_file()


def test_what_a_script_says_is_shown_and_its_last_line_kept() -> None:
    out = io.StringIO()
    assert real._call(["sh", "-c", "echo one; echo two >&2; echo; exit 77"], out) == (77, "two")
    assert out.getvalue() == "one\ntwo\n\n"


def test_without_a_checkout_it_is_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(real, "ROOT", tmp_path)
    out = io.StringIO()
    assert real.run("--real-camera", out) == 0
    assert "SKIPPED: no " in out.getvalue()


def test_the_command_line_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def run(option: str, out: TextIO) -> int:
        asked.append(option)
        return 0

    monkeypatch.setattr(real, "run", run)
    assert main(["test", "--real-camera"]) == 0
    assert asked == ["--real-camera"]
