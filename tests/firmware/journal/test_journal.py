"""The journal of a game: what it writes and when, and what it says of a disk that fails."""

import errno
import os
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.journal import DiskFiles, Journal, Keeper, home
from firmware.journal.form import closing, read_game
from firmware.journal.journal import SPARE_BYTES
from firmware.journal.keeper import RETRY_S
from firmware.journal.tray import read_tray, write_tray
from firmware.referee import AlphatianTable, Referee, Tray
from rules import record
from rules.errors import RecordError
from rules.match import Match
from rules.record import Record, parse
from tests.firmware.journal.cuts import header_of, tray_of, whole_game
from tests.firmware.journal.disk import FOLDER, MemoryFiles

MATCHES = whole_game("alphatian", 3)
NAME = "2026-11-30-001.game"
DONE = "2026-11-30-001.txt"


def begun(files: MemoryFiles) -> Journal:
    """A journal of a game before its first throw."""
    journal = Journal(FOLDER, files)
    journal.begin(header_of(MATCHES[0]))
    return journal


def play(journal: Journal, first: int, last: int) -> None:
    """Append the events from first to last."""
    for match in MATCHES[first : last + 1]:
        journal.append(match, tray_of(match))


def text_of(match: Match) -> bytes:
    return record.format(Record(header_of(match), match.entries)).encode()


def screens(journal: Journal) -> list[str]:
    return [one.screen.split("\n")[0] for one in journal.complaints()]


def resumed(files: MemoryFiles) -> Match | None:
    """The match that a new journal finds on the disk."""
    found = Journal(FOLDER, MemoryFiles.of(files.files)).under_way()
    return None if found is None else found.match


# ---------------------------------------------------------------- what is written


def test_an_event_is_one_write_and_one_sync() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 1)
    before = len(files.steps)
    play(journal, 2, 2)
    assert [step.name for step in files.steps[before:]] == ["write", "sync"]
    journal.catch_up()
    assert len(files.steps) == before + 2


def test_the_file_under_way_holds_the_record_and_how_the_tray_lay() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 3)
    lines = files.files[NAME].splitlines(keepends=True)
    assert b"".join(line for line in lines if not line.startswith(b"= ")) == text_of(MATCHES[3])
    assert len([line for line in lines if line.startswith(b"= ")]) == 4
    reached = read_game(files.files[NAME])
    assert (reached.match, reached.tray, reached.fault) == (MATCHES[3], tray_of(MATCHES[3]), None)


def test_a_finished_game_is_a_text_record_alone() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, len(MATCHES))
    journal.finish()
    assert files.files == {DONE: text_of(MATCHES[-1])}
    assert parse(files.files[DONE]).entries == MATCHES[-1].entries
    assert journal.complaints() == []
    journal.finish()


def test_a_game_without_a_throw_is_not_kept() -> None:
    files = MemoryFiles()
    begun(files).finish()
    assert files.files == {}


def test_games_of_one_day_are_numbered_and_none_is_overwritten() -> None:
    files = MemoryFiles.of({"2026-11-30-001.damaged": b"dear", "2026-11-30-003.txt": b"dear"})
    for _ in range(2):
        journal = begun(files)
        play(journal, 1, 2)
        journal.finish()
        journal.close()
    names = ("001.damaged", "002.txt", "003.txt", "004.txt")
    assert sorted(files.files) == [f"2026-11-30-{name}" for name in names]
    assert files.files["2026-11-30-001.damaged"] == b"dear"


def test_a_paused_game_is_gone_on_with() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 4)
    journal.pause()
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[4]
    journal.resume(found)
    play(journal, 5, len(MATCHES))
    journal.finish()
    assert files.files == {DONE: text_of(MATCHES[-1])}


def test_the_game_played_last_is_the_one_under_way() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 4)
    journal.begin(header_of(MATCHES[0]))
    play(journal, 1, 2)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[2] and found.name == "2026-11-30-002.game"
    journal.abandon(found)
    assert files.files["2026-11-30-002.txt"] == text_of(MATCHES[2])
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[4]


def test_a_clock_that_jumped_back_does_not_hide_the_game_played_last() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 4)
    journal.begin(replace(header_of(MATCHES[0]), date="1970-01-01T00:03:00Z"))
    play(journal, 1, 2)
    assert resumed(files) == MATCHES[2]
    found = journal.under_way()
    assert found is not None and found.header.date == "1970-01-01T00:03:00Z"
    assert sorted(files.files) == ["2026-11-30-001.game", "2026-11-30-002.game"]


def test_a_number_that_was_freed_does_not_hide_the_game_played_last() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 4)
    journal.begin(header_of(MATCHES[0]))
    play(journal, 1, 4)
    files.names_now["copy.game"] = files.names_now.pop("2026-11-30-001.game")
    journal.begin(header_of(MATCHES[0]))
    play(journal, 1, 2)
    assert "2026-11-30-003.game" in files.files
    del files.names_now["copy.game"]
    assert resumed(files) == MATCHES[2]


def test_a_game_that_was_over_when_the_power_was_cut_is_finished() -> None:
    files = MemoryFiles()
    play(begun(files), 1, len(MATCHES))
    files = MemoryFiles.of(files.files)
    assert Journal(FOLDER, files).under_way() is None
    assert files.files == {DONE: text_of(MATCHES[-1])}


# ---------------------------------------------------------------- disks that fail


@pytest.mark.parametrize(
    ("code", "screen"),
    [
        (errno.ENOSPC, "Disk full:"),
        (errno.EDQUOT, "Disk full:"),
        (errno.EROFS, "Disk locked:"),
        (errno.EACCES, "Disk locked:"),
        (errno.EIO, "Disk fails:"),
        (errno.EAGAIN, "Another table"),
    ],
)
@pytest.mark.parametrize("step", ["open", "write", "sync", "rename", "sync_folder", "hold"])
@pytest.mark.parametrize("first", [1, 4])
def test_a_disk_that_refuses_is_said_once_and_caught_up_with(
    code: int, screen: str, step: str, first: int
) -> None:
    files = MemoryFiles()
    if first == 1:
        files.refuse, files.refused_steps = code, (step,)
    journal = begun(files)
    play(journal, 1, first - 1)
    files.refuse, files.refused_steps = code, (step,)
    play(journal, first, 6)
    if first == 1 or step in ("write", "sync"):
        assert screens(journal) == [screen]
        assert journal.troubled
    files.refuse = None
    play(journal, 7, 7)
    assert screens(journal) == (["Kept again"] if first == 1 or step in ("write", "sync") else [])
    assert not journal.troubled
    assert resumed(files) == MATCHES[7]
    play(journal, 8, len(MATCHES))
    journal.finish()
    assert files.files == {DONE: text_of(MATCHES[-1])}


@pytest.mark.parametrize("room", [0, 1, 100, 400])
def test_a_disk_that_fills_up_leaves_no_torn_line_behind(room: int) -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 3)
    files.room = room
    play(journal, 4, 8)
    assert screens(journal) == ["Disk full:"]
    assert resumed(files) in MATCHES[3:8]
    files.room = None
    journal.catch_up()
    assert screens(journal) == ["Kept again"]
    assert read_game(files.files[NAME]).fault is None
    assert resumed(files) == MATCHES[8]


@pytest.mark.parametrize("step", ["open", "write", "sync", "rename", "sync_folder", "remove"])
def test_a_game_that_ends_on_a_full_disk_is_kept_later(step: str) -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, len(MATCHES))
    files.refuse, files.refused_steps = errno.ENOSPC, (step,)
    journal.finish()
    journal.begin(header_of(MATCHES[0]))
    play(journal, 1, 2)
    assert screens(journal) == ["Disk full:"]
    files.refuse = None
    play(journal, 3, 3)
    assert screens(journal) == ["Kept again"]
    assert sorted(files.files) == [DONE, "2026-11-30-002.game"]
    assert files.files[DONE] == text_of(MATCHES[-1])


def test_a_file_that_was_taken_away_is_written_again() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 3)
    files.refuse, files.refused_steps = errno.EIO, ("sync",)
    play(journal, 4, 4)
    files.refuse = None
    files.names_now.clear()
    play(journal, 5, 5)
    assert screens(journal) == ["Disk fails:", "Kept again"]
    assert resumed(files) == MATCHES[5]


def test_a_game_that_rests_on_a_full_disk_goes_on_from_memory() -> None:
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, 3)
    files.refuse = errno.ENOSPC
    play(journal, 4, 6)
    journal.pause()
    found = journal.under_way()
    assert found is not None and (found.match, found.tray) == (MATCHES[6], tray_of(MATCHES[6]))
    journal.resume(found)
    play(journal, 7, 7)
    files.refuse = None
    play(journal, 8, 8)
    assert screens(journal) == ["Disk full:", "Kept again"]
    assert list(files.files) == [NAME] and resumed(files) == MATCHES[8]


def test_a_game_in_memory_alone_can_be_left_for_good() -> None:
    files = MemoryFiles()
    files.refuse = errno.ENOSPC
    journal = begun(files)
    play(journal, 1, 2)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[2]
    journal.abandon(found)
    assert journal.under_way() is None
    files.refuse = None
    journal.catch_up()
    assert files.files == {DONE: text_of(MATCHES[2])}


def test_a_locked_disk_can_still_be_read() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 3)
    files = MemoryFiles.of(files.files)
    files.refuse = errno.EROFS
    files.refused_steps = ("make_folder", "hold", "open", "write", "rename")
    journal = Journal(FOLDER, files)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[3]
    journal.resume(found)
    play(journal, 4, 5)
    assert screens(journal) == ["Disk locked:"]
    journal.check()
    assert screens(journal) == []


def test_a_locked_disk_does_not_work_again_because_it_was_read() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 3)
    files = MemoryFiles.of(files.files)
    files.refuse, files.refused_steps = errno.EROFS, ("make_folder", "hold")
    journal = Journal(FOLDER, files)
    assert not journal.check()
    assert journal.under_way() is not None
    assert screens(journal) == ["Disk locked:"]
    assert journal.troubled
    files.refuse = None
    assert journal.check()
    assert screens(journal) == ["Kept again"]


def test_an_unreadable_disk_has_no_game_under_way() -> None:
    files = MemoryFiles()
    files.refuse, files.refused_steps = errno.EIO, ("names",)
    journal = Journal(FOLDER, files)
    assert journal.under_way() is None
    assert screens(journal) == ["Disk fails:"]


def test_two_tables_do_not_write_to_one_folder(tmp_path: Path) -> None:
    first, second = Journal(tmp_path), Journal(tmp_path)
    first.begin(header_of(MATCHES[0]))
    play(first, 1, 2)
    assert second.under_way() is None
    assert screens(second) == ["Another table"]
    second.begin(header_of(MATCHES[0]))
    play(second, 1, 3)
    assert len(list(tmp_path.glob("*.game"))) == 1
    first.close()
    first.close()
    second.catch_up()
    assert screens(second) == ["Kept again"]
    assert sorted(path.name for path in tmp_path.glob("*.game")) == [NAME, "2026-11-30-002.game"]
    second.close()


@pytest.mark.parametrize(("free", "said"), [(SPARE_BYTES - 1, ["Disk nearly"]), (SPARE_BYTES, [])])
def test_little_space_is_said(free: int, said: list[str]) -> None:
    journal = Journal(FOLDER, MemoryFiles(free=free))
    assert journal.check()
    assert screens(journal) == said


# ---------------------------------------------------------------- damage


def flipped(raw: bytes, at: int) -> bytes:
    """The bytes with one bit changed."""
    return raw[:at] + bytes([raw[at] ^ 4]) + raw[at + 1 :]


@pytest.mark.parametrize("whole_lines", [True, False])
def test_a_torn_end_is_dropped_and_said(whole_lines: bool) -> None:
    files = MemoryFiles()
    play(begun(files), 1, 4)
    whole = files.files[NAME]
    line, _ = record.checked_lines(["stand"], read_game(whole).checksum)
    files = MemoryFiles.of({NAME: whole + (line.encode() if whole_lines else b"7d3e rol\0\0")})
    journal = Journal(FOLDER, files)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[4]
    assert screens(journal) == ["Power was cut:"]
    journal.resume(found)
    play(journal, 5, 5)
    assert files.files[NAME].startswith(whole)
    assert resumed(files) == MATCHES[5]


def test_a_flipped_bit_anywhere_is_noticed_and_the_file_kept() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 4)
    whole = files.files[NAME]
    offered = set()
    for at in range(0, len(whole), 7):
        raw = flipped(whole, at)
        files = MemoryFiles.of({NAME: raw})
        journal = Journal(FOLDER, files)
        found = journal.under_way()
        said = journal.complaints()
        assert len(said) == 1, at
        if found is None:
            assert files.files == {NAME: raw}
            continue
        offered.add(len(found.match.entries))
        assert found.match in MATCHES[:4]
        journal.resume(found)
        play(journal, 4, 5)
        assert raw in files.files.values() or "Power was cut" in said[0].screen
        assert resumed(files) == MATCHES[5]
    assert len(offered) == 4


def test_a_line_that_the_rules_do_not_know_ends_what_can_be_gone_on_with() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 2)
    whole = files.files[NAME]
    reached = read_game(whole)
    for text in ("roll 9 9 9 9 9", "sing", "name 3"):
        line, checksum = record.checked_lines([text], reached.checksum)
        from_there = line.encode() + _closing(checksum)
        again = read_game(whole + from_there)
        assert again.match == MATCHES[2] and again.text == whole
        assert again.fault is not None and not again.fault.torn
        assert again.fault.line == whole.count(b"\n") + 1


def test_a_tray_that_is_none_is_damage() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 2)
    whole = files.files[NAME]
    reached = read_game(whole)
    told = closing(reached.checksum, Tray()).split(" ", 2)
    bad = zlib.crc32(b"= {3}\n", reached.checksum)
    again = read_game(whole + f"{told[0]} {bad:08x} {{3}}\n".encode())
    assert again.text == whole and again.fault is not None and not again.fault.torn


def _closing(checksum: int) -> bytes:
    return closing(checksum, None).encode()


@pytest.mark.parametrize("raw", [b"", b"\n", b"x" * 50, b"\0" * 4096, b"= 12 {}\n"])
def test_a_file_of_nothing_is_left_and_said(raw: bytes) -> None:
    files = MemoryFiles.of({NAME: raw})
    journal = Journal(FOLDER, files)
    assert journal.under_way() is None
    assert screens(journal) == ["A kept game"]
    assert files.files == {NAME: raw}
    with pytest.raises(RecordError):
        read_game(raw)


def test_a_newer_programs_game_is_left_and_said() -> None:
    lines, checksum = record.checked_lines(["arbiter-record 2", "game go 1"])
    raw = lines.encode() + _closing(checksum)
    files = MemoryFiles.of({NAME: raw})
    journal = Journal(FOLDER, files)
    assert journal.under_way() is None
    assert screens(journal) == ["Kept by a newer"]
    assert files.files == {NAME: raw}


def test_an_older_game_is_offered_when_the_last_is_beyond_use() -> None:
    files = MemoryFiles()
    play(begun(files), 1, 4)
    files = MemoryFiles.of({**files.files, "2026-12-01-001.game": b"?"})
    assert resumed(files) == MATCHES[4]


# ---------------------------------------------------------------- the tray as text


def test_a_tray_is_read_as_it_was_written() -> None:
    tray = tray_of(MATCHES[3])
    assert tray is not None
    one, *_, other = tray.lay.values()
    full = Tray(tray.lay, {5: one}, {}, (one, other), ((other, 6),))
    assert read_tray(write_tray(full)) == full
    assert read_tray(write_tray(Tray())) == Tray()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '{"lay":{"0":0}}',
        '{"dice":[[1]]}',
        '{"void":3}',
        '{"said":[[0,1]]}',
        '{"dice":[[1,[],0.5,[1,2,3,4,5,6],null,[]]]}',
        '{"lay":' * 5000,
    ],
)
def test_what_is_no_tray_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_tray(text)


# ---------------------------------------------------------------- beside the loop


def test_the_keeper_writes_changes_alone_and_tries_a_bad_disk_again() -> None:
    files = MemoryFiles()
    journal = begun(files)
    game = AlphatianTable(MATCHES[0])
    keeper = Keeper(journal)
    referee = Referee(game)
    assert keeper(referee, 0.0) == [] and len(files.steps) == 5
    game.match = MATCHES[1]
    files.refuse = errno.ENOSPC
    assert [one.why for one in keeper(referee, 1.0)] == ["disk"]
    files.refuse = None
    assert keeper(referee, 1.0 + RETRY_S / 2) == []
    assert [one.screen for one in keeper(referee, 1.0 + RETRY_S)] == ["Kept again"]
    assert resumed(files) == MATCHES[1]


# ---------------------------------------------------------------- after the end


def cut_after_its_record() -> MemoryFiles:
    """The disk of a game that was finished, its power cut before the file under way went."""
    files = MemoryFiles()
    journal = begun(files)
    play(journal, 1, len(MATCHES))
    before = files.files[NAME]
    journal.finish()
    return MemoryFiles.of({**files.files, NAME: before})


def test_what_a_cut_left_of_a_finished_game_goes_at_the_next_start() -> None:
    files = cut_after_its_record()
    journal = Journal(FOLDER, files)
    assert journal.under_way() is None
    assert files.files == {DONE: text_of(MATCHES[-1])}
    assert journal.complaints() == []


def test_what_is_damaged_stays_beside_its_record() -> None:
    files = cut_after_its_record()
    files.names_now[NAME].text = b"x" + files.names_now[NAME].text[1:]
    before = files.files
    assert Journal(FOLDER, files).under_way() is None
    assert files.files == before


def test_the_names_last_before_the_file_goes() -> None:
    files = cut_after_its_record()
    Journal(FOLDER, files).under_way()
    assert [step.name for step in files.steps if step.name != "read"][-2:] == [
        "sync_folder",
        "remove",
    ]


def other_record() -> bytes:
    """The record of another game, as another table has it under the same name."""
    other = replace(header_of(MATCHES[-1]), date="2026-11-29")
    return record.format(Record(other, MATCHES[-1].entries)).encode()


@pytest.mark.parametrize("there", [text_of(MATCHES[-2]), other_record(), b"damaged"])
def test_a_game_that_the_record_beside_lacks_gets_one_of_its_own(there: bytes) -> None:
    files = cut_after_its_record()
    files.names_now[DONE].text = there
    assert Journal(FOLDER, files).under_way() is None
    assert files.files == {DONE: there, "2026-11-30-001-2.txt": text_of(MATCHES[-1])}


@pytest.mark.parametrize("there", [other_record(), b"damaged"])
def test_a_game_goes_on_beside_a_record_of_another(there: bytes) -> None:
    files = MemoryFiles()
    play(begun(files), 1, 5)
    files = MemoryFiles.of({**files.files, DONE: there})
    journal = Journal(FOLDER, files)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[5]
    journal.resume(found)
    play(journal, 6, len(MATCHES))
    files.refuse, files.refused_steps = errno.EIO, ("sync_folder",)
    journal.finish()
    files.refuse = None
    journal.catch_up()
    assert files.files == {DONE: there, "2026-11-30-001-2.txt": text_of(MATCHES[-1])}


def test_a_game_begins_also_after_the_last_name_there_is() -> None:
    last = "9999-12-31-999999.game"
    files = MemoryFiles.of({last: b""})
    play(begun(files), 1, 1)
    assert sorted(files.files) == ["9999-12-31-999999-2.game", last]


def test_what_another_table_plays_is_left_alone() -> None:
    files = cut_after_its_record()
    files.held = True
    before = files.files
    assert Journal(FOLDER, files).under_way() is None
    assert files.files == before


# ---------------------------------------------------------------- the disk itself


def test_the_real_disk_keeps_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    journal = Journal(folder)
    journal.begin(header_of(MATCHES[0]))
    play(journal, 1, 5)
    journal.close()
    with (folder / NAME).open("ab") as file:
        file.write(b"torn")
    journal = Journal(folder)
    found = journal.under_way()
    assert found is not None and found.match == MATCHES[5]
    journal.resume(found)
    play(journal, 6, len(MATCHES))
    journal.finish()
    journal.check()
    journal.close()
    assert (folder / DONE).read_bytes() == text_of(MATCHES[-1])
    assert sorted(path.name for path in folder.iterdir()) == [DONE, "lock"]


def test_the_real_disk_refuses_what_the_tests_disk_refuses(tmp_path: Path) -> None:
    files = DiskFiles()
    path = tmp_path / "f"
    with pytest.raises(FileNotFoundError):
        files.open(path, 4)
    path.write_bytes(b"123456")
    handle = files.open(path, 4)
    files.write(handle, b"ab")
    files.sync(handle)
    files.close(handle)
    assert path.read_bytes() == b"1234ab"
    with pytest.raises(FileNotFoundError):
        files.open(path, 7)
    (tmp_path / "link").symlink_to(path)
    with pytest.raises(OSError, match="link"):
        files.open(tmp_path / "link", 0)
    held = files.hold(tmp_path)
    with pytest.raises(BlockingIOError):
        files.hold(tmp_path)
    files.close(held)
    files.close(files.hold(tmp_path))
    assert files.names(tmp_path / "none") == []
    assert files.free_bytes(tmp_path / "none" / "there") > 0


def test_a_write_that_is_taken_in_pieces_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write: Callable[[int, bytes], int] = os.write
    monkeypatch.setattr(os, "write", lambda handle, text: write(handle, bytes(text)[:3]))
    files = DiskFiles()
    handle = files.open(tmp_path / "f", 0)
    files.write(handle, b"0123456789")
    files.close(handle)
    assert (tmp_path / "f").read_bytes() == b"0123456789"


@pytest.mark.parametrize(
    ("surroundings", "wanted"),
    [
        ({"ARBITER_HOME": "/srv/games"}, Path("/srv/games")),
        ({"ARBITER_HOME": "~/x"}, Path.home() / "x"),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/arbiter")),
        ({"XDG_DATA_HOME": "data", "ARBITER_HOME": ""}, Path.home() / ".local/share/arbiter"),
        ({}, Path.home() / ".local/share/arbiter"),
    ],
)
def test_where_games_are_kept(surroundings: dict[str, str], wanted: Path) -> None:
    assert home(surroundings) == wanted


def test_where_games_are_kept_is_asked_of_the_surroundings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path))
    assert home() == tmp_path


@pytest.mark.parametrize("record", [False, True])
def test_a_folder_that_is_called_like_a_game_is_passed_over(tmp_path: Path, record: bool) -> None:
    journal = Journal(tmp_path)
    one, other = whole_game("alphatian", 3)[:2]
    journal.begin(header_of(one))
    journal.append(other, None)
    journal.close()
    (kept,) = tmp_path.glob("*.game")
    (tmp_path / "9999-01-01-001.game").mkdir()
    if record:
        (tmp_path / "9999-01-01-001.txt").write_text("nothing\n")
    again = Journal(tmp_path)
    found = again.under_way()
    assert found is not None and found.name == kept.name
    assert again.complaints() == []
    again.close()
