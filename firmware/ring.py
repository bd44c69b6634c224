"""The last seconds at the table, always in memory, for when somebody asks what happened."""

from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image as Picture

from firmware.compared import BEGINNINGS
from firmware.loop import Item, Said
from firmware.recorder import LIVE, RECORD, Jpeg, Recorder, encoded
from firmware.texts import tr
from hardware.errors import RecordingError
from hardware.ports import Frame

__all__ = ["MAX_BYTES", "RING_S", "Beginning", "Ring"]

RING_S: Final = 30.0
"""Seconds that are kept (5 to 120): a throw, the complaint about it, and the talk about that."""

MAX_BYTES: Final = 32 * 2**20
"""Bytes that are kept at most; 30 s at 10 frames a second of 90 kB are 27 MB."""

SMALL_BYTES: Final = 256
"""What a press, a tick or a line takes in memory, about."""


@dataclass(frozen=True, slots=True)
class _Anew:
    """The tray was watched anew."""

    time_s: float


Kept = Jpeg | Item | Said | Picture.Image | _Anew


class Beginning(NamedTuple):
    """How a game stands when what is kept begins: not begun, with dice that lay there before.

    begun: where it stood, when it had begun, and begun_s, since when. before: see Recorder.
    """

    begun: str | None = None
    begun_s: float | None = None
    before: str | None = None


IN_ITS_START: Final = Beginning()


class Ring:
    """Keeps what the loop took, said and showed in the last seconds, bounded in bytes too."""

    def __init__(self, seconds: float = RING_S, max_bytes: int = MAX_BYTES) -> None:
        if seconds <= 0 or max_bytes <= 0:
            raise ValueError(
                f"a ring of {seconds} s and {max_bytes} bytes keeps nothing; expected more than 0"
            )
        self._seconds = seconds
        self._max_bytes = max_bytes
        self._kept: deque[tuple[float, int, Kept]] = deque()
        self._now_s = 0.0
        self.held_bytes = 0

    def take(self, item: Item) -> None:
        """Keep an item that the loop is about to take."""
        if isinstance(item, Frame):
            self.take_jpeg(encoded(item))
        else:
            self._keep(item.time_s, SMALL_BYTES, item)

    def anew(self, time_s: float) -> None:
        """Keep that the tray is watched anew from now on."""
        self._keep(time_s, SMALL_BYTES, _Anew(time_s))

    def take_jpeg(self, jpeg: Jpeg) -> None:
        """Keep a frame that is packed already."""
        self._keep(jpeg.time_s, len(jpeg.packed) + SMALL_BYTES, jpeg)

    def said(self, said: Said) -> None:
        """Keep a line that the table said."""
        self._keep(said.time_s, SMALL_BYTES, said)

    def shown(self, image: Picture.Image) -> None:
        """Keep a screen that the table showed."""
        self._keep(self._now_s, SMALL_BYTES + len(image.tobytes()), image.copy())

    @property
    def beginning(self) -> str | None:
        """The event with which the game began, where that is kept: start or resumed."""
        first = self._kept[0][2] if self._kept else None
        event = first.line.event if isinstance(first, Said) else None
        return event if event in BEGINNINGS else None

    @property
    def begins_s(self) -> float:
        """The time of the oldest that is kept, 0 when nothing is."""
        return self._kept[0][0] if self._kept else 0.0

    def save(
        self,
        place: Path,
        settings: str = "",
        begins: Beginning = IN_ITS_START,
        record: str | None = None,
    ) -> Path:
        """Write what is kept as a recording, and give its place; see Recorder for errors.

        record: that of the game as it stands now. Raises RecordingError when no frame is kept.
        """
        if not any(isinstance(kept, Jpeg) for _, _, kept in self._kept):
            raise RecordingError(tr("no picture came: see to the camera"))
        form = replace(LIVE, begun_s=begins.begun_s, exact=False)
        with Recorder(place, settings, form, begins.begun, begins.before) as recorder:
            if record is not None:
                recorder.keep(RECORD, record)
            for _, _, kept in self._kept:
                if isinstance(kept, Jpeg):
                    recorder.take_jpeg(kept)
                elif isinstance(kept, Said):
                    recorder.said(kept)
                elif isinstance(kept, Picture.Image):
                    recorder.shown(kept)
                elif isinstance(kept, _Anew):
                    recorder.anew(kept.time_s)
                else:
                    recorder.take(kept)
        return place

    def _keep(self, time_s: float, size: int, kept: Kept) -> None:
        self._now_s = max(self._now_s, time_s)
        self._kept.append((time_s, size, kept))
        self.held_bytes += size
        while self._kept and (
            self.held_bytes > self._max_bytes or self._kept[0][0] < self._now_s - self._seconds
        ):
            self.held_bytes -= self._kept.popleft()[1]
