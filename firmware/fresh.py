"""`arbiter test --fresh`: the README's two commands, as written, on a system without anything.

The system is Debian 13 (Trixie) in a folder, with Python 3.13 and its venv module and nothing else
of ours; in it an ordinary user has a copy of this checkout. The bare system is kept for the next
time; what was done in it is not.

`arbiter test --fresh-arm64` does so in a system for 64-bit Arm, which qemu emulates, slowly: it
types the first command as written, and instead of every check it runs ARM64_TESTS.
"""

import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TextIO

__all__ = ["AMD64", "ARM64", "Machine", "System", "readme_commands", "run"]

ROOT: Final = Path(__file__).parent.parent

RELEASE: Final = "trixie"
PACKAGES: Final = ("ca-certificates", "python3", "python3-venv")
"""What a person has installed before: the README says that the venv module may be missing."""

TOOLS: Final = ("debootstrap", "unshare", "chroot", "mount", "cp")

USER: Final = "player"
HOME: Final = f"/home/{USER}"

NETWORK: Final = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files of this machine by which the other reaches the network."""

PASSED_ON: Final = (
    "http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY",
    "PIP_INDEX_URL", "PIP_CERT", "PIP_DEFAULT_TIMEOUT",
)  # fmt: skip
"""Variables by which this machine reaches a network and packages."""

INSIDE: Final = (
    'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && '
    f'exec chroot --userspec={USER} "$1" /bin/sh -c "$2"'
)
"""What is run with a mount table of its own: $1 is the system's folder, $2 the command."""

ARM64_TESTS: Final = (
    "tests/rules",
    "tests/vision/test_finder.py",
    "tests/vision/test_judge.py",
    "tests/vision/test_network.py",
    "tests/vision/test_looked.py",
    "tests/vision/test_leaning.py",
)
"""The rules, and of the reader its networks, the finding of dice and what is made of both."""

EMULATION: Final = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
"""There when the kernel starts programs for 64-bit Arm with qemu."""

MODULES_LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "mutants", ".coverage"
)


class System(NamedTuple):
    """A system to make: the check's option and name, the processor, and Debian's word for that."""

    option: str
    processor: str
    debian: str

    @property
    def name(self) -> str:
        """The check's name in what is printed."""
        return self.option.removeprefix("--").replace("-", " ")


AMD64: Final = System("--fresh", "x86_64", "amd64")
ARM64: Final = System("--fresh-arm64", "aarch64", "arm64")


@dataclass(frozen=True, slots=True)
class Machine:
    """What the check needs of this machine; a test brings another.

    call: runs a command with some variables, shows what it says, and gives its status. which:
    where a tool is. is_root: whether this user may make a system. keep: the folder for the bare
    system. emulation: the file that is there when programs for 64-bit Arm are emulated.
    """

    call: Callable[[Sequence[str], Mapping[str, str]], int]
    which: Callable[[str], str | None] = shutil.which
    is_root: bool = True
    processor: str = "x86_64"
    keep: Path = Path("/var/cache/arbiter")
    emulation: Path = EMULATION


def this_machine() -> Machine:
    """The machine that this runs on; ARBITER_CACHE names another folder to keep systems in."""
    keep = os.environ.get("ARBITER_CACHE") or str(Path.home() / ".cache" / "arbiter")
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return Machine(_call, shutil.which, is_root, platform.machine(), Path(keep))


def readme_commands(readme: str) -> tuple[str, ...]:
    """The commands under "Two commands" as they are written, comments too."""
    found = re.search(r"^## Two commands\n+```[a-z]*\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError("README.md has no block of commands under 'Two commands'")
    return tuple(line for line in found.group(1).splitlines() if line.strip())


def run(
    out: TextIO, machine: Machine | None = None, root: Path = ROOT, made: System = AMD64
) -> int:
    """Run the commands in made; return 0 when all pass or the check cannot be made here, else 1."""
    here = machine or this_machine()
    obstacle = _obstacle(here, made)
    if obstacle is None:
        bare = here.keep / f"{RELEASE}-{made.processor}"
        obstacle = None if bare.is_dir() else _make(bare, made, here, out)
    if obstacle is not None:
        out.write(f"--- {made.name} SKIPPED: {obstacle}\n")
        return 0
    commands = readme_commands((root / "README.md").read_text(encoding="utf-8"))
    if made is ARM64:
        commands = (commands[0], *_part_of_the_tests())
    with tempfile.TemporaryDirectory(dir=here.keep, ignore_cleanup_errors=True) as folder:
        system = Path(folder) / "system"
        failed = _furnish(system, bare, here, root) or _type(commands, system, here, made, out)
    out.write(f"--- {made.name} FAILED: {failed}\n" if failed else f"--- {made.name} passed\n")
    return 1 if failed else 0


def _part_of_the_tests() -> tuple[str, ...]:
    """What is typed for the second command: fetch its tools, then run some of its tests."""
    tests = " ".join(ARM64_TESTS)
    return "./arbiter test --help", f".venv/bin/python -m pytest -q -p no:cacheprovider {tests}"


def _call(command: Sequence[str], variables: Mapping[str, str]) -> int:
    surroundings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", **variables}
    return subprocess.run(command, env=surroundings, check=False).returncode  # noqa: S603 - ours


def _obstacle(here: Machine, made: System) -> str | None:
    """Why a fresh system cannot be made here, with the remedy; None when it can."""
    emulated = made is ARM64 and here.processor != ARM64.processor
    if here.processor != made.processor and not emulated:
        return f"made for {made.processor}, this is {here.processor}"
    if emulated and not here.emulation.exists():
        return "nothing emulates 64-bit Arm here: sudo apt install qemu-user-static binfmt-support"
    lacking = [tool for tool in TOOLS if here.which(tool) is None]
    if lacking:
        return f"{', '.join(lacking)} not installed: sudo apt install debootstrap"
    if not here.is_root:
        return f"making a system takes root: sudo ./arbiter test {made.option}"
    return None


def _make(bare: Path, made: System, here: Machine, out: TextIO) -> str | None:
    """Make the bare system; what went wrong, None when nothing did."""
    out.write(f"--- {made.name}: fetching Debian {RELEASE} into {bare}, some minutes\n")
    out.flush()
    bare.parent.mkdir(parents=True, exist_ok=True)
    partial = bare.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    wanted = f"--include={','.join(PACKAGES)}"
    command = ["debootstrap", f"--arch={made.debian}", "--variant=minbase", wanted]
    if here.call([*command, RELEASE, str(partial)], _passed_on()) != 0:
        return "debootstrap failed, see above; it needs a network and a folder for devices"
    partial.rename(bare)
    return None


def _furnish(system: Path, bare: Path, here: Machine, root: Path) -> str | None:
    """Copy the bare system, give it network, a user, and the checkout; what went wrong."""
    if here.call(["cp", "-a", "--reflink=auto", str(bare), str(system)], {}) != 0:
        return f"cannot copy {bare}"
    for name in NETWORK:
        if (source := Path("/") / name).is_file():
            (system / name).unlink(missing_ok=True)
            shutil.copy(source, system / name)
    user = ["chroot", str(system), "useradd", "--create-home", USER]
    if here.call(user, {}) != 0:
        return f"cannot make the user {USER}"
    shutil.copytree(root, system / HOME[1:] / "arbiter", symlinks=True, ignore=MODULES_LEFT_OUT)
    owned = ["chroot", str(system), "chown", "-R", f"{USER}:{USER}", HOME]
    return "cannot give the user the checkout" if here.call(owned, {}) != 0 else None


def _type(
    commands: Sequence[str], system: Path, here: Machine, made: System, out: TextIO
) -> str | None:
    """Run each command as the user, in the checkout; the first that fails, or None."""
    for command in commands:
        out.write(f"--- {made.name}: $ {command}\n")
        out.flush()
        began = time.monotonic()
        typed = f"cd {HOME}/arbiter && {command}"
        inside = ["unshare", "--mount", "--pid", "--fork", "sh", "-c", INSIDE, "sh"]
        variables = {"HOME": HOME, "USER": USER, **_passed_on()}
        status = here.call([*inside, str(system), typed], variables)
        if status != 0:
            return f"{command.strip()} ended with status {status}"
        out.write(f"--- {made.name}: passed after {time.monotonic() - began:.0f} s\n")
    return None


def _passed_on() -> dict[str, str]:
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ}
