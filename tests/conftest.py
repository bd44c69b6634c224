"""Options that the whole suite shares."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that rewrites golden files."""
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden screens anew instead of comparing with them",
    )
