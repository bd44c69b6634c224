"""Dice that lie in the tray when a game begins are no throw of it."""

import io
from pathlib import Path

import pytest

from firmware import replay
from firmware.recorder import BEFORE
from firmware.settings import Asked
from firmware.table.whole_games import WholeGames, dated
from tests.firmware.table.evening import Evening, dice, roman
from tests.firmware.table.test_whole_games import CORNERS, evening, replayed


def left(table: Evening) -> None:
    """End the game that is played, and come back to the menu."""
    table.press("back")
    table.choose("End the game")
    table.press("up", "ok")


def complaints(table: Evening) -> list[str]:
    return [str(one.line.facts["why"]) for one in table.said if one.line.event == "complaint"]


def entries(table: Evening) -> int:
    assert table.table.play is not None
    return len(table.table.play.match.entries)


def test_the_last_attack_of_a_game_is_no_attack_of_the_next(tmp_path: Path) -> None:
    table = Evening(tmp_path)
    table.start("Alphatian")
    lying = dice((2, 1, 6, 3, 5), range(5))
    assert "roll" in table.see(lying)
    left(table)
    table.start("Alphatian")
    table.said.clear()
    assert "roll" not in table.see(lying)
    assert complaints(table) == []
    assert entries(table) == 0
    table.see([])
    assert "roll" in table.see(dice((6, 5, 4, 1, 2), range(1, 6)))
    assert complaints(table) == []
    assert entries(table) == 1


@pytest.mark.parametrize("game", ["Alea", "Centurion"])
def test_roman_dice_of_the_last_turn_are_not_thrown_at_once(game: str, tmp_path: Path) -> None:
    table = Evening(tmp_path)
    table.start(game)
    for faces in ("I", "IV", "IVX"):
        table.see(roman(faces))
    assert complaints(table) == []
    left(table)
    table.start(game)
    table.said.clear()
    assert "roll" not in table.see(roman("IVX"))
    table.see([])
    assert "roll" in table.see(roman("V"))
    assert complaints(table) == []


def test_dice_of_the_game_before_are_not_the_wrong_set_of_the_next(tmp_path: Path) -> None:
    table = Evening(tmp_path)
    table.start("Alea")
    table.see(roman("I"))
    left(table)
    table.start("Alphatian")
    table.said.clear()
    table.see([])
    assert "roll" in table.see(dice((6, 6, 5, 3, 1), range(5)))
    assert complaints(table) == []


def test_a_game_begun_with_dice_there_replays_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = WholeGames(dated(tmp_path / "whole"), lambda: "2026-11-30", pytest.fail, CORNERS)
    table = evening(tmp_path, games)
    table.start("Alphatian")
    lying = dice((2, 1, 6, 3, 5), range(5))
    table.see(lying)
    table.wait(2)
    left(table)
    table.start("Alphatian")
    table.see(lying)
    table.wait(2)
    table.see([])
    table.wait(2)
    table.see(dice((6, 5, 4, 1, 2), range(1, 6)))
    table.wait(2)
    assert entries(table) == 1
    games.close()
    first, second = sorted((tmp_path / "whole").iterdir())
    assert not (first / BEFORE).exists()
    assert (second / BEFORE).exists()
    last = replayed(second, "pips", monkeypatch)
    assert (last["status"], last["same"]) == (0, True), last
    (second / BEFORE).write_text("dear diary", encoding="utf-8")
    assert replay.run(second, Asked(), True, io.StringIO()) == 2
    assert "before.json is damaged" in capsys.readouterr().err
