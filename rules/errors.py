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
    number of the ruling that forbids it, such as "A3".
    """

    def __init__(self, action: object, reason: str, ruling: str, facts: str) -> None:
        super().__init__(f"cannot {action}: {reason} [{ruling}]; {facts}")
        self.action = action
        self.reason = reason
        self.ruling = ruling
        self.facts = facts
