"""A drawn board shows where everything is, and can be read back."""

from contextlib import suppress
from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.backgammon.errors import NotationError
from engine.backgammon.notation.moment.diagram import draw, parse_diagram
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import START, Position, Setup
from tests.rigs.oracles import pairs
from tests.rigs.strategies import positions, spoilt

FULL = Setup.of({25: 2, 24: 1, 6: 7, 0: 5}, {25: 1, 5: 12, 4: 1, 0: 1}).position()
"""Checkers everywhere, some piles too high to be drawn."""


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
    drawn = draw(FULL.turned, mover=Player.ONE, labels=ByPlayer("Alice", " Bob\n the Great"))
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
    assert parse_diagram(drawn) == Snapshot(FULL.turned, Player.ONE)


@given(positions(), st.sampled_from(Player), st.text())
def test_every_position_comes_back_from_its_drawing(
    position: Position, mover: Player, name: str
) -> None:
    drawn = draw(position, mover=mover, labels=ByPlayer(name, name))
    assert parse_diagram(drawn) == Snapshot(position, mover)


def test_every_position_of_the_oracles_comes_back_from_its_drawing() -> None:
    for pair in pairs()[::5]:
        assert parse_diagram(draw(pair.position)).position == pair.position, pair.id


def test_a_drawing_may_stand_anywhere_in_a_text() -> None:
    inset = "\n".join(f"    {line}   | and so on" for line in draw(START).splitlines())
    assert parse_diagram(f"Look:\n\n{inset}\n\nWell?") == Snapshot(START, Player.TWO)


def test_pip_counts_need_not_be_counted_by_whoever_draws() -> None:
    assert parse_diagram(draw(START).replace("167", "")).position == START


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        ("13-14", "14-13", (2, 16), "|"),
        ("12-11", "11-12", (2, 15), "12-11-10"),
        ("  | X                |", "  | X                ", (21, 6), "|"),
        ("\n  |                  |", "\n", (2, 8), "|"),
        ("| X           O    |", "|             O    |", (3, 4), "nothing in this pile"),
        ("| X           O    |", "| Y           O    |", (3, 3), "O or X or nothing"),
        ("> X", "  X", (0, None), "one >, at the player"),
        ("  O 1", "> O 1", (0, None), "one >, at the player"),
        ("|                  |   |", "| 8                |   |", (0, None), "too many by 3"),
        ("|                  |   |", "| 5                |   |", (3, 8), "nothing in this pile"),
        ("|                  |   |", "|    7             |   |", (6, 8), "nothing in this pile"),
        (
            "\n  | O                |",
            "\n  |                  |",
            (0, None),
            "too few by 1 of the other",
        ),
    ],
)
def test_what_is_wrong_and_where_is_told(
    old: str, new: str, place: tuple[int, int | None], expected: str
) -> None:
    with pytest.raises(NotationError) as refused:
        parse_diagram(draw(START).replace(old, new, 1))
    assert expected in refused.value.expected
    assert (refused.value.at, refused.value.line) == place


@given(st.text() | spoilt(positions().map(draw)))
@example(draw(FULL).replace("12 ", "12²"))
@example(draw(FULL).replace(" 12 ", " ²  "))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_diagram(text)
