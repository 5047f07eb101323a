"""Runs the tables of the service; simulates a power failure."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass, field
from pathlib import Path

from engine.backgammon.strategy.computer import Computer, Strategy
from hardware.devices import Clock
from hardware.drivers.clocks import SystemClock
from referee.match_settings import MatchSettings
from referee.state import State
from service.camera.picture_executor import PictureExecutor, ThreadExecutor
from service.config.service_settings import TableSettings
from service.records.match_statistics import MatchStatistics
from service.records.score_sheet import MatchSheet
from service.storage.journal import Journal
from service.storage.journal_replay import ReplayedSignal, Resumption, resume
from service.storage.journal_tables import system_problem
from service.storage.table_agreement import (
    AgreedSettings,
    TableAgreement,
    agreement_file,
    apply_stored_agreement,
    store_agreement,
)
from service.table.computer_hands import ComputerHands
from service.table.computer_player import ComputerPlayer
from service.table.device_factory import CameraOptions, DeviceSet, create_devices
from service.table.name_question import NameQuestion
from service.table.refereed_table import EffectListener, RefereedTable
from service.table.rolling_dice import RollingDice
from service.table.simulated_table_state import (
    SimulatedTableState,
    state_of_table,
    store_state,
    take_stored_state,
    try_restore,
)
from service.table.timers import keeping_in_list


def restart_process() -> None:
    """Replaces the process by a new one of the same command, at once and without any clean-up."""
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command


class SimulatedPowerSupply:
    """The simulated power supply of all tables."""

    def __init__(self, restart: Callable[[], object] = restart_process) -> None:
        self._restart = restart
        self._savers: list[Callable[[], None]] = []

    def saving_at_failure(self, save: Callable[[], None]) -> AbstractContextManager[None]:
        """Calls `save` at a power failure while this is open, to save the state of a table."""
        return keeping_in_list(save, self._savers)

    def cut(self) -> None:
        """Cuts the power and restores it at once; saves only the state of simulated tables."""
        for save in tuple(self._savers):
            save()
        self._restart()


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableRuntime:
    """A running table, with all parts that it was created from."""

    table: RefereedTable
    settings: TableSettings
    """The settings it was started with: as configured, or as the players have agreed."""
    configured_settings: TableSettings
    devices: DeviceSet
    journal: Journal
    resumption: Resumption
    statistics: MatchStatistics
    resumed_sheet: MatchSheet | None
    """The score sheet of the resumed match, to be continued; None if another match begins."""
    name_question: NameQuestion
    computer_player: ComputerPlayer
    """The computer player; idle if no player is the computer."""
    rolling_dice: RollingDice
    """The throws of its simulated dice."""
    computer_hands: ComputerHands
    """The computer's hands, which act if board and dice are simulated."""
    power_supply: SimulatedPowerSupply
    """The simulated power supply, shared with all tables of the service."""

    @property
    def folder(self) -> Path:
        """The folder of its journal and of its other files."""
        return self.journal.path.parent

    async def begin_match(self, agreed: TableSettings) -> None:
        """Begins another match with changed settings, and stores these for later matches.

        Only the settings that players can change are used; name and devices stay as they are.
        """
        await self.table.begin_match(
            agreed.match_settings,
            agreed.computer,
            agreed.orientation,
            lambda: self._agree_on(agreed),
        )

    async def keep_names(self) -> None:
        """Leaves the players their names, and asks for no others at this table."""
        self.name_question.is_settled = True
        await self.store_seating()

    async def store_seating(self) -> None:
        """Stores how the players sit, for later matches and for a restart."""
        table = self.table
        now = TableAgreement(table.settings, table.computer_player, table.orientation)
        await self._store_agreement(now.applied_to(self.configured_settings))

    async def _agree_on(self, agreed: TableSettings) -> None:
        self.statistics.forget_ending()
        self.name_question.agree(agreed.match_settings.names, agreed.computer)
        await self._store_agreement(agreed)

    async def _store_agreement(self, agreed: TableSettings) -> None:
        path, before = agreement_file(self.folder, self.table.name), self.configured_settings
        settled = self.name_question.is_settled
        try:
            await self.journal.run_in_thread(
                lambda: store_agreement(path, before, agreed, names_settled=settled)
            )
        except OSError as problem:
            log.warning("%s: the agreement cannot be stored: %s", self.table.name, problem)


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """Options of the service: the folder of its journals, and what its tables are created with."""

    folder: Path
    new_match: bool = False
    """True if every table begins a new match, even if its last one is not over."""
    clock_from: Callable[[float], Clock] = SystemClock
    journal_in: Callable[[Path], Journal] = Journal
    strategy: Strategy = field(default_factory=Computer)
    """The strategy that decides for the computer."""
    computer_hands: bool = True
    """True if simulated hands move for the computer from the start."""
    power: SimulatedPowerSupply = field(default_factory=SimulatedPowerSupply)
    executor: Callable[[str], PictureExecutor] = ThreadExecutor
    """Creates the thread in which pictures are read, by its name."""


TableCallback = Callable[[TableRuntime], None]
"""Called with each table before its first signal."""


def journal_path(folder: Path, name: str) -> Path:
    """The journal of a table."""
    return folder / f"{name}.journal"


def calibration_path(journal: Path) -> Path:
    """The calibration file of the camera of a table."""
    return journal.with_suffix(".camera")


@asynccontextmanager
async def run_table(
    configured: TableSettings, options: ServiceOptions, on_created: TableCallback
) -> AsyncIterator[TableRuntime]:
    """Runs a table while this is open; JournalProblem if its journal cannot be opened."""
    path = journal_path(options.folder, configured.name)
    _create_folder_of(path)
    async with options.journal_in(path) as journal:
        agreed = await journal.run_in_thread(lambda: _agreed_settings(options.folder, configured))
        settings, match = agreed.settings, agreed.settings.match_settings
        resumption, resumed = await _resume(journal, match, anew=options.new_match)
        clock = options.clock_from(resumption.clock_start)
        camera = _camera_options(path, options)
        devices = create_devices(settings, clock, resumption.state or State.of(match), camera)
        table = RefereedTable(settings.name, match, devices, clock, journal, resumption.state)
        table.computer_player = settings.computer
        table.listeners.append(_statistics_listener(resumed.statistics, table, journal))
        computer, throws = ComputerPlayer(table, options.strategy), RollingDice(clock)
        hands = ComputerHands(table, devices, computer, throws)
        hands.switch(act=options.computer_hands)
        table.tasks += [computer.run, throws.run, hands.run]
        runtime = TableRuntime(
            table=table,
            settings=settings,
            configured_settings=configured,
            devices=devices,
            journal=journal,
            resumption=resumption,
            statistics=resumed.statistics,
            resumed_sheet=resumed.sheet,
            name_question=NameQuestion(agreed.names_settled),
            computer_player=computer,
            rolling_dice=throws,
            computer_hands=hands,
            power_supply=options.power,
        )
        table.on_seating_changed = runtime.store_seating
        async with _restored_state(runtime):
            on_created(runtime)
            async with table.open():
                yield runtime


def _agreed_settings(folder: Path, configured: TableSettings) -> AgreedSettings:
    return apply_stored_agreement(agreement_file(folder, configured.name), configured)


@dataclass(slots=True)
class _ResumedMatch:
    """The statistics and the score sheet of the match that is resumed, signal by signal."""

    statistics: MatchStatistics = field(default_factory=MatchStatistics)
    sheet: MatchSheet | None = None

    def add(self, number: int, past: ReplayedSignal) -> None:
        self.statistics.add_past_signal(number, past)
        if self.sheet is None:
            settings = past.before.settings
            self.sheet = MatchSheet(settings.match(), settings, whole=False)
        for effect in past.effects:
            self.sheet.add_effect(effect)


async def _resume(
    journal: Journal, settings: MatchSettings, *, anew: bool
) -> tuple[Resumption, _ResumedMatch]:
    """The resumption from a journal, and what has been collected from the resumed match."""
    resumed = _ResumedMatch()
    resumption = await resume(journal, settings, anew=anew, listener=resumed.add)
    if resumption.state is None:
        resumed.statistics.begin_match()
        resumed.sheet = None
    return resumption, resumed


def _statistics_listener(
    statistics: MatchStatistics, table: RefereedTable, journal: Journal
) -> EffectListener:
    return lambda effect: statistics.add(effect, table.state, table.clock.now(), journal.match)


def _camera_options(journal: Path, options: ServiceOptions) -> CameraOptions:
    executor = options.executor(f"camera of {journal.stem}")
    return CameraOptions(calibration_path(journal), executor)


def _create_folder_of(journal: Path) -> None:
    try:
        journal.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise system_problem(error, journal) from error


@asynccontextmanager
async def _restored_state(runtime: TableRuntime) -> AsyncIterator[None]:
    """Restores the stored state of a simulated table, and stores it again at the end."""
    devices, path = runtime.devices, runtime.journal.path

    def present_state() -> SimulatedTableState | None:
        acts = runtime.computer_hands.is_switched_on
        return state_of_table(devices, runtime.rolling_dice, hands_act=acts)

    def store_at_failure() -> None:
        runtime.computer_hands.release_checkers()
        if state := present_state():
            store_state(state, path)

    state = await runtime.journal.run_in_thread(lambda: take_stored_state(path))
    if state and try_restore(devices, state, path):
        runtime.computer_hands.switch(act=state.by_itself)
    if devices.checkers:
        devices.checkers.on_change(lambda _places: runtime.table.notify_soon())
    try:
        with runtime.power_supply.saving_at_failure(store_at_failure):
            yield
    finally:
        if state := present_state():
            await runtime.journal.run_in_thread(lambda: store_state(state, path))


async def run_tables(
    tables: Sequence[TableSettings],
    options: ServiceOptions,
    on_created: TableCallback,
    stop: asyncio.Event,
    ready: Callable[[], None] = lambda: None,
    beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> None:
    """Runs all these tables, and what `beside` opens, until `stop` is set.

    Calls `ready` when all of it is open.
    """
    async with AsyncExitStack() as stack:
        for configured in tables:
            await stack.enter_async_context(run_table(configured, options, on_created))
        await stack.enter_async_context(beside())
        ready()
        await stop.wait()
