"""Recordings as zip files: sound ones, torn ones and traps."""

import errno
import os
import stat
import struct
import zipfile
from pathlib import Path

import pytest

from firmware import bundle
from firmware.bundle import opened, pack
from hardware.errors import RecordingError


def zipped(place: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return place


def refused(place: Path) -> str:
    with pytest.raises(RecordingError) as caught, opened(place):
        pass
    return str(caught.value)


def test_what_is_packed_is_unpacked_the_same_and_gone_afterwards(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    (folder / "frames").mkdir(parents=True)
    (folder / "frames" / "0.jpg").write_bytes(b"\x01" * 99)
    (folder / "frames.csv").write_text("file,time_s\n")
    pack(folder, tmp_path / "evening.zip")
    with opened(tmp_path / "evening.zip") as inside:
        assert (inside / "frames" / "0.jpg").read_bytes() == b"\x01" * 99
        assert (inside / "frames.csv").read_text() == "file,time_s\n"
    assert not inside.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening", "evening.zip"]


def test_a_recording_packed_in_a_folder_of_its_own_is_found(tmp_path: Path) -> None:
    place = zipped(tmp_path / "r.zip", {"evening/frames.csv": b"x", "evening/frames/0.jpg": b"y"})
    with opened(place) as inside:
        assert (inside / "frames.csv").read_bytes() == b"x"


def test_a_folder_is_given_as_it_is_and_a_missing_one_too(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere"):
        with opened(place) as inside:
            assert inside == place


@pytest.mark.parametrize("kept", [0, 1, 60, 400])
def test_a_torn_zip_is_refused_by_name(tmp_path: Path, kept: int) -> None:
    place = zipped(tmp_path / "r.zip", {f"frames/{k}.jpg": bytes(range(99)) for k in range(9)})
    place.write_bytes(place.read_bytes()[:kept])
    assert "r.zip is torn or no zip file" in refused(place)


def test_a_damaged_zip_of_another_packing_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "game.zip"
    with zipfile.ZipFile(place, "w", zipfile.ZIP_LZMA) as bundle:
        bundle.writestr("frames.csv", "file,time_s\n" * 500)
    packed = bytearray(place.read_bytes())
    packed[60:80] = bytes(20)
    place.write_bytes(packed)
    with pytest.raises(RecordingError, match=r"game\.zip is torn"), opened(place):
        pass


def test_a_zip_whose_pictures_were_damaged_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr("frames/0.jpg", b"pixels" * 50)
    whole = bytearray((tmp_path / "r.zip").read_bytes())
    whole[100] ^= 0xFF
    (tmp_path / "r.zip").write_bytes(whole)
    assert "frames/0.jpg" in refused(tmp_path / "r.zip")


@pytest.mark.parametrize(
    "name", ["../out.csv", "/etc/out.csv", "frames/../../out.csv", "C:/out.csv", "a\\..\\out.csv"]
)
def test_what_leads_out_of_the_folder_is_refused_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    place = zipped(tmp_path / "r.zip", {"frames.csv": b"", name: b"out"})
    assert "leads out of the recording's folder" in refused(place)
    assert [path.name for path in tmp_path.iterdir()] == ["r.zip"]


def test_links_are_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("frames")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "r.zip", "w") as archive:
        archive.writestr(link, "/etc")
    assert "'frames' is a link or a device" in refused(tmp_path / "r.zip")


def test_a_bomb_is_refused_by_its_table_of_contents(tmp_path: Path) -> None:
    """The size of one small file is overwritten with four gigabytes, thirty times."""
    names = {f"frames/{k:02d}.jpg": b"\x00" for k in range(30)}
    place = zipped(tmp_path / "r.zip", names)
    whole = place.read_bytes()
    whole = whole.replace(
        struct.pack("<I", 1) + struct.pack("<HH", 13, 0), b"\xf0\xff\xff\xff\r\0\0\0"
    )
    place.write_bytes(whole)
    assert "r.zip unpacks to 12" in refused(place)


def test_more_than_the_disk_has_room_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = zipped(tmp_path / "r.zip", {"frames.csv": b"x"})
    monkeypatch.setattr(bundle, "SPARE_BYTES", 2**60)
    assert "unpack it elsewhere" in refused(place)


def test_too_many_files_twice_the_same_and_deep_ones_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "deeper" in refused(zipped(tmp_path / "a.zip", {"a/b/c/d.jpg": b""}))
    twice = zipped(tmp_path / "b.zip", {"frames.csv": b"1", "FRAMES.CSV": b"2"})
    assert "'FRAMES.CSV' is there twice" in refused(twice)
    monkeypatch.setattr(bundle, "MAX_FILES", 2)
    many = zipped(tmp_path / "c.zip", {f"frames/{k}": b"" for k in range(3)})
    assert "holds 3 files" in refused(many)


def test_an_encrypted_one_is_refused(tmp_path: Path) -> None:
    place = zipped(tmp_path / "r.zip", {"frames.csv": b"x"})
    whole = bytearray(place.read_bytes())
    at = whole.rindex(b"PK\x01\x02")
    whole[at + 8] |= 1
    place.write_bytes(whole)
    assert "is encrypted" in refused(place)


def test_packing_leaves_no_half_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evening").mkdir()
    (tmp_path / "evening" / "frames.csv").write_text("x")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(OSError, match="No space"):
        pack(tmp_path / "evening", tmp_path / "evening.zip")
    assert not (tmp_path / "evening.zip").exists()


def test_what_is_no_file_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "r.zip")
    assert "is no file" in refused(tmp_path / "r.zip")


@pytest.mark.parametrize("name", ["frames/000000.jpg", "table.toml", "frames"])
def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "evening"
    (folder / "frames").mkdir(parents=True)
    (tmp_path / "secret").mkdir()
    if name == "frames":
        (folder / "frames").rmdir()
    (folder / name).symlink_to(tmp_path / "secret")
    assert f"{name} is a link that leads out of evening" in refused(folder)


def test_links_within_and_to_the_folder_are_followed(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    (folder / "frames").mkdir(parents=True)
    (folder / "frames" / "0.jpg").write_text("x")
    (folder / "frames" / "1.jpg").symlink_to("0.jpg")
    (tmp_path / "linked").symlink_to(folder)
    with opened(tmp_path / "linked") as place:
        assert (place / "frames" / "1.jpg").read_text() == "x"


def test_links_in_a_circle_lead_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "a.csv").symlink_to("b.csv")
    (folder / "b.csv").symlink_to("a.csv")
    with opened(folder) as place:
        assert not (place / "a.csv").exists()


def test_a_disk_that_fills_up_leaves_nothing_beside_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "frames.csv").write_text("file,time_s\n")

    def full(*_given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(OSError, match="No space"):
        pack(folder, tmp_path / "evening.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["evening"]


def test_a_file_without_a_name_is_refused(tmp_path: Path) -> None:
    place = zipped(tmp_path / "r.zip", {"frames.csv": b"x"})
    place.write_bytes(place.read_bytes().replace(b"frames.csv", b"\0rames.csv"))
    assert "has no name" in refused(place)
