"""A sound and a light that only remember what they were told."""

from collections.abc import Sequence

from hardware.ports import Tone

__all__ = ["SimLight", "SimSound"]


class SimSound:
    """A Sound that keeps each melody in played, in order."""

    def __init__(self) -> None:
        self.played: list[tuple[Tone, ...]] = []

    def play(self, tones: Sequence[Tone]) -> None:
        """Keep the melody."""
        self.played.append(tuple(tones))

    def close(self) -> None:
        """Do nothing: there is nothing to let go."""


class SimLight:
    """A Light that keeps its level."""

    def __init__(self) -> None:
        self.level = 0.0

    def glow(self, level: float) -> None:
        """Keep the level; raise ValueError outside 0 to 1."""
        if not 0 <= level <= 1:
            raise ValueError(f"cannot glow at {level}: a level lies between 0 (off) and 1")
        self.level = level

    def close(self) -> None:
        """Go dark."""
        self.level = 0.0
