"""Several tables in one process, each with devices, clock and journal of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
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
from service.seeing.thinking import InAThread, Thinking
from service.tables.agreed import agreed_at, agreed_file, keep
from service.tables.by_itself import ByItself
from service.tables.devices import Attached, Seeing, attach
from service.tables.handless import HandlessPlayer
from service.tables.power import Power
from service.tables.resuming import Resumption, resume
from service.tables.table import Table
from service.tables.throws import Throws
from service.tables.world import Left, is_laid_out, keep_world, kept_world, left

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Running:
    """A table, with all that it was made of."""

    table: Table
    setup: settings.Table
    """What it was begun with: what is configured, or what was agreed on instead."""
    configured: settings.Table
    devices: Attached
    journal: Journal
    resumption: Resumption
    computer: HandlessPlayer
    """Who plays there without hands, where anybody does."""
    throws: Throws
    """The simulated dice that roll."""
    by_itself: ByItself
    """The hands of the computer where board and dice are simulated."""
    power: Power
    """What this table lives on, as all others of the service do."""

    @property
    def folder(self) -> Path:
        """Where its journal is, and what else is kept of it."""
        return self.journal.path.parent

    async def begin(self, agreed: settings.Table) -> None:
        """Begin another match by what was agreed on, and keep that for the next ones.

        Only what people can agree on counts; name and devices of the table stay what they are.
        """

        async def keep_it() -> None:
            await self._keep(agreed)

        await self.table.begin(agreed.match, agreed.computer, agreed.facing, keep_it)

    async def _keep(self, agreed: settings.Table) -> None:
        path = agreed_file(self.folder, self.table.name)
        try:
            await self.journal.aside(lambda: keep(path, self.configured, agreed))
        except OSError as problem:
            log.warning("%s: what was agreed on cannot be kept: %s", self.table.name, problem)


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
    by_itself: bool = True
    """Whether the computer throws and moves by itself at simulated tables, to begin with."""
    power: Power = field(default_factory=Power)
    thinking: Callable[[str], Thinking] = InAThread
    """Where pictures are looked at, by the name of it."""


Watch = Callable[[Running], None]
"""Is shown each table before its first signal."""


def journal_of(folder: Path, name: str) -> Path:
    """Where the journal of a table is."""
    return folder / f"{name}.journal"


def camera_of(journal: Path) -> Path:
    """Where what the camera of a table has learnt is kept."""
    return journal.with_suffix(".camera")


@asynccontextmanager
async def running(configured: settings.Table, ways: Ways, watch: Watch) -> AsyncIterator[Running]:
    """A table that is refereed as long as this is open; JournalProblem if it has no journal."""
    path = journal_of(ways.folder, configured.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_problem(error, path) from error
    async with ways.journal_in(path) as journal:
        kept = agreed_file(ways.folder, configured.name)
        setup = await journal.aside(lambda: agreed_at(kept, configured))
        resumption = await resume(journal, setup.match, anew=ways.anew)
        clock = ways.clock_after(resumption.at)
        seeing = Seeing(camera_of(path), ways.thinking(f"eyes of {configured.name}"))
        devices = attach(setup, clock, resumption.state or State.of(setup.match), seeing)
        table = Table(setup.name, setup.match, devices, clock, journal, resumption.state)
        table.computer, table.facing = setup.computer, setup.facing
        if devices.eyes:
            devices.eyes.facing = lambda: table.facing
        computer, throws = HandlessPlayer(table, ways.chooser), Throws(clock)
        by_itself = ByItself(table, devices, computer, throws)
        by_itself.let(act=ways.by_itself)
        table.parts += [computer.run, throws.run, by_itself.run]
        seen = Running(
            table=table,
            setup=setup,
            configured=configured,
            devices=devices,
            journal=journal,
            resumption=resumption,
            computer=computer,
            throws=throws,
            by_itself=by_itself,
            power=ways.power,
        )
        async with _lying_as_it_lay(seen):
            watch(seen)
            async with table.open():
                yield seen


@asynccontextmanager
async def _lying_as_it_lay(seen: Running) -> AsyncIterator[None]:
    """What was left lying on a simulated table lies there, and stays when this is over."""
    devices, path = seen.devices, seen.journal.path

    def as_it_lies() -> Left | None:
        return left(devices, seen.throws, by_itself=seen.by_itself.wanted)

    def power_fails() -> None:
        seen.by_itself.let_go()
        if world := as_it_lies():
            keep_world(world, path)

    world = await seen.journal.aside(lambda: kept_world(path))
    if world and is_laid_out(devices, world, path):
        seen.by_itself.let(act=world.by_itself)
    if devices.checkers:
        devices.checkers.on_change(lambda _places: seen.table.changed())
    try:
        with seen.power.feeding(power_fails):
            yield
    finally:
        if lying := as_it_lies():
            await seen.journal.aside(lambda: keep_world(lying, path))


async def serve(
    tables: Sequence[settings.Table],
    ways: Ways,
    watch: Watch,
    stop: asyncio.Event,
    ready: Callable[[], None] = lambda: None,
    beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> None:
    """Referee at all these tables until it is time to stop, and keep open what is beside them.

    Tells when all of it is open.
    """
    async with AsyncExitStack() as stack:
        for configured in tables:
            await stack.enter_async_context(running(configured, ways, watch))
        await stack.enter_async_context(beside())
        ready()
        await stop.wait()
