"""Runs a recorded match at a complete simulated table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.backgammon.notation.record.record import Record
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDevice
from referee.match_settings import EarlyThrowPolicy, MatchSettings, Profile
from referee.state import State
from service.config import service_settings
from service.config.service_settings import with_sensor
from service.drivers.camera_drivers import SimulatedCameraOptions
from service.drivers.driver_entry import CameraDriverOptions
from service.drivers.simulated_drivers import SimulatedDiceOptions
from service.simulated_match.everyday_people import EverydayPeople
from service.simulated_match.simulated_people import (
    DeviceTrouble,
    RedrawCallback,
    SimulatedPeople,
    TroubleMaker,
)
from service.simulated_match.umpire import Umpire
from service.storage.journal import Journal, JournalWriter
from service.storage.journal_tables import JournalProblem
from service.table.device_factory import DeviceSet, create_devices
from service.table.refereed_table import RefereedTable
from simulation.everyday_habits import EverydayHabits, EverydayTemper
from simulation.everyday_match import perform_everyday
from simulation.habits import PEOPLE, Habits, Temperament
from simulation.performance import Performance, PerformanceOptions, perform


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """The options of a simulated match."""

    profile: Profile
    sensor: str = "slots"
    """The sensor that sees the checkers, one of `SENSORS`."""
    own_dice: bool = False
    """True if each player has a pair of dice; otherwise both share one."""
    seed: int = 0
    errors: float = 0.0
    """Share of the turns that are played wrongly first."""
    trouble: DeviceTrouble | None = None
    speed: float | None = None
    """Speed relative to people; None for as fast as possible."""
    habits: Habits = PEOPLE
    everyday: EverydayHabits | None = None
    """The habits of everyday players; None for practised ones with `habits`."""
    camera: CameraDriverOptions = field(default_factory=SimulatedCameraOptions)
    """The camera, if `sensor` is the camera."""


@dataclass(frozen=True, slots=True)
class SimulatedMatch:
    """A table during a simulated match, with its devices and its umpire."""

    table: RefereedTable
    devices: DeviceSet
    umpire: Umpire


MatchDisplay = Callable[[SimulatedMatch], AbstractContextManager[RedrawCallback]]
"""Opens the display of a match; gives the function to call when there may be news."""


@contextmanager
def no_display(_match: SimulatedMatch) -> Iterator[RedrawCallback]:
    """A `MatchDisplay` that shows nothing."""
    yield lambda: None


async def play_match(
    record: Record,
    plan: SimulationOptions,
    display: MatchDisplay = no_display,
    journal: Path | None = None,
    on_repaired: Callable[[JournalProblem], object] = lambda _problem: None,
) -> Umpire:
    """Plays a whole match and returns its umpire; calls `on_repaired` for repaired damage."""
    if journal is None:
        return await _play(record, plan, display, None)
    async with Journal(journal) as writer:
        if writer.repaired_damage:
            on_repaired(writer.repaired_damage)
        return await _play(record, plan, display, writer)


async def _play(
    record: Record, plan: SimulationOptions, display: MatchDisplay, journal: JournalWriter | None
) -> Umpire:
    settings = service_settings.TableSettings(
        rules=record.rulebook,
        length=record.length,
        referee=plan.profile,
        camera=plan.camera,
        dice=SimulatedDiceOptions(pairs=2 if plan.own_dice else 1),
    )
    settings = with_sensor(settings, plan.sensor)
    names, light = record.names, settings.light
    match = MatchSettings(names, record.rulebook, record.length, light, plan.profile)
    clock = SimulatedClock()
    devices = create_devices(settings, clock, State.of(match))
    table = RefereedTable(settings.name, match, devices, clock, journal)
    people, performance = _people(record, plan, Surroundings(table, devices, clock))
    with display(SimulatedMatch(table, devices, people.umpire)) as people.on_redraw:
        async with table.open():
            await people.perform(performance)
    people.umpire.leave_table()
    return people.umpire


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The table at which hands play, with its devices and its clock."""

    table: RefereedTable
    devices: DeviceSet
    clock: SimulatedClock


def _people(
    record: Record, plan: SimulationOptions, at: Surroundings
) -> tuple[SimulatedPeople, Performance]:
    """The players, and what they are to do."""
    rng = Random(plan.seed)  # noqa: S311 - hands that can be had again, no secret
    troubles = _troubles(plan, at.devices)
    options = _performance_options(at.table.state.settings, plan)
    if plan.everyday is None or at.devices.checkers is None:
        people = SimulatedPeople(at.table, at.devices, at.clock, troubles, speed=plan.speed)
        return people, perform(record, options, Temperament(plan.habits, rng))
    temper = EverydayTemper(plan.everyday, rng)
    return (
        EverydayPeople(at.table, at.devices, at.clock, temper, troubles, speed=plan.speed),
        perform_everyday(record, options, temper, at.devices.checkers),
    )


def _performance_options(match: MatchSettings, plan: SimulationOptions) -> PerformanceOptions:
    return PerformanceOptions(
        match.seating.light,
        own_dice=plan.own_dice,
        early_throws=match.early_throw_policy is EarlyThrowPolicy.STANDS,
        errors=plan.errors,
        spares=True,
    )


def _troubles(plan: SimulationOptions, devices: DeviceSet) -> TroubleMaker | None:
    if plan.trouble is None:
        return None
    (board,) = devices.simulated_boards
    rng = Random(plan.seed + 1)  # noqa: S311 - trouble that can be had again, no secret
    return TroubleMaker(plan.trouble, board, devices.all_of(SimulatedDevice), rng)
