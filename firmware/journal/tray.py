"""The tray as text, for the journal: one JSON object on one line."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.referee.kept import Tray
from vision.reading import Face, Reading

__all__ = ["before_text", "read_before", "read_tray", "write_tray"]

PLACED: Final = ("lay", "aside", "last")


def write_tray(tray: Tray) -> str:
    """Return the tray as JSON; places in pixels are rounded to a tenth."""
    dice: list[Reading] = []

    def index(reading: Reading) -> int:
        if reading not in dice:
            dice.append(reading)
        return dice.index(reading)

    kept: dict[str, Any] = {
        name: {str(place): index(one) for place, one in getattr(tray, name).items()}
        for name in PLACED
    }
    kept["void"] = [index(one) for one in tray.void]
    kept["said"] = [[index(one), face] for one, face in tray.said]
    kept = {name: some for name, some in kept.items() if some}
    if dice:
        kept["dice"] = [_die(one) for one in dice]
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=True)


def read_tray(text: str) -> Tray:
    """Return the tray that the JSON holds; raises ValueError for what is none."""
    try:
        kept = json.loads(text)
        dice = [_reading(die) for die in kept.get("dice", [])]
        lay, aside, last = (_placed(kept.get(name, {}), dice) for name in PLACED)
        void = tuple(dice[at] for at in kept.get("void", []))
        said = tuple((dice[at], _face(face)) for at, face in kept.get("said", []))
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the tray is {text[:40]!r}: expected its dice") from error
    return Tray(lay, aside, last, void, said)


def before_text(readings: Sequence[Reading]) -> str:
    """The dice that lay there already when a game began, as JSON."""
    return write_tray(Tray(dict(enumerate(readings))))


def read_before(text: str) -> tuple[Reading, ...]:
    """Return the dice that lay there already, in their order; raises ValueError for none."""
    return tuple(one for _, one in sorted(read_tray(text).lay.items()))


def _die(one: Reading) -> list[Any]:
    numbers = [round(number, 1) for number in (*one.box, *one.center)]
    return [one.face, one.guess, round(one.confidence, 4), numbers, one.why, list(one.others)]


def _reading(die: Sequence[Any]) -> Reading:
    face, guess, confidence, numbers, why, others = die
    x, y, width, height, *center = map(float, numbers)
    return Reading(
        None if face is None else _face(face),
        None if guess is None else _face(guess),
        float(confidence),
        (x, y, width, height),
        (center[0], center[1]),
        None if why is None else str(why),
        tuple(_face(other) for other in others),
    )


def _face(face: object) -> Face:
    if not isinstance(face, int | str):
        raise TypeError(f"a face is {face!r}")
    return face


def _placed(kept: Mapping[str, int], dice: Sequence[Reading]) -> dict[int, Reading]:
    return {int(place): dice[at] for place, at in kept.items()}
