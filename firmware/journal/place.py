"""Where a table keeps its games and settings."""

import os
from collections.abc import Mapping
from pathlib import Path

__all__ = ["home"]


def home(surroundings: Mapping[str, str] | None = None) -> Path:
    """The folder of this table: ARBITER_HOME, else arbiter in the user's folder for data."""
    env = os.environ if surroundings is None else surroundings
    if env.get("ARBITER_HOME"):
        return Path(env["ARBITER_HOME"]).expanduser()
    data = env.get("XDG_DATA_HOME", "")
    # The XDG Base Directory Specification has paths that are not absolute ignored.
    base = Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "arbiter"
