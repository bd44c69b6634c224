"""The reader with its real networks, on the bundled pictures; no threshold here is a wish."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.evaluation import Tally, TrueDie, Truth, judge, tally
from vision.finder import Candidate, Finder
from vision.judge import Verdict
from vision.looked import Looked
from vision.reader import Reader, Settings
from vision.reading import PIPS, ROMAN, WHY, Image, Observation
from vision.search import COARSE_SIDE, LONG_SIDE

ROOT = Path(__file__).parents[2]
STILLS = ROOT / "tests" / "data" / "rendered"
GAME = ROOT / "firmware" / "demo_game" / "frames"
SCENARIO = ROOT / "vision" / "training" / "demo_scenario.json"


def picture(path: Path) -> Image:
    image = cv2.imread(str(path))
    assert image is not None
    return image.astype(np.uint8)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def stills(reader: Reader) -> dict[str, Tally]:
    told: dict[str, list[tuple[Truth, Observation]]] = {"pips": [], "roman": []}
    for path in sorted(STILLS.glob("*.json")):
        entry = json.loads(path.read_text(encoding="utf-8"))
        dice = tuple(
            TrueDie(d["face"], tuple(d["box"]), d["problem"], d["visible"]) for d in entry["dice"]
        )
        observation = reader.read(picture(path.with_suffix(".jpg")))
        told[entry["style"]].append((Truth(dice, boxed=True), observation))
    return {style: tally(judge(*pair) for pair in pairs) for style, pairs in told.items()}


@pytest.mark.parametrize("style", ["pips", "roman"])
def test_hard_rendered_trays_are_read_or_asked_about(style: str, stills: dict[str, Tally]) -> None:
    told = stills[style]
    assert told.dice > 40
    assert told.exact.rate is not None and told.exact.rate > EXACT[style]
    wrong_faces = told.kinds["wrong"] + told.kinds["invented"]
    assert wrong_faces <= WRONG[style], told.kinds


EXACT = {"pips": 0.65, "roman": 0.60}
WRONG = {"pips": 1, "roman": 1}


def test_the_bundled_game_is_read_without_a_wrong_face(reader: Reader) -> None:
    unread = 0
    for entry in json.loads(SCENARIO.read_text(encoding="utf-8"))["pictures"]:
        wanted = Counter(d["face"] for d in entry["dice"])
        read = reader.read(picture(GAME / entry["file"])).readings
        seen = Counter(r.face for r in read if r.face is not None)
        assert not seen - wanted, entry["file"]
        unread += sum((wanted - seen).values())
    assert unread == 0


def test_dice_of_the_other_kind_are_not_accepted(reader: Reader) -> None:
    read = reader.read(picture(GAME / "001.jpg"), "roman").readings
    assert {r.face for r in read} == {None}
    assert "kind" in {r.why for r in read}


def test_auto_tells_pips_by_themselves(reader: Reader) -> None:
    image = picture(GAME / "001.jpg")
    assert reader.read(image).readings == reader.read(image, "pips").readings


def test_a_die_that_fills_its_picture_is_read(reader: Reader) -> None:
    image = picture(GAME / "001.jpg")
    told = []
    for whole in reader.read(image).readings:
        x, y, w, h = (round(side) for side in whole.box)
        (alone,) = reader.read(image[y : y + h, x : x + w]).readings
        told.append((whole.face, alone.face, alone.why))
    read = [one for one in told if one[1] is not None]
    assert all(face == seen for face, seen, _ in read)
    assert len(read) >= len(told) - 1 > 0
    assert "cut" not in {why for *_, why in told}


def test_dice_for_which_no_second_look_is_left_are_asked_about(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cv2.GaussianBlur(picture(GAME / "001.jpg"), (0, 0), 2.5).astype(np.uint8)
    unsure = [look for look in reader.looks(image) if not look.plain]
    assert unsure
    monkeypatch.setattr("vision.reader.MOST_AGAIN", 0)
    looks = reader.looks(image)
    assert {look.plain for look in looks if look.hasty} == {False}
    accepted = {r.center for r in reader.read(image).readings if r.face is not None}
    hasty = {tuple(round(c, 1) for c in look.found.center) for look in looks if look.hasty}
    assert hasty and not accepted & hasty


def test_what_a_coarse_look_leaves_in_doubt_is_looked_at_in_full(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = picture(GAME / "001.jpg")
    asked: list[int] = []
    look = Finder.look

    def told(self: Finder, image: Image, long_side: int) -> list[Candidate]:
        asked.append(long_side)
        return look(self, image, long_side)

    monkeypatch.setattr(Finder, "look", told)
    monkeypatch.setattr("vision.search.CLEAR", (5.0, 200.0))
    monkeypatch.setattr("vision.search.CLEAR_HEAT", 0.1)
    monkeypatch.setattr(Looked, "plain", property(lambda _: True))
    reader.read(image)
    assert asked == [COARSE_SIDE]
    monkeypatch.setattr(Looked, "plain", property(lambda _: False))
    reader.read(image)
    assert asked[1:3] == [COARSE_SIDE, LONG_SIDE]


@pytest.mark.parametrize(("size", "share", "listed"), [(6, 0.1, 0), (6, 0.9, 1), (20, 0.1, 1)])
def test_a_scrap_is_listed_only_where_the_judges_know_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, size: int, share: float, listed: int
) -> None:
    faces = np.full(9, (1 - share) / 8, np.float32)
    faces[2] = share
    verdict = Verdict(faces, 0.1)
    look = Looked(Candidate((50, 50), size, (40, 40, 20, 20), 0.9), verdict, verdict)
    monkeypatch.setattr(reader, "looks", lambda _image: [look])
    assert len(reader.read(np.zeros((100, 100, 3), np.uint8)).readings) == listed


def test_two_dice_that_claim_one_place_are_asked_about_and_one_alone_is_read(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = np.zeros(9, np.float32)
    faces[2] = 0.99
    verdict = Verdict(faces, 0.01)
    upper = Looked(Candidate((100, 80), 40, (78, 58, 46, 72), 0.9), verdict, verdict)
    side = Looked(Candidate((100, 113), 40, (80, 95, 40, 38), 0.9), verdict, verdict)
    image = np.zeros((200, 200, 3), np.uint8)
    for looks, read in (([upper, side], [None, None]), ([upper], [3])):
        monkeypatch.setattr(reader, "looks", lambda _image, looks=looks: looks)
        assert [one.face for one in reader.read(image).readings] == read


def test_the_same_picture_reads_the_same(reader: Reader) -> None:
    image = picture(GAME / "004.jpg")
    assert reader.read(image) == reader.read(image)


def test_each_reading_keeps_its_word(reader: Reader) -> None:
    for path in sorted(STILLS.glob("*.jpg")):
        observation = reader.read(picture(path))
        for r in observation.readings:
            assert (r.face is None) == (r.why is not None)
            assert r.why is None or r.why in WHY
            assert r.face is None or r.face == r.guess
            assert r.guess in PIPS + ROMAN
            assert 0 <= r.confidence <= 1
            assert r.guess not in r.others and len(set(r.others)) == 3
            x, y, w, h = r.box
            assert 0 <= x <= x + w <= observation.width + 0.1
            assert 0 <= y <= y + h <= observation.height + 0.1


def test_a_larger_picture_reads_as_the_small_one_does(reader: Reader) -> None:
    image = picture(GAME / "003.jpg")
    large = cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    faces = [sorted(str(r.face) for r in reader.read(i).readings) for i in (image, large)]
    assert faces[0] == faces[1]


def test_an_empty_tray_has_no_dice(reader: Reader) -> None:
    assert [r for r in reader.read(picture(GAME / "000.jpg")).readings if r.face] == []


def test_nothing_is_accepted_when_nothing_is_sure_enough() -> None:
    strict = Reader(settings=Settings(accept=1.1))
    assert {r.face for r in strict.read(picture(GAME / "001.jpg")).readings} == {None}


def test_a_die_that_leans_is_cocked_however_clear_its_face(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(places: list[object], _leans: object, _view: object) -> list[bool]:
        return [i == 0 for i in range(len(places))]

    monkeypatch.setattr("vision.reader.leaning", first)
    told = reader.read(picture(GAME / "001.jpg")).readings
    assert [r.why for r in told] == ["cocked"] + [None] * (len(told) - 1)
    assert told[0].face is None
    assert told[0].guess is not None


def test_a_die_cut_by_the_edge_is_not_accepted(reader: Reader) -> None:
    image = picture(GAME / "001.jpg")
    whole = min(reader.read(image).readings, key=lambda r: r.center[0])
    edge = round(whole.box[0] + 0.25 * whole.box[2])
    cut = min(reader.read(image[:, edge:]).readings, key=lambda r: r.center[0])
    assert (cut.face, cut.why) == (None, "cut")


@pytest.mark.parametrize("shape", [(10, 10), (10, 10, 4), (0, 10, 3)])
def test_what_is_no_picture_is_refused(reader: Reader, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        reader.read(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 900, 3), (900, 3, 3)])
def test_a_picture_of_any_form_is_read(reader: Reader, shape: tuple[int, ...]) -> None:
    assert [r for r in reader.read(np.zeros(shape, np.uint8)).readings if r.face] == []


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"finder\.onnx"):
        Reader(tmp_path)


def test_the_stages_end_in_the_reading(reader: Reader) -> None:
    names = []
    for name, draw in reader.stages(picture(GAME / "001.jpg")):
        names.append(name)
        assert draw().ndim == 3
    assert names == ["finder", "colour judge", "contrast judge", "reading"]


def test_more_is_asked_of_a_one(reader: Reader) -> None:
    """A ball with a glint looks like one."""
    image = picture(GAME / "001.jpg")
    wary = Reader(settings=Settings(one=1.1))
    for cool, warm in zip(wary.read(image).readings, reader.read(image).readings, strict=True):
        assert cool.face == (None if warm.face == 1 else warm.face)
    assert 1 in {r.face for r in reader.read(image).readings}
