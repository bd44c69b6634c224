"""What a table remembers beside its games: the players' names, and how it was last set."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Literal

from firmware.journal import words
from firmware.journal.files import DiskFiles, Files, free_name, write_whole
from firmware.journal.game_file import DAMAGED, SCRATCH
from firmware.referee.told import Complaint
from rules.games import GAMES

__all__ = ["SETTINGS", "Kept", "Sound"]

SETTINGS: Final = "table.json"
"""The file in the table's folder that holds what is remembered."""

Sound = Literal["off", "quiet", "loud"]

MAX_NAMES: Final = 100
"""Names that are remembered; those used longest ago go first."""

MAX_LETTERS: Final = 40
"""Letters of a name or a language at most, as the rules have it for names."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Names and settings; `load` and `save` bring them from and to a folder.

    names: of all who ever played, the last first. brightness: of the OLED, 0 to 255. lamp: of the
    light over the tray, 0 to 100. speech: whether sentences are spoken. language: a code such as
    "en", or "system" for the one that table.toml or the system says. set_up: whether the table
    was set up, or that was declined when it was offered. game, players and options: what was
    played last; options by game. others: what a newer program remembers, kept as it is.
    """

    names: tuple[str, ...] = ()
    brightness: int = 255
    sound: Sound = "loud"
    language: str = "system"
    game: str = "alphatian"
    players: tuple[str, ...] = ("Ann", "Ben")
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    others: Mapping[str, Any] = field(default_factory=dict)
    lamp: int = 70
    speech: bool = False
    set_up: bool = False

    @classmethod
    def load(cls, folder: Path, files: Files | None = None) -> tuple["Kept", list[Complaint]]:
        """Return what is remembered, defaults where nothing is, and what is to be said of it.

        A damaged file is set aside as it is; what of it is whole counts. Raises nothing.
        """
        disk: Files = DiskFiles() if files is None else files
        try:
            if SETTINGS not in disk.names(folder):
                return cls(), []
            kept, faults = _read(disk.read(folder / SETTINGS))
        except OSError as error:
            return cls(), [words.unread_settings(error)]
        if not faults:
            return kept, []
        said = [words.damaged_settings(SETTINGS, "; ".join(faults))]
        try:
            _set_aside(disk, folder)
            said += kept.save(folder, disk)
        except OSError as error:
            said.append(words.unkept_settings(error))
        return kept, said

    def save(self, folder: Path, files: Files | None = None) -> list[Complaint]:
        """Write it in one step: after a power cut the old or the new is there, whole.

        Gives what is to be said when the disk refuses; then the old is still there.
        """
        disk: Files = DiskFiles() if files is None else files
        path = folder / SETTINGS
        try:
            disk.make_folder(folder)
            if SETTINGS in disk.names(folder):
                there, faults = _read(disk.read(path))
                if faults:
                    _set_aside(disk, folder)
                elif there == self:
                    return []
            # Two programs that save at once do not write into one another's file.
            scratch = path.with_name(f"{path.stem}-{os.getpid()}{SCRATCH}")
            write_whole(disk, scratch, _written(self))
            disk.rename(scratch, path)
            disk.sync_folder(folder)
        except OSError as error:
            return [words.unkept_settings(error)]
        return []

    def seen(self, *players: str) -> "Kept":
        """Return it with these players as those who played last."""
        names = dict.fromkeys((*players, *self.names))
        return replace(self, names=tuple(names)[:MAX_NAMES], players=players)


def _set_aside(files: Files, folder: Path) -> None:
    stem = Path(SETTINGS).stem
    files.rename(folder / SETTINGS, folder / free_name(files.names(folder), stem, DAMAGED))
    files.sync_folder(folder)


def _written(kept: Kept) -> bytes:
    told: dict[str, Any] = dict(kept.others)
    told |= {one.name: getattr(kept, one.name) for one in fields(kept) if one.name != "others"}
    return (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _read(raw: bytes) -> tuple[Kept, list[str]]:
    """Return what the file holds, and what of it is wrong, for which the defaults stand."""
    try:
        told = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return Kept(), [str(error)[:100]]
    if not isinstance(told, dict):
        return Kept(), ["it holds no settings"]
    found: dict[str, Any] = {}
    faults: list[str] = []
    for name, check in CHECKS.items():
        if name in told:
            try:
                found[name] = check(told[name])
            except (TypeError, ValueError):
                faults.append(f"{name} is {str(told[name])[:40]!r}")
    others = {name: some for name, some in told.items() if name not in CHECKS}
    return replace(Kept(), **found, others=others), faults


def _names(told: Any) -> tuple[str, ...]:
    if not isinstance(told, list) or len(told) > MAX_NAMES:
        raise TypeError
    return tuple(map(_short, told))


def _short(told: Any) -> str:
    if not isinstance(told, str) or not told.isprintable() or not 0 < len(told) <= MAX_LETTERS:
        raise TypeError
    return told


def _level(told: Any) -> int:
    if type(told) is not int or told not in range(256):
        raise ValueError
    return told


def _percent(told: Any) -> int:
    if type(told) is not int or told not in range(101):
        raise ValueError
    return told


def _flag(told: Any) -> bool:
    if not isinstance(told, bool):
        raise TypeError
    return told


def _among(*known: str) -> Callable[[Any], str]:
    def check(told: Any) -> str:
        if told not in known:
            raise ValueError
        return str(told)

    return check


def _options(told: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(told, dict) or not all(isinstance(one, dict) for one in told.values()):
        raise TypeError
    return told


CHECKS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "names": _names,
    "brightness": _level,
    "lamp": _percent,
    "speech": _flag,
    "set_up": _flag,
    "sound": _among("off", "quiet", "loud"),
    "language": _short,
    "game": _among(*GAMES),
    "players": _names,
    "options": _options,
}
"""For each setting what makes it out of its JSON; raises TypeError or ValueError otherwise."""
