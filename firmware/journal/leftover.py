"""What a cut leaves beside a record that is whole: removed at the next start, and nothing else."""

from pathlib import Path

from firmware.journal.files import Files
from firmware.journal.form import Reached, read_game
from firmware.journal.game_file import DONE
from rules.errors import RecordError, UnknownVersionError
from rules.record import parse

__all__ = ["is_recorded", "remove_played"]


def is_recorded(files: Files, folder: Path, name: str) -> bool:
    """Whether the record beside a game under way holds all of it that can be read.

    It does not where it is damaged, or is of another game, as one that was copied here from
    another table. Where nothing of the game can be read there is nothing that it lacks.
    """
    try:
        played = read_game(files.read(folder / name))
    except RecordError:
        return True
    return _holds(files, folder, name, played)


def remove_played(files: Files, folder: Path, name: str) -> None:
    """Remove the file that a game was played on, where its record holds all of it.

    The power was cut, or the process killed, after the record was kept and before this file went.
    It stays where it is damaged, or holds anything that the record lacks. Raises OSError.
    """
    try:
        played = read_game(files.read(folder / name))
    except RecordError:
        return
    whole = played.fault is None or played.fault.torn
    if whole and _holds(files, folder, name, played):
        files.sync_folder(folder)  # a process that was killed may not have come so far
        files.remove(folder / name)


def _holds(files: Files, folder: Path, name: str, played: Reached) -> bool:
    try:
        kept = parse(files.read((folder / name).with_suffix(DONE)))
    except UnknownVersionError:
        return True  # a newer program has ended the game
    except (OSError, RecordError):
        return False
    count = len(played.record.entries)
    return (kept.header, kept.entries[:count]) == (played.record.header, played.record.entries)
