"""The scripts that install, update and remove the table, in a folder of their own.

The system's commands are stand-ins that write down how they were called; nothing is installed.
"""

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.devices import read_device_settings
from firmware.journal import home
from firmware.settings import read_settings

ROOT = Path(__file__).parent.parent.parent
INSTALL = ROOT / "hardware" / "install"

STAND_IN = """#!/bin/sh
echo "{name} $*" >>"$ACCOUNT"
{does}
"""

DOES = {
    "systemctl": 'case "$*" in "${SYSTEMCTL_FAILS:-nothing}"*) exit 1 ;; esac',
    "dpkg-query": 'case "$*" in *"${LACKING:-nothing}"*) exit 1 ;; esac; echo install ok installed',
    "id": "exit 1",
    "getent": 'case "$2" in spi) exit 2 ;; esac',
    "useradd": "",
    "usermod": "",
    "userdel": "",
}

TABLE = """#!/bin/sh
echo "table $(basename "$(dirname "$0")") $* in $PWD, home ${ARBITER_HOME:-none}" >>"$ACCOUNT"
case "$1" in
    --help) exit "${ENVIRONMENT_FAILS:-0}" ;;
    doctor) exit "${DOCTOR_FAILS:-0}" ;;
esac
"""

CONFIG = "# the Pi's own\n#dtparam=i2c_arm=on\ncamera_auto_detect=1\n"


class Card:
    """A folder that stands for a Pi's card, and a project to put on it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "card"
        self.account = folder / "account"
        self.account.touch()
        (self.root / "boot" / "firmware").mkdir(parents=True)
        self.boot = self.root / "boot" / "firmware" / "config.txt"
        self.boot.write_text(CONFIG, encoding="utf-8")
        (self.root / "etc").mkdir()
        (self.root / "etc" / "os-release").write_text("VERSION_CODENAME=trixie\n", encoding="utf-8")
        self.bin = folder / "bin"
        self.bin.mkdir()
        for name, does in DOES.items():
            tool = self.bin / name
            tool.write_text(STAND_IN.format(name=name, does=does), encoding="utf-8")
            tool.chmod(0o755)
        # date stands still, so each version is told its own second
        self.clock = 0

    def project(self, folder: Path) -> Path:
        """Make a project with a space in its path whose table only answers."""
        project = folder / "the table"
        shutil.copytree(INSTALL, project / "hardware" / "install")
        (project / "arbiter").write_text(TABLE, encoding="utf-8")
        (project / "arbiter").chmod(0o755)
        (project / "pyproject.toml").write_text('version = "1.2"\n', encoding="utf-8")
        (project / ".venv").mkdir()
        (project / ".git").mkdir()
        return project

    def run(
        self, project: Path, script: str, *arguments: str, **more: str
    ) -> "subprocess.CompletedProcess[str]":
        self.clock += 1
        date = self.bin / "date"
        date.write_text(f"#!/bin/sh\necho 20260101-0000{self.clock:02}\n", encoding="utf-8")
        date.chmod(0o755)
        return subprocess.run(
            [str(project / "hardware" / "install" / script), *arguments],
            env={
                "PATH": f"{self.bin}:/usr/bin:/bin", "ACCOUNT": str(self.account),
                "ARBITER_DESTDIR": str(self.root), **more,
            },
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def done(self) -> list[str]:
        lines = self.account.read_text(encoding="utf-8").splitlines()
        self.account.write_text("", encoding="utf-8")
        return lines

    @property
    def versions(self) -> list[str]:
        return sorted(path.name for path in (self.root / "opt/arbiter/versions").iterdir())

    @property
    def chosen(self) -> str:
        return (self.root / "opt/arbiter/current").resolve().name


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


@pytest.fixture
def project(card: Card, tmp_path: Path) -> Path:
    return card.project(tmp_path)


def test_the_program_its_service_and_its_user_are_put_in_place(card: Card, project: Path) -> None:
    told = card.run(project, "install.sh")
    assert told.returncode == 0, told.stderr
    assert card.versions == [card.chosen] == ["20260101-000001-1.2"]
    there = card.root / "opt/arbiter/current"
    assert (there / "arbiter").is_file()
    assert not (there / ".venv").exists()  # made anew, for this place
    assert not (there / ".git").exists()
    assert (card.root / "etc/systemd/system/arbiter.service").is_file()
    assert (card.root / "etc/arbiter/table.toml").is_file()
    assert (card.root / "usr/local/bin/arbiter").readlink() == Path("/opt/arbiter/current/arbiter")
    done = card.done()
    assert any(line.startswith("useradd --system") for line in done)
    assert "usermod -aG gpio arbiter" in done
    assert "usermod -aG spi arbiter" not in done  # this system has no such group
    assert "systemctl daemon-reload" in done
    assert "sudo systemctl enable --now arbiter" in told.stdout


def test_i2c_is_switched_on_once_and_the_old_file_is_kept(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    once = card.boot.read_text(encoding="utf-8")
    assert once.endswith("[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n")
    assert once.startswith("# the Pi's own\ncamera_auto_detect=1\n")
    assert card.boot.with_name("config.txt.before-arbiter").read_text(encoding="utf-8") == CONFIG
    card.run(project, "install.sh")
    assert card.boot.read_text(encoding="utf-8") == once


def test_without_a_config_txt_the_builder_is_told(card: Card, project: Path) -> None:
    card.boot.unlink()
    told = card.run(project, "install.sh")
    assert told.returncode == 0
    assert "switch I2C on yourself" in told.stdout


def test_settings_of_the_owner_are_never_written_over(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    settings = card.root / "etc/arbiter/table.toml"
    settings.write_text("# mine\n", encoding="utf-8")
    card.run(project, "install.sh")
    card.run(project, "update.sh")
    assert settings.read_text(encoding="utf-8") == "# mine\n"


def test_missing_packages_are_named_with_the_command(card: Card, project: Path) -> None:
    told = card.run(project, "install.sh", LACKING="picamera2")
    assert told.returncode == 1
    assert told.stderr == (
        "install.sh: not installed: python3-picamera2; "
        "install with: sudo apt install --no-install-recommends python3-picamera2\n"
    )
    assert not (card.root / "opt").exists()


def test_another_system_is_named_and_goes_on(card: Card, project: Path) -> None:
    (card.root / "etc" / "os-release").write_text("VERSION_CODENAME=sid\n", encoding="utf-8")
    told = card.run(project, "install.sh")
    assert told.returncode == 0
    assert "this system is 'sid'" in told.stdout


def test_an_environment_that_cannot_be_made_changes_nothing(card: Card, project: Path) -> None:
    told = card.run(project, "install.sh", ENVIRONMENT_FAILS="1")
    assert told.returncode == 1
    assert "nothing was changed" in told.stderr
    assert card.versions == []
    assert not (card.root / "etc/arbiter").exists()


def test_a_part_of_the_project_is_refused(card: Card, project: Path) -> None:
    (project / "pyproject.toml").unlink()
    told = card.run(project, "install.sh")
    assert told.returncode == 1
    assert "is not the whole project" in told.stderr


def test_an_update_that_passes_is_chosen_and_started(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    card.done()
    told = card.run(project, "update.sh")
    assert told.returncode == 0, told.stderr
    assert card.chosen == "20260101-000002-1.2"
    done = [line for line in card.done() if line.startswith(("systemctl", "table"))]
    assert [line.split()[0:2] for line in done] == [
        ["table", "20260101-000002-1.2"],  # its environment
        ["systemctl", "is-active"],
        ["systemctl", "stop"],
        ["table", "20260101-000002-1.2"],  # its doctor
        ["systemctl", "daemon-reload"],
        ["systemctl", "start"],
    ]
    # The doctor looks at what the service will have, not at what root has.
    settings, state = card.root / "etc/arbiter/table.toml", card.root / "var/lib/arbiter"
    assert done[3].endswith(f"doctor --config {settings} --no-buttons in /, home {state}")


def test_two_versions_are_kept(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    for _ in range(3):
        assert card.run(project, "update.sh").returncode == 0
    assert card.versions == ["20260101-000003-1.2", "20260101-000004-1.2"]


def test_what_a_power_cut_left_half_made_does_not_push_out_the_old_version(
    card: Card, project: Path
) -> None:
    card.run(project, "install.sh")
    (card.root / "opt/arbiter/versions/20260101-000001-9.9-half").mkdir()
    assert card.run(project, "update.sh").returncode == 0
    assert card.versions == ["20260101-000001-1.2", "20260101-000002-1.2"]


def test_an_update_brings_its_journal_and_rights_and_takes_them_back(
    card: Card, project: Path
) -> None:
    card.run(project, "install.sh")
    rules = project / "hardware/install/polkit.rules"
    there = card.root / "etc/polkit-1/rules.d/50-arbiter.rules"
    before = there.read_text(encoding="utf-8")
    rules.write_text("// newer\n", encoding="utf-8")
    assert card.run(project, "update.sh", SYSTEMCTL_FAILS="start").returncode == 1
    assert there.read_text(encoding="utf-8") == before
    assert card.run(project, "update.sh").returncode == 0
    assert there.read_text(encoding="utf-8") == "// newer\n"


def test_an_update_that_fails_the_doctor_goes_back(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    card.done()
    told = card.run(project, "update.sh", DOCTOR_FAILS="1")
    assert told.returncode == 1
    assert "did not pass the doctor; version 20260101-000001-1.2 is back" in told.stderr
    assert card.versions == [card.chosen] == ["20260101-000001-1.2"]
    assert card.done()[-1] == "systemctl start arbiter"


def test_an_update_that_does_not_start_goes_back(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    told = card.run(project, "update.sh", SYSTEMCTL_FAILS="start")
    assert told.returncode == 1
    assert "did not start; version 20260101-000001-1.2 is back" in told.stderr
    assert "the old version does not start either" in told.stdout
    assert card.versions == [card.chosen] == ["20260101-000001-1.2"]


def test_a_table_that_was_off_stays_off(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    card.done()
    assert card.run(project, "update.sh", SYSTEMCTL_FAILS="is-active").returncode == 0
    assert not any("start" in line or "stop" in line for line in card.done())


def test_nothing_installed_cannot_be_updated(card: Card, project: Path) -> None:
    told = card.run(project, "update.sh")
    assert told.returncode == 1
    assert "start hardware/install/install.sh first" in told.stderr


def test_an_uninstall_keeps_the_games_unless_told(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    state = card.root / "var/lib/arbiter"
    assert state.is_dir()
    told = card.run(project, "uninstall.sh")
    assert told.returncode == 0, told.stderr
    assert "the games stay in" in told.stdout
    assert not (card.root / "opt/arbiter").exists()
    assert not (card.root / "etc/systemd/system/arbiter.service").exists()
    assert (card.root / "etc/arbiter/table.toml").exists()
    assert "systemctl disable --now arbiter" in card.done()
    assert card.run(project, "uninstall.sh", "--all").returncode == 0
    assert not state.exists()
    assert not (card.root / "etc/arbiter").exists()


def test_an_unknown_word_uninstalls_nothing(card: Card, project: Path) -> None:
    card.run(project, "install.sh")
    assert card.run(project, "uninstall.sh", "--everything").returncode == 1
    assert (card.root / "opt/arbiter").exists()


def service() -> configparser.ConfigParser:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(INSTALL / "arbiter.service", encoding="utf-8")
    return unit


def test_the_service_is_watched_unprivileged_and_writes_in_its_own_place_alone() -> None:
    told = service()["Service"]
    assert (told["Type"], told["Restart"], told["User"]) == ("notify", "on-failure", "arbiter")
    assert 10 <= int(told["WatchdogSec"]) <= 60
    assert (told["ProtectSystem"], told["StateDirectory"]) == ("strict", "arbiter")
    assert told["ExecStart"] == "/usr/local/bin/arbiter table"
    # These close the devices that the table needs.
    assert not {"PrivateDevices", "ProtectClock", "DevicePolicy"} & set(told)


def test_games_are_kept_where_the_service_may_write() -> None:
    text = (INSTALL / "arbiter.service").read_text(encoding="utf-8")
    assert "\nEnvironment=ARBITER_HOME=/var/lib/arbiter\n" in text
    assert home({"ARBITER_HOME": "/var/lib/arbiter"}) == Path("/var/lib/arbiter")


def test_the_settings_that_are_installed_are_understood() -> None:
    settings = read_device_settings(INSTALL / "table.toml")
    assert (settings.camera, settings.display) == ("picamera2", "ssd1306-i2c")
    read_settings(INSTALL / "table.toml")


def test_the_journal_is_the_services_own_and_in_memory() -> None:
    journal = configparser.ConfigParser()
    journal.read(INSTALL / "journald.conf", encoding="utf-8")
    assert journal["Journal"]["Storage"] == "volatile"
    assert service()["Service"]["LogNamespace"] == "arbiter"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")
def test_systemd_understands_the_service(tmp_path: Path) -> None:
    # The program is not installed here: true stands in for it.
    unit = tmp_path / "arbiter.service"
    text = (INSTALL / "arbiter.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/usr/local/bin/arbiter table", "/bin/true"), encoding="utf-8")
    told = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck here")
@pytest.mark.parametrize("script", ["install.sh", "update.sh", "uninstall.sh", "lib.sh"])
def test_shellcheck_has_nothing_to_say(script: str) -> None:
    told = subprocess.run(
        ["shellcheck", "-x", script], cwd=INSTALL, capture_output=True, text=True, check=False
    )
    assert told.stdout == ""
