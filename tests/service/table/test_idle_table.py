"""A table is quiet when no work is in flight, whatever the event loop does meanwhile."""

import asyncio

import pytest

from hardware.checkers import Colour, point
from hardware.signals import Signal
from referee.effects import LampMeaning
from referee.match_settings import MatchSettings
from service.storage.journal import NullJournal
from tests.rigs.tables.table_in_memory import TABLE_SETTINGS, HandsAtTable, open_table


class GatedJournal(NullJournal):
    """A journal whose disk takes as long as a test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = asyncio.Event()
        self.disk.set()
        self.slow = 0
        """Rounds of the event loop that a write takes."""
        self.signals: list[Signal] = []

    def add(self, signal: Signal) -> int:
        self.signals.append(signal)
        return super().add(signal)

    async def wait_until_written(self) -> None:
        await self.disk.wait()
        for _ in range(self.slow):
            await asyncio.sleep(0)


async def lift_eight(seated: HandsAtTable) -> None:
    await seated.throw(3, 1)
    seated.checkers.lift(point(8), Colour.LIGHT)


def settings() -> MatchSettings:
    return TABLE_SETTINGS.match_settings


@pytest.mark.parametrize("slow", [0, 1, 7, 50])
async def test_table_is_quiet_only_when_the_lamps_show_what_was_lifted(slow: int) -> None:
    journal = GatedJournal()
    async with open_table(settings(), journal=journal) as seated:
        lamps = seated.lamps
        journal.slow = slow
        await lift_eight(seated)
        await seated.table.wait_until_quiet()

        assert seated.table.state.lamps[point(5)] is LampMeaning.DESTINATION
        assert lamps.visible_frame == seated.table.lamp_picture.frame
        assert point(5) in lamps.visible_frame.lights


async def test_table_is_not_quiet_while_the_disk_is_slow() -> None:
    journal = GatedJournal()
    async with open_table(settings(), journal=journal) as seated:
        journal.disk.clear()
        seated.buttons.press(next(iter(seated.buttons.buttons)))
        quiet = asyncio.ensure_future(seated.table.wait_until_quiet())
        await until_stored(journal, 1)
        assert not quiet.done()

        journal.disk.set()
        await quiet


async def test_signal_is_taken_while_an_earlier_one_is_being_written() -> None:
    journal = GatedJournal()
    async with open_table(settings(), journal=journal) as seated:
        journal.disk.clear()
        before = len(journal.signals)
        seated.buttons.press(next(iter(seated.buttons.buttons)))
        await seated.table.wait_until_taken()
        assert len(journal.signals) == before + 1

        seated.buttons.press(next(iter(seated.buttons.buttons)))
        await seated.table.wait_until_taken()
        assert len(journal.signals) == before + 1

        journal.disk.set()
        await seated.table.wait_until_quiet()
        assert len(journal.signals) == before + 2


async def test_closed_table_is_quiet() -> None:
    async with open_table(settings()) as seated:
        pass
    await seated.table.wait_until_quiet()
    await seated.table.wait_until_taken()


async def until_stored(journal: GatedJournal, more: int) -> None:
    """Waits until so many more signals have been handed to the journal."""
    wanted = len(journal.signals) + more
    while len(journal.signals) < wanted:  # noqa: ASYNC110 - the journal sets no event
        await asyncio.sleep(0)
