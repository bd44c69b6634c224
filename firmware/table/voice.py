"""What is heard of the table: tones, as loud as it is set, and sentences where it can speak."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from firmware.referee import Line
from firmware.table.tones import CLOCK, tones_of
from hardware.errors import HardwareError
from hardware.ports import Sound, Tone

__all__ = ["SPOKEN", "Voice", "sentence"]

QUIET: Final = 0.3
"""How loud quiet tones are, of their full loudness."""

SHORT: Final = 0.5
"""How long quiet tones are, of their full length: a plain buzzer knows no other quiet."""

SPOKEN: Final = frozenset(
    {
        "attack", "believes", "bust", "camera_back", "complaint", "conceded", "corrected",
        "mended", "parry", "redone", "resumed", "start", "throw_off", "time_out", "turn",
        "turn_begins", "undone", "winner",
    }
)  # fmt: skip
"""What is worth a sentence; a roll lies there for all to see."""


class Voice:
    """Sounds what was said; speak takes one sentence, and a newer one in place of it."""

    def __init__(self, sound: Sound, speak: Callable[[str], None] | None) -> None:
        self._sound = sound
        self._speak = speak
        self._loudness = 1.0
        self._speaks = False

    def set(self, sound: str, speech: bool) -> None:
        """Be "off", "quiet" or "loud"; speech: whether sentences are spoken."""
        self._loudness = {"off": 0.0, "quiet": QUIET}.get(sound, 1.0)
        self._speaks = speech and self._speak is not None

    def say(self, lines: Sequence[Line]) -> None:
        """Sound what was said at once."""
        self._play(tones_of(lines))
        if self._speaks and self._speak is not None:
            told = [sentence(line) for line in lines if line.event in SPOKEN]
            if told:
                self._speak(" ".join(told))

    def second(self) -> None:
        """A second of a clock has passed."""
        self._play(CLOCK)

    def _play(self, tones: Sequence[Tone]) -> None:
        if not tones or not self._loudness:
            return
        length = 1.0 if self._loudness == 1.0 else SHORT
        with suppress(HardwareError, OSError):  # the self-check says what is wrong with the sound
            self._sound.play(
                [
                    replace(tone, loudness=self._loudness, length_s=tone.length_s * length)
                    for tone in tones
                ]
            )


def sentence(line: Line) -> str:
    """A line as it is spoken: without the rulings in brackets."""
    words = [word for word in line.text.split(" ") if not word.startswith("[")]
    text = " ".join(words).rstrip()
    return text if text.endswith((".", "?", "!")) else text + "."
