"""`arbiter replay`: a recording through the same loop as the live table."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from firmware.bundle import opened
from firmware.choices import chooser, read_choices
from firmware.loop import Loop, Said
from firmware.recording import are_stills, items, recorded_presses
from firmware.referee import AleaTable, AlphatianTable, CenturionTable, Game, Line, Referee
from firmware.referee.roman import Chooser
from firmware.settings import Asked, Settings, SettingsError, new_game, read_settings
from firmware.texts import from_environment, speak, tr
from hardware.errors import RecordingError
from hardware.ports import Display, Frame
from hardware.sim import RecordingCamera, SimOled
from rules.match import Match
from vision.reading import Dice, DiceReader
from vision.tray import QUIET_S, Rest, TrayWatch

__all__ = ["Wiring", "make_reader", "replay", "run", "said_json", "said_text", "table_of"]

DICE: Final[dict[str, Dice]] = {"alphatian": "pips", "alea": "roman", "centurion": "roman"}
"""The dice of each game."""

Rested = Callable[[Frame, Rest], None]


def run(
    folder: Path | str,
    asked: Asked,
    as_json: bool,
    out: TextIO,
) -> int:
    """Referee a recording, a folder or a zip file, and print each line.

    Gives 0, or 2 when the recording is damaged. What is asked for goes before its table.toml.
    """

    def say(said: Said) -> None:
        out.write(said_json(said) if as_json else said_text(said))
        out.flush()

    try:
        with opened(Path(folder)) as place:
            settings = read_settings(
                place / "table.toml", asked.game, asked.players, asked.language
            )
            speak(settings.language or from_environment(os.environ))
            replay(place, settings, Wiring(make_reader(), SimOled(), say))
    except (RecordingError, SettingsError) as error:
        sys.stderr.write(f"arbiter replay: {folder}: {error}\n")
        return 2
    return 0


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a recording is replayed with: who reads, what is drawn on, who is told."""

    reader: DiceReader
    display: Display
    say: Callable[[Said], None]
    rested: Rested | None = None


def replay(folder: Path, settings: Settings, wiring: Wiring) -> Loop:
    """Run a recording through the loop, and give the loop as it ended.

    Raises RecordingError for a damaged recording, SettingsError for a game that cannot be.
    """
    presses = recorded_presses(folder)
    choose = chooser(read_choices(folder), [press.button for press in presses])
    referee = Referee(table_of(new_game(settings), choose))
    camera = RecordingCamera(folder)
    stills = are_stills(camera.shots, QUIET_S)
    watch = TrayWatch(wiring.reader, DICE[settings.game], QUIET_S, stills)
    loop = Loop(watch, referee, wiring.display, wiring.say, wiring.rested)
    loop.begin(min(camera.shots[0].time_s, presses[0].time_s if presses else float("inf")))
    loop.run(items(camera, presses))
    if not referee.game.over:
        last = camera.shots[-1]
        wiring.say(Said(_ends(), last.time_s, len(camera.shots) - 1))
    return loop


def _ends() -> Line:
    """What is said when the pictures end before the game does."""
    text = tr("The recording ends here; the game is not over")
    return Line("end", {"finished": False}, text)


def table_of(match: Match, chooser: Chooser | None = None) -> Game:
    """The game of a match as the referee needs it; chooser: who chooses instead of buttons."""
    match match.game:
        case "alphatian":
            return AlphatianTable(match)
        case "alea":
            return AleaTable(match, chooser)
        case _:
            return CenturionTable(match, chooser)


def make_reader() -> DiceReader:
    """The table's reader; imported late, since OpenCV takes a while to load."""
    import vision  # noqa: PLC0415 - see above

    return vision.Reader()


def said_json(said: Said) -> str:
    """A line as one JSON object on one line."""
    told = {"event": said.line.event, "time_s": round(said.time_s, 3), "frame": said.frame}
    return json.dumps({**told, **said.line.facts}, ensure_ascii=False) + "\n"


def said_text(said: Said) -> str:
    """A line for people."""
    return f"{said.time_s:8.2f} s  {said.line.text}\n"
