"""Files that a command writes again where it wrote them before, and never over another's.

What is written carries a sign in its contents, where viewers show none of it. A file without it
was made by somebody else, or changed by somebody since, and is refused.
"""

import errno
import os
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from firmware.whole import write_whole

__all__ = ["refuse_foreign", "signed", "write_ours"]

SIGN: Final = b"made by Arbiter"

NEAR_BYTES: Final = 4096
"""From the beginning or the end of a file, within which the sign lies."""

PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_HEADER: Final = len(PNG) + 25
"""Bytes up to the end of a PNG's first chunk, IHDR, behind which a text may stand."""

JPEG: Final = b"\xff\xd8"


def write_ours(path: Path, content: bytes) -> None:
    """Write a PNG, a JPEG, an SVG or a text, signed; raises OSError, also for another's file."""
    refuse_foreign([path])
    write_whole(path, signed(content))


def refuse_foreign(paths: Iterable[Path]) -> None:
    """Raise FileExistsError for the first of these that is there and does not carry the sign."""
    for path in paths:
        if path.is_file() and not _carries_sign(path):
            text = "exists, and is none that arbiter made; choose another name, or move it away"
            raise FileExistsError(errno.EEXIST, text, str(path))


def signed(content: bytes) -> bytes:
    """The same with the sign: in a comment of its kind of picture, else in a last line."""
    if content.startswith(PNG):
        told = b"tEXtComment\0" + SIGN
        chunk = struct.pack(">I", len(told) - 4) + told + struct.pack(">I", zlib.crc32(told))
        return content[:PNG_HEADER] + chunk + content[PNG_HEADER:]
    if content.startswith(JPEG):
        return JPEG + b"\xff\xfe" + struct.pack(">H", len(SIGN) + 2) + SIGN + content[2:]
    if content.startswith(b"<"):
        return content.rstrip(b"\n") + b"\n<!-- " + SIGN + b" -->\n"
    return content.rstrip(b"\n") + b"\n\n" + SIGN + b"\n"


def _carries_sign(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(NEAR_BYTES)
        file.seek(max(0, os.fstat(file.fileno()).st_size - NEAR_BYTES))
        return SIGN in head or SIGN in file.read()
