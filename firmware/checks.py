"""`arbiter test`: every check of the project, one after another, and which of them failed."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, TextIO

__all__ = ["ROOT", "Check", "checks", "run"]

ROOT: Final = Path(__file__).parent.parent

TOOLS: Final = ("ruff", "mypy", "pytest", "pytest_cov", "xdist", "hypothesis", "babel")

WORKERS: Final = 2
"""Processes that share the tests, where there are as many cores (1 to 4): each takes 300 MB, and
what tests start comes on top."""


class Check(NamedTuple):
    """A check: its name, and the module of Python that does it with its arguments."""

    name: str
    command: tuple[str, ...]


def checks(arguments: Sequence[str], *, writable: bool) -> list[Check]:
    """Return the checks in their order, the quick ones first; the arguments go to pytest.

    writable: whether the tools may keep what they remember in the checkout.
    """
    ruff_keeps = () if writable else ("--no-cache",)
    mypy_keeps = () if writable else ("--cache-dir", os.devnull)
    pytest_keeps = () if writable else ("-p", "no:cacheprovider")
    # Tests of a file stay in one process, in their order.
    shared = min(WORKERS, len(os.sched_getaffinity(0)))
    workers = ("-n", str(shared), "--dist", "loadfile") if shared > 1 else ()
    coverage = ("--cov", "--cov-branch", "--cov-report", "term:skip-covered")
    return [
        Check("format", ("ruff", "format", "--check", *ruff_keeps, ".")),
        Check("lint", ("ruff", "check", *ruff_keeps, ".")),
        Check("types", ("mypy", "--strict", *mypy_keeps)),
        Check("layers", ("pytest", "-q", *pytest_keeps, "tests/test_layers.py")),
        Check("tests", ("pytest", *pytest_keeps, *workers, *coverage, *arguments)),
    ]


def run(arguments: Sequence[str], out: TextIO, root: Path = ROOT) -> int:
    """Run all checks in root, also after one has failed; return 1 when one did, and say which."""
    lacking = [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]
    if lacking:
        out.write(f"{', '.join(lacking)} not installed: ./arbiter test fetches the tools itself\n")
        return 2
    if not (root / "tests").is_dir():
        out.write(f"no tests in {root}: run ./arbiter test in a checkout\n")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        writable = os.access(root, os.W_OK)
        failed = [
            check.name
            for check in checks(arguments, writable=writable)
            if not _passes(check, root, None if writable else Path(folder), out)
        ]
    out.write(f"failed: {', '.join(failed)}\n" if failed else "all checks passed\n")
    return 1 if failed else 0


def _passes(check: Check, root: Path, elsewhere: Path | None, out: TextIO) -> bool:
    """Run one check; elsewhere is where coverage is written when root is not writable."""
    out.write(f"--- {check.name}: {' '.join(check.command)}\n")
    out.flush()
    surroundings = os.environ.copy()
    if elsewhere is not None:
        surroundings |= {
            "COVERAGE_FILE": str(elsewhere / "coverage"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
    began = time.monotonic()
    command = [sys.executable, "-m", *check.command]
    status = subprocess.run(command, cwd=root, env=surroundings, check=False).returncode  # noqa: S603 - our own tools
    said = "passed" if status == 0 else f"FAILED with status {status}"
    out.write(f"--- {check.name} {said} after {time.monotonic() - began:.0f} s\n\n")
    out.flush()
    return status == 0
