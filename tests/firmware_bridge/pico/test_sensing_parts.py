"""Shift registers, magnetic sensors and buttons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.hall import GONE, SEEN, Hall
from firmware_bridge.pico.keys import PinKeys
from firmware_bridge.pico.shift_chain import ShiftChain
from tests.rigs.pico_parts import Chain, Multiplexer, PlainPin

EMPTY, LIGHT, DARK, UNSURE = range(4)


def look(hall: Hall) -> list[int]:
    """The cells after a whole look."""
    for _ in range(7):
        assert hall.scan() is None
    seen = hall.scan()
    assert seen is not None
    return [seen >> 2 * (hall.cells - 1 - cell) & 3 for cell in range(hall.cells)]


def test_a_closed_contact_is_one_and_the_first_is_input_h_of_the_nearest_chip() -> None:
    load = PlainPin()
    chain = Chain(load, b"\x7f" + b"\xff" * 14 + b"\xfe")

    assert ShiftChain(chain, load, 128).scan() == 1 << 127 | 1


def test_inputs_beyond_the_last_sensor_do_not_count() -> None:
    load = PlainPin()

    assert ShiftChain(Chain(load, b"\x00\x0f"), load, 12).scan() == 0b1111_1111_1111
    assert ShiftChain(Chain(load, b"\xff\xe0"), load, 12).scan() == 1


def test_a_chain_that_is_not_there_closes_nothing() -> None:
    load = PlainPin()

    assert ShiftChain(Chain(load), load, 128).scan() == 0


@given(st.integers(0, 127))
def test_a_sensor_is_found_behind_its_multiplexer(cell: int) -> None:
    mux = Multiplexer()
    hall = Hall(mux, mux.address, mux.power, 128)
    mux.values[cell] = 45_000

    assert look(hall) == [LIGHT if other == cell else EMPTY for other in range(128)]
    assert hall.raw(cell // 8) == [mux.values[cell // 8 * 8 + place] for place in range(8)]


def test_poles_tell_the_colour() -> None:
    mux = Multiplexer()
    mux.values[:4] = [32768 + SEEN, 32768 - SEEN, 32768 + SEEN - 1, 32769 - SEEN]

    assert look(Hall(mux, mux.address, mux.power, 128))[:5] == [LIGHT, DARK, EMPTY, EMPTY, EMPTY]


@pytest.mark.parametrize("value", [0, 1023, 64512, 65535])
def test_a_value_at_the_end_of_its_range_cannot_be_told(value: int) -> None:
    mux = Multiplexer()
    mux.values[9] = value

    assert look(Hall(mux, mux.address, mux.power, 128))[9] == UNSURE


def test_a_checker_is_seen_until_it_is_well_away() -> None:
    mux = Multiplexer()
    hall = Hall(mux, mux.address, mux.power, 128)
    seen = []

    between = (SEEN + GONE) // 2
    for away in (between, SEEN, between, GONE, GONE - 1, between):
        mux.values[0] = 32768 + away
        seen.append(look(hall)[0])

    assert seen == [EMPTY, LIGHT, LIGHT, LIGHT, EMPTY, EMPTY]


def test_a_faint_pole_is_not_the_other_colour() -> None:
    mux = Multiplexer()
    hall = Hall(mux, mux.address, mux.power, 128)
    mux.values[0] = 45_000
    look(hall)

    mux.values[0] = 32768 - SEEN + 1

    assert look(hall)[0] == EMPTY


def test_thresholds_can_be_set() -> None:
    mux = Multiplexer()
    hall = Hall(mux, mux.address, mux.power, 128)
    mux.values[0] = 32768 + 2500

    assert look(hall)[0] == EMPTY
    hall.set_thresholds(2500, 2000)
    assert look(hall)[0] == LIGHT


def test_only_one_bank_is_under_power_between_two_looks() -> None:
    mux = Multiplexer()
    hall = Hall(mux, mux.address, mux.power, 128)

    for bank in range(1, 8):
        hall.scan()
        assert sum(pin.level << bit for bit, pin in enumerate(mux.address)) == 16 * bank


def test_the_last_bank_may_be_short() -> None:
    mux = Multiplexer()
    mux.values[19] = 45_000
    hall = Hall(mux, mux.address, mux.power, 20)

    assert hall.scan() is None
    assert hall.scan() == LIGHT
    assert hall.raw(2) == [32768, 32768, 32768, 45_000, 0, 0, 0, 0]
    assert hall.raw(3) is None


def test_pressed_buttons_pull_their_pins_down() -> None:
    pins = [PlainPin(1), PlainPin(0), PlainPin(1), PlainPin(0)]

    assert PinKeys(pins).read() == 0b1010
