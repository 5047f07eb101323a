"""Dice behind a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_HOST, Reader
from tests.rigs.pico_parts import Bench, PlainUart, greeted


def with_dice(pairs: int = 1) -> tuple[Bench, PlainUart]:
    """A board with dice that have said nothing yet."""
    uart = PlainUart()
    return greeted(dice=DiceLine(uart, pairs)), uart


def asked(uart: PlainUart) -> list[bytes]:
    """What the dice were asked since this was looked at last."""
    lines = Reader(FROM_HOST).feed(bytes(uart.from_board))
    uart.from_board.clear()
    assert all(isinstance(line, tuple) for line in lines)
    return [line[1] for line in lines if isinstance(line, tuple)]


def test_dice_that_do_not_answer_are_greeted_and_asked_in_a_circle() -> None:
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


def test_dice_are_greeted_until_they_answer() -> None:
    board, uart = with_dice()
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(1)
    asked(uart)

    uart.say(b"H boot=00000001 up=1")
    board.run(1200)

    assert asked(uart) == [b"ROLL 0"] * 4


def test_dice_that_have_started_again_are_greeted_again() -> None:
    board, uart = with_dice()
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(1)
    asked(uart)

    uart.say(b"H boot=00000002 up=0")
    board.run(600)

    assert b"HELLO 1" in asked(uart)


def test_dice_that_were_silent_are_greeted_again() -> None:
    board, uart = with_dice()
    uart.say(b"OK HELLO proto=1 boot=00000001 dice=1", number=1)
    board.run(2400)
    assert asked(uart).count(b"HELLO 1") == 1

    board.run(900)

    assert b"HELLO 1" in asked(uart)


def test_dice_whose_numbers_run_over_are_asked_on() -> None:
    board, uart = with_dice()

    board.run(300 * 300)

    lines = Reader(FROM_HOST).feed(bytes(uart.from_board))
    numbers = [line[0] for line in lines if isinstance(line, tuple)]
    assert numbers[:2] == [1, 2]
    assert numbers[254:257] == [255, 1, 2]


def test_each_of_two_changes_that_come_at_once_is_passed_on() -> None:
    board, uart = with_dice()

    uart.say(b"D 0 1 R -")
    uart.say(b"D 0 2 S 35")

    assert board.told(10) == [b"D 0 1 R -", b"D 0 2 S 35"]


def test_dice_that_have_said_nothing_cannot_be_reached() -> None:
    board, _ = with_dice()

    assert board.ask(b"ROLL 0") == b"OK D 0 0 E -"


def test_what_dice_say_is_passed_on_with_a_generation_of_its_own() -> None:
    board, uart = with_dice()

    uart.say(b"D 0 41 R -")
    assert board.told(5) == [b"D 0 1 R -"]
    uart.say(b"D 0 42 S 35")
    assert board.told(5) == [b"D 0 2 S 35"]
    assert board.ask(b"ROLL 0") == b"OK D 0 2 S 35"


def test_what_is_said_again_is_no_news() -> None:
    board, uart = with_dice()

    for _ in range(5):
        uart.say(b"D 0 42 S 35")
        board.run(400)

    assert board.ask(b"ROLL 0") == b"OK D 0 1 S 35"


def test_the_same_numbers_thrown_again_are_news() -> None:
    board, uart = with_dice()
    uart.say(b"D 0 42 S 35")
    board.run(5)

    uart.say(b"D 0 43 S 35")

    assert board.told(5) == [b"D 0 2 S 35"]


def test_dice_that_answer_are_understood_too() -> None:
    board, uart = with_dice()

    uart.say(b"OK D 0 9 S 6", number=1)

    assert board.told(5) == [b"D 0 1 S 6"]


def test_silent_dice_cannot_be_reached_any_more() -> None:
    board, uart = with_dice(2)
    uart.say(b"D 0 1 S 35")
    board.run(2)

    assert board.told(2499) == []
    assert board.told(10) == [b"D 0 2 E -"]
    uart.say(b"D 0 1 S 35")
    assert board.told(10) == [b"D 0 3 S 35"]


@pytest.mark.parametrize(
    "body",
    [
        b"D 1 1 S 35",
        b"D 0 1 S 70",
        b"D 0 1 S -",
        b"D 0 1 S 123",
        b"D 0 1 R 35",
        b"D 0 1 X -",
        b"D 0 1 C",
        b"D 0 1 C - -",
        b"D 0 x C -",
        b"D x 1 C -",
        b"D 0 -1 C -",
        b"D 0 123456 C -",
        b"H boot=8a45a250",
        b"OK",
        b"OK D",
        b"OK OK D 0 1 C -",
    ],
)
def test_what_no_dice_say_is_not_passed_on(body: bytes) -> None:
    board, uart = with_dice()

    uart.say(body)

    assert board.told(5) == []


@given(st.lists(st.binary(max_size=300), max_size=10))
def test_no_bytes_from_dice_are_taken_for_a_throw(pieces: list[bytes]) -> None:
    board, uart = with_dice()

    for piece in pieces:
        uart.to_board += piece
        assert board.told(5) == []
    uart.to_board += b"\n"
    board.run(10)

    uart.say(b"D 0 1 S 35")
    assert board.told(5) == [b"D 0 1 S 35"]
