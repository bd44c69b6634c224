"""Games written down for people, and what the rules make of them.

A transcript holds one game or more:

    # what it shows, in words
    game alphatian
    players Ann, Ben
    option clock forfeit
    > roll 2 1 6 3 5            an action or a remark, in the words of a record
        Ann throws 2 1 6 3 5    what is printed of it, line by line
    ! throw-again 2             one that is refused
        cannot throw again ...  the whole error
    = Ann has 10 coins, ...     where the game stands
    outcome none                who won and why

`refused ...` in the place of the first action says that the game cannot begin, and why.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rules import notation
from rules.errors import RulesError
from rules.games import GAMES
from rules.match import Match, new_match
from rules.record import read_entry

FOLDER = Path(__file__).parent.parent / "data" / "rules"
INDENT = "    "


@dataclass
class Written:
    """One line of a transcript with the indented lines below it."""

    number: int
    line: str
    below: list[str] = field(default_factory=list)


def paragraphs(text: str) -> Iterator[Written]:
    """Yield each line that is no remark, with the lines indented below it."""
    written: Written | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(INDENT):
            assert written is not None, f"line {number} belongs to nothing"
            written.below.append(line.removeprefix(INDENT))
            continue
        if written is not None:
            yield written
        written = Written(number, line) if line and not line.startswith("#") else None
    if written is not None:
        yield written


class Player:
    """Plays a transcript and says what each line came to."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.game = ""
        self.players: tuple[str, ...] = ()
        self.options: dict[str, object] = {}

    def told(self, line: str) -> list[str]:
        """Return what belongs below a line, or in its place after its first word."""
        word, _, rest = line.partition(" ")
        if word == "game":
            self.__init__()  # type: ignore[misc]
            self.game = rest
        elif word == "players":
            self.players = tuple(rest.split(", "))
        elif word == "option":
            name, setting = notation.read_option(rest)
            self.options[name] = setting
        elif word == "refused":
            return [f"refused {self.error(self.begin)}"]
        elif word == ">":
            return self.apply(rest)
        elif word == "!":
            before = self.begun()
            refused = self.error(lambda: self.apply(rest))
            assert self.begun() == before
            return [refused]
        elif word == "=":
            return [f"= {self.begun().state}"]
        elif word == "outcome":
            reached = GAMES[self.game].outcome(self.begun().state)
            return [f"outcome {'none' if reached is None else reached}"]
        else:
            raise AssertionError(f"a line begins with {word!r}")
        return []

    def begin(self) -> None:
        self.match = new_match(self.game, self.players, GAMES[self.game].Options(**self.options))

    def begun(self) -> Match:
        if self.match is None:
            self.begin()
        assert self.match is not None
        return self.match

    def apply(self, words: str) -> list[str]:
        match = self.begun()
        self.match = match.apply(read_entry(self.game, words))
        return [str(event) for event in self.match.events]

    @staticmethod
    def error(attempt: object) -> str:
        assert callable(attempt)
        try:
            attempt()
        except RulesError as error:
            return str(error)
        raise AssertionError("it was not refused")
