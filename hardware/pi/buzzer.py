"""A passive buzzer on a pin; melodies play in a thread of their own."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone as Pitch

from hardware.pi.gpio import claim
from hardware.ports import Tone, check_tones

__all__ = ["GpioBuzzer"]

OCTAVES: Final = 3
"""Octaves on either side of A4, 440 Hz, so that all of PITCHES_HZ can sound."""

Wait = Callable[[threading.Event, float], bool]
"""Waits for an event, so many seconds at most, and gives whether it came."""


def _wait(event: threading.Event, seconds: float) -> bool:
    return event.wait(seconds)


class GpioBuzzer:
    """A Sound on a pin. A new melody cuts off the one that plays."""

    def __init__(self, bcm: int, factory: Any, wait: Wait = _wait) -> None:
        self._buzzer = claim(TonalBuzzer, bcm, factory, octaves=OCTAVES)
        self._wait = wait
        self._cut = threading.Event()
        self._thread: threading.Thread | None = None
        self._closed = False

    def play(self, tones: Sequence[Tone]) -> None:
        """Start the tones and return; raise ValueError for one that the buzzer cannot sound."""
        check_tones(tones)
        if self._closed:
            return
        self.finish(cut=True)
        self._cut = threading.Event()
        self._thread = threading.Thread(
            target=self._sound, args=(tuple(tones), self._cut), name="buzzer", daemon=True
        )
        self._thread.start()

    def finish(self, cut: bool = False) -> None:
        """Wait until the melody has ended; cut: end it now."""
        if cut:
            self._cut.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def close(self) -> None:
        """Fall silent and let the pin go; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self.finish(cut=True)
            self._buzzer.close()

    def _sound(self, tones: Sequence[Tone], cut: threading.Event) -> None:
        for tone in tones:
            if tone.pitch_hz:
                self._buzzer.play(Pitch.from_frequency(tone.pitch_hz))
            else:
                self._hush()
            if self._wait(cut, tone.length_s):
                break
        self._hush()

    def _hush(self) -> None:
        """Stop the pulses and leave the pin low: where they stop lgpio may leave it high."""
        self._buzzer.stop()
        self._buzzer.pwm_device.pin.state = 0
