"""How the process keeps memory: large pieces go back to the system once they are free."""

import ctypes
import platform
from typing import Final

__all__ = ["give_back_freed_memory"]

LARGE_BYTES: Final = 4_000_000
"""What is larger has memory of its own, which goes back when it is freed. Smaller pieces are kept
for the next (1 to 8 MB: with 0.25 MB a reading takes a tenth longer, with 4 MB no time that could
be measured; the C library's own way keeps pieces of up to 32 MB once one was freed)."""

TRIM_THRESHOLD: Final = -1
MMAP_THRESHOLD: Final = -3
"""What glibc's mallopt calls these two (malloc.h)."""


def give_back_freed_memory() -> None:
    """Let memory stay flat after a crowded picture; does nothing without glibc."""
    if platform.libc_ver()[0] == "glibc":
        libc = ctypes.CDLL(None)
        libc.mallopt(MMAP_THRESHOLD, LARGE_BYTES)
        libc.mallopt(TRIM_THRESHOLD, LARGE_BYTES)
