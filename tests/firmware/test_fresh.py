"""The check on a fresh system, with a machine that only writes down what it is asked to run."""

import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from firmware import cli, fresh
from firmware.fresh import ARM64, ARM64_TESTS, Machine, readme_commands, run

ROOT = Path(fresh.__file__).parent.parent


class Stage:
    """Pretends to run; makes the folders that the real commands would."""

    def __init__(self, keep: Path, fails: str = "nothing at all") -> None:
        self.keep, self.fails = keep, fails
        self.ran: list[str] = []
        self.seen: list[str] = []

    def call(self, command: Sequence[str], variables: Mapping[str, str]) -> int:
        line = " ".join(command)
        self.ran.append(line)
        if re.search(self.fails, line):
            return 3
        if command[0] == "debootstrap":
            Path(command[-1]).mkdir(parents=True)
        if command[0] == "cp":
            for name in ("etc/ssl/certs", "home/player"):
                (Path(command[-1]) / name).mkdir(parents=True)
        if command[0] == "unshare":
            checkout = Path(command[-2]) / "home/player/arbiter"
            self.seen = sorted(path.name for path in checkout.iterdir())
        return 0

    def machine(self, **more: object) -> Machine:
        given: dict[str, object] = {"which": lambda tool: f"/bin/{tool}", "keep": self.keep}
        return Machine(self.call, **{**given, **more})  # type: ignore[arg-type]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "checkout"
    (root / ".git").mkdir(parents=True)
    (root / ".venv").mkdir()
    (root / "arbiter").touch()
    (root / "README.md").write_text("## Two commands\n\n```\n./arbiter a  # x\n./arbiter b\n```\n")
    return root


def test_both_commands_are_typed_as_they_are_written(checkout: Path, tmp_path: Path) -> None:
    stage, out = Stage(tmp_path / "keep"), io.StringIO()
    assert run(out, stage.machine(), checkout) == 0
    assert out.getvalue().endswith("--- fresh passed\n")
    typed = [line for line in stage.ran if line.startswith("unshare")]
    assert [line.split(" && ")[-1] for line in typed] == ["./arbiter a  # x", "./arbiter b"]
    assert all("--userspec=player" in line for line in typed)
    assert stage.seen == ["README.md", "arbiter"]  # neither .git nor .venv
    assert [path.name for path in stage.keep.iterdir()] == ["trixie-x86_64"]


def test_the_bare_system_is_made_once(checkout: Path, tmp_path: Path) -> None:
    stage = Stage(tmp_path / "keep")
    for _ in range(2):
        run(io.StringIO(), stage.machine(), checkout)
    assert sum(line.startswith("debootstrap") for line in stage.ran) == 1


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"is_root": False}, "takes root: sudo ./arbiter test --fresh"),
        ({"which": lambda tool: None}, "debootstrap, unshare, chroot, mount, cp not installed"),
        ({"processor": "aarch64"}, "this is aarch64"),
    ],
)
def test_what_cannot_be_checked_here_is_skipped_aloud(
    checkout: Path, tmp_path: Path, more: dict[str, object], reason: str
) -> None:
    stage, out = Stage(tmp_path / "keep"), io.StringIO()
    assert run(out, stage.machine(**more), checkout) == 0
    assert "--- fresh SKIPPED: " in out.getvalue()
    assert reason in out.getvalue()
    assert stage.ran == []


def test_without_a_network_it_is_skipped_and_nothing_half_made_is_kept(
    checkout: Path, tmp_path: Path
) -> None:
    stage, out = Stage(tmp_path / "keep", "^debootstrap"), io.StringIO()
    assert run(out, stage.machine(), checkout) == 0
    assert "SKIPPED: debootstrap failed" in out.getvalue()
    assert not (stage.keep / "trixie-x86_64").exists()


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        (r"arbiter b$", "./arbiter b ended with status 3"),
        (r"^cp", "cannot copy"),
        (r"^chroot .* useradd ", "cannot make the user player"),
        (r"^chroot .* chown ", "cannot give the user the checkout"),
    ],
)
def test_what_fails_is_named(checkout: Path, tmp_path: Path, fails: str, said: str) -> None:
    stage, out = Stage(tmp_path / "keep", fails), io.StringIO()
    assert run(out, stage.machine(), checkout) == 1
    assert said in out.getvalue().splitlines()[-1]
    assert out.getvalue().splitlines()[-1].startswith("--- fresh FAILED: ")


def test_the_readme_has_two_commands() -> None:
    commands = readme_commands((ROOT / "README.md").read_text(encoding="utf-8"))
    assert [command.split()[:2] for command in commands] == [
        ["./arbiter", "demo"], ["./arbiter", "test"],
    ]  # fmt: skip


def test_a_readme_without_them_is_refused() -> None:
    with pytest.raises(ValueError, match="no block of commands"):
        readme_commands("# Arbiter\n")


def test_the_machine_is_this_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_CACHE", str(tmp_path))
    here = fresh.this_machine()
    assert here.keep == tmp_path
    assert here.call(["true"], {}) == 0
    assert here.call(["false"], {}) == 1


@pytest.mark.parametrize("name", ["fresh", "fresh-arm64"])
def test_it_is_an_option_of_the_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(fresh, "this_machine", lambda: Machine(lambda c, v: 1, lambda tool: None))
    assert cli.main(["test", f"--{name}"]) == 0
    assert f"--- {name.replace('-', ' ')} SKIPPED" in capsys.readouterr().out


@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
def test_arm64_gets_a_system_of_its_own_and_its_part_of_the_tests(
    checkout: Path, tmp_path: Path, processor: str
) -> None:
    stage, out = Stage(tmp_path / "keep"), io.StringIO()
    emulation = tmp_path / "qemu-aarch64"
    if processor == "x86_64":
        emulation.touch()
    here = stage.machine(processor=processor, emulation=emulation)
    assert run(out, here, checkout, ARM64) == 0
    assert out.getvalue().endswith("--- fresh arm64 passed\n")
    (made,) = [line for line in stage.ran if line.startswith("debootstrap")]
    assert " --arch=arm64 " in made
    assert [path.name for path in stage.keep.iterdir()] == ["trixie-aarch64"]
    typed = [line.split(" && ")[-1] for line in stage.ran if line.startswith("unshare")]
    assert typed[:2] == ["./arbiter a  # x", "./arbiter test --help"]
    assert typed[2].endswith(" ".join(ARM64_TESTS))
    assert len(typed) == 3


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, "nothing emulates 64-bit Arm here: sudo apt install qemu-user-static"),
        ({"processor": "riscv64"}, "nothing emulates 64-bit Arm here"),
        ({"processor": "aarch64", "is_root": False}, "sudo ./arbiter test --fresh-arm64"),
        ({"processor": "aarch64", "which": lambda tool: None}, "debootstrap, unshare, chroot"),
    ],
)
def test_arm64_is_skipped_aloud_where_it_cannot_be_made(
    checkout: Path, tmp_path: Path, more: dict[str, object], reason: str
) -> None:
    stage, out = Stage(tmp_path / "keep"), io.StringIO()
    here = stage.machine(emulation=tmp_path / "nothing", **more)
    assert run(out, here, checkout, ARM64) == 0
    assert "--- fresh arm64 SKIPPED: " in out.getvalue()
    assert reason in out.getvalue()
    assert stage.ran == []


def test_the_part_of_the_tests_is_there() -> None:
    assert [name for name in ARM64_TESTS if not (ROOT / name).exists()] == []
