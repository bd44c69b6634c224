"""The stand drawn with its measures: from the front and from above, as SVG."""

from typing import Final

from hardware.optics import field_mm
from hardware.stand import (
    BASE_MM,
    BATTEN_MM,
    CONSOLE_AT_MM,
    EAR_MM,
    FELT_MM,
    FOOT_MM,
    LAMP_BAR_MM,
    LAMP_HIGH_MM,
    PI_AWAY_MM,
    ROOM_MM,
    SHELL_MM,
    WALL_HIGH_MM,
    WALL_MM,
    Stand,
)
from hardware.svg import Svg

__all__ = ["drawing"]

SCALE: Final = 1.35
"""Units of the drawing for a millimetre."""

MARGIN: Final = 110
GAP: Final = 165
"""Between the two views."""

PAPER, INK, FAINT, MEASURE = "#ffffff", "#212529", "#868e96", "#1971c2"
WOOD, EDGE, FELT, PRINTED, SLEEVE, SIGHT, LAMP, BOARD = (
    "#f3d9b1", "#a47148", "#2b8a3e", "#495057", "#adb5bd", "#74c0fc", "#ffe066", "#2f9e44",
)  # fmt: skip
"""Sleeves are drawn behind the wood that they hold."""

GRIP_MM: Final = 30.0
"""How much of a batten a sleeve holds, as in stand.scad."""


Point = tuple[float, float]


class View:
    """A part of the drawing with its own origin, millimetres to the right and upwards."""

    def __init__(self, svg: Svg, x: float, y: float) -> None:
        self.svg, self._x, self._y = svg, x, y

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the view is in the drawing."""
        return self._x + SCALE * x, self._y - SCALE * y

    def rect(self, low: tuple[float, float], high: tuple[float, float], fill: str) -> None:
        """A part from its lower left to its upper right corner, with an edge where it is wood."""
        x, y = self.at(low[0], high[1])
        size = (SCALE * (high[0] - low[0]), SCALE * (high[1] - low[1]))
        self.svg.box(x, y, *size, fill, EDGE if fill == WOOD else "")

    def across(self, x0: float, x1: float, y: float, text: str, colour: str = MEASURE) -> None:
        """A measure from left to right."""
        a, b = self._measure(x0, x1, y, colour)
        self.svg.text((a[0] + b[0]) / 2, a[1] - 5, text, colour, 13, "middle")

    def short(self, x0: float, x1: float, y: float, text: str) -> None:
        """A measure from left to right that is shorter than its text, which follows it."""
        _, (x, y_) = self._measure(x0, x1, y, MEASURE)
        self.svg.text(x + 8, y_ + 4, text, MEASURE, 13)

    def _measure(self, x0: float, x1: float, y: float, colour: str) -> tuple[Point, Point]:
        a, b = self.at(x0, y), self.at(x1, y)
        self.svg.line([a, b], colour)
        for x, y_ in (a, b):
            self.svg.line([(x, y_ - 5), (x, y_ + 5)], colour)
        return a, b

    def up(self, y0: float, y1: float, x: float, text: str, colour: str = MEASURE) -> None:
        """A measure from below to above."""
        a, b = self.at(x, y0), self.at(x, y1)
        self.svg.line([a, b], colour)
        for x_, y in (a, b):
            self.svg.line([(x_ - 5, y), (x_ + 5, y)], colour)
        self.svg.text(a[0] - 5, (a[1] + b[1]) / 2, text, colour, 13, "middle", turned=True)

    def word(self, x: float, y: float, text: str) -> None:
        """The name of a part."""
        at = self.at(x, y)
        self.svg.text(*at, text, INK, 12, "middle")


def drawing(made: Stand) -> str:
    """The stand from the front and from above, as an SVG picture."""
    high = BASE_MM + made.beam_low_mm + BATTEN_MM + 36
    width = SCALE * made.base_mm[0] + 2 * MARGIN
    front_y = 90 + SCALE * high
    above_y = front_y + GAP + SCALE * made.base_mm[1]
    svg = Svg(width, above_y + 80, "The stand from the front and from above, in millimetres")
    svg.box(0, 0, width, above_y + 80, PAPER)
    lens, tray = made.made_for.lens.name, made.made_for.tray_mm
    title = f"Stand for {lens} over a tray of {_n(tray[0])} x {_n(tray[1])}"
    svg.text(width / 2, 32, title, INK, 19, "middle", bold=True)
    svg.text(width / 2, 54, "All measures in millimetres.", FAINT, 13, "middle")
    _front(View(svg, width / 2, front_y), made)
    _above(View(svg, width / 2, above_y - SCALE * made.base_mm[1] / 2), made)
    return svg.done()


def _front(view: View, made: Stand) -> None:
    half = made.base_mm[0] / 2
    floor = BASE_MM + FELT_MM
    lens = floor + made.made_for.height_mm
    beam = BASE_MM + made.beam_low_mm
    _sight(view, made, floor, lens)
    view.rect((-half, 0), (half, BASE_MM), WOOD)
    for side in (-1, 1):
        _side(view, made, side)
    tray, _ = made.made_for.tray_mm
    view.rect((-tray / 2, BASE_MM), (tray / 2, floor), FELT)
    view.rect((-made.beam_mm / 2, beam), (made.beam_mm / 2, beam + BATTEN_MM), WOOD)
    _on_the_beam(view, beam, lens)
    view.up(floor, lens, 26, f"{_n(made.made_for.height_mm)} lens to felt")
    view.up(BASE_MM + SHELL_MM, BASE_MM + SHELL_MM + made.upright_mm, -half - 22,
            f"upright {_n(made.upright_mm)}")  # fmt: skip
    view.up(BASE_MM, BASE_MM + LAMP_HIGH_MM, half + 38, f"lamp {_n(LAMP_HIGH_MM)}")
    view.across(
        -made.beam_mm / 2, made.beam_mm / 2, beam + BATTEN_MM + 36, f"beam {_n(made.beam_mm)}"
    )
    away = made.upright_away_mm
    view.across(-away, away, -20, f"between the uprights {_n(2 * away)}")
    view.across(-half, half, -46, f"base {_n(2 * half)}")
    lamp = away - BATTEN_MM
    view.across(0, lamp, BASE_MM + LAMP_HIGH_MM + 28, f"lamp from the middle {_n(lamp)}")
    view.up(BASE_MM, BASE_MM + WALL_HIGH_MM, -tray / 2 - WALL_MM - 12, f"{_n(WALL_HIGH_MM)}")


def _sight(view: View, made: Stand, floor: float, lens: float) -> None:
    """What the camera sees, down to where its sight meets the walls."""
    height, half = made.made_for.height_mm, made.made_for.tray_mm[0] / 2
    seen = field_mm(made.made_for.lens, height)[0] / 2
    high = min(height * max(0.0, 1 - half / seen), WALL_HIGH_MM - FELT_MM)
    out = seen * (1 - high / height)
    ends = (view.at(-out, floor + high), view.at(0, lens), view.at(out, floor + high))
    view.svg.line(ends, SIGHT, 1, dashed=True)


def _side(view: View, made: Stand, side: int) -> None:
    """Wall, upright with its foot, corner and tee, and lamp, of the left (-1) or the right."""

    def part(x0: float, x1: float, low: float, high: float, fill: str) -> None:
        left, right = sorted((side * x0, side * x1))
        view.rect((left, low), (right, high), fill)

    near, far = made.upright_away_mm, made.upright_away_mm + BATTEN_MM
    around = ROOM_MM + SHELL_MM
    foot, beam = BASE_MM + SHELL_MM, BASE_MM + made.beam_low_mm
    lamp = BASE_MM + LAMP_HIGH_MM
    tray = made.made_for.tray_mm[0] / 2
    part(tray, tray + WALL_MM, BASE_MM, BASE_MM + WALL_HIGH_MM, WOOD)
    part(near - around, far + around, BASE_MM, foot, PRINTED)
    part(near - around, far + around, foot, foot + GRIP_MM, SLEEVE)
    part(near - around, far + around, foot + made.upright_mm - GRIP_MM, beam, SLEEVE)
    part(near - around - GRIP_MM, far + around, beam, beam + BATTEN_MM + around, SLEEVE)
    part(near - BATTEN_MM - around, far + around, lamp - 14, lamp + 14, SLEEVE)
    part(near, far, foot, foot + made.upright_mm, WOOD)
    part(near - BATTEN_MM, near, lamp - BATTEN_MM / 2, lamp + BATTEN_MM / 2, WOOD)
    part(near - BATTEN_MM - 3, near - BATTEN_MM, lamp - 6, lamp + 6, LAMP)


def _on_the_beam(view: View, beam: float, lens: float) -> None:
    """The camera below the beam, and the Pi on it."""
    over = beam + BATTEN_MM
    view.rect((-23, beam - SHELL_MM), (23, beam), PRINTED)
    view.rect((-6, lens), (6, beam - SHELL_MM), INK)
    view.word(0, beam + 5, "beam")
    view.word(-44, lens + 3, "camera")
    view.rect((PI_AWAY_MM - 46, over), (PI_AWAY_MM + 46, over + SHELL_MM), PRINTED)
    board = over + SHELL_MM + 5
    view.rect((PI_AWAY_MM - 52.5, board), (PI_AWAY_MM + 32.5, board + 1.5), BOARD)
    view.rect((PI_AWAY_MM - 55.5, board + 1.5), (PI_AWAY_MM - 36, board + 16), SLEEVE)
    view.word(PI_AWAY_MM + 12, board + 5, "Pi")
    view.short(0, PI_AWAY_MM, beam - 12, f"lens to middle of Pi {_n(PI_AWAY_MM)}")


def _above(view: View, made: Stand) -> None:
    """From above, without beam and uprights, which would hide what is below them."""
    width, depth = made.base_mm[0] / 2, made.base_mm[1] / 2
    tray, deep = (side / 2 for side in made.made_for.tray_mm)
    middle = made.feet_mm / 2
    view.rect((-width, -depth), (width, depth), WOOD)
    view.rect((-tray - WALL_MM, -deep - WALL_MM), (tray + WALL_MM, deep + WALL_MM), "#e9c46a")
    view.rect((-tray, -deep), (tray, deep), FELT)
    for side in (-1, 1):
        at, (across, along) = side * middle, FOOT_MM
        view.rect((at - across / 2, -along / 2), (at + across / 2, along / 2), PRINTED)
        half = BATTEN_MM / 2
        view.rect((at - half, -half), (at + half, half), WOOD)
        _lamp(view, made, side)
    _console(view, made, tray + WALL_MM, -depth)
    view.svg.line([view.at(-8, 0), view.at(8, 0)], PAPER)
    view.svg.line([view.at(0, -8), view.at(0, 8)], PAPER)
    view.svg.text(*view.at(10, -14), "below the lens", PAPER, 12)
    view.across(-tray, tray, deep / 2, f"tray inside {_n(2 * tray)}", PAPER)
    view.up(-deep, deep, -tray / 2, f"tray inside {_n(2 * deep)}", PAPER)
    view.across(-middle, middle, depth + 16, f"feet, middle to middle {_n(2 * middle)}")
    view.across(-width, width, -depth - 22, f"base {_n(2 * width)}")
    view.up(-depth, depth, -width - 22, f"base {_n(2 * depth)}")
    view.up(-depth, 0, width + 16, _n(depth))


def _lamp(view: View, made: Stand, side: int) -> None:
    """A lamp's bar in outline: it is above the board and what lies there."""
    half = LAMP_BAR_MM / 2
    near, inside = (side * (made.upright_away_mm - more) for more in (0, BATTEN_MM))
    glow = inside - side * 3
    corners = [(near, -half), (near, half), (inside, half), (inside, -half), (near, -half)]
    view.svg.line([view.at(*corner) for corner in corners], EDGE, 1, dashed=True)
    view.rect((min(inside, glow), -half), (max(inside, glow), half), LAMP)


def _console(view: View, made: Stand, wall: float, front: float) -> None:
    wide, deep = made.console_mm
    left, low = wall + CONSOLE_AT_MM[0], front + CONSOLE_AT_MM[1]
    for x in (left, left + wide - EAR_MM):
        for y in (low - EAR_MM, low + deep):
            view.rect((x, y), (x + EAR_MM, y + EAR_MM), PRINTED)
    view.rect((left, low), (left + wide, low + deep), SLEEVE)
    view.word(left + wide / 2, low + deep / 2, "console")
    view.up(front, low, left + wide / 2, _n(CONSOLE_AT_MM[1]), INK)


def _n(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")
