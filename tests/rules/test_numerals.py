"""All 83 sets and all 1,092 sequences of Roman faces, against the definitions read literally."""

import itertools
import re
from collections.abc import Iterator

import pytest

from rules import alea
from rules.errors import InvalidInputError, InvalidTypeError, RulesError
from rules.numerals import POSSIBLE, made, numeral, why_bust

STANDARD = re.compile(r"X{0,3}(IX|IV|V?I{0,3})")


def sets() -> list[str]:
    return [
        "".join(faces)
        for count in range(1, 7)
        for faces in itertools.combinations_with_replacement("IVX", count)
    ]


def sequences() -> Iterator[str]:
    for count in range(1, 7):
        yield from map("".join, itertools.product("IVX", repeat=count))


WORTH = {"I": 1, "V": 5, "X": 10}


def numeral_worth(text: str) -> int:
    worths = [WORTH[face] for face in text]
    return sum(
        -worth if worth < max(worths[place:]) else worth for place, worth in enumerate(worths)
    )


def free_by_definition(faces: str) -> tuple[int, ...]:
    """[R2]: every number whose standard Roman numeral uses exactly those faces."""
    orders = set(map("".join, itertools.permutations(faces)))
    return tuple(sorted(numeral_worth(order) for order in orders if STANDARD.fullmatch(order)))


def as_rolled_by_definition(faces: str) -> int | None:
    """[R3]: the number, once every die but the last was thrown on something that is no bust."""
    if any(as_rolled_by_definition(faces[:count]) is None for count in range(1, len(faces))):
        return None
    numbers = free_by_definition(faces)
    if len(numbers) < 2 and faces.count("X") < 4:
        return numbers[0] if numbers else None
    if not numbers:
        return None
    before = "V" if "V" in faces else "X"
    minus = faces.index("I") < faces.rindex(before)
    if minus:
        return numbers[0]
    return numbers[1] if len(numbers) == 2 else None


def test_there_are_83_sets_and_1092_sequences() -> None:
    assert len(sets()) == 83
    assert len([*sequences()]) == 1092


@pytest.mark.parametrize("faces", sets())
def test_numbers_are_those_whose_numeral_uses_exactly_the_faces(faces: str) -> None:
    assert alea.numbers(faces) == free_by_definition(faces)
    assert alea.numbers(faces[::-1]) == alea.numbers(faces)
    assert made(faces, as_rolled=False) == alea.numbers(faces)


def test_every_sequence_makes_the_number_of_its_order() -> None:
    for faces in sequences():
        number = as_rolled_by_definition(faces)
        assert alea.number_as_rolled(faces) == number, faces
        assert made(faces, as_rolled=True) == (() if number is None else (number,))


def test_the_worked_cases_of_the_ruling() -> None:
    worked = {"XIXVX": 34, "XI": 11, "IX": 9, "XIX": 19, "XXXXI": None, "IXXXX": 39, "XXXIX": 39}
    assert {faces: alea.number_as_rolled(faces) for faces in worked} == worked


def test_two_numbers_are_possible_for_the_seven_pairs_alone() -> None:
    pairs = {alea.numbers(faces) for faces in sets() if len(alea.numbers(faces)) > 1}
    assert pairs == {(4, 6), (9, 11), (14, 16), (19, 21), (24, 26), (29, 31), (34, 36)}


def test_all_numbers_but_38_can_be_made_in_both_ways_of_playing() -> None:
    wanted = set(range(1, 40)) - {38}
    assert wanted == POSSIBLE
    assert {number for faces in sets() for number in alea.numbers(faces)} == wanted
    assert {alea.number_as_rolled(faces) for faces in sequences()} - {None} == wanted


def test_no_dice_make_no_number() -> None:
    assert alea.numbers("") == ()
    assert alea.number_as_rolled("") is None


def test_numerals_are_standard() -> None:
    assert [numeral(number) for number in (1, 4, 9, 14, 38, 39)] == [
        *("I", "IV", "IX", "XIV", "XXXVIII", "XXXIX")
    ]


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ("VV", "more than one V"),
        ("IIII", "more than three I's"),
        ("XXXXX", "more than four X's"),
        ("XXXX", "four X's need exactly one I and no V beside them"),
        ("XXXXII", "four X's need exactly one I and no V beside them"),
        ("XXXXV", "four X's need exactly one I and no V beside them"),
        ("IXXXXV", "four X's need exactly one I and no V beside them"),
        ("XXXXI", "the fourth X came before the I"),
    ],
)
def test_a_bust_says_why(faces: str, why: str) -> None:
    assert why_bust(faces) == why


def test_every_bust_has_a_reason_that_its_faces_bear_out() -> None:
    for faces in sequences():
        if alea.number_as_rolled(faces) is None:
            ones, fives, tens = map(faces.count, "IVX")
            why = why_bust(faces)
            assert {
                "more than one V": fives > 1,
                "more than three I's": ones > 3,
                "more than four X's": tens > 4,
                "four X's need exactly one I and no V beside them": tens == 4,
                "the fourth X came before the I": faces == "XXXXI",
            }[why]


@pytest.mark.parametrize("read", [alea.numbers, alea.number_as_rolled])
@pytest.mark.parametrize(
    ("faces", "kind", "says"),
    [
        ("IIL", InvalidInputError, "only I, V and X; replace 'L'"),
        ("xi", InvalidInputError, "only I, V and X"),
        ("X I", InvalidInputError, "replace ' '"),
        ("XXXVIII", InvalidInputError, "expected 0 to 6 dice"),
        ("I" * 10_000, InvalidInputError, r"'III\w+\.\.\.: expected"),
        (["X", "I"], InvalidTypeError, "expected text such as 'XIV'"),
        (None, InvalidTypeError, "faces is None"),
        (9, InvalidTypeError, "faces is 9"),
        (b"XI", InvalidTypeError, "faces is b'XI'"),
    ],
)
def test_faces_that_no_dice_show_are_refused(
    read: object, faces: object, kind: type[RulesError], says: str
) -> None:
    assert callable(read)
    with pytest.raises(kind, match=says):
        read(faces)
