"""A board is twenty-six letters, as in an XGID, and every layout of thirty checkers has its own."""

import pytest
from hypothesis import given

from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.notation.snapshots.xgid import xgid
from engine.backgammon.position import START, Position
from engine.players import Player
from hardware.checkers import Colour, Layout, Pile, bar, point, tray
from referee.seating import Seating
from service.records.position_ids import BOTTOM, read_board, write_board
from tests.rigs.engine.random_positions import positions

BEGINNING = "-b----E-C---eE---c-e----B-"
LIGHT_AT_THE_BOTTOM = Seating(BOTTOM)


def test_the_starting_position_has_its_well_known_letters() -> None:
    layout = Seating(Player.ONE).layout(START, Player.TWO)

    assert write_board(layout) == BEGINNING
    assert read_board(BEGINNING) == layout


@given(position=positions())
def test_written_board_reads_back(position: Position) -> None:
    layout = LIGHT_AT_THE_BOTTOM.layout(position, BOTTOM)
    assert read_board(write_board(layout)) == layout


@given(position=positions())
def test_the_letters_are_those_with_which_an_xgid_begins(position: Position) -> None:
    for mover in Player:
        written = write_board(LIGHT_AT_THE_BOTTOM.layout(position, mover))

        assert xgid(Snapshot(position, mover)).startswith(f"XGID={written}:")


def test_the_bars_are_at_the_ends_and_missing_checkers_are_borne_off() -> None:
    layout = read_board("b-----------------------aC")

    assert layout.piles == {
        bar(Colour.DARK): Pile(Colour.DARK, 2),
        point(24): Pile(Colour.DARK, 1),
        bar(Colour.LIGHT): Pile(Colour.LIGHT, 3),
        tray(Colour.DARK): Pile(Colour.DARK, 12),
        tray(Colour.LIGHT): Pile(Colour.LIGHT, 12),
    }


@pytest.mark.parametrize(
    "text",
    [
        "", BEGINNING[:-1], f"{BEGINNING}-", BEGINNING.replace("E", "P"),
        BEGINNING.replace("-", "é"), BEGINNING.replace("-", "0"), f"A{BEGINNING[1:]}",
        f"{BEGINNING[:-1]}a", BEGINNING.replace("B", "C"), BEGINNING.replace("b", "c"),
    ],
)  # fmt: skip
def test_letters_that_are_no_board_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"board|bar|checkers|letter|tray"):
        read_board(text)


@pytest.mark.parametrize(
    "layout",
    [
        Layout({}),
        Layout({point(1): Pile(Colour.LIGHT, 16), tray(Colour.DARK): Pile(Colour.DARK, 15)}),
        Layout({bar(Colour.LIGHT): Pile(Colour.DARK, 15)}),
        Layout({point(1): Pile(Colour.LIGHT, 15)}),
    ],
)
def test_a_layout_without_thirty_checkers_in_their_places_has_no_letters(layout: Layout) -> None:
    with pytest.raises(ValueError, match=r"board|bar|checkers|letter|tray"):
        write_board(layout)
