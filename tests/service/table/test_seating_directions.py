"""A match is refereed the same wherever Light sits, and wherever home is."""

import asyncio
from dataclasses import dataclass

import pytest

from hardware.checkers import point
from hardware.drivers.clocks import SimulatedClock
from referee.effects import LampMeaning, RecordEvent
from referee.seating import NEAR_RIGHT, ORIENTATIONS, Orientation
from referee.state import State
from service.table.device_factory import create_devices
from service.table.refereed_table import RefereedTable
from simulation.gestures import Gesture, Mark, rename_places
from tests.rigs.storage.example_journals import RecordingJournal
from tests.rigs.tables.table_in_memory import (
    TABLE_SETTINGS,
    HandsAtTable,
    random_record,
    tidy_performance,
    turned,
)

TURNED = [orientation for orientation in ORIENTATIONS if orientation != NEAR_RIGHT]


@dataclass
class TurnedHands(HandsAtTable):
    """Hands that know the places as Light counts them, at a board that names them otherwise."""

    orientation: Orientation = NEAR_RIGHT

    async def do(self, gesture: Gesture | Mark) -> None:
        renamed = gesture if isinstance(gesture, Mark) else rename_places(gesture, self.orientation)
        await super().do(renamed)


async def evening(orientation: Orientation) -> tuple[TurnedHands, RecordingJournal]:
    """A whole match, played at a table that is turned like this."""
    setup = turned(TABLE_SETTINGS, orientation)
    clock, journal = SimulatedClock(), RecordingJournal()
    devices = create_devices(setup, clock, State.of(setup.match_settings))
    table = RefereedTable(setup.name, setup.match_settings, devices, clock, journal)
    seated = TurnedHands(table, devices, clock, orientation=orientation)
    with table.listen(seated.effects.append):
        async with table.open():
            await seated.pass_seconds(1)
            await seated.play(tidy_performance(random_record()))
    return seated, journal


@pytest.mark.release(after=1)
@pytest.mark.parametrize("orientation", TURNED)
def test_a_match_at_a_turned_table_is_stored_and_refereed_like_any_other(
    orientation: Orientation,
) -> None:
    usual, usual_journal = asyncio.run(evening(NEAR_RIGHT))
    other, other_journal = asyncio.run(evening(orientation))

    assert other_journal.signals == usual_journal.signals
    assert other.effects == usual.effects
    happened = [effect.event for effect in other.effects if isinstance(effect, RecordEvent)]
    assert happened == list(random_record().events)
    assert other.checkers.layout != usual.checkers.layout


@pytest.mark.parametrize("orientation", TURNED)
async def test_the_lamps_of_a_turned_table_shine_where_the_checkers_are(
    orientation: Orientation,
) -> None:
    clock = SimulatedClock()
    devices = create_devices(
        turned(TABLE_SETTINGS, orientation), clock, State.of(TABLE_SETTINGS.match_settings)
    )
    table = RefereedTable(TABLE_SETTINGS.name, TABLE_SETTINGS.match_settings, devices, clock)
    seated = HandsAtTable(table, devices, clock)
    async with table.open():
        await seated.arrange(orientation.layout(table.state.expected_layout))
        await seated.throw(3, 1)
        seated.checkers.lift(orientation[point(8)])
        await seated.table.wait_until_quiet()

        assert table.state.lamps[point(5)] is LampMeaning.DESTINATION
        assert table.lamp_picture.meanings == table.state.lamps
        assert table.lamp_picture.frame.lights.keys() == table.state.lamps.keys()
        assert seated.lamps.visible_frame == orientation.frame(table.lamp_picture.frame)
        assert seated.lamps.visible_frame != table.lamp_picture.frame
