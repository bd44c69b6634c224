"""Photo files to images: whatever cannot be read whole is refused by name, never half read.

Pillow decodes rather than OpenCV: it says when a file ends too early (OpenCV fills the missing
part with grey and goes on), and it tells the size before it decodes a pixel.
"""

import os
import stat
import warnings
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image as Pictures
from PIL import ImageOps, UnidentifiedImageError

from vision.reading import Image

__all__ = ["MAX_PIXELS", "MAX_SIDE_PX", "PhotoError", "load_photo", "printable"]

MAX_SIDE_PX: Final = 12_000
"""Pixels. Wider or taller than this is no photo of a table: phone cameras end at 9,248."""

MAX_PIXELS: Final = 64_000_000
"""Pixels in all: 192 MB when decoded. The largest camera module for a Pi has 63.5 million."""

FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "BMP", "TIFF", "GIF", "PPM", "AVIF")
"""The file formats that are opened, by Pillow's names; MPO is what some phones write as .jpg."""

BACKDROP: Final = (128, 128, 128)
"""What shows through where a picture is transparent."""

HEIC_BRANDS: Final = frozenset({b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1"})

NO_HEIC: Final = (
    "is a HEIC picture, which is not read here; save it as JPEG"
    " (on an iPhone: Settings, Camera, Formats, Most Compatible)"
)


class PhotoError(ValueError):
    """A file that cannot be read as a photo; the message begins with its name."""


def printable(name: str | os.PathLike[str]) -> str:
    """Return a file name fit for a terminal: control characters and stray bytes are escaped."""
    return "".join(
        letter if letter.isprintable() else _escaped(letter) for letter in os.fsdecode(name)
    )


def _escaped(letter: str) -> str:
    """Return the escape that a shell's $'...' takes; a byte that is no letter becomes that byte."""
    stray = ord(letter) - 0xDC00
    return f"\\x{stray:02x}" if 0x80 <= stray <= 0xFF else ascii(letter)[1:-1]


def load_photo(path: Path) -> Image:
    """Return the photo as (height, width, 3) uint8, blue, green, red, upright by its EXIF mark.

    Raises PhotoError when there is no such file, when it is no picture or not whole, and when it
    is larger than MAX_SIDE_PX or MAX_PIXELS allow.
    """
    _refuse_what_is_no_file(path)
    name = printable(path)
    try:
        with path.open("rb") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes are judged below, odd metadata is no matter
            if not (head := file.read(32)):
                raise PhotoError(f"{name}: is empty")
            file.seek(0)
            try:
                picture = Pictures.open(file, formats=_formats())
            except UnidentifiedImageError:
                raise PhotoError(f"{name}: {_what_it_is(head)}") from None
            _refuse_large(name, *picture.size)
            return _as_image(_upright(picture))
    except PhotoError:
        raise
    except Pictures.DecompressionBombError:
        raise PhotoError(
            f"{name}: has far more than {MAX_PIXELS:,} pixels; scale it down"
        ) from None
    except (OSError, MemoryError) as error:
        raise PhotoError(f"{name}: {_reason(error)}") from None
    except Exception as error:  # a damaged file makes a decoder raise almost anything
        raise PhotoError(f"{name}: is damaged ({_reason(error)})") from None


def _refuse_what_is_no_file(path: Path) -> None:
    name = printable(path)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise PhotoError(f"{name}: {_reason(error)}") from None
    if stat.S_ISDIR(mode):
        raise PhotoError(f"{name}: is a folder; name the photos in it")
    if not stat.S_ISREG(mode):
        raise PhotoError(f"{name}: is a pipe or a device; save the photo to a file first")


def _refuse_large(name: str, width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE_PX or width * height > MAX_PIXELS:
        raise PhotoError(
            f"{name}: is {width} x {height} pixels; at most {MAX_SIDE_PX:,} a side"
            f" and {MAX_PIXELS:,} in all are read: scale it down"
        )


def _formats() -> list[str]:
    Pictures.init()
    return [name for name in FORMATS if name in Pictures.OPEN]


def _what_it_is(head: bytes) -> str:
    if head[4:8] == b"ftyp" and head[8:12] in {
        b"heic",
        b"heix",
        b"hevc",
        b"heim",
        b"mif1",
        b"msf1",
    }:
        return NO_HEIC
    known = {b"\xff\xd8": "JPEG", b"\x89P": "PNG", b"RI": "WebP", b"BM": "BMP", b"GI": "GIF"}
    if (kind := known.get(head[:2])) is not None:
        return f"begins like a {kind} picture and is damaged or cut short"
    return "is no picture that is known here; JPEG, PNG, WebP, TIFF, BMP and GIF are"


def _reason(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "does not fit into memory; scale it down"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[:1].lower() + error.strerror[1:]
    text = str(error)
    if "truncated" in text or "Truncated" in text:
        return "is cut short: the file ends before the picture does; copy it again"
    return f"is damaged ({text})" if isinstance(error, OSError) else text


def _upright(picture: Pictures.Image) -> Pictures.Image:
    picture.load()
    try:
        return ImageOps.exif_transpose(picture)
    except Exception:  # the picture itself is whole: an unreadable EXIF block turns nothing
        return picture


def _as_image(picture: Pictures.Image) -> Image:
    if picture.mode.startswith("I"):  # 16-bit grey; Pillow's own conversion cuts it off at 255
        deep = np.asarray(picture).astype(np.int64)
        grey = (deep // 257 if deep.max(initial=0) > 255 else deep).clip(0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
    if picture.mode == "F":
        raise ValueError("its pixels are fractions; save it with 8 bits a channel")
    if picture.has_transparency_data:
        picture = picture.convert("RGBA")
        behind = Pictures.new("RGBA", picture.size, (*BACKDROP, 255))
        picture = Pictures.alpha_composite(behind, picture)
    return np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
