"""The commands: for each its options, and what is run with them.

Each command imports what it needs when it is run, so that help and the first line of the demo do
not wait for OpenCV.
"""
# ruff: noqa: PLC0415 - the imports inside the commands are what makes them quick

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from firmware.settings_file import settings_file
from firmware.usage import Parser, UsageError, existing, one_of

__all__ = ["COMMANDS", "Command"]

DICE: Final = ("pips", "roman", "auto")
GAMES: Final = ("alphatian", "alea", "centurion")


def demo(arguments: Sequence[str]) -> int:
    """Referee the bundled game and show it."""
    parser = Parser("arbiter demo", "Referee a bundled game of Alphatian Roulette from pictures.")
    parser.add_argument(
        "--annotate", metavar="FOLDER", help="where the annotated pictures go (a new folder)"
    )
    asked = parser.understood(arguments)
    folder = asked.annotate or tempfile.mkdtemp(prefix="arbiter-demo-")
    from firmware import demo as command

    return command.run(sys.stdout, Path(folder))


def test(arguments: Sequence[str]) -> int:
    """Run every check; the arguments go to pytest."""
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write(
            "usage: arbiter test [--fresh | --fresh-arm64 | --real-camera | --real-gpio |\n"
            "                    --real-install] [ARGUMENT OF PYTEST ...]\n"
            "\nRun every check, or instead:\n\n"
            "--fresh: the README's two commands in a fresh Debian system (as root)\n"
            "--fresh-arm64: the first of them, and some tests, on emulated 64-bit Arm (as root)\n"
            "--real-camera: the camera on the real picamera2 and libcamera (as root)\n"
            "--real-gpio: the pins on the real gpiozero, lgpio and a kernel's simulated chip\n"
            "--real-install: installing, updating, removing under a real systemd (as root)\n"
        )
        return 0
    if "--fresh" in arguments or "--fresh-arm64" in arguments:
        from firmware import fresh

        made = fresh.ARM64 if fresh.ARM64.option in arguments else fresh.AMD64
        return fresh.run(sys.stdout, made=made)
    from firmware import real

    for option in real.OPTIONS:
        if option in arguments:
            return real.run(option, sys.stdout)
    from firmware import checks as command

    return command.run(arguments, sys.stdout)


def read(arguments: Sequence[str]) -> int:
    """Read the dice on photos."""
    parser = Parser("arbiter read", "Read the dice on photos.")
    parser.add_argument("photos", metavar="PHOTO", nargs="+", help="a picture file")
    _add_reader_options(parser)
    parser.add_argument("--json", action="store_true", help="print one object a line")
    parser.add_argument("--annotate", metavar="FOLDER", type=Path, help="draw what was read")
    parser.add_argument("--debug", metavar="FOLDER", type=Path, help="write each stage's picture")
    asked = parser.understood(arguments)
    from firmware import read as command

    wanted = command.Wanted(asked.dice, asked.json, asked.annotate, asked.debug)
    return command.run(
        asked.photos, wanted, command.reader_maker(asked.model), sys.stdout, sys.stderr
    )


def replay(arguments: Sequence[str]) -> int:
    """Run a recording through the table's own loop."""
    parser = Parser("arbiter replay", "Referee a recording: frames/, presses.csv, table.toml.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the recording")
    parser.add_argument("--game", type=one_of("--game", GAMES), help="alphatian, alea, centurion")
    parser.add_argument("--players", metavar="ANN,BEN", help="the players' names")
    parser.add_argument("--json", action="store_true", help="print one object a line")
    parser.add_argument("--record", metavar="PLACE", type=Path, help="a new folder or NAME.zip")
    _add_language(parser)
    asked = parser.understood(arguments)
    players = None if asked.players is None else tuple(asked.players.split(","))
    from firmware import replay as command
    from firmware.settings import Asked

    wanted = Asked(asked.game, players, asked.language)
    return command.run(asked.folder, wanted, asked.json, sys.stdout, asked.record)


def measure(arguments: Sequence[str]) -> int:
    """Measure how well recordings are refereed whose truth is known."""
    parser = Parser("arbiter measure", "Referee recordings with a truth.json, and compare.")
    parser.add_argument(
        "folders", metavar="FOLDER", nargs="+", type=Path, help="a recording, or a folder of them"
    )
    parser.add_argument("--json", action="store_true", help="print one object a line")
    asked = parser.understood(arguments)
    from firmware import measure as command

    return command.run(asked.folders, asked.json, sys.stdout, sys.stderr)


def screens(arguments: Sequence[str]) -> int:
    """Write every screen in every language as pictures."""
    parser = Parser("arbiter screens", "Draw every screen in every state and language.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the pictures go")
    _add_language(parser)
    asked = parser.understood(arguments)
    from firmware import screenshots as command

    return command.run(asked.folder, [asked.language] if asked.language else [], sys.stdout)


def evaluate(arguments: Sequence[str]) -> int:
    """Measure the reader on photos whose truth is known."""
    parser = Parser("arbiter evaluate", "Measure the reader on photos whose truth is known.")
    parser.add_argument(
        "index", metavar="INDEX", type=Path, help="an index.csv, or a folder of NAME.jpg, NAME.json"
    )
    pattern = "a source, its folder, or FOLDER:PATTERN (n3vers4ydie:PXL_)"
    parser.add_argument("--source", metavar="NAME", action="append", default=[], help=pattern)
    parser.add_argument(
        "--leave-out", metavar="NAME", action="append", default=[], help="all but this; as above"
    )
    parser.add_argument("--report", metavar="FOLDER", type=Path, help="plots, errors, figures")
    parser.add_argument("--corrections", metavar="FILE", type=Path, help="what is wrong in INDEX")
    parser.add_argument("--threads", metavar="N", type=int, default=0, help="of OpenCV; 0: all")
    _add_reader_options(parser)
    asked = parser.understood(arguments)
    from firmware import evaluate as command

    wanted = command.Wanted(
        index=asked.index,
        sources=tuple(asked.source),
        leave_out=tuple(asked.leave_out),
        report=asked.report,
        corrections=asked.corrections,
        dice=asked.dice,
        threads=asked.threads,
    )
    from firmware.read import reader_maker

    return command.run(wanted, reader_maker(asked.model), sys.stdout, sys.stderr)


def bench(arguments: Sequence[str]) -> int:
    """Measure speed and memory on this machine."""
    parser = Parser("arbiter bench", "Measure speed and memory, beside a fixed piece of work.")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument(
        "--yolo", type=Path, metavar="FILE", help="an ONNX network to run beside the reader"
    )
    asked = parser.understood(arguments)
    from firmware import bench as command

    return command.run(asked.json, asked.yolo, sys.stdout, sys.stderr)


def _add_language(parser: Parser) -> None:
    from firmware.texts import LANGUAGES

    names = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    parser.add_argument("--language", type=one_of("--language", tuple(LANGUAGES)), help=names)


def games(arguments: Sequence[str]) -> int:
    """List, show, export and delete the games that were played."""
    from firmware import games as command

    return command.run(arguments, sys.stdout)


def calibrate(arguments: Sequence[str]) -> int:
    """Set the table up: tray, light, focus, dice."""
    parser = Parser("arbiter calibrate", "Set the table up: tray, light, focus, dice.")
    _add_camera_option(parser)
    _add_reader_options(parser)
    parser.add_argument(
        "--picture", metavar="FILE", type=Path, default=Path("calibration.jpg"),
        help="where what was read is drawn (calibration.jpg)",
    )  # fmt: skip
    asked = parser.understood(arguments)
    from firmware import looking as command

    look = command.Look(asked.camera, settings_file(asked.config))
    wanted = command.SetUp(look, asked.dice, asked.model, asked.picture)
    return command.calibrate(wanted, sys.stdout, sys.stderr)


def capture(arguments: Sequence[str]) -> int:
    """Take pictures of dice and write down what they show, for evaluate."""
    parser = Parser("arbiter capture", "Take pictures of dice with their truth, for evaluate.")
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where they are kept")
    _add_camera_option(parser)
    parser.add_argument("--source", metavar="NAME", default="mine", help="whose dice (mine)")
    views = ("top", "oblique")
    parser.add_argument(
        "--viewpoint", type=one_of("--viewpoint", views), default="top", help="top or oblique"
    )
    parser.add_argument("--no-tray", action="store_true", help="the dice lie in no tray")
    _add_reader_options(parser)
    asked = parser.understood(arguments)
    from firmware import looking as command
    from firmware.capture import Wanted

    wanted = Wanted(asked.folder, asked.source, asked.dice, asked.viewpoint, not asked.no_tray)
    look = command.Look(asked.camera, settings_file(asked.config))
    return command.capture(wanted, look, asked.model, sys.stdout, sys.stderr)


def _add_camera_option(parser: Parser) -> None:
    parser.add_argument(
        "--camera", metavar="NAME", default="", help="usb:0, picamera2, folder:PATH, video:PATH"
    )
    _add_config_option(parser)


def _add_config_option(parser: Parser) -> None:
    where = "a table.toml; else the one here, else that of an installed table"
    parser.add_argument("--config", metavar="FILE", type=existing("--config"), help=where)


def play(arguments: Sequence[str]) -> int:
    """Play on a PC: in the terminal or a window, with drawn dice, a webcam or a recording."""
    parser = Parser("arbiter play", "The table on a PC, with drawn dice that are thrown by keys.")
    parser.add_argument("--game", type=one_of("--game", GAMES), help="begin it without the menus")
    parser.add_argument("--players", metavar="ANN,BEN", help="the players' names")
    parser.add_argument("--table", metavar="FILE", type=Path, help="a table.toml: game, options")
    from firmware.texts import LANGUAGES

    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="N", help="a webcam with real dice, such as 0")
    source.add_argument("--recording", metavar="PLACE", type=Path, help="a recording as camera")
    parser.add_argument("--window", action="store_true", help="show OLED and tray in a window")
    parser.add_argument("--seed", metavar="N", type=int, help="the same dice in every run")
    parser.add_argument("--record", metavar="PLACE", type=Path, help="record it: folder or zip")
    parser.add_argument("--language", metavar="L", type=one_of("--language", tuple(LANGUAGES)))
    parser.add_argument("--speed", metavar="X", type=float, default=1.0, help="how fast time runs")
    asked = parser.understood(arguments)
    players = None if asked.players is None else tuple(asked.players.split(","))
    from firmware.play import command

    least, most = command.MIN_SPEED, command.MAX_SPEED
    if not least <= asked.speed <= most:
        raise UsageError(f"--speed is {asked.speed:g}: expected {least:g} to {most:g}")
    if asked.seed is not None and asked.seed < 0:
        raise UsageError(f"--seed is {str(asked.seed)[:40]}: expected 0 or more")
    return command.run(command.Wanted(**{**vars(asked), "players": players}))


def _add_reader_options(parser: Parser) -> None:
    parser.add_argument(
        "--dice", type=one_of("--dice", DICE), default="auto", help="pips, roman or auto (default)"
    )
    parser.add_argument("--model", metavar="FOLDER", type=Path, help="other models of the reader")


def pins(arguments: Sequence[str]) -> int:
    """Show what is on which pin."""
    parser = Parser("arbiter pins", "Show the 40-pin header and what is on which pin.")
    _add_config_option(parser)
    parser.add_argument("--svg", metavar="FILE", type=Path, help="draw the whole wiring")
    asked = parser.understood(arguments)
    from firmware import pins as command

    return command.run(settings_file(asked.config), asked.svg, sys.stdout)


def doctor(arguments: Sequence[str]) -> int:
    """Look at every part of the table."""
    parser = Parser("arbiter doctor", "Look at every part of the table, and say how to mend it.")
    _add_config_option(parser)
    parser.add_argument("--no-buttons", action="store_true", help="do not ask for presses")
    parser.add_argument("--json", action="store_true", help="print one object")
    asked = parser.understood(arguments)
    from firmware.doctor import command

    ask = not asked.no_buttons and sys.stdin is not None and sys.stdin.isatty()
    return command.run(settings_file(asked.config), sys.stdout, asked.json, ask)


def table(arguments: Sequence[str]) -> int:
    """Run the table with its own devices."""
    parser = Parser("arbiter table", "Run the table with the devices that its table.toml names.")
    _add_config_option(parser)
    parser.add_argument("--folder", metavar="FOLDER", type=Path, help="for games and settings")
    parser.add_argument("--record", metavar="FOLDER", type=Path, help="record whole games there")
    asked = parser.understood(arguments)
    from firmware.table import command

    return command.run(settings_file(asked.config), asked.folder, sys.stdout, asked.record)


class Command(NamedTuple):
    """A command: what it is for, in a few words, and what runs it."""

    about: str
    run: Callable[[Sequence[str]], int]


COMMANDS: Final = {
    "demo": Command("referee a bundled game and show how it went", demo),
    "test": Command("run every check of this program", test),
    "read": Command("read the dice on photos", read),
    "screens": Command("draw every screen in every language", screens),
    "replay": Command("referee a recording of an evening", replay),
    "measure": Command("measure how well recordings are refereed whose truth is known", measure),
    "evaluate": Command("measure the reader on photos whose truth is known", evaluate),
    "games": Command("list, show, export and delete the games that were played", games),
    "calibrate": Command("set the table up: tray, light, focus, dice", calibrate),
    "capture": Command("take pictures of dice with their truth, for evaluate", capture),
    "bench": Command("measure speed and memory on this machine", bench),
    "table": Command("run the table with its camera, buttons and screen", table),
    "play": Command("play on a PC: drawn dice, a webcam or a recording", play),
    "pins": Command("show what is on which pin of the header", pins),
    "doctor": Command("look at every part of the table, and say how to mend it", doctor),
}
