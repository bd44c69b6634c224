"""What the referee says: lines for the record of play, and complaints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["Complaint", "Facts", "Json", "Level", "Line", "Why", "complaint_line"]

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
Facts = Mapping[str, Json]

Level = Literal["notice", "question", "illegal"]
"""notice: said, and play goes on. question: waits for an answer. illegal: waits until mended."""

Why = Literal[
    "count",
    "set",
    "nudged",
    "turned",
    "gone",
    "lifted",
    "unexpected",
    "hand",
    "cocked",
    "stacked",
    "touching",
    "unread",
    "light",
    "camera",
    "clock",
    "disk",
]
"""What a complaint is about; the words that a recording's lines use."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something that players must know: what, why, what to do, and the ruling.

    ruling: empty where none says so, as of a full disk. screen: at most three short lines for the
    OLED. text: one or two sentences that can be spoken. facts: more for the line, such as the
    faces of a die that was turned.
    """

    level: Level
    why: Why
    ruling: str
    screen: str
    text: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: its kind, its facts, and a sentence for people."""

    event: str
    facts: Facts
    text: str


def complaint_line(complaint: Complaint) -> Line:
    """The line that tells of a complaint."""
    facts: Facts = {
        "level": complaint.level,
        "why": complaint.why,
        "ruling": complaint.ruling,
        "text": complaint.text,
        **complaint.facts,
    }
    ruling = f" [{complaint.ruling}]" if complaint.ruling else ""
    return Line("complaint", facts, f"{complaint.text}{ruling}")
