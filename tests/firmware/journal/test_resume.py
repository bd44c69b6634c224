"""A table whose power was cut goes on with the game and the dice as they were."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware.journal import Journal, Keeper, UnderWay
from firmware.loop import Loop, Press, Said
from firmware.referee import AleaTable, AlphatianTable, CenturionTable, Game, Line, Referee
from firmware.referee.answering import READ_S
from hardware.ports import Frame, Pressed
from hardware.sim import SimOled
from rules import alea, alphatian, centurion
from rules.alphatian import Phase
from rules.match import new_match
from rules.record import Header
from tests.firmware.played import PLACES, RomanReader, dice, roman
from tests.pictures import ColourReader, Spot, tray
from vision.tray import TrayWatch

OFF = alphatian.Options(clock="off")


class Kept:
    """A table that keeps its games in a folder; made again, it goes on."""

    def __init__(self, folder: Path, game: str = "alphatian", options: object = OFF) -> None:
        self.journal = Journal(folder)
        self.found: UnderWay | None = self.journal.under_way()
        header = Header(game, ("Ann", "Ben"), options, "2026-11-30")
        match = new_match(game, ("Ann", "Ben"), options)
        if self.found is None:
            self.journal.begin(header)
        else:
            self.journal.resume(self.found)
            match = self.found.match
        tables = {"alphatian": AlphatianTable, "alea": AleaTable, "centurion": CenturionTable}
        self.game: Game = tables[game](match)
        self.referee = Referee(self.game)
        if self.found is not None and self.found.tray is not None:
            self.referee.resume(self.found.tray)
        reader = ColourReader() if game == "alphatian" else RomanReader()
        self.oled, self.said, self.time_s = SimOled(), list[Said](), 0.0
        watch = TrayWatch(reader, stills=True)
        self.loop = Loop(watch, self.referee, self.oled, self.said.append)
        self.loop.keep = Keeper(self.journal)
        self.loop.begin(0.0)

    def see(self, spots: Sequence[Spot]) -> list[Line]:
        """Show the tray with these dice at rest; give what is said to it."""
        self.time_s += 1.0
        before = len(self.said)
        self.loop.handle(Frame(tray(spots), self.time_s, 0))
        return [said.line for said in self.said[before:]]

    def press(self, button: Pressed = "ok") -> list[Line]:
        """Press a button; give what is said to it."""
        self.time_s += READ_S
        before = len(self.said)
        self.loop.handle(Press(button, self.time_s))
        return [said.line for said in self.said[before:]]

    def cut(self) -> None:
        """Cut the power."""
        self.journal.close()


def events(lines: Sequence[Line]) -> list[str]:
    return [line.event for line in lines]


def test_an_attack_goes_on_with_the_dice_that_lie(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    attack = dice((6, 6, 5, 5, 3), range(5))
    before.see(attack)
    before.cut()
    after = Kept(tmp_path)
    assert after.game.match == before.game.match
    assert after.referee.tray == before.referee.tray
    assert events([said.line for said in after.said]) == ["resumed"]
    assert "6 6 5 5 3 lay there" in after.said[0].line.text
    assert after.see(attack) == []
    thrown = after.see([*attack[:3], *dice((1, 2), (6, 7))])
    assert events(thrown) == ["set_aside", "roll"]
    assert sorted(after.game.match.state.faces) == [1, 2, 5, 6, 6]


def test_the_same_dice_elsewhere_are_no_throw(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    before.see(dice((6, 6, 5, 5, 3), range(5)))
    before.press()
    before.see(dice((6, 6, 3, 4, 1), (0, 1, 4, 5, 6)))
    assert before.game.loose
    before.cut()
    after = Kept(tmp_path)
    assert after.see(dice((3, 1, 6, 4, 6), (3, 4, 7, 1, 2))) == []
    assert after.game.match == before.game.match
    after.see([])
    assert "roll" in events(after.see(dice((3, 1, 6, 4, 6), (3, 4, 7, 1, 2))))


def test_what_was_thrown_while_the_table_was_off_is_asked_about(tmp_path: Path) -> None:
    Kept(tmp_path).cut()
    after = Kept(tmp_path)
    assert after.found is not None and after.found.tray is None
    after.cut()
    before = Kept(tmp_path)
    before.see(dice((2, 1, 6, 3, 5), range(5)))
    before.cut()
    after = Kept(tmp_path)
    lifted = [*dice((2, 1, 6), range(3)), *dice((4, 4), (5, 6))]
    asked = after.see(lifted)
    assert events(asked) == ["complaint"]
    assert "thrown while the table was off" in asked[0].text
    assert after.game.match == before.game.match
    assert events(after.press()) == ["confirmed", "set_aside", "roll"]
    assert sorted(after.game.match.state.faces) == [1, 2, 4, 4, 6]
    assert str(after.game.match.entries[-1]).startswith("confirm step 3")
    assert events(after.press()) == ["attack"]


def test_what_was_thrown_unseen_may_be_thrown_again(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    before.see(dice((2, 1, 6, 3, 5), range(5)))
    before.cut()
    after = Kept(tmp_path)
    lain = dice((2, 1, 6), range(3))
    assert events(after.see([*lain, *dice((4, 4), (5, 6))])) == ["complaint"]
    after.see(lain)
    assert events(after.see([*lain, *dice((5, 1), (6, 7))])) == ["set_aside", "roll"]


def test_a_tray_that_was_cleared_meanwhile_is_asked_for(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    before.see(dice((6, 6, 5, 5, 3), range(5)))
    before.cut()
    after = Kept(tmp_path)
    assert events(after.see([])) == ["complaint"]
    assert events(after.press()) == ["attack"]


def test_what_the_players_said_of_a_die_is_still_known(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    attack = dice((6, 6, 5, 5, 3), range(5))
    before.see(attack)
    before.press("help_hold")
    before.press()
    corrected = before.game.match.state.faces
    assert corrected != (6, 6, 5, 5, 3)
    before.see(attack)
    before.cut()
    after = Kept(tmp_path)
    assert after.see(attack) == []
    assert after.game.match.state.faces == corrected


def test_the_clock_starts_afresh_once_the_dice_were_seen(tmp_path: Path) -> None:
    clock = alphatian.Options(clock="forfeit")
    before = Kept(tmp_path, options=clock)
    attack = dice((6, 6, 5, 5, 3), range(5))
    before.see(attack)
    before.press()
    before.cut()
    after = Kept(tmp_path, options=clock)
    after.time_s = 100.0
    after.see(attack)
    after.time_s += 4.0
    assert after.see(attack) == []
    after.time_s += 2.0
    assert "time_out" in events(after.see(attack)) or "parry" in events(
        [said.line for said in after.said]
    )


def test_the_cards_are_open_again_after_a_bad_throw(tmp_path: Path) -> None:
    options = alea.Options()
    before = Kept(tmp_path, "alea", options)
    before.see(roman("V"))
    before.see(roman("VV"))
    assert before.game.match.state.phase is alea.Phase.BAD_THROW
    screen = before.loop.screen.tobytes()
    before.cut()
    after = Kept(tmp_path, "alea", options)
    assert after.loop.screen.tobytes() == screen
    after.see(roman("VV"))
    assert events(after.press("ok")) == ["turn", "turn_begins"]


def test_a_verdict_is_shown_again(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    before.see(dice((6, 6, 5, 5, 3), range(5)))
    before.press()
    before.see(dice((6, 6, 3, 4, 1), (0, 1, 4, 5, 6)))
    screen = before.loop.screen.tobytes()
    before.cut()
    assert Kept(tmp_path).loop.screen.tobytes() == screen


def evening(folder: Path, game: str, options: object, *, cut: bool) -> Kept:
    """A game of chance from pictures, to its end; cut: the power goes after every single step."""
    chance = random.Random(8)
    table = Kept(folder, game, options)
    lying: list[Spot] = []

    def then(step: Callable[[], object]) -> None:
        nonlocal table
        step()
        if cut and not table.game.over:
            table.cut()
            table = Kept(folder, game, options)
            told = table.see(lying)
            assert not [line for line in told if line.event not in ("complaint", "mended")]

    def show(spots: list[Spot]) -> None:
        lying[:] = spots
        then(lambda: table.see(lying))

    while not table.game.over:
        awaits = table.game.match.state.awaits
        if awaits.throws and not (awaits.choices and chance.random() < 0.4):
            if game == "alphatian":
                spots = spots_of(table, lying)
                stay = [spot for place, spot in enumerate(spots) if place not in awaits.places]
                show([] if table.game.loose else stay)
            elif table.game.loose:
                show([])
            free = [at for at in range(len(PLACES)) if PLACES[at] not in places_of(lying)]
            faces = chance.choices(range(1, 7 if game == "alphatian" else 4), k=awaits.throws)
            show([*lying, *dice(faces, free[: awaits.throws])])
        else:
            if game == "alphatian" and table.game.match.state.phase is Phase.PARRY_CHOICE:
                then(lambda: table.press("down"))
                if cut:
                    table.press("down")
            then(lambda: table.press("ok"))
    return table


def places_of(spots: Sequence[Spot]) -> set[tuple[int, int]]:
    return {(spot.x, spot.y) for spot in spots}


def spots_of(table: Kept, lying: Sequence[Spot]) -> list[Spot]:
    """The dice that lie, in the order of their places in the game."""
    lay = table.referee.tray.lay
    by_x = {round(spot.x): spot for spot in lying}
    near = [min(by_x, key=lambda x, one=one: abs(x - one.center[0])) for one in lay.values()]  # type: ignore[misc]
    return [by_x[x] for _, x in sorted(zip(lay, near, strict=True))]


@pytest.mark.parametrize(
    ("game", "options"),
    [("alphatian", alphatian.Options(coins=4, clock="off")), ("centurion", centurion.Options())],
)
def test_a_game_from_pictures_ends_alike_when_the_power_is_cut_after_every_step(
    game: str, options: object, tmp_path: Path
) -> None:
    calm = evening(tmp_path / "calm", game, options, cut=False)
    cut = evening(tmp_path / "cut", game, options, cut=True)
    assert cut.game.match.entries == calm.game.match.entries
    assert len(calm.game.match.entries) > 15


def test_a_press_after_a_resume_waits_until_what_lies_there_was_seen(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    before.see(dice((2, 1, 6, 3, 5), range(5)))
    before.cut()
    after = Kept(tmp_path)
    assert after.press() == []
    assert events(after.see(dice((6, 6, 6, 3, 5), range(5)))) == ["complaint"]
    assert after.referee.game.match.state.phase is Phase.ATTACK_CHOICE


def test_a_press_after_a_resume_counts_once_the_same_dice_were_seen(tmp_path: Path) -> None:
    before = Kept(tmp_path)
    spots = dice((2, 1, 6, 3, 5), range(5))
    before.see(spots)
    before.cut()
    after = Kept(tmp_path)
    assert after.press() == []
    assert events(after.see(spots)) == ["attack"]
