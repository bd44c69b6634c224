"""What is said to a command line that is not understood."""

import argparse
import difflib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, NoReturn

__all__ = ["SIGNALLED", "Parser", "UsageError", "existing", "hint", "invalid", "named", "one_of"]


SIGNALLED: Final = 128
"""A command that a signal ended gives this and the signal's number, as shells do."""


class UsageError(ValueError):
    """A command line that asks for nothing the program has; the message is for the user."""


def invalid(what: str, given: str, known: Iterable[str]) -> UsageError:
    """Return the error for a mistyped name, with the nearest known one or else all of them.

    what: the kind of name, as the user knows it ("command", "--dice").
    """
    return UsageError(f"Invalid {what} {given!r}: {hint(given, known)}")


def hint(given: str, known: Iterable[str]) -> str:
    """The nearest of the known names as a question, or else all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(given.lower(), names, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"expected one of {', '.join(names)}"


def existing(option: str) -> Callable[[str], Path]:
    """Return a check for argparse's `type`: the path of a file that is there."""

    def check(given: str) -> Path:
        path = Path(given)
        if "\0" in given or not path.is_file():
            text = f"Invalid {option} {given!r}: there is no such file; name one that is there"
            raise argparse.ArgumentTypeError(text)
        return path

    return check


def named(place: Path, error: Exception) -> str:
    """An error's text with the file or folder that it is about before it, unless it says so."""
    text = str(error)
    if str(place) in text:
        return text
    if place.suffix and text.startswith(f"{place.name} "):
        return f"{place}{text.removeprefix(place.name)}"
    return f"{place}: {text}"


def one_of(option: str, names: Sequence[str]) -> Callable[[str], str]:
    """Return a check for argparse's `type`: the given name when it is one of names."""

    def check(given: str) -> str:
        if given not in names:
            raise argparse.ArgumentTypeError(str(invalid(option, given, names)))
        return given

    return check


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError, and knows near misses of its options."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError; a message of one_of stands alone, without argparse's own preface."""
        if (start := message.find("Invalid ")) >= 0:
            raise UsageError(message[start:])
        raise UsageError(f"{message}; {self.prog} --help says more")

    def understood(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Return the parsed arguments; raise UsageError for the first that is unknown."""
        parsed, unknown = self.parse_known_args(arguments)
        for word in unknown:
            if word.startswith("-"):
                raise invalid("option", word.split("=")[0], self._option_string_actions)
            raise UsageError(f"unexpected argument {word!r}: {self.prog} takes no more of them")
        return parsed
