"""Files are written whole or not at all."""

from pathlib import Path

import pytest

from firmware.whole import write_whole


def test_a_file_is_written_and_written_over(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        write_whole(tmp_path / "a.jpg", content)
        assert (tmp_path / "a.jpg").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]


def test_a_disk_that_gets_full_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"dear")

    def full(path: Path, content: bytes) -> int:
        path.open("wb").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "a.jpg", b"torn")
    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]
    assert (tmp_path / "a.jpg").read_bytes() == b"dear"


def test_a_link_stays_and_leads_to_what_was_written(tmp_path: Path) -> None:
    (tmp_path / "link.jpg").symlink_to("a.jpg")
    write_whole(tmp_path / "link.jpg", b"one")
    assert (tmp_path / "link.jpg").is_symlink()
    assert (tmp_path / "a.jpg").read_bytes() == b"one"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "a.jpg", b"one")
    assert Path("/dev/full").is_char_device()


def test_an_interrupt_leaves_nothing_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, content: bytes) -> int:
        path.open("wb").close()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.jpg", b"torn")
    assert list(tmp_path.iterdir()) == []
