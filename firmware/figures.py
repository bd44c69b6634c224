"""The figures of an evaluation as a table for people, and as plain words for programs."""

from collections.abc import Mapping
from typing import Final

from vision.evaluation import Rate, Tally

__all__ = ["MEANINGS", "as_plain", "table"]

MEANINGS: Final = """\
all exact: photos without a fault. exact: dice accepted with the right face. wrong: accepted without
being right (another face, no die there, or a die that a referee would not accept), of all dice.
asked: dice that lie well and were not accepted. missed: without a reading. query: a reading that
was not accepted where there is no die. In brackets: dice with a problem, and how many were named.
Below each figure: the interval of 95 % (Wilson) in which the rate lies, in percent.
"""

WIDTHS: Final = (22, 7, 15, 16, 15, 14, 14, 14, 6)
HEADS: Final = (
    "", "photos", "all exact %", "dice", "exact %", "wrong %", "asked %", "missed %", "query"
)  # fmt: skip


def table(tallies: Mapping[str, Tally]) -> str:
    """Return a table with two lines for each name: rates with their counts, and intervals."""
    lines = [_line(HEADS)]
    for name, tally in tallies.items():
        rates = (tally.photos_all_exact, tally.exact, tally.wrong, tally.asked, tally.missed)
        first = [f"{_percent(rate)} {rate.count:>6}" for rate in rates]
        below = [_interval(rate) for rate in rates]
        dice = f"{tally.dice}"
        if tally.problems:
            dice += f" ({tally.problems}: {tally.kinds['named']})"
        query = str(tally.kinds["query"])
        lines.append(_line((name, str(tally.photos), first[0], dice, *first[1:], query)))
        lines.append(_line(("", "", below[0], "", *below[1:], "")))
    return "\n".join(lines) + "\n"


def _line(cells: tuple[str, ...]) -> str:
    rest = (cell.rjust(width) for cell, width in zip(cells[1:], WIDTHS[1:], strict=True))
    return (cells[0].ljust(WIDTHS[0]) + "".join(rest)).rstrip()


def _percent(rate: Rate) -> str:
    return "-" if rate.rate is None else f"{rate.rate:.2%}"[:-1]


def _interval(rate: Rate) -> str:
    if rate.rate is None:
        return "-"
    low, high = rate.interval
    return f"{100 * low:.2f}-{100 * high:.2f}"


def as_plain(tally: Tally) -> dict[str, object]:
    """Return a tally as JSON's kinds of things: counts, and [count, total, rate, low, high]."""
    rates = {
        "photos_all_exact": tally.photos_all_exact,
        "exact": tally.exact,
        "wrong": tally.wrong,
        "asked": tally.asked,
        "missed": tally.missed,
        "named": tally.named,
    }
    return {
        "photos": tally.photos,
        "dice": tally.dice,
        "problems": tally.problems,
        "kinds": dict(sorted(tally.kinds.items())),
        **{name: [r.count, r.total, r.rate, *r.interval] for name, r in rates.items()},
    }
