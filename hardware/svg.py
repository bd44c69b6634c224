"""Just enough of SVG for the drawings: boxes, lines, dots and text."""

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

__all__ = ["Svg"]


class Svg:
    """A drawing in the making; lengths are in its own units, y goes down."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}" height="{_n(height)}" font-family="sans-serif" role="img" '
            f"aria-label={quoteattr(title)}>",
            f"<title>{escape(title)}</title>",
        ]

    def box(  # noqa: PLR0913, PLR0917 - a rectangle has so many sides to it
        self, x: float, y: float, width: float, height: float, fill: str, stroke: str = "",
        round_by: float = 0,
    ) -> None:  # fmt: skip
        """Draw a rectangle; an empty stroke draws no edge."""
        edge = f' stroke="{stroke}"' if stroke else ""
        turn = f' rx="{_n(round_by)}"' if round_by else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{turn} '
            f'fill="{fill}"{edge}/>'
        )

    def line(
        self,
        points: Sequence[tuple[float, float]],
        stroke: str,
        width: float = 1,
        dashed: bool = False,
    ) -> None:
        """Draw a line through points."""
        listed = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        self._parts.append(
            f'<polyline points="{listed}" fill="none" stroke="{stroke}" '
            f'stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a filled circle."""
        self._parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"/>')

    def text(  # noqa: PLR0913, PLR0917 - and so has a line of text
        self, x: float, y: float, text: str, fill: str, size: float, anchor: str = "start",
        bold: bool = False, turned: bool = False,
    ) -> None:  # fmt: skip
        """Write a line whose base begins, is centred or ends at x, y; turned: it reads upwards."""
        heavy = ' font-weight="bold"' if bold else ""
        turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if turned else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" fill="{fill}" font-size="{_n(size)}" '
            f'text-anchor="{anchor}"{heavy}{turn}>{escape(text)}</text>'
        )

    def done(self) -> str:
        """The drawing as a file's text."""
        return "\n".join([*self._parts, "</svg>", ""])


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
