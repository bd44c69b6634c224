"""The kept games in words, for `arbiter games`: a list, standings, one game, and JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from firmware.journal import home
from firmware.journal.shelf import TITLES, Shelved, standings
from firmware.referee.alphatian_told import sentence as alphatian_sentence
from firmware.referee.amend_words import remarks
from firmware.referee.roman_told import sentence as roman_sentence
from firmware.texts import tr, trn
from rules import notation, record
from rules.match import Remarked, new_match

__all__ = ["as_json", "listed", "plain", "shown", "standings_table"]


def plain(text: str) -> str:
    """A file's name or a fault as a terminal may show it: what is no letter is escaped."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def listed(games: Sequence[Shelved]) -> str:
    """Every game, numbered from the oldest, and below what is wrong with damaged ones."""
    if not games:
        return tr("no game is kept in {folder} yet", folder=home()) + "\n"
    rows = [
        [
            str(number),
            plain(game.date),
            game.title,
            game.players,
            game.result,
            trn("{count} step", "{count} steps", game.steps, count=game.steps),
        ]
        for number, game in enumerate(games, start=1)
    ]
    faults = "".join(
        f"{number}: {plain(game.file)}: {plain(game.fault)}\n"
        for number, game in enumerate(games, start=1)
        if game.fault
    )
    return _table(rows, frozenset({0, 5})) + (f"\n{faults}" if faults else "")


def standings_table(games: Sequence[Shelved]) -> str:
    """Who won how often."""
    found = standings(games)
    if not found:
        return tr("no game was played to its end yet") + "\n"
    rows = [
        [
            one.player,
            TITLES[one.game],
            tr("{wins} of {games} won", wins=one.wins, games=one.games),
        ]
        for one in found
    ]
    return _table(rows, frozenset({2}))


def shown(game: Shelved) -> str:
    """What happened in a game, with its rulings."""
    lines = [plain(f"{game.name}  {game.date}  {game.title}  {game.players}")]
    if game.record is not None:
        header = game.record.header
        options = ", ".join(notation.write_options(header.options))
        lines += [tr("options: {options}", options=options), ""]
        match = new_match(header.game, header.players, header.options)
        for number, entry in enumerate(game.record.entries, start=1):
            match = match.apply(entry)
            lines += [
                f"{number if at == 0 else '':>4}  {_event(header.game, event)}"
                for at, event in enumerate(match.events)
            ]
    lines += ["", f"{game.result}: {plain(game.fault)}" if game.fault else game.result]
    return "".join(f"{line}\n" for line in lines)


def as_json(game: Shelved) -> str:
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
        "conceded": None if game.match is None else game.match.conceded,
        "fault": game.fault or None,
        "winners": None if won is None else won.winners,
        "scores": None if won is None else won.scores,
        "reason": None if won is None else won.reason,
        "ruling": None if won is None else won.ruling or None,
        "steps": steps,
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


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


def _event(game: str, event: Any) -> str:
    """What happened, in the language spoken."""
    if isinstance(event, Remarked):
        return remarks([event])
    return alphatian_sentence(event) if game == "alphatian" else roman_sentence(event)
