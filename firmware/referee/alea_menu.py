"""The menu of help cards after a bad throw: first the card, then its dice or its number."""

from firmware.views import CardChoice, CardItem, DicePick, Entry, View
from hardware.ports import Button
from rules import alea
from rules.alea import EnterAgain, PlayCard

__all__ = ["CardMenu"]


class CardMenu:
    """What the players point at; press gives the action once it is chosen."""

    def __init__(self, state: alea.State) -> None:
        self._state = state
        actions = [choice.action for choice in state.awaits.choices]
        self._plays = [one for one in actions if isinstance(one, PlayCard | EnterAgain)]
        self._items: list[CardItem] = [None, *dict.fromkeys(_item(one) for one in self._plays)]
        self._at = 0
        self._open: list[PlayCard | EnterAgain] = []
        self._cursor = 0
        self._marked: frozenset[int] = frozenset()

    def press(self, button: Button) -> alea.Action | None:
        """Take a press of up, down or OK; give the action when it is chosen."""
        if self._open and isinstance(self._open[0], PlayCard):
            return self._pick(button)
        if self._open:
            self._cursor = _moved(self._cursor, button, len(self._open))
            return self._open[self._cursor] if button == "ok" else None
        if button == "ok":
            return self._choose()
        self._at = _moved(self._at, button, len(self._items))
        return None

    @property
    def is_open(self) -> bool:
        """Whether a card is open."""
        return bool(self._open)

    def back(self) -> bool:
        """Close the card that is open; False when none is."""
        was, self._open = bool(self._open), []
        return was

    def view(self, player: str) -> View:
        """What to show."""
        state = self._state
        if not self._open:
            items = tuple(self._items)
            return CardChoice(player, "fits nowhere" if state.numbers else "bust", items, self._at)
        card = self._items[self._at]
        assert card is not None
        chosen = self._open[self._cursor] if self._cursor < len(self._open) else self._open[0]
        if isinstance(chosen, EnterAgain):
            return Entry(player, chosen.number, "again", state.column, chosen.space)
        dice = self._dice()
        faces = tuple(state.faces[place] for place in dice)
        marked = tuple(place in self._marked for place in dice)
        return DicePick(card[0], faces, marked, self._cursor)

    def _choose(self) -> alea.Action | None:
        item = self._items[self._at]
        if item is None:
            return alea.EndTurn()
        self._open = [play for play in self._plays if _item(play) == item]
        if len(self._open) == 1 and isinstance(self._open[0], PlayCard):
            return self._open[0]
        self._cursor = 0
        dice = self._dice()
        start = {1: dice, 2: dice, 3: dice[:1]}.get(item[0], ())
        self._marked = frozenset(start)
        return None

    def _dice(self) -> tuple[int, ...]:
        """The places of the dice that the open card may be played on."""
        plays = [play for play in self._open if isinstance(play, PlayCard)]
        return tuple(sorted({place for play in plays for place in play.places}))

    def _pick(self, button: Button) -> alea.Action | None:
        """Up goes to the next die, down marks it or takes the mark away; card 3 takes one."""
        dice = self._dice()
        one = len(max((p.places for p in self._open if isinstance(p, PlayCard)), key=len)) == 1
        if button == "ok":
            wanted = tuple(sorted(self._marked))
            plays = (play for play in self._open if isinstance(play, PlayCard))
            return next((play for play in plays if play.places == wanted), None)
        if button == "up" or one:
            way = "down" if button == "up" and not one else button
            self._cursor = _moved(self._cursor, way, len(dice))
        if one:
            self._marked = frozenset({dice[self._cursor]})
        elif button == "down":
            self._marked ^= {dice[self._cursor]}
        return None


def _item(play: PlayCard | EnterAgain) -> tuple[int, bool]:
    return (play.card if isinstance(play, PlayCard) else 5, play.joker)


def _moved(at: int, button: Button, count: int) -> int:
    step = {"up": -1, "down": 1}.get(button, 0)
    return (at + step) % count
