"""Every screen, pixel by pixel, and that nothing on one is cut off."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from firmware.referee import alphatian_words, amend_words, roman_words, words
from firmware.referee.told import Complaint
from firmware.screens import ScreenError, render
from firmware.screens.canvas import Canvas
from firmware.screens.font import BIG, SMALL, text_image
from firmware.views import (
    AskThrow,
    AttackChoice,
    CardChoice,
    CardThrow,
    Column,
    Correction,
    DicePick,
    Entry,
    Message,
    ParryChoice,
    Purse,
    RomanThrow,
    Scores,
    SetUp,
    Title,
    TurnEnd,
    Verdict,
    View,
    Winner,
)
from rules import alea, alphatian
from rules.match import new_match
from rules.shape import Awaits
from vision.identity import Move, TrayDie
from vision.reading import Reading

GOLDEN = Path(__file__).parent / "golden"
PURSES = (Purse("Ann", 6), Purse("Ben", 5))
LONG = (Purse("Bartholomew the Second", 20), Purse("Wilhelmina Augusta", 20))

COLUMN: Column = (None, 8, 13, None, None, 37, 39)
EMPTY: Column = (None,) * 7
CARDS = (
    "No card, no entry",
    "1: throw I again",
    "2: throw V again",
    "3: throw one again",
    "4: set dice aside",
    "5: enter again",
    "J: throw I again",
)
SIX = (("Ann", 140), ("Ben", 122), ("Cleo", 98), ("Bartholomew the Second", 77), ("Eve", 9))

SCREENS: dict[str, View] = {
    "title": Title("Alphatian Roulette", ("Ann", "Ben")),
    "throw_off": AskThrow("Ann", 5, PURSES, start=True),
    "attack_first_throw": AskThrow("Ann", 5, PURSES),
    "attack_three_again": AskThrow("Ann", 3, PURSES, (6, 5)),
    "attack_one_again": AskThrow("Ann", 1, PURSES, (6, 6, 5, 5)),
    "attack_choice": AttackChoice("Ann", (2, 1, 6, 3, 5), (False,) * 5),
    "attack_choice_aside": AttackChoice("Ben", (4, 1, 6, 6, 5), (False, False, True, True, True)),
    "parry_choice": ParryChoice("Ben", (6, 6, 5, 5, 3)),
    "parry_choice_clock": ParryChoice("Ben", (6, 6, 5, 5, 3), None, 0.6),
    "parry_choice_chosen": ParryChoice("Ben", (6, 6, 5, 5, 3), 5, 0.0),
    "parry_throw": AskThrow("Ben", 2, PURSES, (6, 6, 3), 5),
    "parry_throw_one": AskThrow("Ben", 1, PURSES, (6, 6, 5, 5), 3),
    "failed": Verdict("FAILED", "Ben", 3, "A8", PURSES),
    "parried": Verdict("PARRIED", "Ann", 1, "A9", PURSES),
    "parried_for_nothing": Verdict("PARRIED", "Ann", 0, "A9", PURSES),
    "caracca": Verdict("CARACCA", "Ben", 6, "A10", PURSES),
    "notice": Message("notice", ("Pushed:", "no matter"), "P2"),
    "question": Message("question", ("Is this a 5?", "OK: yes", "or nudge the die"), "P7"),
    "illegal": Message("illegal", ("All five lifted", "Put back, or", "OK: stands"), "P4"),
    "winner": Winner(("Ann",), PURSES),
    "long_names": AskThrow("Bartholomew the Second", 5, LONG),
    "long_winner": Winner(("Bartholomew the Second",), LONG),
    "alea_title": Title("Alea Romana", ("Ann", "Ben")),
    "alea_first_die": RomanThrow("Ann", (), (), "", EMPTY),
    "alea_throw_or_stop": RomanThrow("Ann", ("X", "I"), (9, 11), "", COLUMN),
    "alea_bust_near": RomanThrow("Ben", ("X", "X", "X", "V", "I"), (34, 36), "VX", COLUMN),
    "alea_long": RomanThrow("Bartholomew the Second", tuple("XXXIVV"), (), "", COLUMN),
    "alea_enter": Entry("Ann", 14, "enters", COLUMN, 4),
    "alea_enter_again": Entry("Ann", 13, "plays card 5", COLUMN, 4),
    "alea_entered": TurnEnd("13", "Ben", "in space 3", "Ann", COLUMN, 3),
    "alea_no_entry": TurnEnd("NO ENTRY", "Ben", "enters nothing", "Ann", COLUMN),
    "alea_cards": CardChoice("Ann", "bust", CARDS, 0),
    "alea_cards_middle": CardChoice("Ann", "fits nowhere", CARDS, 3),
    "alea_cards_end": CardChoice("Bartholomew the Second", "fits nowhere", CARDS, 6),
    "alea_pick": DicePick(4, ("X", "I", "V", "V", "X", "I"), (True,) + (False,) * 4 + (True,), 5),
    "alea_pick_one": DicePick(3, ("X", "V"), (True, False), 0),
    "alea_card_throw": CardThrow("Ann", 1, ("I", "I"), 2),
    "centurion_first_die": RomanThrow("Ann", (), (), "", total=0),
    "centurion_throw_or_stop": RomanThrow("Ann", ("X", "X", "I"), (19, 21), "", total=64),
    "centurion_count": Entry("Ann", 21, "counts"),
    "centurion_added": TurnEnd("+21", "Ann", "has 85", "Ben"),
    "centurion_bust": TurnEnd("BUST", "Ann", "has 64", "Ben"),
    "correction": Correction((5, 2, 1, 6, 3), 0, 6),
    "correction_roman": Correction(("X", "I", "V", "V", "X", "I"), 5, "V"),
    "scores_two": Scores(("Ann",), SIX[:2]),
    "scores_six": Scores(("Ann", "Ben"), (*SIX, ("Flo", 100))),
    "scores_shared": Scores(tuple(name for name, _ in SIX), SIX),
    "set_up_glare": SetUp(
        "LIGHT", "2/4", ("Glare at the left. Turn the lamp away.",), "OK: all the same"
    ),
    "set_up_dice": SetUp("DICE", "4/4", ("5 of 6 read; one is doubtful.",), "OK: all the same"),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_as_they_were_approved(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    actual = render(SCREENS[name])
    golden = GOLDEN / f"{name}.png"
    if request.config.getoption("--rewrite-golden"):
        actual.save(golden)
    with Image.open(golden) as approved:
        expected = approved.convert("1")
    if actual.tobytes() != expected.tobytes():
        actual.save(tmp_path / f"{name}.actual.png")
        ImageChops.logical_xor(actual, expected).save(tmp_path / f"{name}.diff.png")
        pytest.fail(f"screen {name} changed: see {tmp_path}; --rewrite-golden approves it")


def test_every_golden_screen_is_still_drawn() -> None:
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_one_bit_and_of_the_oleds_size(name: str) -> None:
    image = render(SCREENS[name])
    assert (image.mode, image.size) == ("1", (128, 64))


def test_capitals_are_8_pixels_high_and_big_ones_16() -> None:
    for size, height in ((SMALL, 8), (BIG, 16)):
        for letter in "AEHMRSX0369":
            box = text_image(letter, size).getbbox()
            assert box is not None and (box[1], box[3]) == (0, height)


def test_text_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ScreenError, match="'THROWN FAR AWAY' at"):
        Canvas().text(0, "THROWN FAR AWAY", BIG)
    with pytest.raises(ScreenError, match="'low' at"):
        Canvas().text(57, "low")


def reading(face: int | None, why: str | None = None, guess: int | None = None) -> Reading:
    return Reading(face, guess or face, 0.5, (0.0, 0.0, 20.0, 20.0), (10.0, 10.0), why)


def complaints() -> list[Complaint]:
    """Every complaint of Alphatian Roulette, at its longest."""
    begun = alphatian.new_game(("Ann", "Ben"), alphatian.Options(clock="off"))
    thrown = alphatian.apply(begun, alphatian.Roll((6, 5, 4, 3, 2))).state
    again = alphatian.apply(thrown, alphatian.ThrowAgain((3, 4))).state
    choice = alphatian.apply(again, alphatian.Roll((3, 3))).state
    parry = alphatian.apply(choice, alphatian.Stand()).state
    named = alphatian.apply(parry, alphatian.NameNumber(3)).state
    move = Move(TrayDie(0, reading(6)), TrayDie(0, reading(2)))
    unread = [
        words.unread([reading(None, why, guess)] * count, guess is not None)
        for why in ("cocked", "cut", "touching", "kind", "glare", "blurred", "small", "doubtful")
        for guess in (None, 6)
        for count in (1, 2, 5)
    ]
    every = frozenset(range(5))
    return [
        *unread,
        words.miscount(4, 5),
        words.miscount(12, 5),
        words.pushed([move]),
        words.pushed([move] * 4),
        words.turned([move]),
        words.turned([move] * 4),
        words.gone([6]),
        words.gone([6, 5, 4, 3, 2]),
        words.hand_stays(),
        words.light_changed(),
        words.knocked(),
        alphatian_words.attack_lifted(thrown, every),
        alphatian_words.attack_lifted(choice, frozenset({0, 1, 2})),
        alphatian_words.attack_lifted(choice, frozenset({3, 4})),
        alphatian_words.attack_thrown(choice, frozenset({0, 1, 2})),
        alphatian_words.attack_thrown(choice, frozenset({3, 4})),
        alphatian_words.parry_lifted(parry, every),
        alphatian_words.parry_lifted(parry, frozenset({3})),
        alphatian_words.parry_lifted(named, frozenset({0})),
        alphatian_words.parry_thrown(parry, frozenset({0, 1})),
        alphatian_words.still_lifted(1, "A4"),
        alphatian_words.still_lifted(4, "A4"),
        alphatian_words.five_wanted("Ann"),
        *roman_complaints(),
        *amends(),
    ]


def amends() -> list[Complaint]:
    """Every complaint of corrections, undo and coming together again, at its longest."""
    match = new_match("alphatian", ("Ann", "Ben"))
    awaits = [match.state.awaits]
    for action in (alphatian.Roll((6, 5, 4, 3, 2)), alphatian.Stand()):
        match = match.apply(action)
        awaits.append(match.state.awaits)
    roman = new_match("alea", ("Ann", "Ben"))
    for face in "XXXIIV":
        awaits.append(roman.state.awaits)
        roman = roman.apply(alea.Roll(face))
    awaits.append(roman.state.awaits)
    awaits.append(Awaits(None))
    return [
        *(amend_words.believed(tuple("XXXIIV"), one) for one in awaits),
        amend_words.believed((), awaits[0]),
        amend_words.drops(match, 1),
        amend_words.drops(match, 2),
        amend_words.no_undo("nothing was decided yet"),
        amend_words.nothing_lies(),
    ]


def roman_complaints() -> list[Complaint]:
    """Every complaint of the games with Roman dice, at its longest."""
    six = ("X", "X", "X", "V", "I", "I")
    return [
        words.gone(["V"]),
        roman_words.too_many(2, "R1"),
        roman_words.too_many(6, "R1"),
        roman_words.clear_first(5),
        roman_words.lifted(["V"], "the dice of a turn must lie until it ends", "R1"),
        roman_words.lifted(six, "a card or the end of the turn is to be chosen first", "R8"),
        roman_words.cleared(six, "stops the turn on 34 or 36", "stop on 34 or 36"),
        roman_words.cleared(six, "ends the turn with no entry", "no entry"),
        roman_words.choose_first("a number is to be entered", "R7"),
        roman_words.card_lifted(4, ["I", "I"], ["X", "X", "V"]),
        roman_words.card_lifted(2, ["V"], ["X"]),
        roman_words.card_thrown(1, ["I", "I", "I"], six),
        roman_words.still_lifted(3, "R1"),
    ]


def test_every_complaint_fits_on_the_screen_in_three_lines() -> None:
    for complaint in complaints():
        lines = tuple(complaint.screen.split("\n"))
        assert len(lines) <= 3
        render(Message(complaint.level, lines, complaint.ruling))


def test_every_complaint_is_a_sentence_or_two_that_end() -> None:
    for complaint in complaints():
        assert not complaint.text[0].islower(), complaint.text
        assert complaint.text.endswith("."), complaint.text
        assert "  " not in complaint.text and "None" not in complaint.text, complaint.text
