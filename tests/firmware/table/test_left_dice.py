"""Dice of the game before in every next game: lifted first or not, won with, or of another kind."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.table.playing import Play
from tests.firmware.table.evening import Evening, dice, roman
from tests.pictures import Spot

FIVE = dice((6, 6, 6, 6, 6), range(5))
ALL = roman("XXXIX")


def play(evening: Evening) -> Play:
    """The game under way."""
    assert evening.table.play is not None
    return evening.table.play


def left(evening: Evening, game: str, spots: Sequence[Spot]) -> None:
    """Play until these dice lie there, and end the game with no winner."""
    evening.start(game)
    for count in range(1, len(spots) + 1) if game != "Alphatian" else [len(spots)]:
        evening.see(spots[:count])
    evening.press("back")
    evening.choose("End the game")
    evening.press("up", "ok")


@pytest.mark.parametrize(
    ("game", "spots", "first"),
    [
        ("Alphatian", FIVE, dice((2, 1, 6, 3, 5), (5, 6, 7, 0, 1))),
        ("Alea", roman("XXI"), roman("V", [6])),
        ("Centurion", roman("XXI"), roman("V", [6])),
    ],
)
@pytest.mark.parametrize("lifted", [True, False])
def test_dice_of_the_game_before_are_no_throw(
    game: str, spots: Sequence[Spot], first: Sequence[Spot], lifted: bool, tmp_path: Path
) -> None:
    evening = Evening(tmp_path)
    left(evening, game, spots)
    evening.start(game)
    assert evening.see(spots) == []
    assert evening.wait(3) == []
    assert play(evening).match.entries == ()
    if lifted:
        assert evening.see([]) == []
    assert evening.see(first)[0] == "roll"
    assert len(play(evening).match.entries) == 1


def test_a_rematch_does_not_begin_with_the_dice_that_won(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.start("Alphatian")
    for shift in (0, 1, 2):
        evening.see([])
        evening.attack((6, 6, 6, 6, 6), shift)
    evening.press("ok")
    assert evening.choose("Rematch") == ["start"]
    assert evening.wait(3) == []
    assert evening.see([]) == []
    assert evening.see(FIVE) == ["roll"]


def test_a_rematch_of_centurion_begins_with_one_die(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.start("Centurion")
    while not play(evening).over:
        evening.see([])
        for count in range(1, 6):
            evening.see(ALL[:count])
        evening.press("ok")
    evening.press("ok")
    assert evening.choose("Rematch") == ["start"]
    assert evening.wait(3) == []
    assert evening.see(roman("X", [6])) == ["roll"]


@pytest.mark.parametrize(
    ("before", "game", "spots", "first"),
    [
        ("Alphatian", "Alea", dice((1, 2, 3, 3, 2), range(5)), roman("I", [2])),
        ("Alphatian", "Centurion", dice((1, 2, 3, 3, 2), range(5)), roman("I", [2])),
        ("Alea", "Centurion", roman("XXI"), roman("V", [6])),
        ("Centurion", "Alphatian", roman("XXXIX"), dice((2, 1, 6, 3, 5), (5, 6, 7, 0, 1))),
    ],
)
def test_a_game_after_another_kind_of_game(
    before: str, game: str, spots: Sequence[Spot], first: Sequence[Spot], tmp_path: Path
) -> None:
    evening = Evening(tmp_path)
    left(evening, before, spots)
    evening.start(game)
    assert evening.see(spots) == []
    assert evening.see([]) == []
    assert evening.see(first)[0] == "roll"


def test_dice_of_another_kind_that_were_taken_out_hinder_no_throw_near_by(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    left(evening, "Centurion", ALL)
    evening.start("Alphatian")
    near = [
        Spot(face, spot.x + 25, spot.y) for face, spot in zip((2, 1, 6, 3, 5), ALL, strict=True)
    ]
    assert evening.see(near) == ["roll"]
