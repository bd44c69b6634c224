"""What a cut leaves beside a record that is whole: removed at the next start, and nothing else."""

from pathlib import Path

from firmware.journal.files import Files
from firmware.journal.form import read_game
from firmware.journal.game_file import DONE
from rules.errors import RecordError
from rules.record import parse

__all__ = ["remove_played"]


def remove_played(files: Files, folder: Path, name: str) -> None:
    """Remove the file that a game was played on, where its record holds all of it.

    The power was cut, or the process killed, after the record was kept and before this file went.
    It stays where it is damaged, or holds anything that the record lacks. Raises OSError.
    """
    path = folder / name
    try:
        played = read_game(files.read(path))
        kept = parse(files.read(path.with_suffix(DONE)))
    except RecordError:
        return
    torn_only = played.fault is None or played.fault.torn
    count = len(played.record.entries)
    same = (kept.header, kept.entries[:count]) == (played.record.header, played.record.entries)
    if torn_only and same:
        files.remove(path)
