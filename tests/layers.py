"""Who may import whom: the design's table, and the walk that finds each arrow that is wrong."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LAYERS: Final = ("rules", "vision", "hardware", "firmware")

CLOCKS: Final = frozenset({"time", "datetime", "sched", "timeit"})
CHANCE: Final = frozenset({"random", "secrets", "uuid"})
THREADS: Final = frozenset(
    {"threading", "_thread", "multiprocessing", "concurrent", "asyncio", "queue", "subprocess"}
)
FILES: Final = frozenset(
    {
        "os", "io", "pathlib", "shutil", "tempfile", "glob", "fileinput", "mmap", "fcntl", "socket",
        "select", "signal", "sqlite3", "dbm", "shelve", "zipfile", "tarfile", "gzip", "bz2", "lzma",
        "urllib", "http", "ftplib", "smtplib", "ssl", "ctypes", "logging", "sys",
    }
)  # fmt: skip
PI: Final = frozenset(
    {
        "picamera2", "libcamera", "gpiozero", "lgpio", "pigpio", "RPi", "rpi_lgpio", "rpi_ws281x",
        "smbus", "smbus2", "spidev", "luma", "board", "busio", "digitalio",
    }
)  # fmt: skip

NAMES_OF_FILES: Final = frozenset({"open", "input", "print"})
"""Builtins that read or write."""

CV2_NEVER: Final = frozenset(
    {"getTickCount", "TickMeter", "getCPUTickCount", "imread", "imwrite", "VideoCapture",
     "VideoWriter", "imshow", "waitKey"}
)  # fmt: skip
"""What of OpenCV is a clock, a file or a window."""


@dataclass(frozen=True)
class Layer:
    """What the modules under one folder may import; banned names are of the standard library.

    others: what is installed, by whole name or by a name that it lies under.
    """

    own: frozenset[str]
    others: frozenset[str]
    banned: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    cv2: frozenset[str] = frozenset()


NO_INPUT_OR_OUTPUT: Final = CLOCKS | CHANCE | THREADS | FILES

TABLE: Final = {
    "rules": Layer(frozenset({"rules"}), frozenset(), NO_INPUT_OR_OUTPUT, NAMES_OF_FILES),
    "rules/strategy": Layer(
        frozenset({"rules"}), frozenset({"numpy"}), NO_INPUT_OR_OUTPUT, NAMES_OF_FILES
    ),
    "vision": Layer(
        frozenset({"vision"}),
        frozenset({"numpy", "cv2"}),
        CLOCKS | THREADS,
        NAMES_OF_FILES,
        CV2_NEVER,
    ),
    "vision/training": Layer(
        frozenset({"vision"}),
        frozenset({"numpy", "cv2", "PIL", "torch", "numba", "onnx", "matplotlib"}),
    ),
    "hardware": Layer(frozenset({"hardware"}), frozenset({"numpy", "PIL", "cv2"})),
    "hardware/pi": Layer(frozenset({"hardware"}), frozenset({"numpy", "PIL", "cv2"}) | PI),
    "firmware": Layer(
        frozenset(LAYERS),
        frozenset({"numpy", "PIL", "cv2", "luma.core.bitmap_font", "luma.core.legacy"}),
    ),
    # The bench alone may run another detector beside the reader, where onnxruntime is.
    "firmware/yolo.py": Layer(frozenset(LAYERS), frozenset({"numpy", "cv2", "onnxruntime"})),
}  # fmt: skip
"""DESIGN.md's table; the longest folder, or file, that a module lies under is its layer."""


@dataclass(frozen=True)
class Import:
    """One import as it is written: the line, and the full dotted name ("" when it is computed)."""

    line: int
    name: str


def wrong_arrows(root: Path) -> list[str]:
    """Return what is wrong under root, a line each, and a line for each layer without a module."""
    wrong = []
    for layer in LAYERS:
        modules = sorted((root / layer).rglob("*.py"))
        if not modules:
            wrong.append(f"{layer}: has no modules")
        for path in modules:
            wrong += (f"{path.relative_to(root)}:{said}" for said in _wrong_in(path, root))
    return wrong


def _wrong_in(path: Path, root: Path) -> Iterator[str]:
    inside = path.relative_to(root)
    name = max((name for name in TABLE if inside.is_relative_to(name)), key=len)
    layer = TABLE[name]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for found in imports(tree, inside):
        if (said := _judge(found.name, name, layer)) is not None:
            yield f"{found.line}: {said}"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called)) if called in layer.calls:
                yield f"{node.lineno}: {name} calls {called}()"
            case ast.Attribute(value=ast.Name(id="cv2"), attr=used) if used in layer.cv2:
                yield f"{node.lineno}: {name} uses cv2.{used}"


def _judge(imported: str, name: str, layer: Layer) -> str | None:
    first = imported.split(".")[0]
    if not imported:
        return f"{name} imports a name that is computed, which nobody can check"
    if first in LAYERS:
        if first not in layer.own:
            return f"{name} imports {imported}: an arrow that the design has not"
        if _under(imported, "vision.training") and name != "vision/training":
            return f"{name} imports {imported}: nothing may import the training"
        return None
    if first in layer.banned:
        return f"{name} imports {imported}: no clocks, chance, threads or files there"
    if first in sys.stdlib_module_names or any(_under(imported, other) for other in layer.others):
        return None
    return f"{name} imports {imported}: not among what it may import"


def _under(name: str, above: str) -> bool:
    return name == above or name.startswith(above + ".")


def imports(tree: ast.AST, inside: Path) -> Iterator[Import]:
    """Yield every import of a module that lies at inside, those in functions and strings too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, inside)
            # `from vision import training` names a module too.
            yield from (Import(node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and _imports_by_call(node.func):
            named = node.args[0] if node.args else None
            literal = isinstance(named, ast.Constant) and isinstance(named.value, str)
            yield Import(node.lineno, named.value if literal else "")  # type: ignore[union-attr]


def _base(node: ast.ImportFrom, inside: Path) -> str:
    if not node.level:
        return node.module or ""
    parts = inside.parts[: -node.level]
    return ".".join((*parts, node.module) if node.module else parts)


def _imports_by_call(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in {"__import__", "import_module"}
    return isinstance(function, ast.Attribute) and function.attr in {"import_module", "__import__"}
