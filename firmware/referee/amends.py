"""How table and players come together again: corrections, undo, and taking the tray as it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.referee import amend_words, words
from firmware.referee.correcting import Correcting, Picked
from firmware.referee.game import Game
from firmware.referee.history import corrected_roll, correction_facts, redone, undone, yields
from firmware.referee.judge import FRESH
from firmware.referee.lying import Lying, knocked
from firmware.referee.statements import Statement
from firmware.referee.told import Complaint, Line, complaint_line
from firmware.views import Message, View
from hardware.ports import Button
from rules.errors import CorrectionError, IllegalActionError
from vision.identity import TrayDie, compare
from vision.knock import Knock
from vision.reading import Face, Reading

__all__ = ["Amends"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open: what is asked, and the corrections that a yes makes."""

    question: Complaint
    picks: tuple[Picked, ...] = ()
    take: bool = False


class Amends:
    """A talk of players and table about what lies there; one at a time, and none at most times.

    lying: the dice as they were last accepted, which corrections change. notice: what is to be
    shown for a moment, once it was said. statements: what players said of readings.
    """

    def __init__(self, game: Game, lying: Lying) -> None:
        self.game = game
        self.lying = lying
        self.notice: Complaint | None = None
        self.statements: list[Statement] = []
        self._talk: Correcting | Asked | None = None
        self._said: list[tuple[Reading, Face]] = []
        self._doubtful: dict[int, Reading] = {}

    @property
    def said(self) -> Sequence[tuple[Reading, Face]]:
        """The readings that the players corrected, with the face that each die shows."""
        return self._said

    def take_up(self, said: Sequence[tuple[Reading, Face]]) -> None:
        """Take what the players had said before the power was cut."""
        self._said = list(said)

    @property
    def open(self) -> bool:
        """Whether a talk is going on, which takes every press."""
        return self._talk is not None

    @property
    def drops(self) -> Complaint | None:
        """The question whether a correction may drop what came later, while it is asked [P9]."""
        talk = self._talk
        return talk.question if isinstance(talk, Asked) and not talk.take else None

    def as_said(self, reading: Reading) -> Reading:
        """The reading with the face that the players said, where the same is misread again."""
        for seen, face in self._said:
            if reading.guess == seen.guess and _same_die(seen, reading):
                return replace(reading, face=face, guess=face, why=None)
        return reading

    def hold(self, doubtful: Sequence[Reading] = ()) -> list[Line]:
        """Help is held: a reading is to be corrected, where some are asked about one of these."""
        self._talk = None
        self._doubtful = dict(enumerate(doubtful, start=FRESH))
        asked = {place: replace(one, face=one.guess) for place, one in self._doubtful.items()}
        dice = asked or self.lying.correctable()
        if not dice:
            return self._note(amend_words.nothing_lies())
        self._talk = Correcting(dice, self.game.faces)
        return []

    def ask(self) -> list[Line]:
        """Help: say what the table believes lies there, and what it awaits."""
        believed = [reading.face for _, reading in sorted(self.lying.lay.items())]
        question = amend_words.believed(believed, self.game.match.state.awaits)
        self._talk = Asked(question, take=True)
        return [Line("believes", {**question.facts, "ruling": question.ruling}, question.text)]

    def undo(self) -> tuple[list[Line], bool]:
        """Take back the last decision [P9]; with whether that was done."""
        try:
            match = undone(self.game.match)
        except IllegalActionError:
            return self._note(amend_words.no_undo(self.game.match)), False
        told = amend_words.remarks(match.events)
        line = Line("undone", {"ruling": "P9", "text": told}, told)
        return [line, *self.game.adopt(match, False)], True

    def redo(self) -> tuple[list[Line], bool]:
        """Do again the decision that was undone last [P9]; with whether that was done."""
        try:
            match = redone(self.game.match)
        except IllegalActionError:
            return self._note(amend_words.no_redo()), False
        told = amend_words.remarks(match.events[:1])
        line = Line("redone", {"ruling": "P9", "text": told}, told)
        return [line, *self.game.adopt(match, False)], True

    def redo_offer(self, again: bool) -> Complaint | None:
        """What to show while there is something to do again; again: something just was."""
        return amend_words.redo_offer(again) if self.game.match.undone else None

    def press(self, button: Button, readings: Sequence[Reading]) -> tuple[list[Line], bool]:
        """Take a press while a talk is open; with whether the dice are to be judged anew."""
        talk = self._talk
        if button == "back" or talk is None:
            self._talk = None
            return [], False
        if isinstance(talk, Correcting):
            picked = talk.press(button)
            if picked is None:
                return [], False
            if picked.place in self._doubtful:
                return self._say(picked), True
            return self._correct([picked], drop=False)
        if button != "ok":
            return [], False
        self._talk = None
        return self._take(readings) if talk.take else self._correct(talk.picks, drop=True)

    def knock(self, knock: Knock) -> None:
        """Remember what was said of dice where they lie after a knock."""
        seen = knocked([reading for reading, _ in self._said], knock)
        self._said = [(one, face) for one, (_, face) in zip(seen, self._said, strict=True)]

    def saw(self, readings: Sequence[Reading]) -> None:
        """End the correction of a die that was asked about, once that one does not lie there."""
        asked = self._doubtful.values()
        if isinstance(self._talk, Correcting) and not all(_there(one, readings) for one in asked):
            self._talk = None

    def close(self) -> None:
        """End the talk: the dice are others now.

        What was said of dice that do not lie there any more is forgotten: of another die that
        comes to lie in such a place nothing was said.
        """
        self._talk = None
        lying = [*self.lying.lay.values(), *self.lying.aside.values()]
        self._said = [one for one in self._said if any(_same_die(one[0], die) for die in lying)]

    def view(self) -> View:
        """What to show while a talk is open."""
        if isinstance(self._talk, Correcting):
            return self._talk.view()
        assert self._talk is not None
        question = self._talk.question
        return Message(question.level, tuple(question.screen.split("\n")), question.ruling)

    def _correct(self, picks: Sequence[Picked], drop: bool) -> tuple[list[Line], bool]:
        """Correct these dice one after another; ask first where later actions must go [P9]."""
        self._talk = None
        told: list[Line] = []
        for at, picked in enumerate(picks):
            before = self.game.match
            step, roll = corrected_roll(before, picked.place, picked.face)
            read = before.line[step - 1].action
            try:
                match = before.correct(step, roll, drop=drop)
            except CorrectionError as error:
                if not yields(before, error.step):
                    question = amend_words.drops(before, error.step)
                    self._talk = Asked(question, tuple(picks[at:]))
                    return [*told, complaint_line(question)], bool(told)
                match = before.correct(step, roll, drop=True)
            text = amend_words.remarks(match.events[:1])
            told.append(Line("corrected", correction_facts(step, read, roll), text))
            self._remember(picked)
            told += self.game.adopt(match, True)
            if not self.game.loose:
                self.lying.believe(match.state.faces)
        return told, True

    def _note(self, notice: Complaint) -> list[Line]:
        self.notice = notice
        return [complaint_line(notice)]

    def _say(self, picked: Picked) -> list[Line]:
        """Take what the players say a die shows that was asked about [P7]."""
        self._talk = None
        was = self._doubtful[picked.place]
        self._said.append((was, picked.face))
        self.statements.append(Statement("corrected", was, picked.face))
        text = amend_words.said(was.guess, picked.face)
        facts = {"step": None, "read": (was.guess,), "faces": (picked.face,), "ruling": "P7"}
        return [Line("corrected", facts, text)]

    def _remember(self, picked: Picked) -> None:
        was = self.lying.lay.get(picked.place)
        if was is not None:
            self.statements.append(Statement("corrected", was, picked.face))
            self._said = [one for one in self._said if not _same_die(one[0], was)]
            self._said.append((was, picked.face))
        self.lying.correct(picked.place, picked.face, self.game.faces)

    def _take(self, readings: Sequence[Reading]) -> tuple[list[Line], bool]:
        """Take the tray as it lies: the same dice, wherever they lie and whatever they show."""
        if self.game.loose:
            self.lying.take_old(readings)
            return [self._taken()], True
        unread = [reading for reading in readings if reading.face is None]
        if unread and not words.confirmable(unread, self.game.faces):
            return self._note(words.unread(unread, False)), False
        if len(readings) != len(self.lying.lay):
            return self._note(words.miscount(len(readings), len(self.lying.lay))), False
        lying = _assigned(self.lying.lay, readings)
        picks = []
        for place, reading in lying.items():
            face = reading.face if reading.face is not None else reading.guess
            if face is not None and face != self.lying.lay[place].face:
                picks.append(Picked(place, face))
            lying[place] = replace(reading, face=self.lying.lay[place].face, why=None)
        self.lying.take(lying)
        told, _ = self._correct(picks, drop=False)
        return [self._taken(), *told], True

    def _taken(self) -> Line:
        faces = tuple(reading.face for _, reading in sorted(self.lying.lay.items()))
        text = amend_words.taken(faces)
        return Line("taken", {"lying": faces, "ruling": "P7"}, text)


def _same_die(one: Reading, other: Reading) -> bool:
    """Whether two readings are of a die that lies still, whatever it is said to show."""
    before = TrayDie(0, replace(one, face=None))
    return bool(compare([before], [replace(other, face=None)], FRESH)[1].stayed)


def _there(one: Reading, readings: Sequence[Reading]) -> bool:
    return any(one.guess == other.guess and _same_die(one, other) for other in readings)


def _assigned(lay: dict[int, Reading], readings: Sequence[Reading]) -> dict[int, Reading]:
    """The readings by place: who lies where it lay, then who shows the same, then the rest."""
    before = [TrayDie(place, reading) for place, reading in lay.items()]
    _, change = compare(before, readings, FRESH)
    placed = {die.identity: die.reading for die in change.stayed}
    placed |= {move.now.identity: move.now.reading for move in change.nudged}
    turned = {move.now.identity: move.now.reading for move in change.turned}
    rest = [*turned.values(), *(die.reading for die in change.came)]
    for place in [place for place in lay if place not in placed]:
        same = [one for one in rest if one.face == lay[place].face]
        if same:
            placed[place] = same[0]
            rest.remove(same[0])
    for place in [place for place in lay if place not in placed]:
        one = turned.get(place)
        placed[place] = one if one in rest and one is not None else rest[0]
        rest.remove(placed[place])
    return placed
