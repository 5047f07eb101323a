"""Every sensor lies under one slot, and every place with a lamp is known."""

import pytest

from hardware.cells import CELL_MAPS, LIT, P5, lamp_counts
from hardware.checkers import Colour, bar, point


def test_a_board_of_five_slots_a_point_has_128_sensors() -> None:
    assert len(P5) == 128
    assert P5.cell(point(1), 1) == 0
    assert P5.cell(point(24), 5) == 119
    assert P5.where(120) == (bar(Colour.LIGHT), 1)
    assert P5.where(127) == (bar(Colour.DARK), 4)


@pytest.mark.parametrize("name", CELL_MAPS)
def test_each_sensor_lies_where_its_slot_says(name: str) -> None:
    cells = CELL_MAPS[name]
    assert [cells.cell(*cells.where(cell)) for cell in range(len(cells))] == [*range(len(cells))]


def test_a_slot_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="slots 1 to 5"):
        P5.cell(point(3), 6)
    with pytest.raises(ValueError, match="0 to 127"):
        P5.where(128)


def test_a_strip_has_one_lamp_or_more_at_each_place() -> None:
    assert len(LIT) == 26
    assert lamp_counts() == (26, 52, 78)
