"""Writing a file whole or not at all."""

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside and give it its name once all is there; raises OSError.

    A full disk then leaves no torn file, and the one that was there before stays. A link stays,
    and what it leads to is written; so is a device, which has no other name to take.
    """
    if path.is_symlink():
        path.open("ab").close()  # raises where it leads in a circle
        path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    part = path.with_name(f".arbiter-{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except BaseException:  # an interrupt too leaves nothing beside
        part.unlink(missing_ok=True)
        raise
