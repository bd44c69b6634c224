"""`arbiter games`: the games that were played, listed, shown, exported and deleted."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

from firmware.games_told import as_json, listed, plain, shown, standings_table
from firmware.journal import DiskFiles, home
from firmware.journal.game_file import DONE, UNDER_WAY
from firmware.journal.leftover import is_recorded
from firmware.journal.shelf import Shelved, shelf
from firmware.texts import mark, tr
from firmware.usage import Parser, invalid
from firmware.wrapped import wrapped
from rules import record

__all__ = ["run"]

HELP: Final = mark(
    """usage: arbiter games [list]
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
)


MAX_DIGITS: Final = 9
"""Digits of a game's number at most."""


class RefusedError(Exception):
    """What was asked for cannot be done; the message is for the user."""


def run(arguments: Sequence[str], out: TextIO, asked: TextIO | None = None) -> int:
    """Do what is asked for; 0, or 2 when that cannot be. asked: where an answer is read from."""
    action, *rest = arguments or ["list"]
    if action in {"-h", "--help"}:
        out.write(tr(HELP, folder=home()))
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
            out.write(listed(games))
        case "standings":
            out.write(standings_table(games))
        case "show":
            out.write(wrapped(shown(_picked(games, understood.number)), out))
        case "export":
            _export(_picked(games, understood.number), understood.file, understood.json, out)
        case _:
            return _delete(_picked(games, understood.number), understood.yes, out, asked)
    return 0


def _shelf() -> list[Shelved]:
    try:
        return shelf(DiskFiles(), home())
    except OSError as error:
        raise RefusedError(_unread(error)) from error


def _picked(games: Sequence[Shelved], number: str) -> Shelved:
    # int() refuses thousands of digits, and no folder has so many games.
    if number.isdecimal() and len(number) <= MAX_DIGITS and 1 <= int(number) <= len(games):
        return games[int(number) - 1]
    for game in games:
        if number in (game.name, game.file):
            return game
    if not games:
        text = tr("no game is kept in {folder}; there is none to name", folder=home())
        raise RefusedError(text)
    raise RefusedError(
        tr(
            "there is no game {number}: expected 1 to {count}, or a game's name",
            number=repr(number[:80]),
            count=len(games),
        )
    )


def _export(game: Shelved, file: str, in_json: bool, out: TextIO) -> None:
    if game.record is None:
        raise RefusedError(
            tr(
                "{file}: {result}, {fault}; copy it from {folder} as it is",
                file=plain(game.file),
                result=game.result,
                fault=plain(game.fault),
                folder=home(),
            )
        )
    text = as_json(game) if in_json else record.format(game.record)
    if file == "-":
        out.write(text)
        return
    try:
        with Path(file).open("x", encoding="utf-8", newline="\n") as exported:
            exported.write(text)
    except FileExistsError as error:
        raise RefusedError(tr("{file} exists; choose another name", file=file)) from error
    except OSError as error:
        text = tr("cannot write {file}: {why}", file=file, why=error.strerror)
        raise RefusedError(text) from error
    if game.fault:
        text = tr(
            "{file} is damaged, {fault}; what is whole was exported",
            file=plain(game.file),
            fault=game.fault,
        )
        out.write(f"{text}\n")


def _delete(game: Shelved, sure: bool, out: TextIO, asked: TextIO) -> int:
    """Delete a game after a yes; anything else leaves it."""
    files, path = DiskFiles(), home() / game.file
    name = plain(game.file)
    what = tr(
        "{name}, {game} of {players}, {result}",
        name=name,
        game=game.title,
        players=game.players,
        result=game.result,
    )
    try:
        held = files.hold(home()) if game.condition == "under way" else None
    except BlockingIOError as error:
        text = tr("{game}: a table is playing it; end it there", game=what)
        raise RefusedError(text) from error
    except OSError as error:
        raise RefusedError(_undeleted(name, error)) from error
    try:
        if not sure and not asked.isatty():
            nobody = tr("not deleted, since nobody can be asked; --yes asks nothing")
            raise RefusedError(f"{what}: {nobody}")
        if not sure and not _yes(tr("Delete {game}?", game=what), out, asked):
            out.write(tr("not deleted") + "\n")
            return 1
        journal = path.with_suffix(UNDER_WAY)
        beside = path.suffix == DONE and journal.name in files.names(home())
        if beside and is_recorded(files, home(), journal.name):
            files.remove(journal)  # what a power cut left of the same game would come back
        files.remove(path)
        files.sync_folder(home())
    except OSError as error:
        raise RefusedError(_undeleted(name, error)) from error
    finally:
        if held is not None:
            files.close(held)
    out.write(tr("deleted {name}", name=name) + "\n")
    return 0


def _undeleted(name: str, error: OSError) -> str:
    return tr("cannot delete {name}: {why}", name=name, why=error.strerror)


def _unread(error: OSError) -> str:
    return tr("cannot read {folder}: {why}", folder=home(), why=error.strerror)


def _yes(question: str, out: TextIO, asked: TextIO) -> bool:
    """Whether the answer is yes, in English or in the language spoken."""
    yes, no = tr("yes"), tr("no")
    out.write(f"{question} [{yes[0]}/{no[0].upper()}] ")
    out.flush()
    return asked.readline().strip().lower() in {"y", "yes", yes, yes[0]}
