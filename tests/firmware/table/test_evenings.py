"""Whole games by chance, to their end: dice as they fall, choices by button, and interruptions."""

import random
from pathlib import Path
from typing import Any

import pytest

from firmware.views import Menu, Question
from rules.games import GAMES
from rules.record import parse, replay
from tests.firmware.played import PLACES
from tests.firmware.table.evening import Evening
from tests.pictures import Spot

TITLES = {"alphatian": "Alphatian", "alea": "Alea", "centurion": "Centurion"}
MOST_STEPS = 900


class Players:
    """Players who do what the rules await, and now and then pause, undo, or lose the power."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.sides = 6 if game == "alphatian" else 3
        self.evening = Evening(folder)
        self.spots: dict[int, Spot] = {}
        self.evening.start(TITLES[game])

    @property
    def state(self) -> Any:
        play = self.evening.table.play
        assert play is not None
        return play.match.state

    def step(self) -> None:
        play = self.evening.table.play
        if play is not None and play.referee.disputed:
            self.evening.press("help", "ok")  # the table takes the tray as it lies
        if self.chance.random() < 0.06:
            self.interrupt()
        awaits = self.state.awaits
        lifts = [choice.lifts for choice in awaits.choices if choice.lifts]
        throws = awaits.throws and not (awaits.choices and self.chance.random() < 0.25)
        if throws:
            self.throw(awaits.places, afresh=not getattr(self.state, "faces", ()))
        elif lifts and self.chance.random() < 0.6:
            self.throw(self.chance.choice(lifts))
        elif awaits.choices:
            self.choose()

    def throw(self, places: tuple[int, ...], afresh: bool = False) -> None:
        """Lift the dice of these places, and throw them to other spots."""
        if afresh or len(places) == 5:
            self.spots = {}
        lying = set(self.spots) & set(places)
        taken = {(spot.x, spot.y) for spot in self.spots.values()}
        for place in lying:
            del self.spots[place]
        if lying or not self.spots:
            self.see()
        free = [spot for spot in PLACES if spot not in taken]
        if len(free) < len(places):
            free = [spot for spot in PLACES if spot not in self.where()]
        for place, (x, y) in zip(places, self.chance.sample(free, len(places)), strict=True):
            self.spots[place] = Spot(self.chance.randint(1, self.sides), x, y)
        self.see()

    def where(self) -> set[tuple[int, int]]:
        return {(spot.x, spot.y) for spot in self.spots.values()}

    def see(self) -> None:
        self.evening.see(list(self.spots.values()))

    def choose(self) -> None:
        for _ in range(self.chance.randrange(3)):
            self.evening.press(self.chance.choice(("up", "down")))
        self.evening.press("ok")

    def interrupt(self) -> None:
        way = self.chance.choice(("pause", "undo", "cut", "leave", "help"))
        if way == "cut":
            self.evening.journal.close()
            self.come_back()
        elif way == "help":
            self.evening.press("help", "back", "back")
        self.evening.press("back")
        shown = self.evening.view
        if not isinstance(shown, Menu) or shown.title != "Pause":
            return
        if way == "undo" and "Undo" in shown.items:
            self.evening.choose("Undo")
            self.evening.wait(7)
        elif way == "leave":
            self.evening.choose("Keep for later")
            self.evening.choose("Go on playing")
            self.evening.wait(2)
        else:
            self.evening.press("back")

    def come_back(self) -> None:
        before, spots = self.state, self.evening.spots
        self.evening = Evening(self.folder)
        self.evening.spots = spots
        self.evening.press("ok")
        assert isinstance(self.evening.view, Question)
        self.evening.press("ok")
        assert self.state == before
        self.evening.wait(2)


@pytest.mark.parametrize(("game", "seed"), [("alphatian", 0), ("alea", 1), ("centurion", 1)])
def test_a_game_by_chance_is_played_to_its_end(tmp_path: Path, game: str, seed: int) -> None:
    players = Players(tmp_path, game, seed)
    for _ in range(MOST_STEPS):
        if GAMES[game].outcome(players.state) is not None:
            break
        players.step()
    outcome = GAMES[game].outcome(players.state)
    assert outcome is not None, players.evening.said[-5:]
    match = players.evening.table.play
    assert match is not None
    entries = match.match.entries
    players.evening.press("ok")
    players.evening.choose("Menu")
    [record] = tmp_path.glob("*.txt")
    kept = replay(parse(record.read_bytes()))
    assert kept.entries == entries
    assert GAMES[game].outcome(kept.state) == outcome
