"""The loop's queue: bounded, and it drops frames rather than presses."""

import threading
from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

from hardware.ports import Frame

__all__ = ["MAX_FRAMES", "Inbox"]

MAX_FRAMES: Final = 2
"""Frames that wait at most; a reader that is slower than the camera sees the newest ones."""


T = TypeVar("T")


class Inbox(Generic[T]):
    """Items for the loop, from any thread; iterating waits for the next and ends when closed."""

    def __init__(self, max_frames: int = MAX_FRAMES) -> None:
        if max_frames < 1:
            raise ValueError(f"max_frames is {max_frames}: expected one at least")
        self._max_frames = max_frames
        self._items: deque[T] = deque()
        self._ready = threading.Condition()
        self._closed = False
        self.dropped = 0

    def put(self, item: T) -> None:
        """Add an item; when too many frames wait, the oldest of them is dropped."""
        with self._ready:
            self._items.append(item)
            frames = [one for one in self._items if isinstance(one, Frame)]
            if len(frames) > self._max_frames:
                self._items.remove(frames[0])
                self.dropped += 1
            self._ready.notify()

    def take(self, wait_s: float) -> T | None:
        """Give the next item, None when none comes within so many seconds or it is closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._items or self._closed, max(0.0, wait_s))
            return self._items.popleft() if self._items else None

    def close(self) -> None:
        """Let the loop end once it has taken what waits."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()

    def __iter__(self) -> Iterator[T]:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._items or self._closed)
                if not self._items:
                    return
                item = self._items.popleft()
            yield item
