"""The table on a PC: what it opens."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.play.command import App, Wanted


def test_a_drawn_tray_is_seen_again_after_its_camera_was_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITER_HOME", str(tmp_path))
    with ExitStack() as stack:
        app = App(Wanted(seed=1, speed=50.0), stack)
        first = app.open_camera()
        assert first.capture() is not None
        app.key("l")
        first.close()
        second = app.open_camera()
        dark = second.capture()
        assert first.capture() is None
        assert dark is not None
        app.key("l")
        lit = second.capture()
        assert lit is not None
        assert dark.pixels.mean() < 0.8 * lit.pixels.mean()
