"""No bytes on its lines make the board stumble, or do what nobody asked for."""

from dataclasses import dataclass, field
from random import Random

import pytest

from firmware_bridge.pico.dice_line import DiceLine
from tests.rigs.firmware import fake_parts
from tests.rigs.wire.random_messages import random_garbled_lines, random_good_lines

USUAL = 5_000
HARMED = 100_000
"""Lines for each round of `make soak`; ten rounds are a million."""
BETWEEN = 40
"""After so many harmed lines something is asked that must be understood."""


@dataclass
class Harmed:
    """A board that hears harmed lines from its host and from its dice."""

    chance: Random
    false: int = 0
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
            self.false += len(self.board.heard) - before
            if self.tried % BETWEEN == 0:
                self.understand()
        assert (self.piezo.hertz, self.board.chip.restarts) == (0, 0)

    def understand(self) -> None:
        """The next good line is understood at once, and beats go on."""
        self.board.send(b"\n")
        word = b"%d" % self.tried
        assert self.board.ask(b"PING " + word) == b"OK PING " + word
        assert len(self.board.beats(1000)) == 1
        assert self.board.ask(b"ROLL 0") == b"OK D 0 0 E -"
        self.board.heard.clear()


def test_no_harmed_line_is_believed() -> None:
    harmed = Harmed(Random(5))  # noqa: S311 - chance, no secret

    harmed.try_out(USUAL)

    assert harmed.false == 0


@pytest.mark.soak
def test_no_harmed_line_of_a_million_is_believed(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    harmed = Harmed(Random(soak_factor))  # noqa: S311 - chance, no secret

    harmed.try_out(HARMED * soak_factor)

    with capsys.disabled():
        print(f"\n{harmed.tried} harmed lines to a board and its dice: {harmed.false} believed")  # noqa: T201 - asked for
    assert harmed.false == 0
