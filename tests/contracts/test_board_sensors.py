"""What every board sensor does: whole pictures, only changes, and never more than it knows."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.table import SET, SimulatedTable
from hardware.observations import Observation
from tests.rigs.devices import Heard, Maker, SensorRig, every, hearing, proved
from tests.rigs.drivers import SENSORS, SWITCHES

LIGHT, DARK = Colour

piles = st.lists(
    st.tuples(st.sampled_from(BACKGAMMON), st.sampled_from(Colour), st.integers(1, 9)), max_size=8
)
touches = st.lists(
    st.tuples(st.sampled_from(BACKGAMMON), st.sampled_from(BACKGAMMON), st.integers(0, 5)),
    max_size=12,
)


def layout(drawn: list[tuple[Place, Colour, int]]) -> Layout:
    """As much of what was drawn as there are checkers for."""
    left = dict.fromkeys(Colour, SET)
    laid: dict[Place, Pile] = {}
    for place, colour, count in drawn:
        if place not in laid and left[colour]:
            laid[place] = Pile(colour, min(count, left[colour]))
            left[colour] -= laid[place].count
    return Layout(laid)


def nearly_borne_off(pile: Pile) -> Layout:
    """Only these are left, where none lie when a game begins; all others are in their trays."""
    left = {pile.colour: pile.count}
    off = {tray(colour): Pile(colour, SET - left.get(colour, 0)) for colour in Colour}
    return Layout({point(4): pile, **off})


def move(table: SimulatedTable, start: Place, end: Place, slot: int) -> None:
    """Take a checker elsewhere, if there is one; in slot 0, to wherever there is room."""
    if table[start]:
        table.put(end, table.lift(start), slot or None)


def last(heard: Heard) -> Observation:
    observation = heard.signals[-1]
    assert isinstance(observation, Observation)
    return observation


def assert_true(observation: Observation, rig: SensorRig) -> None:
    """Every sighting allows what really lies there, except where this kind cannot see it."""
    for place in rig.device.places:
        truth = (rig.table.count(place, LIGHT), rig.table.count(place, DARK))
        if not rig.hides(place):
            assert observation[place].allows(*truth), (place, truth, observation[place])


@pytest.mark.parametrize("make", SWITCHES.values(), ids=SWITCHES.keys())
@given(piles, touches)
def test_whatever_is_on_the_table_no_sighting_claims_more_than_is_known(
    make: Maker[SensorRig],
    drawn: list[tuple[Place, Colour, int]],
    touched: list[tuple[Place, Place, int]],
) -> None:
    async def rule(rig: SensorRig) -> None:
        rig.table.arrange(layout(drawn))
        async with hearing(rig) as heard:
            assert_true(last(heard), rig)
            for start, end, slot in touched:
                move(rig.table, start, end, slot)
                await rig.settle()
                assert_true(last(heard), rig)

    asyncio.run(proved(make, rule))


@every(SENSORS)
async def test_a_sensor_sees_at_least_one_place_of_the_board(rig: SensorRig) -> None:
    assert rig.device.places
    assert rig.device.places <= set(BACKGAMMON)


@every(SENSORS)
async def test_every_report_is_a_whole_picture(rig: SensorRig) -> None:
    async with hearing(rig) as heard:
        for _ in range(3):
            rig.stir()
            await rig.settle()
        for report in heard.signals:
            assert isinstance(report, Observation)
            assert set(report.sightings) == rig.device.places


@every(SENSORS)
async def test_a_picture_differs_from_the_one_before_it(rig: SensorRig) -> None:
    async with hearing(rig) as heard:
        rig.table.arrange(Layout({point(1): Pile(DARK, 7), bar(LIGHT): Pile(LIGHT, 1)}))
        for _ in range(7):
            rig.table.lift(point(1))
            rig.table.put(tray(DARK), DARK)
            await rig.settle()
        pictures = [report.sightings for report in heard.signals if isinstance(report, Observation)]
        assert all(one != two for one, two in pairwise(pictures))


@every(SENSORS)
async def test_a_picture_once_given_does_not_change(rig: SensorRig) -> None:
    async with hearing(rig) as heard:
        first = last(heard)
        then = dict(first.sightings)
        rig.table.arrange(Layout({}))
        await rig.settle()
        assert first.sightings == then


@every(SENSORS)
async def test_an_empty_place_is_told_from_one_that_is_not(rig: SensorRig) -> None:
    rig.table.arrange(nearly_borne_off(Pile(DARK, 1)))
    async with hearing(rig) as heard:
        assert not last(heard)[point(4)].allows(0, 0)
        rig.table.lift(point(4))
        await rig.settle()
        assert last(heard)[point(4)].allows(0, 0)


@every(SENSORS)
async def test_after_a_loss_the_table_is_told_as_it_is_now(rig: SensorRig) -> None:
    async with hearing(rig) as heard:
        rig.unplug()
        await rig.settle()
        assert heard.lost
    rig.table.arrange(nearly_borne_off(Pile(LIGHT, 2)))
    rig.plug_in()

    async with hearing(rig) as heard:
        assert_true(last(heard), rig)
        assert not last(heard)[point(4)].allows(0, 0)
