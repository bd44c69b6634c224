"""Make recordings whose truth is known: python -m tests.recordings FOLDER --first 0 --count 30.

Number N is always the same recording. Those with N < 100 go through the incidents in turn, with a
tray, light and dice that follow from N; from 100 on they are games: Alphatian Roulette, Alea Romana
and Centurion in turn. `./arbiter measure FOLDER` says how well they are refereed.
It needs the training extra: `pip install .[training]`.
"""

import argparse
import sys
from pathlib import Path

import cv2

from tests.recordings.film import Film
from tests.recordings.incidents import INCIDENTS, ROMAN
from tests.recordings.plays import alphatian, roman
from tests.recordings.trays import LIGHTS, Tray

GAMES = 100
ATTACKS, TURNS = 3, 4


def make(folder: Path, number: int, width_px: int | None = None) -> Path:
    """Make recording number N in the folder, and give its own folder."""
    light = LIGHTS[number * 5 % len(LIGHTS)]
    width_px = width_px or (1280 if number % 9 == 4 else 640)
    if number >= GAMES:
        game = ("alphatian", "alea", "centurion")[number % 3]
        place = folder / f"{number:03d}_{game}"
        style = "pips" if game == "alphatian" else "roman"
        film = Film(place, Tray(number, style, light, width_px), number)
        if game == "alphatian":
            actions = alphatian(film, ATTACKS)
        else:
            actions = roman(film, TURNS, column=game == "alea")
    else:
        name = list(INCIDENTS)[number % len(INCIDENTS)]
        game = "alea" if name in ROMAN else "alphatian"
        place = folder / f"{number:03d}_{name}"
        tray = Tray(number, "roman" if name in ROMAN else "pips", light, width_px)
        film = Film(place, tray, number)
        INCIDENTS[name](film)
        actions = []
    options = {
        "alphatian": 'starter = "chosen"\nfirst = 0\nclock = "off"\n',
        "alea": 'numerals = "free"\ncards = false\n',
        "centurion": 'numerals = "free"\n',
    }
    film.write(game, actions, options[game])
    return place


def main() -> None:
    """Make some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=len(INCIDENTS))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(asked.first, asked.first + asked.count):
        sys.stdout.write(f"{make(asked.folder, number)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
