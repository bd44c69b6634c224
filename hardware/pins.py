"""The pin map: which device is on which pin of the 40-pin header, checked before anything runs.

Pins are given by BCM number, as gpiozero and the table.toml count them; the number of the header's
pin, which a builder counts, always stands beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final, Literal, get_args

from hardware.errors import PinError

__all__ = [
    "DEFAULT_PINS",
    "GROUND_PINS",
    "HEADER",
    "ROLES",
    "HeaderPin",
    "PinMap",
    "Role",
    "header_pin",
    "label",
    "pin_map",
]

Role = Literal[
    "up", "down", "ok", "back", "help",
    "lamp", "buzzer", "power_button", "power_led",
    "display_dc", "display_reset",
]  # fmt: skip
"""What a pin can be given to; the last two are used by a display on SPI only."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)

WORDS: Final[Mapping[Role, str]] = MappingProxyType(
    {
        "up": "button up",
        "down": "button down",
        "ok": "button OK",
        "back": "button back",
        "help": "button help",
        "lamp": "lamp",
        "buzzer": "buzzer",
        "power_button": "power button",
        "power_led": "power LED",
        "display_dc": "display DC",
        "display_reset": "display reset",
    }
)
"""What each role is called on the picture, in the wiring table and in errors."""

OPTIONAL: Final = frozenset({"lamp", "buzzer", "power_button", "power_led"})
"""Roles that a table does without when they are given no pin."""

ON_SPI: Final = frozenset({"display_dc", "display_reset"})
"""Roles that only a display on SPI has."""

DEFAULT_PINS: Final[Mapping[Role, int]] = MappingProxyType(
    {
        # five buttons in one row of the header, beside the ground at its end
        "up": 5,
        "down": 6,
        "ok": 13,
        "back": 19,
        "help": 26,
        "lamp": 12,
        "buzzer": 16,
        "power_button": 17,
        "power_led": 27,
        # as luma.oled has them
        "display_dc": 24,
        "display_reset": 25,
    }
)
"""BCM numbers of a table that was built as the wiring table says."""


@dataclass(frozen=True, slots=True)
class HeaderPin:
    """A pin of the header.

    number: 1 to 40, as printed; odd ones are the row away from the board's edge. bcm: the number
    of the GPIO, None for power and ground. kept_for: what the Raspberry Pi itself uses the pin
    for, empty when it is free.
    """

    number: int
    name: str
    bcm: int | None = None
    kept_for: str = ""


KEPT: Final[Mapping[int, str]] = MappingProxyType(
    {
        0: "ID EEPROM data",
        1: "ID EEPROM clock",
        2: "I2C data (SDA)",
        3: "I2C clock (SCL)",
        7: "SPI chip select 1 (CE1)",
        8: "SPI chip select 0 (CE0)",
        9: "SPI data in (MISO)",
        10: "SPI data out (MOSI)",
        11: "SPI clock (SCLK)",
        14: "UART transmit (TXD)",
        15: "UART receive (RXD)",
    }
)
"""BCM numbers that other functions need, and which."""

LAYOUT: Final = (
    "3V3 5V 2 5V 3 GND 4 14 GND 15 17 18 27 GND 22 23 3V3 24 10 GND "
    "9 25 11 8 GND 7 0 1 5 GND 6 12 13 GND 19 16 26 20 GND 21"
)
"""What pins 1 to 40 carry: power, ground, or a BCM number. The same since the B+ of 2014."""


def _header() -> tuple[HeaderPin, ...]:
    pins = []
    for number, carries in enumerate(LAYOUT.split(), start=1):
        if carries.isdigit():
            bcm = int(carries)
            pins.append(HeaderPin(number, f"GPIO{bcm}", bcm, KEPT.get(bcm, "")))
        else:
            pins.append(HeaderPin(number, carries))
    return tuple(pins)


HEADER: Final = _header()
"""The 40 pins in order; HEADER[0] is pin 1."""

GROUND_PINS: Final = tuple(pin.number for pin in HEADER if pin.name == "GND")

BY_BCM: Final = MappingProxyType({pin.bcm: pin for pin in HEADER if pin.bcm is not None})


def header_pin(bcm: int) -> HeaderPin:
    """The header's pin for a BCM number; raises PinError when no pin has it."""
    pin = BY_BCM.get(bcm)
    if pin is None:
        raise PinError(f"GPIO{bcm} is not on the header: it has GPIO0 to GPIO27")
    return pin


def label(bcm: int) -> str:
    """A pin as it is always named: "GPIO5 (header pin 29)"."""
    return f"GPIO{bcm} (header pin {header_pin(bcm).number})"


@dataclass(frozen=True, slots=True)
class PinMap:
    """Which BCM number each role has; roles that are not there have no pin. Made by pin_map."""

    bcm: Mapping[Role, int]
    on_spi: bool = False

    def __getitem__(self, role: Role) -> int:
        """The BCM number; raises PinError for a role without a pin."""
        if role not in self.bcm:
            raise PinError(f"the {WORDS[role]} has no pin; give it one: {role} = 12 under [pins]")
        return self.bcm[role]

    def used_at(self, number: int) -> str:
        """What is on a header pin of the table's own, in words; empty for a free one."""
        for role, bcm in self.bcm.items():
            if header_pin(bcm).number == number:
                return WORDS[role]
        return ""


def pin_map(asked: Mapping[str, object], on_spi: bool = False) -> PinMap:
    """The pin map by a table.toml's [pins]: roles to BCM numbers, or "none" for a part left out.

    on_spi: whether the display is on SPI, so that it has two pins beside the bus. Roles that are
    not named have their DEFAULT_PINS. Raises PinError for a role that the table does not have, a
    number that is no GPIO of the header, a pin that is kept for something else, and a pin that is
    given to two roles.
    """
    _check_names(asked)
    given: dict[Role, int] = {}
    for role in ROLES:
        if role in ON_SPI and not on_spi:
            continue
        wanted = asked.get(role, DEFAULT_PINS[role])
        if wanted == "none" and role in OPTIONAL:
            continue
        given[role] = _free_pin(role, wanted)
    _check_shared(given)
    return PinMap(MappingProxyType(given), on_spi)


def _check_names(asked: Iterable[str]) -> None:
    for name in asked:
        if name not in ROLES:
            near = get_close_matches(name, ROLES, 1)
            hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(ROLES)}"
            raise PinError(f"[pins] has no {name[:40]!r}: {hint}")


def _free_pin(role: Role, wanted: object) -> int:
    if type(wanted) is not int or wanted not in BY_BCM:
        without = ', or "none" to do without' if role in OPTIONAL else ""
        raise PinError(
            f"{role} is {wanted!r} in [pins]: expected a BCM number, 0 to 27{without}; "
            "arbiter pins shows them beside the header's pins"
        )
    pin = BY_BCM[wanted]
    if pin.kept_for:
        raise PinError(
            f"{label(wanted)} cannot be the {WORDS[role]}: it is kept for {pin.kept_for}; "
            f"GPIO{DEFAULT_PINS[role]} is the usual one"
        )
    return wanted


def _check_shared(given: Mapping[Role, int]) -> None:
    first: dict[int, Role] = {}
    for role, bcm in given.items():
        if bcm in first:
            raise PinError(
                f"{label(bcm)} is given to both {first[bcm]} and {role}; "
                "give each its own pin in the [pins] table"
            )
        first[bcm] = role
