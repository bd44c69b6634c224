"""Plays a game through the journal in a process of its own, to be killed: FOLDER GAME."""

import sys
from pathlib import Path

from firmware.journal import Journal
from tests.firmware.journal.cuts import header_of, tray_of, whole_game


def _main() -> None:
    folder, game = Path(sys.argv[1]), sys.argv[2]
    matches = whole_game(game, 4)
    journal = Journal(folder)
    found = journal.under_way()
    begun = 0
    if found is None:
        journal.begin(header_of(matches[0]))
    else:
        journal.resume(found)
        begun = next(k for k, match in enumerate(matches) if match == found.match)
    sys.stdout.write(f"{begun}\n")
    sys.stdout.flush()
    for at, match in enumerate(matches[begun + 1 :], start=begun + 1):
        journal.append(match, tray_of(match))
        sys.stdout.write(f"{at}\n")
        sys.stdout.flush()
    journal.finish()


if __name__ == "__main__":
    _main()
