"""The pages of the menus: each takes presses of the five buttons, and gives a view.

A page knows nothing of the table: what is to be done is given to it as functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from firmware.screens import help_pages
from firmware.texts import tr
from firmware.views import Help, Menu, Message, Question, Setting, TextEntry, View
from hardware.ports import Pressed

__all__ = [
    "LETTERS",
    "AskPage",
    "Choice",
    "Do",
    "HelpPage",
    "ListPage",
    "Page",
    "SettingPage",
    "TellPage",
    "TextPage",
]

Do = Callable[[], None]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÀÈÉÌÒÙ'-. 0123456789"
"""The letters of a name, in the order in which up and down go through them."""

NAME_LETTERS: Final = 10
"""Letters of a name at most: what a line of the screen shows beside other words."""


class Page(Protocol):
    """One page of the menus."""

    def press(self, button: Pressed) -> None:
        """Take a press."""
        ...

    def view(self) -> View:
        """What to show."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """An item of a list, and what it does."""

    text: str
    do: Do


def _said(text: str | Callable[[], str]) -> str:
    return text if isinstance(text, str) else text()


def moved(at: int, button: Pressed, count: int) -> int:
    """Where up and down lead from an item of so many, round from end to end."""
    step = {"up": -1, "down": 1}.get(button, 0)
    return (at + step) % count


class ListPage:
    """A list: up and down go through it, OK does what is pointed at, back leaves.

    choices gives the items anew each time, since what they say changes with what they do; so does
    title, where it is given as a function.
    """

    def __init__(
        self,
        title: str | Callable[[], str],
        choices: Callable[[], Sequence[Choice]],
        back: Do | None = None,
        on_help: Do | None = None,
        at: int = 0,
    ) -> None:
        self._title = title
        self._choices = choices
        self._back = back
        self._help = on_help
        self._at = at

    def press(self, button: Pressed) -> None:
        """Take a press."""
        choices = self._choices()
        self._at = moved(min(self._at, len(choices) - 1), button, len(choices))
        if button == "ok":
            choices[self._at].do()
        elif button == "back" and self._back is not None:
            self._back()
        elif button == "help" and self._help is not None:
            self._help()

    def view(self) -> Menu:
        """What to show."""
        items = tuple(choice.text for choice in self._choices())
        return Menu(_said(self._title), items, min(self._at, len(items) - 1))


class AskPage:
    """A question: up and down go between yes and no, OK answers, back says no."""

    def __init__(
        self, text: str, yes: str, no: str, answer: Callable[[bool], None], *, at: int = 0
    ) -> None:
        self._text = tuple(text.split("\n"))
        self._yes, self._no = yes, no
        self._answer = answer
        self._at = at

    def press(self, button: Pressed) -> None:
        """Take a press."""
        self._at = moved(self._at, button, 2)
        if button == "ok":
            self._answer(self._at == 0)
        elif button == "back":
            self._answer(False)

    def view(self) -> Question:
        """What to show."""
        return Question(self._text, self._yes, self._no, self._at)


class SettingPage:
    """A setting: up and down change it at once, OK keeps it, back brings the old one again.

    title: a function where it is to be in the language that is spoken by then.
    """

    def __init__(
        self,
        title: str | Callable[[], str],
        values: Sequence[tuple[Any, str]],
        at: Any,
        change: Callable[[Any], None],
        leave: Do,
    ) -> None:
        self._title = title
        self._values = tuple(values)
        self._was = at
        self._at = next((k for k, (one, _) in enumerate(self._values) if one == at), 0)
        self._change = change
        self._leave = leave

    def press(self, button: Pressed) -> None:
        """Take a press."""
        if button in ("up", "down"):
            step = 1 if button == "up" else -1
            self._at = (self._at + step) % len(self._values)
            self._change(self._values[self._at][0])
        elif button == "ok":
            self._leave()
        elif button == "back":
            self._change(self._was)
            self._leave()

    def view(self) -> Setting:
        """What to show."""
        return Setting(_said(self._title), self._values[self._at][1], self._at, len(self._values))


class TextPage:
    """A name is entered: up and down choose a letter, OK takes it, back takes one away.

    The word after the letters is done; back in an empty name leaves without one. A name is
    written with one capital.
    """

    def __init__(self, title: str, done: Callable[[str], None], leave: Do) -> None:
        self._title = title
        self._done = done
        self._leave = leave
        self._text = ""
        self._at = 0

    def press(self, button: Pressed) -> None:
        """Take a press; help held is done as well."""
        full = len(self._text) >= NAME_LETTERS
        if button in ("up", "down"):
            step = 1 if button == "down" else -1
            self._at = (self._at + step) % (len(LETTERS) + 1)
        elif button == "help_hold" or (button == "ok" and (full or self._at == len(LETTERS))):
            self._finish()
        elif button == "ok":
            self._text += self._letter
        elif button == "back" and self._text:
            self._text = self._text[:-1]
        elif button == "back":
            self._leave()

    @property
    def _letter(self) -> str:
        letter = LETTERS[self._at]
        begins = not self._text or self._text[-1] in " -'."
        return letter if begins else letter.lower()

    def _finish(self) -> None:
        name = self._text.strip()
        if name:
            self._done(name)
        else:
            self._leave()

    def view(self) -> TextEntry:
        """What to show."""
        ends = self._at == len(LETTERS) or len(self._text) >= NAME_LETTERS
        offered = tr("done") if ends else self._letter
        hint = tr("Hold help: done")
        return TextEntry(self._title, self._text, len(self._text), offered, hint)


class HelpPage:
    """A text over some pages: up and down turn them, OK and back leave, help may do more."""

    def __init__(self, text: str, ruling: str, leave: Do, more: Do | None = None) -> None:
        self._text, self._ruling = text, ruling
        self._leave = leave
        self._more = leave if more is None else more
        self._page = 0

    def press(self, button: Pressed) -> None:
        """Take a press."""
        pages = help_pages(self._text)
        if button in ("ok", "back"):
            self._leave()
        elif button == "help":
            self._more()
        else:
            self._page = min(max(0, self._page + (1 if button == "down" else -1)), pages - 1)

    def view(self) -> Help:
        """What to show."""
        return Help(self._text, self._ruling, self._page, help_pages(self._text))


class TellPage:
    """A view that any press leaves, such as that something was saved."""

    def __init__(self, shown: View | str, leave: Do) -> None:
        lines = tuple(shown.split("\n")) if isinstance(shown, str) else ()
        self._shown = Message("notice", lines, "") if isinstance(shown, str) else shown
        self._leave = leave

    def press(self, _button: Pressed) -> None:
        """Take a press."""
        self._leave()

    def view(self) -> View:
        """What to show."""
        return self._shown
