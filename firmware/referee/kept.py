"""What the referee remembers of the tray, so that a game goes on after the power was cut."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.reading import Face, Reading

__all__ = ["Tray"]


@dataclass(frozen=True, slots=True)
class Tray:
    """The dice as they lay when something was last announced.

    lay: those that count, by place. aside: those out of the turn. last: those of the last throw
    and those it joined, which an undo counts again. void: those of a void throw. said: readings
    that the players corrected, with the face that each die shows.
    """

    lay: Mapping[int, Reading] = field(default_factory=dict)
    aside: Mapping[int, Reading] = field(default_factory=dict)
    last: Mapping[int, Reading] = field(default_factory=dict)
    void: tuple[Reading, ...] = ()
    said: tuple[tuple[Reading, Face], ...] = ()
