"""Evidence: the reading, what players said, and the pictures; a disk that fails ends no game."""

import json
from pathlib import Path

from PIL import Image as Picture

from firmware.evidence import LINES, RESTS, FolderEvidence, Seen
from firmware.referee.statements import Statement
from hardware.ports import Frame
from tests.firmware.played import PLACES, Played, PlayedAlea, dice, roman
from tests.pictures import DIE_PX, HEIGHT, WIDTH, ColourReader, Spot, tray
from vision.identity import Change, TrayDie
from vision.reading import Observation, Reading
from vision.tray import Rest


class Notes:
    """Evidence in memory; it fails while told to."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, Statement]] = []
        self.fails = False

    def keep(self, frame: Frame, said: Statement, time_s: float) -> None:
        if self.fails:
            raise OSError(28, "No space left on device")
        self.kept.append((frame.number, said))


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / LINES).read_text("utf-8").splitlines()]


def test_a_confirmed_reading_is_kept_with_the_frame_and_the_die(tmp_path: Path) -> None:
    table = PlayedAlea()
    table.loop.sitting.evidence = FolderEvidence(tmp_path / "evidence")
    table.throw("XV")
    assert not (tmp_path / "evidence").exists()
    table.see([*roman("XV"), Spot(1, *PLACES[2], why="doubtful")])
    table.press()
    [line] = lines(tmp_path / "evidence")
    assert (line["how"], line["read"], line["said"]) == ("confirmed", "I", "I")
    assert (line["accepted"], line["why"], line["confidence"]) == (False, "doubtful", 0.6)
    assert (line["frame"], line["frame_time_s"]) == (3, 4.0)
    with Picture.open(tmp_path / "evidence" / str(line["picture"])) as whole:
        assert whole.size == (WIDTH, HEIGHT)
    with Picture.open(tmp_path / "evidence" / str(line["die"])) as die:
        assert max(die.size) <= 2 * DIE_PX
        assert die.getpixel((die.width // 2, die.height // 2))[0] > 200  # type: ignore[index]


def test_a_correction_is_kept_with_what_was_read(tmp_path: Path) -> None:
    table = Played()
    notes = Notes()
    table.loop.sitting.evidence = notes
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.press("help_hold")
    table.press("ok")
    [(frame, said)] = notes.kept
    assert (frame, said.how, said.reading.face) == (0, "corrected", said.reading.guess)
    assert said.face != said.reading.face


def test_a_die_asked_about_that_shows_another_face_is_kept_as_corrected() -> None:
    table = Played()
    notes = Notes()
    table.loop.sitting.evidence = notes
    table.see([*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")])
    table.press("help_hold")
    table.press("ok")
    assert [(said.how, said.reading.guess) for _, said in notes.kept] == [("corrected", 5)]


def test_what_is_asked_once_more_is_kept_with_the_frame_that_it_was_read_in() -> None:
    table = Played()
    notes = Notes()
    table.loop.sitting.evidence = notes
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    table.see(spots[:3])
    table.press("help_hold")
    table.press("ok")
    assert [frame for frame, _ in notes.kept] == [1]


def test_numbers_go_on_where_they_ended(tmp_path: Path) -> None:
    frame = Frame(tray(), 1.0, 7)
    reading = Reading(None, 5, 0.5, (-20.0, -20.0, 10.0, 10.0), (0.0, 0.0), "doubtful")
    for _ in range(2):
        FolderEvidence(tmp_path).keep(frame, Statement("confirmed", reading, 5), 1.5)
    assert [line["picture"] for line in lines(tmp_path)] == ["000001.jpg", "000002.jpg"]


def test_a_disk_that_fails_is_said_once_and_ends_no_game() -> None:
    table = PlayedAlea()
    notes = Notes()
    notes.fails = True
    table.loop.sitting.evidence = notes
    events = []
    for count in range(3):
        notes.fails = count != 2
        table.see([*roman("I" * count), Spot(1, *PLACES[count], why="doubtful")])
        events.append([line.event for line in table.press()])
    assert events == [
        ["confirmed", "roll", "complaint"],
        ["confirmed", "roll"],
        ["confirmed", "roll"],
    ]
    assert len(notes.kept) == 1
    [lost] = [one.line for one in table.said if one.line.facts.get("why") == "disk"]
    assert "No space left on device" in lost.text


def test_only_the_last_rests_are_held() -> None:
    seen = Seen()
    reading = ColourReader().read(tray(dice((2,), (0,)))).readings[0]
    assert seen.frame_of(reading) is None
    for number in range(RESTS + 1):
        here = () if number else (TrayDie(0, reading),)
        seen.rested(Frame(tray(), 1.0, number), Rest(here, Change(), Observation((), 1, 1), 1.0))
        newest = seen.frame_of(reading)
        assert newest is not None
        assert newest.number == (number if number == RESTS else 0)
