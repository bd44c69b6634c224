"""The stand drawn with its measures: from the front and from above, as SVG."""

from typing import Final

from hardware.optics import field_mm
from hardware.stand import (
    BASE_MM,
    BATTEN_MM,
    FELT_MM,
    LAMP_BAR_MM,
    LAMP_HIGH_MM,
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
GAP: Final = 130
"""Between the two views."""

PAPER, INK, FAINT, MEASURE = "#ffffff", "#212529", "#868e96", "#1971c2"
WOOD, EDGE, FELT, PRINTED, SIGHT, LAMP = (
    "#f3d9b1", "#a47148", "#2b8a3e", "#495057", "#e7f5ff", "#ffe066",
)  # fmt: skip


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
        a, b = self.at(x0, y), self.at(x1, y)
        self.svg.line([a, b], colour)
        for x, y_ in (a, b):
            self.svg.line([(x, y_ - 5), (x, y_ + 5)], colour)
        self.svg.text((a[0] + b[0]) / 2, a[1] - 5, text, colour, 13, "middle")

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
    high = BASE_MM + made.upright_mm + 2 * SHELL_MM + BATTEN_MM + ROOM_MM
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
    tray, _ = made.made_for.tray_mm
    half = made.base_mm[0] / 2
    floor = BASE_MM + FELT_MM
    lens = floor + made.made_for.height_mm
    beam = BASE_MM + 2 * SHELL_MM + made.upright_mm + ROOM_MM
    seen = field_mm(made.made_for.lens, made.made_for.height_mm)[0] / 2
    cone = [view.at(-seen, floor), view.at(0, lens), view.at(seen, floor)]
    view.svg.line(cone, "#74c0fc", 1, dashed=True)
    view.rect((-half, 0), (half, BASE_MM), WOOD)
    for side in (-1, 1):
        inner = side * (tray / 2)
        outer = side * (tray / 2 + WALL_MM)
        view.rect((min(inner, outer), BASE_MM), (max(inner, outer), BASE_MM + WALL_HIGH_MM), WOOD)
        near = side * made.upright_away_mm
        far = side * (made.upright_away_mm + BATTEN_MM)
        foot = BASE_MM + SHELL_MM
        view.rect((min(near, far), foot), (max(near, far), foot + made.upright_mm), WOOD)
        view.rect((min(near, far) - 8, BASE_MM), (max(near, far) + 8, foot), PRINTED)
        middle = BASE_MM + LAMP_HIGH_MM
        inside = near - side * BATTEN_MM
        low, top = middle - BATTEN_MM / 2, middle + BATTEN_MM / 2
        view.rect((min(near, inside), low), (max(near, inside), top), WOOD)
        glow = inside - side * 3
        view.rect((min(inside, glow), middle - 6), (max(inside, glow), middle + 6), LAMP)
    view.rect((-tray / 2, BASE_MM), (tray / 2, floor), FELT)
    view.rect((-made.beam_mm / 2, beam), (made.beam_mm / 2, beam + BATTEN_MM), WOOD)
    view.rect((-23, beam - SHELL_MM), (23, beam), PRINTED)
    view.rect((-6, lens), (6, beam - SHELL_MM), INK)
    view.word(0, beam + 5, "beam")
    view.word(-44, lens + 3, "camera")
    view.up(floor, lens, 26, f"{_n(made.made_for.height_mm)} lens to felt")
    view.up(BASE_MM + SHELL_MM, BASE_MM + SHELL_MM + made.upright_mm, -half - 22,
            f"upright {_n(made.upright_mm)}")  # fmt: skip
    view.up(BASE_MM, BASE_MM + LAMP_HIGH_MM, half + 38, f"lamp {_n(LAMP_HIGH_MM)}")
    view.across(
        -made.beam_mm / 2, made.beam_mm / 2, beam + BATTEN_MM + 8, f"beam {_n(made.beam_mm)}"
    )
    view.across(-half, half, -26, f"base {_n(2 * half)}")
    lamp = made.upright_away_mm - BATTEN_MM
    view.across(0, lamp, BASE_MM + LAMP_HIGH_MM + 28, f"lamp from the middle {_n(lamp)}")
    view.up(BASE_MM, BASE_MM + WALL_HIGH_MM, -tray / 2 - WALL_MM - 12, _n(WALL_HIGH_MM))


def _above(view: View, made: Stand) -> None:
    width, depth = made.base_mm[0] / 2, made.base_mm[1] / 2
    tray, deep = (side / 2 for side in made.made_for.tray_mm)
    view.rect((-width, -depth), (width, depth), WOOD)
    view.rect((-tray - WALL_MM, -deep - WALL_MM), (tray + WALL_MM, deep + WALL_MM), "#e9c46a")
    view.rect((-tray, -deep), (tray, deep), FELT)
    for side in (-1, 1):
        near, far = (side * (made.upright_away_mm + more) for more in (0, BATTEN_MM))
        view.rect((min(near, far), -BATTEN_MM / 2), (max(near, far), BATTEN_MM / 2), PRINTED)
        inside = near - side * BATTEN_MM
        half = LAMP_BAR_MM / 2
        view.rect((min(near, inside), -half), (max(near, inside), half), WOOD)
        glow = inside - side * 3
        view.rect((min(inside, glow), -half), (max(inside, glow), half), LAMP)
    left = tray + WALL_MM + 4
    front = -depth + 6
    view.rect((left, front), (left + made.console_mm[0], front + made.console_mm[1]), "#adb5bd")
    view.word(left + made.console_mm[0] / 2, front + made.console_mm[1] / 2, "console")
    view.across(-tray, tray, deep / 2, f"tray inside {_n(2 * tray)}", PAPER)
    view.up(-deep, deep, -tray / 2, f"tray inside {_n(2 * deep)}", PAPER)
    view.across(-width, width, -depth - 22, f"base {_n(2 * width)}")
    view.up(-depth, depth, -width - 22, f"base {_n(2 * depth)}")


def _n(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")
