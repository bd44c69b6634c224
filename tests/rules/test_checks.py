"""What comes from outside: names in any script, and the odd things that are none."""

import pytest

from rules.checks import MOST_ITEMS, NAME_LENGTH, names, seconds, several, shown, whole
from rules.errors import InvalidInputError, InvalidTypeError, RulesError

WELCOME = [
    "Ann",
    "Zoë",
    "Анна",
    "安娜",
    "あんな",
    "아나",
    "عَنَا",
    "חנה",
    "अन्ना",
    "ஆனா",
    "አና",
    "O'Neil-Ängström 2.",
    "\U0001f469\u200d\U0001f467",
    "\u0646\u0631\u06af\u200c\u0633",
    "\u200fחנה\u200f",
    "{0} %s [A3]",
    "x" * NAME_LENGTH,
]


@pytest.mark.parametrize("name", WELCOME)
def test_names_in_any_script_are_welcome(name: str) -> None:
    assert names([name], 1, 6) == (name,)


REFUSED = [
    ("", InvalidInputError, "expected something to be seen"),
    (" ", InvalidInputError, "expected no space around it"),
    (" Ann", InvalidInputError, "expected no space around it"),
    ("Ann\u3000", InvalidInputError, "expected no space around it"),
    ("\u200b", InvalidInputError, "expected something to be seen"),
    ("\u200f\u00ad\u200f", InvalidInputError, "expected something to be seen"),
    ("\u3164", InvalidInputError, "expected something to be seen"),
    ("\u2800\ufe0f\U000e0100", InvalidInputError, "expected something to be seen"),
    ("\u200f \u200f", InvalidInputError, "expected something to be seen"),
    ("Ann\n", InvalidInputError, r"leave out U\+000A"),
    ("An\rn", InvalidInputError, r"U\+000D"),
    ("An\tn", InvalidInputError, r"U\+0009"),
    ("An\0n", InvalidInputError, r"U\+0000"),
    ("An\x7fn", InvalidInputError, r"U\+007F"),
    ("An\x85n", InvalidInputError, r"U\+0085"),
    ("An\x1b[31mn", InvalidInputError, r"U\+001B"),
    ("An\u2028n", InvalidInputError, r"U\+2028"),
    ("An\u2029n", InvalidInputError, r"U\+2029"),
    ("An\ud800n", InvalidInputError, r"U\+D800"),
    ("An\u202en", InvalidInputError, r"U\+202E"),
    ("An\u202an", InvalidInputError, r"U\+202A"),
    ("An\u2066n", InvalidInputError, r"U\+2066"),
    ("An\u2069n", InvalidInputError, r"U\+2069"),
    ("x" * (NAME_LENGTH + 1), InvalidInputError, "has 101 characters: expected 100 at most"),
    (None, InvalidTypeError, "name is None: expected text"),
    (7, InvalidTypeError, "name is 7: expected text"),
    (b"Ann", InvalidTypeError, "name is b'Ann'"),
    (True, InvalidTypeError, "name is True"),
]


@pytest.mark.parametrize(("name", "kind", "says"), REFUSED)
def test_what_is_no_name_is_refused(name: object, kind: type[RulesError], says: str) -> None:
    with pytest.raises(kind, match=says):
        names(("Ben", name), 1, 6)


@pytest.mark.parametrize(
    "players",
    [
        ("Ann", "Ann"),
        ("Ann", "Ben", "Ann\u200f"),
        ("Zoe\u0308", "Zoë"),
        ("A\u200bnn", "Ann"),
        ("Ann", "A\u034fnn\ufe0f"),
    ],
)
def test_names_that_look_alike_are_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInputError, match="twice: expected names that differ"):
        names(players, 1, 6)


def test_names_that_differ_in_case_are_two_names() -> None:
    assert names(["Ann", "ann"], 2, 2) == ("Ann", "ann")


@pytest.mark.parametrize(
    ("players", "kind", "says"),
    [
        ("Ann", InvalidTypeError, "players is 'Ann': expected a sequence of names"),
        (None, InvalidTypeError, "players is None: expected a sequence"),
        ({"Ann", "Ben"}, InvalidTypeError, "expected a sequence"),
        (("Ann",), InvalidInputError, "players has 1 names: expected 2 to 3"),
        (("A", "B", "C", "D"), InvalidInputError, "players has 4 names: expected 2 to 3"),
    ],
)
def test_too_few_too_many_and_no_players_are_refused(
    players: object, kind: type[RulesError], says: str
) -> None:
    with pytest.raises(kind, match=says):
        names(players, 2, 3)


def test_the_fewest_and_the_most_players_are_welcome() -> None:
    assert names(("A", "B"), 2, 3) == ("A", "B")
    assert names(["A", "B", "C"], 2, 3) == ("A", "B", "C")
    with pytest.raises(InvalidInputError, match="expected 2; add"):
        names(("A",), 2, 2)


def test_whole_numbers_have_both_ends() -> None:
    assert [whole(number, "it", 1, 3) for number in (1, 2, 3)] == [1, 2, 3]
    for number in (0, 4):
        with pytest.raises(InvalidInputError, match=f"it is {number}: expected 1 to 3"):
            whole(number, "it", 1, 3)
    for wrong in (True, 1.0, "1", None):
        with pytest.raises(InvalidTypeError, match="expected 1 to 3; use an int"):
            whole(wrong, "it", 1, 3)


def test_seconds_are_finite_and_have_both_ends() -> None:
    assert [seconds(number, "it", 1, 3.5) for number in (1, 2.5, 3.5)] == [1.0, 2.5, 3.5]
    assert type(seconds(1, "it", 1, 3)) is float
    for number in (0.99, 3.51, float("nan"), float("inf"), -float("inf"), 10**400):
        with pytest.raises(InvalidInputError, match=r"expected 1 to 3\.5 seconds; give"):
            seconds(number, "it", 1, 3.5)
    for wrong in (True, "1", None):
        with pytest.raises(InvalidTypeError, match="use a float"):
            seconds(wrong, "it", 1, 3.5)


def test_what_is_no_sequence_is_refused() -> None:
    assert several([1, "a"], "it") == (1, "a")
    for wrong in (5, None, iter(()), {1, 2}):
        with pytest.raises(InvalidTypeError, match=r"it is .*: expected a sequence; put it"):
            several(wrong, "it")


def test_a_sequence_without_end_is_refused_before_it_is_looked_into() -> None:
    assert len(several(range(MOST_ITEMS), "it")) == MOST_ITEMS
    for wrong in (range(MOST_ITEMS + 1), range(10**15)):
        with pytest.raises(
            InvalidInputError, match=r"it is range\(.*\): expected 1000 items at most"
        ):
            several(wrong, "it")


class _Unshowable:
    def __repr__(self) -> str:
        raise RuntimeError("no words for it")


def test_what_is_shown_is_short_and_never_an_error() -> None:
    assert shown("a") == "'a'"
    assert shown("a" * 58) == repr("a" * 58)
    assert shown("a" * 59) == "'" + "a" * 59 + "..."
    assert shown(10**5000) == "a huge int"
    assert shown([10**5000]) == "a huge list"
    assert shown(_Unshowable()) == "some _Unshowable"
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert shown(nested) == "some list"
