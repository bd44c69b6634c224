"""choices.csv: what was entered in each turn, and who chooses what it does not say."""

import os
from pathlib import Path

import pytest

from firmware.choices import chooser, read_choices
from hardware.errors import RecordingError
from rules.alea import EndTurn, Enter, PlayCard

ENTRIES = (Enter(9, 1), Enter(9, 2), Enter(11, 2))


def written(folder: Path, text: str) -> Path:
    (folder / "choices.csv").write_text(text, encoding="utf-8")
    return folder


def test_choices_are_read_by_turn_and_player(tmp_path: Path) -> None:
    folder = written(tmp_path, "turn,player,number,space\n2,Ben,13,3\n4,Zo\u00eb,8,2\n")
    assert read_choices(folder) == {(2, "Ben"): (13, 3), (4, "Zo\u00eb"): (8, 2)}


def test_no_file_is_no_choice(tmp_path: Path) -> None:
    assert read_choices(tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with 'nothing'"),
        ("turn,player\n", "begins with 'turn,player'"),
        ("turn,player,number,space\n2,Ben,13\n", "line 2: '2,Ben,13' is torn"),
        ("turn,player,number,space\n2,Ben,many,3\n", "line 2: '2,Ben,many,3' is torn"),
        ("turn,player,number,space\n" + "1,A,1,1\n" * 10_001, "far fewer turns"),
    ],
)
def test_damaged_choices_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RecordingError, match=message):
        read_choices(written(tmp_path, text))


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "choices.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecordingError, match="cannot read"):
        read_choices(tmp_path)


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "choices.csv")
    with pytest.raises(RecordingError, match="is no file"):
        read_choices(tmp_path)


def test_a_recorded_choice_is_taken_when_it_is_offered() -> None:
    choose = chooser({(1, "Ann"): (11, 2), (2, "Ben"): (12, 2)}, False)
    assert choose(1, "Ann", ENTRIES) == Enter(11, 2)
    assert choose(2, "Ben", ENTRIES) == Enter(9, 1)


def test_where_only_ok_is_pressed_the_first_offered_is_taken() -> None:
    assert chooser({}, False)(1, "Ann", ENTRIES) == Enter(9, 1)
    offered = (EndTurn(), PlayCard(2, (1,)))
    assert chooser({}, False)(1, "Ann", offered) == EndTurn()


def test_where_other_buttons_are_pressed_they_choose() -> None:
    choose = chooser({(2, "Ben"): (11, 2)}, True)
    assert choose(1, "Ann", ENTRIES) is None
    assert choose(2, "Ben", ENTRIES) == Enter(11, 2)
