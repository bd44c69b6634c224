"""Names and settings: kept whole, or said."""

import errno
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import Kept
from firmware.journal.names import MAX_NAMES, SETTINGS
from tests.firmware.journal.disk import FOLDER, MemoryFiles, PowerCutError

OLD = Kept(("Zoë", "Ann"), 40, "off", "it", "alea", ("Ann",), set_up=True)
NEW = replace(OLD, brightness=90, options={"alea": {"cards": False}}, others={"later": [1]})


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    assert Kept.load(tmp_path / "a") == (Kept(), [])
    assert NEW.save(tmp_path / "a") == []
    assert Kept.load(tmp_path / "a") == (NEW, [])
    assert [path.name for path in (tmp_path / "a").iterdir()] == [SETTINGS]


def test_nothing_is_written_when_nothing_changed() -> None:
    files = MemoryFiles()
    OLD.save(FOLDER, files)
    steps = len(files.steps)
    assert steps
    OLD.save(FOLDER, files)
    assert len(files.steps) == steps


def test_after_a_power_cut_the_old_or_the_new_is_there_whole() -> None:
    for cut_at in range(100):
        files = MemoryFiles()
        OLD.save(FOLDER, files)
        files.cut_at = len(files.steps) + cut_at
        try:
            NEW.save(FOLDER, files)
            break
        except PowerCutError:
            for survivor in files.survivors():
                kept, said = Kept.load(FOLDER, MemoryFiles.of(survivor.files))
                assert kept in (OLD, NEW) and said == [], survivor.how
    assert cut_at == 5


def test_two_programs_that_save_at_once_leave_one_of_both_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[int] = []
    for at in range(1, 6):
        files = MemoryFiles()

        def other(_writing: bytes, files: MemoryFiles = files, at: int = at) -> None:
            steps.append(at)
            if len(steps) == at:
                files.watch = None
                monkeypatch.setattr("os.getpid", lambda: 2)
                assert NEW.save(FOLDER, files) == []
                monkeypatch.setattr("os.getpid", lambda: 1)

        steps.clear()
        files.watch = other
        monkeypatch.setattr("os.getpid", lambda: 1)
        assert OLD.save(FOLDER, files) == []
        kept, said = Kept.load(FOLDER, files)
        assert kept in (OLD, NEW) and said == []
        assert list(files.files) == [SETTINGS]
    assert len(steps) >= 5


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b"[]", b"[" * 100_000, b"\0" * 50])
def test_a_damaged_file_is_said_and_set_aside(raw: bytes) -> None:
    files = MemoryFiles.of({SETTINGS: raw, "table.damaged": b"older"})
    kept, said = Kept.load(FOLDER, files)
    assert kept == Kept()
    assert len(said) == 1 and SETTINGS in said[0].text and said[0].why == "disk"
    assert files.files["table-2.damaged"] == raw
    assert files.files["table.damaged"] == b"older"
    assert Kept.load(FOLDER, files) == (Kept(), [])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("brightness", 256),
        ("brightness", True),
        ("sound", "shrill"),
        ("sound", []),
        ("language", ""),
        ("names", "Ann"),
        ("names", ["A" * 41]),
        ("names", ["A\n"]),
        ("names", ["A"] * (MAX_NAMES + 1)),
        ("players", [3]),
        ("set_up", 1),
        ("game", "chess"),
        ("options", {"alea": 1}),
        ("options", []),
    ],
)
def test_one_wrong_setting_leaves_the_others(name: str, told: Any) -> None:
    good = {"brightness": 7, "language": "de"}
    raw = json.dumps({**good, name: told}).encode()
    files = MemoryFiles.of({SETTINGS: raw})
    kept, said = Kept.load(FOLDER, files)
    wanted = replace(Kept(), **{key: some for key, some in good.items() if key != name})  # type: ignore[arg-type]
    assert kept == wanted
    assert name in said[0].text
    assert files.files["table.damaged"] == raw


def test_a_disk_that_refuses_is_said() -> None:
    files = MemoryFiles.of({SETTINGS: b"{}"})
    files.refuse = errno.EROFS
    assert [one.screen for one in NEW.save(FOLDER, files)] == ["Settings\nnot kept"]
    assert files.files == {SETTINGS: b"{}"}
    files.refused_steps = ("read",)
    kept, said = Kept.load(FOLDER, files)
    assert kept == Kept() and "cannot be read" in said[0].text


def test_a_full_disk_leaves_no_half_written_file() -> None:
    files = MemoryFiles.of({SETTINGS: b"{}"})
    files.room = 20
    assert [one.screen for one in NEW.save(FOLDER, files)] == ["Settings\nnot kept"]
    assert files.files == {SETTINGS: b"{}"}


def test_a_damaged_file_on_a_locked_disk_is_left_and_said() -> None:
    files = MemoryFiles.of({SETTINGS: b"{"})
    files.refuse = errno.EROFS
    said = Kept.load(FOLDER, files)[1]
    assert [one.screen for one in said] == ["Settings damaged:\nas at first", "Settings\nnot kept"]
    files.refuse = None
    assert NEW.save(FOLDER, files) == []
    assert files.files["table.damaged"] == b"{"


def test_names_are_remembered_the_last_first() -> None:
    assert OLD.seen("Ben", "Ann").names == ("Ben", "Ann", "Zoë")
    assert OLD.seen("Ben", "Ann").players == ("Ben", "Ann")
    many = Kept().seen(*(f"P{k}" for k in range(MAX_NAMES)))
    assert many.seen("Q").names[:2] == ("Q", "P0") and len(many.seen("Q").names) == MAX_NAMES
