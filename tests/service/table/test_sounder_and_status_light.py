"""A sounder plays tunes for notices, and a status light shows whether all devices are reached."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from hardware.checkers import Colour
from hardware.drivers.pi.pi_outputs import PiStatusLight
from hardware.drivers.simulated.simulated_devices import SimulatedButtons, SimulatedSounder
from hardware.outputs import Rhythm
from referee import notices
from service.table.device_factory import DeviceSet
from service.table.inbox import Inbox
from service.table.notice_sounds import QUESTION_TUNE, WRONG_TUNE
from service.table.supervisor import MAX_RETRY_DELAY, LinkState
from service.table.table_devices import TableDevices
from service.table.timers import cancel_and_wait
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.devices.pi_rigs import EIGHTH, PiBench
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.referee.sample_notices import example_notice

LOST = ("service.table.supervisor", logging.WARNING, "cannot be reached")
REFUSED = example_notice(notices.EventRefused)
WHICH = notices.WhichPlay(Colour.LIGHT)


class AudibleTable:
    """Buttons, a sounder and a status light with their supervisors."""

    def __init__(self) -> None:
        self.bench = PiBench()
        self.clock = self.bench.clock
        self.buttons = SimulatedButtons("buttons", self.clock)
        self.sounder = SimulatedSounder("sounder", self.clock)
        light = PiStatusLight("status", self.clock, self.bench.board)
        devices = DeviceSet((self.buttons,), sounders=(self.sounder,), status_lights=(light,))
        self.devices = TableDevices(devices, Inbox(self.clock), self.clock, lambda: None)

    @property
    def tunes(self) -> list[object]:
        return [played.tune for played in self.sounder.history]

    async def light_for_a_second(self) -> str:
        """The rhythm of the status light during the next second."""
        await deliver_pending()
        self.clock.advance_to(int(self.clock.now()) + 1.0)
        shown = ""
        for _ in Rhythm.STEADY.value:
            self.bench.ticker.take(1)
            shown += "#" if self.bench.pins.status else "."
            await self.clock.pass_seconds(EIGHTH)
        return shown


@asynccontextmanager
async def open_audible_table() -> AsyncIterator[AudibleTable]:
    table = AudibleTable()
    tasks = [asyncio.create_task(run()) for run in table.devices.supervisor_tasks]
    await deliver_pending()
    try:
        yield table
    finally:
        await cancel_and_wait(tasks)


@pytest.fixture
def table() -> AbstractAsyncContextManager[AudibleTable]:
    return open_audible_table()


async def test_the_light_is_steady_when_all_is_reached_and_dark_at_the_end() -> None:
    async with open_audible_table() as table:
        assert set(table.devices.links) == {"buttons", "sounder", "status"}
        assert await table.light_for_a_second() == Rhythm.STEADY.value

    assert not table.bench.pins.status


async def test_the_light_blinks_as_long_as_a_device_is_lost(
    table: AudibleTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect(*LOST)
    table.buttons.unplug()
    assert await table.light_for_a_second() == Rhythm.BLINK.value

    table.buttons.plug_in()
    await table.clock.pass_seconds(MAX_RETRY_DELAY)
    assert await table.light_for_a_second() == Rhythm.STEADY.value


async def test_newest_of_simultaneous_notices_is_played(table: AudibleTable) -> None:
    table.devices.play_sound_of(REFUSED)
    table.devices.play_sound_of(WHICH)
    await table.clock.pass_seconds(1)
    assert table.tunes == [QUESTION_TUNE]


async def test_tune_does_not_block_the_table(table: AudibleTable) -> None:
    table.devices.play_sound_of(REFUSED)
    await deliver_pending()
    table.devices.play_sound_of(WHICH)
    await table.clock.pass_seconds(2)
    assert table.tunes == [WRONG_TUNE, QUESTION_TUNE]


async def test_sound_missed_by_a_lost_sounder_is_not_played_late(
    table: AudibleTable, expected_logs: LogWatch
) -> None:
    expected_logs.expect(*LOST)
    table.sounder.unplug()
    await deliver_pending()
    table.devices.play_sound_of(REFUSED)
    assert table.devices.links["sounder"] is LinkState.LOST

    table.sounder.plug_in()
    await table.clock.pass_seconds(MAX_RETRY_DELAY)
    assert table.tunes == []
    table.devices.play_sound_of(WHICH)
    await table.clock.pass_seconds(1)
    assert table.tunes == [QUESTION_TUNE]
