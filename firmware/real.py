"""`arbiter test --real-camera`, `--real-gpio`, `--real-install`: on what is really beneath.

Each is a script under tests/real, with what it needs made once and kept. Where that is not there
or cannot be made here, the check is skipped with its reason.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO

from firmware.fresh import this_machine

__all__ = ["OPTIONS", "run"]

ROOT: Final = Path(__file__).parent.parent

OPTIONS: Final = {
    "--real-camera": "camera.sh",
    "--real-gpio": "gpio.sh",
    "--real-install": "install.sh",
}

SKIPPED: Final = 77
"""Exit status of a script that cannot be run here; its last line says why."""

Call = Callable[[Sequence[str], TextIO], tuple[int, str]]
"""Runs a command, shows what it says, and gives its status and its last line."""


def run(option: str, out: TextIO, call: Call | None = None) -> int:
    """Run one of OPTIONS; give 0 when it passed or cannot be run here, else 1."""
    name = option.removeprefix("--").replace("-", " ")
    script = ROOT / "tests" / "real" / OPTIONS[option]
    if not script.is_file():
        out.write(f"--- {name} SKIPPED: no {script}: run it in a checkout\n")
        return 0
    out.write(f"--- {name}: {script}\n")
    out.flush()
    command = ["sh", str(script), str(this_machine().keep), sys.executable]
    status, last = (call or _call)(command, out)
    if status == SKIPPED:
        out.write(f"--- {name} SKIPPED: {last}\n")
        return 0
    said = "passed" if status == 0 else f"FAILED with status {status}"
    out.write(f"--- {name} {said}\n")
    return int(status != 0)


def _call(command: Sequence[str], out: TextIO) -> tuple[int, str]:
    last = ""
    with subprocess.Popen(  # noqa: S603 - our own scripts
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            last = line.strip() or last
            out.write(line)
            out.flush()
    return running.returncode, last
