"""The command line as it is typed."""

import io
import subprocess
import sys
from pathlib import Path
from typing import TextIO, cast

import pytest
from PIL import Image as Pictures

from firmware import checks, cli
from firmware.plain_stream import PlainStream, beneath
from firmware.usage import Parser, UsageError, invalid, one_of

ROOT = Path(__file__).parent.parent.parent


def arbiter(*arguments: str, stdout: int = subprocess.PIPE) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "firmware.cli", *arguments]
    return subprocess.run(
        command, cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys, "--help")
    assert (status, err) == (0, "")
    for name in cli.COMMANDS:
        assert f"\n  {name} " in out


def test_nothing_typed_shows_help_as_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = said(capsys)
    assert (status, out) == (2, "")
    assert "usage: arbiter COMMAND" in err


@pytest.mark.parametrize("command", ["demo", "read", "replay", "evaluate", "bench", "test"])
def test_each_command_has_its_own_help(command: str) -> None:
    told = arbiter(command, "--help")
    assert told.returncode == 0
    assert told.stdout.startswith(f"usage: arbiter {command}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["raed"], "Invalid command 'raed': did you mean read?"),
        (["READ"], "Invalid command 'READ': did you mean read?"),
        (["--hlep"], "Invalid option '--hlep': did you mean --help?"),
        (["read", "--dice", "romn", "a.jpg"], "Invalid --dice 'romn': did you mean roman?"),
        (["read", "--jsno", "a.jpg"], "Invalid option '--jsno': did you mean --json?"),
        (["read", "--anotate=x", "a.jpg"], "Invalid option '--anotate': did you mean --annotate?"),
        (["replay", "x", "--game", "alpha"], "Invalid --game 'alpha': did you mean alphatian?"),
        (["replay", "x", "y"], "unexpected argument 'y': arbiter replay takes no more of them"),
    ],
)
def test_what_is_mistyped_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert said(capsys, *arguments) == (2, "", f"arbiter: {message}\n")


def test_what_resembles_nothing_is_answered_with_all_there_is() -> None:
    assert str(invalid("--dice", "qqq", ["roman", "pips"])) == (
        "Invalid --dice 'qqq': expected one of pips, roman"
    )


def test_what_is_lacking_is_told_with_where_to_look(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = said(capsys, "read")
    assert status == 2
    assert "PHOTO" in err
    assert "arbiter read --help" in err


def test_an_option_cannot_be_shortened() -> None:
    parser = Parser("arbiter x", "")
    parser.add_argument("--dice", type=one_of("--dice", ["pips"]))
    assert parser.understood(["--dice", "pips"]).dice == "pips"
    with pytest.raises(UsageError, match="did you mean --dice"):
        parser.understood(["--dic", "pips"])


def test_help_and_mistakes_load_no_opencv() -> None:
    code = "import sys, firmware.cli as c; c.main(['raed']); print('cv2' in sys.modules)"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_a_file_that_fails_ends_with_status_2(tmp_path: Path) -> None:
    told = arbiter("read", str(tmp_path / "none.jpg"))
    assert told.returncode == 2
    assert told.stderr == f"arbiter: {tmp_path / 'none.jpg'}: no such file or directory\n"


def test_a_reader_that_goes_away_ends_the_command_quietly(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def gone(arguments: object) -> int:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setitem(cli.COMMANDS, "read", cli.Command("", gone))
    monkeypatch.setattr("os.dup2", lambda *ends: None)
    assert cli.main(["read"]) == 141
    assert capfd.readouterr().err == ""


def test_head_ends_the_command_quietly() -> None:
    command = f"{sys.executable} -m firmware.cli --help | head -c 1; echo ${{PIPESTATUS[0]}}"
    told = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stderr == ""
    assert told.stdout in {"u0\n", "u141\n"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w", encoding="ascii") as full:
        told = arbiter("--help", stdout=full.fileno())
    assert told.returncode == 1
    assert told.stderr == "arbiter: cannot write the output: No space left on device\n"


def test_a_key_that_stops_it_ends_with_status_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "demo", cli.Command("", stopped))
    assert said(capsys, "demo") == (130, "", "\narbiter: stopped\n")


def test_letters_that_the_terminal_lacks_are_escaped(tmp_path: Path) -> None:
    Pictures.new("RGB", (9, 9)).save(tmp_path / "x.png")
    command = [sys.executable, "-m", "firmware.cli", "read", "骰子.jpg"]
    told = subprocess.run(
        command, cwd=ROOT, capture_output=True, check=False, env={"PYTHONIOENCODING": "ascii"}
    )
    assert told.returncode == 2
    assert told.stderr == b"arbiter: \\u9ab0\\u5b50.jpg: no such file or directory\n"


def test_every_check_is_run_and_the_failed_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tests").mkdir()
    passing, failing = ("platform",), ("json.tool", "no such file")
    listed = [checks.Check("a", failing), checks.Check("b", passing), checks.Check("c", failing)]
    monkeypatch.setattr(checks, "checks", lambda arguments, writable: listed)
    out = io.StringIO()
    assert checks.run([], out, tmp_path) == 1
    assert out.getvalue().endswith("failed: a, c\n")
    del listed[0], listed[1]
    out = io.StringIO()
    assert checks.run([], out, tmp_path) == 0
    assert out.getvalue().endswith("all checks passed\n")


def test_the_checks_are_no_weaker_than_promised() -> None:
    listed = {check.name: check.command for check in checks.checks(["-k", "x"], writable=True)}
    assert listed["format"] == ("ruff", "format", "--check", ".")
    assert listed["lint"] == ("ruff", "check", ".")
    assert listed["types"] == ("mypy", "--strict")
    assert listed["layers"][-1] == "tests/test_layers.py"
    assert {"--cov", "--cov-branch"} <= set(listed["tests"])
    assert listed["tests"][-2:] == ("-k", "x")


@pytest.mark.parametrize(("cores", "shared"), [({3}, None), ({0, 1}, "2"), (set(range(16)), "2")])
def test_the_tests_are_shared_between_two_processes_where_there_are_two_cores(
    cores: set[int], shared: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: cores)
    command = checks.checks([], writable=True)[-1].command
    if shared is None:
        assert "-n" not in command
    else:
        assert command[command.index("-n") + 1] == shared
        assert command[command.index("--dist") + 1] == "loadfile"


def test_a_checkout_that_cannot_be_written_is_left_alone() -> None:
    listed = {check.name: check.command for check in checks.checks([], writable=False)}
    assert "--no-cache" in listed["format"]
    assert "--no-cache" in listed["lint"]
    assert "/dev/null" in listed["types"]
    assert "no:cacheprovider" in listed["tests"]


def test_tools_that_are_not_there_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "TOOLS", ("ruff", "no_such_tool"))
    out = io.StringIO()
    assert checks.run([], out) == 2
    assert out.getvalue().startswith("no_such_tool not installed")


def test_a_place_without_tests_is_refused(tmp_path: Path) -> None:
    out = io.StringIO()
    assert checks.run([], out, tmp_path) == 2
    assert "run ./arbiter test in a checkout" in out.getvalue()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(36, "File name too long", "x" * 5_000), f"arbiter: '{'x' * 200}': File name too"),
        (PermissionError(13, "Permission denied", "a\x1b"), "arbiter: 'a\\x1b': Permission denied"),
        (OSError(28, "No space left on device", "shot.jpg"), "arbiter: 'shot.jpg': No space"),
        (OSError("the lens is shut"), "arbiter: the lens is shut"),
    ],
)
def test_what_the_system_refuses_is_told_without_a_trace(
    error: OSError,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refused(arguments: object) -> int:
        raise error

    monkeypatch.setitem(cli.COMMANDS, "read", cli.Command("", refused))
    assert cli.main(["read"]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_a_terminal_that_is_gone_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def gone(arguments: object) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setitem(cli.COMMANDS, "read", cli.Command("", gone))
    monkeypatch.setattr("os.dup2", lambda *ends: None)
    assert cli.main(["read"]) == 1
    assert capfd.readouterr().err == "arbiter: cannot write the output: Input/output error\n"


@pytest.mark.parametrize("command", ["replay", "measure", "evaluate", "screens"])
def test_an_error_names_a_file_without_the_controls_in_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    place = tmp_path / "odd\r\x1b[31m\x9b.zip"
    place.write_bytes(b"nothing")
    assert cli.main([command, str(place)]) == 2
    told = capsys.readouterr().err
    assert "odd\\r\\x1b[31m\\x9b.zip" in told
    assert not any(letter in told for letter in "\r\x1b\x9b")


def test_a_line_that_counts_up_still_goes_to_the_terminal_beneath() -> None:
    below = io.StringIO()
    plain = PlainStream(below)
    beneath(cast(TextIO, plain)).write("\r\x1b[K1 of 2")
    plain.write("\x1b[K\n")
    assert below.getvalue() == "\r\x1b[K1 of 2\\x1b[K\n"
    assert beneath(below) is below
