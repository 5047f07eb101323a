"""A sounder and a status light tell of a table, the latter from afar."""

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


class Room:
    """Buttons, a sounder and a status light, all attended to."""

    def __init__(self) -> None:
        self.bench = PiBench()
        self.clock = self.bench.clock
        self.buttons = SimulatedButtons("buttons", self.clock)
        self.sounder = SimulatedSounder("sounder", self.clock)
        light = PiStatusLight("status", self.clock, self.bench.board)
        devices = DeviceSet((self.buttons,), sounders=(self.sounder,), status_lights=(light,))
        self.attended = TableDevices(devices, Inbox(self.clock), self.clock, lambda: None)

    @property
    def tunes(self) -> list[object]:
        return [played.tune for played in self.sounder.history]

    async def seen(self) -> str:
        """The status light for a second."""
        await deliver_pending()
        self.clock.advance_to(int(self.clock.now()) + 1.0)
        shown = ""
        for _ in Rhythm.STEADY.value:
            self.bench.ticker.take(1)
            shown += "#" if self.bench.pins.status else "."
            await self.clock.pass_seconds(EIGHTH)
        return shown


@asynccontextmanager
async def open_room() -> AsyncIterator[Room]:
    room = Room()
    tasks = [asyncio.create_task(run()) for run in room.attended.supervisor_tasks]
    await deliver_pending()
    try:
        yield room
    finally:
        await cancel_and_wait(tasks)


@pytest.fixture
def room() -> AbstractAsyncContextManager[Room]:
    return open_room()


async def test_the_light_is_steady_when_all_is_reached_and_dark_at_the_end() -> None:
    async with open_room() as room:
        assert set(room.attended.links) == {"buttons", "sounder", "status"}
        assert await room.seen() == Rhythm.STEADY.value

    assert not room.bench.pins.status


async def test_the_light_blinks_as_long_as_a_device_is_lost(
    room: Room, expected_logs: LogWatch
) -> None:
    expected_logs.expect(*LOST)
    room.buttons.unplug()
    assert await room.seen() == Rhythm.BLINK.value

    room.buttons.plug_in()
    await room.clock.pass_seconds(MAX_RETRY_DELAY)
    assert await room.seen() == Rhythm.STEADY.value


async def test_newest_of_simultaneous_notices_is_played(room: Room) -> None:
    room.attended.play_sound_of(REFUSED)
    room.attended.play_sound_of(WHICH)
    await room.clock.pass_seconds(1)
    assert room.tunes == [QUESTION_TUNE]


async def test_tune_does_not_block_the_table(room: Room) -> None:
    room.attended.play_sound_of(REFUSED)
    await deliver_pending()
    room.attended.play_sound_of(WHICH)
    await room.clock.pass_seconds(2)
    assert room.tunes == [WRONG_TUNE, QUESTION_TUNE]


async def test_sound_missed_by_a_lost_sounder_is_not_played_late(
    room: Room, expected_logs: LogWatch
) -> None:
    expected_logs.expect(*LOST)
    room.sounder.unplug()
    await deliver_pending()
    room.attended.play_sound_of(REFUSED)
    assert room.attended.links["sounder"] is LinkState.LOST

    room.sounder.plug_in()
    await room.clock.pass_seconds(MAX_RETRY_DELAY)
    assert room.tunes == []
    room.attended.play_sound_of(WHICH)
    await room.clock.pass_seconds(1)
    assert room.tunes == [QUESTION_TUNE]
