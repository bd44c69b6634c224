"""The date may jump while a game is played: it names games, and nothing else comes of it."""

import ast
from pathlib import Path

import firmware
from firmware.journal import Journal
from firmware.journal.game_file import DONE
from tests.firmware.table.evening import Evening, dice

DAYS = ("2026-11-30T20:00:00Z", "2026-12-01T20:00:00Z", "2026-11-29T20:00:00Z")


def test_a_date_that_jumps_by_a_day_both_ways_costs_no_game(tmp_path: Path) -> None:
    date = [DAYS[0]]
    first = Evening(tmp_path, date=lambda: date[0])
    first.start("Alphatian")
    for day, faces in zip(DAYS[1:], ((2, 1, 6, 3, 5), (2, 1, 6, 3, 4)), strict=True):
        date[0] = day
        first.see(dice(faces, range(5)))
    first.journal.close()  # as when the process is killed

    second = Evening(tmp_path, date=lambda: date[0])
    assert second.press("ok", "ok")[0] == "resumed"
    assert second.table.play is not None
    before = second.table.play.match.entries
    assert before
    second.press("back")
    second.choose("End the game")
    second.press("up", "ok")  # and the next begins on the day before
    second.start("Alphatian")
    second.see(dice((6, 5, 4, 1, 2), range(1, 6)))
    second.journal.close()

    found = Journal(tmp_path).under_way()
    assert found is not None and found.header.date == DAYS[2]
    assert len(found.match.entries) == 1
    assert [path.name for path in sorted(tmp_path.glob(f"*{DONE}"))] == [f"2026-11-30-001{DONE}"]


def test_nothing_but_the_name_of_a_game_asks_for_the_date() -> None:
    root = Path(firmware.__file__).parents[1]
    asked = set()
    for path in [*(root / "firmware").rglob("*.py"), *(root / "hardware").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in (
                "time.time", "time.time_ns", "datetime.now", "dt.datetime.now", "date.today",
                "dt.date.today", "datetime.today", "time.localtime", "time.gmtime",
            ):  # fmt: skip
                asked.add(path.relative_to(root).as_posix())
    doctor, table, replay = "doctor/machine.py", "table/command.py", "rerecord.py"
    assert asked == {f"firmware/{name}" for name in (doctor, table, replay)}
