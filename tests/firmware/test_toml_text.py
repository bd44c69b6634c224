"""TOML that is written is read back as it was."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.toml_text import toml_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = TEXTS | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_a_table_is_read_back_as_it_was(table: dict[str, object]) -> None:
    assert tomllib.loads(toml_text(table)) == table


def test_plain_values_come_before_the_sections() -> None:
    text = toml_text({"alea": {"cards": False}, "game": "alea", "players": ["Ann", "Ben"]})
    assert text == 'game = "alea"\nplayers = ["Ann", "Ben"]\n\n[alea]\ncards = false\n'


def test_what_toml_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="None cannot be written"):
        toml_text({"a": None})
