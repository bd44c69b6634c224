"""What players chose in a recording, from its choices.csv: numbers and the spaces they went to."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from hardware.errors import RecordingError, reason

__all__ = ["Choices", "are_pressed", "chooser", "read_choices"]

COLUMNS: Final = ["turn", "player", "number", "space"]

MAX_BYTES: Final = 1_000_000
"""A table of so many turns is smaller."""

MAX_LINES: Final = 10_000
"""More turns than any evening has."""

Choices = Mapping[tuple[int, str], tuple[int, int]]
"""What was entered in a turn, which are counted from 1, by a player: the number, the space."""


def read_choices(folder: Path) -> Choices:
    """Read choices.csv of a recording; empty when there is none.

    Raises RecordingError when it is damaged.
    """
    path = folder / "choices.csv"
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size > MAX_BYTES):
            raise RecordingError(f"choices.csv is no file of at most {MAX_BYTES:,} bytes")
        lines = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RecordingError(f"cannot read {path}: {reason(error)}") from error
    if not lines or lines[0] != COLUMNS:
        found = ",".join(lines[0]) if lines else "nothing"
        raise RecordingError(f"choices.csv begins with {found!r}; expected {','.join(COLUMNS)}")
    if len(lines) > MAX_LINES:
        raise RecordingError(f"choices.csv has {len(lines)} lines; a game has far fewer turns")
    return dict(_choice(line, row) for line, row in enumerate(lines[1:], start=2))


def _choice(line: int, row: Sequence[str]) -> tuple[tuple[int, str], tuple[int, int]]:
    try:
        turn, player, number, space = row
        return (int(turn), player.strip()), (int(number), int(space or 0))
    except ValueError as error:
        raise RecordingError(
            f"choices.csv line {line}: {','.join(row)!r} is torn; expected {','.join(COLUMNS)}"
        ) from error


def are_pressed(buttons: Iterable[str]) -> bool:
    """Whether choices seem to be among these presses: one is of another button than OK."""
    return any(button != "ok" for button in buttons)


def chooser(choices: Choices, by_presses: bool) -> Callable[[int, str, Sequence[Any]], Any]:
    """Who chooses in a recording, for a game's table.

    What choices.csv says of a turn is chosen when it is offered. Other choices are by_presses,
    which are waited for, or else the first offered is taken.
    """

    def choose(turn: int, player: str, offered: Sequence[Any]) -> Any:
        number, space = choices.get((turn, player), (0, 0))
        for action in offered:
            fits = getattr(action, "space", space) == space
            if number and getattr(action, "number", 0) == number and fits:
                return action
        return None if by_presses else offered[0]

    return choose
