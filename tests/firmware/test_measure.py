"""Measuring: what counts as right, asked, wrong, missed, false and unsaid."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware import measure
from firmware.loop import Said
from firmware.measure import Measured, judged, recordings, table, total
from firmware.measured_truth import REQUIRED, Part, Truth, TruthError, read_truth
from firmware.referee import Line
from firmware.replay import make_reader
from firmware.texts import speaking
from hardware.sim.camera import Shot
from tests.firmware.test_replay import recorded
from tests.pictures import ColourReader

SHARED = Path(__file__).parents[3] / "shared" / "renders" / "recordings"

SHOTS = [Shot(f"{k}.jpg", 0.25 * k) for k in range(40)]


def roll(frame: int, *faces: Any) -> Said:
    return Said(Line("roll", {"thrown": faces, "player": "Ann"}, ""), 0.25 * frame, frame)


def complaint(frame: int, level: str, why: str) -> Said:
    return Said(Line("complaint", {"level": level, "why": why}, ""), 0.25 * frame, frame)


def thrown(first: int, *faces: Any, incident: str = "", refused: bool = False) -> Part:
    return Part(first, first + 5, faces, refused, REQUIRED.get(incident))


def figures(parts: Sequence[Part], *said: Said) -> Measured:
    return judged("game", Truth((Part(0, 0, ()), *parts), ()), said, SHOTS)


TWO = (thrown(5, 1, 2, 3), thrown(20, 4))


def test_rolls_are_right_by_their_faces_in_any_order() -> None:
    found = figures(TWO, roll(12, 3, 1, 2), roll(26, 4))
    assert (found.rolls, found.right, found.asked, found.wrong, found.missed) == (2, 2, 0, 0, 0)
    assert found.delays_s == (0.75, 0.5)


def test_other_faces_are_wrong_and_silence_is_missed() -> None:
    found = figures(TWO, roll(12, 3, 1, 1))
    assert (found.right, found.wrong, found.missed) == (0, 1, 1)


@pytest.mark.parametrize("incident", ["six_of_five", "three_for_two", "two_at_once", "flipped"])
def test_a_throw_of_these_incidents_may_not_be_accepted(tmp_path: Path, incident: str) -> None:
    segment = {
        "kind": "incident", "incident": incident, "first_frame": 5, "settled_frame": 9,
        "moved": [0, 1], "dice": [{"id": 0, "face": 3}, {"id": 1, "face": 4}],
    }  # fmt: skip
    told = {"segments": [segment], "actions": []}
    (tmp_path / "truth.json").write_text(json.dumps(told), encoding="utf-8")
    [part] = read_truth(tmp_path, ("Ann", "Ben")).parts
    assert part.refused and part.required == REQUIRED[incident]


def test_a_roll_that_was_asked_about_is_asked_and_its_question_false() -> None:
    said = [complaint(12, "question", "unread"), roll(15, 1, 2, 3), roll(26, 4)]
    found = figures(TWO, *said)
    assert (found.right, found.asked, found.wrong, found.false) == (1, 1, 0, 1)


def test_a_roll_behind_a_question_that_nobody_answered_is_asked_too() -> None:
    found = figures(TWO, complaint(12, "question", "unread"))
    assert (found.right, found.asked, found.missed) == (0, 2, 0)


def test_a_roll_that_is_taken_with_the_next_counts_for_its_own() -> None:
    found = figures(TWO, roll(26, 1, 2, 3), roll(26, 4))
    assert (found.right, found.delays_s) == (2, (4.25, 0.5))


def test_a_roll_where_none_was_thrown_is_wrong() -> None:
    assert figures((), roll(2, 6)).wrong == 1


def test_notices_are_no_complaints_and_an_illegal_that_nothing_calls_for_is_false() -> None:
    said = [roll(12, 1, 2, 3), complaint(13, "notice", "nudged"), complaint(14, "illegal", "set")]
    found = figures(TWO[:1], *said)
    assert (found.right, found.asked, found.false) == (1, 0, 1)


@pytest.mark.parametrize(
    ("said", "false", "unsaid", "wrong"),
    [
        ([complaint(12, "question", "cocked")], 0, 0, 0),
        ([complaint(12, "question", "unread"), complaint(14, "question", "count")], 1, 0, 0),
        ([], 0, 1, 0),
        ([roll(12, 1, 2)], 0, 1, 1),
    ],
)
def test_an_incident_calls_for_its_complaint_and_refuses_its_throw(
    said: list[Said], false: int, unsaid: int, wrong: int
) -> None:
    found = figures([thrown(5, 1, 2, incident="cocked_rim", refused=True)], *said)
    assert (found.rolls, found.false, found.unsaid, found.wrong) == (0, false, unsaid, wrong)


def test_rulings_are_compared_in_their_order() -> None:
    true = ({"event": "attack", "player": "Ann", "faces": [3, 4, 4, 6, 6]},)
    line = Line("attack", {"player": "Ann", "faces": (6, 6, 4, 4, 3), "sixes": 2}, "")
    other = Line("attack", {"player": "Ben", "faces": (6, 6, 4, 4, 3), "sixes": 2}, "")
    for told, count in ((line, 1), (other, 0)):
        found = judged("game", Truth((Part(0, 0, ()),), true), [Said(told, 1.0, 3)], SHOTS)
        assert (found.rulings, found.ruled) == (1, count)


TRUTH = {
    "segments": [
        {"first_frame": 0, "settled_frame": 0, "dice": [], "moved": []},
        {
            "first_frame": 1,
            "settled_frame": 1,
            "dice": [{"id": k, "face": face} for k, face in enumerate((2, 1, 6, 3, 5))],
            "moved": [0, 1, 2, 3, 4],
        },
        {
            "first_frame": 2,
            "settled_frame": 2,
            "dice": [{"id": 0, "face": 5}],
            "moved": [0],
            "incident": "hand_turns_die",
        },
    ],
    "actions": [
        {"kind": "start"},
        {"kind": "attack", "player": 0, "attack": [6, 5, 3, 2, 1]},
        {
            "kind": "parry",
            "player": 1,
            "named": 6,
            "thrown": {"2": 4},
            "success": False,
            "coins": [10, 8],
        },
        {
            "kind": "turn",
            "player": 1,
            "faces": ["X", "I"],
            "bust": False,
            "entered": 11,
            "space": 2,
        },
    ],
}


def test_a_truth_gives_its_parts_and_rulings(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    truth = read_truth(tmp_path, ("Ann", "Ben"))
    assert [part.thrown for part in truth.parts] == [(), (2, 1, 6, 3, 5), ()]
    assert truth.parts[2].required == REQUIRED["hand_turns_die"]
    attack, parry, turn = truth.rulings
    assert attack == {"event": "attack", "player": "Ann", "faces": [1, 2, 3, 5, 6]}
    assert (parry["thrown"], parry["coins"]) == ([4], {"Ann": 10, "Ben": 8})
    assert (turn["player"], turn["faces"], turn["entered"]) == ("Ben", ["I", "X"], 11)


@pytest.mark.parametrize(
    "text",
    ["[", "[]", "{}", '{"segments": [], "actions": []}', '{"segments": [{}], "actions": []}'],
)
def test_what_is_no_truth_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(TruthError, match=r"no truth\.json"):
        read_truth(tmp_path, ("Ann", "Ben"))
    (tmp_path / "truth.json").write_text(text, encoding="utf-8")
    with pytest.raises(TruthError, match="is no truth"):
        read_truth(tmp_path, ("Ann", "Ben"))


def test_a_folder_of_recordings_is_measured_and_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "make_reader", ColourReader)
    for name in ("a", "b"):
        folder = recorded(tmp_path / "all" / name)
        (folder / "truth.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    recorded(tmp_path / "bare")
    assert recordings([tmp_path / "all"]) == [tmp_path / "all" / "a", tmp_path / "all" / "b"]
    out, err = io.StringIO(), io.StringIO()
    assert measure.run([tmp_path / "all", tmp_path / "bare"], False, out, err) == 2
    head, *rows = out.getvalue().splitlines()
    assert head.split()[:3] == ["recording", "rolls", "right"]
    assert [row.split()[:3] for row in rows] == [
        ["a", "1", "1"],
        ["b", "1", "1"],
        ["all", "2", "2"],
    ]
    assert "no truth.json" in err.getvalue()
    out = io.StringIO()
    assert measure.run([tmp_path / "all" / "a"], True, out, err) == 0
    assert json.loads(out.getvalue())["right"] == 1


def test_a_delay_beyond_the_goal_is_counted() -> None:
    found = total([Measured("a", delays_s=(0.5, 0.8)), Measured("b", cpu_s=2.0, length_s=9.0)])
    row = table([found]).splitlines()[1].split()
    assert row[-4:] == ["0.65", "0.80", "1", "4.5x"]


def test_the_table_has_its_heads_in_the_language_spoken() -> None:
    with speaking("it"):
        assert table([total([])]).split()[:3] == ["registrazione", "tiri", "giusti"]


def test_a_shared_clip_is_measured() -> None:
    clip = SHARED / "clip_09_touching"
    if not clip.exists():
        pytest.skip(f"no shared recordings at {SHARED}")
    found = measure.measured(clip, make_reader())
    assert (found.rolls, found.wrong, found.unsaid) == (1, 0, 0)
