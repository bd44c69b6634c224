"""The wiring, from the pin map that the code uses: a table to follow and a drawing to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.pins import GROUND_PINS, HEADER, HeaderPin, PinMap, Role, header_pin
from hardware.svg import Svg

__all__ = ["Device", "Wire", "devices", "drawing", "table"]


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the device's own name for its end, the header's pin, and what runs on it."""

    end: str
    pin: HeaderPin
    function: str


@dataclass(frozen=True, slots=True)
class Device:
    """A part of the table with its wires; note: what a builder must know beside them."""

    name: str
    note: str
    wires: tuple[Wire, ...]


def devices(pins: PinMap) -> tuple[Device, ...]:
    """Every part that the pin map has, in the order of the header's pins, each with its ground."""
    free = list(GROUND_PINS)
    made = [_display(pins, free), _power(pins, free), _lamp(pins, free)]
    made += [_buzzer(pins, free), _buttons(pins, free)]
    return tuple(device for device in made if device is not None)


def _at(number: int) -> HeaderPin:
    return HEADER[number - 1]


def _ground(near: Iterable[HeaderPin], free: list[int]) -> Wire:
    """The free ground nearest to some pins, in their row of the header where it can be."""
    pins = list(near)
    middle = sum(pin.number for pin in pins) / len(pins)
    odd = pins[0].number % 2
    ground = min(free, key=lambda number: abs(number - middle) + 20 * (number % 2 != odd))
    free.remove(ground)
    return Wire("GND", _at(ground), "ground")


def _given(pins: PinMap, ends: Sequence[tuple[Role, str, str]]) -> tuple[Wire, ...]:
    return tuple(
        Wire(end, header_pin(pins.bcm[role]), function)
        for role, end, function in ends
        if role in pins.bcm
    )


def _device(name: str, note: str, wires: Sequence[Wire], free: list[int]) -> Device | None:
    if not wires:
        return None
    ground = _ground((wire.pin for wire in wires), free)
    return Device(name, note, (*wires, ground))


def _display(pins: PinMap, free: list[int]) -> Device | None:
    supply = Wire("VCC", _at(1), "3.3 V")
    if not pins.on_spi:
        bus = (Wire("SDA", _at(3), "I2C data"), Wire("SCL", _at(5), "I2C clock"))
        note = "SSD1306 or SH1106, 128 x 64, I2C; look at its print, the order of pins differs"
        return _device("OLED display", note, (supply, *bus), free)
    bus = (Wire("D1, MOSI", _at(19), "SPI data"), Wire("D0, CLK", _at(23), "SPI clock"))
    own = _given(pins, [("display_dc", "DC", "data or command"), ("display_reset", "RES", "reset")])
    chip = Wire("CS", _at(24), "SPI chip select")
    supply = Wire("VCC", _at(17), "3.3 V")
    note = "SSD1306 or SH1106, 128 x 64, SPI"
    return _device("OLED display", note, (supply, *bus, *own, chip), free)


def _power(pins: PinMap, free: list[int]) -> Device | None:
    wires = _given(
        pins,
        [
            ("power_button", "switch", "pressed: to ground"),
            ("power_led", "LED +", "through 330 ohm"),
        ],
    )
    note = "optional; the switch's and the LED's other ends go to ground"
    return _device("Power button with LED", note, wires, free)


def _lamp(pins: PinMap, free: list[int]) -> Device | None:
    wires = _given(pins, [("lamp", "SIG", "brightness (PWM)")])
    if wires:
        wires = (Wire("VIN", _at(4), "5 V"), *wires)
    note = "optional; 5 V LED strip behind a MOSFET module for 3.3 V signals, at most 0.5 A"
    return _device("Lamp", note, wires, free)


def _buzzer(pins: PinMap, free: list[int]) -> Device | None:
    wires = _given(pins, [("buzzer", "+", "tone")])
    return _device("Buzzer", "optional; passive piezo, no electronics inside", wires, free)


def _buttons(pins: PinMap, free: list[int]) -> Device | None:
    ends: list[tuple[Role, str, str]] = [
        ("up", "up", "pressed: to ground"),
        ("down", "down", "pressed: to ground"),
        ("ok", "OK", "pressed: to ground"),
        ("back", "back", "pressed: to ground"),
        ("help", "help", "pressed: to ground"),
    ]
    note = "one leg each to its pin, the other legs all to one ground; no resistors"
    return _device("Five buttons", note, _given(pins, ends), free)


def table(made: Sequence[Device]) -> str:
    """The wires as a table in Markdown."""
    lines = ["| part | its pin | header pin | BCM | function |", "|---|---|---|---|---|"]
    for device in made:
        for wire in device.wires:
            bcm = "" if wire.pin.bcm is None else f"GPIO{wire.pin.bcm}"
            cells = (device.name, wire.end, str(wire.pin.number), bcm, wire.function)
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


PITCH: Final = 30
"""Rows of the header in the drawing, in its units."""

WIDTH: Final = 1000
TOP: Final = 96
MIDDLE: Final = WIDTH // 2
BOX: Final = 250
"""Width of a device's box."""

HINT: Final = "Pin 1 is the corner pin nearest to the memory card; it is square on the board."

CHANNEL: Final = 13
"""Between two wires that run beside each other."""

SUPPLY: Final = {"3V3": "#e8590c", "5V": "#e03131", "GND": "#343a40"}
COLOURS: Final = (
    "#1971c2", "#2f9e44", "#9c36b5", "#f08c00", "#0c8599", "#c2255c", "#5f3dc4", "#846358",
)  # fmt: skip
PAPER, INK, FAINT, LINE = "#ffffff", "#212529", "#868e96", "#ced4da"


def drawing(made: Sequence[Device]) -> str:
    """The header as it lies on the Pi, and every wire to its part, as an SVG picture."""
    sides: dict[int, list[Device]] = {1: [], 0: []}
    for device in made:
        odd = sum(wire.pin.number % 2 for wire in device.wires)
        sides[int(2 * odd >= len(device.wires))].append(device)
    height = max(TOP + 20 * PITCH, *(_stack_end(side) for side in sides.values())) + 40
    svg = Svg(WIDTH, height, "Wiring of the table: the 40-pin header and its parts")
    svg.box(0, 0, WIDTH, height, PAPER)
    svg.text(MIDDLE, 34, "Wiring", INK, 22, "middle", bold=True)
    svg.text(MIDDLE, 58, HINT, FAINT, 13, "middle")
    colours = _colours(made)
    for odd, side in sides.items():
        _side(svg, side, bool(odd), colours)
    used = {wire.pin.number: colours[wire] for device in made for wire in device.wires}
    _header(svg, used)
    return svg.done()


def _colours(made: Sequence[Device]) -> dict[Wire, str]:
    colours: dict[Wire, str] = {}
    for device in made:
        signals = 0
        for wire in device.wires:
            colours[wire] = SUPPLY.get(wire.pin.name) or COLOURS[signals % len(COLOURS)]
            signals += wire.pin.name not in SUPPLY
    return colours


def _row_y(pin: HeaderPin) -> float:
    return TOP + PITCH * ((pin.number - 1) // 2) + PITCH / 2


def _box_high(device: Device) -> int:
    return 66 + 26 * len(device.wires)


def _tops(side: Sequence[Device]) -> list[tuple[Device, float]]:
    """The devices of a side from above, as near to their pins as they fit; y of each box."""
    order = sorted(side, key=lambda device: min(_row_y(wire.pin) for wire in device.wires[:-1]))
    tops, least = [], float(TOP)
    for device in order:
        rows = [_row_y(wire.pin) for wire in device.wires]
        top = max(least, sum(rows) / len(rows) - _box_high(device) / 2)
        tops.append((device, top))
        least = top + _box_high(device) + 18
    return tops


def _stack_end(side: Sequence[Device]) -> int:
    tops = _tops(side)
    return round(tops[-1][1] + _box_high(tops[-1][0])) if tops else 0


def _side(svg: Svg, side: Sequence[Device], left: bool, colours: dict[Wire, str]) -> None:
    """The boxes of one side of the header, and their wires: across, along a channel, across."""
    turn = -1 if left else 1
    edge = MIDDLE + turn * (WIDTH / 2 - 20 - BOX)
    runs = []
    for device, top in _tops(side):
        _box(svg, device, edge - BOX if left else edge, top)
        wires = sorted(device.wires, key=lambda wire: _row_y(wire.pin))
        for k, wire in enumerate(wires):
            y = top + 74 + 26 * k
            inner, outer = ("end", "start") if left else ("start", "end")
            svg.text(edge + turn * 12, y + 4, wire.end, INK, 13, inner, bold=True)
            svg.text(edge + turn * (BOX - 14), y + 4, wire.function, FAINT, 11, outer)
            runs.append((wire, _row_y(wire.pin), y))
    channels = _channels(runs)
    for wire, pin_y, y in runs:
        x = MIDDLE + turn * (118 + CHANNEL * channels[wire])
        begins = MIDDLE + turn * 100
        svg.line([(begins, pin_y), (x, pin_y), (x, y), (edge, y)], colours[wire], 2.4)
        svg.dot(edge, y, 4, colours[wire])


def _box(svg: Svg, device: Device, x: float, y: float) -> None:
    svg.box(x, y, BOX, _box_high(device), "#f8f9fa", LINE, 10)
    svg.text(x + 14, y + 24, device.name, INK, 15, bold=True)
    for k, line in enumerate(_wrap(device.note, 40)[:2]):
        svg.text(x + 14, y + 40 + 13 * k, line, FAINT, 11)


def _channels(runs: Sequence[tuple[Wire, float, float]]) -> dict[Wire, int]:
    """Which channel each wire runs along, 0 nearest to the header, so that few wires cross.

    Of wires that go down the upper one turns farther out, of those that go up the lower one.
    """
    down = sorted((run for run in runs if run[2] >= run[1]), key=lambda run: -run[1])
    up = sorted((run for run in runs if run[2] < run[1]), key=lambda run: run[1])
    placed: list[tuple[float, float, int]] = []
    channels = {}
    for wire, pin_y, y in (*up, *down):
        low, high = min(pin_y, y) - 6, max(pin_y, y) + 6
        beside = (channel for a, b, channel in placed if low < b and a < high)
        channels[wire] = 1 + max(beside, default=-1)
        placed.append((low, high, channels[wire]))
    return channels


def _header(svg: Svg, used: dict[int, str]) -> None:
    svg.box(MIDDLE - 34, TOP - 6, 68, 20 * PITCH + 12, "#212529", "", 6)
    for pin in HEADER:
        left = pin.number % 2 == 1
        turn = -1 if left else 1
        y = _row_y(pin)
        colour = used.get(pin.number)
        x = MIDDLE + turn * 16
        corner = 2 if pin.number == 1 else 9
        edge = "#f1f3f5" if colour else ""
        svg.box(x - 9, y - 9, 18, 18, colour or "#495057", edge, corner)
        svg.text(x, y + 4, str(pin.number), "#ffffff" if colour else "#ced4da", 10, "middle")
        svg.text(
            MIDDLE + turn * 42, y + 4, pin.name, INK if colour else "#adb5bd", 12,
            "end" if left else "start", bold=bool(colour),
        )  # fmt: skip


def _wrap(text: str, letters: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= letters:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
