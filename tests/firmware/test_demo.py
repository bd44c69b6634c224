"""The bundled game: its story, and how it is shown."""

import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from PIL import Image

from firmware import demo, show
from hardware.sim.camera import read_presses
from tests.pictures import HEIGHT, WIDTH, ColourReader, Spot, save, tray

SCENARIO = Path(demo.__file__).parents[1] / "vision" / "training" / "demo_scenario.json"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The bundled recording with its pictures drawn plainly."""
    folder = tmp_path / "game"
    (folder / "frames").mkdir(parents=True)
    for name in ("presses.csv", "table.toml"):
        shutil.copy(demo.GAME / name, folder / name)
    lines = (demo.GAME / "frames.csv").read_text(encoding="utf-8").replace(".jpg", ".png")
    (folder / "frames.csv").write_text(lines, encoding="utf-8")
    for picture in json.loads(SCENARIO.read_text(encoding="utf-8"))["pictures"]:
        spots = [
            Spot(die["face"], round(die["x"] * WIDTH), round(die["y"] * HEIGHT))
            for die in picture["dice"]
        ]
        save(tray(spots), folder / "frames" / picture["file"].replace(".jpg", ".png"))
    return folder


def shown(folder: Path, annotated: Path) -> tuple[int, str]:
    out = io.StringIO()
    status = show.show(folder, out, annotated, ColourReader())
    return status, out.getvalue()


def test_the_bundled_tables_say_what_the_scenario_says() -> None:
    scenario = json.loads(SCENARIO.read_text(encoding="utf-8"))
    with (demo.GAME / "frames.csv").open(encoding="utf-8", newline="") as table:
        frames = [(row["file"], float(row["time_s"])) for row in csv.DictReader(table)]
    assert frames == [(one["file"], one["time_s"]) for one in scenario["pictures"]]
    assert list(read_presses(demo.GAME)) == [
        (one["time_s"], one["button"]) for one in scenario["presses"]
    ]


def test_the_game_shows_faces_what_was_set_aside_parries_and_their_rulings(
    game: Path, tmp_path: Path
) -> None:
    status, text = shown(game, tmp_path / "annotated")
    assert status == 0
    for told in (
        "Picture 2 of 13, 001.jpg: 6 5 3 2 1",
        "Ann throws 3; on the table 6 6 5 5 3",
        "A die was pushed and still shows 6: no matter. [P2]",
        "Ann's attack stands: 6 6 5 5 3",
        "parry fails: best 4, needed more than 5 [A7]",
        "Ben pays 3 coins and has 2 left",
        "parry succeeds: 6 is more than 5 [A7]",
        "Ann wins with 2 [A12]",
    ):
        assert told in text
    assert text.count("sets aside 6 5 and throws") == 2


def test_the_screen_is_shown_after_each_throw(game: Path, tmp_path: Path) -> None:
    _, text = shown(game, tmp_path / "annotated")
    frames = text.count("\N{BOX DRAWINGS LIGHT DOWN AND RIGHT}")
    assert frames >= 13
    assert max(len(line) for line in text.splitlines() if "\u2502" in line) <= 80


def test_it_ends_with_the_winner_and_where_the_pictures_are(game: Path, tmp_path: Path) -> None:
    folder = tmp_path / "annotated"
    _, text = shown(game, folder)
    assert text.splitlines()[-1] == f"Ann wins. 13 annotated pictures: {folder}"
    assert len(list(folder.glob("*.jpg"))) == 13
    with Image.open(folder / "001.jpg") as picture:
        assert picture.size == (WIDTH, HEIGHT)


def test_two_pictures_swapped_change_the_game(game: Path, tmp_path: Path) -> None:
    _, before = shown(game, tmp_path / "a")
    first, second = game / "frames" / "004.png", game / "frames" / "008.png"
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    _, after = shown(game, tmp_path / "a")
    assert "The throw is void" in after and "The throw is void" not in before
    assert "Ann wins with 2" in before and "Ann wins with 2" not in after


def test_a_die_that_cannot_be_read_is_shown_as_a_question_mark(game: Path, tmp_path: Path) -> None:
    spots = [Spot(2, 40, 40), Spot(6, 100, 100), Spot(3, 200, 60, why="cocked")]
    save(tray(spots), game / "frames" / "001.png")
    _, text = shown(game, tmp_path / "deep" / "annotated")
    assert "Picture 2 of 13, 001.jpg: 6 2 ?\n" in text


def test_a_game_that_is_not_won_says_so(game: Path, tmp_path: Path) -> None:
    lines = (game / "frames.csv").read_text(encoding="utf-8").splitlines()
    (game / "frames.csv").write_text("\n".join(lines[:6]) + "\n", encoding="utf-8")
    status, text = shown(game, tmp_path / "a")
    assert status == 1
    assert "The game was not played to its end." in text


def test_a_folder_that_cannot_be_written_is_said(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", encoding="utf-8")
    status, _ = shown(game, taken)
    assert status == 2
    assert "arbiter demo:" in capsys.readouterr().err


def test_progress_is_said_once_where_there_is_no_terminal(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(game, tmp_path / "a")
    assert capsys.readouterr().err == "reading 13 pictures ...\n"


def test_the_first_line_is_there_before_anything_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = io.StringIO()
    seen: list[str] = []

    def stub(folder: Path, told: io.StringIO, annotated: Path) -> int:
        seen.append(told.getvalue())
        return 0

    monkeypatch.setattr(show, "show", stub)
    assert demo.run(out, tmp_path) == 0
    assert seen[0].startswith("Arbiter referees a game")


def test_an_output_that_nobody_reads_on_ends_it_without_a_word(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    class Head(io.StringIO):
        """A pipe whose reader leaves after some lines, as head does."""

        def write(self, text: str) -> int:
            if self.tell() > 200:
                raise BrokenPipeError(32, "Broken pipe")
            return super().write(text)

    with pytest.raises(BrokenPipeError):
        show.show(game, Head(), tmp_path / "annotated", ColourReader())
    assert "Broken pipe" not in capsys.readouterr().err


def test_the_bundled_pictures_are_refereed_to_the_winner(tmp_path: Path) -> None:
    vision = pytest.importorskip("vision")
    if not hasattr(vision, "Reader"):
        pytest.skip("the reader is not there yet")
    if not (demo.GAME / "frames" / "001.jpg").is_file():
        pytest.skip("the bundled pictures are not there yet")
    out = io.StringIO()
    assert demo.run(out, tmp_path / "annotated") == 0
    assert "Ann wins with 2 [A12]" in out.getvalue()
