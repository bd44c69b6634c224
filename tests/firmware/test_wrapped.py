"""Lines for people are broken between words."""

import io

import pytest

from firmware.wrapped import wrapped

LONG = "  Ann sets aside 6 5 and throws three dice again\nshort"


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def test_a_line_too_long_for_the_terminal_is_broken_between_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    told = wrapped(LONG, Terminal())
    assert told == "  Ann sets aside 6 5 and\n    throws three dice again\nshort"


def test_a_file_and_a_pipe_get_lines_as_they_are() -> None:
    assert wrapped(LONG, io.StringIO()) == LONG
