"""A disk in memory that refuses steps, or loses its power at any of them."""

import errno
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["FOLDER", "MemoryFiles", "PowerCutError", "Survivor"]

FOLDER: Final = Path("/table")


class PowerCutError(BaseException):
    """The power is cut: nobody catches it."""


@dataclass
class Inode:
    """What a file holds: as written, and as it surely lasts."""

    text: bytes = b""
    lasting: bytes = b""


class Survivor(NamedTuple):
    """What a power cut leaves of one moment: the files by name, and how it came about."""

    files: dict[str, bytes]
    how: str


class Step(NamedTuple):
    """A step of the disk, its argument, and the files it could leave behind."""

    name: str
    what: str


@dataclass
class MemoryFiles:
    """Files of one folder in memory.

    `names_now` are the names as a running program sees them, `changes` those made since the folder
    was last synced, each as all the names were before it. `refuse`: the error that writing gives,
    and `refused_steps` the steps that give it; None for a healthy disk. `room`: bytes that can
    still be written, None for no end. `watch` is called before each step is done, with the bytes
    that are about to be written.
    """

    names_now: dict[str, Inode] = field(default_factory=dict)
    history: list[dict[str, Inode]] = field(default_factory=list)
    refuse: int | None = None
    refused_steps: tuple[str, ...] = ("open", "write", "sync", "rename", "remove", "sync_folder")
    room: int | None = None
    free: int = 10**9
    steps: list[Step] = field(default_factory=list)
    cut_at: int | None = None
    watch: Callable[[bytes], None] | None = None
    handles: dict[int, Inode] = field(default_factory=dict)
    held: bool = False
    there: bool = True
    next_handle: int = 3

    @classmethod
    def of(cls, files: dict[str, bytes]) -> "MemoryFiles":
        """A disk that holds these files, as after a power cut."""
        return cls({name: Inode(text, text) for name, text in files.items()})

    @property
    def files(self) -> dict[str, bytes]:
        """What the files hold now, by name."""
        return {name: inode.text for name, inode in self.names_now.items()}

    # ------------------------------------------------------------ the protocol

    def make_folder(self, folder: Path) -> None:
        self._refused("make_folder")

    def hold(self, folder: Path) -> int:
        self._refused("hold")
        if self.held:
            raise BlockingIOError(errno.EAGAIN, "held")
        self.held = True
        return 1

    def names(self, folder: Path) -> list[str]:
        self._refused("names")
        return sorted(self.names_now)

    def read(self, path: Path) -> bytes:
        self._refused("read")
        if path.name not in self.names_now:
            raise FileNotFoundError(errno.ENOENT, "no such file")
        return self.names_now[path.name].text

    def open(self, path: Path, size: int) -> int:
        self._take("open", path.name)
        inode = self.names_now.get(path.name)
        if inode is None and size == 0:
            self._changing()
            inode = self.names_now[path.name] = Inode()
        if inode is None or len(inode.text) < size:
            raise FileNotFoundError(errno.ENOENT, "no such file")
        inode.text = inode.text[:size]
        self.next_handle += 1
        self.handles[self.next_handle] = inode
        return self.next_handle

    def write(self, handle: int, text: bytes) -> None:
        inode = self.handles[handle]
        self._take("write", "", text)
        if self.room is not None:
            part = text[: self.room]
            inode.text += part
            self.room -= len(part)
            if len(part) < len(text):
                raise OSError(errno.ENOSPC, "no space left")
            return
        inode.text += text

    def sync(self, handle: int) -> None:
        self._take("sync", "")
        inode = self.handles[handle]
        inode.lasting = inode.text

    def close(self, handle: int) -> None:
        if handle == 1:
            self.held = False
            return
        del self.handles[handle]

    def rename(self, old: Path, new: Path) -> None:
        self._take("rename", f"{old.name} {new.name}")
        if old.name not in self.names_now:
            raise FileNotFoundError(errno.ENOENT, "no such file")
        self._changing()
        self.names_now[new.name] = self.names_now.pop(old.name)

    def remove(self, path: Path) -> None:
        self._take("remove", path.name)
        self._changing()
        del self.names_now[path.name]

    def sync_folder(self, folder: Path) -> None:
        self._take("sync_folder", "")
        self.history.clear()

    def free_bytes(self, folder: Path) -> int:
        self._refused("free_bytes")
        return self.free

    # ------------------------------------------------------------ faults

    def _changing(self) -> None:
        self.history.append(dict(self.names_now))

    def _refused(self, step: str) -> None:
        if self.refuse is not None and step in self.refused_steps:
            raise OSError(self.refuse, "refused")

    def _take(self, step: str, what: str, writing: bytes = b"") -> None:
        if self.watch is not None:
            self.watch(writing)
        if self.cut_at is not None and len(self.steps) >= self.cut_at:
            raise PowerCutError(step)
        self.steps.append(Step(step, what))
        self._refused(step)

    def survivors(self, writing: bytes = b"", *, every: bool = False) -> Iterator[Survivor]:
        """Each thing that a power cut now may leave.

        The names as they are, or as they were before any of the changes since the folder was
        synced; of each file what lasts, and a beginning of what was written since: at a few
        lengths, or at every one. `writing` is being written just now to the file opened last.
        """
        last = list(self.handles.values())[-1:] if writing else []
        for k, names in enumerate([*self.history, self.names_now]):
            inodes = list({id(inode): inode for inode in names.values()}.values())
            choices = [
                _left(inode, writing if any(inode is one for one in last) else b"", every)
                for inode in inodes
            ]
            for texts in product(*choices):
                left = {id(inode): text for inode, text in zip(inodes, texts, strict=True)}
                files = {name: left[id(inode)] for name, inode in names.items()}
                sizes = {name: len(text) for name, text in files.items()}
                yield Survivor(files, f"{k} of {len(self.history)} changes of names; {sizes}")


def _left(inode: Inode, writing: bytes, every: bool) -> Sequence[bytes]:
    """What may be left of a file: what lasts, and beginnings of what does not yet."""
    whole = inode.text + writing
    if whole == inode.lasting:
        return [whole]
    grown = whole.startswith(inode.lasting)
    start, end = (len(inode.lasting) if grown else len(inode.text)), len(whole)
    some = {start, start + 1, (start + end) // 2, max(start, end - 1), end}
    lengths = range(start, end + 1) if every else sorted(some)
    left = [whole[:at] for at in lengths if at <= end]
    return left if grown else [inode.lasting, *left]
