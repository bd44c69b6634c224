"""Choosing what a die really shows: the least certain die first, its likeliest other face first."""

from dataclasses import dataclass

from firmware.referee.judge import Lay
from firmware.views import Correction
from hardware.ports import Button
from vision.reading import Face

__all__ = ["Correcting", "Picked"]


@dataclass(frozen=True, slots=True)
class Picked:
    """The players say that the die at this place shows this face."""

    place: int
    face: Face


class Correcting:
    """What the players point at while they correct a reading.

    With OK after holding help the likeliest other face of the least certain die is taken; up and
    down go to its other faces, help goes to the next die.
    """

    def __init__(self, lay: Lay, faces: tuple[Face, ...]) -> None:
        self._lay = dict(lay)
        self._order = sorted(lay, key=lambda place: (lay[place].confidence, place))
        self._faces = faces
        self._die = 0
        self._face = 0

    def press(self, button: Button) -> Picked | None:
        """Take a press of up, down, help or OK; give what was picked."""
        others = self._others()
        if button == "ok":
            return Picked(self._place, others[self._face])
        if button == "help":
            self._die, self._face = (self._die + 1) % len(self._order), 0
        elif button in ("up", "down"):
            self._face = (self._face + (1 if button == "down" else -1)) % len(others)
        return None

    def view(self) -> Correction:
        """What to show."""
        faces = tuple(self._shown(place) for place in self._order)
        return Correction(faces, self._die, self._others()[self._face])

    @property
    def _place(self) -> int:
        return self._order[self._die]

    def _shown(self, place: int) -> Face:
        face = self._lay[place].face
        assert face is not None
        return face

    def _others(self) -> list[Face]:
        """The other faces of the die pointed at, likeliest first."""
        reading = self._lay[self._place]
        likely = [face for face in reading.others if face in self._faces]
        ordered = dict.fromkeys([*likely, *self._faces])
        return [face for face in ordered if face != reading.face]
