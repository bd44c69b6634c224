"""Reading dice: two independent looks that must agree, and a reason where they do not.

The finder sees the whole picture and says where dice lie. Each die is then cut out of the full
picture and judged twice, by networks that share no weights and no input: one sees colours and the
die's sides, one the contrast of the face alone. Each names the face, and says where the pips are,
which are counted and held against the patterns of pips (see `vision.pips`). A pip face is accepted
when the four are `accept` sure of it in the mean, a Roman one when both judges name it and the
less sure is `roman` sure; everything else is asked about, with a reason from `vision.reading.WHY`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.annotate import annotate
from vision.finder import Candidate, Finder
from vision.judge import Judge, Verdict, contrast, cut, mean_verdict
from vision.reading import PIPS, ROMAN, Dice, Face, Image, Observation, Reading
from vision.stages import draw_candidates, draw_contrasts, draw_crops

__all__ = ["FACES", "Looked", "Reader", "Settings"]

FACES: Final[tuple[Face, ...]] = PIPS + ROMAN
MODELS: Final = Path(__file__).parent / "models"
LONG_SIDE: Final = 640
"""The picture's long side for the first look, in pixels."""
SMALL: Final = 17.0
"""Dice whose upper face is smaller than this in the first look, in pixels, get a closer look."""
LARGE: Final = 125.0
"""Dice larger than this in the first look get a look from farther away."""
LARGEST_LOOK: Final = 1600
"""The closest look brings the picture to at most this long side, in pixels."""


SURE: Final = 0.985
"""A die of which both judges are at least so sure at first sight, and whose pips are as many as
they say, is not looked at again, 0 to 1."""
NO_DOUBT: Final = 0.05
"""A candidate less likely a die than this is not looked at again, 0 to 1."""
NEAR: Final = 5.0
"""The part of the picture for a nearer look at one die, in sizes of its upper face."""
NEAR_PX: Final = 224
"""To how many pixels that part is brought."""
FAINT: Final = 1e-3
"""How likely a face is at least to each look; none rules a face out alone."""
SAME_DIE: Final = 0.8
"""What is found within so many face sizes is the same die."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is accepted. Raising a threshold asks more often and errs less.

    accept: how sure the four looks must be of a pip face in the mean, 0 to 1. roman: how sure the
    less sure judge must be of a numeral. heat: how sure the finder must be of the die.
    Candidates that the judges take for a die with less than `real`, and those of which the finder
    is less sure than `dim` and the judges than `vague`, are not even asked about: on photos left
    out of training that drops nine in ten of what is no die, and one die in 250.
    flat: how sure the looks must be that it lies flat. least_px: the smallest upper face that is
    accepted, in pixels of the picture.
    """

    accept: float = 0.75
    roman: float = 0.85
    heat: float = 0.35
    real: float = 0.40
    dim: float = 0.45
    vague: float = 0.40
    flat: float = 0.5
    least_px: float = 9.0


@dataclass(frozen=True, slots=True)
class Looked:
    """A candidate of the finder with the verdicts of both judges."""

    found: Candidate
    colour: Verdict
    contrast: Verdict

    @property
    def real(self) -> float:
        """The probability that it is a die of ours, by the judges."""
        return 1 - (self.colour.none + self.contrast.none) / 2

    @property
    def flat(self) -> float:
        """The probability that it lies flat, by all three."""
        return (self.found.flat + self.colour.flat + self.contrast.flat) / 3

    @property
    def joint(self) -> NDArray[np.float32]:
        """(9,), the probabilities of the faces by both judges and by the pips they see."""
        looks = (
            self.colour.faces,
            self.contrast.faces,
            *map(_by_pips, (self.colour, self.contrast)),
        )
        product = np.prod([look + FAINT for look in looks], axis=0)
        return np.asarray(product / product.sum(), np.float32)

    def sure(self, face: int) -> float:
        """How sure the looks are of a face, 0 to 1; `none` counts against it.

        A pip face: the mean of both judges and of both counts of pips. A numeral: the less sure
        judge.
        """
        named = (float(self.colour.faces[face]), float(self.contrast.faces[face]))
        if face >= len(PIPS):
            return min(named)
        counted = (float(self.colour.pips[face + 1]), float(self.contrast.pips[face + 1]))
        return (sum(named) + sum(counted)) / 4

    @property
    def plain(self) -> bool:
        """Whether no second look is needed: both judges are SURE, and both counts of pips agree."""
        face = int(np.argmax(self.joint))
        count = face + 1 if face < len(PIPS) else 0
        return (
            min(self.colour.faces[face], self.contrast.faces[face]) >= SURE
            and int(np.argmax(self.colour.pips)) == count
            and int(np.argmax(self.contrast.pips)) == count
        )


def _by_pips(verdict: Verdict) -> NDArray[np.float32]:
    """(9,), what the pips say: a numeral has none."""
    return np.concatenate([verdict.pips[1:], np.repeat(verdict.pips[:1], len(ROMAN))])


class Reader:
    """Reads all dice of a picture. Loading takes about 50 ms; one reader serves one thread."""

    def __init__(self, models: Path = MODELS, settings: Settings | None = None) -> None:
        self._finder = Finder(_model(models / "finder.onnx"))
        self._colour = Judge(_model(models / "judge.onnx"))
        self._contrast = Judge(_model(models / "contrast.onnx"), by_contrast=True)
        self.settings = settings or Settings()

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        """Read a picture, (height, width, 3) blue green red; ValueError when it is no picture."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
            raise ValueError(
                f"cannot read an array of shape {image.shape} and type {image.dtype}; expected "
                "(height, width, 3) of uint8, blue green red"
            )
        looks = self.looks(image)
        return self._decide(looks, dice, image)

    def stages(
        self, image: Image, dice: Dice = "auto"
    ) -> Iterator[tuple[str, Callable[[], Image]]]:
        """Yield after each stage its name and what draws its picture, made only when called."""
        candidates = self.find(image)
        yield "finder", lambda: draw_candidates(image, candidates)
        crops = [cut(image, c.center, c.size) for c in candidates]
        colour = self._colour.look(crops)
        yield "colour judge", lambda: draw_crops(crops)
        contrasts = self._contrast.look(crops)
        yield "contrast judge", lambda: draw_contrasts([contrast(crop) for crop in crops])
        looks = [Looked(*three) for three in zip(candidates, colour, contrasts, strict=True)]
        looks = self._again(image, looks)
        observation = self._decide(looks, dice, image)
        yield "reading", lambda: annotate(image, observation)

    def looks(self, image: Image) -> list[Looked]:
        """Every candidate with both verdicts, before anything is decided."""
        candidates = self.find(image)
        crops = [cut(image, c.center, c.size) for c in candidates]
        colour, by_contrast = self._colour.look(crops), self._contrast.look(crops)
        looks = [Looked(*three) for three in zip(candidates, colour, by_contrast, strict=True)]
        return self._again(image, looks)

    def _again(self, image: Image, looks: list[Looked]) -> list[Looked]:
        """Look at unsure dice again: found anew from near by, then judged from all sides.

        Each crop is turned and mirrored, and the verdicts' mean counts.
        """
        again = list(looks)
        for i, look in enumerate(looks):
            if look.plain or look.real < NO_DOUBT:
                continue
            found = self._nearer(image, look.found)
            crop = cut(image, found.center, found.size)
            views = [crop, *_views(crop)]
            colour, by_contrast = self._colour.look(views), self._contrast.look(views)
            again[i] = Looked(found, mean_verdict(colour), mean_verdict(by_contrast))
        return again

    def _nearer(self, image: Image, found: Candidate) -> Candidate:
        """The same die as the finder sees it from near by; as it was where it sees none there.

        Its heat stays that of the first look: from near by much looks like a die.
        """
        half = round(found.size * NEAR / 2)
        x, y = round(found.center[0]) - half, round(found.center[1]) - half
        left, top = max(x, 0), max(y, 0)
        part = image[top : y + 2 * half, left : x + 2 * half]
        if min(part.shape[:2]) < 2 * found.size:
            return found
        side = round(NEAR_PX * max(part.shape[:2]) / (2 * half))
        here = (found.center[0] - left, found.center[1] - top)
        close = [
            c
            for c in self._finder.look(np.ascontiguousarray(part), side)
            if np.hypot(c.center[0] - here[0], c.center[1] - here[1]) < SAME_DIE * found.size
            and 0.5 < c.size / found.size < 2.0
        ]
        best = max(close, key=lambda c: c.heat, default=None)
        if best is None or best.heat < found.heat:
            return found
        bx, by, bw, bh = best.box
        return Candidate(
            (best.center[0] + left, best.center[1] + top),
            best.size,
            (bx + left, by + top, bw, bh),
            found.heat,
            best.flat,
        )

    def _decide(self, looks: list[Looked], dice: Dice, image: Image) -> Observation:
        kind = _kind(looks) if dice == "auto" else dice
        height, width = image.shape[:2]
        readings = [self._reading(look, kind, (width, height)) for look in looks]
        return Observation(tuple(r for r in readings if r is not None), width, height)

    def find(self, image: Image) -> list[Candidate]:
        """The candidates of one or more looks, each die once."""
        longest = max(image.shape[:2])
        first = self._finder.look(image, LONG_SIDE)
        scale = LONG_SIDE / longest
        sizes = [c.size * scale for c in first]
        if (sizes and min(sizes) < SMALL) or (not sizes and longest > LONG_SIDE):
            closer = min(LARGEST_LOOK, max(longest, 2 * LONG_SIDE))
            second = self._finder.look(image, closer)
            return _merged(first, second, lambda c: c.size * scale >= 2 * SMALL)
        if not sizes or max(sizes) > LARGE:
            second = self._finder.look(image, LONG_SIDE // 2)
            return _merged(first, second, lambda c: c.size * scale <= LARGE)
        return first

    def _reading(self, look: Looked, kind: Dice, view: tuple[int, int]) -> Reading | None:
        found = look.found
        order = [int(i) for i in np.argsort(-look.joint)]
        best = order[0]
        sure = look.sure(best)
        if look.real < self.settings.real:
            return None
        if found.heat < self.settings.dim and sure < self.settings.vague:
            return None
        why = self._flaw(look, view)
        if why is None and kind != "auto" and sure > 0.5 and _kind_of(best) != kind:
            why = "kind"
        needed = self.settings.accept if best < len(PIPS) else self.settings.roman
        if why is None and (sure < needed or found.heat < self.settings.heat):
            why = "doubtful"
        return Reading(
            face=None if why else FACES[best],
            guess=FACES[best],
            confidence=round(sure, 4),
            box=_clip(found.box, *view),
            center=(round(found.center[0], 1), round(found.center[1], 1)),
            why=why,
            others=tuple(FACES[i] for i in order[1:4]),
        )

    def _flaw(self, look: Looked, view: tuple[int, int]) -> str | None:
        """What keeps the die from being read, whatever it shows; None for a sound die."""
        if look.found.size < self.settings.least_px:
            return "small"
        if _is_cut(look.found, *view):
            return "cut"
        if look.flat < self.settings.flat:
            return "cocked"
        return None


def _views(crop: Image) -> list[Image]:
    """The crop turned by quarters and mirrored, VIEWS pictures beside itself."""
    turned = [np.rot90(crop, k) for k in range(4)]
    views = [*turned[1:], *(view[:, ::-1] for view in turned)]
    return [np.ascontiguousarray(view) for view in views]


def _kind_of(face: int) -> Dice:
    return "pips" if face < len(PIPS) else "roman"


def _model(path: Path) -> NDArray[np.uint8]:
    if not path.is_file():
        raise FileNotFoundError(f"no model at {path}; install the table again")
    return np.fromfile(path, np.uint8)


def _kind(looks: list[Looked]) -> Dice:
    """Which dice lie there: the kind of the most, weighed by how sure the looks are; or either."""
    weight = 0.0
    for look in looks:
        shares = look.joint * look.found.heat * look.real
        weight += float(shares[: len(PIPS)].sum() - shares[len(PIPS) :].sum())
    if abs(weight) < 1e-9:
        return "auto"
    return "pips" if weight > 0 else "roman"


def _merged(
    first: list[Candidate], second: list[Candidate], keep_first: Callable[[Candidate], bool]
) -> list[Candidate]:
    """Dice of two looks: of a die seen in both, the first look's if keep_first says so."""
    kept = list(second)
    for c in first:
        rivals = [
            k
            for k in kept
            if np.hypot(k.center[0] - c.center[0], k.center[1] - c.center[1])
            < 0.6 * max(k.size, c.size)
        ]
        if not rivals:
            kept.append(c)
        elif keep_first(c):
            kept = [k for k in kept if k not in rivals] + [c]
    return kept


def _clip(
    box: tuple[float, float, float, float], width: int, height: int
) -> tuple[float, float, float, float]:
    x0, y0 = max(box[0], 0.0), max(box[1], 0.0)
    x1, y1 = min(box[0] + box[2], float(width)), min(box[1] + box[3], float(height))
    return round(x0, 1), round(y0, 1), round(max(x1 - x0, 0.0), 1), round(max(y1 - y0, 0.0), 1)


def _is_cut(c: Candidate, width: int, height: int) -> bool:
    """Whether the picture's edge cuts the die: its outline reaches the edge or beyond it."""
    slack = max(1.0, 0.06 * c.size)
    x, y, w, h = c.box
    return x < -slack or y < -slack or x + w > width + slack or y + h > height + slack
