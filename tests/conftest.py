"""Options and surroundings that the whole suite shares."""

from collections.abc import Iterator

import pytest

from firmware.texts import speaking


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English, whatever the system or the test before has set."""
    monkeypatch.setenv("LC_ALL", "C")
    with speaking("en"):
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that rewrites golden files."""
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden screens anew instead of comparing with them",
    )
