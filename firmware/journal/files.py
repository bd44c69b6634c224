"""What the journal asks of a disk, step by step, so that a test can cut the power at each step."""

import contextlib
import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Collection
from pathlib import Path
from typing import Final, Protocol

__all__ = ["DiskFiles", "Files", "free_name", "write_whole"]

LOCK: Final = "lock"
"""The file by whose lock one table at a time writes to a folder."""

MAX_BYTES: Final = 16_000_000
"""More than any game has: a long one under way has 0.2 MB."""


class Files(Protocol):
    """Steps that a disk takes; each raises OSError when it cannot.

    What was written lasts after `sync`; that a file was made, renamed or removed, after
    `sync_folder`. A path that is a link is never followed out of its folder for writing.
    """

    def make_folder(self, folder: Path) -> None:
        """Make a folder that lasts, and those above it; nothing when it is there."""
        ...

    def hold(self, folder: Path) -> int:
        """Let no one else hold the folder until this process ends or `close` is called.

        Raises BlockingIOError when another holds it.
        """
        ...

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder, sorted; none when it is not there."""
        ...

    def read(self, path: Path) -> bytes:
        """Return all that a file holds."""
        ...

    def open(self, path: Path, size: int) -> int:
        """Open a file to write on from `size` bytes, and cut off what is beyond; 0 makes it.

        Raises FileNotFoundError when it is gone or shorter.
        """
        ...

    def write(self, handle: int, text: bytes) -> None:
        """Write at the end."""
        ...

    def sync(self, handle: int) -> None:
        """Return when what was written lasts."""
        ...

    def close(self, handle: int) -> None:
        """Let a file or a folder held go."""
        ...

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name in the same folder, in one step."""
        ...

    def remove(self, path: Path) -> None:
        """Remove a file."""
        ...

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in a folder last."""
        ...

    def free_bytes(self, folder: Path) -> int:
        """Return how many bytes can still be written."""
        ...


class DiskFiles:
    """The disk itself."""

    def make_folder(self, folder: Path) -> None:
        """Make a folder, and write the name of each new one down in the one above."""
        if folder.is_dir():
            return
        self.make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        self.sync_folder(folder.parent)

    def hold(self, folder: Path) -> int:
        """Lock a file of the folder; the lock goes with the process."""
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise
        return handle

    def names(self, folder: Path) -> list[str]:
        """List the folder."""
        try:
            return sorted(os.listdir(folder))  # noqa: PTH208 - names, not paths
        except FileNotFoundError:
            return []

    def read(self, path: Path) -> bytes:
        """Read the file, when it is one and no larger than MAX_BYTES."""
        told = path.stat()
        if not stat.S_ISREG(told.st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        if told.st_size > MAX_BYTES:
            raise OSError(errno.EFBIG, f"it has {told.st_size:,} bytes")
        return path.read_bytes()

    def open(self, path: Path, size: int) -> int:
        """Open the file, and cut it to its size."""
        made = os.O_CREAT if size == 0 else 0
        flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | made
        handle = os.open(path, flags, 0o644)
        try:
            there = os.fstat(handle).st_size
            if there < size:
                raise FileNotFoundError(f"{path} has {there} bytes: expected {size}")
            if there > size:
                os.ftruncate(handle, size)
        except OSError:
            os.close(handle)
            raise
        return handle

    def write(self, handle: int, text: bytes) -> None:
        """Write all of it, in as many pieces as the system takes."""
        left = memoryview(text)
        while left:
            left = left[os.write(handle, left) :]

    def sync(self, handle: int) -> None:
        """Sync the file."""
        os.fsync(handle)

    def close(self, handle: int) -> None:
        """Close the handle."""
        os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Rename the file."""
        old.rename(new)

    def remove(self, path: Path) -> None:
        """Remove the file."""
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        """Sync the folder."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def free_bytes(self, folder: Path) -> int:
        """Ask the file system of the folder, or of the nearest one above that is there."""
        while not folder.is_dir() and folder != folder.parent:
            folder = folder.parent
        return shutil.disk_usage(folder).free


def write_whole(files: Files, path: Path, text: bytes) -> None:
    """Write a file that lasts once this returns, though its name may not yet; raises OSError.

    What a disk that refused has of it, as a full one does, is removed.
    """
    handle = files.open(path, 0)
    try:
        try:
            files.write(handle, text)
            files.sync(handle)
        finally:
            files.close(handle)
    except OSError:
        with contextlib.suppress(OSError):
            files.remove(path)
        raise


def free_name(taken: Collection[str], stem: str, suffix: str) -> str:
    """Return STEM and suffix, or STEM-2, STEM-3 and so on: the first that is not taken."""
    names = (f"{stem}{'' if k == 1 else f'-{k}'}{suffix}" for k in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)
