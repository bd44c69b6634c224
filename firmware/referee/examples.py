"""Every complaint of the referee at its longest, for the gallery of screens and for tests."""

from itertools import pairwise
from typing import Final

from firmware.referee import alphatian_words, amend_words, roman_words, words
from firmware.referee.condition_words import hard_to_read
from firmware.referee.helps import Explained, explain
from firmware.referee.told import Complaint
from rules import alea, alphatian
from rules.match import Match, new_match
from rules.shape import Awaits
from vision.conditions import Condition, Kind
from vision.identity import Move, TrayDie
from vision.reading import Face, Reading

__all__ = ["complaints", "explained"]

SIX: Final[tuple[Face, ...]] = ("X", "X", "X", "V", "I", "I")

REASONS: Final = ("cocked", "stacked", "outside", "cut", "touching", "kind", "glare")
"""Why dice are unread; the last stands for all that a press can settle."""


def complaints() -> dict[str, Complaint]:
    """The complaints, by a name for each."""
    return {**_dice(), **_attack(), **_roman(), **_amends()}


def explained() -> dict[str, Explained]:
    """What help says in each phase of each game, with the variants that the phase has."""
    chosen = _played(
        new_match("alphatian", ("Ann", "Ben")),
        alphatian.Roll((6, 5, 5, 3, 2)),
        alphatian.ThrowAgain((4,)),
        alphatian.Roll((1,)),
        alphatian.NameNumber(5),
        alphatian.Roll((6, 1)),
    )
    again = _played(chosen[1], alphatian.ThrowAgain((3, 4)))
    one = _played(chosen[1], alphatian.Stand(), alphatian.NameNumber(3))
    start = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(starter="throw-off"))
    last = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(coins=1))
    fives = _played(last, alphatian.Roll((5, 5, 5, 5, 5)), alphatian.Stand())
    lost = _played(fives[-1], alphatian.NameNumber(5), alphatian.Roll((1, 1, 1, 1, 1)))
    matches = {
        "throw_off": start,
        **{f"alphatian_{step}": match for step, match in enumerate(chosen)},
        "alphatian_two_again": again[-1],
        "alphatian_parry_one": one[-1],
        "alphatian_over": lost[-1],
        **_explained_roman(),
    }
    return {f"help_{name}": explain(match) for name, match in matches.items()}


def _explained_roman() -> dict[str, Match]:
    players = ("Ann", "Ben")
    alea_turn = _played(new_match("alea", players), *map(alea.Roll, "XI"), alea.Stop())
    bad = _played(new_match("alea", players), *map(alea.Roll, "VV"))
    as_rolled = alea.Options(numerals="as-rolled")
    in_turn = _played(new_match("alea", players, as_rolled), *map(alea.Roll, "VV"))
    no_cards = alea.Options(cards=False)
    centurion_turn = _played(new_match("centurion", players), *map(alea.Roll, "XI"), alea.Stop())
    return {
        **{f"alea_{step}": match for step, match in enumerate(alea_turn)},
        "alea_bad": bad[-1],
        "alea_bad_no_cards": _played(new_match("alea", players, no_cards), *map(alea.Roll, "VV"))[
            -1
        ],
        "alea_card_one": _played(bad[-1], alea.PlayCard(3, (0,)))[-1],
        "alea_card_two": _played(bad[-1], alea.PlayCard(2, (0, 1)))[-1],
        "alea_card_in_turn": _played(in_turn[-1], alea.PlayCard(2, (0, 1)))[-1],
        "alea_over": _over(
            new_match("alea", ("Ann",), alea.Options(cards=False, length="seven-turns"))
        ),
        **{f"centurion_{step}": match for step, match in enumerate(centurion_turn)},
        "centurion_over": _over(new_match("centurion", ("Ann",))),
    }


def _over(match: Match) -> Match:
    """The match played to its end with good dice, the first choice taken where one must be."""
    for face in "XXXIIV" * 60:
        awaits = match.state.awaits
        if awaits.player is None:
            break
        while awaits.player is not None and not awaits.throws:
            match = match.apply(awaits.choices[0].action)
            awaits = match.state.awaits
        if awaits.player is not None:
            match = match.apply(alea.Roll(face))
    return match


def _reading(face: Face | None, why: str | None = None, guess: Face | None = None) -> Reading:
    return Reading(face, guess or face, 0.5, (0.0, 0.0, 20.0, 20.0), (10.0, 10.0), why)


def _move(was: Face, now: Face) -> Move:
    return Move(TrayDie(0, _reading(was)), TrayDie(0, _reading(now)))


def _dice() -> dict[str, Complaint]:
    unread = {
        f"unread_{why}_{count}{'_sayable' if sayable else ''}": words.unread(
            [_reading(None, why, "X")] * count, sayable
        )
        for why in REASONS
        for sayable in (False, True)
        for count in (1, 2, 6)
        if why == REASONS[-1] or not sayable
    }
    return {
        **unread,
        "unread_mixed": words.unread([_reading(None, "cut"), _reading(None, "cocked")], False),
        "miscount_one_missing": words.miscount(4, 5),
        "miscount_all_missing": words.miscount(0, 5),
        "miscount_many": words.miscount(12, 5),
        "miscount_one_plays": words.miscount(12, 1),
        "pushed_one": words.pushed([_move(6, 6)]),
        "pushed_many": words.pushed([_move(6, 6)] * 4),
        "turned_one": words.turned([_move("X", "V")]),
        "turned_many": words.turned([_move(6, 2), _move(5, 3)] * 2),
        "gone_one": words.gone([6]),
        "gone_unknown": words.gone([None]),
        "gone_many": words.gone([6, 5, 4, 3, 2]),
        "hand_stays": words.hand_stays(),
        "light_changed": words.light_changed(),
        "knocked": words.knocked(),
        "out_of_tray_one": words.out_of_tray(1, 4, 5),
        "out_of_tray_many": words.out_of_tray(5, 0, 5),
        **_conditions(),
        "still_lifted_one": words.still_lifted(1, "A4"),
        "still_lifted_many": words.still_lifted(4, "A4"),
    }


def _conditions() -> dict[str, Complaint]:
    kinds: tuple[Kind, ...] = ("dark", "focus", "small", "mount")
    sides = ("left", "right", "top", "bottom", "middle")
    found = [*(Condition(kind, "") for kind in kinds), *(Condition("glare", "", s) for s in sides)]
    return {f"condition_{one.kind}_{one.where}": hard_to_read(one) for one in found}


def _attack() -> dict[str, Complaint]:
    begun = alphatian.new_game(("Ann", "Ben"), alphatian.Options(clock="off"))
    thrown = alphatian.apply(begun, alphatian.Roll((6, 5, 4, 3, 2))).state
    again = alphatian.apply(thrown, alphatian.ThrowAgain((3, 4))).state
    choice = alphatian.apply(again, alphatian.Roll((3, 3))).state
    parry = alphatian.apply(choice, alphatian.Stand()).state
    three = alphatian.apply(parry, alphatian.NameNumber(3)).state
    six = alphatian.apply(parry, alphatian.NameNumber(6)).state
    every, aside, thrown_last = frozenset(range(5)), frozenset({0, 1, 2}), frozenset({3, 4})
    return {
        "attack_all_lifted": alphatian_words.attack_lifted(thrown, every),
        "attack_aside_lifted": alphatian_words.attack_lifted(choice, aside),
        "attack_one_aside_lifted": alphatian_words.attack_lifted(choice, frozenset({0})),
        "attack_last_lifted": alphatian_words.attack_lifted(choice, thrown_last),
        "attack_aside_thrown": alphatian_words.attack_thrown(choice, aside),
        "attack_one_aside_thrown": alphatian_words.attack_thrown(choice, frozenset({0})),
        "attack_last_thrown": alphatian_words.attack_thrown(choice, thrown_last),
        "parry_all_lifted": alphatian_words.parry_lifted(parry, every),
        "parry_part_lifted": alphatian_words.parry_lifted(parry, frozenset({3})),
        "parry_two_of_three_lifted": alphatian_words.parry_lifted(parry, thrown_last),
        "parry_other_lifted": alphatian_words.parry_lifted(three, frozenset({0})),
        "parry_other_lifted_for_one": alphatian_words.parry_lifted(six, frozenset({3})),
        "parry_thrown": alphatian_words.parry_thrown(parry, frozenset({0, 1})),
        "parry_other_thrown": alphatian_words.parry_thrown(three, frozenset({0, 1})),
        "five_wanted": alphatian_words.five_wanted("Ann"),
    }


def _roman() -> dict[str, Complaint]:
    return {
        "too_many_two": roman_words.too_many(2, "R1"),
        "too_many_six": roman_words.too_many(6, "R1"),
        "clear_first": roman_words.clear_first(5),
        "lifted_one": roman_words.lifted(["V"], "turn", "R1"),
        "lifted_six": roman_words.lifted(SIX, "turn", "R1"),
        "lifted_one_card": roman_words.lifted(["V"], "choice", "R8"),
        "lifted_six_card": roman_words.lifted(SIX, "choice", "R8"),
        "cleared": roman_words.cleared(SIX, (34, 36)),
        "cleared_empty": roman_words.cleared(SIX, ()),
        "choose_entry": roman_words.choose_first("entry", "R7"),
        "choose_card": roman_words.choose_first("card", "R8"),
        "choose_number": roman_words.choose_first("number", "C1"),
        "card_lifted_many": roman_words.card_lifted(4, ["I", "I"], ["X", "X", "V"]),
        "card_lifted_one": roman_words.card_lifted(2, ["V"], ["X"]),
        "card_thrown": roman_words.card_thrown(1, ["I", "I", "I"], SIX),
    }


def _amends() -> dict[str, Complaint]:
    attack = _played(
        new_match("alphatian", ("Ann", "Ben")), alphatian.Roll((6, 5, 4, 3, 2)), alphatian.Stand()
    )
    roman = _played(new_match("alea", ("Ann", "Ben")), *map(alea.Roll, "XXXIIV"))
    awaits: dict[str, Awaits[object]] = {
        **{f"pips_{step}": match.state.awaits for step, match in enumerate(attack)},
        **{f"roman_{step}": match.state.awaits for step, match in enumerate(roman)},
        "over": Awaits(None),
    }
    return {
        **{f"believed_{name}": amend_words.believed(SIX, one) for name, one in awaits.items()},
        "believed_nothing": amend_words.believed((), awaits["pips_0"]),
        "drops_two": amend_words.drops(attack[-1], 1),
        "drops_one": amend_words.drops(attack[-1], 2),
        "no_undo": amend_words.no_undo(attack[0]),
        "no_undo_dice": amend_words.no_undo(attack[1]),
        "nothing_lies": amend_words.nothing_lies(),
    }


def _played(match: Match, *actions: object) -> list[Match]:
    """The match after each of the actions, the first before any."""
    made = [match]
    for action in actions:
        made.append(made[-1].apply(action))
    assert all(len(one.line) < len(two.line) for one, two in pairwise(made))
    return made
