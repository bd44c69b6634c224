"""`arbiter screens FOLDER`: every screen in every language, as pictures and on one sheet each."""

import io
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TextIO

from PIL import Image as Picture

from firmware.ours import write_ours
from firmware.screens import draw
from firmware.screens.font import fit, text_image
from firmware.screens.gallery import gallery, helps, messages, set_ups
from firmware.texts import LANGUAGES, speaking
from firmware.views import View

__all__ = ["SCALE", "run", "sheet"]

SCALE: Final = 3
"""A pixel of the OLED is so many pixels of a picture."""

ACROSS: Final = 6
GAP_PX: Final = 4
CAPTION_PX: Final = 12

PAPER: Final = 90
INK: Final = 255


def run(folder: Path, languages: Sequence[str], out: TextIO) -> int:
    """Write LANGUAGE.png and LANGUAGE/SCREEN.png for each language; give 0, or 2 on an error."""
    try:
        for code in languages or LANGUAGES:
            with speaking(code):
                shown = _all_screens()
            place = folder / code
            place.mkdir(parents=True, exist_ok=True)
            for name, image in shown.items():
                write_ours(place / f"{name}.png", _png(_scaled(image)))
            write_ours(folder / f"{code}.png", _png(sheet(shown)))
            out.write(f"{LANGUAGES[code]}: {len(shown)} screens, {folder / code}.png\n")
    except OSError as error:
        where = error.filename or folder
        sys.stderr.write(f"arbiter screens: cannot write {where}: {error.strerror}\n")
        return 2
    return 0


def sheet(shown: Mapping[str, Picture.Image]) -> Picture.Image:
    """All pictures on one sheet, mode "L", each with its name below."""
    width, height = next(iter(shown.values())).size
    step_x, step_y = width + GAP_PX, height + GAP_PX + CAPTION_PX
    rows = -(-len(shown) // ACROSS)
    paper = Picture.new("L", (ACROSS * step_x + GAP_PX, rows * step_y + GAP_PX), PAPER)
    for at, (name, image) in enumerate(shown.items()):
        x, y = GAP_PX + step_x * (at % ACROSS), GAP_PX + step_y * (at // ACROSS)
        paper.paste(image.convert("L"), (x, y))
        caption = text_image(fit(name.replace("_", " "), width))
        paper.paste(INK, (x, y + height + 2), caption)
    return _scaled(paper)


def _all_screens() -> dict[str, Picture.Image]:
    views: dict[str, View] = {**gallery(), **messages(), **helps(), **set_ups()}
    return {name: draw(view, strict=False).image for name, view in views.items()}


def _png(image: Picture.Image) -> bytes:
    packed = io.BytesIO()
    image.save(packed, "PNG")
    return packed.getvalue()


def _scaled(image: Picture.Image) -> Picture.Image:
    size = (image.width * SCALE, image.height * SCALE)
    return image.resize(size, Picture.Resampling.NEAREST)
