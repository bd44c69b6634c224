"""A detector of the usual kind beside the reader, for `arbiter bench --yolo FILE`.

The file is a network as ONNX that takes one picture, such as `python -m vision.training.yolo_like`
writes. onnxruntime runs it on one thread; it is needed for nothing else, so it may be absent.
Processor time is measured, so a second thread would be counted too.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.bench import ROUNDS, Figure
from vision.reading import DiceReader, Image

__all__ = ["HOW", "NotMeasuredError", "Session", "beside", "opened", "prepared"]

HOW: Final = (
    "`python -m vision.training.yolo_like OUT.onnx` writes one and `arbiter bench --yolo OUT.onnx` "
    "measures it, both with the training extra installed"
)

SIDE_PX: Final = 640
"""Of a network that takes pictures of any size."""

GREY: Final = (114, 114, 114)
"""What fills the sides of a picture that is not of the network's shape, as is usual for these."""

TURN: Final = "a reading, in turn with YOLO"


class NotMeasuredError(Exception):
    """Why there is no YOLO to compare with; one line for the user."""


class Input(Protocol):
    """What a network takes: a side that it leaves open is no int."""

    name: str
    shape: Sequence[object]
    type: str


class Meta(Protocol):
    """What the file says of the network."""

    custom_metadata_map: Mapping[str, str]


class Session(Protocol):
    """What is used of onnxruntime's InferenceSession."""

    def get_inputs(self) -> Sequence[Input]:
        """Return what the network takes."""
        ...

    def get_modelmeta(self) -> Meta:
        """Return what the file says of it."""
        ...

    def run(self, names: None, feed: Mapping[str, NDArray[np.float32]], /) -> Sequence[object]:
        """Return all that the network answers."""
        ...


def opened(path: Path) -> Session:
    """Return the network in the file, to be run on one thread; raise NotMeasuredError."""
    if not path.is_file():
        raise NotMeasuredError(f"there is no file {path}: {HOW}")
    try:
        import onnxruntime  # noqa: PLC0415 - it may be absent
    except ImportError as error:
        raise NotMeasuredError(f"onnxruntime is not here ({error}): {HOW}") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session: Session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # its errors have no other base
        raise NotMeasuredError(
            f"{path}: onnxruntime cannot load it ({_line(error)}): {HOW}"
        ) from error
    return session


def prepared(image: Image, height: int, width: int) -> NDArray[np.float32]:
    """Return the picture as (1, 3, height, width), red first, 0 to 1: shrunk, and filled up."""
    scale = min(height / image.shape[0], width / image.shape[1])
    inner = round(image.shape[1] * scale), round(image.shape[0] * scale)
    small = cv2.resize(image, inner, interpolation=cv2.INTER_LINEAR)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    right, bottom = width - inner[0] - left, height - inner[1] - top
    whole = cv2.copyMakeBorder(small, top, bottom, left, right, cv2.BORDER_CONSTANT, value=GREY)
    return np.asarray(cv2.dnn.blobFromImage(whole, 1 / 255, swapRB=True), np.float32)


def beside(reader: DiceReader, image: Image, path: Path) -> Iterable[Figure]:
    """Yield the times of a reading and of the network in the file, measured in turn.

    The network's once with its picture made ready before, and once with making it ready.
    Raises NotMeasuredError before the first when there is nothing to measure.
    """
    session = opened(path)
    taken = session.get_inputs()
    name, height, width = _picture(taken, path)
    ready = prepared(image, height, width)
    try:
        session.run(None, {name: ready})
    except Exception as error:  # its errors have no other base
        raise NotMeasuredError(
            f"{path}: onnxruntime cannot run it ({_line(error)}): {HOW}"
        ) from error
    read_ms, run_ms, whole_ms = _in_turn(
        lambda: reader.read(image, "auto"),
        lambda: session.run(None, {name: ready}),
        lambda: session.run(None, {name: prepared(image, height, width)}),
    )
    yield Figure(TURN, read_ms, "ms")
    label = f"YOLO {width} x {height}, picture made ready"
    yield Figure(label, run_ms, "ms", run_ms / read_ms, TURN)
    yield Figure("  with making it ready", whole_ms, "ms", whole_ms / read_ms, TURN)
    counted = session.get_modelmeta().custom_metadata_map.get("multiply_adds", "")
    if counted.isdecimal():
        yield Figure("  its multiply-adds", int(counted) / 1e6, "M")


def _picture(taken: Sequence[Input], path: Path) -> tuple[str, int, int]:
    """Return the name, height and width of the one picture that a network takes."""
    for only in taken if len(taken) == 1 else ():
        match [side if isinstance(side, int) else None for side in only.shape]:
            case [1 | None, 3, height, width] if only.type == "tensor(float)":
                return only.name, height or SIDE_PX, width or SIDE_PX
    told = ", ".join(f"{each.type} {list(each.shape)}" for each in taken)
    wanted = "one picture of floats, [1, 3, height, width]"
    raise NotMeasuredError(f"{path}: it takes {told}, not {wanted}: {HOW}")


def _in_turn(*works: Callable[[], object]) -> list[float]:
    """Return the median processor time of each in milliseconds; two rounds are not measured."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS + 2):
        for work, some in zip(works, times, strict=True):
            began = time.process_time()
            work()
            some.append((time.process_time() - began) * 1000)
    return [statistics.median(some[2:]) for some in times]


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
