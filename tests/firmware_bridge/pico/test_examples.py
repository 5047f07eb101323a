"""The board in the example conversation of docs/wire.md."""

import pytest

from firmware_bridge.pico.dice_line import DiceLine
from tests.rigs.firmware.fake_parts import (
    BoardBench,
    PlainButtons,
    PlainPiezo,
    PlainSensors,
    PlainStrip,
    PlainUart,
    greeted_bench,
    make_bench,
)
from tests.rigs.wire import document_examples

CELLS = 128


class ExampleBoard:
    """The board of the conversation, and the actions of people."""

    def __init__(self) -> None:
        self.switches, self.keys, self.uart = PlainSensors(), PlainButtons(), PlainUart()
        self.uart.say(b"D 0 1 S 31")
        self.board: BoardBench = make_bench(
            sensors=self.switches,
            strip=PlainStrip(),
            buttons=self.keys,
            piezo=PlainPiezo(),
            dice=DiceLine(self.uart, 1),
        )
        self.said = list(self.board.heard)

    def perform(self, comment: str) -> None:
        """Performs the action that a comment of the conversation describes."""
        if "puts a checker" in comment:
            self.switches.put(0)
            self.live(30)
            self.switches.put(0, 127)
        elif "presses button 2" in comment:
            self.keys.held = 0b0100
        elif "dice are thrown" in comment:
            self.uart.say(b"D 0 2 R -")
            self.live(30)
            self.uart.say(b"D 0 3 S 66")
        elif "is lifted" in comment:
            self.switches.put(127)
        self.live(30)

    def live(self, milliseconds: int) -> None:
        self.said += self.board.run(milliseconds)

    def hear(self, line: document_examples.ExampleLine) -> None:
        before = len(self.board.heard)
        self.board.send(line.sent)
        self.board.run(2)
        self.said += self.board.heard[before:]


def without_chance(body: bytes) -> bytes:
    """A heartbeat without the fields that depend on the moment."""
    return b" ".join(
        word
        for word in body.split(b" ")
        if word[:3] not in (b"up=", b"mem") and word[:4] != b"mem="
    )


def test_board_sends_the_lines_of_the_conversation() -> None:
    example = ExampleBoard()
    expected = []

    for line in document_examples.example_conversation():
        if isinstance(line, str):
            example.perform(line)
        elif line.is_request:
            example.hear(line)
        else:
            expected.append((line.number, line.body))

    lost = (0, b"S 3 " + b"0" * 31 + b"1")
    example.said.remove(lost)
    said = [line for line in example.said if line[1][:2] != b"H "]
    assert said == [line for line in expected if line[1][:2] != b"H "]


def test_first_heartbeat_is_that_of_the_conversation() -> None:
    first = next(
        line for line in document_examples.example_conversation() if not isinstance(line, str)
    )

    assert without_chance(ExampleBoard().said[0][1]) == without_chance(first.body)


def test_later_heartbeat_is_that_of_the_conversation() -> None:
    example = ExampleBoard()
    expected = b""
    for line in document_examples.example_conversation():
        if isinstance(line, str):
            example.perform(line)
        elif line.is_request:
            example.hear(line)
        elif line.body.startswith(b"H "):
            expected = line.body
    example.live(1000)

    beats = [body for _, body in example.said if body.startswith(b"H ")]

    assert without_chance(beats[-1]) == without_chance(expected)


@pytest.mark.parametrize("text", document_examples.invalid_examples())
def test_noise_is_counted_and_changes_nothing(text: bytes) -> None:
    board = greeted_bench(sensors=PlainSensors(), buttons=PlainButtons())

    board.send(text + b"\n")

    ((number, beat),) = board.run(1000)
    assert number == 0
    assert b" bad=1 " in beat


def test_all_requests_of_the_document_are_answered_with_their_number() -> None:
    for line in document_examples.valid_examples():
        if line.is_request:
            assert ExampleBoard().board.ask(line.body, line.number)[:3] in (b"OK ", b"ERR")
