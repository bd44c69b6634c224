"""One piece of work at a time, on a thread of its own; of those that wait the newest is kept."""

import sys
import threading
import traceback
from collections.abc import Callable

__all__ = ["Newest"]

Work = Callable[[], None]


class Newest:
    """Does one piece of work after another; a newer one takes the place of one that waits.

    name: of the thread. complain: is told what failed, once while the same fails again, standard
    error if None; the next piece is done all the same.
    """

    def __init__(self, name: str, complain: Callable[[str], None] | None = None) -> None:
        self._complain = complain or _to_stderr
        self._failed = ""
        self._ready = threading.Condition()
        self._next: Work | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def do(self, work: Work) -> None:
        """Do this as soon as can be, and return at once."""
        with self._ready:
            self._next = work
            self._ready.notify()

    def close(self, wait_s: float = 1.0) -> None:
        """Do no more; waits a moment for what is being done."""
        with self._ready:
            self._closed = True
            self._ready.notify()
        self._thread.join(wait_s)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._next is not None or self._closed)
                if self._closed or self._next is None:
                    return
                work, self._next = self._next, None
            try:
                work()
            except Exception:  # whatever it is, what comes next is done
                self._tell(traceback.format_exc().rstrip())

    def _tell(self, failed: str) -> None:
        if failed != self._failed:
            self._failed = failed
            self._complain(failed)


def _to_stderr(text: str) -> None:
    sys.stderr.write(f"arbiter: {text}\n")
