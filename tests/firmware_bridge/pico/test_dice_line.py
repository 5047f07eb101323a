"""The line between a board and the dice behind it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_HOST, Reader
from tests.rigs.firmware.fake_parts import BoardBench, PlainUart, greeted_bench


def with_dice(pairs: int = 1) -> tuple[BoardBench, PlainUart]:
    """A board with dice that have said nothing yet."""
    uart = PlainUart()
    return greeted_bench(dice=DiceLine(uart, pairs)), uart


@pytest.fixture
def uart() -> PlainUart:
    return PlainUart()


@pytest.fixture
def board(uart: PlainUart) -> BoardBench:
    """A board with a pair of dice that has said nothing yet."""
    return greeted_bench(dice=DiceLine(uart, 1))


def asked(uart: PlainUart) -> list[bytes]:
    """The requests to the dice since the last call."""
    lines = Reader(FROM_HOST).feed(bytes(uart.from_board))
    uart.from_board.clear()
    assert all(isinstance(line, tuple) for line in lines)
    return [line[1] for line in lines if isinstance(line, tuple)]


def test_silent_dice_are_greeted_and_asked_in_turn() -> None:
    board, uart = with_dice(2)

    board.run(1500)

    assert asked(uart) == [b"HELLO 1", b"ROLL 0", b"ROLL 1"] * 2


def test_dice_are_asked_one_thing_at_a_time() -> None:
    board, uart = with_dice(2)
    board.run(600)
    asked(uart)

    for _ in range(9):
        board.run(300)
        assert len(asked(uart)) == 1


def test_dice_are_greeted_until_they_answer(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(1)
    asked(uart)

    uart.say(b"H boot=00000001 up=1")
    board.run(1200)

    assert asked(uart) == [b"ROLL 0"] * 4


def test_dice_that_have_started_again_are_greeted_again(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(1)
    asked(uart)

    uart.say(b"H boot=00000002 up=0")
    board.run(600)

    assert b"HELLO 1" in asked(uart)


def test_dice_that_were_silent_are_greeted_again(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(2400)
    assert asked(uart).count(b"HELLO 1") == 1

    board.run(900)

    assert b"HELLO 1" in asked(uart)


def test_request_numbers_begin_again_after_255(board: BoardBench, uart: PlainUart) -> None:
    board.run(300 * 300)

    lines = Reader(FROM_HOST).feed(bytes(uart.from_board))
    numbers = [line[0] for line in lines if isinstance(line, tuple)]
    assert numbers[:2] == [1, 2]
    assert numbers[254:257] == [255, 1, 2]


def test_each_of_two_changes_at_once_is_passed_on(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"D 0 1 R -")
    uart.say(b"D 0 2 S 35")

    assert board.unrequested(10) == [b"D 0 1 R -", b"D 0 2 S 35"]


def test_silent_dice_are_unreachable() -> None:
    board, _ = with_dice()
    assert board.ask(b"ROLL 0") == b"OK D 0 0 E -"


def test_state_is_passed_on_with_the_boards_generation(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"D 0 41 R -")
    assert board.unrequested(5) == [b"D 0 1 R -"]
    uart.say(b"D 0 42 S 35")
    assert board.unrequested(5) == [b"D 0 2 S 35"]
    assert board.ask(b"ROLL 0") == b"OK D 0 2 S 35"


def test_repeated_dice_state_is_not_a_change(board: BoardBench, uart: PlainUart) -> None:
    for _ in range(5):
        uart.say(b"D 0 42 S 35")
        board.run(400)

    assert board.ask(b"ROLL 0") == b"OK D 0 1 S 35"


def test_same_numbers_thrown_again_are_reported(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"D 0 42 S 35")
    board.run(5)

    uart.say(b"D 0 43 S 35")

    assert board.unrequested(5) == [b"D 0 2 S 35"]


def test_state_in_a_response_is_passed_on(board: BoardBench, uart: PlainUart) -> None:
    uart.say(b"OK D 0 9 S 6", number=1)
    assert board.unrequested(5) == [b"D 0 1 S 6"]


def test_silent_dice_cannot_be_reached_any_more() -> None:
    board, uart = with_dice(2)
    uart.say(b"D 0 1 S 35")
    board.run(2)

    assert board.unrequested(2499) == []
    assert board.unrequested(10) == [b"D 0 2 E -"]
    uart.say(b"D 0 1 S 35")
    assert board.unrequested(10) == [b"D 0 3 S 35"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"D 1 1 S 35", b"D 0 1 S 70", b"D 0 1 S -", b"D 0 1 S 123", b"D 0 1 R 35", b"D 0 1 X -"),
        *(b"D 0 1 C", b"D 0 1 C - -", b"D 0 x C -", b"D x 1 C -", b"D 0 -1 C -", b"D 0 123456 C -"),
        *(b"H boot=8a45a250", b"OK", b"OK D", b"OK OK D 0 1 C -"),
    ],
)
def test_invalid_message_is_not_passed_on(board: BoardBench, uart: PlainUart, body: bytes) -> None:
    uart.say(body)
    assert board.unrequested(5) == []


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_no_bytes_from_dice_are_taken_for_a_throw(pieces: list[bytes]) -> None:
    board, uart = with_dice()

    for piece in pieces:
        uart.to_board += piece
        assert board.unrequested(5) == []
    uart.to_board += b"\n"
    board.run(10)

    uart.say(b"D 0 1 S 35")
    assert board.unrequested(5) == [b"D 0 1 S 35"]
