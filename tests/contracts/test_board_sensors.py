"""The contract of board sensors: whole observations, only changes, never more than is known."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.simulated_table import CHECKERS_PER_COLOUR, SimulatedTable
from hardware.observations import Observation
from tests.rigs.devices import device_rigs
from tests.rigs.devices.driver_rigs import SENSORS, SWITCHES

LIGHT, DARK = Colour

piles = st.lists(
    st.tuples(st.sampled_from(BACKGAMMON.places), st.sampled_from(Colour), st.integers(1, 9)),
    max_size=8,
)
touches = st.lists(
    st.tuples(
        st.sampled_from(BACKGAMMON.places), st.sampled_from(BACKGAMMON.places), st.integers(0, 5)
    ),
    max_size=12,
)


def layout(drawn: list[tuple[Place, Colour, int]]) -> Layout:
    """A drawn layout, cut down to the checkers of a set."""
    left = dict.fromkeys(Colour, CHECKERS_PER_COLOUR)
    laid: dict[Place, Pile] = {}
    for place, colour, count in drawn:
        if place not in laid and left[colour]:
            laid[place] = Pile(colour, min(count, left[colour]))
            left[colour] -= laid[place].count
    return Layout(laid)


def nearly_borne_off(pile: Pile) -> Layout:
    """A layout with this pile on an empty point, and all other checkers in their trays."""
    left = {pile.colour: pile.count}
    off = {
        tray(colour): Pile(colour, CHECKERS_PER_COLOUR - left.get(colour, 0)) for colour in Colour
    }
    return Layout({point(4): pile, **off})


def move(table: SimulatedTable, start: Place, end: Place, slot: int) -> None:
    """Moves a checker, if there is one; slot 0 means any with room."""
    if table[start]:
        table.put(end, table.lift(start), slot or None)


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
    drawn: list[tuple[Place, Colour, int]],
    touched: list[tuple[Place, Place, int]],
) -> None:
    async def rule(rig: device_rigs.SensorRig) -> None:
        rig.table.arrange(layout(drawn))
        async with device_rigs.record_signals(rig) as recorder:
            assert_true(last(recorder), rig)
            for start, end, slot in touched:
                move(rig.table, start, end, slot)
                await rig.settle()
                assert_true(last(recorder), rig)

    asyncio.run(device_rigs.run_rule(make, rule))


@device_rigs.parametrize_rigs(SENSORS)
async def test_sensor_covers_at_least_one_place_of_the_board(rig: device_rigs.SensorRig) -> None:
    assert rig.device.places
    assert rig.device.places <= set(BACKGAMMON.places)


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
        rig.table.arrange(Layout({point(1): Pile(DARK, 7), bar(LIGHT): Pile(LIGHT, 1)}))
        for _ in range(7):
            rig.table.lift(point(1))
            rig.table.put(tray(DARK), DARK)
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
    rig.table.arrange(nearly_borne_off(Pile(DARK, 1)))
    async with device_rigs.record_signals(rig) as recorder:
        assert not last(recorder)[point(4)].allows(0, 0)
        rig.table.lift(point(4))
        await rig.settle()
        assert last(recorder)[point(4)].allows(0, 0)


@device_rigs.parametrize_rigs(SENSORS)
async def test_sensor_reports_the_current_table_after_a_loss(rig: device_rigs.SensorRig) -> None:
    async with device_rigs.record_signals(rig) as recorder:
        rig.unplug()
        await rig.settle()
        assert recorder.lost
    rig.table.arrange(nearly_borne_off(Pile(LIGHT, 2)))
    rig.plug_in()

    async with device_rigs.record_signals(rig) as recorder:
        assert_true(last(recorder), rig)
        assert not last(recorder)[point(4)].allows(0, 0)
