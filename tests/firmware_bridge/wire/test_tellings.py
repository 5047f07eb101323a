"""What a board tells has a text, and what it cannot mean is malformed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.answers import answer, is_about, read_answer
from firmware_bridge.wire.requests import (
    Buttons,
    Hello,
    Measure,
    Ping,
    Request,
    Reset,
    Roll,
    Snap,
)
from firmware_bridge.wire.tellings import (
    BoardInfo,
    Cells,
    Done,
    Pong,
    Raw,
    Refusal,
    Telling,
    read_unasked,
    told_version,
)
from firmware_bridge.wire.words import Malformed
from tests.rigs.wire_strategies import boards, refusals, requests, tellings

BOARD = BoardInfo(
    firmware="0.1.0", kind="kibitz", uid="e66", boot="8a45a250",
    cells=10, lamps=26, buttons=2, dice=1, layout="p5",
)  # fmt: skip
COLOURED = BoardInfo(firmware="1", kind="kibitz", uid="e66", boot="8a45a250", cells=3, bits=2)
BARE = BoardInfo(firmware="1", kind="dice", uid="e66", boot="8a45a250")
BEAT = "H boot=8a45a250 up=12 cells=7 btn=0,1 dice=4 bad=0 over=0 mem=150000"
HELLO = BOARD.body.decode()


@given(st.data(), boards())
def test_an_event_is_read_back_from_its_text(data: st.DataObject, info: BoardInfo) -> None:
    telling = data.draw(tellings(info))

    assert read_unasked(telling.body, info) == telling


@given(boards())
def test_a_board_is_read_back_from_its_text(info: BoardInfo) -> None:
    assert read_answer(Hello(), answer(info), None) == info


@given(requests(), refusals())
def test_a_refusal_is_read_back_from_its_text(request: Request, refusal: Refusal) -> None:
    assert read_answer(request, answer(refusal), None) == refusal


@given(requests())
def test_what_was_done_is_read_back_from_its_text(request: Request) -> None:
    told: Telling = Done(request.verb)
    match request:
        case Ping(word):
            told = Pong(word)
        case Measure(bank):
            told = Raw(bank, tuple(range(0, 64000, 8000)))
        case Hello() | Snap() | Buttons() | Roll():
            return

    assert read_answer(request, answer(told), BOARD) == told


@given(boards(), st.binary(max_size=60) | st.text("SBDH 0189abf-=,RSCLE", max_size=60))
def test_no_body_is_more_than_malformed(info: BoardInfo, drawn: bytes | str) -> None:
    body = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        telling = read_unasked(body, info)
    except Malformed:
        return
    assert telling is None or telling.body == body


@given(requests(), boards(), st.binary(max_size=60) | st.text("OKERHSBD 0189abf-=", max_size=60))
def test_no_answer_is_more_than_malformed(
    request: Request, info: BoardInfo, drawn: bytes | str
) -> None:
    body = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        telling = read_answer(request, body, info)
    except Malformed:
        return
    assert answer(telling) == body
    assert is_about(request, body)


@pytest.mark.parametrize(
    "body",
    [
        *("S", "S 1", "S 1 000 0", "S 65536 000", "S 01 000", "S 1 00", "S 1 0000", "S 1 00A"),
        *("S 1 001", "S 1 002", "S -1 000", "S 1 0x0", "S 1 0_0", "S 1 "),
        *("B", "B 1", "B 1 2 3", "B 1 256", "B 1 -2", "B 1  2", "B 1 2 "),
        *("D 1 4 R -", "D 0 4 R", "D 0 4 R 31", "D 0 4 S -", "D 0 4 S 07", "D 0 4 S 111"),
        *("D 0 4 X -", "D 0 4 r -", "D 0 65536 R -", "D 0 4 S 3,1", "D 0 4 SS 31", "D 0 4 L 1"),
        *("H", "H up=1", BEAT.replace("cells=7", "cells=-"), BEAT.replace("btn=0,1", "btn=0")),
        *(BEAT.replace("btn=0,1", "btn=0,1,2"), BEAT.replace("dice=4", "dice=4,5")),
        *(BEAT.replace("cells=7", "cells=7,8"), BEAT.replace("up=12", "up=4294967296")),
        *(
            BEAT.replace("up=12", "up=1.2"),
            BEAT.replace("bad=0 ", ""),
            BEAT + " up=13",
            BEAT + " x",
        ),
        *(BEAT.replace("8a45a250", "8A45A250"), BEAT.replace("8a45a250", "8a45a25")),
        *("OK LED", "ERR verb", "OK", ""),
    ],
)
def test_an_event_that_cannot_be_meant_is_malformed(body: str) -> None:
    with pytest.raises(Malformed):
        read_unasked(body.encode(), BOARD)


@pytest.mark.parametrize("body", ["S 0 0", "S 0 ", "B", "B 0", "D 0 1 R -"])
def test_a_board_that_has_nothing_tells_of_nothing(body: str) -> None:
    with pytest.raises(Malformed):
        read_unasked(body.encode(), BARE)


def test_an_event_of_a_later_time_is_passed_over() -> None:
    assert read_unasked(b"T 21.5", BOARD) is None


def test_another_start_may_have_other_parts() -> None:
    body = BEAT.replace("8a45a250", "00000001").replace("btn=0,1", "btn=-").encode()

    assert read_unasked(body, BOARD) is not None


@pytest.mark.parametrize(
    ("sensors", "digits"),
    [
        ((1, 0, 0, 0, 0, 0, 0, 0, 0, 0), b"800"),
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 1), b"004"),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1), b"ffc"),
    ],
)
def test_the_first_sensor_is_in_the_highest_bit(sensors: tuple[int, ...], digits: bytes) -> None:
    assert read_unasked(b"S 1 " + digits, BOARD) == Cells(1, sensors)
    assert Cells(1, sensors).body == b"S 1 " + digits


def test_two_bits_tell_a_colour() -> None:
    assert read_unasked(b"S 1 6c", COLOURED) == Cells(1, (1, 2, 3), bits=2)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("proto", "2"), ("cells", "257"), ("cells", "-1"), ("cells", "1e2"), ("bits", "0")),
        *(("bits", "3"), ("leds", "79"), ("btn", "9"), ("dice", "3"), ("max", "63")),
        *(("max", "321"), ("ma", "100000"), ("ma", "lots"), ("uid", ""), ("uid", "a" * 33)),
        *(("uid", "../etc"), ("boot", "8a45a25"), ("boot", "8A45A250"), ("board", "Kibitz")),
        *(("board", ""), ("fw", "a b"), ("fw", "1/2"), ("map", ""), ("map", "a" * 33)),
    ],
)
def test_a_board_that_cannot_be_is_malformed(key: str, value: str) -> None:
    words = HELLO.split(" ")
    told = [f"{key}={value}" if word.startswith(f"{key}=") else word for word in words]
    assert told != words

    with pytest.raises(Malformed):
        BoardInfo.from_body(" ".join(told).encode())


@pytest.mark.parametrize("word", HELLO.split(" ")[1:])
def test_a_board_tells_everything_once(word: str) -> None:
    for body in (HELLO.replace(f" {word}", ""), f"{HELLO} {word}"):
        with pytest.raises(Malformed):
            BoardInfo.from_body(body.encode())


def test_what_a_board_tells_beyond_our_time_is_passed_over() -> None:
    assert BoardInfo.from_body(f"{HELLO} smell=1".encode()) == BOARD


def test_the_order_of_keys_does_not_matter() -> None:
    verb, *words = HELLO.split(" ")

    assert BoardInfo.from_body(" ".join([verb, *reversed(words)]).encode()) == BOARD


def test_of_another_version_only_its_number_is_read() -> None:
    assert told_version(b"HELLO proto=7 colour=pink") == 7


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        *((Ping("7"), "OK PING 8"), (Ping("7"), "OK PING"), (Ping("7"), "OK LED")),
        *((Snap(), "OK SNAP"), (Snap(), "OK B 0 0"), (Snap(), "S 1 000"), (Snap(), "OK S 1 00")),
        *((Roll(0), "OK D 1 0 E -"), (Buttons(), "OK S 1 000"), (Reset(), "OK RESET now")),
        *((Measure(1), "OK RAW 2 0 0 0 0 0 0 0 0"), (Measure(1), "OK RAW 1 0 0 0 0 0 0 0")),
        *((Measure(1), "OK RAW 1 0 0 0 0 0 0 0 65536"), (Reset(), "ERR"), (Reset(), "ERR no")),
        *((Reset(), "OK"), (Reset(), ""), (Reset(), "RESET"), (Reset(), "ERR  arg")),
    ],
)
def test_an_answer_to_something_else_is_malformed(request_: Request, body: str) -> None:
    with pytest.raises(Malformed):
        read_answer(request_, body.encode(), BOARD)
