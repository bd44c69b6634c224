"""Games as players mean them, on film."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.columns import EMPTY, fitting
from rules.numerals import numbers
from tests.recordings.film import Film

__all__ = ["alphatian", "lift", "roman", "throw"]

Actions = list[dict[str, Any]]


def _read(film: Film) -> int:
    """So many frames pass before players go on: one to two seconds."""
    return int(film.rng.integers(5, 11))


def throw(film: Film, faces: Mapping[int, Any], player: int, **facts: Any) -> None:
    """A throw of these dice, by number, that come to rest."""
    film.segment("throw", faces, player=player, **facts)
    film.throw(film.laid(faces), player)
    film.settled(_read(film))


def lift(film: Film, dice: list[int], player: int, **facts: Any) -> None:
    """A hand takes these dice, which are thrown soon after."""
    film.segment("lift", (), player=player, lifted=dice, **facts)
    film.lift(dice, player, at_once=bool(film.rng.random() < 0.3))
    film.settled(int(film.rng.integers(1, 4)))


def _clear(film: Film, player: int) -> None:
    dice = list(film.lying)
    film.segment("clear", (), player=player, lifted=dice)
    film.lift(dice, player, at_once=bool(film.rng.random() < 0.5))
    film.settled(int(film.rng.integers(2, 5)))


def _rolled(film: Film, dice: list[int]) -> dict[int, Any]:
    faces = film.tray.faces
    return {k: faces[int(film.rng.integers(6))] for k in dice}


def alphatian(film: Film, attacks: int) -> Actions:
    """A game of Alphatian Roulette, so many attacks of it."""
    actions: Actions = [{"kind": "start"}]
    coins = [10, 10]
    for number in range(attacks):
        attacker = number % 2
        if film.lying:
            _clear(film, attacker)
        faces = _attack(film, attacker)
        actions.append({"kind": "attack", "player": attacker, "attack": sorted(faces.values())})
        if min(coins) > 0 and faces and list(faces.values()) != [6] * 5:
            actions.append(_parry(film, 1 - attacker, faces, coins))
    return actions


def _attack(film: Film, player: int) -> dict[int, Any]:
    """One to four throws; the highest are set aside. Gives the face of each die."""
    faces = _rolled(film, [0, 1, 2, 3, 4])
    if set(faces.values()) == {6}:
        faces[0] = 1
    throw(film, faces, player, role="attack")
    thrown = list(faces)
    for _ in range(int(film.rng.integers(0, 4))):
        if len(thrown) == 1:
            break
        best = max(faces[k] for k in thrown)
        kept = [k for k in thrown if faces[k] >= max(best, 5)] or [
            max(thrown, key=lambda k: faces[k])
        ]
        again = [k for k in thrown if k not in kept]
        if not again:
            break
        lift(film, again, player, role="attack")
        new = _rolled(film, again)
        throw(film, new, player, role="attack")
        faces |= new
        thrown = again
    if len(thrown) > 1:
        film.press()
        film.still(int(film.rng.integers(4, 9)))
    return faces


def _parry(film: Film, player: int, faces: dict[int, Any], coins: list[int]) -> dict[str, Any]:
    """The number that most dice show, but seldom a six."""
    shown = Counter(face for face in faces.values() if face != 6)
    named = shown.most_common(1)[0][0] if shown else 6
    dice = [k for k, face in faces.items() if face == named]
    lift(film, dice, player, role="parry", named=named)
    new = _rolled(film, dice)
    throw(film, new, player, role="parry", named=named)
    success = any(face > named for face in new.values())
    hurt = 1 - player if success else player
    sixes = sum(face == 6 for face in faces.values())
    damage = named - min(faces.values()) if success else sixes + 1
    coins[hurt] = max(0, coins[hurt] - damage)
    return {
        "kind": "parry",
        "player": player,
        "named": named,
        "thrown": {str(k): face for k, face in new.items()},
        "success": success,
        "coins": list(coins),
    }


def roman(film: Film, turns: int, column: bool) -> Actions:
    """A game of Alea Romana without cards, or (no column) of Centurion, so many turns of it."""
    actions: Actions = [{"kind": "start"}]
    columns = [EMPTY, EMPTY]
    player = 0
    for _ in range(turns):
        if film.lying:
            _clear(film, player)
        faces = ""
        stops_at = int(film.rng.integers(2, 6))
        entry: tuple[int, int | None] | None = None
        for number in range(6):
            rolled = _rolled(film, [number])
            faces += str(rolled[number])
            throw(film, rolled, player)
            if not numbers(faces):
                break
            fits = [(n, s) for n in numbers(faces) for s in fitting(columns[player], n)]
            if number == 5 or (number + 1 >= stops_at and fits):
                entry = fits[len(fits) // 2] if column else (numbers(faces)[0], None)
                break
        if entry is not None:
            if len(faces) < 6:
                film.press()
            film.still(5)
            if column and entry[1] is not None:
                entries = list(columns[player])
                entries[entry[1] - 1] = entry[0]
                columns[player] = tuple(entries)
        actions.append(
            {
                "kind": "turn",
                "player": player,
                "faces": list(faces),
                "bust": not numbers(faces),
                "entered": entry[0] if entry else None,
                "space": entry[1] if entry else None,
            }
        )
        again = entry is not None and not column and (entry[0] == 39 or len(faces) == 6)
        player = player if again else 1 - player
    return actions
