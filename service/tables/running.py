"""Several tables in one process, each with devices, clock and journal of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine.backgammon.playing.chooser import Chooser
from engine.backgammon.playing.computer import Computer
from hardware.devices import Clock
from hardware.drivers.system_clock import SystemClock
from referee.state import State
from service.config import settings
from service.journal.journal import Journal
from service.journal.problems import system_problem
from service.tables.devices import Attached, attach
from service.tables.handless import HandlessPlayer
from service.tables.resuming import Resumption, resume
from service.tables.table import Table


@dataclass(frozen=True, slots=True)
class Running:
    """A table, with all that it was made of."""

    table: Table
    setup: settings.Table
    devices: Attached
    journal: Journal
    resumption: Resumption
    computer: HandlessPlayer | None = None
    """Who plays there without hands, if anybody does."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How tables are made: where their journals are, and on which clocks they run."""

    folder: Path
    anew: bool = False
    """Whether every table begins a new match, even if its last one is not over."""
    clock_after: Callable[[float], Clock] = SystemClock
    journal_in: Callable[[Path], Journal] = Journal
    chooser: Chooser = field(default_factory=Computer)
    """Who decides where the computer takes somebody's part."""


Watch = Callable[[Running], None]
"""Is shown each table before its first signal."""


def journal_of(folder: Path, name: str) -> Path:
    """Where the journal of a table is."""
    return folder / f"{name}.journal"


@asynccontextmanager
async def running(setup: settings.Table, ways: Ways, watch: Watch) -> AsyncIterator[Running]:
    """A table that is refereed as long as this is open; JournalProblem if it has no journal."""
    path = journal_of(ways.folder, setup.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_problem(error, path) from error
    async with ways.journal_in(path) as journal:
        resumption = await resume(journal, setup.match, anew=ways.anew)
        clock = ways.clock_after(resumption.at)
        state = resumption.state or State.of(setup.match)
        devices = attach(setup, clock, state)
        table = Table(setup.name, setup.match, devices, clock, journal, resumption.state)
        computer = HandlessPlayer(table, setup.computer, ways.chooser) if setup.computer else None
        table.parts += [computer.run] if computer else []
        seen = Running(table, setup, devices, journal, resumption, computer)
        watch(seen)
        async with table.open():
            yield seen


async def serve(
    tables: Sequence[settings.Table],
    ways: Ways,
    watch: Watch,
    stop: asyncio.Event,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Referee at all these tables until it is time to stop; tells when all of them are open."""
    async with AsyncExitStack() as stack:
        for setup in tables:
            await stack.enter_async_context(running(setup, ways, watch))
        ready()
        await stop.wait()
