"""Every sensor lies under one slot, and every place with a lamp is known."""

import pytest

from hardware.checkers import Colour, bar, point
from hardware.sensor_map import LAMP_PLACES, P5, SENSOR_MAPS, lamp_counts


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


def test_a_slot_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="slots 1 to 5"):
        P5.sensor_at(point(3), 6)
    with pytest.raises(ValueError, match="0 to 127"):
        P5.place_of(128)


def test_a_strip_has_one_lamp_or_more_at_each_place() -> None:
    assert len(LAMP_PLACES) == 26
    assert lamp_counts() == (26, 52, 78)
