"""Setting a table up, from pictures and presses: tray, light, focus, dice.

`Calibration` is the whole of it and does no input or output: it is given images and presses, and
tells the screen and what was learned. The table hosts it in its menu, with buttons and OLED only;
`arbiter calibrate` hosts it in a terminal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import cv2
import numpy as np

from firmware import set_up_words as words
from firmware.texts import tr
from firmware.views import SetUp
from hardware.ports import Pressed
from vision.annotate import annotate
from vision.conditions import Condition, check
from vision.outline import SLACK_DICE, Tray
from vision.reading import PIPS, Dice, DiceReader, Face, Image, Observation, Reading

__all__ = [
    "STEPS",
    "Calibration",
    "Corners",
    "Finding",
    "Learned",
    "Sighting",
    "Step",
    "TrayFinder",
]

Step = Literal["tray", "light", "focus", "dice"]

STEPS: Final[tuple[Step, ...]] = get_args(Step)
"""The steps in their order. The tray is empty for the first two, and all dice lie in it after."""

Corners = tuple[tuple[float, float], ...]
"""Corners one after another around the tray: (x, y) in parts of the picture, 0 to 1."""

TrayFinder = Callable[[Image], Corners | None]
"""What finds the tray in a picture of it; None when it sees none."""

OUTLINE: Final = (255, 144, 30)
"""Blue, green, red: of the tray in the picture; no reading is drawn in it."""

LIGHT: Final = ("dark", "glare")
FOCUS: Final = ("focus", "small")


@dataclass(frozen=True, slots=True)
class Finding:
    """What the last picture says of a step.

    good: whether the step is done well. short: for the OLED; text: the same with its remedy, for
    a terminal and for the record.
    """

    step: Step
    good: bool
    short: str
    text: str


@dataclass(frozen=True, slots=True)
class Learned:
    """What setting up has found out.

    corners: of the tray, None when the whole picture counts. kind: which dice lie there. readings:
    of the last picture; faces: what could be read, unread: what could not. to_write: the corners
    for a table.toml, which are taken at their word: where they were found, wider by what a die at
    the wall may lie outside of them.
    """

    findings: tuple[Finding, ...]
    corners: Corners | None
    kind: Dice
    readings: tuple[Reading, ...]
    to_write: Corners | None = None

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the dice that can be read."""
        return tuple(one.face for one in self.readings if one.face is not None)

    @property
    def unread(self) -> tuple[Reading, ...]:
        """The dice that cannot be read; each says why."""
        return tuple(one for one in self.readings if one.face is None)

    @property
    def good(self) -> bool:
        """Whether every step was done well."""
        return len(self.findings) == len(STEPS) and all(one.good for one in self.findings)

    def toml(self) -> str:
        """What table.toml needs so that the tray need not be found again; empty when nothing."""
        if self.to_write is None:
            return ""
        listed = ", ".join(f"[{x:.3f}, {y:.3f}]" for x, y in self.to_write)
        return f"[tray]\ncorners = [{listed}]\n"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a picture says of a step; corners and observation: where that step looks for them."""

    step: Step
    image: Image
    finding: Finding
    corners: Corners | None = None
    observation: Observation | None = None


class Calibration:
    """Goes through STEPS: OK takes a step as the last picture shows it, back goes one back.

    OK goes on where something is wrong too, and the finding stays in what was learned: a player
    who has no second lamp shall play all the same. `see` is `look` and then `take`; a caller that
    cannot wait for a reading lets another thread look. given: whether find_tray gives corners that
    players wrote, which need no slack.
    """

    def __init__(
        self, reader: DiceReader, find_tray: TrayFinder, dice: Dice = "auto", given: bool = False
    ) -> None:
        self._reader = reader
        self._find_tray = find_tray
        self._dice: Dice = dice
        self._slack_dice = 0.0 if given else SLACK_DICE
        self._at = 0
        self._taken: list[Finding] = []
        self._finding: Finding | None = None
        self._corners: Corners | None = None
        self._image: Image | None = None
        self._observation: Observation | None = None

    @property
    def step(self) -> Step | None:
        """The step that is being done, None when all are."""
        return STEPS[self._at] if self._at < len(STEPS) else None

    @property
    def finding(self) -> Finding | None:
        """What the last picture says of this step, None before the first."""
        return self._finding

    def see(self, image: Image) -> None:
        """Look at a picture, (height, width, 3) blue green red, for the step being done."""
        self.take(self.look(image))

    def look(self, image: Image) -> Sighting | None:
        """What a picture, as in `see`, says of the step being done; changes nothing."""
        step = self.step
        if step == "tray":
            corners = self._find_tray(image)
            return Sighting(step, image, _tray(corners), corners)
        if step == "light":
            return Sighting(step, image, _light(check(image, _nothing(image))))
        if step is None:
            return None
        seen = self._reader.read(image, self._dice)
        finding = _focus(image, seen) if step == "focus" else _dice(seen.readings)
        return Sighting(step, image, finding, observation=seen)

    def take(self, seen: Sighting | None) -> None:
        """Take what was seen, unless it is of another step than the one being done."""
        if seen is None or seen.step != self.step:
            return
        self._image, self._finding = seen.image, seen.finding
        if seen.step == "tray":
            self._corners = seen.corners
        elif seen.observation is not None:
            self._observation = seen.observation

    def press(self, button: Pressed) -> None:
        """Take a press; only OK and back mean something here."""
        if button == "ok" and self._finding is not None:
            self._taken.append(self._finding)
            self._at, self._finding = self._at + 1, None
        elif button == "back" and self._at > 0:
            self._at, self._finding = self._at - 1, None
            self._taken.pop()

    def view(self) -> SetUp:
        """The screen."""
        step = self.step
        if step is None:
            bad = [one.step for one in self._taken if not one.good]
            lines = (words.look_again(bad),) if bad else (tr("All is well."),)
            return SetUp(tr("READY"), "", lines, tr("OK: to the menu"))
        place = f"{self._at + 1}/{len(STEPS)}"
        if self._finding is None:
            return SetUp(words.step_name(step), place, (words.before(step),), "")
        below = tr("OK: go on") if self._finding.good else tr("OK: all the same")
        return SetUp(words.step_name(step), place, (self._finding.short,), below)

    def learned(self) -> Learned:
        """What was found out so far."""
        readings = () if self._observation is None else self._observation.readings
        kind = _kind(readings)
        return Learned(tuple(self._taken), self._corners, kind, readings, self._to_write())

    def _to_write(self) -> Corners | None:
        if self._corners is None or self._observation is None:
            return self._corners
        tray, seen = Tray(self._corners, self._slack_dice), self._observation
        return tray.written(seen.readings, seen.width, seen.height)

    def picture(self) -> Image | None:
        """The last picture with tray and readings drawn on it; None before the first."""
        if self._image is None:
            return None
        drawn = annotate(self._image, self._observation or _nothing(self._image))
        if self._corners is not None:
            height, width = drawn.shape[:2]
            points = np.asarray(self._corners) * (width, height)
            thick = max(2, width // 400)
            cv2.polylines(drawn, [np.round(points).astype(np.int32)], True, OUTLINE, thick)
        return drawn


def _nothing(image: Image) -> Observation:
    return Observation((), image.shape[1], image.shape[0])


def _tray(corners: Corners | None) -> Finding:
    if corners is None:
        return Finding(
            "tray", False, tr("No tray seen. OK: all of the picture counts."),
            tr(
                "No tray was found: all of the picture counts as tray. Move the camera until the "
                "whole rim is in the picture, or give the corners in table.toml."
            ),
        )  # fmt: skip
    return Finding("tray", True, tr("The tray is found."), tr("The tray is found."))


def _light(conditions: Sequence[Condition]) -> Finding:
    for condition in conditions:
        if condition.kind in LIGHT:
            return _wrong("light", condition)
    return Finding("light", True, tr("The light is good."), tr("The light is good."))


def _focus(image: Image, seen: Observation) -> Finding:
    if not seen.readings:
        text = tr("No dice are seen. Throw all your dice into the tray.")
        return Finding("focus", False, tr("No dice seen. Throw them."), text)
    for condition in check(image, seen):
        if condition.kind in FOCUS:
            return _wrong("focus", condition)
    text = tr("The dice are sharp and large enough.")
    return Finding("focus", True, tr("The dice are sharp."), text)


def _wrong(step: Step, condition: Condition) -> Finding:
    return Finding(step, False, words.short(condition), words.whole(condition))


def _dice(readings: Sequence[Reading]) -> Finding:
    if not readings:
        text = tr("No dice are seen. Throw all your dice into the tray.")
        return Finding("dice", False, tr("No dice seen. Throw them."), text)
    if any(one.face is None for one in readings):
        return Finding("dice", False, *words.some_read(readings))
    faces = " ".join(sorted(str(one.face) for one in readings))
    return Finding("dice", True, *words.all_read(len(readings), faces))


def _kind(readings: Sequence[Reading]) -> Dice:
    """The kind of most of the dice that were read."""
    faces = [one.face for one in readings if one.face is not None]
    if not faces:
        return "auto"
    pips = sum(face in PIPS for face in faces)
    return "pips" if 2 * pips >= len(faces) else "roman"
