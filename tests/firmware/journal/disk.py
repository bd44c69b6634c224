"""A disk in memory that refuses steps, or loses its power at any of them."""

import errno
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, product
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


class Change(NamedTuple):
    """A file made (old is empty), renamed, or removed (new is empty)."""

    old: str
    new: str
    inode: Inode

    def made_in(self, names: dict[str, Inode]) -> None:
        """Change these names so."""
        if self.old and names.get(self.old) is self.inode:
            del names[self.old]
        if self.new:
            names[self.new] = self.inode


class Step(NamedTuple):
    """A step of the disk, and its argument."""

    name: str
    what: str


@dataclass
class MemoryFiles:
    """Files of one folder in memory.

    `names_now` are the names as a running program sees them, `names_then` as they were when the
    folder was last synced, `changes` what was done to them since. `refuse`: the error that
    `refused_steps` give; None for a healthy disk. `room`: bytes that can still be written, None
    for no end. `watch` is called before each step is done, with the bytes that are about to be
    written.
    """

    names_now: dict[str, Inode] = field(default_factory=dict)
    names_then: dict[str, Inode] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
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
        inodes = {name: Inode(text, text) for name, text in files.items()}
        return cls(inodes, dict(inodes))

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
            inode = Inode()
            self._change(Change("", path.name, inode))
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
        self._change(Change(old.name, new.name, self.names_now[old.name]))

    def remove(self, path: Path) -> None:
        self._take("remove", path.name)
        self._change(Change(path.name, "", self.names_now[path.name]))

    def sync_folder(self, folder: Path) -> None:
        self._take("sync_folder", "")
        self.names_then = dict(self.names_now)
        self.changes.clear()

    def free_bytes(self, folder: Path) -> int:
        self._refused("free_bytes")
        return self.free

    # ------------------------------------------------------------ faults

    def forget(self) -> None:
        """Take the disk as it is for the beginning, so that a long run takes no memory."""
        self.steps.clear()
        self.names_then = dict(self.names_now)
        self.changes.clear()

    def _change(self, change: Change) -> None:
        change.made_in(self.names_now)
        self.changes.append(change)

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

        The names with any of the changes since the folder was synced, and without the others; of
        each file what lasts, and a beginning of what was written since: at a few
        lengths, or at every one. `writing` is being written just now to the file opened last.
        """
        last = list(self.handles.values())[-1:] if writing else []
        for made in product((True, False), repeat=len(self.changes)):
            names = dict(self.names_then)
            for change in compress(self.changes, made):
                change.made_in(names)
            inodes = list({id(inode): inode for inode in names.values()}.values())
            choices = [
                _left(inode, writing if any(inode is one for one in last) else b"", every)
                for inode in inodes
            ]
            for texts in product(*choices):
                left = {id(inode): text for inode, text in zip(inodes, texts, strict=True)}
                files = {name: left[id(inode)] for name, inode in names.items()}
                sizes = {name: len(text) for name, text in files.items()}
                yield Survivor(files, f"changes of names {made}; {sizes}")


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
