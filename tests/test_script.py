"""The arbiter script, with a stand-in for the system's Python that fetches nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CLI = """
import os, sys
print("cli", *sys.argv[1:], os.getcwd(), sep="|")
"""

PYPROJECT = """
[project]
dependencies = ["numpy>=1.26,<3", "colour; python_version < '3'"]
[project.optional-dependencies]
pi = ["gpiozero"]
dev = ["pytest"]
"""

SYSTEM_PYTHON = """#!/bin/sh
# Stands in for the system's Python {version}: its venv holds a stand-in too.
case "$*" in
    *platform*) echo {version} ;;
    *ensurepip*) exit {lacks_venv} ;;
    *"-m venv"*)
        echo "$*" >>"$ACCOUNT"
        for last; do :; done
        case "$*" in *--clear*) rm -rf "$last" ;; esac
        mkdir -p "$last/bin"
        case "$*" in *--system-site-packages*) system=true ;; *) system=false ;; esac
        echo "include-system-site-packages = $system" >"$last/pyvenv.cfg"
        cp "$STAND_IN" "$last/bin/python"
        ;;
esac
"""

VENV_PYTHON = """#!/bin/sh
# Stands in for the environment's Python: pip only writes down what it was asked for.
case "$*" in
    *"pip --version"*) exit "${{PIP_BROKEN:-0}}" ;;
    *"pip install"*)
        for last; do :; done
        echo "install $(tr '\\n' ' ' <"$last")" >>"$ACCOUNT"
        if [ -n "${{PIP_SAYS:-}}" ]; then echo "$PIP_SAYS"; exit 1; fi
        if [ -n "${{PIP_WAITS:-}}" ]; then echo waiting >"$PIP_WAITS"; cat "$PIP_WAITS.go"; fi
        ;;
    *"import numpy, cv2"*) exit "${{DOES_NOT_LOAD:-0}}" ;;
    *) exec {python} "$@" ;;
esac
"""


class Checkout:
    """A checkout with a space in its path, a command line of one line, and a system of our own."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "the table"
        (self.root / "firmware").mkdir(parents=True)
        shutil.copy(ROOT / "arbiter", self.root / "arbiter")
        (self.root / "firmware" / "cli.py").write_text(CLI, encoding="utf-8")
        (self.root / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
        self.bin = folder / "bin"
        self.bin.mkdir()
        tools = "sh dirname readlink cksum cat grep rm mkdir cp tail tr sync env"
        for tool in [*tools.split(), *(["flock"] if shutil.which("flock") else [])]:
            (self.bin / tool).symlink_to(shutil.which(tool) or "/bin/false")
        self.account = folder / "account"
        self.account.touch()
        self.stand_in = folder / "stand-in"
        self.stand_in.write_text(VENV_PYTHON.format(python=f"'{sys.executable}'"), encoding="utf-8")
        self.stand_in.chmod(0o755)

    def python(self, name: str, version: str, *, lacks_venv: bool = False) -> None:
        """Put a stand-in for a Python of this version on the path."""
        text = SYSTEM_PYTHON.format(version=version, lacks_venv=int(lacks_venv))
        (self.bin / name).write_text(text, encoding="utf-8")
        (self.bin / name).chmod(0o755)

    def surroundings(self, **more: str) -> dict[str, str]:
        return {
            "PATH": str(self.bin), "ACCOUNT": str(self.account), "STAND_IN": str(self.stand_in),
            "ARBITER_PI": "0", **more,
        }  # fmt: skip

    def start(
        self, *arguments: str, script: Path | None = None, cwd: Path | None = None, **more: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [str(script or self.root / "arbiter"), *arguments],
            cwd=cwd or self.root, env=self.surroundings(**more), capture_output=True, text=True,
            check=False,
        )  # fmt: skip

    def done(self) -> list[str]:
        """Return what was made and installed since the last call."""
        lines = self.account.read_text(encoding="utf-8").splitlines()
        self.account.write_text("")
        return ["venv" if "-m venv" in line else line.strip() for line in lines]


RUN = "install numpy>=1.26,<3 colour; python_version < '3'"
DEV = f"{RUN} pytest"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path)
    made.python("python3", "3.11.2")
    return made


def test_the_first_use_makes_the_environment_and_later_ones_only_start(checkout: Checkout) -> None:
    first = checkout.start("read", "a b.jpg")
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"cli|read|a b.jpg|{checkout.root}\n"
    assert "first use: setting up, about a minute" in first.stderr
    assert "another start" not in first.stderr
    assert checkout.done() == ["venv", RUN]
    again = checkout.start("demo")
    assert (again.stdout, again.stderr) == (f"cli|demo|{checkout.root}\n", "")
    assert checkout.done() == []


def test_it_runs_through_a_link_from_anywhere(checkout: Checkout, tmp_path: Path) -> None:
    link, elsewhere = tmp_path / "bin" / "dice", tmp_path / "else where"
    link.symlink_to(checkout.root / "arbiter")
    elsewhere.mkdir()
    (elsewhere / "firmware").mkdir()
    (elsewhere / "firmware" / "cli.py").write_text("raise SystemExit('the wrong one')")
    told = checkout.start("demo", script=link, cwd=elsewhere)
    assert told.stdout == f"cli|demo|{elsewhere}\n"
    assert (checkout.root / ".venv").is_dir()


def test_the_tools_of_the_checks_come_with_the_first_test(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    first = checkout.start("test")
    assert "first test: fetching the tools" in first.stderr
    assert checkout.done() == [DEV]
    assert checkout.start("test").stderr == ""
    assert checkout.start("demo").stderr == ""
    assert checkout.done() == []


def test_a_first_test_on_a_bare_machine_is_enough_for_all(checkout: Checkout) -> None:
    checkout.start("test")
    assert checkout.done() == ["venv", DEV]
    assert checkout.start("demo").stderr == ""


def test_changed_dependencies_are_installed(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    changed = PYPROJECT.replace("numpy>=1.26", "numpy>=2.0")
    (checkout.root / "pyproject.toml").write_text(changed, encoding="utf-8")
    assert "has changed: setting up anew" in checkout.start("demo").stderr
    assert checkout.done() == [RUN.replace("1.26", "2.0")]
    assert checkout.start("demo").stderr == ""


def test_an_environment_without_its_stamp_is_mended_where_it_is(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    (checkout.root / ".venv" / ".arbiter-run").unlink()
    assert "not complete: mending it" in checkout.start("demo").stderr
    assert checkout.done() == [RUN]


def test_an_environment_without_pip_is_made_anew(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    (checkout.root / ".venv" / ".arbiter-run").unlink()
    assert checkout.start("demo", PIP_BROKEN="1").returncode == 0
    assert checkout.done() == ["venv", RUN]


def test_an_environment_whose_python_has_gone_is_made_anew(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    python = checkout.root / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert checkout.start("demo").returncode == 0
    assert checkout.done() == ["venv", RUN]


def test_no_network_is_told_and_the_next_start_goes_on(checkout: Checkout) -> None:
    said = "NewConnectionError: Temporary failure in name resolution"
    told = checkout.start("demo", PIP_SAYS=said)
    assert (told.returncode, told.stdout) == (1, "")
    assert "no network" in told.stderr.splitlines()[-1]
    checkout.done()
    assert checkout.start("demo").returncode == 0
    assert checkout.done() == [RUN]


def test_another_failure_of_pip_is_shown_with_its_account(checkout: Checkout) -> None:
    told = checkout.start("demo", PIP_SAYS="no space left")
    assert told.returncode == 1
    assert "no space left" in told.stderr
    assert "arbiter-setup.log" in told.stderr


def test_packages_that_do_not_load_are_fetched_afresh_and_then_refused(checkout: Checkout) -> None:
    told = checkout.start("demo", DOES_NOT_LOAD="1")
    assert told.returncode == 1
    assert checkout.done() == ["venv", RUN, "venv", RUN]
    assert not (checkout.root / ".venv" / ".arbiter-run").exists()


def test_a_missing_venv_module_is_told_with_its_package(checkout: Checkout) -> None:
    checkout.python("python3", "3.11.2", lacks_venv=True)
    checkout.python("apt", "0")
    told = checkout.start("demo")
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == (
        "arbiter: Python 3.11.2 lacks its venv module; install it with:"
        " sudo apt install python3.11-venv"
    )


def test_the_next_python_is_taken_when_the_first_lacks_venv(checkout: Checkout) -> None:
    checkout.python("python3", "3.13.5", lacks_venv=True)
    checkout.python("python3.12", "3.12.1")
    told = checkout.start("demo")
    assert told.returncode == 0
    assert "making .venv with Python 3.12.1" in told.stderr


@pytest.mark.parametrize("version", ["3.9.2", "3.10.12", "3.14.0", "2.7.18"])
def test_a_python_too_old_or_too_new_is_told_with_its_version(
    checkout: Checkout, version: str
) -> None:
    checkout.python("python3", version)
    told = checkout.start("demo")
    assert told.returncode == 1
    assert f"no Python 3.11 to 3.13 here (found: python3 is {version})" in told.stderr


def test_no_python_at_all_is_told(checkout: Checkout) -> None:
    (checkout.bin / "python3").unlink()
    assert "(found: none)" in checkout.start("demo").stderr


def test_a_python_can_be_named(checkout: Checkout) -> None:
    checkout.python("my python", "3.13.0")
    named = str(checkout.bin / "my python")
    assert "with Python 3.13.0" in checkout.start("demo", ARBITER_PYTHON=named).stderr


def test_a_pi_sees_the_systems_packages_and_gets_its_own(checkout: Checkout) -> None:
    python = str(checkout.bin / "python3")
    assert checkout.start("demo", ARBITER_PI="1", ARBITER_PYTHON=python).returncode == 0
    config = checkout.root / ".venv" / "pyvenv.cfg"
    assert config.read_text() == "include-system-site-packages = true\n"
    venv, installed = checkout.done()
    assert venv == "venv"
    assert installed.startswith(f"{RUN} gpiozero")
    assert checkout.start("demo", ARBITER_PI="1", ARBITER_PYTHON=python).stderr == ""


def test_an_environment_of_the_other_kind_is_made_anew(checkout: Checkout) -> None:
    checkout.start("demo")
    checkout.done()
    python = str(checkout.bin / "python3")
    assert checkout.start("demo", ARBITER_PI="1", ARBITER_PYTHON=python).returncode == 0
    assert checkout.done()[0] == "venv"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_checkout_that_cannot_be_written_is_told(checkout: Checkout) -> None:
    checkout.root.chmod(0o555)
    told = checkout.start("demo")
    checkout.root.chmod(0o755)
    assert told.returncode == 1
    assert "start once as a user who can write there" in told.stderr


def test_a_ready_checkout_writes_nothing(checkout: Checkout) -> None:
    checkout.start("demo")
    before = {path: path.stat().st_mtime_ns for path in checkout.root.rglob("*.arbiter*")}
    names = sorted(path.name for path in checkout.root.iterdir())
    checkout.start("demo")
    assert before == {path: path.stat().st_mtime_ns for path in checkout.root.rglob("*.arbiter*")}
    assert names == sorted(path.name for path in checkout.root.iterdir())


@pytest.mark.skipif(shutil.which("flock") is None, reason="no flock here")
def test_a_second_start_waits_for_the_first(checkout: Checkout, tmp_path: Path) -> None:
    waits, go = tmp_path / "waits", tmp_path / "waits.go"
    os.mkfifo(waits)
    os.mkfifo(go)
    start = [str(checkout.root / "arbiter"), "demo"]
    with subprocess.Popen(
        start, cwd=checkout.root, env=checkout.surroundings(PIP_WAITS=str(waits)),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as first:  # fmt: skip
        waits.read_text()  # the first is inside pip now
        with subprocess.Popen(
            start, cwd=checkout.root, env=checkout.surroundings(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as second:  # fmt: skip
            assert second.stderr is not None
            assert "another start is setting up" in second.stderr.readline()
            go.write_text("go\n")
            assert first.communicate()[0].startswith("cli|demo")
            assert second.communicate()[0].startswith("cli|demo")
    assert checkout.done() == ["venv", RUN]


def test_a_set_up_that_is_stopped_is_mended(checkout: Checkout, tmp_path: Path) -> None:
    waits, go = tmp_path / "waits", tmp_path / "waits.go"
    os.mkfifo(waits)
    os.mkfifo(go)
    with subprocess.Popen(
        [str(checkout.root / "arbiter"), "demo"], cwd=checkout.root,
        env=checkout.surroundings(PIP_WAITS=str(waits)), stderr=subprocess.PIPE, text=True,
    ) as first:  # fmt: skip
        waits.read_text()
        first.terminate()
        go.write_text("go\n")
        assert "the next start goes on from here" in first.communicate()[1]
    assert first.returncode == 130
    assert not (checkout.root / ".venv" / ".arbiter-run").exists()
    checkout.done()
    assert checkout.start("demo").returncode == 0
    assert checkout.done() == [RUN]


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="no shellcheck here")
@pytest.mark.parametrize("script", ["arbiter", ".ci/run"])
def test_shellcheck_has_nothing_to_say(script: str) -> None:
    told = subprocess.run(
        ["shellcheck", str(ROOT / script)], capture_output=True, text=True, check=False
    )
    assert told.stdout == ""


def test_continuous_integration_runs_every_check() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert 'sh ./arbiter test "$@"' in lines
    assert "set -euo pipefail" in lines
