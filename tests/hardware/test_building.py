"""BUILDING.md and the drawings are what the code computes; the stand gives the height it should."""

import hashlib
import math
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hardware import building, stand_drawing
from hardware.optics import LENSES, field_mm, lamp_away_mm
from hardware.pins import DEFAULT_PINS, GROUND_PINS, HEADER, pin_map
from hardware.stand import (
    CONSOLE_AT_MM,
    EAR_MM,
    FOOT_MM,
    LAMP_HIGH_MM,
    PI_AWAY_MM,
    WALL_MM,
    lens_over_floor_mm,
    runs_mm,
    stand,
)
from hardware.wiring import devices, drawing, table

HARDWARE = Path(building.__file__).parent
PIN_MAPS = {
    "usual": pin_map({}),
    "spi": pin_map({}, on_spi=True),
    "bare": pin_map(dict.fromkeys(("lamp", "buzzer", "power_button", "power_led"), "none")),
    "moved": pin_map({"lamp": 18, "buzzer": 4, "help": 21, "power_led": "none"}),
}


@pytest.mark.parametrize("name", building.made())
def test_what_is_computed_stands_in_the_folder(name: str) -> None:
    written = (HARDWARE / name).read_text(encoding="utf-8")
    assert written == building.made()[name], "run: .venv/bin/python -m hardware.building"


def test_all_is_written_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (HARDWARE / "BUILDING.md").read_text(encoding="utf-8")
    (tmp_path / "BUILDING.md").write_text(text.replace("| 310 mm |", "| 999 mm |"), "utf-8")
    assert building.main((), tmp_path) == 0
    assert (tmp_path / "BUILDING.md").read_text(encoding="utf-8") == text
    assert "drawings/wiring.svg" in capsys.readouterr().out


def test_a_lost_mark_is_told() -> None:
    with pytest.raises(ValueError, match="lacks <!-- computed: optics -->"):
        building.with_sections("# Building\n")


def test_another_lens_and_tray_print_their_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    assert building.main(("hq_6mm", "360", "270")) == 0
    out = capsys.readouterr().out
    assert 'camera_name = "hq_6mm";' in out
    assert "tray_mm = [360, 270];" in out
    assert out.rstrip().endswith("*/")  # OpenSCAD reads the tables as a comment


@pytest.mark.parametrize("words", [("fisheye", "360", "270"), ("hq_6mm", "x", "1"), ("hq_6mm",)])
def test_what_is_no_stand_is_told(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert building.main(words) == 2
    assert "LENS one of module3" in capsys.readouterr().err


@pytest.mark.parametrize("lens", LENSES)
def test_a_stand_holds_its_lens_at_the_computed_height(lens: str) -> None:
    made = stand(lens, (300, 225))
    assert lens_over_floor_mm(made) == pytest.approx(made.made_for.height_mm, abs=0.5)
    # The light comes from farther out than where a die would mirror it.
    lamp = made.upright_away_mm - 20
    assert lamp >= lamp_away_mm(made.made_for.height_mm, LAMP_HIGH_MM, 300)
    cuts = {cut.name.split(",")[0]: cut.size_mm for cut in made.cuts}
    assert cuts["long wall"][0] == 300 + 2 * 9
    assert cuts["short wall"][0] == 225
    assert cuts["base"][0] > cuts["beam"][0]


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("tray", building.TRAYS_MM)
def test_all_has_its_place_on_base_and_beam(lens: str, tray: tuple[float, float]) -> None:
    made = stand(lens, tray)
    width, depth = made.base_mm[0] / 2, made.base_mm[1]
    left = tray[0] / 2 + WALL_MM + CONSOLE_AT_MM[0]
    foot = made.feet_mm / 2 - FOOT_MM[0] / 2
    # the console stands between tray and foot, its ears on the base
    assert left + made.console_mm[0] <= foot
    assert EAR_MM <= CONSOLE_AT_MM[1] <= depth - made.console_mm[1] - EAR_MM
    assert made.feet_mm / 2 + FOOT_MM[0] / 2 <= width
    # the Pi lies between the camera's plate and the corner, which holds 30 mm of the beam
    assert PI_AWAY_MM - 46 >= 24
    assert foot - 30 >= PI_AWAY_MM + 46
    # the camera's own cable is long enough
    assert runs_mm(made)["camera to Pi, the camera's cable"] <= 180


def test_wires_are_as_long_as_their_way() -> None:
    made = stand()
    runs = runs_mm(made)
    straight = math.hypot(260 - 75, made.beam_low_mm)
    assert runs["Pi to console"] > straight + 160
    farther = runs["lamp switch to left lamp"] - runs["lamp switch to right lamp"]
    assert farther == pytest.approx(2 * 75)
    longer = runs_mm(stand("module3", (360, 270)))
    assert all(longer[run] >= length for run, length in runs.items())


def test_the_text_has_the_measures_of_the_stand_that_is_drawn() -> None:
    text = (HARDWARE / "BUILDING.md").read_text(encoding="utf-8")
    drawn = (HARDWARE / "drawings" / "stand.svg").read_text(encoding="utf-8")
    made = stand()
    feet, between = f"{made.feet_mm:g}", f"{2 * made.upright_away_mm:g}"
    assert f"{feet} mm from middle to middle" in text
    assert f"{between} mm of air" in text
    assert f"its middle {PI_AWAY_MM:g} mm to the right of the lens" in text
    wall, edge = CONSOLE_AT_MM
    assert f"{wall:g} mm from the tray's wall and {edge:g} mm from the front edge" in text
    assert f"feet, middle to middle {feet}" in drawn
    assert f"lens to middle of Pi {PI_AWAY_MM:g}" in drawn
    assert f"between the uprights {between}" in drawn


@pytest.mark.parametrize("tray", building.TRAYS_MM)
def test_the_sight_that_is_drawn_ends_at_the_walls(tray: tuple[float, float]) -> None:
    made = stand("module3", tray)
    tree = ET.fromstring(stand_drawing.drawing(made))
    lines = [
        [float(part.split(",")[0]) for part in line.attrib["points"].split()]
        for line in tree.iter("{http://www.w3.org/2000/svg}polyline")
        if line.attrib["stroke"] == stand_drawing.SIGHT
    ]
    assert len(lines) == 1
    left, lens, right = lines[0]
    half = (right - left) / 2 / stand_drawing.SCALE
    assert lens == pytest.approx((left + right) / 2, abs=0.1)
    # on the inner side of the walls, or over their tops
    seen = field_mm(LENSES["module3"], made.made_for.height_mm)[0] / 2
    at_top = seen * (1 - 38 / made.made_for.height_mm)
    assert half == pytest.approx(max(tray[0] / 2, at_top), abs=0.2)


def test_the_light_in_the_text_is_the_computed_one() -> None:
    text = (HARDWARE / "BUILDING.md").read_text(encoding="utf-8")
    away = lamp_away_mm(stand().made_for.height_mm, 200, 280)
    assert f"that is {away:.0f} mm" in text
    assert f"has them at {stand().upright_away_mm - 20:.0f}" in text


@pytest.mark.parametrize("name", PIN_MAPS)
def test_every_pin_that_the_code_uses_has_its_wire_and_no_other_is_touched(name: str) -> None:
    pins = PIN_MAPS[name]
    wires = [wire for device in devices(pins) for wire in device.wires]
    numbers = [wire.pin.number for wire in wires]
    assert len(set(numbers)) == len(numbers), "two wires on one pin"
    wired = {wire.pin.bcm for wire in wires if wire.pin.bcm is not None}
    bus = {10, 11, 8} if pins.on_spi else {2, 3}
    assert wired == set(pins.bcm.values()) | bus
    for device in devices(pins):
        assert sum(wire.pin.number in GROUND_PINS for wire in device.wires) == 1


def test_the_table_names_header_pin_and_bcm_beside_each_other() -> None:
    text = table(devices(pin_map({})))
    for role, bcm in DEFAULT_PINS.items():
        if not role.startswith("display"):
            number = next(pin.number for pin in HEADER if pin.bcm == bcm)
            assert f"| {number} | GPIO{bcm} |" in text


@pytest.mark.parametrize("name", PIN_MAPS)
def test_the_drawing_is_svg_with_all_pins_and_a_line_for_each_wire(name: str) -> None:
    made = devices(PIN_MAPS[name])
    tree = ET.fromstring(drawing(made))
    space = "{http://www.w3.org/2000/svg}"
    words = [text.text for text in tree.iter(f"{space}text")]
    assert all(str(number) in words for number in range(1, 41))
    wires = [wire for device in made for wire in device.wires]
    assert len(list(tree.iter(f"{space}polyline"))) == len(wires)
    # No box leaves the picture.
    width, height = float(tree.attrib["width"]), float(tree.attrib["height"])
    for box in tree.iter(f"{space}rect"):
        x, y, w, h = (float(box.attrib[key]) for key in ("x", "y", "width", "height"))
        assert 0 <= x <= x + w <= width
        assert 0 <= y <= y + h <= height


def test_the_printed_parts_were_made_from_this_model() -> None:
    folder = HARDWARE / "stand"
    source = b"".join((folder / name).read_bytes() for name in ("stand.scad", "sizes.scad"))
    made_from = (folder / "stl" / "made-from").read_text(encoding="utf-8").strip()
    assert made_from == hashlib.sha256(source).hexdigest(), "run: hardware/stand/export.sh"


@pytest.mark.parametrize("path", sorted((HARDWARE / "stand" / "stl").glob("*.stl")), ids=str)
def test_a_printed_part_is_closed(path: Path) -> None:
    raw = path.read_bytes()
    count = int.from_bytes(raw[80:84], "little")
    assert len(raw) == 84 + 50 * count
    edges: dict[tuple[bytes, bytes], int] = {}
    for k in range(count):
        facet = raw[84 + 50 * k + 12 : 84 + 50 * k + 48]
        corners = [facet[12 * c : 12 * c + 12] for c in range(3)]
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            edges[a, b] = edges.get((a, b), 0) + 1
    # Each edge is walked once in each direction: the surface has no hole.
    assert all(edges.get((b, a), 0) == times for (a, b), times in edges.items())


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck here")
def test_shellcheck_has_nothing_to_say_of_the_export_and_the_real_checks() -> None:
    real = sorted((HARDWARE.parent / "tests" / "real").glob("*.sh"))
    assert len(real) >= 8
    told = subprocess.run(
        ["shellcheck", str(HARDWARE / "stand" / "export.sh"), *map(str, real)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.stdout == ""
