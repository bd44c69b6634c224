"""Files that a command writes again where it wrote them before, and never over another's.

What is written carries a sign in its contents, where viewers show none of it. A file without it
in its place was made by somebody else, or written anew by another program since, and is refused.
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

_TEXT_SIGN: Final = b"\n\n" + SIGN + b"\n"
_SVG_SIGN: Final = b"\n<!-- " + SIGN + b" -->\n"
_JPEG_SIGN: Final = b"\xff\xfe" + struct.pack(">H", len(SIGN) + 2) + SIGN
_TOLD: Final = b"tEXtComment\0" + SIGN
_PNG_SIGN: Final = struct.pack(">I", len(_TOLD) - 4) + _TOLD + struct.pack(">I", zlib.crc32(_TOLD))


def write_ours(path: Path, content: bytes) -> None:
    """Write a PNG, a JPEG, an SVG or a text, signed; raises OSError, also for another's file."""
    refuse_foreign([path])
    write_whole(path, signed(content))


def refuse_foreign(paths: Iterable[Path]) -> None:
    """Raise FileExistsError for the first of these that is there and does not carry the sign.

    Raises PermissionError for one that was made read-only, which is not written again either.
    """
    for path in paths:
        if path.is_file() and not _carries_sign(path):
            text = "exists, and is none that arbiter made; choose another name, or move it away"
            raise FileExistsError(errno.EEXIST, text, str(path))
        if path.is_file() and not path.stat().st_mode & 0o222:
            raise PermissionError(errno.EACCES, "is read-only; choose another name", str(path))


def signed(content: bytes) -> bytes:
    """The same with the sign: in a comment of its kind of picture, else in a last line."""
    if content.startswith(PNG):
        return content[:PNG_HEADER] + _PNG_SIGN + content[PNG_HEADER:]
    if content.startswith(JPEG):
        return JPEG + _JPEG_SIGN + content[2:]
    return content.rstrip(b"\n") + (_SVG_SIGN if content.startswith(b"<") else _TEXT_SIGN)


def _carries_sign(path: Path) -> bool:
    """Whether the sign is where `signed` puts it: a file that speaks of us is none."""
    with path.open("rb") as file:
        head = file.read(NEAR_BYTES)
        file.seek(max(0, os.fstat(file.fileno()).st_size - NEAR_BYTES))
        tail = file.read()
    if head.startswith(PNG):
        return head[PNG_HEADER:].startswith(_PNG_SIGN)
    if head.startswith(JPEG):
        return head.startswith(JPEG + _JPEG_SIGN)
    return tail.endswith(_SVG_SIGN if head.startswith(b"<") else _TEXT_SIGN)
