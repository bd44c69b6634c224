"""Text for people in a terminal, broken between words instead of at its edge."""

import shutil
import textwrap
from typing import Final, TextIO

__all__ = ["wrapped"]

LEAST: Final = 20
"""Columns; in a narrower terminal words are broken anyway."""


def wrapped(text: str, out: TextIO) -> str:
    """The text with each line that is longer than the terminal of out broken between its words.

    What follows is set in by two more than the line. Text for a file or a pipe stays as it is.
    """
    if not out.isatty():
        return text
    columns = max(LEAST, shutil.get_terminal_size().columns)
    return "\n".join(_broken(line, columns) for line in text.split("\n"))


def _broken(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    margin = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, columns, subsequent_indent=margin, break_on_hyphens=False)
