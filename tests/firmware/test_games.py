"""`arbiter games`: what is listed, shown, exported and deleted, and what is refused."""

import errno
import io
import json
from pathlib import Path
from typing import Any

import pytest

from firmware import cli, games
from firmware.journal import DiskFiles, Journal
from firmware.journal.shelf import Standing, shelf, standings
from firmware.referee.alphatian_told import sentence
from firmware.texts import speaking
from rules import record
from rules.match import Concede, Remarked
from rules.record import Record, parse
from tests.firmware.journal.cuts import header_of, tray_of, whole_game

ALPHATIAN = whole_game("alphatian", 4)
CENTURION = whole_game("centurion", 4)
FIRST, SECOND = "2026-11-30-001", "2026-11-30-002"


class Terminal(io.StringIO):
    """Where a person types an answer."""

    def isatty(self) -> bool:
        return True


def text_of(match: Any) -> str:
    return record.format(Record(header_of(match), match.entries))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished game and one under way, kept in a folder."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("ARBITER_HOME", str(folder))
    journal = Journal(folder)
    for matches, last in ((ALPHATIAN, None), (CENTURION, 9)):
        journal.begin(header_of(matches[0]))
        for match in matches[1:last]:
            journal.append(match, tray_of(match))
        if last is None:
            journal.finish()
    journal.close()
    return folder


def told(*arguments: str, typed: io.StringIO | None = None) -> tuple[int, str]:
    out = io.StringIO()
    status = games.run(arguments, out, typed or io.StringIO())
    return status, out.getvalue()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out = told(*arguments)
    assert (status, out) == (2, "")
    return capsys.readouterr().err


def test_games_are_listed_with_players_and_result(home: Path) -> None:
    status, out = told()
    first, second = out.splitlines()
    winner = shelf(DiskFiles(), home)[0].outcome
    assert status == 0 and winner is not None
    assert first.split("  ")[:3] == ["1", "2026-11-30 20:15", "Alphatian Roulette"]
    assert f"{winner.winners[0]} wins" in first
    assert first.endswith(f"{len(ALPHATIAN[-1].entries)} steps")
    assert "Centurion" in second and "under way" in second
    assert told("list") == (status, out)


def test_an_empty_shelf_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path / "none"))
    assert told() == (0, f"no game is kept in {tmp_path / 'none'} yet\n")
    assert told("standings") == (0, "no game was played to its end yet\n")
    assert not (tmp_path / "none").exists()


def test_a_game_is_shown_with_its_rulings() -> None:
    status, out = told("show", "1")
    assert status == 0
    assert out.startswith(f"{FIRST}  2026-11-30 20:15  Alphatian Roulette  ")
    assert "coins" in out.splitlines()[1]
    events = [event for match in ALPHATIAN[1:] for event in match.events]
    assert all(sentence(event) in out for event in events if not isinstance(event, Remarked))
    assert "[A12]" in out and out.splitlines()[-1].endswith(" wins")
    assert told("show", FIRST) == told("show", f"{FIRST}.txt") == (status, out)
    assert told("show", "2")[1].rstrip().endswith("under way")


def test_a_record_is_exported_and_nothing_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "game.txt"
    assert told("export", "1", str(place)) == (0, "")
    assert place.read_text(encoding="utf-8") == text_of(ALPHATIAN[-1])
    place.write_text("dear")
    assert "exists; choose another name" in refused(capsys, "export", "1", str(place))
    assert place.read_text() == "dear"
    assert "cannot write" in refused(capsys, "export", "1", str(tmp_path / "no" / "game.txt"))
    assert told("export", "2", "-") == (0, text_of(CENTURION[8]))


def test_a_game_is_exported_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    kept = json.loads(told("export", "1", "-", "--json")[1])
    assert kept["game"] == "alphatian" and kept["condition"] == "finished"
    assert len(kept["steps"]) == len(ALPHATIAN[-1].entries)
    assert kept["steps"][0]["entry"].startswith("roll ")
    assert kept["winners"] and kept["ruling"] == "A12"
    kept = json.loads(told("export", "2", "-", "--json")[1])
    assert kept["winners"] is None and kept["condition"] == "under way"


def test_the_standings_count_wins(home: Path) -> None:
    won = shelf(DiskFiles(), home)[0].outcome
    assert won is not None
    found = standings(shelf(DiskFiles(), home))
    loser = next(name for name in ALPHATIAN[0].start.players if name not in won.winners)
    assert found == [
        Standing(won.winners[0], "alphatian", 1, 1),
        Standing(loser, "alphatian", 1, 0),
    ]
    out = told("standings")[1].splitlines()
    assert out[0].endswith("1 of 1 won") and out[1].endswith("0 of 1 won")


# ---------------------------------------------------------------- deleting


@pytest.mark.parametrize("answer", ["", "\n", "n\n", "yep\n"])
def test_a_game_is_kept_unless_the_answer_is_yes(answer: str, home: Path) -> None:
    status, out = told("delete", "1", typed=Terminal(answer))
    assert status == 1
    assert f"Delete {FIRST}.txt, Alphatian Roulette of " in out and out.endswith("not deleted\n")
    assert (home / f"{FIRST}.txt").exists()


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_a_game_is_deleted_after_a_yes(answer: str, home: Path) -> None:
    journal = Journal(home)
    journal.begin(header_of(ALPHATIAN[0]))
    journal.append(ALPHATIAN[-1], tray_of(ALPHATIAN[-1]))
    journal.close()
    (home / "2026-11-30-003.game").rename(home / f"{FIRST}.game")  # as a power cut leaves it
    status, out = told("delete", "1", typed=Terminal(answer))
    assert status == 0 and out.endswith(f"deleted {FIRST}.txt\n")
    assert [path.name for path in home.iterdir() if path.name.startswith(FIRST)] == []
    assert (home / f"{SECOND}.game").exists()


def test_a_game_under_way_beside_a_record_of_another_is_listed_and_stays(home: Path) -> None:
    (home / f"{SECOND}.game").rename(home / f"{FIRST}.game")
    assert "under way" in told("list")[1]
    assert told("delete", f"{FIRST}.txt", "--yes") == (0, f"deleted {FIRST}.txt\n")
    assert [path.name for path in home.iterdir() if path.name.startswith(FIRST)] == [
        f"{FIRST}.game"
    ]


def test_without_a_terminal_only_yes_deletes(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--yes asks nothing" in refused(capsys, "delete", "1")
    assert (home / f"{FIRST}.txt").exists()
    assert told("delete", "1", "--yes") == (0, f"deleted {FIRST}.txt\n")
    assert not (home / f"{FIRST}.txt").exists()


def test_a_game_that_a_table_plays_is_not_deleted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal(home)
    assert journal.under_way() is not None
    assert "a table is playing it" in refused(capsys, "delete", "2", "--yes")
    journal.close()
    assert told("delete", "2", "--yes")[0] == 0


@pytest.mark.parametrize("step", ["hold", "remove"])
def test_a_disk_that_refuses_to_delete_is_said(
    step: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(DiskFiles, step, refuse)
    said = refused(capsys, "delete", "2", "--yes")
    assert f"cannot delete {SECOND}.game: Read-only file system" in said


# ---------------------------------------------------------------- damage and mistakes


def damage(home: Path, at: int) -> bytes:
    """Change a byte in a line of the finished game."""
    path = home / f"{FIRST}.txt"
    lines = path.read_bytes().split(b"\n")
    lines[at] = lines[at][:-1] + b"?"
    path.write_bytes(b"\n".join(lines))
    return path.read_bytes()


def test_a_damaged_record_is_listed_and_what_is_whole_shown(home: Path, tmp_path: Path) -> None:
    header = text_of(ALPHATIAN[0]).count("\n")
    raw = damage(home, header + 3)
    out = told()[1]
    assert "damaged" in out.splitlines()[0]
    assert f"1: {FIRST}.txt: line {header + 4}: the checksum is" in out
    assert out.splitlines()[0].endswith("3 steps")
    shown = told("show", "1")[1]
    assert str(ALPHATIAN[1].events[0]) in shown and f"damaged: line {header + 4}" in shown
    status, said = told("export", "1", str(tmp_path / "whole.txt"))
    assert status == 0 and "what is whole was exported" in said
    assert len(parse((tmp_path / "whole.txt").read_bytes()).entries) == 3
    assert (home / f"{FIRST}.txt").read_bytes() == raw
    assert standings(shelf(DiskFiles(), home)) == []


@pytest.mark.parametrize("at", [0, 1, 4])
def test_a_record_without_a_whole_header_is_listed(
    at: int, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(home, at)
    first = told()[1].splitlines()[0]
    assert first.split() == ["1", "2026-11-30", "?", "?", "damaged", "0", "steps"]
    assert "damaged: line" in told("show", "1")[1]
    assert "copy it from" in refused(capsys, "export", "1", "-")


def test_a_record_cut_off_at_its_end_is_damaged(home: Path) -> None:
    path = home / f"{FIRST}.txt"
    path.write_bytes(path.read_bytes()[:-3])
    (first, *_) = shelf(DiskFiles(), home)
    assert first.condition == "damaged" and first.fault == "its last line is cut off"
    assert first.steps == len(ALPHATIAN[-1].entries) - 1


def test_a_record_that_the_rules_forbid_is_damaged(home: Path) -> None:
    texts = [*record.header_texts(header_of(ALPHATIAN[0])), "stand"]
    (home / f"{FIRST}.txt").write_text(record.checked_lines(texts)[0])
    (first, *_) = shelf(DiskFiles(), home)
    assert first.condition == "damaged" and first.steps == 0 and "cannot" in first.fault


def test_other_files_are_told_for_what_they_are(home: Path) -> None:
    (home / "2026-12-01-001.txt").write_text(record.checked_lines(["arbiter-record 7"])[0])
    (home / "2026-12-01-002.damaged").write_bytes((home / f"{SECOND}.game").read_bytes())
    (home / "2026-12-01-003.game").mkdir()
    with (home / "2026-12-01-004.txt").open("wb") as large:
        large.truncate(20_000_000)
    (home / "2026-12-01-005.game").write_text("nothing")
    (home / "2026-12-01-006.tmp").write_text("half")
    found = {
        one.name: (one.condition, one.fault, one.steps > 0) for one in shelf(DiskFiles(), home)
    }
    assert found["2026-12-01-001"][0] == "newer"
    assert found["2026-12-01-002"] == ("damaged", "", True)
    assert found["2026-12-01-003"] == ("damaged", "it is no file", False)
    assert found["2026-12-01-004"] == ("damaged", "it has 20,000,000 bytes", False)
    assert found["2026-12-01-005"][0] == "damaged"
    assert "2026-12-01-006" not in found
    assert "of a newer program" in told()[1]


def test_a_game_that_nobody_won_is_not_finished(home: Path) -> None:
    journal = Journal(home)
    found = journal.under_way()
    assert found is not None
    journal.abandon(found)
    journal.close()
    assert "not finished" in told()[1].splitlines()[1]
    assert told("show", "2")[1].endswith("\nnot finished\n")


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "٣", ""])
def test_a_game_that_is_not_there_is_refused(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected 1 to 2, or a game's name" in refused(capsys, "show", number)


def test_no_game_can_be_named_on_an_empty_shelf(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path / "none"))
    assert "no game is kept" in refused(capsys, "show", "1")


def test_a_folder_that_cannot_be_read_is_said(
    monkeypatch: pytest.MonkeyPatch, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(home / f"{FIRST}.txt"))
    assert "cannot read" in refused(capsys)


def test_the_command_line_knows_the_actions(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games", "--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: arbiter games")
    assert cli.main(["games", "shwo", "1"]) == 2
    assert "did you mean show?" in capsys.readouterr().err
    assert cli.main(["games", "show"]) == 2
    assert "N" in capsys.readouterr().err
    assert cli.main(["games"]) == 0
    assert "Alphatian Roulette" in capsys.readouterr().out


def test_a_number_of_thousands_of_digits_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "show", "9" * 5_000)
    assert "there is no game '999" in said
    assert len(said) < 300


def test_names_cannot_command_the_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "\x1b[31m\n.txt"
    (home / name).write_bytes(b"")
    shown = [told("list"), told("show", name), told("delete", name, "--yes")]
    assert [status for status, _ in shown] == [0, 0, 0]
    assert all("\x1b" not in text and "\\x1b[31m\\n" in text for _, text in shown)
    (home / name).write_bytes(b"")
    assert "\\x1b[31m\\n" in refused(capsys, "export", name, "-")


@pytest.mark.parametrize(("name", "value"), [("ARBITER_HOME", "~no-such-user/x"), ("HOME", None)])
def test_a_home_that_cannot_be_is_told(
    name: str,
    value: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def nobody(kind: type[Path]) -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("ARBITER_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if value is None:
        monkeypatch.setattr(Path, "home", classmethod(nobody))
    else:
        monkeypatch.setenv(name, value)
    assert cli.main(["games"]) == 2
    assert "ARBITER_HOME" in capsys.readouterr().err


def conceded(home: Path, finished: bool = True) -> None:
    """A third game, which its first player gave up."""
    journal = Journal(home)
    journal.begin(header_of(ALPHATIAN[0]))
    journal.append(ALPHATIAN[2].apply(Concede("Ann")), tray_of(ALPHATIAN[2]))
    if finished:
        journal.finish()
    journal.close()


def test_who_conceded_is_listed_shown_exported_and_counted(home: Path) -> None:
    conceded(home)
    assert "  Ben wins, Ann concedes  " in told()[1].splitlines()[2]
    shown = told("show", "3")[1]
    assert "   4  Ann concedes\n\nBen wins, Ann concedes\n" in shown
    kept = json.loads(told("export", "3", "-", "--json")[1])
    assert (kept["conceded"], kept["winners"]) == ("Ann", ["Ben"])
    assert (kept["reason"], kept["ruling"]) == ("Ann concedes", None)
    found = {one.player: one.games for one in standings(shelf(DiskFiles(), home))}
    assert found == {"Ann": 2, "Ben": 2}


def test_a_power_cut_after_a_concession_leaves_a_finished_game(home: Path) -> None:
    conceded(home, finished=False)
    journal = Journal(home)
    waiting = journal.under_way()
    journal.close()
    assert waiting is None or waiting.name.startswith(SECOND)
    assert (home / "2026-11-30-003.txt").read_text("utf-8").endswith("concede Ann\n")


def test_games_are_told_in_german_and_asked_for_in_german(home: Path) -> None:
    conceded(home)
    with speaking("de"):
        assert "Ben gewinnt, Ann gibt auf" in told()[1]
        assert " Schritte\n" in told()[1]
        assert "Ann gibt auf" in told("show", "3")[1]
        status, out = told("delete", "3", typed=Terminal("nein\n"))
        assert status == 1 and "löschen? [j/N] nicht gelöscht\n" in out
        status, out = told("delete", "3", typed=Terminal("J\n"))
    assert status == 0 and out.endswith("2026-11-30-003.txt gelöscht\n")
