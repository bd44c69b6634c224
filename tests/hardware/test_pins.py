"""The pin map: the header as the Raspberry Pi has it, and maps that cannot be."""

import pytest

from hardware.errors import HardwareError, PinError
from hardware.pins import (
    DEFAULT_PINS,
    GROUND_PINS,
    HEADER,
    OPTIONAL,
    ROLES,
    header_pin,
    label,
    pin_map,
)

# each GPIO beside its pin, from the Raspberry Pi documentation's drawing of the header
DRAWN = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21,
    25: 22, 11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36,
    26: 37, 20: 38, 21: 40,
}  # fmt: skip


def test_the_header_is_that_of_the_raspberry_pi() -> None:
    assert [pin.number for pin in HEADER] == list(range(1, 41))
    assert {pin.bcm: pin.number for pin in HEADER if pin.bcm is not None} == DRAWN
    assert GROUND_PINS == (6, 9, 14, 20, 25, 30, 34, 39)
    assert [pin.number for pin in HEADER if pin.name == "3V3"] == [1, 17]
    assert [pin.number for pin in HEADER if pin.name == "5V"] == [2, 4]
    assert label(13) == "GPIO13 (header pin 33)"


def test_the_usual_map_has_a_free_pin_of_its_own_for_every_role() -> None:
    assert set(DEFAULT_PINS) == set(ROLES)
    pins = pin_map({}, on_spi=True)
    assert pins.bcm == dict(DEFAULT_PINS)
    assert not any(header_pin(bcm).kept_for for bcm in pins.bcm.values())


def test_roles_that_are_asked_for_move_and_the_others_stay() -> None:
    pins = pin_map({"ok": 22})
    assert pins["ok"] == 22
    assert pins["up"] == DEFAULT_PINS["up"]
    assert (pins.used_at(15), pins.used_at(33), pins.used_at(1)) == ("button OK", "", "")


def test_pins_of_a_display_on_spi_are_free_without_one() -> None:
    assert pin_map({"lamp": 24})["lamp"] == 24
    with pytest.raises(PinError, match=r"GPIO24 \(header pin 18\) is given to both lamp and disp"):
        pin_map({"lamp": 24}, on_spi=True)
    with pytest.raises(PinError, match="the display DC has no pin"):
        pin_map({})["display_dc"]


@pytest.mark.parametrize("role", sorted(OPTIONAL))
def test_parts_can_be_left_out_and_the_error_says_how_to_add_them(role: str) -> None:
    pins = pin_map({role: "none"})
    with pytest.raises(PinError, match=f"has no pin; give it one: {role} = 12"):
        pins[role]  # type: ignore[index]


@pytest.mark.parametrize(
    ("bcm", "use"),
    [
        (0, "ID EEPROM data"),
        (1, "ID EEPROM clock"),
        (2, r"I2C data \(SDA\)"),
        (3, r"I2C clock \(SCL\)"),
        (7, "SPI chip select 1"),
        (8, "SPI chip select 0"),
        (9, "SPI data in"),
        (10, "SPI data out"),
        (11, "SPI clock"),
        (14, "UART transmit"),
        (15, "UART receive"),
    ],
)
def test_a_pin_that_is_kept_is_refused_with_what_uses_it(bcm: int, use: str) -> None:
    with pytest.raises(PinError, match=rf"GPIO{bcm} \(header pin {DRAWN[bcm]}\).* kept for {use}"):
        pin_map({"ok": bcm})


def test_two_roles_on_one_pin_are_refused_with_both_names() -> None:
    with pytest.raises(PinError, match=r"GPIO17 \(header pin 11\) is given to both ok and back"):
        pin_map({"ok": 17, "back": 17, "power_button": "none"})


@pytest.mark.parametrize("wanted", [28, -1, 40, "5", True, 5.0, None, "none"])
def test_what_is_no_pin_of_the_header_is_refused(wanted: object) -> None:
    with pytest.raises(PinError, match=r"ok is .* expected a BCM number, 0 to 27; arbiter pins"):
        pin_map({"ok": wanted})


def test_an_unknown_role_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PinError, match="has no 'fire': expected one of up, down, ok"):
        pin_map({"fire": 5})
    with pytest.raises(PinError, match="has no 'buzer': did you mean buzzer"):
        pin_map({"buzer": 5})


def test_pin_errors_are_hardware_errors_and_value_errors() -> None:
    with pytest.raises(PinError, match="GPIO28 is not on the header") as caught:
        header_pin(28)
    assert isinstance(caught.value, HardwareError) and isinstance(caught.value, ValueError)
