"""A whole table without hardware, and journals of its evenings."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import Colour, Layout
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import (
    SimulatedButtons,
    SimulatedDice,
    SimulatedLamps,
)
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.signals import PlayerRequest, PlayerRequestKind
from referee.effects import Effect
from referee.match_settings import MatchSettings
from referee.seating import Orientation
from referee.state import State
from service.camera.picture_executor import run_at_once
from service.config.service_settings import HomeSide, SeatSide
from service.config.service_settings import TableSettings as Setup
from service.drivers.simulated_drivers import SimulatedHallOptions
from service.storage.journal import JournalWriter
from service.table.device_factory import (
    SYNCHRONOUS_CAMERA,
    CameraOptions,
    DeviceSet,
    create_devices,
)
from service.table.refereed_table import RefereedTable
from service.table.table_runtime import ServiceOptions, TableCallback, TableRuntime, run_table
from simulation import gestures
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import Gesture, Mark
from simulation.habits import TIDY, Temperament
from simulation.performance import PerformanceOptions, perform
from tests.rigs.engine.sample_matches import random_match
from tests.rigs.storage.example_journals import repeatable_journal

NAMES = ("Alice", "Bob")
TABLE_SETTINGS = Setup(names=NAMES, length=1, board=SimulatedHallOptions())


@dataclass
class HandsAtTable:
    """Hands at a table, and a record of all effects of the referee."""

    table: RefereedTable
    devices: DeviceSet
    clock: SimulatedClock
    effects: list[Effect] = field(default_factory=list)

    @property
    def checkers(self) -> SimulatedTable:
        assert self.devices.checkers is not None
        return self.devices.checkers

    @property
    def board(self) -> SimulatedSensor:
        return next(one for one in self.devices.input_devices if isinstance(one, SimulatedSensor))

    @property
    def lamps(self) -> SimulatedLamps:
        return self.devices.all_of(SimulatedLamps)[0]

    @property
    def buttons(self) -> SimulatedButtons:
        return self.devices.all_of(SimulatedButtons)[0]

    @property
    def hand(self) -> GesturePerformer:
        return GesturePerformer.at(self.devices.checkers, self.devices.all_devices, self.request)

    def request(self, colour: Colour, kind: PlayerRequestKind, number: int = 0) -> None:
        self.table.submit(PlayerRequest("page", self.clock.now(), colour, kind, number))

    async def resign(self) -> None:
        """The player to move resigns a single game, the other agrees, and the next one begins."""
        colour = self.table.state.colour
        for who, kind, number in (
            (colour, PlayerRequestKind.RESIGN, 1),
            (colour.other, PlayerRequestKind.YES, 0),
            (colour, PlayerRequestKind.NEXT, 0),
        ):
            self.request(who, kind, number)
            await self.pass_seconds(1)

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        pairs = self.devices.all_of(SimulatedDice)
        return next(pair for pair in pairs if pair.colour is colour)

    async def throw(self, one: int, two: int) -> None:
        """Lets the shared dice lie there with these numbers for a second."""
        self.dice().roll(one, two)
        await self.pass_seconds(1)

    async def lift_dice(self) -> None:
        """Picks up the shared dice, and lets a second pass."""
        self.dice().lift()
        await self.pass_seconds(1)

    async def arrange(self, layout: Layout) -> None:
        """Sets up the checkers, and lets a second pass."""
        self.checkers.arrange(layout)
        await self.pass_seconds(1)

    async def pass_seconds(self, seconds: float) -> None:
        """Passes time, and completes everything that follows from it."""
        await self.table.wait_until_quiet()
        await self.clock.pass_seconds(seconds)
        await self.table.wait_until_quiet()

    async def play(self, performance: Iterable[Gesture | Mark]) -> None:
        for gesture in performance:
            await self.do(gesture)

    async def do(self, gesture: Gesture | Mark) -> None:
        if isinstance(gesture, gestures.Pause):
            await self.pass_seconds(gesture.seconds)
        elif isinstance(gesture, Gesture):
            self.hand.perform(gesture)
            await self.table.wait_until_quiet()


@asynccontextmanager
async def open_table(
    settings: MatchSettings | None = None,
    setup: Setup = TABLE_SETTINGS,
    journal: JournalWriter | None = None,
    seeing: CameraOptions = SYNCHRONOUS_CAMERA,
) -> AsyncIterator[HandsAtTable]:
    """A table in memory, with its devices open and at rest."""
    agreed = settings or setup.match_settings
    clock = SimulatedClock()
    devices = create_devices(setup, clock, State.of(agreed), seeing)
    table = RefereedTable(setup.name, agreed, devices, clock, journal)
    seated = HandsAtTable(table, devices, clock)
    seated.table.listeners.append(seated.effects.append)
    async with seated.table.open():
        await seated.pass_seconds(1)
        yield seated


def service_options(folder: Path, *, anew: bool = False) -> ServiceOptions:
    """Service options with simulated clocks and reproducible journals.

    The hands of the computer are switched off.
    """
    return ServiceOptions(
        folder,
        new_match=anew,
        clock_from=SimulatedClock,
        journal_in=repeatable_journal,
        computer_hands=False,
        executor=lambda _name: run_at_once,
    )


def turned(setup: Setup, orientation: Orientation) -> Setup:
    """The same table with the board in this orientation."""
    far = SeatSide.FAR if orientation.light_far else SeatSide.NEAR
    return replace(
        setup, light_sits=far, home=HomeSide.LEFT if orientation.home_left else HomeSide.RIGHT
    )


def hands_at(runtime: TableRuntime) -> HandsAtTable:
    clock = runtime.table.clock
    assert isinstance(clock, SimulatedClock)
    return HandsAtTable(runtime.table, runtime.devices, clock)


@cache
def random_record(seed: int = 1, length: int = 1) -> Record:
    names = TABLE_SETTINGS.match_settings.names
    return replace(random_match(TOURNAMENT, length, seed), names=names)


def tidy_performance(record: Record, seed: int = 1) -> Iterable[Gesture | Mark]:
    """The gestures of tidy hands that play a match."""
    temper = Temperament(TIDY, Random(seed))  # noqa: S311 - hands, no secret
    return perform(record, PerformanceOptions(TABLE_SETTINGS.match_settings.seating.light), temper)


Rule = Callable[[HandsAtTable], Awaitable[None]]


@asynccontextmanager
async def open_evening(
    folder: Path,
    setup: Setup = TABLE_SETTINGS,
    watch: TableCallback = lambda _runtime: None,
    **how: Any,
) -> AsyncIterator[TableRuntime]:
    """A table of the service, a second after it was started."""
    async with run_table(setup, replace(service_options(folder), **how), watch) as table:
        await hands_at(table).pass_seconds(1)
        yield table


def play_evening(
    folder: Path, rule: Rule, setup: Setup = TABLE_SETTINGS, **how: Any
) -> TableRuntime:
    """The table at which this was played, after the service was stopped."""

    async def run() -> TableRuntime:
        async with open_evening(folder, setup, **how) as table:
            await rule(hands_at(table))
        return table

    return asyncio.run(run())


async def nothing(seated: HandsAtTable) -> None:
    await seated.pass_seconds(1)


def record_evening(folder: Path, rule: Rule, setup: Setup = TABLE_SETTINGS) -> Path:
    """The journal of an evening in which the rule was played."""
    return play_evening(folder, rule, setup).journal.path


async def two_matches(seated: HandsAtTable) -> None:
    """A whole match, and the beginning of another."""
    await seated.play(tidy_performance(random_record()))
    await seated.lift_dice()
    colour = seated.table.state.colour
    seated.table.submit(PlayerRequest("page", seated.clock.now(), colour, PlayerRequestKind.NEXT))
    await seated.arrange(State.of(TABLE_SETTINGS.match_settings).expected_layout)
    await seated.throw(3, 1)
