"""`arbiter bench`: speed and memory on this machine, each beside a fixed piece of work.

Machines differ; the ratio of a figure to the baseline of its own run differs much less, and is what
to compare between machines and over time. Times are those of the processor, on one thread.
"""

import itertools
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

import cv2
import numpy as np

from rules.games import GAMES, Game
from rules.playout import play_out
from vision.conditions import EVERY_S, check
from vision.motion import MotionGate
from vision.outline import find_tray, sample
from vision.reading import DiceReader, Image, Observation, Reading

__all__ = [
    "Figure",
    "alternative",
    "baselines",
    "forget_peak",
    "in_python",
    "motion_gate",
    "peak_mb",
    "picture",
    "pressing",
    "reading",
    "rules_speed",
    "run",
    "watching",
]

ROOT: Final = Path(__file__).parent.parent
ROUNDS: Final = 15
"""How often each piece of work is measured; the median counts."""

ACTIONS: Final = 1000
"""How many actions of each game are applied in a round, at least."""

FRAMES_S: Final = 5
"""Frames a second that a table takes, at least."""

SLOWER: Final = 6
"""How much slower than this machine's reader a button is tried with too: as on a small Pi."""

PLAYERS: Final = ("Ann", "Ben")
WIDTH_PX, HEIGHT_PX = 1280, 960
DIE_PX: Final = 64

PIPS_AT: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}

IMPORT: Final = """
import sys, time
began = time.perf_counter()
import {modules}
print((time.perf_counter() - began) * 1000)
"""

MEMORY: Final = """
import cv2, numpy
from firmware import bench
cv2.setNumThreads(1)
image = bench.picture()
bench.forget_peak()
before = bench.peak_mb()
from firmware.read import reader_maker
reader_maker(None)().read(image, "auto")
print(bench.peak_mb() - before)
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure; ratio is to the baseline named, in the same unit, when there is one."""

    name: str
    amount: float
    unit: str
    ratio: float | None = None
    baseline: str = ""


def run(as_json: bool, yolo: Path | None, out: TextIO, err: TextIO) -> int:
    """Measure everything and write it to out as it comes, or at the end as one JSON object.

    yolo: a network to run beside the reader. Why there is none is a line of out, or of err when
    out is for a program.
    """
    figures = []
    for figure in _all(yolo):
        if isinstance(figure, str):
            (err if as_json else out).write(f"{figure}\n")
            continue
        figures.append(figure)
        if not as_json:
            out.write(_line(figure))
            out.flush()
    if as_json:
        out.write(json.dumps([asdict(figure) for figure in figures]) + "\n")
    return 0


def _all(yolo: Path | None) -> Iterable[Figure | str]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        python, pictures = baselines()
        yield python
        yield pictures
        yield from rules_speed(python)
        from firmware.read import reader_maker  # noqa: PLC0415 - its import is measured apart

        reader = reader_maker(None)()
        yield from reading(reader, pictures)
        yield from alternative(reader, yolo)
        yield from pressing(reader)
        yield from motion_gate(pictures)
        yield from watching(pictures)
    finally:
        cv2.setNumThreads(threads)
    bare = in_python(IMPORT.format(modules="cv2, numpy"))
    yield Figure("import of cv2 and numpy", bare, "ms")
    vision = in_python(IMPORT.format(modules="vision"))
    yield Figure("import of vision", vision, "ms", vision / bare, "import of cv2 and numpy")
    yield Figure("memory of a reading above bare cv2", in_python(MEMORY, rounds=1), "MB")


def _line(figure: Figure) -> str:
    ratio = "" if figure.ratio is None else f"   {figure.ratio:8.3f} x {figure.baseline}"
    return f"{figure.name:<38}{figure.amount:12,.2f} {figure.unit:<5}{ratio}\n"


def _cpu_ms(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median processor time of the work in milliseconds, after two rounds unmeasured."""
    times = []
    for _ in range(rounds + 2):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times[2:])


def baselines() -> tuple[Figure, Figure]:
    """Return the fixed work: 100,000 steps of Python, and one blur of a picture by OpenCV."""
    image = picture()

    def steps() -> int:
        total = 0
        for i in range(100_000):
            total += i % 7
        return total

    def blur() -> Image:
        return np.asarray(cv2.GaussianBlur(image, (31, 31), 5.0), np.uint8)

    return (
        Figure("100,000 steps of Python", _cpu_ms(steps), "ms"),
        Figure("one blur by OpenCV", _cpu_ms(blur), "ms"),
    )


def rules_speed(python: Figure) -> Iterable[Figure]:
    """Yield for each game how many actions are applied a second, in games played by chance."""
    for name, game in GAMES.items():
        draw = random.Random(1).randrange  # noqa: S311 - no secret
        played: list[list[Any]] = []
        while sum(map(len, played)) < ACTIONS:
            # Players of Roman dice may bust for ever; a game is followed only so far.
            steps = itertools.islice(play_out(game, game.new_game(PLAYERS), draw), ACTIONS)
            played.append([action for action, _ in steps])

        def replay(game: Game = game, played: list[list[Any]] = played) -> None:
            for actions in played:
                state = game.new_game(PLAYERS)
                for action in actions:
                    state = game.apply(state, action).state

        each_ms = _cpu_ms(replay) / sum(map(len, played))
        ratio = each_ms * 1000 / python.amount
        beside = f"{python.name} (time of 1,000 actions)"
        yield Figure(f"{name} actions applied", 1000 / each_ms, "1/s", ratio, beside)


def reading(reader: DiceReader, pictures: Figure) -> Iterable[Figure]:
    """Yield the time of a full reading of six dice at 1,280 x 960, and of each of its stages."""
    from firmware.read import StagedReader  # noqa: PLC0415 - its import is measured apart

    image = picture()
    found = len(reader.read(image, "auto").readings)
    read_ms = _cpu_ms(lambda: reader.read(image, "auto"))
    name = f"reading 1,280 x 960 ({found} dice)"
    yield Figure(name, read_ms, "ms", read_ms / pictures.amount, pictures.name)
    if not isinstance(reader, StagedReader):
        return
    times: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        began = time.process_time()
        for stage, _ in reader.stages(image, "auto"):
            times.setdefault(stage, []).append((time.process_time() - began) * 1000)
            began = time.process_time()
    for stage, some in times.items():
        stage_ms = statistics.median(some)
        name = f"  its {stage} stage"
        yield Figure(name, stage_ms, "ms", stage_ms / pictures.amount, pictures.name)


def alternative(reader: DiceReader, yolo: Path | None) -> Iterable[Figure | str]:
    """Yield the times of a YOLO in turn with readings, or one line that says how to get them."""
    from firmware.yolo import HOW, NotMeasuredError, beside  # noqa: PLC0415 - it imports this module

    if yolo is None:
        yield f"no YOLO beside the reader: {HOW}"
        return
    try:
        yield from beside(reader, picture(), yolo)
    except NotMeasuredError as why:
        yield f"no YOLO beside the reader: {why}"


def pressing(reader: DiceReader) -> Iterable[Figure]:
    """Yield how long a button takes to the screen while frames are read, also SLOWER times slower.

    To stay below 100 ms. Processor time of one core, the reader's own within it.
    """
    from firmware.pressed import push  # noqa: PLC0415 - the table's import is measured apart

    for times, beside in ((1, "reading"), (SLOWER, f"reading {SLOWER} x slower")):
        pushed = push(reader, picture(), times)
        yield Figure(f"button to screen, {beside}", pushed.median_ms, "ms")
        yield Figure(f"  the slowest of {len(pushed.worked_ms)}", max(pushed.worked_ms), "ms")
        yield Figure("  the slowest by the clock", max(pushed.elapsed_ms), "ms")


def motion_gate(pictures: Figure) -> Iterable[Figure]:
    """Yield the time of the motion gate for a frame of 640 x 480: still, and with a hand in it."""
    still = np.asarray(cv2.resize(picture(), (640, 480), interpolation=cv2.INTER_AREA), np.uint8)
    hand = still.copy()
    cv2.ellipse(hand, (120, 0), (110, 260), 0, 0, 360, (110, 130, 165), -1, cv2.LINE_AA)
    for name, image in (("still", still), ("hand", hand)):
        gate = MotionGate()
        gate.glance(still, 0.0)
        gate.lies()
        glance_ms = _cpu_ms(partial(gate.glance, image, 0.0))
        label = f"motion gate 640 x 480 ({name})"
        yield Figure(label, glance_ms, "ms", glance_ms / pictures.amount, pictures.name)


def watching(pictures: Figure) -> Iterable[Figure]:
    """Yield what the tray watch does now and then at 640 x 480: minding the picture, the outline.

    The first is also told for each frame of FRAMES_S a second, and is to stay below 1 ms there.
    """
    image = np.asarray(cv2.resize(picture(), (640, 480), interpolation=cv2.INTER_AREA), np.uint8)
    places = [(110 + 80 * face, 240 + 60 * (-1) ** face) for face in PIPS_AT]
    readings = tuple(Reading(1, 1, 1.0, (x - 20, y - 20, 40, 40), (x, y)) for x, y in places)
    seen = Observation(readings, 640, 480)
    minded_ms = _cpu_ms(partial(check, image, seen, image))
    yield Figure("check of light and camera 640 x 480", minded_ms, "ms")
    part_ms = minded_ms / (EVERY_S * FRAMES_S)
    yield Figure(
        "  for each frame, in the mean", part_ms, "ms", part_ms / pictures.amount, pictures.name
    )
    found_ms = _cpu_ms(lambda: find_tray([sample(image, readings)]))
    yield Figure("outline of the tray", found_ms, "ms", found_ms / pictures.amount, pictures.name)


def picture() -> Image:
    """Return a drawn tray with six dice, 1 to 6, as (960, 1280, 3), the same on every call."""
    noise = np.random.default_rng(1).normal(0, 6, (HEIGHT_PX, WIDTH_PX, 3))
    image = np.full((HEIGHT_PX, WIDTH_PX, 3), (60, 90, 40), np.uint8)
    for face, pips in PIPS_AT.items():
        x, y = 220 + 160 * face, 480 + 120 * (-1) ** face
        turn = np.deg2rad(25 * face)
        across = np.array([np.cos(turn), np.sin(turn)])
        down = np.array([-np.sin(turn), np.cos(turn)])
        half = DIE_PX / 2
        corners = [
            (x, y) + half * (i * across + j * down) for i, j in [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        ]
        cv2.fillPoly(image, [np.array(corners).astype(np.int32)], (225, 230, 230), cv2.LINE_AA)
        for i, j in pips:
            px, py = (x, y) + DIE_PX * 0.26 * (i * across + j * down)
            cv2.circle(image, (round(px), round(py)), DIE_PX // 11, (25, 25, 25), -1, cv2.LINE_AA)
    return (image + noise).clip(0, 255).astype(np.uint8)


def forget_peak() -> None:
    """Let the peak begin anew at what is held now; what made the picture is not the reader's."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_mb() -> float:
    """Return the most memory that this process has held since forget_peak, in MB (Linux only)."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmHWM in /proc/self/status: memory is measured on Linux only")


def in_python(code: str, rounds: int = 5) -> float:
    """Return the least number that the code prints in a Python of its own."""
    command = [sys.executable, "-c", code]
    printed = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own code
        for _ in range(rounds)
    ]
    return min(float(number) for number in printed)
