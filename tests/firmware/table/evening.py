"""An evening at the table for tests: buttons, a tray that is drawn, and all that comes of it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.journal import Files, Journal, Kept
from firmware.loop import Press, Said, Tick
from firmware.table.ports import Check, Ports
from firmware.table.table import Table
from firmware.views import Menu, View
from hardware.ports import Display, Frame, Pressed
from hardware.sim import SimLight, SimOled, SimSound
from tests.firmware.played import RomanReader, dice, roman
from tests.pictures import ColourReader, Spot, tray
from vision.reading import Dice, Image
from vision.tray import TrayWatch

__all__ = ["FINE", "Evening", "dice", "felt", "roman"]

FINE = tuple(Check(name, True) for name in ("Camera", "Light", "Screen", "Sound", "Disk"))


def felt(spots: Sequence[Spot] = ()) -> Image:
    """A tray that is no blank picture when it is empty: felt has a grain."""
    image = tray(spots)
    image[::16, ::32] = (60, 130, 50)
    return image


class Evening:
    """A table with simulated devices, driven by items; every frame is a tray at rest."""

    def __init__(
        self,
        folder: Path,
        kept: Kept | None = None,
        checks: Sequence[Check] = FINE,
        display: Display | None = None,
        files: Files | None = None,
        **ports: object,
    ) -> None:
        self.folder = folder
        self.oled = SimOled()
        self.sound = SimSound()
        self.light = SimLight()
        self.said: list[Said] = []
        self.kept: list[Kept] = []
        self.reopened = 0
        self.powered_off = 0
        self.time_s = 0.0
        self.frames = 0
        self.seen: Callable[[Frame], Frame] = lambda frame: frame
        self.spots: tuple[Spot, ...] = ()
        self.journal = Journal(folder, files)
        given = {
            "display": self.oled if display is None else display,
            "sound": self.sound,
            "light": self.light,
            "journal": self.journal,
            "make_watch": self._watch,
            "reopen": self._reopen,
            "keep": self._keep,
            "date": lambda: "2026-11-30",
            "say": self.said.append,
            "power_off": self._power_off,
            **ports,
        }
        self.table = Table(Ports(**given), kept or Kept(), checks, 0.0)  # type: ignore[arg-type]
        self.table.begin()

    def _watch(self, kind: Dice) -> TrayWatch:
        reader = ColourReader() if kind == "pips" else RomanReader()
        return TrayWatch(reader, kind, stills=True)

    def _reopen(self) -> None:
        self.reopened += 1

    def _power_off(self) -> None:
        self.powered_off += 1

    def _keep(self, kept: Kept) -> list[object]:
        self.kept.append(kept)
        return []

    def press(self, *buttons: Pressed) -> list[str]:
        """Press buttons, a fifth of a second apart; give the events that are said to it."""
        before = len(self.said)
        for button in buttons:
            self.time_s += 0.2
            self.table.handle(Press(button, self.time_s))
        return [said.line.event for said in self.said[before:]]

    def see(self, spots: Sequence[Spot]) -> list[str]:
        """Show the tray with these dice; give the events that are said to it."""
        self.time_s += 1.2
        self.spots = tuple(spots)
        before = len(self.said)
        self.show()
        return [said.line.event for said in self.said[before:]]

    def show(self) -> None:
        """Let the camera send a frame of the tray as it is."""
        self.frames += 1
        self.table.handle(self.seen(Frame(felt(self.spots), self.time_s, self.frames)))

    def wait(self, seconds: float, step_s: float = 0.5, blind: bool = False) -> list[str]:
        """Let time pass, tick by tick; blind: the camera sends nothing meanwhile."""
        before = len(self.said)
        ends_s = self.time_s + seconds
        while self.time_s < ends_s - 1e-9:
            self.time_s = min(ends_s, self.time_s + step_s)
            self.table.handle(Tick(self.time_s))
            if not blind:
                self.show()
        return [said.line.event for said in self.said[before:]]

    @property
    def view(self) -> View:
        """What the screen shows."""
        return self.table.view()

    def choose(self, text: str) -> list[str]:
        """Go down a menu to the item that begins with a text, and press OK."""
        shown = self.view
        assert isinstance(shown, Menu), shown
        found = [k for k, item in enumerate(shown.items) if item.startswith(text)]
        assert found, (text, shown.items)
        down = (found[0] - shown.at) % len(shown.items)
        self.press(*["down"] * down)  # type: ignore[arg-type]
        return self.press("ok")

    def start(self, game: str, *options: str) -> list[str]:
        """Go from the self-check to the first throw of a game."""
        if not isinstance(self.view, Menu):
            self.press("ok")
        self.choose(game)
        return self.choose("Start")

    def attack(self, faces: Sequence[int], shift: int = 0) -> list[str]:
        """Throw an attack and let it stand."""
        places = [(place + shift) % 8 for place in range(5)]
        said = self.see(dice(faces, places))
        return [*said, *self.press("ok")]
