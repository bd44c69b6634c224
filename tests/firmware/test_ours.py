"""Files that commands write again, and those of others, which they leave alone."""

import io
from pathlib import Path

import pytest
from PIL import Image as Picture

from firmware import cli
from firmware.ours import refuse_foreign, signed, write_ours


def packed(kind: str) -> bytes:
    made = io.BytesIO()
    Picture.new("RGB", (8, 8), (10, 200, 30)).save(made, kind)
    return made.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_signed_picture_shows_the_same(kind: str) -> None:
    plain, ours = packed(kind), signed(packed(kind))
    assert ours != plain
    with Picture.open(io.BytesIO(plain)) as one, Picture.open(io.BytesIO(ours)) as other:
        other.verify()
        assert one.size == other.size
    with Picture.open(io.BytesIO(plain)) as one, Picture.open(io.BytesIO(ours)) as other:
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("content", [packed("PNG"), packed("JPEG"), b"<svg/>", b"a text\n"])
def test_what_was_written_is_written_again_and_anothers_is_refused(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "file"
    write_ours(path, content)
    write_ours(path, content + b"\n")
    path.write_bytes(content)
    with pytest.raises(FileExistsError, match="none that arbiter made"):
        write_ours(path, content)
    assert path.read_bytes() == content


def test_a_sign_in_the_middle_of_a_large_file_is_none(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 9000 + b"made by Arbiter" + b"x" * 9000)
    with pytest.raises(FileExistsError):
        refuse_foreign([tmp_path / "none", path])


def test_a_device_is_nobodys(tmp_path: Path) -> None:
    write_ours(Path("/dev/null"), b"<svg/>")


def test_commands_leave_the_files_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = {"w.svg": "<svg>dear</svg>", "en.png": "dear", "shot.jpg": "dear", "report.txt": "dear"}
    for name, text in mine.items():
        (tmp_path / name).write_text(text)
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "a.jpg").write_bytes(packed("JPEG"))
    commands = (
        ["pins", "--svg", "w.svg"],
        ["screens", ".", "--language", "en"],
        ["calibrate", "--camera", "folder:photos", "--picture", "shot.jpg"],
    )
    for words in commands:
        assert cli.main(words) == 2, words
        told = capsys.readouterr()
        assert "none that arbiter made" in told.out + told.err, words
    assert {name: (tmp_path / name).read_text() for name in mine} == mine
    for words in (["pins", "--svg", "new.svg"],) * 2:
        assert cli.main(words) == 0


@pytest.mark.parametrize("command", ["table", "pins", "doctor", "calibrate", "capture here"])
def test_a_table_toml_that_is_named_must_be_there(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*command.split(), "--config", "typo.toml"]) == 2
    assert "Invalid --config 'typo.toml': there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        b"Notes.\nThe table was made by Arbiter, I think.\n",
        b"<svg><text>made by Arbiter</text></svg>\n",
        signed(b"a text\n") + b"and what I think of it\n",
        signed(packed("PNG"))[:33] + packed("PNG")[33:] + b"made by Arbiter",
        packed("JPEG") + b"made by Arbiter",
    ],
)
def test_a_file_that_only_speaks_of_us_is_anothers(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(FileExistsError, match="none that arbiter made"):
        write_ours(path, b"a text\n")
    assert path.read_bytes() == content


def test_a_link_to_anothers_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "dear").write_text("dear")
    (tmp_path / "report.txt").symlink_to(tmp_path / "dear")
    with pytest.raises(FileExistsError):
        write_ours(tmp_path / "report.txt", b"a text\n")
    assert (tmp_path / "dear").read_text() == "dear"


def test_what_was_made_read_only_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_ours(path, b"a text\n")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="read-only"):
        write_ours(path, b"another\n")
    assert path.read_bytes() == signed(b"a text\n")
