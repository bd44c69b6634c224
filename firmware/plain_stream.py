"""What is said on standard error, without what a terminal would obey."""

import io
from typing import Final, TextIO

__all__ = ["PlainStream", "beneath"]

CONTROLS: Final = {
    code: ascii(chr(code))[1:-1]
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if chr(code) not in "\n\t"
}
"""C0 and C1 controls, but for line feeds and tabs, and the escapes they are shown as."""


class PlainStream(io.TextIOBase):
    """Writes to a stream; control characters, as names of files may hold them, are escaped."""

    def __init__(self, stream: TextIO) -> None:
        self.beneath = stream

    def write(self, text: str) -> int:
        """Write the text, and give how much of it was taken: all."""
        self.beneath.write(text.translate(CONTROLS))
        return len(text)

    def flush(self) -> None:
        """Bring what was written out."""
        self.beneath.flush()

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def isatty(self) -> bool:
        """Whether a person reads it."""
        return self.beneath.isatty()

    def fileno(self) -> int:
        """The number of the stream."""
        return self.beneath.fileno()


def beneath(stream: TextIO) -> TextIO:
    """The stream below a PlainStream, to wipe a line that is written over; others as they are."""
    return stream.beneath if isinstance(stream, PlainStream) else stream
