"""`arbiter measure`: how well recordings are refereed whose truth is known, and how fast.

A roll is right when its faces were accepted as they were thrown, and nothing was asked; asked
when anything was asked about it, whatever came of that; wrong when other faces were accepted, or
a throw that may not be; missed when neither. A ruling is an attack, a parry or a turn. A false
complaint is a question or an illegal that nothing calls for, also one about a normal roll that
was asked; a missed one was called for by an incident and not said.

The delay of a right roll goes from the last picture that shows movement to the picture by which
it was ruled, so it is too long by up to the time between two pictures. Reading takes a tenth of a
second or less beside; the speed says how much of the time that passed all of it took.
"""

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TextIO

from firmware.bundle import opened
from firmware.loop import Said
from firmware.measured_truth import Part, Truth, TruthError, read_truth
from firmware.replay import Source, Wiring, make_reader
from firmware.settings import SettingsError, new_game, read_settings
from firmware.texts import tr
from firmware.usage import named
from hardware.errors import RecordingError
from hardware.sim import SimOled
from hardware.sim.camera import Shot
from vision.reading import DiceReader

__all__ = ["GOAL_S", "Measured", "judged", "measured", "recordings", "run", "table", "total"]

GOAL_S: Final = 0.7
"""The delay that is wanted at most, with the tray watch's 0.4 s of quiet."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one recording, or of several together.

    rolls: those that are to be accepted. unsaid: complaints that were missed. delays_s: of each
    right roll. length_s: time that passed. cpu_s: what refereeing it took of one processor.
    """

    name: str
    rolls: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    rulings: int = 0
    ruled: int = 0
    false: int = 0
    unsaid: int = 0
    delays_s: tuple[float, ...] = ()
    length_s: float = 0.0
    cpu_s: float = 0.0

    @property
    def speed(self) -> float:
        """How many times faster than time passed."""
        return self.length_s / self.cpu_s if self.cpu_s else 0.0


def run(folders: Sequence[Path], as_json: bool, out: TextIO, err: TextIO) -> int:
    """Measure recordings, or folders of them, and print the table; give 0, or 2 on error."""
    reader = make_reader()
    found: list[Measured] = []
    status = 0
    for folder in recordings(folders):
        try:
            found.append(measured(folder, reader))
        except (RecordingError, SettingsError, TruthError) as error:
            err.write(f"arbiter measure: {named(folder, error)}\n")
            status = 2
    if as_json:
        out.writelines(json.dumps(_facts(one)) + "\n" for one in found)
    elif found:
        out.write(table([*found, total(found)]))
    return status


def recordings(folders: Iterable[Path]) -> list[Path]:
    """The folders that are recordings, and in the others those that have a truth.json."""
    found: list[Path] = []
    for folder in folders:
        inside = sorted(path.parent for path in folder.glob("*/truth.json"))
        found += inside if inside and not (folder / "frames.csv").exists() else [folder]
    return found


def measured(folder: Path, reader: DiceReader) -> Measured:
    """Referee a recording and compare with its truth, which the replay itself never sees.

    Raises RecordingError, SettingsError or TruthError.
    """
    said: list[Said] = []
    with opened(folder) as place:
        settings = read_settings(place / "table.toml")
        source = Source(place)
        truth = read_truth(place, settings.players)
        new_game(settings)
        began_s = time.process_time()
        source.replay(settings, Wiring(reader, SimOled(), said.append))
        cpu_s = time.process_time() - began_s
    shots = source.shots
    figures = judged(folder.name, truth, said, shots)
    return replace(figures, length_s=shots[-1].time_s - shots[0].time_s, cpu_s=cpu_s)


@dataclass(slots=True)
class _Roll:
    """A roll that is to be accepted, or refused, and what became of it."""

    part: Part
    asked: bool = False
    accepted: Said | None = None
    wrong: bool = False


@dataclass(slots=True)
class _Judging:
    """Goes through what was said, part by part."""

    rolls: list[_Roll] = field(default_factory=list)
    open: list[_Roll] = field(default_factory=list)
    invented: int = 0
    false: int = 0
    unsaid: int = 0

    def part(self, part: Part, said: Sequence[Said]) -> None:
        """Judge what was said during a part."""
        if part.thrown:
            self.rolls.append(_Roll(part))
            self.open.append(self.rolls[-1])
        for one in said:
            if one.line.event == "roll":
                self._roll(one)
            elif one.line.event == "complaint":
                self._complaint(part, one.line.facts)
        required = part.required
        if required is not None and not any(
            one.line.event == "complaint" and required.met_by(one.line.facts) for one in said
        ):
            self.unsaid += 1

    def end(self) -> None:
        """Count what waits behind a question that was never answered as asked too."""
        asked = False
        for roll in self.open:
            roll.asked = asked = roll.asked or asked

    def _roll(self, said: Said) -> None:
        """A roll belongs to the first open throw that shows its faces, else to the newest."""
        faces = Counter(map(str, _listed(said.line.facts, "thrown")))
        for roll in self.open:
            if Counter(map(str, roll.part.thrown)) == faces:
                roll.accepted, roll.wrong = said, roll.part.refused
                self.open.remove(roll)
                return
        if self.open:
            self.open.pop().wrong = True
        else:
            self.invented += 1

    def _complaint(self, part: Part, facts: Mapping[str, Any]) -> None:
        if facts.get("level") not in ("question", "illegal"):
            return
        if self.open and facts.get("level") == "question":
            self.open[-1].asked = True
        if part.required is None or not part.required.met_by(facts):
            self.false += 1


def judged(name: str, truth: Truth, said: Sequence[Said], shots: Sequence[Shot]) -> Measured:
    """Compare what was said with the truth."""
    judging = _Judging()
    ends = [part.first for part in truth.parts[1:]] + [len(shots)]
    for part, end in zip(truth.parts, ends, strict=True):
        here = [one for one in said if one.frame is not None and part.first <= one.frame < end]
        judging.part(part, here)
    judging.end()
    rolls = [roll for roll in judging.rolls if not roll.part.refused]
    right = [one for one in rolls if one.accepted and not one.asked and not one.wrong]
    asked = [one for one in rolls if one.asked]
    wrong = [one for one in judging.rolls if one.wrong and not (one.asked and one in rolls)]
    rulings = [_bare(one) for one in said if one.line.event in ("attack", "parry", "turn")]
    ruled = sum(_fits(true, told) for true, told in zip(truth.rulings, rulings, strict=False))
    return Measured(
        name,
        rolls=len(rolls),
        right=len(right),
        asked=len(asked),
        wrong=len(wrong) + judging.invented,
        missed=sum(not one.accepted and not one.asked and not one.wrong for one in rolls),
        rulings=len(truth.rulings),
        ruled=ruled,
        false=judging.false,
        unsaid=judging.unsaid,
        delays_s=tuple(_delay_s(one, shots) for one in right),
    )


def _delay_s(roll: _Roll, shots: Sequence[Shot]) -> float:
    assert roll.accepted is not None
    return round(roll.accepted.time_s - shots[max(0, roll.part.settled - 1)].time_s, 3)


def _listed(facts: Mapping[str, Any], name: str) -> Sequence[Any]:
    listed = facts.get(name, ())
    return listed if isinstance(listed, Sequence) else ()


def _bare(said: Said) -> Mapping[str, Any]:
    """The facts of a ruling, with its faces sorted as those of the truth are."""
    facts: dict[str, Any] = {"event": said.line.event, **said.line.facts}
    for name in ("faces", "thrown"):
        if name in facts:
            facts[name] = sorted(_listed(facts, name))
    return facts


def _fits(true: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    return all(told.get(name) == one for name, one in true.items())


def total(found: Sequence[Measured]) -> Measured:
    """All recordings together."""
    numbers = [name for name in Measured.__dataclass_fields__ if name not in ("name", "delays_s")]
    sums = {name: sum(getattr(one, name) for one in found) for name in numbers}
    delays = tuple(delay for one in found for delay in one.delays_s)
    return Measured(tr("all"), delays_s=delays, **sums)


def table(found: Sequence[Measured]) -> str:
    """The figures as lines of text, one a recording."""
    rows = [_heads(), *(_row(one) for one in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def _heads() -> tuple[str, ...]:
    return (
        tr("recording"),
        tr("rolls"),
        tr("right"),
        tr("asked"),
        tr("wrong"),
        tr("missed"),
        tr("rulings"),
        tr("false"),
        tr("unsaid"),
        tr("delay s"),
        tr("worst"),
        tr("over"),
        tr("speed"),
    )


def _row(one: Measured) -> tuple[str, ...]:
    delays = one.delays_s
    middle = f"{statistics.median(delays):.2f}" if delays else "-"
    worst = f"{max(delays):.2f}" if delays else "-"
    over = sum(delay > GOAL_S for delay in delays)
    counts = (one.rolls, one.right, one.asked, one.wrong, one.missed)
    return (
        one.name,
        *map(str, counts),
        f"{one.ruled}/{one.rulings}",
        str(one.false),
        str(one.unsaid),
        middle,
        worst,
        str(over),
        f"{one.speed:.1f}x",
    )


def _facts(one: Measured) -> dict[str, Any]:
    names = Measured.__dataclass_fields__
    return {**{name: getattr(one, name) for name in names}, "speed": round(one.speed, 2)}
