"""`python -m firmware.catalogues`: bring the catalogues up to date with the texts in the code.

For those who change texts: new ones come into each .po untranslated, those gone leave it, and each
.mo is made anew. It needs babel, which is in the dev extra; a table needs only the .mo files.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.texts import FOLDER, LANGUAGES, SOURCE

__all__ = ["EXTRACT", "compile_one", "main"]

ROOT: Final = Path(__file__).parent.parent

EXTRACT: Final = (
    "--no-default-keywords",
    "--keywords=tr",
    "--keywords=trn:1,2",
    "--keywords=mark",
    "--add-comments=For translators:",
    "--no-location",
    "--sort-output",
    "--omit-header",
)
"""What babel looks for, and how it writes: no line numbers, which change with every edit."""

NO_WRAP: Final = "--width=100"


def main() -> int:
    """Extract, merge and compile; returns 1 when a step of babel fails."""
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "arbiter.pot"
        if _babel("extract", *EXTRACT, f"--output-file={template}", "firmware"):
            return 1
        for code in LANGUAGES:
            if code != SOURCE and (_merge(code, template) or _compile(code, FOLDER)):
                return 1
    return 0


def compile_one(code: str, folder: Path) -> Path:
    """Make the .mo of a language in another folder, to compare; raises RuntimeError."""
    if _compile(code, folder):
        raise RuntimeError(f"{code}.po could not be compiled: see what babel says above")
    return folder / f"{code}.mo"


def _merge(code: str, template: Path) -> int:
    path = FOLDER / f"{code}.po"
    options = ("--no-fuzzy-matching", "--ignore-obsolete", NO_WRAP, "--ignore-pot-creation-date")
    return _babel("update", *options, f"-l{code}", f"-i{template}", f"-o{path}")


def _compile(code: str, folder: Path) -> int:
    source, made = FOLDER / f"{code}.po", folder / f"{code}.mo"
    return _babel("compile", f"-l{code}", f"-i{source}", f"-o{made}")


def _babel(step: str, *arguments: str | Path) -> int:
    """Run one step of babel, quietly unless it fails."""
    command: Sequence[str] = (
        sys.executable, "-m", "babel.messages.frontend", "--quiet", step, *map(str, arguments)
    )  # fmt: skip
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - our own tool


if __name__ == "__main__":
    sys.exit(main())
