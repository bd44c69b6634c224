import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.finder import STRIDE, Candidate, Finder, decode
from vision.reader import MODELS

ROOT = Path(__file__).parents[2]


def empty(rows: int = 10, columns: int = 12) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    answer = np.zeros((9, rows, columns), np.float32)
    answer[0] = -8.0
    return answer


def put(
    answer: np.ndarray[tuple[int, ...], np.dtype[np.float32]],
    row: int,
    column: int,
    heat: float = 3.0,
    size_px: float = 32.0,
) -> None:
    answer[0, row, column] = heat
    answer[1:3, row, column] = 0.25, -0.25
    answer[3:7, row, column] = np.log(np.array([20, 21, 22, 23]) / STRIDE)
    answer[7, row, column] = np.log(size_px / STRIDE)


def test_a_warm_cell_becomes_a_candidate_in_pixels() -> None:
    answer = empty()
    put(answer, 4, 6)
    (found,) = decode(answer)
    assert found.center == pytest.approx((6.75 * STRIDE, 4.25 * STRIDE))
    assert found.size == pytest.approx(32.0, rel=1e-4)
    assert found.box == pytest.approx((54 - 20, 34 - 21, 42, 44), rel=1e-4)
    assert found.heat == pytest.approx(1 / (1 + np.exp(-3)), rel=1e-4)


def test_a_die_found_in_two_cells_is_one_die() -> None:
    answer = empty()
    put(answer, 4, 4, heat=3.0)
    put(answer, 4, 6, heat=2.0)
    assert [round(c.heat, 2) for c in decode(answer)] == [0.95]


def test_dice_side_by_side_are_two_dice() -> None:
    answer = empty()
    put(answer, 4, 3)
    put(answer, 4, 7)
    assert len(decode(answer)) == 2


def test_what_is_cold_is_no_die() -> None:
    answer = empty()
    put(answer, 4, 3, heat=-1.5)
    assert decode(answer) == []
    assert len(decode(answer, least=0.1)) == 1


def test_the_surest_comes_first() -> None:
    answer = empty()
    put(answer, 2, 2, heat=1.0)
    put(answer, 7, 8, heat=4.0)
    heats = [c.heat for c in decode(answer)]
    assert heats == sorted(heats, reverse=True)


def test_a_face_too_small_to_be_one_is_dropped() -> None:
    answer = empty()
    put(answer, 4, 3, size_px=1.0)
    assert decode(answer) == []


def test_scaling_moves_place_size_and_outline_together() -> None:
    die = Candidate((10.0, 20.0), 8.0, (5.0, 15.0, 12.0, 14.0), 0.9)
    large = die.scaled(2.0, 2.0)
    assert large == Candidate((20.0, 40.0), 16.0, (10.0, 30.0, 24.0, 28.0), 0.9)


MEMORY = """
import ctypes, os
import cv2
import numpy as np
from pathlib import Path
from vision.finder import Finder
from vision.reader import MODELS

def held_mb():
    ctypes.CDLL(None).malloc_trim(0)  # what is free goes back
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

cv2.setNumThreads(1)
finder = Finder(MODELS / "finder.onnx")
image = np.zeros((640, 640, 3), np.uint8)
finder.look(image, 640)
before = held_mb()
finder.look(image, 1280)
print(held_mb() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="memory is read as glibc has it")
def test_a_close_look_leaves_no_memory_behind() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert float(done.stdout) < 10  # megabytes; 60 where the network is kept


class Cells:
    """Stands in for a network: keeps the picture that it gets, and sees a die where it is red."""

    def setInput(self, blob: np.ndarray[Any, np.dtype[np.float32]]) -> None:  # noqa: N802
        self.seen = blob[0]

    def forward(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        rows, columns = (side // STRIDE for side in self.seen.shape[1:])
        answer = empty(rows, columns)
        red = self.seen[2].reshape(rows, STRIDE, columns, STRIDE).mean(axis=(1, 3))
        row, column = np.unravel_index(red.argmax(), red.shape)
        put(answer, int(row), int(column))
        answer[1:3, row, column] = 0
        return answer[None]


@pytest.mark.parametrize("size", [(240, 320), (480, 640), (959, 1281), (1921, 2559)])
def test_a_picture_of_any_size_is_brought_to_the_look_and_back(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    height, width = size
    image = np.full((height, width, 3), 80, np.uint8)
    x, y = round(0.7 * width), round(0.4 * height)
    side = width // 40
    image[y - side : y + side, x - side : x + side] = (80, 80, 255)
    finder = Finder(MODELS / "finder.onnx")
    cells = Cells()
    monkeypatch.setattr(finder, "_usual", cells)
    (found,) = finder.look(image, 320)
    assert found.center == pytest.approx((x, y), abs=width / 320 * STRIDE)
    assert cells.seen.shape == (3, 256, 320)
    outside = cells.seen[:, round(320 * height / width) :]
    assert outside.size == 0 or outside.max() == 0
    inside = cells.seen[:, : round(320 * height / width)]
    assert inside[1].mean() == pytest.approx(80 / 255, abs=0.01)
