"""Every message of a board is read back from its text, and any other text is malformed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardMessage,
    Confirmation,
    Pong,
    RawValues,
    RequestRefusal,
    SensorStates,
    parse_event,
    parse_protocol_version,
)
from firmware_bridge.wire.message import Malformed
from firmware_bridge.wire.requests import (
    HelloRequest,
    Ping,
    ReadDice,
    ReadPresses,
    ReadRawValues,
    ReadSensors,
    Request,
    RestartBoard,
)
from firmware_bridge.wire.session_state import encode_response, may_answer, parse_response
from tests.rigs.wire.random_messages import board_events, boards, host_requests, refusals

BOARD = BoardInfo(
    firmware="0.1.0", kind="kibitz", uid="e66", boot="8a45a250",
    cells=10, lamps=26, buttons=2, dice=1, layout="p5",
)  # fmt: skip
COLOURED = BoardInfo(firmware="1", kind="kibitz", uid="e66", boot="8a45a250", cells=3, bits=2)
BARE = BoardInfo(firmware="1", kind="dice", uid="e66", boot="8a45a250")
BEAT = "H boot=8a45a250 up=12 cells=7 btn=0,1 dice=4 bad=0 over=0 mem=150000"
HELLO = BOARD.body.decode()
BODIES = st.binary(max_size=60)


@given(st.data(), boards())
def test_an_event_is_read_back_from_its_text(data: st.DataObject, info: BoardInfo) -> None:
    event = data.draw(board_events(info))
    assert parse_event(event.body, info) == event


@given(boards())
def test_a_board_is_read_back_from_its_text(info: BoardInfo) -> None:
    assert parse_response(HelloRequest(), encode_response(info), None) == info


@given(host_requests(), refusals())
def test_a_refusal_is_read_back_from_its_text(request: Request, refusal: RequestRefusal) -> None:
    assert parse_response(request, encode_response(refusal), None) == refusal


@given(host_requests())
def test_response_reads_back_from_its_text(request: Request) -> None:
    response: BoardMessage = Confirmation(request.verb)
    match request:
        case Ping(word):
            response = Pong(word)
        case ReadRawValues(bank):
            response = RawValues(bank, tuple(range(0, 64000, 8000)))
        case HelloRequest() | ReadSensors() | ReadPresses() | ReadDice():
            return

    assert parse_response(request, encode_response(response), BOARD) == response


@given(boards(), BODIES | st.text("SBDH 0189abf-=,RSCLE", max_size=60))
def test_any_body_is_an_event_or_malformed(info: BoardInfo, drawn: bytes | str) -> None:
    body = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        event = parse_event(body, info)
    except Malformed:
        return
    assert event is None or event.body == body


@given(
    host_requests(), boards(), st.binary(max_size=60) | st.text("OKERHSBD 0189abf-=", max_size=60)
)
def test_any_body_is_a_response_or_malformed(
    request: Request, info: BoardInfo, drawn: bytes | str
) -> None:
    body = drawn if isinstance(drawn, bytes) else drawn.encode()
    try:
        response = parse_response(request, body, info)
    except Malformed:
        return
    assert encode_response(response) == body
    assert may_answer(request, body)


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
        *(BEAT.replace("up=12", "up=1.2"), BEAT.replace("bad=0 ", "")),
        *(BEAT + " up=13", BEAT + " x"),
        *(BEAT.replace("8a45a250", "8A45A250"), BEAT.replace("8a45a250", "8a45a25")),
        *("OK LED", "ERR verb", "OK", ""),
    ],
)
def test_impossible_event_is_malformed(body: str) -> None:
    with pytest.raises(Malformed):
        parse_event(body.encode(), BOARD)


@pytest.mark.parametrize("body", ["S 0 0", "S 0 ", "B", "B 0", "D 0 1 R -"])
def test_event_of_a_missing_part_is_malformed(body: str) -> None:
    with pytest.raises(Malformed):
        parse_event(body.encode(), BARE)


def test_event_of_a_later_version_is_ignored() -> None:
    assert parse_event(b"T 21.5", BOARD) is None


def test_heartbeat_of_another_start_may_have_other_parts() -> None:
    body = BEAT.replace("8a45a250", "00000001").replace("btn=0,1", "btn=-").encode()
    assert parse_event(body, BOARD) is not None


@pytest.mark.parametrize(
    ("sensors", "digits"),
    [
        ((1, 0, 0, 0, 0, 0, 0, 0, 0, 0), b"800"),
        ((0, 0, 0, 0, 0, 0, 0, 0, 0, 1), b"004"),
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1), b"ffc"),
    ],
)
def test_the_first_sensor_is_in_the_highest_bit(sensors: tuple[int, ...], digits: bytes) -> None:
    assert parse_event(b"S 1 " + digits, BOARD) == SensorStates(1, sensors)
    assert SensorStates(1, sensors).body == b"S 1 " + digits


def test_two_bits_of_a_sensor_are_its_colour() -> None:
    assert parse_event(b"S 1 6c", COLOURED) == SensorStates(1, (1, 2, 3), bits=2)


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
def test_impossible_description_of_a_board_is_malformed(key: str, value: str) -> None:
    words = HELLO.split(" ")
    changed = [f"{key}={value}" if word.startswith(f"{key}=") else word for word in words]
    assert changed != words

    with pytest.raises(Malformed):
        BoardInfo.from_body(" ".join(changed).encode())


ADDED_LATER = ("game=backgammon", "at=-", "lit=-")


@pytest.mark.parametrize("word", HELLO.split(" ")[1:])
def test_missing_or_repeated_field_of_a_board_is_malformed(word: str) -> None:
    with pytest.raises(Malformed):
        BoardInfo.from_body(f"{HELLO} {word}".encode())
    if word not in ADDED_LATER:
        with pytest.raises(Malformed):
            BoardInfo.from_body(HELLO.replace(f" {word}", "").encode())


@pytest.mark.parametrize("word", ADDED_LATER)
def test_field_that_was_added_later_may_be_missing(word: str) -> None:
    assert BoardInfo.from_body(HELLO.replace(f" {word}", "").encode()) == BOARD


def test_unknown_fields_of_a_board_are_ignored() -> None:
    assert BoardInfo.from_body(f"{HELLO} smell=1".encode()) == BOARD


def test_the_order_of_keys_does_not_matter() -> None:
    verb, *words = HELLO.split(" ")
    assert BoardInfo.from_body(" ".join([verb, *reversed(words)]).encode()) == BOARD


def test_only_the_number_of_another_version_is_read() -> None:
    assert parse_protocol_version(b"HELLO proto=7 colour=pink") == 7


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        *((Ping("7"), "OK PING 8"), (Ping("7"), "OK PING"), (Ping("7"), "OK LED")),
        *((ReadSensors(), body) for body in ("OK SNAP", "OK B 0 0", "S 1 000", "OK S 1 00")),
        *((ReadDice(0), "OK D 1 0 E -"), (ReadPresses(), "OK S 1 000")),
        *((ReadRawValues(1), f"OK RAW 2{' 0' * 8}"), (ReadRawValues(1), f"OK RAW 1{' 0' * 7}")),
        (ReadRawValues(1), f"OK RAW 1{' 0' * 7} 65536"),
        *((RestartBoard(), body) for body in ("OK RESET now", "ERR", "ERR no", "OK", "", "RESET")),
        (RestartBoard(), "ERR  arg"),
    ],
)
def test_response_to_another_request_is_malformed(request_: Request, body: str) -> None:
    with pytest.raises(Malformed):
        parse_response(request_, body.encode(), BOARD)
