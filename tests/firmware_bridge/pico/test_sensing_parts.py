"""Shift registers, magnetic sensors and buttons, and contacts that bounce."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.pico.sensors import MAX_SAMPLES, MIN_SAMPLES, Debounce, PinButtons
from firmware_bridge.pico.slot_sensors import APPEARS_AT, DISAPPEARS_AT, Hall, ShiftChain
from tests.rigs.firmware.fake_parts import Chain, Multiplexer, PlainPin

EMPTY, LIGHT, DARK, UNSURE = range(4)


def magnetic_sensors() -> tuple[Hall, Multiplexer]:
    mux = Multiplexer()
    return Hall(mux, mux.address, mux.power, 128), mux


def scan(hall: Hall) -> list[int]:
    """The state of each sensor after a whole scan."""
    for _ in range(7):
        assert hall.scan() is None
    state = hall.scan()
    assert state is not None
    return [state >> 2 * (hall.count - 1 - sensor) & 3 for sensor in range(hall.count)]


def test_a_closed_contact_is_one_and_the_first_is_input_h_of_the_nearest_chip() -> None:
    load = PlainPin()
    chain = Chain(load, b"\x7f" + b"\xff" * 14 + b"\xfe")

    assert ShiftChain(chain, load, 128).scan() == 1 << 127 | 1


def test_inputs_beyond_the_last_sensor_do_not_count() -> None:
    load = PlainPin()

    assert ShiftChain(Chain(load, b"\x00\x0f"), load, 12).scan() == 0b1111_1111_1111
    assert ShiftChain(Chain(load, b"\xff\xe0"), load, 12).scan() == 1


def test_missing_chain_reads_as_open_switches() -> None:
    load = PlainPin()
    assert ShiftChain(Chain(load), load, 128).scan() == 0


@given(st.integers(0, 127))
def test_a_sensor_is_found_behind_its_multiplexer(sensor: int) -> None:
    hall, mux = magnetic_sensors()
    mux.values[sensor] = 45_000

    assert scan(hall) == [LIGHT if other == sensor else EMPTY for other in range(128)]
    assert hall.raw(sensor // 8) == [mux.values[sensor // 8 * 8 + place] for place in range(8)]


def test_pole_of_a_magnet_is_read_as_a_colour() -> None:
    mux = Multiplexer()
    least, most = 32768 - APPEARS_AT, 32768 + APPEARS_AT
    mux.values[:4] = [most, least, most - 1, least + 1]

    assert scan(Hall(mux, mux.address, mux.power, 128))[:5] == [LIGHT, DARK, EMPTY, EMPTY, EMPTY]


@pytest.mark.parametrize("value", [0, 1023, 64512, 65535])
def test_value_at_the_end_of_its_range_is_unknown(value: int) -> None:
    mux = Multiplexer()
    mux.values[9] = value

    assert scan(Hall(mux, mux.address, mux.power, 128))[9] == UNSURE


def test_a_checker_is_seen_until_it_is_well_away() -> None:
    hall, mux = magnetic_sensors()
    states = []

    between = (APPEARS_AT + DISAPPEARS_AT) // 2
    for away in (between, APPEARS_AT, between, DISAPPEARS_AT, DISAPPEARS_AT - 1, between):
        mux.values[0] = 32768 + away
        states.append(scan(hall)[0])

    assert states == [EMPTY, LIGHT, LIGHT, LIGHT, EMPTY, EMPTY]


def test_a_faint_pole_is_not_the_other_colour() -> None:
    hall, mux = magnetic_sensors()
    mux.values[0] = 45_000
    scan(hall)

    mux.values[0] = 32768 - APPEARS_AT + 1

    assert scan(hall)[0] == EMPTY


def test_thresholds_can_be_set() -> None:
    hall, mux = magnetic_sensors()
    mux.values[0] = 32768 + 2500

    assert scan(hall)[0] == EMPTY
    hall.set_thresholds(2500, 2000)
    assert scan(hall)[0] == LIGHT


def test_only_the_next_bank_is_under_power_between_two_scans() -> None:
    hall, mux = magnetic_sensors()

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
    assert PinButtons(pins).read() == 0b1010


SAMPLES = st.integers(MIN_SAMPLES, MAX_SAMPLES)


def one_by_one(sensors: int, bits: int, needed: int, samples: list[int]) -> list[int]:
    """The states after each sample, with a plain counter for each sensor."""
    mask = (1 << bits) - 1
    state, wanted, count = [0] * sensors, [0] * sensors, [0] * sensors
    states = []
    for sample in samples:
        for sensor in range(sensors):
            value = sample >> sensor * bits & mask
            count[sensor] = count[sensor] + 1 if value == wanted[sensor] else 1
            wanted[sensor] = value
            if value == state[sensor]:
                count[sensor] = 0
            elif count[sensor] == needed:
                state[sensor], count[sensor] = value, 0
        states.append(sum(value << sensor * bits for sensor, value in enumerate(state)))
    return states


def debounced(debounce: Debounce, samples: list[int]) -> list[int]:
    """The states after each sample."""
    states = []
    for sample in samples:
        debounce.sample(sample)
        states.append(debounce.state)
    return states


@given(SAMPLES, st.lists(st.integers(0, 0xFF), max_size=60))
def test_debounce_equals_a_counter_for_each_contact(needed: int, samples: list[int]) -> None:
    assert debounced(Debounce(8, 1, needed), samples) == one_by_one(8, 1, needed, samples)


LOOKS = st.sampled_from((0b0000, 0b0001, 0b0010, 0b1110, 0b0111, 0b1011))


@given(SAMPLES, st.lists(LOOKS, max_size=60))
def test_a_cell_of_two_bits_changes_as_a_whole(needed: int, samples: list[int]) -> None:
    assert debounced(Debounce(2, 2, needed), samples) == one_by_one(2, 2, needed, samples)


@given(SAMPLES, st.lists(st.tuples(st.integers(0, (1 << 128) - 1), st.integers(1, 7))))
def test_change_seen_too_seldom_never_counts(samples: int, glitches: list[tuple[int, int]]) -> None:
    debounce = Debounce(128, 1, samples)

    for seen, looks in glitches:
        many = min(looks, samples - 1)
        assert [debounce.sample(seen) for _ in range(many)] == [0] * many
        assert debounce.sample(0) == 0


@given(SAMPLES, st.integers(1, (1 << 128) - 1))
def test_lasting_change_counts_at_the_last_needed_sample(samples: int, seen: int) -> None:
    debounce = Debounce(128, 1, samples)

    changes = [debounce.sample(seen) for _ in range(samples)]

    assert changes == [0] * (samples - 1) + [seen]
    assert debounce.state == seen


@given(SAMPLES, SAMPLES)
def test_new_number_of_samples_restarts_the_count(before: int, after: int) -> None:
    debounce = Debounce(4, 1, before)
    for _ in range(before - 1):
        debounce.sample(0b1000)

    debounce.start(after)

    assert [debounce.sample(0b1000) for _ in range(after)] == [0] * (after - 1) + [0b1000]


def test_debounce_of_no_contacts_works() -> None:
    assert Debounce(0, 2).sample(0) == 0
