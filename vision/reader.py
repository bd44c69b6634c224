"""Reading dice: two independent looks at each, and a reason where they are not sure enough.

The finder sees the whole picture and says where dice lie. Each die is then cut out of the full
picture and judged twice, by networks that share no weights and no input: one sees colours and the
die's sides, one the contrast of the face alone. The face is what both name together. How likely
it is right is told by the words of both and of the finder, each weighed by what it was worth on
pictures that none of them had learnt from (see `vision.looked`); there the colour judge's added
nothing to the other two. What is less likely right than `accept`, or `roman`, is asked about, with
a reason from `vision.reading.WHY`, and so are two dice whose outlines claim one place.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from vision import confidence, flaws, search
from vision.annotate import annotate
from vision.finder import Candidate, Finder
from vision.judge import Judge, contrast, cut, mean_verdict
from vision.leaning import leaning
from vision.looked import FACES, Looked, claimed_twice, each_once, kind_among, kind_of
from vision.reading import PIPS, Dice, Image, Observation, Reading
from vision.stages import draw_candidates, draw_contrasts, draw_crops

__all__ = ["FACES", "MODELS", "Looked", "Reader", "Settings"]

MODELS: Final = Path(__file__).parent / "models"
NO_DOUBT: Final = 0.15
"""A candidate less likely a die than this is not looked at again, 0 to 1: of 151 rendered trays,
none that was began below 0.4."""
MOST_AGAIN: Final = 12
"""Dice of one picture that are looked at again, the likeliest: each costs as much as nine first
looks, and rendered trays have 7 at most, mostly none."""
UNDERSIZED: Final = 0.9
"""An unsure die that seems smaller than this part of its neighbours is also judged at their size:
of a die that is hard to see the finder often takes a part."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is accepted. Raising a threshold asks more often and errs less.

    accept: how likely right a pip face must be, 0 to 1. one: a one, which a ball with a glint or a
    fingertip resembles. roman: a numeral. heat: how sure the finder must be of the die.
    Candidates that the judges take for a die with less than `real`, and those of which the finder
    is less sure than `dim` and the judges than `vague`, are not even asked about: on photos left
    out of training that drops nine in ten of what is no die, and one die in 250.
    least_px: the smallest upper face that is accepted, in pixels of the picture; of a smaller one
    the judges must be `vague` sure, however sure the finder is.
    """

    accept: float = 0.75
    one: float = 0.80
    roman: float = 0.75
    heat: float = 0.35
    real: float = 0.40
    dim: float = 0.45
    vague: float = 0.40
    least_px: float = 9.0


class Reader:
    """Reads all dice of a picture. Loading takes about 50 ms; one reader serves one thread."""

    def __init__(
        self,
        models: Path = MODELS,
        settings: Settings | None = None,
        curves: Mapping[str, confidence.Curve] | None = None,
    ) -> None:
        """Load the networks; without curves, those of confidence.json beside them count."""
        self._finder = Finder(_model(models / "finder.onnx"))
        self._colour = Judge(_model(models / "judge.onnx"))
        self._contrast = Judge(_model(models / "contrast.onnx"), by_contrast=True)
        self.settings = settings or Settings()
        self._curves = confidence.load(models / "confidence.json") if curves is None else curves

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
        coarse = search.coarsely(self._finder, image)
        candidates = coarse or self.find(image)
        yield "finder", lambda: draw_candidates(image, candidates)
        crops = [cut(image, c.center, c.size) for c in candidates]
        colour = self._colour.look(crops)
        yield "colour judge", lambda: draw_crops(crops)
        contrasts = self._contrast.look(crops)
        yield "contrast judge", lambda: draw_contrasts([contrast(crop) for crop in crops])
        looks = [Looked(*three) for three in zip(candidates, colour, contrasts, strict=True)]
        if not all(look.plain for look in looks):
            looks = self._again(image, self._judged(image, self.find(image)) if coarse else looks)
        observation = self._decide(looks, dice, image)
        yield "reading", lambda: annotate(image, observation)

    def find(self, image: Image) -> list[Candidate]:
        """The candidates of one or more looks, each die once."""
        return search.find(self._finder, image)

    def looks(self, image: Image) -> list[Looked]:
        """Every candidate with both verdicts, before anything is decided."""
        looks = self._judged(image, search.coarsely(self._finder, image))
        if looks and all(look.plain for look in looks):
            return looks
        return self._again(image, self._judged(image, self.find(image)))

    def _judged(self, image: Image, candidates: list[Candidate]) -> list[Looked]:
        crops = [cut(image, c.center, c.size) for c in candidates]
        colour, by_contrast = self._colour.look(crops), self._contrast.look(crops)
        return [Looked(*three) for three in zip(candidates, colour, by_contrast, strict=True)]

    def _again(self, image: Image, looks: list[Looked]) -> list[Looked]:
        """Look at unsure dice again, at most MOST_AGAIN: found from near by, judged from all sides.

        Each crop is turned and mirrored, and the verdicts' mean counts.
        """
        again = list(looks)
        unsure = [i for i, look in enumerate(looks) if not look.plain and look.real >= NO_DOUBT]
        unsure.sort(key=lambda i: -looks[i].real * looks[i].found.heat)
        for i in unsure[:MOST_AGAIN]:
            found = search.nearer(self._finder, image, looks[i].found)
            views = _views(cut(image, found.center, found.size))
            usual = _usual_size([look for k, look in enumerate(looks) if k != i])
            if found.size < UNDERSIZED * usual:
                views += _views(cut(image, found.center, usual))
            colour, by_contrast = self._colour.look(views), self._contrast.look(views)
            again[i] = Looked(found, mean_verdict(colour), mean_verdict(by_contrast))
        for i in unsure[MOST_AGAIN:]:
            again[i] = replace(looks[i], hasty=True)
        return again

    def _decide(self, looks: list[Looked], dice: Dice, image: Image) -> Observation:
        looks = each_once(looks)
        kind = kind_among(looks) if dice == "auto" else dice
        height, width = image.shape[:2]
        looks = [look for look in looks if self.is_die(look)]
        leaning, twice = self._leaning(looks, (width, height)), claimed_twice(looks)
        readings = []
        for look, leans, claimed in zip(looks, leaning, twice, strict=True):
            reading = self._reading(look, kind, (width, height), leans, claimed)
            if reading.why == "doubtful":
                others = [one.found for one in looks if one is not look]
                reading = replace(reading, why=flaws.named(image, look.found, others))
            readings.append(reading)
        return Observation(tuple(readings), width, height)

    def _leaning(self, looks: list[Looked], view: tuple[int, int]) -> list[bool]:
        """Whether each die leans, as far as the others show it."""
        dice = [
            (i, look.found.center, look.colour.lean)
            for i, look in enumerate(looks)
            if look.colour.lean is not None
        ]
        told = leaning([d[1] for d in dice], [d[2] for d in dice if d[2] is not None], view)
        leans = {i for (i, _, _), leans in zip(dice, told, strict=True) if leans}
        return [i in leans for i in range(len(looks))]

    def is_die(self, look: Looked) -> bool:
        """Whether it is worth asking about."""
        if look.real < self.settings.real:
            return False
        if look.found.size < self.settings.least_px:
            return float(look.joint.max()) >= self.settings.vague
        sure = look.sure(int(np.argmax(look.joint)))
        return look.found.heat >= self.settings.dim or sure >= self.settings.vague

    def _reading(
        self, look: Looked, kind: Dice, view: tuple[int, int], leans: bool, claimed: bool
    ) -> Reading:
        found = look.found
        order = [int(i) for i in np.argsort(-look.joint)]
        best = order[0]
        sure = look.sure(best)
        why = self._flaw(look, view, leans)
        if why is None and kind != "auto" and sure > 0.5 and kind_of(best) != kind:
            why = "kind"
        curve = self._curves.get(kind_of(best), confidence.AS_IT_IS)
        needed = self._needed(best)
        unsure = look.hasty or claimed or sure < needed or found.heat < self.settings.heat
        if why is None and unsure:
            why = "doubtful"
        return Reading(
            face=None if why else FACES[best],
            guess=FACES[best],
            confidence=round(confidence.at(curve, sure), 4),
            box=_clip(found.box, *view),
            center=(round(found.center[0], 1), round(found.center[1], 1)),
            why=why,
            others=tuple(FACES[i] for i in order[1:4]),
        )

    def _needed(self, face: int) -> float:
        """How sure the looks must be of a face, by its index in FACES."""
        if face >= len(PIPS):
            return self.settings.roman
        accept = self.settings.accept
        return max(accept, self.settings.one) if FACES[face] == 1 else accept

    def _flaw(self, look: Looked, view: tuple[int, int], leans: bool) -> str | None:
        """What keeps the die from being read, whatever it shows; None for a sound die."""
        if look.found.size < self.settings.least_px:
            return "small"
        if flaws.is_cut(look.found, *view):
            return "cut"
        if leans:
            return "cocked"
        return None


def _views(crop: Image) -> list[Image]:
    """The crop, turned by quarters and mirrored: eight pictures."""
    turned = [np.rot90(crop, k) for k in range(4)]
    views = [*turned, *(view[:, ::-1] for view in turned)]
    return [np.ascontiguousarray(view) for view in views]


def _usual_size(looks: list[Looked]) -> float:
    """The middle size of the upper faces that are surely dice, in pixels; 0 of fewer than two."""
    sizes = [look.found.size for look in looks if look.real > 0.8 and look.found.heat > 0.5]
    return float(np.median(sizes)) if len(sizes) > 1 else 0.0


def _model(path: Path) -> Path:
    if not path.is_file():
        raise FileNotFoundError(f"no model at {path}; install the table again")
    return path


def _clip(
    box: tuple[float, float, float, float], width: int, height: int
) -> tuple[float, float, float, float]:
    x0, y0 = max(box[0], 0.0), max(box[1], 0.0)
    x1, y1 = min(box[0] + box[2], float(width)), min(box[1] + box[3], float(height))
    return round(x0, 1), round(y0, 1), round(max(x1 - x0, 0.0), 1), round(max(y1 - y0, 0.0), 1)
