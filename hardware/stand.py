"""The stand: from lens and tray to every length that is cut. All lengths in millimetres."""

from dataclasses import dataclass
from typing import Final

from hardware.optics import LENSES, Setup, field_mm, lamp_away_mm, setup

__all__ = [
    "BATTEN_MM",
    "USUAL_LENS",
    "USUAL_TRAY_MM",
    "Cut",
    "Stand",
    "lens_over_floor_mm",
    "runs_mm",
    "scad",
    "stand",
]

USUAL_TRAY_MM: Final = (280.0, 210.0)
"""The tray of the drawings, inside: six dice roll, and it is as wide to high as the picture."""

USUAL_LENS: Final = "module3"

BATTEN_MM: Final = 20.0
"""Side of the square battens, as builders' merchants have them."""

WALL_MM: Final = 9.0
WALL_HIGH_MM: Final = 40.0
"""Two and a half dice high: higher keeps more dice in and casts longer shadows."""

BASE_MM: Final = 9.0
FELT_MM: Final = 2.0
SHELL_MM: Final = 4.0
"""Thickness of the printed sleeves."""

ROOM_MM: Final = 0.3
"""Between batten and sleeve."""

LAMP_HIGH_MM: Final = 200.0
"""Of the lamps over the floor: low enough to stay out of mirroring, high enough for short
shadows."""

LAMP_BAR_MM: Final = 200.0

DROP_MM: Final = {"module3": 19.0, "module3_wide": 20.0, "hq_6mm": 60.0}
"""From the beam's lower side to the front of the lens: the printed plate, the spacers and the
board with its lens (11.5, 12.4, and 18.4 + 34 mm by the makers), to be put right on the bench."""

WEBCAM_DROP_MM: Final = 30.0

PI_AWAY_MM: Final = 75.0
"""From the camera to the middle of the Pi's mounting holes, along the beam: as near as the plates
allow, since a camera's own cable is 200 mm long."""

CONSOLE_MM: Final = (78.0, 108.0)
CONSOLE_AT_MM: Final = (4.0, 20.0)
"""Of the console's left front corner: from the tray's outer wall, and from the base's front edge,
where its ears need 14 mm."""

EAR_MM: Final = 14.0
FOOT_MM: Final = (BATTEN_MM + 2 * (ROOM_MM + SHELL_MM), BATTEN_MM + 2 * (ROOM_MM + SHELL_MM) + 28)
"""A foot's plate, across and along the depth of the base."""

BESIDE_MM: Final = 80.0
"""What a run of wires needs at each end: to reach the pins, to bend, and to be opened again."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece of wood or felt: so many of it, length, width and thickness."""

    name: str
    count: int
    size_mm: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Stand:
    """A stand for a lens over a tray.

    made_for: the lens's key in LENSES and what it sees. upright_away_mm: from the tray's middle to
    the inner side of an upright. cuts: what to cut.
    """

    lens: str
    made_for: Setup
    upright_away_mm: float
    upright_mm: float
    beam_mm: float
    drop_mm: float
    base_mm: tuple[float, float, float]
    console_mm: tuple[float, float]
    cuts: tuple[Cut, ...]

    @property
    def feet_mm(self) -> float:
        """From the middle of one upright, and of its foot, to that of the other."""
        return 2 * self.upright_away_mm + BATTEN_MM

    @property
    def beam_low_mm(self) -> float:
        """Height of the beam's lower side over the base."""
        return self.upright_mm + 2 * SHELL_MM + ROOM_MM


def stand(lens: str = USUAL_LENS, tray_mm: tuple[float, float] = USUAL_TRAY_MM) -> Stand:
    """The stand for a lens of LENSES over a tray; raises KeyError for a lens that is not there."""
    made_for = setup(LENSES[lens], tray_mm)
    height = made_for.height_mm
    lamp = lamp_away_mm(height, LAMP_HIGH_MM, tray_mm[0]) + BATTEN_MM
    # Between tray and foot there is room for the console.
    wing = WALL_MM + CONSOLE_AT_MM[0] + CONSOLE_MM[0] + ROOM_MM + SHELL_MM
    away = _up5(max(lamp, tray_mm[0] / 2 + wing))
    drop = DROP_MM.get(lens, WEBCAM_DROP_MM)
    # The beam lies one sleeve over the upright, which stands one sleeve over the base.
    upright = round(FELT_MM + height + drop - 2 * SHELL_MM - ROOM_MM)
    # The ends of the beam reach the outer walls of the corners' sleeves.
    beam = round(2 * (away + BATTEN_MM + ROOM_MM))
    deep = max(tray_mm[1] + 2 * WALL_MM + 20, CONSOLE_MM[1] + 2 * CONSOLE_AT_MM[1])
    base = (2 * (away + BATTEN_MM + 14), _up5(deep), BASE_MM)
    cuts = (
        Cut("base, plywood", 1, base),
        Cut("long wall, board", 2, (tray_mm[0] + 2 * WALL_MM, WALL_HIGH_MM, WALL_MM)),
        Cut("short wall, board", 2, (tray_mm[1], WALL_HIGH_MM, WALL_MM)),
        Cut("upright, batten", 2, (upright, BATTEN_MM, BATTEN_MM)),
        Cut("beam, batten", 1, (beam, BATTEN_MM, BATTEN_MM)),
        Cut("lamp bar, batten", 2, (LAMP_BAR_MM, BATTEN_MM, BATTEN_MM)),
        Cut("floor, felt", 1, (*tray_mm, FELT_MM)),
    )
    return Stand(lens, made_for, away, upright, beam, drop, base, CONSOLE_MM, cuts)


def runs_mm(made: Stand) -> dict[str, float]:
    """How long each run of wires is at least, by what it joins, with what the ends need.

    Along the beam and down an upright; the camera's cable goes around the beam.
    """
    upright = made.upright_away_mm + BATTEN_MM / 2
    over = made.beam_low_mm + BATTEN_MM
    console = upright - made.made_for.tray_mm[0] / 2 - WALL_MM - CONSOLE_AT_MM[0]
    lamp = over - LAMP_HIGH_MM
    ends = 2 * BESIDE_MM
    beside = 15.0  # out of the connector and in again, and half a Pi
    return {
        "camera to Pi, the camera's cable": PI_AWAY_MM + BATTEN_MM + 2 * 9 + 2 * beside,
        "Pi to console": upright - PI_AWAY_MM + over + console / 2 + ends,
        "lamp switch to right lamp": upright - PI_AWAY_MM + lamp + ends,
        "lamp switch to left lamp": upright + PI_AWAY_MM + lamp + ends,
    }


def lens_over_floor_mm(made: Stand) -> float:
    """The height of the lens's front over the felt that a stand of these lengths gives."""
    return made.beam_low_mm - made.drop_mm - FELT_MM


def scad(made: Stand) -> str:
    """The sizes as OpenSCAD reads them: sizes.scad."""
    height = made.made_for.height_mm
    seen = field_mm(made.made_for.lens, height)
    sizes: dict[str, object] = {
        "camera_name": f'"{made.lens}"',
        "tray_mm": _list(made.made_for.tray_mm),
        "height": _number(height),
        "seen_mm": _list(seen),
        "wall": _number(WALL_MM),
        "wall_high": _number(WALL_HIGH_MM),
        "felt": _number(FELT_MM),
        "base_mm": _list(made.base_mm),
        "upright_away": _number(made.upright_away_mm),
        "upright": _number(made.upright_mm),
        "beam": _number(made.beam_mm),
        "lamp_high": _number(LAMP_HIGH_MM),
        "lamp_bar": _number(LAMP_BAR_MM),
        "drop": _number(made.drop_mm),
        "plate": _number(SHELL_MM),
        "console_mm": _list(made.console_mm),
        "console_at": _list(CONSOLE_AT_MM),
        "pi_away": _number(PI_AWAY_MM),
    }
    head = "// Written by `python -m hardware.building`; millimetres.\n"
    return head + "".join(f"{name} = {told};\n" for name, told in sizes.items())


def _number(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


def _list(lengths: tuple[float, ...]) -> str:
    return "[" + ", ".join(_number(length) for length in lengths) + "]"


def _up5(length: float) -> float:
    """The next multiple of 5 mm above."""
    return 5.0 * -(-length // 5)
