"""The contract of board sensors: whole observations, only changes, never more than is known."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BoardKind, Colour, Layout, Pile, Place
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.observations import Observation
from tests.rigs.devices import device_rigs
from tests.rigs.devices.driver_rigs import SENSORS, SWITCHES

LIGHT, DARK = Colour

numbers = st.integers(0, 1000)
"""Numbers of places, of whatever board."""
piles = st.lists(
    st.tuples(numbers, st.sampled_from(Colour), st.integers(1, 9)),
    max_size=8,
)
touches = st.lists(st.tuples(numbers, numbers, st.integers(0, 5)), max_size=12)


def place_of(number: int, board: BoardKind) -> Place:
    return board.places[number % len(board.places)]


def layout(drawn: list[tuple[int, Colour, int]], board: BoardKind) -> Layout:
    """A drawn layout, cut down to the checkers of a set."""
    left = dict.fromkeys(Colour, board.checkers_per_colour)
    laid: dict[Place, Pile] = {}
    for number, colour, count in drawn:
        place = place_of(number, board)
        if place not in laid and left[colour]:
            laid[place] = Pile(colour, min(count, left[colour]))
            left[colour] -= laid[place].count
    return Layout(laid)


def place_with_sensor(rig: device_rigs.SensorRig) -> Place:
    """A place that the sensor observes, and that is empty at first."""
    return next(place for place in rig.table.board.places[3:] if place in rig.device.places)


def nearly_empty(place: Place, pile: Pile, board: BoardKind) -> Layout:
    """A layout with this pile on an empty place, and all others borne off, or captured."""
    left = {pile.colour: pile.count}
    off = {
        aside: Pile(colour, board.checkers_per_colour - left.get(colour, 0))
        for aside, colour in zip(board.places[-2:], Colour, strict=True)
    }
    return Layout({place: pile, **off})


def move(table: SimulatedTable, start: Place, end: Place, slot: int) -> None:
    """Moves a checker, if there is one; slot 0 means any with room."""
    if table[start]:
        table.put(end, table.lift(start), min(slot, table.capacity[end]) or None)


def last(recorder: device_rigs.SignalRecorder) -> Observation:
    observation = recorder.signals[-1]
    assert isinstance(observation, Observation)
    return observation


def assert_true(observation: Observation, rig: device_rigs.SensorRig) -> None:
    """Asserts that every sighting allows the truth, except where this kind cannot sense it."""
    for place in rig.device.places:
        truth = (rig.table.count(place, LIGHT), rig.table.count(place, DARK))
        if not rig.is_hidden(place):
            assert observation[place].allows(*truth), (place, truth, observation[place])


@pytest.mark.parametrize("make", SWITCHES.values(), ids=SWITCHES.keys())
@given(piles, touches)
def test_no_sighting_ever_claims_more_than_is_known(
    make: device_rigs.RigFactory[device_rigs.SensorRig],
    drawn: list[tuple[int, Colour, int]],
    touched: list[tuple[int, int, int]],
) -> None:
    async def rule(rig: device_rigs.SensorRig) -> None:
        board = rig.table.board
        rig.table.arrange(layout(drawn, board))
        async with device_rigs.record_signals(rig) as recorder:
            assert_true(last(recorder), rig)
            for start, end, slot in touched:
                move(rig.table, place_of(start, board), place_of(end, board), slot)
                await rig.settle()
                assert_true(last(recorder), rig)

    asyncio.run(device_rigs.run_rule(make, rule))


@device_rigs.parametrize_rigs(SENSORS)
async def test_sensor_covers_at_least_one_place_of_the_board(rig: device_rigs.SensorRig) -> None:
    assert rig.device.places
    assert rig.device.places <= set(rig.table.board.places)


@device_rigs.parametrize_rigs(SENSORS)
async def test_every_observation_covers_all_places(rig: device_rigs.SensorRig) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        for _ in range(3):
            rig.cause_report()
            await rig.settle()
        for report in recorder.signals:
            assert isinstance(report, Observation)
            assert set(report.sightings) == rig.device.places


@device_rigs.parametrize_rigs(SENSORS)
async def test_observation_differs_from_the_one_before_it(rig: device_rigs.SensorRig) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        first, second, *_, aside = rig.table.board.places
        rig.table.arrange(Layout({first: Pile(DARK, 7), second: Pile(LIGHT, 1)}))
        for _ in range(7):
            rig.table.lift(first)
            rig.table.put(aside, DARK)
            await rig.settle()
        views = [one.sightings for one in recorder.signals if isinstance(one, Observation)]
        assert all(one != two for one, two in pairwise(views))


@device_rigs.parametrize_rigs(SENSORS)
async def test_reported_observation_does_not_change(rig: device_rigs.SensorRig) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        first = last(recorder)
        then = dict(first.sightings)
        rig.table.arrange(Layout({}))
        await rig.settle()
        assert first.sightings == then


@device_rigs.parametrize_rigs(SENSORS)
async def test_empty_place_is_distinguished_from_an_occupied_one(
    rig: device_rigs.SensorRig,
) -> None:
    empty = place_with_sensor(rig)
    rig.table.arrange(nearly_empty(empty, Pile(DARK, 1), rig.table.board))
    async with device_rigs.record_signals(rig) as recorder:
        assert not last(recorder)[empty].allows(0, 0)
        rig.table.lift(empty)
        await rig.settle()
        assert last(recorder)[empty].allows(0, 0)


@device_rigs.parametrize_rigs(SENSORS)
async def test_sensor_reports_the_current_table_after_a_loss(rig: device_rigs.SensorRig) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        rig.unplug()
        await rig.settle()
        assert recorder.lost
    empty = place_with_sensor(rig)
    rig.table.arrange(nearly_empty(empty, Pile(LIGHT, 2), rig.table.board))
    rig.plug_in()

    async with device_rigs.record_signals(rig) as recorder:
        assert_true(last(recorder), rig)
        assert not last(recorder)[empty].allows(0, 0)
