"""The menus before a game: which game, who plays, with which options; and the settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from firmware.journal import Kept
from firmware.table.pages import AskPage, Choice, ListPage, Page, SettingPage, TellPage, TextPage
from firmware.table.setup import OPTIONS, PLAYERS, TITLES, Option, Setup, known_names, setup_of
from firmware.texts import LANGUAGES, language, mark, speak, tr

__all__ = ["Desk", "game_page", "settings_page"]

STEPS: Final = tuple(range(1, 11))
"""The levels of brightness and lamp, of 10."""

SOUNDS: Final = (("off", mark("off")), ("quiet", mark("quiet")), ("loud", mark("loud")))


class Desk(Protocol):
    """What the menus need of the table."""

    @property
    def kept(self) -> Kept:
        """Names and settings."""
        ...

    @property
    def can_speak(self) -> bool:
        """Whether sentences can be spoken."""
        ...

    def open(self, page: Page) -> None:
        """Show a page over those that are open."""
        ...

    def close(self) -> None:
        """Leave the page that is shown."""
        ...

    def remember(self, kept: Kept) -> None:
        """Take other names and settings, at once; `save` keeps them."""
        ...

    def save(self) -> None:
        """Keep names and settings."""
        ...

    def begin_game(self, setup: Setup) -> None:
        """Begin a game."""
        ...

    def check(self) -> None:
        """Show the self-check again."""
        ...

    @property
    def can_be_set_up(self) -> bool:
        """Whether tray, light, focus and dice can be looked at."""
        ...

    def set_up(self) -> None:
        """Set the table up."""
        ...


class _Draft:
    """A setup that is being changed.

    The handicap that was chosen stays chosen while other values are tried out; `leave` is to be
    called when a page is left, and says when the handicap went with what was changed there.
    """

    def __init__(self, desk: Desk, setup: Setup) -> None:
        self._desk = desk
        self.setup = setup
        self._handicap = setup.handicap

    def change(self, setup: Setup) -> None:
        """Take other players or options."""
        self.setup = replace(setup, handicap=self._handicap).checked()

    def handicap(self, handicap: tuple[str, int] | None) -> None:
        """Choose a handicap, or none."""
        self._handicap = handicap
        self.setup = replace(self.setup, handicap=handicap)

    def leave(self) -> None:
        """Leave a page."""
        self._desk.close()
        if self._handicap is not None and self.setup.handicap is None:
            player, coins = self._handicap
            self._handicap = None
            text = tr("No handicap now:\n{player} had {coins}", player=player, coins=coins)
            self._desk.open(TellPage(text, self._desk.close))


def game_page(desk: Desk, game: str) -> ListPage:
    """The page of one game: start, the players, the handicap, each option."""
    draft = _Draft(desk, setup_of(game, desk.kept))

    def choices() -> list[Choice]:
        setup = draft.setup
        found = [
            Choice(tr("Start"), lambda: desk.begin_game(draft.setup)),
            Choice(", ".join(setup.players), lambda: desk.open(_players_page(desk, draft))),
        ]
        if game == "alphatian":
            given = setup.handicap
            word = tr("none") if given is None else f"{given[0]} {given[1]}/{setup.coins}"
            text = tr("Handicap: {value}", value=word)
            found.append(Choice(text, lambda: desk.open(_handicap_page(desk, draft))))
        return [*found, *(_option_choice(desk, draft, option) for option in OPTIONS[game])]

    return ListPage(TITLES[game], choices, desk.close)


def _option_choice(desk: Desk, draft: _Draft, option: Option) -> Choice:
    text = f"{tr(option.title)}: {option.word(draft.setup.option(option))}"
    return Choice(text, lambda: desk.open(_option_page(draft, option)))


def _option_page(draft: _Draft, option: Option) -> SettingPage:
    def change(value: Any) -> None:
        draft.change(draft.setup.with_option(option.name, value))

    values = [(value, tr(word)) for value, word in option.values]
    now = draft.setup.option(option)
    return SettingPage(tr(option.title), values, now, change, draft.leave)


def _handicap_page(desk: Desk, draft: _Draft) -> SettingPage:
    fewer = [
        ((player, coins), f"{player} {coins}/{draft.setup.coins}")
        for player in draft.setup.players
        for coins in range(draft.setup.coins - 1, 0, -1)
    ]
    values = [(None, tr("none")), *fewer]
    return SettingPage(tr("Handicap"), values, draft.setup.handicap, draft.handicap, desk.close)


# ---------------------------------------------------------------- players


def _players_page(desk: Desk, draft: _Draft) -> ListPage:
    """The players in the order of play, each to be replaced; more or fewer where that may be."""
    fewest, most = PLAYERS[draft.setup.game]

    def choices() -> list[Choice]:
        players = draft.setup.players
        found = [
            Choice(f"{seat + 1}: {player}", _seat(desk, draft, seat))
            for seat, player in enumerate(players)
        ]
        if len(players) < most:
            found.append(Choice(tr("One more"), _seat(desk, draft, len(players))))
        if len(players) > fewest:
            found.append(Choice(tr("One less"), lambda: _put(draft, players[:-1])))
        turned = (*players[1:], *players[:1])
        if len(players) > 1:
            found.append(Choice(tr("Next begins"), lambda: _put(draft, turned)))
        return [*found, Choice(tr("Done"), desk.close)]

    return ListPage(tr("Players"), choices, desk.close)


def _put(draft: _Draft, players: tuple[str, ...]) -> None:
    draft.change(draft.setup.with_players(players))


def _seat(desk: Desk, draft: _Draft, seat: int) -> Callable[[], None]:
    """Opens the names from which a seat is filled."""

    def take(name: str) -> None:
        players = list(draft.setup.players)
        players[seat : seat + 1] = [name]
        draft.change(draft.setup.with_players(players))
        draft.leave()

    def choices() -> list[Choice]:
        taken = set(draft.setup.players)
        free = [name for name in known_names(desk.kept) if name not in taken]
        return [
            *(Choice(name, _taking(take, name)) for name in free),
            Choice(tr("New name"), lambda: desk.open(_name_page(desk, draft, take))),
        ]

    return lambda: desk.open(ListPage(tr("Who plays?"), choices, desk.close))


def _taking(take: Callable[[str], None], name: str) -> Callable[[], None]:
    return lambda: take(name)


def _name_page(desk: Desk, draft: _Draft, take: Callable[[str], None]) -> TextPage:
    def done(name: str) -> None:
        desk.close()
        if name in draft.setup.players:
            desk.open(TellPage(tr("{name} plays\nalready", name=name), desk.close))
            return
        desk.remember(replace(desk.kept, names=(name, *desk.kept.names)))
        desk.save()
        take(name)

    return TextPage(tr("New name"), done, desk.close)


# ---------------------------------------------------------------- settings


def settings_page(desk: Desk) -> ListPage:
    """Language, sound, brightness, lamp, setting up, and the self-check."""

    def choices() -> list[Choice]:
        kept = desk.kept
        found = [
            _choice(desk, mark("Language"), "language", LANGUAGES),
            _choice(desk, mark("Sound"), "sound", {one: tr(word) for one, word in SOUNDS}),
            _choice(desk, mark("Screen"), "brightness", _levels(STEPS, 255)),
            _choice(desk, mark("Lamp"), "lamp", _levels((0, *STEPS), 100)),
        ]
        if desk.can_speak:
            words = {False: tr("off"), True: tr("on")}
            found.append(_choice(desk, mark("Speech"), "speech", words))
        if kept.names:
            found.append(Choice(tr("Forget a name"), lambda: desk.open(_names_page(desk))))
        if desk.can_be_set_up:
            found.append(Choice(tr("Set the table up"), desk.set_up))
        return [*found, Choice(tr("Self-check"), desk.check)]

    return ListPage(lambda: tr("Settings"), choices, desk.close)


def _levels(steps: tuple[int, ...], full: int) -> dict[int, str]:
    return {round(step * full / 10): f"{step}/10" for step in steps}


def _choice(desk: Desk, title: str, name: str, words: Mapping[Any, str]) -> Choice:
    """An item that opens the page of one setting, which changes it at once, also its heading."""

    def change(value: Any) -> None:
        desk.remember(replace(desk.kept, **{name: value}))
        if name == "language":
            speak(value)

    def leave() -> None:
        desk.close()
        desk.save()

    now = language() if name == "language" else getattr(desk.kept, name)
    nearest = now if now in words else min(words, key=lambda one: abs(_as_number(one, now)))
    page = SettingPage(lambda: tr(title), tuple(words.items()), nearest, change, leave)
    return Choice(f"{tr(title)}: {words[nearest]}", lambda: desk.open(page))


def _as_number(one: Any, now: Any) -> float:
    return float(one - now) if isinstance(now, int) and isinstance(one, int) else 0.0


def _names_page(desk: Desk) -> ListPage:
    def choices() -> list[Choice]:
        names = [Choice(name, lambda name=name: forget(name)) for name in desk.kept.names]  # type: ignore[misc]
        return [*names, Choice(tr("Done"), desk.close)]

    def forget(name: str) -> None:
        def answer(yes: bool) -> None:
            desk.close()
            if yes:
                left = tuple(one for one in desk.kept.names if one != name)
                desk.remember(replace(desk.kept, names=left))
                desk.save()

        text = tr("Forget {name}?", name=name)
        desk.open(AskPage(text, tr("yes"), tr("no"), answer, at=1))

    return ListPage(tr("Forget a name"), choices, desk.close)
