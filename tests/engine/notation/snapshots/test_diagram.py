"""A drawn board shows where everything is."""

from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.notation.snapshots.diagram import draw
from engine.backgammon.position import BAR, OFF, START, Position, Setup
from engine.players import ByPlayer, Player
from tests.rigs.engine.random_positions import positions
from tests.rigs.engine.reference_results import play_rows

FULL = Setup.of({25: 2, 24: 1, 6: 7, 0: 5}, {25: 1, 5: 12, 4: 1, 0: 1}).position()
"""Checkers everywhere, some piles too high to be drawn."""
UPPER = (*range(13, 19), BAR, *range(19, 25), OFF)
LOWER = (*range(12, 6, -1), BAR, *range(6, 0, -1), OFF)
"""The places of each half from left to right, as the bottom player counts them."""


def read_back(drawn: str, mover: Player) -> Position:
    """The position of a drawing, as the player on roll sees it."""
    lines = [line.ljust(50) for line in drawn.splitlines()]
    columns = [*range(3, 21, 3), 22, *range(26, 44, 3), 45]
    setup = {"X": [0] * 26, "O": [0] * 26}
    for places, half in ((UPPER, lines[2:8]), (LOWER, lines[13:7:-1])):
        for place, column in zip(places, columns, strict=True):
            *pile, number = (line[column : column + 3].strip() for line in half)
            where = place if place in (BAR, OFF) or "X" in pile else BAR - place
            if letter := pile[0]:
                assert set(pile) <= {letter, ""}
                setup[letter][where] += int(number or "".join(pile).count(letter))
    view = Setup(tuple(setup["X"]), tuple(setup["O"])).position()
    return view if mover is Player.TWO else view.mirrored


def test_the_start_as_the_bottom_player_sees_it() -> None:
    assert (
        draw(START)
        == dedent("""\
          O 167
          +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+
          | X           O    |   | O              X |   |
          | X           O    |   | O              X |   |
          | X           O    |   | O                |   |
          | X                |   | O                |   |
          | X                |   | O                |   |
          |                  |   |                  |   |
          |                  |   |                  |   |
          | O                |   | X                |   |
          | O                |   | X                |   |
          | O           X    |   | X                |   |
          | O           X    |   | X              O |   |
          | O           X    |   | X              O |   |
          +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+---+
        > X 167
        """).rstrip()
    )


def test_high_piles_are_counted_and_players_named() -> None:
    drawn = draw(FULL.mirrored, mover=Player.ONE, labels=ByPlayer("Alice", " Bob\n the Great"))
    assert (
        drawn
        == dedent("""\
        > O 89 Alice
          +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+---+
          |                  | O |    O  O        X | O |
          |                  |   |    O             |   |
          |                  |   |    O             |   |
          |                  |   |    O             |   |
          |                  |   |    O             |   |
          |                  |   |   12             |   |
          |                  |   | 7                |   |
          |                  |   | X                | X |
          |                  |   | X                | X |
          |                  |   | X                | X |
          |                  | X | X                | X |
          |                  | X | X                | X |
          +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+
          X 116 Bob the Great
        """).rstrip()
    )
    assert read_back(drawn, Player.ONE) == FULL.mirrored


@given(positions(), st.sampled_from(Player), st.text())
def test_position_comes_back_from_its_drawing(position: Position, mover: Player, name: str) -> None:
    drawn = draw(position, mover=mover, labels=ByPlayer(name, name))
    assert read_back(drawn, mover) == position
    pointed = [line for line in drawn.splitlines() if line.startswith(">")]
    assert pointed == [drawn.splitlines()[0 if mover is Player.ONE else -1]]


def test_every_position_of_the_oracles_comes_back_from_its_drawing() -> None:
    for pair in play_rows()[::5]:
        assert read_back(draw(pair.position), Player.TWO) == pair.position, pair.id
