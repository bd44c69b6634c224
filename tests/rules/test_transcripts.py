"""Every transcript in tests/data/rules reads as it is played, and every ruling has one."""

from pathlib import Path

import pytest

from tests.rules.transcripts import FOLDER, Player, paragraphs

RULINGS = [
    *(f"A{number}" for number in range(1, 13)),
    *(f"R{number}" for number in range(1, 17)),
    *(f"C{number}" for number in range(1, 5)),
    "P7",
    "P9",
]
"""Those that the rules can see; P1 to P6 and P8 are about what lies in the tray."""

BROKEN_ELSEWHERE = {
    "A2": "coins is 21",  # a game with such coins cannot begin
    "A5": "[A6]",  # counts sixes; no action breaks it, naming one that is not there comes nearest
    "A8": "[A3]",  # says what is paid; what can be tried is a second throw
    "A9": "[A6]",  # says what is paid; what can be tried is a second number
    "A10": "[A6]",  # allows no parry
    "C2": "[C1]",  # gives a turn, which begins with a die
    "C4": "[C3]",
    "R15": "expected 1 to 7",
    "R16": "[R5]",
}
"""Rulings that say what follows rather than what may be done, and what refuses the attempt."""


def texts() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", texts(), ids=lambda path: path.stem)
def test_transcript_reads_as_it_is_played(path: Path) -> None:
    player = Player()
    for written in paragraphs(path.read_text(encoding="utf-8")):
        told = player.told(written.line)
        if written.line.split(" ")[0] in ("=", "outcome", "refused"):
            assert [written.line] == told, f"{path.name}, line {written.number}"
        else:
            assert written.below == told, f"{path.name}, line {written.number}"


def test_every_ruling_has_a_transcript() -> None:
    assert {path.stem for path in texts()} == set(RULINGS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_kept_and_broken_in_its_transcript(ruling: str) -> None:
    text = (FOLDER / f"{ruling}.txt").read_text(encoding="utf-8")
    assert text.startswith(f"# {ruling}: ")
    kept, broken = text.split("# Broken: ")
    assert "\n> " in kept or "\n= " in kept
    refusals = "\n".join(
        line
        for before, line in zip(broken.splitlines(), broken.splitlines()[1:], strict=False)
        if before.startswith("! ") or line.startswith("refused ")
    )
    assert BROKEN_ELSEWHERE.get(ruling, f"[{ruling}]") in refusals


def test_a_line_that_is_not_as_played_is_noticed() -> None:
    player = Player()
    lines = [*paragraphs("game alphatian\nplayers Ann, Ben\n> roll 1 1 1 1 1\n    nothing\n")]
    assert [player.told(written.line) for written in lines][-1] != lines[-1].below
