"""No bytes on its lines crash the board, or make it act without a request."""

from dataclasses import dataclass, field
from random import Random

import pytest

from firmware_bridge.pico.dice_line import DiceLine
from tests.rigs.firmware import fake_parts
from tests.rigs.wire.random_messages import random_garbled_lines, random_good_lines

USUAL = 5_000
MANY = 100_000
"""Garbled lines for each round of `make soak`; ten rounds are a million."""
BETWEEN = 40
"""The number of garbled lines between two valid requests."""


@dataclass
class GarbledBench:
    """A board that hears garbled lines from its host and from its dice."""

    chance: Random
    accepted: int = 0
    tried: int = 0
    uart: fake_parts.PlainUart = field(default_factory=fake_parts.PlainUart)
    piezo: fake_parts.PlainPiezo = field(default_factory=fake_parts.PlainPiezo)

    def __post_init__(self) -> None:
        dice = DiceLine(self.uart, 2)
        self.board = fake_parts.whole_bench(piezo=self.piezo, dice=dice)

    def try_out(self, count: int) -> None:
        """Feeds the board so many garbled lines, with a valid one now and then."""
        lines = random_good_lines(self.chance, 400)
        for line in random_garbled_lines(self.chance, lines, count):
            self.tried += 1
            before = len(self.board.heard)
            self.uart.to_board += line
            self.board.send(line)
            self.accepted += len(self.board.heard) - before
            if self.tried % BETWEEN == 0:
                self.assert_understands()
        assert (self.piezo.hertz, self.board.chip.restarts) == (0, 0)

    def assert_understands(self) -> None:
        """Asserts that the next valid request is answered at once, and that heartbeats go on."""
        self.board.send(b"\n")
        word = b"%d" % self.tried
        assert self.board.ask(b"PING " + word) == b"OK PING " + word
        assert len(self.board.beats(1000)) == 1
        assert self.board.ask(b"ROLL 0") == b"OK D 0 0 E -"
        self.board.heard.clear()


def test_no_garbled_line_is_accepted() -> None:
    bench = GarbledBench(Random(5))  # noqa: S311 - chance, no secret

    bench.try_out(USUAL)

    assert bench.accepted == 0


@pytest.mark.soak
def test_no_garbled_line_of_a_million_is_accepted(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = GarbledBench(Random(soak_factor))  # noqa: S311 - chance, no secret

    bench.try_out(MANY * soak_factor)

    with capsys.disabled():
        print(f"\n{bench.tried} garbled lines to a board and its dice: {bench.accepted} accepted")  # noqa: T201 - asked for
    assert bench.accepted == 0
