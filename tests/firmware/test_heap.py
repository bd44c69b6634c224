"""Memory goes back, measured in a process of its own."""

import platform
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

HELD = """
import os, sys
import numpy as np
from pathlib import Path
from firmware.heap import give_back_freed_memory

def held_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

if sys.argv[1] == "given back":
    give_back_freed_memory()
before = held_mb()
for _ in range(2):
    some = [np.ones(10_000_000, np.uint8) for _ in range(8)]
    pin = np.ones(1_000_000, np.uint8)  # lies above the others where these are in one heap
    del some
print(held_mb() - before)
"""


def held_mb(how: str) -> float:
    command = [sys.executable, "-c", HELD, how]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return float(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries do as they do")
def test_large_pieces_go_back_when_they_are_free() -> None:
    assert held_mb("kept") > 40
    assert held_mb("given back") < 5
