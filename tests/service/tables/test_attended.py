"""What tells of a table besides its lamps: a sounder, and a light that is seen from afar."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from hardware.checkers import Colour
from hardware.drivers.pi.status_light import PiStatusLight
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.sounder import SimulatedSounder
from hardware.lights import Rhythm
from referee.effects import Notice, What
from service.tables.attended import Attended
from service.tables.devices import Attached
from service.tables.inbox import Inbox
from service.tables.sounding import QUESTION, WRONG
from service.tables.supervisor import LONGEST_WAIT, Link
from tests.rigs.devices import arrived
from tests.rigs.logs import LogWatch
from tests.rigs.pi_pins import EIGHTH, Bench

LOST = ("service.tables.supervisor", logging.WARNING, "cannot be reached")
REFUSED = Notice(What.REFUSED, Colour.LIGHT)
WHICH = Notice(What.WHICH, Colour.LIGHT)


class Room:
    """Buttons, a sounder and a status light, all attended to."""

    def __init__(self) -> None:
        self.bench = Bench()
        self.clock = self.bench.clock
        self.buttons = SimulatedButtons("buttons", self.clock)
        self.sounder = SimulatedSounder("sounder", self.clock)
        light = PiStatusLight("status", self.clock, self.bench.board)
        devices = Attached((self.buttons,), sounders=(self.sounder,), status_lights=(light,))
        self.attended = Attended(devices, Inbox(self.clock), self.clock, lambda: None)

    @property
    def tunes(self) -> list[object]:
        return [played.tune for played in self.sounder.history]

    async def seen(self) -> str:
        """The status light for a second."""
        await arrived()
        self.clock.advance_to(int(self.clock.now()) + 1.0)
        shown = ""
        for _ in Rhythm.STEADY.value:
            self.bench.pulse.take(1)
            shown += "#" if self.bench.pins.status else "."
            await self.clock.pass_by(EIGHTH)
        return shown


def proved(rule: Callable[[Room], Awaitable[None]]) -> Room:
    async def prove() -> Room:
        room = Room()
        tasks = [asyncio.create_task(run()) for run in room.attended.runs]
        await arrived()
        try:
            await rule(room)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        return room

    return asyncio.run(prove())


def test_the_light_is_steady_when_all_is_reached_and_dark_at_the_end() -> None:
    async def rule(room: Room) -> None:
        assert set(room.attended.links) == {"buttons", "sounder", "status"}
        assert await room.seen() == Rhythm.STEADY.value

    assert not proved(rule).bench.pins.status


def test_the_light_blinks_as_long_as_a_device_is_lost(expected_logs: LogWatch) -> None:
    expected_logs.expect(*LOST)

    async def rule(room: Room) -> None:
        room.buttons.unplug()
        assert await room.seen() == Rhythm.BLINK.value

        room.buttons.plug_in()
        await room.clock.pass_by(LONGEST_WAIT)
        assert await room.seen() == Rhythm.STEADY.value

    proved(rule)


def test_of_what_is_told_at_once_the_newest_is_heard() -> None:
    async def rule(room: Room) -> None:
        room.attended.hear(REFUSED)
        room.attended.hear(WHICH)
        await room.clock.pass_by(1)
        assert room.tunes == [QUESTION]

    proved(rule)


def test_a_tune_holds_nobody_up() -> None:
    async def rule(room: Room) -> None:
        room.attended.hear(REFUSED)
        await arrived()
        room.attended.hear(WHICH)
        await room.clock.pass_by(2)
        assert room.tunes == [WRONG, QUESTION]

    proved(rule)


def test_what_was_to_be_heard_while_the_sounder_was_lost_is_not_heard_late(
    expected_logs: LogWatch,
) -> None:
    expected_logs.expect(*LOST)

    async def rule(room: Room) -> None:
        room.sounder.unplug()
        await arrived()
        room.attended.hear(REFUSED)
        assert room.attended.links["sounder"] is Link.LOST

        room.sounder.plug_in()
        await room.clock.pass_by(LONGEST_WAIT)
        assert room.tunes == []
        room.attended.hear(WHICH)
        await room.clock.pass_by(1)
        assert room.tunes == [QUESTION]

    proved(rule)
