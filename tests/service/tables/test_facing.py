"""Wherever Light sits, and wherever home is: the match is refereed the same."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from hardware.checkers import point
from hardware.drivers.simulated.clock import SimulatedClock
from referee.effects import Happened, Meaning
from referee.seating import FACINGS, NEAR_RIGHT, Facing
from referee.state import State
from service.config.settings import Home, Sits
from service.simulation import gestures
from service.simulation.gestures import Gesture
from service.simulation.marks import Mark
from service.tables.devices import attach
from service.tables.table import Table
from tests.rigs.noted import Noted
from tests.rigs.tables import SETUP, Sitting, a_match, performance

TURNED = [facing for facing in FACINGS if facing != NEAR_RIGHT]


@dataclass
class Turned(Sitting):
    """Hands that know the places as Light counts them, at a board that names them otherwise."""

    facing: Facing = NEAR_RIGHT

    async def do(self, gesture: Gesture | Mark) -> None:
        match gesture:
            case gestures.Lift(place) | gestures.Put(place) | gestures.Nudge(place):
                await super().do(replace(gesture, place=self.facing[place]))
            case gestures.PutBetween() | gestures.Straighten():
                raise AssertionError("tidy hands put no checker between two places")
            case _:
                await super().do(gesture)


async def evening(facing: Facing) -> tuple[Turned, Noted]:
    """A whole match, played at a table that is turned like this."""
    setup = replace(
        SETUP,
        light_sits=Sits.FAR if facing.light_far else Sits.NEAR,
        home=Home.LEFT if facing.home_left else Home.RIGHT,
    )
    clock, book = SimulatedClock(), Noted()
    devices = attach(setup, clock, State.of(setup.match))
    table = Table(setup.name, setup.match, devices, clock, book)
    table.facing = setup.facing
    seated = Turned(table, devices, clock, facing=facing)
    with table.watch(seated.effects.append):
        async with table.open():
            await seated.passes(1)
            await seated.play(performance(a_match()))
    return seated, book


@pytest.mark.parametrize("facing", TURNED)
def test_a_match_at_a_turned_table_is_kept_and_refereed_like_any_other(facing: Facing) -> None:
    usual, kept = asyncio.run(evening(NEAR_RIGHT))
    turned, kept_turned = asyncio.run(evening(facing))

    assert kept_turned.signals == kept.signals
    assert turned.effects == usual.effects
    happened = [effect.event for effect in turned.effects if isinstance(effect, Happened)]
    assert happened == list(a_match().events)
    assert turned.checkers.layout != usual.checkers.layout


@pytest.mark.parametrize("facing", TURNED)
def test_the_lamps_of_a_turned_table_shine_where_the_checkers_are(facing: Facing) -> None:
    async def prove() -> None:
        clock = SimulatedClock()
        devices = attach(SETUP, clock, State.of(SETUP.match))
        table = Table(SETUP.name, SETUP.match, devices, clock)
        table.facing = facing
        seated = Sitting(table, devices, clock)
        async with table.open():
            seated.checkers.arrange(facing.layout(table.state.expected_layout))
            await seated.passes(1)
            seated.dice().roll(3, 1)
            await seated.passes(1)
            seated.checkers.lift(facing[point(8)])
            await seated.table.quiet()

            assert table.state.lit[point(5)] is Meaning.DESTINATION
            assert table.shining.meanings == table.state.lit
            assert table.shining.frame.lights.keys() == table.state.lit.keys()
            assert seated.lamps.shining == facing.frame(table.shining.frame)
            assert seated.lamps.shining != table.shining.frame

    asyncio.run(prove())
