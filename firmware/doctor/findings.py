"""What the doctor found of a part, for people and as JSON."""

import json
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

__all__ = ["Finding", "State", "as_json", "as_text", "status"]

State = Literal["well", "advice", "wrong", "absent", "skipped"]
"""advice: it works, and could be better. wrong: it is there and does not work. absent: the
settings name it, and it is not there. skipped: it was not looked at, the text says why."""

WORDS: Final[dict[State, str]] = {
    "well": "ok",
    "advice": "advice",
    "wrong": "WRONG",
    "absent": "ABSENT",
    "skipped": "skipped",
}

WIDE: Final = 88
"""Columns of the text."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A part, its state, what was found, and what to do about it, empty when nothing."""

    part: str
    state: State
    text: str
    remedy: str = ""


def status(findings: Sequence[Finding]) -> int:
    """The exit status: 1 when something that the settings name does not work, else 0."""
    return int(any(finding.state in ("wrong", "absent") for finding in findings))


def as_text(finding: Finding) -> str:
    """A finding as lines: part, state and text, and the remedy below."""
    head = f"{finding.part:<12} {WORDS[finding.state]:<8} "
    lines = _wrapped(head, finding.text)
    if finding.remedy:
        lines += _wrapped(f"{'-> ':>{len(head)}}", finding.remedy)
    return "\n".join(lines) + "\n"


def _wrapped(head: str, text: str) -> list[str]:
    below = " " * len(head)
    return textwrap.wrap(
        text, WIDE, initial_indent=head, subsequent_indent=below, break_on_hyphens=False
    )


def as_json(findings: Sequence[Finding]) -> str:
    """All findings as one JSON object."""
    told = {"ok": status(findings) == 0, "findings": [asdict(finding) for finding in findings]}
    return json.dumps(told, ensure_ascii=False) + "\n"
