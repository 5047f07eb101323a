"""Printed lines are parsed as throws: each throw once, and nothing that was not thrown."""

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.dice_pair import DicePair
from firmware_bridge.printed_dice import (
    MAX_BYTES_PER_SECOND,
    MAX_LINE,
    MAX_LINES_PER_SECOND,
    MAX_PARSED_LINES,
    MAX_SENSELESS,
    MAX_THROWS,
    GarbledLine,
    ThrowParser,
    ThrowPattern,
    TooMuchOutput,
)
from hardware.signals import DiceState

ROLLING = DicePair(DiceState.ROLLING)
LATER = 60.0
"""Seconds after the opening of the port."""


def settled(*numbers: int) -> DicePair:
    return DicePair(DiceState.SETTLED, numbers)


def heard(dice: ThrowParser, data: bytes, now: float) -> Iterator[DicePair | GarbledLine]:
    with suppress(TooMuchOutput):
        yield from dice.feed(data, now)


def parsed(data: bytes, pattern: ThrowPattern | None = None) -> list[DicePair | GarbledLine]:
    """The throws and garbled lines in these bytes, long after the port was opened."""
    return list(ThrowParser(pattern).feed(data, LATER))


@pytest.mark.parametrize(
    "line",
    [
        *("3 5", "3,5", "3, 5", "3;5", "3/5", "3-5", "  3\t5  ", "D:3,5", "D: 3 5", "dice=3,5"),
        *("Roll 1: 3 5", "[3, 5]", '{"dice":[3,5]}', '{"id": 7, "dice": [3, 5], "battery": 0.9}'),
    ],
)
def test_a_throw_is_understood_however_it_is_usually_printed(line: str) -> None:
    assert parsed(line.encode() + b"\n") == [ROLLING, settled(3, 5)]


@pytest.mark.parametrize("line", ["4", "D:4", '{"dice":[4]}', "[4]"])
def test_one_die_alone_is_a_throw(line: str) -> None:
    assert parsed(line.encode() + b"\n") == [ROLLING, settled(4)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\0\n"])
def test_line_may_have_any_ending(end: bytes) -> None:
    assert parsed(b"6 1" + end) == [ROLLING, settled(6, 1)]


def test_a_line_may_come_byte_by_byte() -> None:
    dice = ThrowParser()
    said = [pair for byte in b"6 1\r\n2 2\r\n" for pair in dice.feed(bytes([byte]), LATER)]
    assert said == [ROLLING, settled(6, 1), ROLLING, settled(2, 2)]


def test_half_a_line_is_not_parsed_yet() -> None:
    assert parsed(b"6 1") == []


def test_the_same_numbers_within_the_quiet_time_are_the_same_throw() -> None:
    dice = ThrowParser(quiet=2.0)
    said = [pair for n in range(100) for pair in dice.feed(b"3 5\n", LATER + n)]
    assert said == [ROLLING, settled(3, 5)]


def test_the_same_numbers_after_the_quiet_time_are_a_new_throw() -> None:
    dice = ThrowParser(quiet=2.0)
    list(dice.feed(b"3 5\n", LATER))
    assert list(dice.feed(b"3 5\n", LATER + 2.0)) == [ROLLING, settled(3, 5)]


def test_other_numbers_are_another_throw_at_once() -> None:
    dice = ThrowParser(quiet=2.0)
    list(dice.feed(b"3 5\n", LATER))
    assert list(dice.feed(b"5 3\n", LATER + 0.5)) == [ROLLING, settled(5, 3)]


def test_output_right_after_the_opening_is_initial() -> None:
    dice = ThrowParser(quiet=2.0)
    dice.begin(10.0)
    assert list(dice.feed(b"3 5\n", 11.0)) == [settled(3, 5)]
    assert dice.is_initial(11.0)
    assert not dice.is_initial(12.0)


def test_the_end_of_a_line_that_began_before_is_no_throw() -> None:
    dice = ThrowParser(quiet=2.0)
    dice.begin(10.0)
    assert list(dice.feed(b"5\n", 10.1)) == []
    assert list(dice.feed(b"3\n", 10.2)) == [settled(3)]


@pytest.mark.parametrize(
    "line",
    ["7 1", "0 3", "1 2 3", "12 1", "300", "D:9,9", '{"dice":[7,1]}', '{"dice":[1,2,3]}', "[]"],
)
def test_numbers_that_no_dice_show_are_reported_as_garbled(line: str) -> None:
    dice = ThrowParser()
    assert list(dice.feed(line.encode() + b"\n", LATER)) == [GarbledLine(line)]
    assert dice.noise == 1


@pytest.mark.parametrize("value", ["true", "3.0", '"3"', "null", "1e0", "-3", "[3]", "NaN"])
def test_only_whole_numbers_are_numbers(value: str) -> None:
    line = f'{{"dice":[{value},1]}}'
    assert all(isinstance(said, GarbledLine) for said in parsed(line.encode() + b"\n"))


@pytest.mark.parametrize(
    "line",
    [
        *(b"Dice v1.2 ready", b"3 5 ?", b"battery: 3.7V", b"12:35", b"\xff\xfe3 5"),
        *("\uff13 \uff15".encode(), "\u0663 \u0665".encode(), b"{", b"[" * 79),
        *(b'{"dice": {"a": 1}}', b'"3 5"', b"<00D 0 4 S 35*00000000", b"-3 5"),
    ],
)
def test_everything_else_is_noise(line: bytes) -> None:
    dice = ThrowParser()
    assert list(dice.feed(line + b"\n", LATER)) == []
    assert dice.noise == 1


def test_endless_line_is_cut_and_the_next_line_is_parsed() -> None:
    dice = ThrowParser()
    list(dice.feed(b"1 1\n", LATER))
    for n in range(1000):
        assert list(dice.feed(b"5" * 1000, LATER + n)) == []
        assert len(dice._rest) <= MAX_LINE
    assert list(dice.feed(b" 3\n6 4\n", LATER + 1000)) == [ROLLING, settled(6, 4)]
    assert dice.noise == 1


def test_garbled_lines_are_reported_once_in_ten_seconds() -> None:
    dice = ThrowParser()
    list(dice.feed(b"1 1\n", LATER))
    complaints = [said for n in range(300) for said in dice.feed(b"9 9\n", LATER + n / 10)]
    assert len(complaints) == 3


def test_report_of_a_garbled_line_is_short_and_printable() -> None:
    long = str(GarbledLine("9" * 70))
    assert len(long) < 80
    assert str(GarbledLine("9\x1b[2J")).isprintable()


def test_dice_that_print_without_pause_are_read_in_part_only() -> None:
    dice = ThrowParser()
    said = [pair for n in range(100) for pair in dice.feed(b"3 5\n3 5\n3 5\n", LATER + n / 100)]
    assert said == [ROLLING, settled(3, 5)]
    assert dice.noise == 300 - MAX_PARSED_LINES
    assert list(dice.feed(b"6 6\n", LATER + 1)) == [ROLLING, settled(6, 6)]


@pytest.mark.parametrize(
    ("piece", "many", "much"),
    [
        (b"3 5\n", MAX_LINES_PER_SECOND, f"{MAX_LINES_PER_SECOND} lines"),
        (b"\n\0", MAX_LINES_PER_SECOND, f"{MAX_LINES_PER_SECOND} lines"),
        (b"U" * 64, MAX_BYTES_PER_SECOND // 64, f"{MAX_BYTES_PER_SECOND} bytes"),
        (b"$GPGGA,1,2,3*4\r\n" * 4, MAX_LINES_PER_SECOND // 4, f"{MAX_LINES_PER_SECOND} lines"),
    ],
)
def test_more_output_than_dice_can_have_is_a_flood(piece: bytes, many: int, much: str) -> None:
    dice = ThrowParser()
    for _ in range(many):
        list(dice.feed(piece, LATER))
    what = f"^sends too much data: more than {much} in one second$"
    with pytest.raises(TooMuchOutput, match=what):
        list(dice.feed(piece, LATER + 0.9))


def test_output_limit_starts_again_every_second() -> None:
    dice = ThrowParser()
    for n in range(20):
        list(dice.feed(b"3 5\n" * MAX_LINES_PER_SECOND, LATER + n))


def test_throws_as_fast_as_hands_can_throw_are_accepted() -> None:
    dice = ThrowParser()
    for n in range(100):
        assert settled(n % 6 + 1, 1) in dice.feed(b"%d 1\n" % (n % 6 + 1), LATER + n / 2)


@pytest.mark.parametrize("quiet", [0.0, 1.0])
def test_throws_faster_than_hands_are_a_flood(quiet: float) -> None:
    dice = ThrowParser(quiet=quiet)
    line = b"3 1\n" if quiet == 0 else b"3 1\n4 2\n"
    said: list[DicePair | GarbledLine] = []
    claimed = (pair for n in range(5) for pair in dice.feed(line, LATER + n * 0.4))
    with pytest.raises(TooMuchOutput, match=r"^reports more than 4 throws in 2 seconds$"):
        said.extend(claimed)
    assert len(said) == 2 * MAX_THROWS


@pytest.mark.parametrize("line", [b"$GPGGA,1,2,3*4", b"\xff\xfe", b"9 9 9", b"x" * 500])
def test_device_that_never_throws_is_reported_once(line: bytes) -> None:
    dice = ThrowParser()
    said = [it for n in range(500) for it in dice.feed(line + b"\r\n", LATER + n / 6)]
    reports = [str(it) for it in said if isinstance(it, GarbledLine) and it.lines > 1]
    assert len(reports) == 1
    assert reports[0].startswith(f"printed {MAX_SENSELESS} lines without a throw, such as '")
    assert reports[0].isprintable()


def test_endless_line_is_reported_too() -> None:
    dice = ThrowParser()
    said = [it for n in range(500) for it in dice.feed(b"U" * 100, LATER + n / 6)]
    assert [isinstance(it, GarbledLine) for it in said] == [True]


def test_dice_that_have_thrown_may_chat() -> None:
    dice = ThrowParser()
    list(dice.feed(b"3 5\n", LATER))
    assert [it for n in range(500) for it in dice.feed(b"battery 98 %\n", LATER + n / 6)] == []


@given(st.lists(st.tuples(st.binary(max_size=60), st.floats(0, 3)), max_size=30))
def test_only_real_throws_are_reported_from_any_output(pieces: list[tuple[bytes, float]]) -> None:
    dice, now = ThrowParser(), LATER
    for data, pause in pieces:
        now += pause
        for said in heard(dice, data, now):
            if isinstance(said, DicePair):
                assert said.state in (DiceState.ROLLING, DiceState.SETTLED)
                assert len(said.numbers) <= 2


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (r"^W(\d)\s*R(\d)$", b"W3 R5"),
        (r"roll=(\d)-(\d)", b"t=991 roll=3-5 ok"),
        (r"^#(\d\d)$", b"#35"),
        (r"^#(.+)$", b"#3 5"),
        (r"(?P<one>[1-6])(?:\D)(?P<two>[1-6])?", b"3:5"),
    ],
)
def test_a_pattern_says_how_a_throw_is_printed(pattern: str, line: bytes) -> None:
    assert parsed(line + b"\n", ThrowPattern(pattern)) == [ROLLING, settled(3, 5)]


def test_line_that_does_not_match_the_pattern_is_no_throw() -> None:
    assert parsed(b"3 5\n", ThrowPattern(r"^D(\d)(\d)$")) == []


def test_a_second_number_may_be_left_out() -> None:
    assert parsed(b"D4\n", ThrowPattern(r"^D(\d)(\d)?$")) == [ROLLING, settled(4)]


def test_impossible_numbers_in_a_pattern_are_reported_as_garbled() -> None:
    assert parsed(b"D70\n", ThrowPattern(r"^D(\d)(\d)$")) == [GarbledLine("D70")]
    assert parsed(b"D\n", ThrowPattern(r"^D(\d?)$")) == [GarbledLine("D")]


@pytest.mark.parametrize(
    "pattern",
    [
        *("(", "3 5", r"(\d)(\d)(\d)", r"(a+)+$", r"(a|a)*$", r"(\d){2}", r"(?:x(\d))+"),
        *(r"(.*)(.*).*.*$", "(a?)" + "a?" * 30 + "a" * 30, r"(a|a)" + r"(?:a|a)" * 30),
        *(r"(?=(\d))x", r"(?i)(\d)", r"(\d)(?#[)(?:x+)+", "(" * 500 + r"\d" + ")" * 500),
        r"(\d){99999999999999999999}",
    ],
)
def test_a_pattern_that_could_not_be_used_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"regular expression|group|parts"):
        ThrowPattern(pattern)


@pytest.mark.parametrize(
    "pattern", [r"([^!]*)[^!]*[^!]*a?a?!", r"(.*).*.*$x", r"(a*)a*a*(?:a|a)(?:a|a)!"]
)
def test_no_line_keeps_a_pattern_busy_for_long(pattern: str) -> None:
    allowed = ThrowPattern(pattern)
    began = time.process_time()
    parsed(b"a" * MAX_LINE + b"\n", allowed)
    assert time.process_time() - began < 5.0
