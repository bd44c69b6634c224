"""`arbiter pins`: the picture of the header."""

import io
import re
from pathlib import Path

import pytest

from firmware import pins as command
from firmware.cli import main
from firmware.devices import DeviceSettings
from hardware.pins import HEADER, pin_map

ROW = re.compile(r"^(.*?)  +(\w+) +(\d+) \| (\d+) +(\w+) *(.*)$")


def rows(settings: DeviceSettings) -> dict[int, tuple[str, str]]:
    """Each pin's name and use as the picture says."""
    found: dict[int, tuple[str, str]] = {}
    for line in command.picture(settings).splitlines():
        if match := ROW.match(line):
            use, name, number, other, other_name, other_use = match.groups()
            found[int(number)] = (name, use.strip())
            found[int(other)] = (other_name, other_use)
    return found


def test_all_40_pins_are_drawn_with_number_name_and_use() -> None:
    drawn = rows(DeviceSettings())
    assert {number: name for number, (name, _) in drawn.items()} == {
        pin.number: pin.name for pin in HEADER
    }
    assert drawn[29] == ("GPIO5", "button up")
    assert drawn[3] == ("GPIO2", "display SDA")
    assert drawn[19] == ("GPIO10", "(SPI data out (MOSI))")
    assert drawn[39] == ("GND", "")
    assert drawn[40] == ("GPIO21", "")


def test_a_display_on_spi_has_its_bus_and_two_pins() -> None:
    drawn = rows(DeviceSettings(display="sh1106-spi", pins=pin_map({}, on_spi=True)))
    assert drawn[18][1] == "display DC" and drawn[23][1] == "display SCLK"
    assert drawn[3][1] == "(I2C data (SDA))"


def test_the_picture_fits_a_terminal_of_80_columns() -> None:
    for settings in (
        DeviceSettings(),
        DeviceSettings(display="sh1106-spi", pins=pin_map({}, on_spi=True)),
    ):
        assert max(map(len, command.picture(settings).splitlines())) <= 80


def test_the_command_reads_a_table_and_draws_the_wiring(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, svg = tmp_path / "table.toml", tmp_path / "w.svg"
    config.write_text("[pins]\nok = 22\n", encoding="utf-8")
    assert main(["pins", "--config", str(config), "--svg", str(svg)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"button OK +GPIO22 15", out) and str(svg) in out
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_pins_that_cannot_be_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[pins]\nok = 2\n", encoding="utf-8")
    assert main(["pins", "--config", str(config)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("arbiter pins: GPIO2 (header pin 3) cannot be the button OK")
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pin]\nok = 22\n", "table.toml says 'pin', which nothing reads: did you mean pins?"),
        ("[alphatian]\nclok = 1\n", "[alphatian] has no option 'clok': did you mean clock?"),
    ],
)
def test_what_nothing_reads_is_told(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(text, encoding="utf-8")
    assert main(["pins", "--config", str(config)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"arbiter pins: {said}\n")


def test_a_drawing_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert command.run(tmp_path / "none", tmp_path / "no" / "w.svg", io.StringIO()) == 2
