"""Which table.toml a command reads when it is not told one."""

from pathlib import Path
from typing import Final

__all__ = ["HERE", "INSTALLED", "settings_file"]

HERE: Final = Path("table.toml")
"""The settings in the folder that a command is started in."""

INSTALLED: Final = Path("/etc/arbiter/table.toml")
"""Where an installed table's settings are."""


def settings_file(asked: Path | None, installed: Path = INSTALLED) -> Path:
    """The file that is asked for, else the one here, else the installed table's.

    Where there is none of them, the one here: a file that is missing gives the usual table.
    """
    return asked or next((path for path in (HERE, installed) if path.is_file()), HERE)
