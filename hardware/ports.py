"""The seams between the table and its devices, as protocols and the words they speak in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray
from PIL import Image

__all__ = [
    "BUTTONS",
    "OLED_SIZE",
    "PITCHES_HZ",
    "PRESSES",
    "WISHES",
    "Button",
    "Buttons",
    "Camera",
    "Clock",
    "Display",
    "Edge",
    "Frame",
    "Light",
    "Power",
    "Pressed",
    "Sound",
    "Tone",
    "Wish",
    "check_level",
    "check_tones",
]

Button = Literal["up", "down", "ok", "back", "help"]
"""The five buttons of the table."""

BUTTONS: Final[tuple[Button, ...]] = get_args(Button)

Pressed = Literal["up", "down", "ok", "back", "help", "help_hold"]
"""What a press can be, once debounced: of one of the five buttons, or of help held down."""

PRESSES: Final[tuple[Pressed, ...]] = get_args(Pressed)

Wish = Literal["undo", "redo"]
"""What players choose in the table's menu, which no button says; a recording keeps it."""

WISHES: Final[tuple[Wish, ...]] = get_args(Wish)

OLED_SIZE: Final = (128, 64)
"""Width and height of the OLED in pixels."""


PITCHES_HZ: Final = (55.0, 3520.0)
"""The lowest and the highest tone: three octaves about A4, 440 Hz, which any piezo sounds."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Pixels and the time at which they were exposed.

    pixels: (height, width, 3) uint8, blue, green, red.
    time_s: seconds on the clock of the camera, never running backwards.
    number: which frame it is, from 0.
    name: the file that it came from, empty for a live camera.
    small: the same exposure in a smaller size, (height, width, 3) uint8, from a camera that has a
    small stream beside the large one; it saves the motion gate its own shrinking.
    """

    pixels: NDArray[np.uint8]
    time_s: float
    number: int
    name: str = ""
    small: NDArray[np.uint8] | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """An electrical change at a button: down when it closes, not down when it opens."""

    button: Button
    down: bool
    time_s: float


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone of pitch_hz (0 is a pause) that sounds for length_s.

    loudness: 0 to 1, for a device that has more than one.
    """

    pitch_hz: float
    length_s: float
    loudness: float = 1.0


def check_tones(tones: Sequence[Tone]) -> None:
    """Raise ValueError for a tone outside PITCHES_HZ that is no pause either."""
    for tone in tones:
        if tone.pitch_hz and not PITCHES_HZ[0] <= tone.pitch_hz <= PITCHES_HZ[1]:
            raise ValueError(
                f"cannot sound {tone.pitch_hz} Hz: expected {PITCHES_HZ[0]:.0f} to "
                f"{PITCHES_HZ[1]:.0f} Hz, or 0 for a pause"
            )


def check_level(level: float) -> None:
    """Raise ValueError for a brightness outside 0 to 1."""
    if not 0 <= level <= 1:
        raise ValueError(f"cannot glow at {level}: a level lies between 0 (off) and 1")


class Camera(Protocol):
    """Looks down at the tray."""

    def capture(self) -> Frame | None:
        """Give the next frame, or None when no more will come; raise CameraError on a fault."""
        ...

    def close(self) -> None:
        """Let the device go; a second call does nothing."""
        ...


class Display(Protocol):
    """A small screen of 1-bit pixels."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        ...

    def show(self, image: Image.Image) -> None:
        """Show an image of mode "1" and of the display's size; raise DisplayError otherwise."""
        ...

    def dim(self, contrast: int) -> None:
        """Set the brightness, 0 to 255."""
        ...

    def switch(self, on: bool) -> None:
        """Switch the pixels on or off; what is shown is kept."""
        ...

    def close(self) -> None:
        """Darken the screen and let the device go; a second call does nothing."""
        ...


class Buttons(Protocol):
    """The five buttons; bounce and all, as edges."""

    def listen(self, heard: Callable[[Edge], None]) -> None:
        """Call heard with every edge from now on, from whatever thread sees it."""
        ...

    def close(self) -> None:
        """Let the pins go; a second call does nothing."""
        ...


class Sound(Protocol):
    """A buzzer or a loudspeaker."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Start playing the tones one after another, and return at once.

        A melody that still plays is cut off; a closed device plays nothing. Raises ValueError,
        before any sounds, for a tone outside PITCHES_HZ.
        """
        ...

    def close(self) -> None:
        """Fall silent and let the device go; a second call does nothing."""
        ...


class Light(Protocol):
    """The lamp over the tray."""

    def glow(self, level: float) -> None:
        """Set the brightness, 0 (off) to 1; raise ValueError outside. A closed lamp stays dark."""
        ...

    def close(self) -> None:
        """Switch off and let the device go; a second call does nothing."""
        ...


class Power(Protocol):
    """The power button and the light in it, each of which may be missing."""

    def listen(self, asked: Callable[[], None]) -> None:
        """Call asked once for each time that the button is held, from whatever thread sees it."""
        ...

    def held(self) -> bool:
        """Whether the button is down now."""
        ...

    def going(self) -> None:
        """Let the light blink: the table is putting its things away, and power must stay on."""
        ...

    def close(self) -> None:
        """Let the pins go, so that the light is out; a second call does nothing."""
        ...


class Clock(Protocol):
    """Where times come from."""

    def now_s(self) -> float:
        """Seconds since some moment that stays the same; never less than before."""
        ...
