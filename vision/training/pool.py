"""Render a pool of random trays: python -m vision.training.pool FOLDER --first 0 --count 1000.

Each scene N gives N.jpg and a line in truth-FIRST.jsonl; the same N gives the same scene. Three
scenes in five are pip dice. A line: file, style, dice [{style, face, center, quad, box, visible,
inside, tilt_deg, problem, pips, middle}], lengths in pixels. With --empty no dice are thrown, and
an index.csv says so: what is read in these pictures is invented.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrange import STACKED
from vision.training.random_scene import random_scene
from vision.training.scene import Truth

__all__ = ["expose", "main", "render_number", "style_of", "truth_line"]


def expose(linear: NDArray[np.float32], gain: float) -> NDArray[np.uint8]:
    """Linear light to an 8-bit picture with the display's usual curve."""
    bright = np.clip(linear * gain, 0.0, 1.0)
    coded = np.where(bright < 0.0031308, bright * 12.92, 1.055 * bright ** (1 / 2.4) - 0.055)
    return (coded * 255 + 0.5).astype(np.uint8)


def auto_gain(linear: NDArray[np.float32], rng: np.random.Generator) -> float:
    """A camera's exposure: the brightest parts near white, more or less; sometimes too dark."""
    level = float(np.percentile(linear, rng.uniform(88, 99.5)))
    aim = rng.choice(
        [rng.uniform(0.35, 0.9), rng.uniform(0.12, 0.35), rng.uniform(0.9, 1.3)],
        p=[0.7, 0.15, 0.15],
    )
    return float(np.clip(aim / max(level, 1e-3), 0.3, 6.0))


def truth_line(name: str, style: str, truths: list[Truth]) -> str:
    """One line of the truth file."""
    dice = [
        {
            "style": t.style,
            "face": t.face,
            "center": [round(float(c), 2) for c in t.center],
            "quad": [[round(float(c), 2) for c in q] for q in t.quad],
            "box": list(t.box),
            "visible": round(float(t.visible), 3),
            "inside": round(float(t.inside), 3),
            "tilt_deg": round(float(t.tilt_deg), 1),
            "problem": t.problem,
            "pips": None if t.pips is None else t.pips.round(2).tolist(),
            "middle": t.middle.round(2).tolist(),
        }
        for t in truths
    ]
    return json.dumps({"file": name, "style": style, "dice": dice})


def style_of(number: int) -> str:
    """Two scenes in five are Roman."""
    return "roman" if number % 5 in {1, 3} else "pips"


def render_number(
    number: int, width: int, height: int, empty: bool = False, stacked: float = STACKED
) -> tuple[NDArray[np.uint8], str, list[Truth]]:
    """Scene number N as a picture, with its style and truth."""
    rng = np.random.default_rng([number, 20])
    style = style_of(number)
    scene = random_scene(rng, width, height, style, empty, stacked)
    linear, owner = scene.draw()
    return expose(linear, auto_gain(linear, rng)), style, scene.truths(owner)


def main() -> None:
    """Render scenes to a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--width", type=int, default=640)
    parser.add_argument("--height", type=int, default=480)
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--stacked", type=float, default=STACKED, help="part on other dice, to 0.8")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    with (options.folder / f"truth-{options.first:06d}.jsonl").open("a", encoding="utf-8") as out:
        for number in range(
            options.first, options.first + options.count * options.step, options.step
        ):
            picture, style, truths = render_number(
                number, options.width, options.height, options.empty, options.stacked
            )
            name = f"{number:06d}.jpg"
            cv2.imwrite(str(options.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            print(truth_line(name, style, truths), file=out, flush=True)
    if options.empty:
        names = sorted(path.name for path in options.folder.glob("*.jpg"))
        rows = [f"{name},rendered without dice,0,,," for name in names]
        text = "\n".join(["file,source,n_dice,faces,boxes,viewpoint", *rows]) + "\n"
        (options.folder / "index.csv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
