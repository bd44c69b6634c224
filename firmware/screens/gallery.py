"""Every screen in every state, in the language spoken, to be looked at and to be tested."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from firmware import set_up_words as words
from firmware import views
from firmware.referee.examples import complaints, explained
from firmware.screens.house import help_pages
from firmware.texts import LANGUAGES, tr
from firmware.views import (
    AskThrow,
    AttackChoice,
    CardChoice,
    CardItem,
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
    Standing,
    Standings,
    Title,
    TurnEnd,
    Verdict,
    View,
    Winner,
)
from vision.conditions import Condition, Kind
from vision.reading import Reading

__all__ = ["PLAYERS", "gallery", "helps", "messages", "set_ups"]

PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")

COLUMN: Final[Column] = (None, 8, 13, None, None, 37, 39)
EMPTY: Final[Column] = (None,) * 7
FULL: Final[Column] = (11, 18, 24, 26, 33, 37, 39)
CARDS: Final = (1, 2, 3, 4, 5, 6)
ITEMS: Final[tuple[CardItem, ...]] = (
    None,
    *((card, joker) for joker in (False, True) for card in range(1, 6)),
)
WHYS: Final = ("cocked", "stacked", "touching", "cut", "glare", "blurred", "small", "kind")
KINDS: Final[tuple[Kind, ...]] = ("dark", "focus", "small", "mount")
POINTS: Final = (140, 122, 98, 77, 9, 100)


def gallery(players: Sequence[str] = PLAYERS) -> dict[str, View]:
    """The screens by name, with up to six players of these names."""
    first, second = players[:2]
    purses = (Purse(first, 6), Purse(second, 5))
    full = (Purse(first, 20), Purse(second, 20))
    return {
        **_alphatian(first, second, purses),
        "rich": AskThrow(first, 5, full),
        **_alea(first, second, players),
        **_centurion(first, second),
        **_house(players),
        "scores_two": Scores((first,), tuple(zip(players[:2], POINTS, strict=False))),
        "scores_six": Scores((first, second), tuple(zip(players, POINTS, strict=False))),
        "scores_shared": Scores(tuple(players), tuple((name, 122) for name in players)),
    }


def messages() -> dict[str, View]:
    """Every complaint at its longest, as its screen shows it."""
    return {
        name: Message(one.level, tuple(one.screen.split("\n")), one.ruling)
        for name, one in complaints().items()
    }


def helps() -> dict[str, View]:
    """Every page of what help says."""
    found: dict[str, View] = {}
    for name, (text, ruling) in explained().items():
        pages = help_pages(text)
        for page in range(pages):
            found[f"{name}_page_{page + 1}"] = views.Help(text, ruling, page, pages)
    return found


def _alphatian(first: str, second: str, purses: tuple[Purse, ...]) -> dict[str, View]:
    aside = (False, False, True, True, True)
    return {
        "title": Title("Alphatian Roulette", (first, second)),
        "throw_off": AskThrow(first, 5, purses, start=True),
        "attack_first_throw": AskThrow(first, 5, purses),
        "attack_three_again": AskThrow(first, 3, purses, (6, 5)),
        "attack_one_again": AskThrow(first, 1, purses, (6, 6, 5, 5)),
        "attack_choice": AttackChoice(first, (2, 1, 6, 3, 5), (False,) * 5),
        "attack_choice_aside": AttackChoice(second, (4, 1, 6, 6, 5), aside),
        "parry_choice": ParryChoice(second, (6, 6, 5, 5, 3)),
        "parry_choice_clock": ParryChoice(second, (6, 6, 5, 5, 3), None, 0.6),
        "parry_choice_chosen": ParryChoice(second, (6, 6, 5, 5, 3), 5, 0.0),
        "parry_choice_chosen_one": ParryChoice(second, (6, 6, 5, 5, 3), 3, 1.0),
        "parry_throw": AskThrow(second, 2, purses, (6, 6, 3), 5),
        "parry_throw_one": AskThrow(second, 1, purses, (6, 6, 5, 5), 3),
        "failed": Verdict("failed", second, 3, "A8", purses, second),
        "parried": Verdict("parried", first, 1, "A9", purses, second),
        "parried_for_nothing": Verdict("parried", first, 0, "A9", purses, second),
        "caracca": Verdict("caracca", second, 6, "A10", purses, second),
        "winner": Winner((first,), purses),
        "correction": Correction((5, 2, 1, 6, 3), 0, 6),
    }


def _alea(first: str, second: str, players: Sequence[str]) -> dict[str, View]:
    rows = tuple(
        Standing(name, column, 120 + 7 * len(cards), cards)
        for name, column, cards in zip(
            players,
            (COLUMN, FULL, EMPTY, COLUMN, EMPTY, FULL),
            (CARDS, (6,), (), (1, 4), CARDS, ()),
            strict=False,
        )
    )
    six = ("X", "I", "V", "V", "X", "I")
    return {
        "alea_title": Title("Alea Romana", tuple(players)),
        "alea_first_die": RomanThrow(first, (), (), "", EMPTY, None, CARDS),
        "alea_throw_or_stop": RomanThrow(first, ("X", "I"), (9, 11), "", COLUMN, None, CARDS),
        "alea_bust_near": RomanThrow(
            second, ("X", "X", "X", "V", "I"), (34, 36), "VX", COLUMN, None, (6,)
        ),
        "alea_no_cards": RomanThrow(first, tuple("XXXIVV"), (), "", COLUMN),
        "alea_enter": Entry(first, 14, "enters", COLUMN, 4),
        "alea_enter_again": Entry(first, 13, "again", COLUMN, 4),
        "alea_entered": TurnEnd(second, first, 13, None, COLUMN, 3),
        "alea_no_entry": TurnEnd(second, first, None, None, COLUMN),
        "alea_cards": CardChoice(first, "bust", ITEMS, 0),
        "alea_cards_middle": CardChoice(first, "fits nowhere", ITEMS, 4),
        "alea_cards_end": CardChoice(second, "fits nowhere", ITEMS, len(ITEMS) - 1),
        "alea_pick": DicePick(4, six, (True,) + (False,) * 4 + (True,), 5),
        "alea_pick_one": DicePick(3, ("X", "V"), (True, False), 0),
        "alea_card_throw": CardThrow(first, 1, ("I", "I"), 2),
        "alea_standings": Standings(rows, 0),
        "alea_standings_end": Standings(rows, len(rows) - 2),
        "alea_standings_one": Standings(rows[:1], 0),
        "correction_roman": Correction(six, 5, "V"),
    }


def _centurion(first: str, second: str) -> dict[str, View]:
    return {
        "centurion_title": Title("Centurion", (first, second)),
        "centurion_first_die": RomanThrow(first, (), (), "", total=0),
        "centurion_throw_or_stop": RomanThrow(first, ("X", "X", "I"), (19, 21), "", total=64),
        "centurion_count": Entry(first, 21, "counts"),
        "centurion_added": TurnEnd(first, second, 21, 85),
        "centurion_bust": TurnEnd(first, second, None, 64),
    }


def _house(players: Sequence[str]) -> dict[str, View]:
    """The table's own screens; their texts are those of a menu of languages and of players."""
    parts = [tr("camera"), tr("light"), tr("screen"), tr("sound"), tr("disk")]
    names = tuple(LANGUAGES.values())
    return {
        "boot": views.Boot(tuple(zip(parts, (True, None, True, False, True), strict=True))),
        "menu": views.Menu(tr("LANGUAGE"), names, 0),
        "menu_end": views.Menu(tr("PLAYERS"), tuple(players), len(players) - 1),
        "menu_hint": views.Menu(tr("LANGUAGE"), names, 2, tr("up, down, OK")),
        "name_empty": views.TextEntry(tr("NAME"), "", 0, "A"),
        "name_letter": views.TextEntry(tr("NAME"), "Jörg", 4, "e", tr("Hold help: done")),
        "name_inside": views.TextEntry(tr("NAME"), "Wilhelmina", 3, "É"),
        "name_long": views.TextEntry(tr("NAME"), players[0], len(players[0]), "W"),
        "name_done": views.TextEntry(tr("NAME"), "Zoë", 3, tr("done")),
        "question": views.Question((tr("Go on with the game?"),), tr("yes"), tr("no"), 0),
        "question_no": views.Question((tr("Switch off?"),), tr("yes"), tr("no"), 1),
        "help": views.Help(tr("Throw all five dice."), "A3"),
        "help_second_page": views.Help("A3 " * 30, "A3", 1, 2),
        "trouble": views.Trouble(
            tr("camera"), (tr("Lost. The game is kept; looking for it again."),)
        ),
        "trouble_hung": views.Trouble(
            tr("Camera"), tuple(tr("It hangs: replug it\nor start me anew.").split("\n"))
        ),
        "setting": views.Setting(tr("SOUND"), tr("quiet"), 1, 3),
        "setting_number": views.Setting(tr("BRIGHTNESS"), "5", 4, 5),
    }


def set_ups() -> dict[str, View]:
    """Every step of setting up, before its picture, and all that can be wrong."""
    found: dict[str, str] = {
        "no_tray": tr("No tray seen. OK: all of the picture counts."),
        "no_dice": tr("No dice seen. Throw them."),
        "tray_found": tr("The tray is found."),
        "light_good": tr("The light is good."),
        "dice_sharp": tr("The dice are sharp."),
        "all_read": words.all_read(6, "X X X V I I")[0],
    }
    for kind in KINDS:
        found[f"wrong_{kind}"] = words.short(Condition(kind, ""))
    for where in ("left", "right", "top", "bottom", "middle"):
        found[f"glare_{where}"] = words.short(Condition("glare", "", where))
    read = [replace(_unread(""), face="X", why=None)] * 5
    for why in (*WHYS, "doubtful"):
        found[f"unread_{why}"] = words.some_read([*read, _unread(why)])[0]
    found["unread_one"] = words.some_read([_unread("kind")])[0]
    found["unread_two"] = words.some_read([*read[1:], *[_unread("cut")] * 2])[0]
    found["unread_all"] = words.some_read([_unread("cut")] * 6)[0]
    return {
        **{f"set_up_{step}": _step(step, words.before(step)) for step in STEPS},
        **{f"set_up_{name}": _step(_of(name), line) for name, line in found.items()},
        "set_up_well": _ready(tr("All is well.")),
        "set_up_look_again": _ready(words.look_again(STEPS)),
        "set_up_go_on": _step("light", tr("The light is good."), tr("OK: go on")),
    }


STEPS: Final = ("tray", "light", "focus", "dice")

OF_STEPS: Final = {
    "no_tray": "tray", "tray_found": "tray", "wrong_mount": "tray",
    "no_dice": "focus", "dice_sharp": "focus", "wrong_focus": "focus", "wrong_small": "focus",
    "all_read": "dice",
}  # fmt: skip
"""The step in which a screen of setting up is shown; one of a die not read, in the last."""


def _of(name: str) -> str:
    return OF_STEPS.get(name, "dice" if name.startswith("unread") else "light")


def _step(step: str, line: str, below: str | None = None) -> views.SetUp:
    place = f"{STEPS.index(step) + 1}/{len(STEPS)}"
    return views.SetUp(words.step_name(step), place, (line,), below or tr("OK: all the same"))


def _ready(line: str) -> views.SetUp:
    return views.SetUp(tr("READY"), "", (line,), tr("OK: to the menu"))


def _unread(why: str) -> Reading:
    return Reading(None, None, 0.5, (0.0, 0.0, 20.0, 20.0), (10.0, 10.0), why)
