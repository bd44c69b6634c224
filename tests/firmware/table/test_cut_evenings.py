"""The power is cut at every step of the disk of an evening: nothing that was told is lost."""

import pytest

from rules.games import GAMES
from tests.firmware.journal.disk import MemoryFiles
from tests.firmware.table import cut_evenings


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_that_was_told_is_lost_by_a_cut(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_evenings, "MOST_ACTS", 600)
    evening = cut_evenings.play_cut(game, 3)
    assert evening.events > 5
    assert evening.steps > evening.events  # a write and a sync each, of one event or two
    assert evening.cuts > evening.steps


def test_a_table_that_told_before_it_synced_would_be_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MemoryFiles, "sync", lambda _self, _handle: None)
    with pytest.raises(AssertionError):
        cut_evenings.play_cut("alphatian", 3)
