"""`arbiter demo`: a bundled game, refereed from its pictures by the table's own loop."""

from pathlib import Path
from typing import Final, TextIO

from firmware.texts import tr

__all__ = ["GAME", "run"]

GAME: Final = Path(__file__).parent / "demo_game"
"""The bundled recording: one picture for each settled throw."""


def run(out: TextIO, annotate_folder: Path | str) -> int:
    """Referee the bundled game, print it, and write the annotated pictures; give 0, or 2 on error.

    The first line comes before anything heavy is loaded.
    """
    out.write(tr("Arbiter referees a game of Alphatian Roulette from pictures of its dice.") + "\n")
    out.flush()
    from firmware.show import show  # noqa: PLC0415 - the first line does not wait for OpenCV

    return show(GAME, out, Path(annotate_folder))
