"""Every sensor lies under one slot, and every place with a lamp is known."""

from itertools import pairwise

import pytest

from hardware.checkers import (
    BOARDS,
    CHECKERS,
    PLAYING_SQUARES,
    SQUARES,
    BoardKind,
    Colour,
    Place,
    bar,
    point,
)
from hardware.place_runs import parse_places, parse_slots
from hardware.sensor_map import C32, C64, C88, P5, SENSOR_MAPS, SensorMap, usual_map


def test_a_board_of_five_slots_a_point_has_128_sensors() -> None:
    assert len(P5) == 128
    assert P5.sensor_at(point(1), 1) == 0
    assert P5.sensor_at(point(24), 5) == 119
    assert P5.place_of(120) == (bar(Colour.LIGHT), 1)
    assert P5.place_of(127) == (bar(Colour.DARK), 4)


@pytest.mark.parametrize("name", SENSOR_MAPS)
def test_each_sensor_lies_where_its_slot_says(name: str) -> None:
    cells = SENSOR_MAPS[name]
    assert [cells.sensor_at(*cells.place_of(cell)) for cell in range(len(cells))] == [
        *range(len(cells))
    ]


def test_a_board_of_squares_has_a_sensor_under_each_square_row_by_row() -> None:
    assert len(C64) == 64
    assert [C64.place_of(cell)[0] for cell in (0, 7, 8, 63)] == ["a1", "h1", "a2", "h8"]
    assert [*C32.slots] == [*PLAYING_SQUARES]
    assert len(C88) == 64 + 2 * 12
    assert C88.place_of(87) == ("captured.dark", 12)


@pytest.mark.parametrize("sensor_map", [C64, C32, C88], ids=str)
def test_lamps_of_squares_are_next_to_each_other_on_the_board(sensor_map: SensorMap) -> None:
    assert set(sensor_map.lamps) == set(SQUARES)
    assert sensor_map.lamp_counts == (64,)
    for one, other in pairwise(sensor_map.lamps):
        (file, row), (next_file, next_row) = one, other
        assert abs(ord(file) - ord(next_file)) + abs(int(row) - int(next_row)) == 1


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_each_kind_of_board_has_a_usual_map(board: BoardKind) -> None:
    assert usual_map(board).board is board


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_board_that_is_turned_twice_is_as_before(board: BoardKind) -> None:
    assert {*board.turned.values()} == {*board.places}
    assert all(board.turned[board.turned[place]] == place for place in board.places)


def test_turned_board_has_the_corners_exchanged() -> None:
    assert CHECKERS.turned[Place("a1")] == "h8"
    assert CHECKERS.turned[Place("c3")] == "f6"
    assert CHECKERS.turned[Place("captured.light")] == "captured.dark"
    assert {CHECKERS.turned[square] for square in PLAYING_SQUARES} == {*PLAYING_SQUARES}


def test_playing_squares_are_every_other_one_with_a1_among_them() -> None:
    assert len(PLAYING_SQUARES) == 32
    assert [*PLAYING_SQUARES[:8]] == ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2"]


def test_runs_of_places_are_read_forwards_and_backwards() -> None:
    assert parse_places(CHECKERS, "g1-a2,c2-b2,h8") == (
        *("g1", "h1", "a2"), *("c2", "b2"), "h8"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no place"),
        ("a1,,b1", "'' is no place"),
        ("i1", "'i1' is no place"),
        ("a1-i1", "'i1' is no place"),
        ("a1-c1-e1", "'c1-e1' is no place"),
        ("squares,a1", "a1 is named twice"),
        ("a1:", "'' is no number"),
        ("a1:0", "'0' is no number"),
        ("a1:x", "'x' is no number"),
        ("a1:100", "'100' is no number"),
        ("a1:\u0661", "is no number"),
        ("a1:2", "a1 has no more than 1 slots"),
        ("captured:13", r"captured\.light has no more than 12 slots"),
    ],
)
def test_places_that_are_not_there_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_slots(CHECKERS, text)


def test_lamps_are_not_counted_by_slots() -> None:
    with pytest.raises(ValueError, match="lamps have no number"):
        parse_places(CHECKERS, "a1:1")


def test_a_slot_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="slots 1 to 5"):
        P5.sensor_at(point(3), 6)
    with pytest.raises(ValueError, match="0 to 127"):
        P5.place_of(128)


def test_a_strip_has_one_lamp_or_more_at_each_place() -> None:
    assert len(P5.lamps) == 26
    assert P5.lamp_counts == (26, 52, 78)
