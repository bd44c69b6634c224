"""Records: what is written is read, and what was damaged is told from what was cut off."""

import zlib
from pathlib import Path

import pytest

from rules import alea, alphatian, centurion, record
from rules.errors import (
    InvalidInputError,
    InvalidTypeError,
    RecordError,
    RulesError,
    UnknownVersionError,
)
from rules.match import Concede, Confirm, Correct, Redo, Undo
from rules.record import Header, Record, parse, replay

OLD = Path(__file__).parent.parent / "data" / "rules" / "records"
"""Records of every version that was ever written; they are read for ever."""

ATTACK = alphatian.Roll((6, 6, 5, 5, 3))
HEADER = Header("alphatian", ("Ann", "Zoë"), alphatian.Options(handicap=(1, 7)), "2026-11-30")
GAME = Record(
    HEADER,
    (
        ATTACK,
        Confirm(1, ATTACK),
        alphatian.Stand(),
        Undo(),
        Redo(),
        alphatian.TimeOut(6.25),
        alphatian.NameNumber(5),
        alphatian.Roll((5, 1)),
        Correct(5, alphatian.Roll((5, 1)), alphatian.Roll((6, 1))),
        Correct(1, ATTACK, alphatian.Roll((6, 6, 5, 4, 3)), cut=5),
    ),
)
TEXT = record.format(GAME)
CONCEDED = Record(HEADER, (ATTACK, Concede("Zoë")))
LINES = TEXT.splitlines()
BODY = [line.partition(" ")[2] for line in LINES]


def signed(*texts: str) -> str:
    """Return lines with the checksums that they should have."""
    checksum = 0
    lines = []
    for text in texts:
        checksum = zlib.crc32(f"{text}\n".encode(), checksum)
        lines.append(f"{checksum:08x} {text}\n")
    return "".join(lines)


def changed(**lines: str) -> str:
    """Return the record with the lines that begin with a word replaced, and signed anew."""
    return signed(*(lines.get(text.split(" ")[0], text) for text in BODY))


# ---------------------------------------------------------------- there and back


def test_a_record_reads_back_as_it_was_written() -> None:
    assert parse(TEXT) == GAME
    assert parse(TEXT.encode()) == GAME
    assert record.format(parse(TEXT)) == TEXT
    assert parse(TEXT).torn is None


def test_a_record_is_a_header_and_a_line_an_entry() -> None:
    assert BODY == [
        "arbiter-record 1",
        "game alphatian 1",
        "date 2026-11-30",
        "options 5",
        "starter chosen",
        "coins 10",
        "handicap 1 7",
        "clock warn",
        "clock_s 6.0",
        "players 2",
        "Ann",
        "Zoë",
        "roll 6 6 5 5 3",
        "confirm 1 6 6 5 5 3",
        "stand",
        "undo",
        "redo",
        "time-out 6.25",
        "name 5",
        "roll 5 1",
        "correct 5 5 1 to 6 1",
        "correct 1 6 6 5 5 3 to 6 6 5 4 3 drop 5",
    ]
    assert signed(*BODY) == TEXT


ALEA = Record(
    Header("alea", ("安娜",), alea.Options("as-rolled", cards=False), "2026-11-30T20:15:00Z"),
    (
        alea.Roll("X"),
        alea.Roll("IXV"),
        alea.Stop(),
        alea.Enter(10, 3),
        alea.PlayCard(4, (0, 5)),
        alea.PlayCard(1, (2,), joker=True),
        alea.EnterAgain(10, 4),
        alea.EnterAgain(39, 7, joker=True),
        alea.EndTurn(),
        Correct(1, alea.Roll("X"), alea.Roll("I")),
        Confirm(2, alea.Roll("IXV")),
    ),
)
CENTURION = Record(
    Header("centurion", ("Ann", "game 7", "undo"), centurion.Options(), "2026-11-30T20:15+01:00"),
    (centurion.Roll("X"), centurion.Stop(), centurion.Count(39)),
)
ODD = Record(
    HEADER, (alphatian.TimeOut(1e-7), alphatian.TimeOut(0.1 + 0.2), alphatian.TimeOut(1e9))
)


@pytest.mark.parametrize("written", [ALEA, CENTURION, ODD, Record(HEADER)])
def test_every_kind_of_entry_reads_back(written: Record) -> None:
    assert parse(record.format(written)) == written


def test_alea_is_written_in_words_of_its_own() -> None:
    lines = [line.partition(" ")[2] for line in record.format(ALEA).splitlines()]
    assert lines[4:] == [
        *("numerals as-rolled", "cards no", "cards_per_throw any", "card_5 made-again"),
        *("length seventh-entry", "players 1", "安娜", "roll X", "roll I X V", "stop"),
        *("enter 10 3", "card 4 0 5", "joker-as 1 2", "card 5 10 4", "joker-as 5 39 7"),
        *("end-turn", "correct 1 X to I", "confirm 2 I X V"),
    ]


def test_a_replayed_record_is_the_match() -> None:
    match = replay(parse(TEXT))
    assert match.entries == GAME.entries
    assert match.start.players == ("Ann", "Zoë")
    assert [str(done.action) for done in match.line] == [
        "roll 6 6 5 4 3",
        "stand",
        "time out 6.25",
        "name 5",
    ]


def test_an_action_that_the_rules_forbid_is_told_with_its_line() -> None:
    broken = Record(HEADER, (ATTACK, alphatian.Stand(), alphatian.NameNumber(2)))
    assert parse(record.format(broken)) == broken
    with pytest.raises(RecordError, match=r"line 15: cannot name 2: .* \[A6\]") as refused:
        replay(broken)
    assert refused.value.line == 15
    assert "name 2" in record.format(broken).splitlines()[14]


@pytest.mark.parametrize("path", sorted(OLD.glob("*.txt")), ids=lambda path: path.stem)
def test_records_of_old_are_read_for_ever(path: Path) -> None:
    text, _, wanted = path.read_bytes().partition(b"\n\n")
    match = replay(parse(text + b"\n"))
    assert str(match.state) == wanted.decode().strip()


def test_there_are_records_of_every_version_and_game() -> None:
    assert {path.stem for path in OLD.glob("*.txt")} == {
        f"{game}-{version}"
        for game, newest in record.RULES_VERSIONS.items()
        for version in range(1, newest + 1)
    }


# ---------------------------------------------------------------- torn and damaged


def test_a_last_line_cut_off_anywhere_is_dropped_and_said() -> None:
    raw = TEXT.encode()
    begin = raw.rindex(b"\n", 0, -1) + 1
    for end in range(begin + 1, len(raw) - 1):
        cut = parse(raw[:end])
        assert cut == Record(HEADER, GAME.entries[:-1])
        assert cut.torn == raw[begin:end].decode()


def test_a_last_line_that_lacks_its_line_break_alone_is_whole() -> None:
    cut = parse(TEXT.removesuffix("\n"))
    assert (cut, cut.torn) == (GAME, None)
    ending = TEXT.removesuffix("\n")
    changed = ending[:-1] + chr(ord(ending[-1]) ^ 1)
    assert parse(changed).torn == changed.rpartition("\n")[2]


def test_a_cut_through_a_letter_or_into_zeros_is_no_obstacle() -> None:
    torn = parse(TEXT.encode() + b"\0\0\0\0")
    assert torn == GAME
    assert torn.torn == "\0\0\0\0"
    assert parse(TEXT.encode() + "ë".encode()[:1]).torn == "\ufffd"


def test_a_record_cut_in_its_header_is_refused() -> None:
    for count in range(12):
        with pytest.raises(RecordError, match=f"line {count + 1}: the record ends here") as refused:
            parse("".join(f"{line}\n" for line in LINES[:count]) + "torn")
        assert refused.value.line == count + 1
    assert parse("".join(f"{line}\n" for line in LINES[:12])) == Record(HEADER)


def test_any_changed_byte_is_refused_with_its_line() -> None:
    raw = TEXT.encode()
    last = raw.rindex(b"\n", 0, -1) + 1
    for place in range(len(raw) - 1):
        flipped = bytes((*raw[:place], raw[place] ^ 1, *raw[place + 1 :]))
        line = raw.count(b"\n", 0, place) + 1
        if raw[place] == 0x0A:
            line = min(line, len(LINES))
        with pytest.raises(RecordError) as refused:
            parse(flipped)
        assert refused.value.line == line, place
    assert last < len(raw)


def test_a_changed_last_line_is_damage_and_not_torn() -> None:
    with pytest.raises(RecordError, match=f"line {len(LINES)}: the checksum is '"):
        parse(TEXT.replace("drop 5\n", "drop 6\n"))


@pytest.mark.parametrize("place", range(len(LINES) - 1))
def test_a_lost_a_doubled_and_a_moved_line_are_refused(place: int) -> None:
    lost = [*LINES[:place], *LINES[place + 1 :]]
    doubled = [*LINES[: place + 1], *LINES[place:]]
    moved = [*LINES[:place], LINES[place + 1], LINES[place], *LINES[place + 2 :]]
    for lines, line in ((lost, place + 1), (doubled, place + 2), (moved, place + 1)):
        with pytest.raises(RecordError, match="missing or doubled") as refused:
            parse("".join(f"{text}\n" for text in lines))
        assert refused.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "the record ends here: expected arbiter-record"),
        ("\n", 1, "the record ends here: expected arbiter-record"),
        ("\n\n", 1, "the checksum is ''"),
        (TEXT + "\n", 23, "the checksum is ''"),
        ("\ufeff" + TEXT, 1, "it begins with a byte order mark"),
        (TEXT.replace("\n", "\r\n"), 1, "it ends with a carriage return"),
        (TEXT.replace("\n", "\r"), 1, "the record ends here"),
        (TEXT.replace(LINES[3], LINES[3] + "\r"), 4, "it ends with a carriage return"),
        (TEXT.replace(LINES[13][:8], LINES[13][:7]), 14, f"the checksum is '{LINES[13][:7]}'"),
        (TEXT.replace(LINES[13][:8], LINES[13][:8].upper()), 14, "the checksum is"),
        (TEXT.replace(LINES[13][:8] + " ", LINES[13][:8]), 14, "the checksum is"),
        (TEXT.replace(LINES[13][:8], ""), 14, "the checksum is ''"),
        (TEXT.replace("Ann", "Ann\ud800"), 11, "it is no UTF-8 text"),
        (TEXT.encode().replace(b"Ann", b"A\xffn"), 11, "it is no UTF-8 text: invalid start byte"),
        (TEXT.encode("utf-16"), 1, ""),
    ],
)
def test_damage_is_refused_with_its_line(text: str | bytes, line: int, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse(text)
    assert refused.value.line == line
    assert refused.value.reason.startswith(says)
    assert str(refused.value) == f"line {line}: {refused.value.reason}"


@pytest.mark.parametrize("text", [None, 5, 10**5, ["line"], Path("record")])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(InvalidTypeError) as refused:
        parse(text)  # type: ignore[arg-type]
    assert str(refused.value) == f"the record is {text!r}: expected text; give str or bytes"


# ---------------------------------------------------------------- versions and contents


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (changed(**{"arbiter-record": "arbiter-record 2"}), 1, "the format's version is '2'"),
        (changed(**{"arbiter-record": "arbiter-record 01"}), 1, "the format's version is '01'"),
        (changed(**{"arbiter-record": "arbiter-record"}), 1, "the format's version is ''"),
        (changed(game="game chess 1"), 2, "the game is 'chess': expected one of alphatian, alea"),
        (changed(game="game alphatian 2"), 2, "the version of its rules is '2': expected 1"),
        (changed(game="game alphatian 10"), 2, "the version of its rules is '10'"),
        (changed(game="game alphatian 0"), 2, "the version of its rules is '0'"),
        (changed(game="game alphatian"), 2, "the version of its rules is ''"),
    ],
)
def test_unknown_versions_are_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(UnknownVersionError) as refused:
        parse(text)
    assert refused.value.line == line
    assert refused.value.reason.startswith(says)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (changed(**{"arbiter-record": "record 1"}), 1, "it begins with 'record': expected arbiter"),
        (changed(date="day 2026-11-30"), 3, "it begins with 'day': expected date"),
        (changed(date="date 30.11.2026"), 12, "the date is '30.11.2026'"),
        (
            changed(options="options 4"),
            8,
            "the options are starter, coins, handicap, clock: "
            "expected starter, coins, handicap, clock, clock_s; restore them",
        ),
        (changed(options="options 6"), 10, ""),
        (changed(options="options 0"), 4, "the number of options is '0'"),
        (changed(options="options +5"), 4, "the number of options is '+5'"),
        (changed(options="options 9999999999"), 4, "the number of options is '9999999999'"),
        (changed(options="options 999999999"), 11, "the line is 'Ann': expected 'Ann '"),
        (changed(players="players 999999999"), 23, "the record ends here: expected 999999999"),
        (changed(starter="starter lazier"), 9, "starter is 'lazier'"),
        (changed(starter="coins 10"), 9, "the options are coins, coins, handicap, clock, clock_s:"),
        (changed(starter="begins chosen"), 9, "the options are begins, coins, handicap, clock"),
        (changed(starter="\x1b[31m chosen"), 5, r"an option is '\x1b[31m chosen': expected a name"),
        (changed(starter="x" * 41 + " 1"), 5, "an option is 'xxx"),
        (changed(coins="coins 010"), 6, "the line is 'coins 010': expected 'coins 10'"),
        (changed(coins="coins yes"), 9, "coins is True"),
        (changed(coins="coins"), 6, "the line is 'coins': expected 'coins '"),
        (changed(coins="coins "), 9, "coins is ''"),
        (changed(coins="coins  10"), 9, "coins is ('', 10)"),
        (changed(handicap="handicap 1 5 9"), 9, "handicap is (1, 5, 9)"),
        (changed(clock_s="clock_s 6"), 9, "an option is clock_s 6: expected clock_s 6.0"),
        (changed(clock_s="clock_s nan"), 9, "clock_s is 'nan'"),
        (changed(players="players 1"), 11, "players has 1 names"),
        (changed(players="players two"), 10, "the number of players is 'two'"),
        (changed(Ann="Ann\u202e"), 12, "a player's name is"),
        (changed(Ann="Zoë"), 12, "players holds 'Zoë' twice"),
        (changed(Ann=" Ann"), 12, "a player's name is ' Ann'"),
        (changed(name="name 7"), 19, "the number named is 7"),
        (changed(name="name"), 19, "the action is 'name': expected other words after name"),
        (changed(name="name 5 5"), 19, "the action is 'name 5 5': expected other words"),
        (changed(name="name five"), 19, "a number is 'five': expected digits"),
        (changed(name="name \u0665"), 19, "a number is '\u0665': expected digits"),
        (changed(name="name  5"), 19, "a number is '': expected digits"),
        (changed(name="name 05"), 19, "the line is 'name 05': expected 'name 5'"),
        (changed(name="name 5 "), 19, "a number is ''"),
        (changed(name="NAME 5"), 19, "the action is 'NAME 5': expected one of roll, throw-again"),
        (changed(name=""), 19, "the action is ''"),
        (changed(name="enter 5 1"), 19, "the action is 'enter 5 1': expected one of roll"),
        (changed(stand="stand 1"), 15, "the action is 'stand 1': expected other words"),
        (changed(undo="undo 1"), 16, "the action is 'undo 1'"),
        (changed(confirm="confirm 0 6 6 5 5 3"), 14, "the action is 'confirm 0"),
        (changed(confirm="confirm 1 6 6 5 5 7"), 14, "a face is 7"),
        (changed(confirm="confirm 1 6 6  5 5"), 14, "a number is ''"),
        (changed(**{"time-out": "time-out nan"}), 18, "elapsed_s is 'nan'"),
        (changed(**{"time-out": "time-out 6"}), 18, "the line is 'time-out 6': expected"),
        (changed(**{"time-out": "time-out -6.0"}), 18, "elapsed_s is -6.0"),
        (changed(**{"time-out": "time-out 6.0 7.0"}), 18, "the action is 'time-out 6.0 7.0'"),
        (changed(**{"time-out": "time-out yes"}), 18, "elapsed_s is True"),
    ],
)
def test_lines_that_mean_nothing_are_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse(text)
    assert not isinstance(refused.value, UnknownVersionError)
    assert (refused.value.line, refused.value.reason[: len(says)]) == (line, says)


@pytest.mark.parametrize(
    "entry",
    [
        *("card 5 10", "card 5 10 4 1", "card", "card 0 1", "card 6 1", "joker-as 5 10"),
        *("card 4 5 0", "roll X  I", "roll XI", "roll", "roll x", "enter 10", "enter 10 3 1"),
        *("joker-as 6 0", "stop now", "end-turn 1", "count 5"),
    ],
)
def test_entries_of_alea_have_one_way_to_be_written(entry: str) -> None:
    lines = [line.partition(" ")[2] for line in record.format(Record(ALEA.header)).splitlines()]
    with pytest.raises(RecordError) as refused:
        parse(signed(*lines, entry))
    assert refused.value.line == 12


# ---------------------------------------------------------------- headers


@pytest.mark.parametrize(
    "date",
    [
        *("2026-11-30", "1999-01-01T00:00", "2026-12-31T23:59:59"),
        *("2026-11-30T20:15:00Z", "2026-11-30T20:15+01:00"),
    ],
)
def test_dates_are_kept_as_they_came(date: str) -> None:
    assert Header("centurion", ("Ann",), None, date).date == date


@pytest.mark.parametrize(
    "date",
    [
        *("", "today", "2026-13-01", "2026-00-01", "2026-01-32", "2026-01-00", "2026-1-1"),
        *("2026-02-30", "2026-02-29", "1900-02-29", "2026-04-31T20:15:00Z"),
        *("20261130", "2026-11-30 20:15", "2026-11-30T24:00", "2026-11-30T20:60"),
        *("2026-11-30\n", "\u0662026-11-30"),
    ],
)
def test_dates_in_another_form_are_refused(date: str) -> None:
    with pytest.raises(InvalidInputError, match="the date is "):
        Header("centurion", ("Ann",), None, date)


def test_a_date_that_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match="the date is 20261130: expected text"):
        Header("centurion", ("Ann",), None, 20261130)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "players", "options", "rules"),
    [
        ("chess", ("Ann",), None, 1),
        ("centurion", ("Ann", "Ann"), None, 1),
        ("centurion", ("Ann",), alea.Options(), 1),
        ("centurion", ("Ann",), None, 2),
        ("centurion", ("Ann",), None, 0),
        ("centurion", ("Ann",), None, True),
    ],
)
def test_what_is_no_header_is_refused(
    game: str, players: tuple[str, ...], options: object, rules: int
) -> None:
    with pytest.raises(RulesError):
        Header(game, players, options, "2026-11-30", rules)


def test_a_version_of_rules_to_come_is_no_header_yet() -> None:
    with pytest.raises(InvalidInputError, match="the version of the rules is 2: expected 1 to 1"):
        Header("centurion", ("Ann",), None, "2026-11-30", 2)


def test_a_header_fills_in_the_options_and_keeps_a_tuple_of_names() -> None:
    header = Header("centurion", ["Ann"], None, "2026-11-30")  # type: ignore[arg-type]
    assert (header.players, header.options, header.rules) == (("Ann",), centurion.Options(), 1)


@pytest.mark.parametrize("entry", [None, "stand", alea.Stop(), alphatian.Stand, object()])
def test_what_is_no_entry_is_not_written(entry: object) -> None:
    with pytest.raises(InvalidInputError) as refused:
        record.format(Record(HEADER, (entry,)))
    assert str(refused.value).startswith(f"the action is {entry!r}"[:70])
    assert "expected an action of alphatian; make one" in str(refused.value)


def test_an_action_of_another_game_is_not_written() -> None:
    with pytest.raises(InvalidInputError, match="expected an action of centurion"):
        record.format(Record(CENTURION.header, (alea.EnterAgain(5, 1),)))


def test_a_concession_is_written_with_the_name_and_ends_the_record() -> None:
    text = record.format(CONCEDED)
    assert text.splitlines()[-1].endswith(" concede Zoë")
    assert parse(text) == CONCEDED
    assert replay(CONCEDED).conceded == "Zoë"
    after = Record(HEADER, (*CONCEDED.entries, alphatian.Stand()))
    with pytest.raises(RecordError, match="the game is over: Zoë has conceded"):
        replay(parse(record.format(after)))


@pytest.mark.parametrize("name", ["", " ", "Z\u202eoe", "Zoë " * 20])
def test_a_concession_of_no_name_is_refused(name: str) -> None:
    with pytest.raises(RulesError):
        record.read_entry("alphatian", f"concede {name}")
