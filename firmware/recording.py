"""A recording as items for the loop: what it holds, and in which order it was taken.

A recording is a folder, or one zip file of it:

frames/, frames.csv     the pictures, and of each `file,time_s`; times never decrease
presses.csv             `time_s,button`: up, down, ok, back, help, help_hold; undo and redo where
                        they were chosen in the menu; debounced presses, never raw edges
ticks.csv               `time_s,tick`: tick where time passed with nothing else; read or unread
                        when the frame that was put aside for reading was read, or could not be;
                        anew when another watch began, as after the camera was opened again
order.txt               a letter for each item as the loop took it: F a frame, P a press, T a
                        line of ticks.csv. Without it, and beyond its end, items come by time
choices.csv             `turn,player,number,space`: what was entered in Alea Romana
table.toml              what is played, by whom, with which options; what the watch must know
recording.toml          `version` of this form, 2 today; `stills`: one picture for each throw;
                        `choices`: "presses" when all choices are among the presses, "first" when
                        one that is found nowhere is the first offered; `begun_s`: since when the
                        game stood as begun.game says, where the table was on all the while;
                        `exact`: false where the table saw its pictures before they were packed
told.jsonl              what the table said and showed, line by line, see firmware.transcript
begun.game              where the game stood, and how its dice lay, when the recording began in
                        the middle of it, see firmware.journal.form
before.json             the dice that lay there already when the game began with the recording,
                        as firmware.journal.tray writes them; without it, none is known
record.txt              the record of the game at the end, see rules.record
evidence/               readings that players confirmed or corrected, see firmware.evidence

Only frames/ and frames.csv must be there. What is missing is as in the oldest recordings: no
presses, no ticks, and the rest guessed from what there is. A newer version is refused.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, get_args

from firmware.loop import Press, Tick
from firmware.toml_file import TomlError, read_toml_file
from hardware.errors import RecordingError, reason
from hardware.ports import Camera, Frame
from hardware.sim.camera import MAX_TIME_S, Shot, read_presses, read_ticks

__all__ = [
    "ORDER",
    "ChosenBy",
    "Form",
    "Kept",
    "ReadDone",
    "WatchAnew",
    "are_stills",
    "items",
    "read_form",
    "recorded_order",
    "recorded_presses",
    "recorded_ticks",
]

ORDER: Final = "order.txt"

MAX_ORDER_BYTES: Final = 4_000_000
"""More items than any evening has."""

ChosenBy = Literal["presses", "first"]


@dataclass(frozen=True, slots=True)
class ReadDone:
    """The frame that was put aside was read, or could not be."""

    time_s: float
    well: bool


@dataclass(frozen=True, slots=True)
class WatchAnew:
    """Another watch is watched with from now on."""

    time_s: float


Kept = Frame | Press | Tick | ReadDone | WatchAnew
"""What a recording holds of what the loop takes."""


@dataclass(frozen=True, slots=True)
class Form:
    """What recording.toml says; None for what it leaves to be guessed, or leaves out."""

    stills: bool | None = None
    choices: ChosenBy | None = None
    begun_s: float | None = None
    exact: bool = True


def read_form(folder: Path) -> Form:
    """Read recording.toml, whose version RecordingCamera has checked; raises RecordingError."""
    path = folder / "recording.toml"
    try:
        told = read_toml_file(path)
    except TomlError as error:
        raise RecordingError(str(error)) from error
    stills, exact = (_yes_or_no(told, name, path) for name in ("stills", "exact"))
    begun_s, choices = _seconds(told, "begun_s", path), told.get("choices")
    known: dict[object, ChosenBy] = {name: name for name in get_args(ChosenBy)}
    if choices is None:
        return Form(stills, begun_s=begun_s, exact=exact is not False)
    if not isinstance(choices, str) or choices not in known:
        raise RecordingError(f'{path.name}: choices is {choices!r}: expected "presses" or "first"')
    return Form(stills, known[choices], begun_s, exact is not False)


def _yes_or_no(told: Mapping[str, object], name: str, path: Path) -> bool | None:
    given = told.get(name)
    if not isinstance(given, bool | None):
        raise RecordingError(f"{path.name}: {name} is {given!r}: expected true or false")
    return given


def _seconds(told: Mapping[str, object], name: str, path: Path) -> float | None:
    given = told.get(name)
    if given is None:
        return None
    if (
        not isinstance(given, int | float)
        or isinstance(given, bool)
        or not abs(given) <= MAX_TIME_S
    ):
        raise RecordingError(f"{path.name}: {name} is {given!r}: expected seconds")
    return float(given)


def recorded_presses(folder: Path) -> tuple[Press, ...]:
    """The presses of a recording; raises RecordingError when they are damaged."""
    return tuple(Press(button, time_s) for time_s, button in read_presses(folder))


def recorded_ticks(folder: Path) -> tuple[Tick | ReadDone | WatchAnew, ...]:
    """The lines of ticks.csv, none in older ones; raises RecordingError when damaged."""
    return tuple(_tick(time_s, word) for time_s, word in read_ticks(folder))


def _tick(time_s: float, word: str) -> Tick | ReadDone | WatchAnew:
    if word == "tick":
        return Tick(time_s)
    return WatchAnew(time_s) if word == "anew" else ReadDone(time_s, word == "read")


def recorded_order(folder: Path) -> str:
    """The letters of order.txt, empty where there is none; raises RecordingError when damaged."""
    path = folder / ORDER
    try:
        if not path.is_file() or path.stat().st_size > MAX_ORDER_BYTES:
            if path.exists():
                raise RecordingError(f"{ORDER} is no file of at most {MAX_ORDER_BYTES:,} bytes")
            return ""
        letters = path.read_bytes()
    except OSError as error:
        raise RecordingError(f"cannot read {ORDER}: {reason(error)}") from error
    if letters.strip(b"FPT"):
        raise RecordingError(f"{ORDER} is damaged: expected the letters F, P and T alone")
    return letters.decode("ascii")


def are_stills(shots: Sequence[Shot], quiet_s: float) -> bool:
    """Whether a recording has one picture for each settled throw: every gap exceeds quiet_s."""
    return all(after.time_s - before.time_s > quiet_s for before, after in pairwise(shots))


def items(
    camera: Camera,
    presses: Sequence[Press],
    ticks: Sequence[Tick | ReadDone | WatchAnew] = (),
    order: str = "",
) -> Iterator[Kept]:
    """Frames, presses and ticks as they were taken: by order, then by their times.

    Of equal times in this order. Raises RecordingError when order tells of more than there are.
    """
    sources: dict[str, Iterator[Kept]] = {
        "F": _frames(camera),
        "P": iter(presses),
        "T": iter(ticks),
    }
    for number, letter in enumerate(order):
        item = next(sources[letter], None)
        if item is None:
            raise RecordingError(f"{ORDER} letter {number + 1}: there is no further item {letter}")
        yield item
    yield from merge(*sources.values(), key=lambda item: item.time_s)


def _frames(camera: Camera) -> Iterator[Kept]:
    while (frame := camera.capture()) is not None:
        yield frame
