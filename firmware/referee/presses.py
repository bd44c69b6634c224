"""What the five buttons do while a game is refereed."""

from dataclasses import replace

from firmware.referee import words
from firmware.referee.answering import Answering, Missed
from firmware.referee.history import confirmed
from firmware.referee.statements import Statement
from firmware.referee.told import Complaint, Line, complaint_line
from firmware.referee.verdicts import Verdicts
from firmware.texts import tr
from hardware.ports import BUTTONS, Button, Pressed, Wish
from vision.identity import Change

__all__ = ["Presses"]


class Presses:
    """Takes presses: they choose, answer what is asked of the dice, correct, and undo."""

    def __init__(self, dice: Verdicts) -> None:
        self._dice = dice
        self._answering = Answering()

    def saw(self, change: Change) -> None:
        """The dice were seen at rest: a question may have come up, or gone away by itself."""
        talking = self._dice.amends.open
        self._answering.saw(self._question, change, self._dice.now_s, talking)

    def press(self, press: Pressed | Wish, pressed_s: float) -> list[Line]:
        """Take a press, see Referee.press; pressed_s: when it was pressed."""
        dice = self._dice
        if press == "ok":
            missed = self._answering.missed(pressed_s)
            if missed is not None:
                return self._missed(missed)
        before_s = dice.game.clock_s
        told = self._pressed(press)
        dice.clock.wind(before_s, dice.game.clock_s, dice.now_s)
        self._answering.pressed(self._question, dice.now_s)
        return told

    @property
    def _question(self) -> Complaint | None:
        """The question on the screen that OK answers and that the players did not call up.

        Where OK means the same with the question and without, as to stop, it is none.
        """
        if self._dice.amends.open:
            return self._dice.amends.drops
        if self._dice.doubtful or self._asks_unseen or (self._dice.cleared and self._in_menu):
            return self._dice.notices.complaint
        return None

    @property
    def _asks_unseen(self) -> bool:
        """Whether it is asked if a throw counts that was made while the table was off."""
        asked = self._dice.notices.complaint
        return asked is not None and asked == self._dice.unseen_throw

    @property
    def _in_menu(self) -> bool:
        """Whether OK would choose something pointed at."""
        awaits = self._dice.game.match.state.awaits
        return not awaits.throws and not any(choice.lifts for choice in awaits.choices)

    def _missed(self, missed: Missed) -> list[Line]:
        notice = words.missed(missed)
        if missed == "late":
            self._dice.notices.show(notice, self._dice.now_s)
        return [complaint_line(notice)]

    def _pressed(self, press: Pressed | Wish) -> list[Line]:
        if self._dice.notices.take_offer(self._dice.now_s) and press == "up":
            return self._redo()
        if press not in BUTTONS:
            return self._wished(press)
        if self._dice.amends.open:
            return self._amend(press)
        if press == "help":
            return self._dice.amends.ask()
        if press == "back":
            return [] if self._dice.game.back() else self._undo()
        return self._play(press)

    def _wished(self, wish: Pressed | Wish) -> list[Line]:
        if wish == "help_hold":
            return self._noted(self._dice.amends.hold(self._dice.doubtful))
        self._dice.amends.close()
        return self._redo() if wish == "redo" else self._undo()

    def _amend(self, button: Button) -> list[Line]:
        before = len(self._dice.game.match.line)
        told, judge_anew = self._dice.amends.press(button, self._dice.readings)
        if not judge_anew:
            return self._noted(told)
        told = [*told, *self._dice.judge_anew()]
        self._dice.game.match = confirmed(self._dice.game.match, before)
        return told

    def _noted(self, told: list[Line]) -> list[Line]:
        """Show for a moment what the amends have said."""
        notice, self._dice.amends.notice = self._dice.amends.notice, None
        if notice is not None:
            self._dice.notices.show(notice, self._dice.now_s)
        return told

    def _undo(self) -> list[Line]:
        told, done = self._dice.amends.undo()
        if not done:
            return self._noted(told)
        self._dice.lying.restore()
        return self._past_changed(told)

    def _past_changed(self, told: list[Line]) -> list[Line]:
        """Judge the dice by what counts now, and offer to do again what was undone [P9]."""
        told = [*told, *self._dice.judge_anew()]
        offered = self._dice.amends.redo_offer(told[0].event == "redone")
        if offered is not None:
            self._dice.notices.offer_redo(offered, self._dice.now_s)
        return told

    def _redo(self) -> list[Line]:
        told, done = self._dice.amends.redo()
        return self._past_changed(told) if done else self._noted(told)

    def _play(self, button: Button) -> list[Line]:
        dice = self._dice
        if button == "ok" and self._asks_unseen:
            return self._count_unseen()
        if button == "ok" and dice.doubtful:
            return self._confirm()
        if dice.notices.complaint is not None and not dice.cleared:
            return []
        if button == "ok" and dice.lifted and not dice.cleared and not dice.game.loose:
            return dice.complain(dice.game.still_lifted(len(dice.lifted)))
        told = dice.game.press(button, dice.lifted, dice.cleared)
        if told:
            dice.notices.complaint, dice.cleared = None, False
            told = [*told, *dice.judge_thrown_past()]
        return told

    def _confirm(self) -> list[Line]:
        """Take the likeliest faces of the doubtful dice for what they show [P7]."""
        dice = self._dice
        doubtful = dice.doubtful
        guesses = tuple(reading.guess for reading in doubtful)
        readings = tuple(
            replace(one, face=one.guess, why=None) if one in doubtful else one
            for one in dice.readings
        )
        dice.notices.complaint = None
        dice.amends.statements += [
            Statement("confirmed", one, one.guess) for one in doubtful if one.guess is not None
        ]
        text = tr("Confirmed by a press: {faces} [P7]", faces=words.faces_of(guesses))
        line = Line("confirmed", {"faces": guesses, "ruling": "P7"}, text)
        before = len(dice.game.match.line)
        told = dice.judge(readings, Change())
        dice.game.match = confirmed(dice.game.match, before)
        if dice.picked_up:
            dice.picked_up = False
            told += dice.judge(dice.taken_in(dice.seen), Change())
        return [line, *told]

    def _count_unseen(self) -> list[Line]:
        """Let count what was thrown while the table was off, since the players say so [P7]."""
        dice = self._dice
        assert dice.unseen_throw is not None
        faces = dice.unseen_throw.facts["faces"]
        line = Line("confirmed", {"faces": faces, "ruling": "P7"}, tr("The throw counts [P7]"))
        dice.unseen, dice.unseen_throw = False, None
        before = len(dice.game.match.line)
        told = dice.judge_anew()
        dice.game.match = confirmed(dice.game.match, before)
        return [line, *told]
