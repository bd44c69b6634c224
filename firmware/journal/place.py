"""Where a table keeps its games and settings."""

import os
from collections.abc import Mapping
from pathlib import Path

from firmware.usage import UsageError

__all__ = ["home"]


def home(surroundings: Mapping[str, str] | None = None) -> Path:
    """The folder of this table: ARBITER_HOME, else arbiter in the user's folder for data.

    Raises UsageError when that is in the home of a user who has none.
    """
    env = os.environ if surroundings is None else surroundings
    if env.get("ARBITER_HOME"):
        try:
            return Path(env["ARBITER_HOME"]).expanduser()
        except RuntimeError as error:
            raise UsageError(
                f"ARBITER_HOME is {env['ARBITER_HOME'][:80]!r}, in the home of a user who has "
                "none: give it a folder"
            ) from error
    data = env.get("XDG_DATA_HOME", "")
    # The XDG Base Directory Specification has paths that are not absolute ignored.
    if Path(data).is_absolute():
        return Path(data) / "arbiter"
    try:
        return Path.home() / ".local" / "share" / "arbiter"
    except RuntimeError as error:
        raise UsageError("this user has no home: give ARBITER_HOME a folder") from error
