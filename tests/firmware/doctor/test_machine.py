"""What the doctor says of board, power, card and clock, on machines made of files."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.doctor.findings import Finding
from firmware.doctor.machine import MB, Machine, _run, check_machine, is_pi


def machine(root: Path, told: dict[str, str] | None = None, **more: object) -> Machine:
    says = told or {}

    def run(command: Sequence[str]) -> str | None:
        return says.get(command[0])

    day = dt.date(2026, 12, 24)
    made = Machine(root, run, lambda: day, lambda path: 5_000 * MB, root / "games")
    return made._replace(**more)  # type: ignore[arg-type]


def board(root: Path, degrees: str = "48300") -> Path:
    for place, text in (
        ("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0"),
        ("sys/class/thermal/thermal_zone0/temp", degrees + "\n"),
    ):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, encoding="utf-8")
    return root


def part(found: Sequence[Finding], name: str) -> Finding:
    (one,) = (finding for finding in found if finding.part == name)
    return one


def test_a_healthy_pi_is_well(tmp_path: Path) -> None:
    told = {"vcgencmd": "throttled=0x0", "timedatectl": "yes"}
    found = check_machine(machine(board(tmp_path), told))
    assert [finding.state for finding in found] == ["well"] * 4
    assert part(found, "machine").text.startswith("Raspberry Pi 4 Model B Rev 1.4, Python 3.")
    assert part(found, "machine").text.endswith("48 degrees")
    assert part(found, "clock").text == "2026-12-24, kept by the network"
    assert "5,000 MB free" in part(found, "card").text
    assert is_pi(machine(tmp_path))


def test_a_pc_says_what_it_is_and_what_it_cannot_tell(tmp_path: Path) -> None:
    found = check_machine(machine(tmp_path))
    assert part(found, "machine").text.startswith("no Raspberry Pi: ")
    assert part(found, "power") == Finding("power", "skipped", "under-voltage: only a Pi tells")
    assert part(found, "clock").text == "2026-12-24"


def test_a_hot_board_is_told(tmp_path: Path) -> None:
    found = part(check_machine(machine(board(tmp_path, "82000"))), "machine")
    assert found.state == "advice" and "82 degrees" in found.text and "fan" in found.remedy


@pytest.mark.parametrize(
    ("told", "state", "text"),
    [
        ("throttled=0x0", "well", "no under-voltage since the start"),
        ("throttled=0x50005", "wrong", "under-voltage"),
        ("throttled=0x50000", "advice", "at some time since the start"),
        ("throttled=0x40004", "advice", "slowed down now"),
        ("throttled=what", "skipped", "no flag for it"),
        ("", "skipped", "no flag for it"),
    ],
)
def test_the_firmwares_power_bits_are_read(
    tmp_path: Path, told: str, state: str, text: str
) -> None:
    found = part(check_machine(machine(board(tmp_path), {"vcgencmd": told})), "power")
    assert found.state == state and text in found.text
    assert bool(found.remedy) == (state in ("wrong", "advice"))


@pytest.mark.parametrize(("alarm", "state"), [("1", "wrong"), ("0", "well")])
def test_without_vcgencmd_the_kernels_alarm_is_read(tmp_path: Path, alarm: str, state: str) -> None:
    for number, name in (("hwmon0", "cpu_thermal"), ("hwmon1", "rpi_volt")):
        sensor = tmp_path / "sys/class/hwmon" / number
        sensor.mkdir(parents=True)
        (sensor / "name").write_text(name + "\n", encoding="utf-8")
        (sensor / "in0_lcrit_alarm").write_text(alarm + "\n", encoding="utf-8")
    assert part(check_machine(machine(tmp_path)), "power").state == state


def test_a_full_card_and_one_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    found = part(check_machine(machine(tmp_path, free_bytes=lambda path: 120 * MB)), "card")
    assert found.state == "advice" and "only 120 MB" in found.text
    (tmp_path / "file").touch()
    found = part(check_machine(machine(tmp_path, games=tmp_path / "file" / "games")), "card")
    assert found.state == "wrong" and "nothing can be written" in found.text
    assert "ARBITER_HOME" in found.remedy


def test_a_clock_without_a_battery_is_told(tmp_path: Path) -> None:
    found = part(check_machine(machine(tmp_path, today=lambda: dt.date(1970, 1, 1))), "clock")
    assert found.state == "advice" and "1970-01-01" in found.text and "sudo date" in found.remedy
    found = part(check_machine(machine(tmp_path, {"timedatectl": "no"})), "clock")
    assert found.state == "well" and found.text.endswith("not checked by a network")


def test_commands_that_fail_or_are_not_there_say_nothing() -> None:
    assert _run(("sh", "-c", "echo yes")) == "yes"
    assert _run(("sh", "-c", "echo yes; exit 1")) is None
    assert _run(("no-such-command-here",)) is None
