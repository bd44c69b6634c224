"""A recording whose disk may fail: the game goes on without it."""

from collections.abc import Callable

from PIL import Image as Picture

from firmware.loop import Item, Said, Witness

__all__ = ["Spared"]


class Spared:
    """A Witness that ends with the first failure of its disk, which failed is told, once."""

    def __init__(self, witness: Witness, failed: Callable[[OSError], None]) -> None:
        self._witness: Witness | None = witness
        self._failed = failed

    def take(self, item: Item) -> None:
        """An item is about to be taken."""
        self._tried(lambda witness: witness.take(item))

    def anew(self, time_s: float) -> None:
        """From now on another watch is watched with."""
        self._tried(lambda witness: witness.anew(time_s))

    def said(self, said: Said) -> None:
        """A line was said."""
        self._tried(lambda witness: witness.said(said))

    def shown(self, image: Picture.Image) -> None:
        """The screen is another one now."""
        self._tried(lambda witness: witness.shown(image))

    def _tried(self, act: Callable[[Witness], None]) -> None:
        if self._witness is None:
            return
        try:
            act(self._witness)
        except OSError as error:
            self._witness = None
            self._failed(error)
