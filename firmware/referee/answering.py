"""Whether an OK answers the question on the screen, by when the two came.

OK means many things: this attack stands, this turn stops, and yes. A player who presses it to stop
looks at the dice, not at the screen, and a question may have come up just then. What such a press
meant cannot be known, and so it does nothing and that is said: one more press costs a second, a
wrong yes costs a turn. The rules:

- An OK answers a question only when it was pressed READ_S or more after the question was put. A
  question is put when it first stands on the screen, and put anew when dice are thrown, lifted,
  pushed or turned under it: then the players looked at the dice. A press that waited for the dice
  to be read counts by when it was pressed, so that it never answers what it waited for.
- What players called up themselves, to correct a reading or to take the tray as it lies, they can
  answer at once, but for READ_S after dice were stirred under it: that OK was meant for others.
- An OK pressed less than REACT_S after a question went away by itself, as when the die was nudged
  and could be read, was still meant for that question: it does not stop the turn. Where a die was
  thrown past the question nobody was answering it, and OK counts for play at once.

Times are those of the items that the loop takes; the moment in which the reading is made and the
display is written, a tenth of a second or two, is part of READ_S.
"""

from typing import Final, Literal

from firmware.referee.told import Complaint
from vision.identity import Change

__all__ = ["REACT_S", "READ_S", "Answering", "Missed"]

READ_S: Final = 1.0
"""Seconds from a question to the first press that can answer it (0.6 to 1.5): to look up, read a
line of four words and decide takes longer."""

REACT_S: Final = 0.5
"""Seconds in which a finger that is on its way cannot be held back any more (0.3 to 0.7)."""

Missed = Literal["early", "late"]
"""Why a press answers nothing: it came before the question could be read, or as it went away."""


class Answering:
    """Follows the question that OK answers: when it was put, and when it went away by itself."""

    def __init__(self) -> None:
        self._question: Complaint | None = None
        self._put_s = 0.0
        self._gone_s: float | None = None
        self._under_talk_s: float | None = None

    def saw(
        self, question: Complaint | None, change: Change, time_s: float, talking: bool = False
    ) -> None:
        """The dice were seen at rest; question: the one that is now on the screen, if any.

        talking: whether players talk with the table of what lies there, see Amends.
        """
        if not talking:
            self._under_talk_s = None
        elif _stirred(change):
            self._under_talk_s = time_s
        if question is None:
            went = self._question is not None and not change.came
            self._gone_s = time_s if went else self._gone_s
        elif question != self._question or _stirred(change):
            self._put_s = time_s
        self._question = question

    def pressed(self, question: Complaint | None, time_s: float) -> None:
        """A press did what it does; question: the one that is now on the screen, if any."""
        if question is not None and question != self._question:
            self._put_s = time_s
        self._question = question
        self._gone_s = self._under_talk_s = None

    def missed(self, pressed_s: float) -> Missed | None:
        """Why an OK pressed then answers nothing and does nothing else; None when it counts."""
        if self._under_talk_s is not None and pressed_s - self._under_talk_s < READ_S:
            return "early"
        if self._question is not None:
            return "early" if pressed_s - self._put_s < READ_S else None
        if self._gone_s is not None and pressed_s - self._gone_s < REACT_S:
            return "late"
        return None


def _stirred(change: Change) -> bool:
    return bool(change.came or change.left or change.nudged or change.turned)
