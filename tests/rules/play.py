"""Matches played by chance from a seed, shared by the tests of properties."""

import random

from rules.errors import IllegalActionError
from rules.games import GAMES
from rules.match import Match, Redo, Undo, new_match
from rules.playout import drawn_action

PLAYERS = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")

SETTINGS: dict[str, dict[str, list[object]]] = {
    "alphatian": {
        "starter": ["chosen", "throw-off"],
        "coins": [1, 10, 20],
        "handicap": [None],
        "clock": ["warn", "forfeit", "off"],
        "clock_s": [6.0, 2.5],
    },
    "alea": {
        "numerals": ["free", "as-rolled"],
        "cards": [True, False],
        "cards_per_throw": ["any", "one"],
        "card_5": ["made-again", "any-entry"],
        "length": ["seventh-entry", "seven-turns"],
    },
    "centurion": {"numerals": ["free", "as-rolled"]},
}


def begun(game: str, chance: random.Random) -> Match:
    """Return a match with options and players drawn by chance."""
    drawn = {name: chance.choice(settings) for name, settings in SETTINGS[game].items()}
    options = GAMES[game].Options(**drawn)
    count = 2 if game == "alphatian" else chance.randint(1, 6)
    return new_match(game, PLAYERS[:count], options)


def played(game: str, seed: int, actions: int, *, remarks: bool = False) -> Match:
    """Return a match after so many entries, fewer when it ends before.

    `remarks`: with undos, redos, confirmed and corrected dice among the actions.
    """
    chance = random.Random(seed)
    reached = begun(game, chance)
    for _ in range(actions):
        if remarks and chance.random() < 0.3:
            reached = remarked(reached, chance)
        elif GAMES[game].outcome(reached.state) is None:
            action = drawn_action(GAMES[game], reached.state, chance.randrange)
            reached = reached.apply(action)
    return reached


def remarked(reached: Match, chance: random.Random) -> Match:
    """Return the match after a remark, or as it is where the one drawn cannot be made."""
    game = GAMES[reached.game]
    steps = [
        step
        for step, done in enumerate(reached.line, start=1)
        if isinstance(done.action, game.Roll)
    ]
    kind = chance.choice(["undo", "redo", "confirm", "correct"])
    try:
        if kind == "undo":
            return reached.apply(Undo())
        if kind == "redo":
            return reached.apply(Redo())
        if steps and kind == "confirm":
            return reached.confirm(chance.choice(steps))
        if steps:
            step = chance.choice(steps[-4:])
            faces = [chance.choice(game.DIE) for _ in reached.line[step - 1].action.faces]
            return reached.correct(step, game.Roll(faces), drop=True)
    except IllegalActionError:
        return reached
    return reached
