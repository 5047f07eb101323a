"""A recorded match played through a whole table: hands, switches, referee, lamps and journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.backgammon.notation.record.record import Record
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.device import SimulatedDevice
from referee.profiles import EarlyThrow, Profile
from referee.settings import MatchSettings
from referee.state import State
from service.config import settings
from service.config.cameras import CameraDriver, SimulatedCamera
from service.config.drivers import SimulatedDice
from service.journal.journal import Journal
from service.journal.problems import JournalProblem
from service.simulation.habits import PEOPLE, Habits, Temper
from service.simulation.performing import Evening, perform
from service.simulation.sensors import seen_by
from service.simulation.sitting import Shown, Sitting
from service.simulation.troubles import Trouble, Troubles
from service.simulation.umpire import Umpire
from service.tables.devices import Attached, attach
from service.tables.table import Table
from service.tables.unkept import Keeping


@dataclass(frozen=True, slots=True)
class Plan:
    """How an evening is to go."""

    profile: Profile
    sensor: str = "slots"
    own_dice: bool = False
    seed: int = 0
    errors: float = 0.0
    trouble: Trouble | None = None
    speed: float | None = None
    """How many times as fast as people; None is as fast as it goes."""
    habits: Habits = PEOPLE
    camera: CameraDriver = field(default_factory=SimulatedCamera)
    """What the camera is like, where one sees the checkers."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table while hands sit at it."""

    table: Table
    devices: Attached
    umpire: Umpire


Watch = Callable[[Scene], AbstractContextManager[Shown]]
"""Is shown the table for an evening, and gives what to call whenever something may be new."""


@contextmanager
def unwatched(_scene: Scene) -> Iterator[Shown]:
    """Nobody watches."""
    yield lambda: None


async def play_through(
    record: Record,
    plan: Plan,
    watch: Watch = unwatched,
    journal: Path | None = None,
    mended: Callable[[JournalProblem], object] = lambda _problem: None,
) -> Umpire:
    """Play a whole match, and tell how the referee did, and whether the journal was mended."""
    if journal is None:
        return await _play(record, plan, watch, None)
    async with Journal(journal) as kept:
        if kept.mended:
            mended(kept.mended)
        return await _play(record, plan, watch, kept)


async def _play(record: Record, plan: Plan, watch: Watch, journal: Keeping | None) -> Umpire:
    usual = settings.Table(
        rules=record.rulebook,
        length=record.length,
        referee=plan.profile,
        camera=plan.camera,
        dice=SimulatedDice(pairs=2 if plan.own_dice else 1),
    )
    agreed = seen_by(usual, plan.sensor)
    match = MatchSettings(record.names, record.rulebook, record.length, agreed.light, plan.profile)
    clock = SimulatedClock()
    devices = attach(agreed, clock, State.of(match))
    table = Table(agreed.name, match, devices, clock, journal)
    chance = Random(plan.seed)  # noqa: S311 - hands that can be had again, no secret
    sitting = Sitting(table, devices, clock, _troubles(plan, devices), speed=plan.speed)
    temper = Temper(plan.habits, chance)
    with watch(Scene(table, devices, sitting.umpire)) as sitting.shown:
        async with table.open():
            await sitting.perform(perform(record, _evening(match, plan), temper))
    return sitting.umpire


def _evening(match: MatchSettings, plan: Plan) -> Evening:
    return Evening(
        match.seating,
        own_dice=plan.own_dice,
        early_throws=match.early_throw_policy is EarlyThrow.STANDS,
        errors=plan.errors,
        spares=True,
    )


def _troubles(plan: Plan, devices: Attached) -> Troubles | None:
    if plan.trouble is None:
        return None
    (board,) = devices.boards
    chance = Random(plan.seed + 1)  # noqa: S311 - trouble that can be had again, no secret
    return Troubles(plan.trouble, board, devices.all_of(SimulatedDevice), chance)
