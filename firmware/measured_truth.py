"""What happened in a rendered recording, from its truth.json; only the measuring reads it.

The file comes from the simulation behind the pictures: segments with the dice that lie after
each, and the game as the players meant it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vision.reading import Face

__all__ = ["REQUIRED", "Part", "Required", "Truth", "TruthError", "read_truth"]


class TruthError(ValueError):
    """A truth.json is missing or is none."""


@dataclass(frozen=True, slots=True)
class Required:
    """What a referee must say to an incident: one of these levels, about one of these."""

    levels: frozenset[str]
    whys: frozenset[str]

    def met_by(self, facts: Mapping[str, Any]) -> bool:
        """Whether a complaint says it."""
        return facts.get("level") in self.levels and facts.get("why") in self.whys


def _must(levels: str, whys: str) -> Required:
    return Required(frozenset(levels.split()), frozenset(whys.split()))


REQUIRED: Final[Mapping[str, Required]] = {
    "flipped": _must("illegal question", "turned"),
    "four_of_five": _must("question", "count"),
    "cocked_rim": _must("question", "cocked unread"),
    "hand_stays": _must("notice", "hand"),
    "two_numbers": _must("illegal", "lifted"),
    "all_five": _must("illegal", "lifted"),
    "stacked": _must("question", "stacked count unread"),
    "hand_turns_die": _must("illegal", "turned unexpected"),
    "six_of_five": _must("question", "count"),
    "one_of_two": _must("illegal", "lifted"),
    "kept_lifted": _must("illegal", "lifted"),
    "three_for_two": _must("question illegal", "count lifted"),
    "two_at_once": _must("illegal", "count"),
}
"""The incidents that call for something; the others call for nothing."""

REFUSED: Final = frozenset(
    {
        "flipped",
        "four_of_five",
        "cocked_rim",
        "stacked",
        "six_of_five",
        "three_for_two",
        "two_at_once",
    }
)
"""Incidents with a throw that may not be accepted as it lies."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a recording in which one thing happens.

    first: its first frame. settled: the first frame in which all dice rest and no hand is there.
    thrown: the faces of the dice that were thrown in it, empty when none were. refused: that
    throw may not be accepted. required: what must be said.
    """

    first: int
    settled: int
    thrown: tuple[Face, ...]
    refused: bool = False
    required: Required | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """The parts of a recording in order, and the rulings that the game led to, as facts."""

    parts: tuple[Part, ...]
    rulings: tuple[Mapping[str, Any], ...]


def read_truth(folder: Path, players: Sequence[str]) -> Truth:
    """Read truth.json; players: the names in the order of their seats. Raises TruthError."""
    path = folder / "truth.json"
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        parts = tuple(_part(segment) for segment in told["segments"])
        rulings = [_ruling(action, players) for action in told["actions"]]
    except FileNotFoundError as error:
        raise TruthError(f"no truth.json in {folder}: it says what is to be measured") from error
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise TruthError(f"{path} is no truth of a recording: {error!r}") from error
    if not parts:
        raise TruthError(f"{path} is no truth of a recording: it has no segments")
    return Truth(parts, tuple(one for one in rulings if one is not None))


def _part(segment: Mapping[str, Any]) -> Part:
    incident = segment.get("incident", "")
    moved = set(segment["moved"])
    thrown = tuple(die["face"] for die in segment["dice"] if die["id"] in moved)
    if incident == "hand_turns_die":
        thrown = ()
    return Part(
        int(segment["first_frame"]),
        int(segment["settled_frame"]),
        thrown,
        incident in REFUSED,
        REQUIRED.get(incident),
    )


def _ruling(action: Mapping[str, Any], players: Sequence[str]) -> Mapping[str, Any] | None:
    """The facts of the line that a ruling leads to; faces in no order that means anything."""
    kind = action["kind"]
    if kind == "attack":
        faces = sorted(action["attack"])
        return {"event": kind, "player": players[action["player"]], "faces": faces}
    if kind == "parry":
        return {
            "event": kind,
            "player": players[action["player"]],
            "named": action["named"],
            "thrown": sorted(action["thrown"].values()),
            "success": action["success"],
            "coins": dict(zip(players, action["coins"], strict=True)),
        }
    if kind == "turn":
        return {
            "event": kind,
            "player": players[action["player"]],
            "faces": sorted(action["faces"]),
            "bust": action["bust"],
            "entered": action["entered"],
            "space": action["space"],
        }
    return None
