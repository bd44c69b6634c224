"""A sound, a light and a power button that only remember what they were told."""

from collections.abc import Callable, Sequence

from hardware.ports import Tone, check_level, check_tones

__all__ = ["SimLight", "SimPower", "SimSound"]


class SimSound:
    """A Sound that keeps each melody in played, in order."""

    def __init__(self) -> None:
        self.played: list[tuple[Tone, ...]] = []
        self._closed = False

    def play(self, tones: Sequence[Tone]) -> None:
        """Keep the melody; raise ValueError for a tone that a buzzer cannot sound."""
        check_tones(tones)
        if not self._closed:
            self.played.append(tuple(tones))

    def close(self) -> None:
        """Play nothing any more."""
        self._closed = True


class SimLight:
    """A Light that keeps its level."""

    def __init__(self) -> None:
        self.level = 0.0
        self._closed = False

    def glow(self, level: float) -> None:
        """Keep the level; raise ValueError outside 0 to 1."""
        check_level(level)
        if not self._closed:
            self.level = level

    def close(self) -> None:
        """Go dark, and stay so."""
        self._closed = True
        self.level = 0.0


class SimPower:
    """A Power whose button is moved by a program, and whose light is lit, blinking or neither."""

    def __init__(self) -> None:
        self._asked: list[Callable[[], None]] = []
        self._down = self._closed = False
        self.lit = True
        self.blinking = False

    def listen(self, asked: Callable[[], None]) -> None:
        """Call asked each time that the button is held."""
        self._asked.append(asked)

    def held(self) -> bool:
        """Whether the button is down, as long as it is open."""
        return self._down and not self._closed

    def drive(self, down: bool, long_enough: bool = True) -> None:
        """Push the button down or let it go; long_enough: it stays down until it counts."""
        pushed, self._down = down and not self._down, down
        if pushed and long_enough:
            for asked in tuple(self._asked):
                asked()

    def going(self) -> None:
        """Blink."""
        self.blinking = self.lit

    def close(self) -> None:
        """Go dark, and tell nobody any more."""
        self._asked.clear()
        self._closed = True
        self.lit = self.blinking = False
