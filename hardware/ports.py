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
    "Pressed",
    "Sound",
    "Tone",
    "Wish",
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
        """Start playing the tones one after another, and return at once."""
        ...

    def close(self) -> None:
        """Fall silent and let the device go; a second call does nothing."""
        ...


class Light(Protocol):
    """The lamp over the tray."""

    def glow(self, level: float) -> None:
        """Set the brightness, 0 (off) to 1."""
        ...

    def close(self) -> None:
        """Switch off and let the device go; a second call does nothing."""
        ...


class Clock(Protocol):
    """Where times come from."""

    def now_s(self) -> float:
        """Seconds since some moment that stays the same; never less than before."""
        ...
