"""A 1-bit image in characters."""

from PIL import Image

from firmware.screens import ascii_blocks, braille, for_terminal, half_blocks


def image(*rows: str) -> Image.Image:
    made = Image.new("1", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            made.putpixel((x, y), int(mark == "#"))
    return made


def test_half_blocks_hold_two_pixels_each() -> None:
    assert half_blocks(image(".#.#", "..##")) == [" \u2580\u2584\u2588"]
    assert ascii_blocks(image(".#.#", "..##")) == [" '.:"]


def test_braille_holds_eight_pixels_each() -> None:
    assert braille(image("#.", "..", "..", ".#")) == [chr(0x2800 + 0x01 + 0x80)]
    assert braille(image("##", "##", "##", "##")) == ["\u28ff"]


def test_odd_sizes_are_padded_with_dark_pixels() -> None:
    assert half_blocks(image("#")) == ["\u2580"]
    assert braille(image("#")) == ["\u2801"]


def test_a_wide_terminal_gets_half_blocks_and_a_narrow_one_braille() -> None:
    screen = Image.new("1", (128, 64), 1)
    wide, narrow = for_terminal(screen, 130, "utf-8"), for_terminal(screen, 129, "utf-8")
    assert (len(wide), len(wide[0])) == (34, 130)
    assert (len(narrow), len(narrow[0])) == (18, 66)
    assert "\u2588" in wide[1] and "\u28ff" in narrow[1]


def test_a_terminal_without_such_characters_gets_ascii() -> None:
    screen = Image.new("1", (128, 64), 1)
    for encoding in ("ascii", "latin-1", "no such encoding"):
        lines = for_terminal(screen, 80, encoding)
        assert all(line.isascii() for line in lines) and ":" in lines[1]
    assert for_terminal(screen, 80, None) == for_terminal(screen, 80, "utf-8")
