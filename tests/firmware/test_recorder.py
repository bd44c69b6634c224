"""Recording: what was played can be replayed, frame by frame and tick by tick."""

import zipfile
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest
from PIL import Image as Picture

from firmware.bundle import opened
from firmware.loop import Loop, Press, Read, Said, Tick
from firmware.recorder import Recorder, as_replayed, encoded
from firmware.recording import items, recorded_presses, recorded_ticks
from firmware.referee import AlphatianTable, Referee
from firmware.ring import Ring
from firmware.transcript import Transcript, first_difference, read_transcript
from hardware.errors import RecordingError
from hardware.ports import Frame
from hardware.sim import RecordingCamera, SimOled
from rules import alphatian
from rules.match import new_match
from tests.firmware.played import dice
from tests.pictures import ColourReader, tray
from vision.tray import TrayWatch

THROWN = dice((2, 1, 6, 3, 5), range(5))


class Notes(Protocol):
    """What keeps what a table says and shows."""

    def said(self, said: Said) -> object: ...

    def shown(self, image: Picture.Image) -> object: ...


def table(notes: Notes) -> Loop:
    match = new_match("alphatian", ("Ann", "Ben"), alphatian.Options(clock="off"))

    def shown(image: Picture.Image) -> None:
        notes.shown(image)

    def said(line: Said) -> None:
        notes.said(line)

    watch = TrayWatch(ColourReader(), stills=True)
    loop = Loop(watch, Referee(AlphatianTable(match)), SimOled(shown), said)
    loop.begin(0.1)
    return loop


def evening() -> list[Frame | Press | Tick]:
    pictures = [tray(), tray(THROWN)]
    frames = [
        as_replayed(encoded(Frame(image, 0.1 + k / 3, k)), k) for k, image in enumerate(pictures)
    ]
    return [frames[0], Tick(0.25), frames[1], Press("ok", 2 / 3), Tick(0.9)]


def record(place: Path) -> Path:
    with Recorder(place, 'game = "alphatian"\n') as recorder:
        loop = table(recorder)
        for item in evening():
            recorder.take(item)
            loop.handle(item)
    return place


@pytest.mark.parametrize("name", ["evening", "evening.zip"])
def test_a_recorded_game_replays_to_the_same_lines_and_screens(tmp_path: Path, name: str) -> None:
    with opened(record(tmp_path / name)) as folder:
        note = Transcript()
        loop = table(note)
        camera = RecordingCamera(folder)
        for item in items(camera, recorded_presses(folder), recorded_ticks(folder)):
            assert isinstance(item, Frame | Press | Tick)
            note.take(item)
            loop.handle(item)
        told = read_transcript(folder)
    assert told is not None
    assert [line["event"] for line in told].count("screen") >= 2
    frames = {line["event"]: line["frame"] for line in told}
    assert (frames["roll"], frames["attack"]) == (1, 1)
    assert first_difference(told, note.lines) is None
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_items_keep_their_exact_times_and_their_order(tmp_path: Path) -> None:
    folder = record(tmp_path / "r")
    camera = RecordingCamera(folder)
    again = list(items(camera, recorded_presses(folder), recorded_ticks(folder)))
    assert [type(item) for item in again] == [type(item) for item in evening()]
    assert [item.time_s for item in again] == [item.time_s for item in evening()]


def test_threads_that_overtake_each_other_never_make_time_run_backwards(tmp_path: Path) -> None:
    with Recorder(tmp_path / "r") as recorder:
        recorder.take(Tick(0.5))
        recorder.take(Read(None, 0.498))
        recorder.anew(0.497)
        recorder.take(Press("ok", 0.6))
        recorder.take(Press("up", 0.599))
        recorder.shown(Picture.new("1", (128, 64)))
        recorder.take(frame(0.7))
    ticks, presses = recorded_ticks(tmp_path / "r"), recorded_presses(tmp_path / "r")
    assert [one.time_s for one in ticks] == [0.5, 0.5, 0.5]
    assert [one.time_s for one in presses] == [0.6, 0.6]
    told = read_transcript(tmp_path / "r")
    assert told is not None and told[0]["time_s"] == 0.6


def test_a_frame_is_seen_by_the_table_as_a_replay_sees_it(tmp_path: Path) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (48, 64, 3), np.uint8)
    jpeg = encoded(Frame(noise, 1.5, 7))
    with Recorder(tmp_path / "r") as recorder:
        recorder.take_jpeg(jpeg)
    replayed = RecordingCamera(tmp_path / "r").capture()
    assert replayed is not None and replayed.time_s == 1.5
    assert (replayed.pixels == as_replayed(jpeg, 7).pixels).all()


def test_what_was_recorded_is_whole_before_the_end(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "r", "players = []\n")
    for item in evening():
        recorder.take(item)
    assert len(RecordingCamera(tmp_path / "r").shots) == 2
    assert recorded_presses(tmp_path / "r") == (Press("ok", 2 / 3),)
    assert (tmp_path / "r" / "table.toml").read_text() == "players = []\n"
    recorder.close()
    recorder.close()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "r.zip").write_text("dear")
    with pytest.raises(RecordingError, match="exists"):
        Recorder(tmp_path / "r.zip")
    assert (tmp_path / "r.zip").read_text() == "dear"


def test_a_zip_holds_pictures_as_they_are(tmp_path: Path) -> None:
    with zipfile.ZipFile(record(tmp_path / "r.zip")) as archive:
        methods = {info.filename: info.compress_type for info in archive.infolist()}
    assert methods["frames/000000.jpg"] == zipfile.ZIP_STORED
    assert methods["told.jsonl"] == zipfile.ZIP_DEFLATED


def frame(time_s: float) -> Frame:
    return Frame(tray(), time_s, 0)


def test_the_ring_keeps_the_last_seconds_only(tmp_path: Path) -> None:
    ring = Ring(seconds=2)
    for k in range(10):
        ring.take(frame(0.5 * k))
        ring.take(Tick(0.5 * k))
    ring.save(tmp_path / "r")
    assert [shot.time_s for shot in RecordingCamera(tmp_path / "r").shots] == [2.5, 3, 3.5, 4, 4.5]
    assert [tick.time_s for tick in recorded_ticks(tmp_path / "r")] == [2.5, 3, 3.5, 4, 4.5]


def test_the_ring_never_holds_more_bytes_than_it_may() -> None:
    one = len(encoded(frame(0)).packed)
    ring = Ring(seconds=100, max_bytes=4 * one)
    for k in range(20):
        ring.take(frame(k))
        assert ring.held_bytes <= 4 * one
    assert ring.held_bytes > 2 * one
    with pytest.raises(ValueError, match="keeps nothing"):
        Ring(seconds=0)


def test_a_ring_without_a_picture_is_not_saved(tmp_path: Path) -> None:
    ring = Ring()
    ring.take(Tick(0.5))
    with pytest.raises(RecordingError, match="no picture came"):
        ring.save(tmp_path / "r.zip")
    assert list(tmp_path.iterdir()) == []


def test_the_ring_keeps_what_was_said_and_shown(tmp_path: Path) -> None:
    ring = Ring()
    loop = table(ring)
    for item in evening():
        ring.take(item)
        loop.handle(item)
    told = read_transcript(ring.save(tmp_path / "r"))
    assert told is not None
    assert [line["event"] for line in told if line["event"] != "screen"] == [
        "start",
        "roll",
        "attack",
    ]
    assert recorded_presses(tmp_path / "r") == (Press("ok", 2 / 3),)
