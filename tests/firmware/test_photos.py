"""Photo files of every kind, and every way in which one can be none."""

import errno
import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image as Pictures

from firmware.photos import PhotoError, load_photo, printable

RED_RGB = (200, 40, 30)
RED_BGR = (30, 40, 200)


def picture(mode: str = "RGB", size: tuple[int, int] = (48, 32)) -> Pictures.Image:
    return Pictures.new("RGB", size, RED_RGB).convert(mode)


def saved(folder: Path, name: str, kind: Pictures.Image, **options: Any) -> Path:
    path = folder / name
    kind.save(path, **options)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    message = str(caught.value)
    assert message.startswith(f"{printable(path)}: ")
    return message.removeprefix(f"{printable(path)}: ")


@pytest.mark.parametrize("name", ["a.png", "a.bmp", "a.tif", "a.webp", "a.ppm", "a.gif", "a.jpg"])
def test_every_common_format_is_read_as_blue_green_red(tmp_path: Path, name: str) -> None:
    image = load_photo(saved(tmp_path, name, picture()))
    assert image.shape == (32, 48, 3)
    assert image.dtype == np.uint8
    assert np.abs(image.astype(int) - RED_BGR).max() <= 3


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1", "RGBA", "CMYK", "YCbCr"])
def test_other_colour_modes_become_colour(tmp_path: Path, mode: str) -> None:
    name = "a.jpg" if mode in {"CMYK", "YCbCr"} else "a.png"
    image = load_photo(saved(tmp_path, name, picture(mode)))
    assert image.shape == (32, 48, 3)
    if mode in {"RGBA", "CMYK", "YCbCr"}:
        assert np.abs(image.astype(int) - RED_BGR).max() <= 4


def test_a_palette_is_looked_up(tmp_path: Path) -> None:
    kind = picture().convert("P", palette=Pictures.Palette.ADAPTIVE, colors=4)
    image = load_photo(saved(tmp_path, "a.png", kind))
    assert np.abs(image.astype(int) - RED_BGR).max() <= 2


def test_16_bit_grey_is_scaled_and_not_cut_off(tmp_path: Path) -> None:
    deep = np.linspace(0, 65535, 48 * 32).reshape(32, 48).astype(np.uint16)
    image = load_photo(saved(tmp_path, "a.png", Pictures.fromarray(deep)))
    assert image[0, 0].tolist() == [0, 0, 0]
    assert image[-1, -1].tolist() == [255, 255, 255]
    assert 120 < image[16, 0, 0] < 135


def test_what_is_transparent_shows_grey(tmp_path: Path) -> None:
    clear = Pictures.new("RGBA", (8, 8), (255, 255, 255, 0))
    assert load_photo(saved(tmp_path, "a.png", clear))[0, 0].tolist() == [128, 128, 128]


def test_pixels_that_are_fractions_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.tif", Pictures.new("F", (8, 8), 0.5))
    assert "8 bits a channel" in refusal(path)


def test_a_photo_taken_sideways_is_turned_upright(tmp_path: Path) -> None:
    kind = Pictures.new("RGB", (48, 32), "white")
    kind.paste((0, 0, 0), (0, 0, 8, 8))
    mark = Pictures.Exif()
    mark[0x0112] = 6
    image = load_photo(saved(tmp_path, "a.jpg", kind, exif=mark, quality=95))
    assert image.shape == (48, 32, 3)
    assert image[3, 28].max() < 60
    assert image[3, 3].min() > 200


def test_a_broken_exif_block_turns_nothing(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.jpg", picture(), exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x12")
    assert load_photo(path).shape == (32, 48, 3)


@pytest.mark.parametrize("part", [0.5, 0.9, 0.99])
@pytest.mark.parametrize(
    ("name", "options"),
    [("a.jpg", {"quality": 95}), ("b.jpg", {"progressive": True}), ("a.png", {}), ("a.webp", {})],
)
def test_a_file_cut_short_is_refused(
    tmp_path: Path, name: str, options: dict[str, Any], part: float
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (160, 200, 3), np.uint8)
    whole = saved(tmp_path, name, Pictures.fromarray(noise), **options)
    contents = whole.read_bytes()
    whole.write_bytes(contents[: int(len(contents) * part)])
    message = refusal(whole)
    assert "cut short" in message or "damaged" in message


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    assert refusal(tmp_path / "a.jpg") == "is empty"


@pytest.mark.parametrize("contents", [b"hello", b"\0" * 5000, b"<svg></svg>" * 9, b"%PDF-1.7 x"])
def test_a_file_that_is_no_picture_is_refused(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(contents)
    assert refusal(tmp_path / "a.jpg").startswith("is no picture that is known here")


def test_heic_is_refused_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 100)
    assert "save it as JPEG" in refusal(tmp_path / "a.heic")


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif"])
def test_20000_pixels_of_width_are_refused(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path, name, Pictures.new("L", (20_000, 2)))
    assert "is 20000 x 2 pixels; at most 12,000 a side" in refusal(path)


def test_too_many_pixels_in_all_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.png", Pictures.new("1", (9000, 9000)))
    assert "is 9000 x 9000 pixels" in refusal(path)


def test_a_decompression_bomb_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, "a.png", Pictures.new("1", (11_990, 11_990)))
    contents = path.read_bytes()
    huge = (50_000).to_bytes(4, "big") * 2
    path.write_bytes(contents[:16] + huge + contents[24:])
    refusal(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "a.jpg") == "no such file or directory"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "is a folder; name the photos in it"


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").startswith("is a pipe or a device")


def test_a_device_is_refused() -> None:
    assert refusal(Path("/dev/zero")).startswith("is a pipe or a device")


def test_a_name_with_a_null_byte_is_refused() -> None:
    assert "null" in refusal(Path("a\0.jpg"))


def test_a_name_too_long_is_refused() -> None:
    assert refusal(Path("a" * 5000)) == "file name too long"


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, mode: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    path = saved(tmp_path, "a.png", picture())
    monkeypatch.setattr(Path, "open", forbidden)  # root may read everything
    assert refusal(path) == "permission denied"


@pytest.mark.parametrize("name", ["würfel.png", "骰子.png", "a b'c.png", os.fsdecode(b"a\xff.png")])
def test_any_file_name_is_read(tmp_path: Path, name: str) -> None:
    whole = io.BytesIO()
    picture().save(whole, "PNG")
    (tmp_path / name).write_bytes(whole.getvalue())
    assert load_photo(tmp_path / name).shape == (32, 48, 3)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("würfel 1.jpg", "würfel 1.jpg"),
        ("a\nb.jpg", "a\\nb.jpg"),
        ("\x1b[31mred.jpg", "\\x1b[31mred.jpg"),
        ("a\u202egpj.exe", "a\\u202egpj.exe"),
        (os.fsdecode(b"a\xff.jpg"), "a\\xff.jpg"),
    ],
)
def test_a_name_cannot_command_the_terminal(name: str, shown: str) -> None:
    assert printable(name) == shown
