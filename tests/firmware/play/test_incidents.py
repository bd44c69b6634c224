"""What goes wrong in a drawn tray, seen by the real motion gate, is called what it is."""

from pathlib import Path

import numpy as np
import pytest

from firmware.journal import Journal, Kept
from firmware.loop import Press, Said, Tick
from firmware.play.hands import Hands, wants
from firmware.play.scene import Silence
from firmware.play.soak import SETTLES_S, SMALL, TruthReader
from firmware.table.ports import Check, Ports
from firmware.table.setup import Setup
from firmware.table.table import Table
from hardware.sim import SimLight, SimOled, ToldClock
from hardware.sim.drawn import Scene, SceneCamera, Stage, TrayLook
from vision.tray import TrayWatch

LOOKS = ((0, 0.0, 1), (2, 140.0, 2), (3, 200.0, 4))
"""Felt, where the lamp stands in degrees, and the seed of the throws."""


class Drawn:
    """A table over a drawn tray whose dice are read as they were drawn; time is told."""

    def __init__(self, folder: Path, game: str, look: tuple[int, float, int]) -> None:
        felt, lamp_deg, seed = look
        self.clock, self.said = ToldClock(), list[Said]()
        scene = Scene(TrayLook(felt=felt, lamp_deg=lamp_deg), seed=seed, size_px=SMALL)
        self.camera = SceneCamera(scene, Stage(), self.clock, self._pass)
        reader = TruthReader(scene, self.camera.stage, self.clock)
        self.journal = Journal(folder)
        ports = Ports(
            display=SimOled(),
            sound=Silence(),
            light=SimLight(),
            journal=self.journal,
            make_watch=lambda dice: TrayWatch(reader, dice),
            reopen=lambda: None,
            keep=lambda kept: kept.save(folder),
            date=lambda: "2026-11-30",
            say=self.said.append,
        )
        self.table = Table(ports, Kept(), (Check("Camera", True),), 0.0)
        self.table.begin()
        self.hands = Hands(self.camera, lambda: wants(self.table.play), np.random.default_rng(seed))
        self.table.begin_game(Setup(game, ("Ann", "Ben"), {}))
        self._look(1.5)

    def _pass(self, length_s: float) -> None:
        self.clock.tell(self.clock.now_s() + length_s)

    def _look(self, length_s: float) -> None:
        ends_s = self.clock.now_s() + length_s
        while self.clock.now_s() < ends_s:
            frame = self.camera.capture()
            assert frame is not None
            self.table.handle(frame)
            self.table.handle(Tick(self.clock.now_s()))

    def do(self, *steps: str) -> list[str]:
        """Press ok or a key of the hands; give the last step's events, a complaint by level, why.

        That dice are small in so small a picture is left out.
        """
        before = 0
        for step in steps:
            before = len(self.said)
            if step == "ok":
                self.table.handle(Press("ok", self.clock.now_s()))
                self._look(0.3)
            else:
                self.hands.key(step)
                self._look(SETTLES_S)
        named = [_named(one) for one in self.said[before:]]
        return [name for name in named if name != "notice camera"]


def _named(said: Said) -> str:
    facts = said.line.facts
    complaint = said.line.event == "complaint"
    return f"{facts['level']} {facts['why']}" if complaint else said.line.event


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("t", ["roll"]),
        ("t n", ["notice nudged"]),
        ("t c", ["illegal turned"]),
        ("t c b", ["mended"]),
        ("t p", ["notice hand"]),
        ("p p t", ["roll"]),
        ("t p p", []),
        ("t l", ["notice light"]),
        ("t l l ok", ["attack"]),
        ("t 1 2 3 4", []),
        ("t 1 2 3 4 5", ["illegal lifted"]),
        ("t ok 1 2 3 4", ["illegal lifted"]),
        ("t 1 ok", ["question unexpected"]),
    ],
)
def test_in_an_attack(
    steps: str, said: list[str], look: tuple[int, float, int], tmp_path: Path
) -> None:
    table = Drawn(tmp_path, "alphatian", look)
    assert table.do(*steps.split()) == said
    table.journal.close()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("t t", ["roll"]),
        ("t t n", ["notice nudged"]),
        ("t t c", ["illegal turned"]),
        ("t t p", ["notice hand"]),
        ("t t x", ["illegal lifted"]),
    ],
)
def test_in_a_turn(
    steps: str, said: list[str], look: tuple[int, float, int], tmp_path: Path
) -> None:
    table = Drawn(tmp_path, "centurion", look)
    assert table.do(*steps.split()) == said
    table.journal.close()
