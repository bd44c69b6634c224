"""`arbiter games`: the games that were played, listed, shown, exported and deleted."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final, TextIO

from firmware.journal import DiskFiles, home
from firmware.journal.game_file import DONE, UNDER_WAY
from firmware.journal.shelf import TITLES, Shelved, shelf, standings
from firmware.usage import Parser, invalid
from rules import notation, record
from rules.match import new_match

__all__ = ["run"]

HELP: Final = """usage: arbiter games [list]
       arbiter games show N
       arbiter games export N FILE [--json]
       arbiter games delete N [--yes]
       arbiter games standings

The games that this table keeps, in {folder}.

list       every game, numbered from the oldest; what is under way and what is damaged too
show       what happened in a game, with its rulings
export     the game's text record, or one JSON object; - prints it
delete     after a question; --yes asks none
standings  who won how often

N is a number of the list, or the name that show gives, such as 2026-11-30-001.
"""


MAX_DIGITS: Final = 9
"""Digits of a game's number at most."""


class RefusedError(Exception):
    """What was asked for cannot be done; the message is for the user."""


def run(arguments: Sequence[str], out: TextIO, asked: TextIO | None = None) -> int:
    """Do what is asked for; 0, or 2 when that cannot be. asked: where an answer is read from."""
    action, *rest = arguments or ["list"]
    if action in {"-h", "--help"}:
        out.write(HELP.format(folder=home()))
        return 0
    if action not in ACTIONS:
        raise invalid("action of games", action, ACTIONS)
    try:
        return _done(action, rest, out, sys.stdin if asked is None else asked)
    except RefusedError as error:
        sys.stderr.write(f"arbiter games: {error}\n")
        return 2


ACTIONS: Final = ("list", "show", "export", "delete", "standings")


def _done(action: str, arguments: Sequence[str], out: TextIO, asked: TextIO) -> int:
    parser = Parser(f"arbiter games {action}", "arbiter games --help says what each action does.")
    if action in {"show", "export", "delete"}:
        parser.add_argument("number", metavar="N", help="of the list, or the game's name")
    if action == "export":
        parser.add_argument("file", metavar="FILE", help="a new file; - for the terminal")
        parser.add_argument("--json", action="store_true", help="one JSON object")
    if action == "delete":
        parser.add_argument("--yes", action="store_true", help="ask nothing")
    understood = parser.understood(arguments)
    games = _shelf()
    match action:
        case "list":
            out.write(_listed(games))
        case "standings":
            out.write(_standings(games))
        case "show":
            out.write(_shown(_picked(games, understood.number)))
        case "export":
            _export(_picked(games, understood.number), understood.file, understood.json, out)
        case _:
            return _delete(_picked(games, understood.number), understood.yes, out, asked)
    return 0


def _shelf() -> list[Shelved]:
    try:
        return shelf(DiskFiles(), home())
    except OSError as error:
        raise RefusedError(f"cannot read {home()}: {error.strerror}") from error


def _picked(games: Sequence[Shelved], number: str) -> Shelved:
    # int() refuses thousands of digits, and no folder has so many games.
    if number.isdecimal() and len(number) <= MAX_DIGITS and 1 <= int(number) <= len(games):
        return games[int(number) - 1]
    for game in games:
        if number in (game.name, game.file):
            return game
    if not games:
        raise RefusedError(f"no game is kept in {home()}; there is none to name")
    raise RefusedError(
        f"there is no game {number[:80]!r}: expected 1 to {len(games)}, or a game's name"
    )


def _plain(text: str) -> str:
    """A file's name or a fault as a terminal may show it: what is no letter is escaped."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def _table(rows: Sequence[Sequence[str]], right: frozenset[int]) -> str:
    """Rows in columns two blanks apart; some are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "".join(f"{line}\n" for line in lines)


def _listed(games: Sequence[Shelved]) -> str:
    if not games:
        return f"no game is kept in {home()} yet\n"
    rows = [
        [
            str(number),
            _plain(game.date),
            game.title,
            game.players,
            game.result,
            f"{game.steps} steps",
        ]
        for number, game in enumerate(games, start=1)
    ]
    faults = "".join(
        f"{number}: {_plain(game.file)}: {_plain(game.fault)}\n"
        for number, game in enumerate(games, start=1)
        if game.fault
    )
    return _table(rows, frozenset({0, 5})) + (f"\n{faults}" if faults else "")


def _standings(games: Sequence[Shelved]) -> str:
    found = standings(games)
    if not found:
        return "no game was played to its end yet\n"
    rows = [[one.player, TITLES[one.game], f"{one.wins} of {one.games} won"] for one in found]
    return _table(rows, frozenset({2}))


def _shown(game: Shelved) -> str:
    lines = [_plain(f"{game.name}  {game.date}  {game.title}  {game.players}")]
    if game.record is not None:
        header = game.record.header
        options = ", ".join(notation.write_options(header.options))
        lines += [f"options: {options}", ""]
        match = new_match(header.game, header.players, header.options)
        for number, entry in enumerate(game.record.entries, start=1):
            match = match.apply(entry)
            lines += [
                f"{number if at == 0 else '':>4}  {event}" for at, event in enumerate(match.events)
            ]
    won = game.outcome
    lines += ["", f"{game.result}: {_plain(game.fault)}" if game.fault else str(won or game.result)]
    return "".join(f"{line}\n" for line in lines)


def _export(game: Shelved, file: str, as_json: bool, out: TextIO) -> None:
    if game.record is None:
        raise RefusedError(
            f"{_plain(game.file)} is {game.result}, {_plain(game.fault)}; "
            f"copy it from {home()} as it is"
        )
    text = _json(game) if as_json else record.format(game.record)
    if file == "-":
        out.write(text)
        return
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as exported:
            exported.write(text)
    except FileExistsError as error:
        raise RefusedError(f"{file} exists; choose another name") from error
    except OSError as error:
        raise RefusedError(f"cannot write {file}: {error.strerror}") from error
    if game.fault:
        out.write(f"{_plain(game.file)} is damaged, {game.fault}; what is whole was exported\n")


def _json(game: Shelved) -> str:
    """The game as one JSON object: each step in the record's words, and what happened in words."""
    assert game.record is not None
    header, won = game.record.header, game.outcome
    match = new_match(header.game, header.players, header.options)
    steps = []
    for entry in game.record.entries:
        match = match.apply(entry)
        words = record.write_entry(header.game, entry)
        steps.append({"entry": words, "events": [str(event) for event in match.events]})
    told = {
        "name": game.name,
        "game": header.game,
        "rules": header.rules,
        "date": header.date,
        "players": header.players,
        "options": asdict(header.options),
        "condition": game.condition,
        "fault": game.fault or None,
        "winners": None if won is None else won.winners,
        "scores": None if won is None else won.scores,
        "reason": None if won is None else won.reason,
        "ruling": None if won is None else won.ruling,
        "steps": steps,
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _delete(game: Shelved, sure: bool, out: TextIO, asked: TextIO) -> int:
    """Delete a game after a yes; anything else leaves it."""
    files, path = DiskFiles(), home() / game.file
    name = _plain(game.file)
    what = f"{name}, {game.title} of {game.players}, {game.result}"
    try:
        held = files.hold(home()) if game.condition == "under way" else None
    except BlockingIOError as error:
        raise RefusedError(f"{what}: a table is playing it; end it there") from error
    except OSError as error:
        raise RefusedError(f"cannot delete {name}: {error.strerror}") from error
    try:
        if not sure and not asked.isatty():
            raise RefusedError(
                f"{what}: not deleted, since nobody can be asked; --yes asks nothing"
            )
        if not sure and not _yes(f"Delete {what}? [y/N] ", out, asked):
            out.write("not deleted\n")
            return 1
        journal = path.with_suffix(UNDER_WAY)
        if journal != path and journal.name in files.names(home()) and path.suffix == DONE:
            files.remove(journal)  # what a power cut left of the same game would come back
        files.remove(path)
        files.sync_folder(home())
    except OSError as error:
        raise RefusedError(f"cannot delete {name}: {error.strerror}") from error
    finally:
        if held is not None:
            files.close(held)
    out.write(f"deleted {name}\n")
    return 0


def _yes(question: str, out: TextIO, asked: TextIO) -> bool:
    out.write(question)
    out.flush()
    return asked.readline().strip().lower() in {"y", "yes"}
