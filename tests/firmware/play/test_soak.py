"""A short soak: games by chance, with a real reader in every second one."""

from pathlib import Path

import pytest

from firmware.play import soak


def test_a_short_soak_plays_on_and_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MOST_KEYS", 6)
    lines = (tmp_path / "out").open("w")
    with lines:
        told = soak.Soak(tmp_path / "home", 3, 2).run(2, 1.0, lines)
    assert told.games == 2
    assert 2 <= told.keys <= 12
    assert 0 < told.hours < 0.1
    assert told.frames > told.keys
    assert 0 < told.read < told.frames
    assert told.last.files <= told.first.files
    assert told.last.threads <= told.first.threads
