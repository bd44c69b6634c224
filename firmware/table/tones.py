"""What is heard: short tones for what the table says, and for the clock that runs out."""

from collections.abc import Sequence
from typing import Final

from firmware.referee import Line
from hardware.ports import Tone

__all__ = ["ASKED", "CLOCK", "ILLEGAL", "KEY", "TAKEN", "VICTORY", "tones_of"]

TAKEN: Final = (Tone(880.0, 0.06),)
"""A throw or a decision was accepted."""

RULED: Final = (Tone(660.0, 0.08), Tone(880.0, 0.12))
"""An attack or a turn is over."""

ASKED: Final = (Tone(523.3, 0.1), Tone(0.0, 0.05), Tone(523.3, 0.1))
"""The table asks something."""

ILLEGAL: Final = (Tone(220.0, 0.35),)
"""Something may not be."""

CLOCK: Final = (Tone(1046.5, 0.03),)
"""A second of the clock has passed."""

VICTORY: Final = (Tone(523.3, 0.12), Tone(659.3, 0.12), Tone(784.0, 0.12), Tone(1046.5, 0.4))
"""The game is won."""

KEY: Final = (Tone(1318.5, 0.015),)
"""A button was taken."""

BY_EVENT: Final = {
    "roll": TAKEN,
    "confirmed": TAKEN,
    "mended": TAKEN,
    "taken": TAKEN,
    "undone": TAKEN,
    "redone": TAKEN,
    "corrected": TAKEN,
    "attack": TAKEN,
    "stopped": TAKEN,
    "believes": ASKED,
    "parry": RULED,
    "turn": RULED,
    "time_out": ILLEGAL,
    "winner": VICTORY,
}
BY_LEVEL: Final = {"question": ASKED, "illegal": ILLEGAL}

ORDER: Final = (VICTORY, ILLEGAL, ASKED, RULED, TAKEN)
"""The weightiest first: of what is said at once one thing is heard."""


def tones_of(lines: Sequence[Line]) -> tuple[Tone, ...]:
    """The tones for what was said at once; none where nothing is to be heard."""
    heard = [
        BY_LEVEL.get(str(line.facts["level"]), ())
        if line.event == "complaint"
        else BY_EVENT.get(line.event, ())
        for line in lines
    ]
    return next((tones for tones in ORDER if tones in heard), ())
