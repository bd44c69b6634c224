"""What the table needs of the world: its devices, its disk, and who is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from firmware.calibrate import Calibration, Sighting
from firmware.evidence import Evidence
from firmware.journal import Journal, Kept
from firmware.loop import Said, Watch, Witness
from firmware.referee import Complaint, Referee, Tray
from firmware.table.setting_up import LookAside
from firmware.table.stall import STALL_S
from hardware.ports import Display, Frame, Light, Sound
from rules.match import Match
from vision.reading import Dice

__all__ = ["CameraFault", "Check", "Looked", "Notice", "Ports"]


@dataclass(frozen=True, slots=True)
class CameraFault:
    """The camera failed, and says why; hung: it is opened no more, since too many others hang."""

    reason: str
    time_s: float
    hung: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that was done beside the game has ended: one to three lines that say how."""

    text: str
    time_s: float


@dataclass(frozen=True, slots=True)
class Looked:
    """A look at the tray, to set the table up, has ended; None where it failed."""

    seen: Sighting | None
    time_s: float


@dataclass(frozen=True, slots=True)
class Check:
    """One part of the self-check: its name, whether it works, None where it is not there.

    name and text are marked for the catalogues, and translated when they are shown. text: for one
    that does not work, one to three lines that say what to do. part: which it is, for those that
    the table sees itself later on.
    """

    name: str
    works: bool | None
    text: str = ""
    part: Literal["camera", "screen", "disk", "other"] = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Devices and functions that the table is given; none of them may block.

    make_watch: a new watch over a tray with dice of this kind. put_aside: see Sitting. reopen:
    close the camera and open it anew. keep: save settings; gives what to say of the disk. date:
    today's, as a record's header has it. say: is told every line. speak: speaks a sentence, None
    where that cannot be. power_off: switch the whole table off, None where that is not ours to do.
    leave: end the program, None where there is nothing to go back to. save: begin to save the last
    seconds and give their name, None where they are not kept. witness, evidence: see Sitting.
    stood: is told where the game stands, after each item. record: begins to record, see WholeGames.
    make_calibration: begins to set the table up, None where it cannot be; look_aside: see
    SetUpPage. offer_set_up: ask for that when the table was never set up. stall_s: see CameraCare.
    """

    display: Display
    sound: Sound
    light: Light
    journal: Journal
    make_watch: Callable[[Dice], Watch]
    reopen: Callable[[], None]
    keep: Callable[[Kept], Sequence[Complaint]]
    date: Callable[[], str]
    say: Callable[[Said], None]
    put_aside: Callable[[Frame], None] | None = None
    speak: Callable[[str], None] | None = None
    power_off: Callable[[], None] | None = None
    leave: Callable[[], None] | None = None
    save: Callable[[], str] | None = None
    witness: Witness | None = None
    stood: Callable[[Match, Tray], None] | None = None
    evidence: Evidence | None = None
    record: Callable[[Referee], Witness | None] | None = None
    make_calibration: Callable[[], Calibration] | None = None
    look_aside: LookAside | None = None
    offer_set_up: bool = False
    stall_s: float = STALL_S
