"""Every page that five buttons reach, in every language: drawn whole, and left again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.journal import Kept
from firmware.screens import draw
from firmware.table.command import NAMES as PARTS
from firmware.table.ports import Check
from firmware.table.setup import TITLES
from firmware.texts import LANGUAGES, language, speak, tr
from firmware.views import Menu, Setting, TextEntry, View
from tests.firmware.table.evening import Evening, dice
from tests.firmware.table.test_setting_up_at_the_table import calibration

ACTS = ("Start", "Go on", "Undo", "Redo", "Keep for later", "Done")
"""Items that leave their menu, for a game or as back does."""

NAMES = ("Wilhelmina", "Maximilian", "Ann")
"""Two as long as can be entered, and a short one."""


@pytest.fixture(params=LANGUAGES)
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    before = language()
    yield request.param
    speak(before)


def table(folder: Path, spoken: str) -> Evening:
    kept = Kept(names=NAMES, players=NAMES[:2], language=spoken, set_up=True)
    evening = Evening(
        folder,
        kept,
        [Check(name, True) for name in PARTS.values()],
        save=lambda: "2026-11-30-001.zip",
        speak=lambda _text: None,
        make_calibration=calibration,
    )
    evening.press("ok")
    return evening


class Walk:
    """Goes into every item of every menu, and back; gathers what was shown."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._open: list[str] = []
        self._walked: set[tuple[str, ...]] = set()
        self.seen: list[View] = []

    def into(self, menu: Menu) -> None:
        """Go into each item of a menu that is shown, the last first, and come back to it."""
        self._open.append(menu.title)
        self._walked.add(tuple(self._open))
        for number in reversed(range(len(menu.items))):
            at = self._shown(menu.title)
            if number >= len(at.items) or at.items[number] in map(tr, ACTS):
                continue
            self._evening.press(*["down"] * ((number - at.at) % len(at.items)))  # type: ignore[arg-type]
            self.seen.append(self._evening.view)
            self._evening.press("ok")
            self._look()
            if not self._back_to(menu.title):
                break  # an item of those that choose, and leave the menu
        self._open.pop()

    def _look(self) -> None:
        view = self._evening.view
        self.seen.append(view)
        if isinstance(view, Menu):
            if (*self._open, view.title) not in self._walked and view.title not in self._open:
                self.into(view)
        elif isinstance(view, Setting):
            for _ in range(view.of):
                self._evening.press("up")
                self.seen.append(self._evening.view)
        elif isinstance(view, TextEntry):
            self._evening.press("up", "up", "ok")
            self.seen.append(self._evening.view)
            self._evening.press("back")

    def _back_to(self, title: str) -> bool:
        """Back leaves every page; gives whether that led to the menu, and not to one before it."""
        for _ in range(4):
            view = self._evening.view
            if isinstance(view, Menu) and view.title in self._open:
                return view.title == title
            self._evening.press("back")
        pytest.fail(f"no way back to {title} from {self._evening.view}")

    def _shown(self, title: str) -> Menu:
        view = self._evening.view
        assert isinstance(view, Menu) and view.title == title
        return view


def test_every_page_is_whole_and_back_leaves_it(spoken: str, tmp_path: Path) -> None:
    evening = table(tmp_path, spoken)
    home = evening.view
    assert isinstance(home, Menu)
    walk = Walk(evening)
    walk.into(home)

    evening.choose(TITLES["alphatian"])
    evening.choose(tr("Start"))
    evening.see(dice((6, 6, 5, 5, 3), range(5)))
    evening.press("ok", "back")
    pause = evening.view
    assert isinstance(pause, Menu) and tr("Undo") in pause.items
    walk.into(pause)
    assert evening.table.play is not None and not evening.table.play.over

    assert len(walk.seen) > 100
    assert any(isinstance(view, TextEntry) for view in walk.seen)
    titles = {view.title for view in walk.seen if isinstance(view, Menu)}
    assert {tr("Players"), tr("Who plays?"), tr("Forget a name"), tr("Who concedes?")} <= titles
    assert wrong(walk.seen) == []


def wrong(seen: list[View]) -> list[str]:
    """What is written and cut short; raises ScreenError where a screen does not fit."""
    return [one.text for view in seen for one in draw(view).written if "…" in one.text]
