"""Two boards of the firmware, one of them with dice, joined by an imaginary UART."""

from collections.abc import Callable, Sequence

import pytest

from firmware_bridge.pico.dice_line import DiceLine
from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, encode
from firmware_bridge.simulated_dice_node import SimulatedDicePair
from tests.rigs.firmware.fake_parts import BoardBench, PlainUart, make_bench

AT_ONCE = 8
"""Bytes that a UART at 115200 baud carries in a millisecond, or a few less."""
QUIET = 700
"""Milliseconds within which all pending messages are sent."""


class Joined:
    """A board with a host, and dice behind it that can be unplugged."""

    def __init__(self, node: Callable[[], BoardBench]) -> None:
        self._make_node = node
        self.node = node()
        self.uart = PlainUart()
        self.board = make_bench(dice=DiceLine(self.uart, 1))
        self.board.ask(b"HELLO 1", 1)
        self.is_plugged = True
        self.messages: list[bytes] = []
        """The unrequested messages to the host."""
        self._to_node, self._to_board = bytearray(), bytearray()

    def run(self, milliseconds: int) -> list[bytes]:
        """Passes time for both, with a host that is alive; returns what the host is sent."""
        before = len(self.messages)
        for passed in range(milliseconds):
            self.messages += self.board.unrequested(1)
            self.node.clock.at += 1
            self.node.board.tick()
            self._carry()
            if passed % 1000 == 0:
                self.board.ask(b"PING 1")
        return self.messages[before:]

    def restart_node(self) -> None:
        """Restarts the dice, with another boot id and all generations from 0."""
        self.node = self._make_node()
        # A bench has read the first heartbeat already.
        self.node.line.from_board += encode(FROM_BOARD, *self.node.heard[0])

    def _carry(self) -> None:
        self._to_node += self.uart.from_board
        self._to_board += self.node.line.from_board
        self.uart.from_board.clear()
        self.node.line.from_board.clear()
        if self.is_plugged:
            self.node.line.to_board += self._to_node[:AT_ONCE]
            self.uart.to_board += self._to_board[:AT_ONCE]
            del self._to_node[:AT_ONCE], self._to_board[:AT_ONCE]
        else:
            self._to_node.clear()
            self._to_board.clear()


class Hand:
    """Throws the dice of a node, which may start again."""

    def __init__(self) -> None:
        self.starts = 0
        self.doing = "S 31"
        self.dice: SimulatedDicePair

    def node(self) -> BoardBench:
        """A node whose dice lie as they lay."""
        self.starts += 1
        self.dice = SimulatedDicePair(self.doing, lambda: True)
        return make_bench(b"dice", boot=b"%08x" % self.starts, dice=self.dice)

    def throw(self, *doings: str) -> None:
        """Applies these states, one after the other."""
        for doing in doings:
            self.dice.change(doing)
        self.doing = doings[-1]


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def joined(hand: Hand) -> Joined:
    """A board that has reported the state of the dice behind it."""
    joined = Joined(hand.node)
    assert [state(line) for line in joined.run(QUIET)] == ["S 31"]
    return joined


def state(line: bytes) -> str:
    """State and faces."""
    return line.decode().split(" ", 3)[3]


def generations(lines: Sequence[bytes]) -> list[int]:
    return [int(line.split(b" ")[2]) for line in lines]


def test_throw_is_reported_once_with_a_generation_of_the_board(joined: Joined, hand: Hand) -> None:
    thrown = []
    for throw in range(60):
        doings = ["R -", f"S {throw % 6 + 1}{throw // 6 % 6 + 1}"]
        hand.throw(*doings)
        thrown += doings
        joined.run(37 + 41 * (throw % 13))
    joined.run(QUIET)

    messages = joined.messages[1:]
    assert [state(line) for line in messages] == thrown
    assert generations(joined.messages) == list(range(1, len(thrown) + 2))


def test_dice_that_lie_still_are_reported_once(joined: Joined) -> None:
    assert joined.run(20_000) == []


def test_silent_dice_cannot_be_reached_until_they_are_back(joined: Joined, hand: Hand) -> None:
    joined.is_plugged = False
    assert [state(line) for line in joined.run(2600)] == ["E -"]
    assert joined.run(5000) == []
    hand.throw("S 62")

    joined.is_plugged = True

    assert [state(line) for line in joined.run(1000)] == ["S 62"]
    hand.throw("R -", "S 44")
    assert [state(line) for line in joined.run(300)] == ["R -", "S 44"]


def test_throws_after_an_unnoticed_restart_are_reported(joined: Joined, hand: Hand) -> None:
    hand.throw("R -", "S 55")
    joined.run(QUIET)

    joined.restart_node()
    assert joined.run(2000) == []

    before = len(joined.messages)

    hand.throw("R -", "S 55")
    joined.run(QUIET)
    assert [state(line) for line in joined.messages[before:]] == ["R -", "S 55"]


def test_lost_change_is_reported_before_long(joined: Joined, hand: Hand) -> None:
    hand.throw("S 21")
    joined.is_plugged = False
    assert joined.run(100) == []

    joined.is_plugged = True

    assert [state(line) for line in joined.run(QUIET)] == ["S 21"]


def test_firmware_can_be_a_dice_node() -> None:
    dice = PlainUart()
    joined = Joined(lambda: make_bench(b"dice", dice=DiceLine(dice, 1)))

    dice.say(b"D 0 1 R -")
    joined.run(QUIET)
    dice.say(b"D 0 2 S 53")
    joined.run(QUIET)
    joined.run(3000)

    assert [state(line) for line in joined.messages] == ["R -", "S 53", "E -"]


def test_ungreeted_node_reports_nothing(hand: Hand) -> None:
    node = hand.node()
    hand.throw("R -", "S 11")
    node.line.to_board += encode(FROM_HOST, 1, b"PING 1")

    assert node.unrequested(2000) == []
