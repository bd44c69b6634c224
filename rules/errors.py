"""What the rules refuse, and how they say so.

Two families matter to a caller. An *invalid* thing could never be right, in whatever state: a die
that shows 7, a name that holds a newline. An *illegal* action is well formed, and the state of the
game forbids it; it carries the ruling.
"""

from __future__ import annotations


class RulesError(Exception):
    """The base of every error that this package raises on purpose."""


class InvalidInputError(RulesError, ValueError):
    """Something is malformed, whatever the state of the game: a face, a name, an option."""


class InvalidTypeError(InvalidInputError, TypeError):
    """Something is of a kind that can have no meaning here, such as True for a number."""


class IllegalActionError(RulesError, ValueError):
    """An action is well formed, but the rules forbid it in this state.

    `action` is the action refused, `facts` says in words where the game stands, `ruling` is the
    number of the ruling that forbids it, such as "A3", or empty where it is none.
    """

    def __init__(self, action: object, reason: str, ruling: str, facts: str) -> None:
        cited = f" [{ruling}]" if ruling else ""
        super().__init__(f"cannot {action}: {reason}{cited}; {facts}")
        self.action = action
        self.reason = reason
        self.ruling = ruling
        self.facts = facts


class CorrectionError(IllegalActionError):
    """A correction makes later actions impossible [P9].

    `step` is the number of the first action that can no longer be, counted from 1.
    """

    def __init__(self, action: object, step: int, reason: str, facts: str) -> None:
        super().__init__(action, reason, "P9", facts)
        self.step = step


class RecordError(RulesError, ValueError):
    """A record is damaged or cannot be played; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UnknownVersionError(RecordError):
    """A record is of a kind or a version that this program does not know."""
