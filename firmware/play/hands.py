"""What keys do to the drawn dice: as players' hands would, and as cheats' hands would."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from firmware.replay import DICE
from firmware.table.playing import Play
from firmware.texts import tr, trn
from hardware.sim.drawn import Die, SceneCamera, scatter
from hardware.sim.drawn.dice import SIDES
from vision.reading import Face

__all__ = ["Hands", "Wants", "wants"]

LAMP_OFF: Final = 0.3
"""The light that is left when the lamp is off."""

COLOURS: Final = (0, 1, 3, 4, 5)
"""Colours of the dice of an evening: an index into those of drawn dice, charcoal left out."""

PUSH_MM: Final = 9.0
"""How far a die is pushed; more than a third of its size, less than its width."""

MOST_DICE: Final = 12
"""Dice in the tray at most, however often they are thrown."""

KINDS: Final[dict[str, Die]] = {"pips": Die("pips", 1, 0, 0), "roman": Die("roman", "I", 0, 0)}


@dataclass(frozen=True, slots=True)
class Wants:
    """What the table waits for in dice.

    kind: of the dice, "" where no game is played. afresh: whether all are picked up first.
    throws: how many are thrown, 0 where none may be or where players choose. lifts_px: where
    those lie that must be lifted first, in pixels of the frame. lies: the dice as they last
    counted: where in the frame each, and its face.
    """

    kind: str = ""
    afresh: bool = False
    throws: int = 0
    lifts_px: tuple[tuple[float, float], ...] = ()
    lies: tuple[tuple[tuple[float, float], Face], ...] = ()


def wants(play: Play | None) -> Wants:
    """What a game waits for; nothing without one or after its end."""
    if play is None:
        return Wants()
    kind, tray = DICE[play.match.game], play.referee.tray
    left = (*tray.lay.values(), *tray.aside.values())
    lies = tuple((one.center, one.face) for one in left if one.face is not None)
    if play.over:
        return Wants(kind, lies=lies)
    game, lay = play.referee.game, tray.lay
    openings = game.openings(lay)
    if game.loose and openings:
        return Wants(kind, True, openings[0].throws, lies=lies)
    if len(openings) != 1:
        return Wants(kind, lies=lies)
    only = openings[0]
    lifts = tuple(lay[place].center for place in sorted(only.lifts) if place in lay)
    return Wants(kind, False, only.throws, lifts, lies)


class Hands:
    """Hands over a drawn tray; `key` does what a key stands for, and says what it did.

    camera: what sees the tray now. wanted: what the table waits for now. Dice are numbered from
    left to right after each throw, and keep their numbers until the next.
    """

    def __init__(
        self, camera: SceneCamera, wanted: Callable[[], Wants], rng: np.random.Generator
    ) -> None:
        self.camera = camera
        self._scene = camera.scene
        self._stage = camera.stage
        self._clock = camera.clock
        self._wanted = wanted
        self._rng = rng
        self._colour = int(rng.choice(COLOURS))
        self._numbers: dict[int, Die] = {}
        self.held = 0

    def numbered(self) -> list[tuple[int, Die]]:
        """The dice as they will lie, each with its number, in their order."""
        lying = self._stage.dice
        return [(number, die) for number, die in sorted(self._numbers.items()) if die in lying]

    def at_px(self, die: Die) -> tuple[float, float]:
        """Where the middle of its upper face is in the frame."""
        x, y = self._scene.view.pixels(np.array([[die.x_mm, die.y_mm, die.size_mm]]))[0]
        return float(x), float(y)

    def put_back(self) -> str:
        """Let the dice lie as they last counted; gives what to say of it."""
        wanted = self._wanted()
        if not wanted.kind:
            return tr("no game is played yet")
        view = self._scene.view
        like = self._like(wanted.kind)
        scale = (view.height_mm - like.size_mm) / view.focal_px
        self._stage.lie(
            replace(
                like,
                face=face,
                x_mm=(x - view.width_px / 2) * scale,
                y_mm=(y - view.height_px / 2) * scale,
            )
            for (x, y), face in wanted.lies
        )
        self._number()
        return tr("the dice lie as they lay")

    def key(self, key: str) -> str:
        """Do what a key stands for; gives what to say of it, "" for a key that is none of these."""
        if key.isdecimal():
            return self._lift(int(key))
        act = {
            "t": self._throw,
            "space": self._throw,
            "T": self._throw_one_more,
            "c": self._turn,
            "x": self._take,
            "n": self._push,
            "p": self._reach,
            "l": self._switch,
            "b": self.put_back,
        }.get(key)
        return "" if act is None else act()

    def _throw(self) -> str:
        wanted = self._wanted()
        if not wanted.kind:
            return tr("no game is played yet")
        if wanted.afresh:
            self._collect(range(len(self._stage.dice)))
            return self._roll(wanted, wanted.throws)
        if self.held:
            return self._roll(wanted, self.held)
        if wanted.throws:
            self._collect(self._lying_at(wanted.lifts_px))
            return self._roll(wanted, wanted.throws)
        if not self._stage.dice:
            return tr("nothing to throw now")
        return tr("lift dice first, by their numbers")

    def _throw_one_more(self) -> str:
        wanted = self._wanted()
        return self._roll(wanted, 1) if wanted.kind else tr("no game is played yet")

    def _roll(self, wanted: Wants, count: int) -> str:
        lying = self._stage.dice
        if len(lying) + count > MOST_DICE:
            return tr("the tray is full")
        thrown = scatter(self._rng, self._like(wanted.kind), count, lying, self._scene.look)
        self._stage.throw(thrown, self._clock.now_s())
        self._number()
        return trn("{count} thrown", "{count} thrown", count, count=count)

    def _like(self, kind: str) -> Die:
        return replace(KINDS[kind], colour=self._colour)

    def _number(self) -> None:
        """Number the dice anew: none is held."""
        ordered = sorted(self._stage.dice, key=lambda die: (die.x_mm, die.y_mm))
        self._numbers = dict(enumerate(ordered, start=1))
        self.held = 0

    def _collect(self, which: Sequence[int]) -> None:
        self._stage.lift(which, self._clock.now_s())

    def _lying_at(self, places_px: Sequence[tuple[float, float]]) -> list[int]:
        """Which dice of the stage lie nearest to these places, each once."""
        dice = list(enumerate(self._stage.dice))
        found = []
        for place in places_px:
            if not dice:
                break
            nearest = min(dice, key=lambda one: np.hypot(*np.subtract(self.at_px(one[1]), place)))
            dice.remove(nearest)
            found.append(nearest[0])
        return found

    def _lift(self, number: int) -> str:
        dice = dict(self.numbered())
        if number not in dice:
            return tr("no die {number}", number=number)
        self._collect([self._stage.dice.index(dice[number])])
        self.held += 1
        return tr("die {number} lifted", number=number)

    def _some(self) -> int | None:
        """One of the dice at random, None when none lies there."""
        count = len(self._stage.dice)
        return int(self._rng.integers(count)) if count else None

    def _turn(self) -> str:
        which = self._some()
        if which is None:
            return tr("no die to turn")
        die = self._stage.dice[which]
        others = [face for face in SIDES[die.kind] if face != die.face]
        face = others[int(self._rng.integers(len(others)))]
        self._stage.turn(which, face, self._clock.now_s())
        self._renamed(die, which)
        return tr("a {face} turned to {other}", face=die.face, other=face)

    def _take(self) -> str:
        which = self._some()
        if which is None:
            return tr("no die to take")
        self._collect([which])
        return tr("one die taken away")

    def _push(self) -> str:
        which = self._some()
        if which is None:
            return tr("no die to push")
        die = self._stage.dice[which]
        towards = (-PUSH_MM if die.x_mm > 0 else PUSH_MM, 0.0)
        self._stage.push(which, towards, self._clock.now_s())
        self._renamed(die, which)
        return tr("the {face} pushed", face=die.face)

    def _renamed(self, before: Die, which: int) -> None:
        """The die keeps its number though a hand changed it."""
        now = self._stage.dice[which]
        self._numbers = {k: now if die == before else die for k, die in self._numbers.items()}

    def _reach(self) -> str:
        there = self._stage.hand_stays
        self._stage.hand(None if there else (20.0, 10.0), self._clock.now_s())
        return tr("the hand goes") if there else tr("a hand comes")

    def _switch(self) -> str:
        lit = self.camera.gain == 1
        self.camera.gain = LAMP_OFF if lit else 1.0
        return tr("the lamp is off") if lit else tr("the lamp is on")
