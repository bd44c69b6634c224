"""Every command that a reader finds in the documents: run, or parsed, or a reason why not.

Commands in blocks are held to more than those in a sentence: a block is what people copy.
"""

import contextlib
import io
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from firmware import cli
from hardware import building

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "hardware/BUILDING.md")

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:\./)?arbiter [a-z][^`]*)`")
PLACEHOLDER = re.compile(r"[\[\]{}]|\.\.\.|\b[A-Z]+\b")

BY_ANOTHER_TEST = {
    "./arbiter play": "tests/firmware/play/test_tmux.py",  # waits for keys
    "./arbiter demo": "tests/firmware/test_demo.py",
    "./arbiter test": "tests/test_script.py",
    ".venv/bin/python -m hardware.building hq_6mm 360 270 > hardware/stand/sizes.scad":
        "tests/hardware/test_building.py",
    "sudo hardware/install/install.sh": "tests/hardware/test_install.py",
    "sudo hardware/install/update.sh": "tests/hardware/test_install.py",
    "sudo hardware/install/uninstall.sh": "tests/hardware/test_install.py",
    "arbiter calibrate": "tests/firmware/test_calibrate_command.py",
    "arbiter doctor": "tests/firmware/doctor",
    "arbiter capture my-dice": "tests/firmware/test_capture.py",
    "arbiter evaluate my-dice/index.csv": "tests/firmware/test_capture.py",
}  # fmt: skip
"""Commands that are run, or run in parts, by the tests of a file."""

NOT_HERE = {
    "sudo apt install --no-install-recommends python3-venv python3-picamera2 python3-lgpio":
        "python3-picamera2 is in the archive of Raspberry Pi OS alone; names and order are those "
        "that install.sh asks for, which its tests compare",
    "sudo systemctl enable --now arbiter": "takes a running systemd; the unit itself is verified",
    "journalctl --namespace=arbiter": "takes a running systemd",
    "sudo -u arbiter ARBITER_HOME=/var/lib/arbiter arbiter games":
        "takes an installed table; the folder is the one that the service is given",
    "hardware/stand/export.sh":
        "takes OpenSCAD; the tests compare what the parts were made from with the model",
}  # fmt: skip
"""Commands that cannot be run in a test, and why."""


def blocks(document: str, *languages: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [body for language, body in BLOCK.findall(text) if language in languages]


def commands(document: str) -> list[str]:
    """The commands in a document's blocks: without comments, continued lines joined."""
    found: list[str] = []
    for body in blocks(document, "", "sh"):
        for line in body.splitlines():
            if line.startswith("{"):
                continue  # what a command prints
            if line.startswith(" ") and found:
                found[-1] += " " + line.strip()
            elif line.strip():
                found.append(re.sub(r"\s+# .*", "", line).strip())
    return found


ALL = [(document, line) for document in DOCUMENTS for line in commands(document)]


def options_of(command: str) -> str:
    """What a command's own help says."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
        cli.COMMANDS[command].run(["--help"])
    return said.getvalue()


def check_arbiter(line: str) -> None:
    """The command and its options are there."""
    words = line.split()
    assert words[1] in cli.COMMANDS, f"there is no command {words[1]}: {line}"
    told = options_of(words[1])
    for option in re.findall(r"--[a-z][a-z-]*", line):
        assert option in told or option == "--help", f"{words[1]} has no {option}: {line}"


def test_there_are_commands_to_check() -> None:
    assert {document for document, _ in ALL} == set(DOCUMENTS)
    assert len(ALL) > 15


@pytest.mark.parametrize(("document", "line"), ALL)
def test_a_command_is_run_somewhere_or_says_why_not(
    document: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_arbiter = re.match(r"(\./)?arbiter ", line) is not None
    if is_arbiter:
        check_arbiter(line)
    if line in NOT_HERE:
        assert len(NOT_HERE[line]) > 20
    elif line in BY_ANOTHER_TEST:
        assert (ROOT / BY_ANOTHER_TEST[line]).exists()
    elif is_arbiter and PLACEHOLDER.search(line):
        pass  # a synopsis: its options were checked
    else:
        assert is_arbiter, f"{document}: nothing runs {line!r}"
        run(line, tmp_path, monkeypatch)


def run(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command of the documents in a folder that has what the checkout has."""
    for name in ("tests", "firmware"):
        (folder / name).symlink_to(ROOT / name)
    monkeypatch.chdir(folder)
    with contextlib.redirect_stdout(io.StringIO()):
        assert cli.main(shlex.split(line)[1:]) == 0, line


@pytest.mark.parametrize("table", [BY_ANOTHER_TEST, NOT_HERE], ids=["elsewhere", "not here"])
def test_no_entry_outlives_its_command(table: dict[str, str]) -> None:
    assert set(table) <= {line for _, line in ALL}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_in_sentences_exist(document: str) -> None:
    text = BLOCK.sub("", (ROOT / document).read_text(encoding="utf-8"))
    for line in INLINE.findall(text):
        check_arbiter(line)


def test_the_python_in_the_readme_says_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    for body in blocks("README.md", "python"):
        exec(body, {})
        printed = capsys.readouterr().out.splitlines()
        comments = re.findall(r"^print\(.*?\)  # (.*)$", body, re.MULTILINE)
        assert printed[0] == comments[0]


def test_the_line_of_json_has_the_keys_that_read_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = next(
        json.loads(line)
        for body in blocks("README.md", "")
        for line in body.splitlines()
        if line.startswith('{"file"')
    )
    cli.main(["read", "--json", str(ROOT / "tests/data/rendered/pips_20.jpg")])
    printed = json.loads(capsys.readouterr().out)
    assert list(shown) == list(printed)
    assert list(shown["dice"][0]) == list(printed["dice"][0])


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_and_pictures_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    folder = (ROOT / document).parent
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (folder / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_into_a_document_meet_a_heading(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target, place in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", text):
        other = (ROOT / document).parent / (target or Path(document).name)
        headings = re.findall(r"^#+ (.*)$", other.read_text(encoding="utf-8"), re.MULTILINE)
        assert place in [heading.lower().replace(",", "").replace(" ", "-") for heading in headings]


def test_the_packages_are_those_that_the_script_asks_for() -> None:
    script = (ROOT / "hardware/install/install.sh").read_text(encoding="utf-8")
    packages = re.search(r"^packages='(.*)'$", script, re.MULTILINE)
    assert packages is not None
    command = f"sudo apt install --no-install-recommends {packages.group(1)}"
    assert command in commands("hardware/BUILDING.md")


@pytest.mark.skipif(shutil.which("openscad") is None, reason="no OpenSCAD here")
def test_openscad_makes_a_part(tmp_path: Path) -> None:
    import subprocess

    stl = tmp_path / "tee.stl"
    scad = building.FOLDER / "stand" / "stand.scad"
    told = subprocess.run(
        ["openscad", "--quiet", "-D", 'part="tee"', "-o", str(stl), str(scad)],
        capture_output=True, text=True, check=False, cwd=scad.parent,
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (0, "")
    assert stl.stat().st_size > 10_000
