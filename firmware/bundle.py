"""A recording as one zip file: packed, and unpacked with suspicion: others may have made it."""

import lzma
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from hardware.errors import RecordingError, reason

__all__ = ["opened", "pack"]

MAX_BYTES: Final = 8 * 2**30
"""What a recording unpacks to at most: five hours at five frames a second of 90 kB."""

MAX_FILES: Final = 300_000
"""Files in a recording at most: sixteen hours at five frames a second."""

MAX_DEPTH: Final = 3
"""NAME/frames/000000.jpg; deeper paths are not a recording's."""

SPARE_BYTES: Final = 64 * 2**20
"""What is left free on the disk."""


@contextmanager
def opened(place: Path) -> Iterator[Path]:
    """Give the folder of a recording; a zip file is unpacked for as long as that takes.

    Raises RecordingError when a zip is torn, too large, or holds what a recording does not, and
    when a link in a folder leads out of it: others may have made the recording, and its replay
    must not show them, in what it says and writes, what else lies on this machine.
    """
    if place.is_dir() or not place.exists():
        if place.is_dir():
            _refuse_links_out(place)
        yield place
        return
    if not place.is_file():
        raise RecordingError(f"{place.name} is no file: expected a recording's folder or zip file")
    with tempfile.TemporaryDirectory(prefix="arbiter-recording-") as folder:
        _unpack(place, Path(folder))
        yield _top(Path(folder))


def _refuse_links_out(folder: Path) -> None:
    home = Path(os.path.realpath(folder))
    for inside in (folder, folder / "frames"):
        if not inside.is_dir():
            continue
        with os.scandir(inside) as entries:
            links = [entry.path for entry in entries if entry.is_symlink()]
        for link in links:  # realpath, since resolve fails at links in a circle
            if not Path(os.path.realpath(link)).is_relative_to(home):
                name = Path(link).relative_to(folder)
                raise RecordingError(
                    f"{name} is a link that leads out of {folder.name}: copy the file itself"
                )


def pack(folder: Path, place: Path) -> None:
    """Write a recording's folder as one zip file, whole or not at all; pictures are packed as is.

    Raises OSError when the disk is full or read-only.
    """
    part = place.with_name(place.name + ".part")
    try:
        with zipfile.ZipFile(part, "w") as bundle:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    small = path.suffix in {".csv", ".jsonl", ".toml"}
                    method = zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED
                    bundle.write(path, path.relative_to(folder).as_posix(), method)
        part.replace(place)
    except BaseException:
        part.unlink(missing_ok=True)  # the folder stays, and can be packed once there is room
        raise


def _unpack(place: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(place) as bundle:
            members = bundle.infolist()
            _check(place, members)
            _check_room(place, sum(member.file_size for member in members), folder)
            for member in members:
                if not member.is_dir():
                    _write(bundle, member, folder)
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        EOFError,
        NotImplementedError,
    ) as error:
        raise RecordingError(
            f"{place.name} is torn or no zip file: {error}; copy the whole recording again"
        ) from error
    except OSError as error:
        raise RecordingError(f"cannot unpack {place.name}: {reason(error)}") from error


def _check(place: Path, members: list[zipfile.ZipInfo]) -> None:
    """Refuse a zip by its table of contents, before anything is written."""
    if len(members) > MAX_FILES:
        raise RecordingError(
            f"{place.name} holds {len(members):,} files; a recording has at most {MAX_FILES:,}"
        )
    total = sum(member.file_size for member in members)
    if total > MAX_BYTES:
        raise RecordingError(
            f"{place.name} unpacks to {total / 1e9:,.1f} GB; "
            f"a recording has at most {MAX_BYTES / 1e9:.1f} GB"
        )
    seen: set[str] = set()
    for member in members:
        flaw = _flaw(member, seen) if member.filename else "has no name"
        if flaw:
            raise RecordingError(f"{place.name}: {member.filename[:80]!r} {flaw}")
        seen.add(member.filename.casefold())


def _flaw(member: zipfile.ZipInfo, seen: set[str]) -> str | None:
    """What is wrong with a file of a zip; None when nothing is."""
    name = member.filename
    path = PurePosixPath(name)
    kind = stat.S_IFMT(member.external_attr >> 16)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        return "leads out of the recording's folder"
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        return "is a link or a device; a recording has files only"
    if len(path.parts) > MAX_DEPTH:
        return "lies deeper than a recording's files"
    if name.casefold() in seen:
        return "is there twice"
    if member.flag_bits & 1:
        return "is encrypted; pack the recording without a password"
    return None


def _check_room(place: Path, needed: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if needed + SPARE_BYTES > free:
        raise RecordingError(
            f"{place.name} needs {needed / 1e6:,.0f} MB in {folder.parent} and "
            f"{free / 1e6:,.0f} MB are free; unpack it elsewhere and give the folder"
        )


def _write(bundle: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> None:
    """Unpack one file; zipfile gives no byte more than its table of contents says."""
    path = folder / member.filename
    path.parent.mkdir(parents=True, exist_ok=True)
    with bundle.open(member) as packed, path.open("xb") as file:
        shutil.copyfileobj(packed, file)


def _top(folder: Path) -> Path:
    """The folder itself, or the one folder in which everything was packed."""
    inside = list(folder.iterdir())
    alone = len(inside) == 1 and inside[0].is_dir()
    return inside[0] if alone and inside[0].name != "frames" else folder
