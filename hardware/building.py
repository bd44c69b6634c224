"""Everything in BUILDING.md and beside it that is computed: tables, drawings, sizes.

`python -m hardware.building` writes them; the tests compare, so that document and code agree.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware import stand_drawing, wiring
from hardware.optics import (
    DIE_MM,
    LEAST_DIE_PX,
    LENSES,
    PICTURE_PX,
    WORKING_PX,
    Setup,
    largest_tray_mm,
    setup,
)
from hardware.pins import pin_map
from hardware.stand import Stand, runs_mm, scad, stand

__all__ = ["FOLDER", "TRAYS_MM", "made", "main", "sections", "with_sections"]

FOLDER: Final = Path(__file__).parent

TRAYS_MM: Final = ((200.0, 150.0), (280.0, 210.0), (250.0, 250.0), (360.0, 270.0))
"""The trays of the table, inside."""

MARK: Final = "<!-- computed: {name} -->"
END: Final = "<!-- end -->"


def optics_table() -> str:
    """Lens and tray to height, pixels, slant and depth of field, in Markdown."""
    width, height = PICTURE_PX
    lines = [
        f"A die of {DIE_MM:g} mm; a picture of {width}x{height}; pixels as in the reader's first "
        f"look, whose long side is {WORKING_PX}.",
        "",
        "| camera | tray inside | lens over the felt | die | seen slanted in the corner | sharp |",
        "|---|---|---|---|---|---|",
    ]
    for lens in LENSES.values():
        lines += [_row(setup(lens, tray)) for tray in TRAYS_MM]
    largest = largest_tray_mm(next(iter(LENSES.values())))
    lines += [
        "",
        f"The largest tray in which such a die is still {LEAST_DIE_PX:g} pixels wide is "
        f"{5 * (largest[0] // 5):g} x {5 * (largest[1] // 5):g} mm, whatever the lens.",
        "",
    ]
    return "\n".join(lines)


def _row(made: Setup) -> str:
    cells = (
        made.lens.name,
        f"{made.tray_mm[0]:g} x {made.tray_mm[1]:g} mm",
        f"{made.height_mm:g} mm",
        f"{made.die_px:.0f} px",
        f"{made.edge_degrees:.0f} degrees",
        _sharp(made),
    )
    return f"| {' | '.join(cells)} |"


def _sharp(made: Setup) -> str:
    if not made.focusable:
        return f"no: focus begins at about {made.lens.nearest_mm:g} mm"
    if made.sharp_mm is None:
        return "not told by the makers"
    near, far = made.sharp_mm
    return f"{near:.0f} to {far:.0f} mm away"


def cutting_table(plan: Stand) -> str:
    """What to cut, in Markdown."""
    lines = ["| piece | how many | length | width | thickness |", "|---|---|---|---|---|"]
    for cut in plan.cuts:
        sides = " | ".join(f"{side:.1f}".removesuffix(".0") for side in cut.size_mm)
        lines.append(f"| {cut.name} | {cut.count} | {sides} |")
    return "\n".join(lines) + "\n"


def runs_table(plan: Stand) -> str:
    """How long the wires are, in Markdown."""
    lines = ["| from, to | at least |", "|---|---|"]
    lines += [f"| {run} | {10 * -(-length // 10):g} mm |" for run, length in runs_mm(plan).items()]
    return "\n".join(lines) + "\n"


def sections() -> dict[str, str]:
    """The computed sections of BUILDING.md by name."""
    return {
        "optics": optics_table(),
        "wiring": wiring.table(wiring.devices(pin_map({}))),
        "cutting": cutting_table(stand()),
        "runs": runs_table(stand()),
    }


def with_sections(document: str) -> str:
    """The document with each computed section written anew; raises ValueError when one is lost."""
    for name, text in sections().items():
        begin = MARK.format(name=name)
        head, found, rest = document.partition(begin)
        _, closed, tail = rest.partition(END)
        if not found or not closed:
            raise ValueError(f"BUILDING.md lacks {begin} or the {END} behind it")
        document = f"{head}{begin}\n{text}{END}{tail}"
    return document


def made(folder: Path = FOLDER) -> dict[str, str]:
    """Every computed file, by its path under hardware/, as it should be."""
    plan = stand()
    document = (folder / "BUILDING.md").read_text(encoding="utf-8")
    return {
        "BUILDING.md": with_sections(document),
        "drawings/wiring.svg": wiring.drawing(wiring.devices(pin_map({}))),
        "drawings/stand.svg": stand_drawing.drawing(plan),
        "stand/sizes.scad": scad(plan),
    }


def main(arguments: Sequence[str] = (), folder: Path = FOLDER) -> int:
    """Write the computed files; with a lens and a tray, print sizes.scad for these instead."""
    if arguments:
        return _other(arguments)
    for name, text in made(folder).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}\n")
    return 0


def _other(arguments: Sequence[str]) -> int:
    """Print the sizes and the cuts of another stand: LENS WIDTH DEPTH."""
    try:
        lens, width, depth = arguments
        plan = stand(lens, (float(width), float(depth)))
    except (ValueError, KeyError):
        names = ", ".join(LENSES)
        sys.stderr.write(f"expected LENS WIDTH DEPTH in mm, LENS one of {names}\n")
        return 2
    told = plan.made_for
    sys.stdout.write(scad(plan))
    sys.stdout.write(f"\n/*\n{cutting_table(plan)}\n{runs_table(plan)}\n{_row(told)}\n*/\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
