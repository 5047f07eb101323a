"""A whole table without hardware: the service, hands that touch it, and time that is sent on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from engine.backgammon.notation.record.record import Record
from engine.backgammon.rulebook import TOURNAMENT
from hardware.checkers import Colour
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import SimulatedTable
from hardware.signals import Wished
from referee.effects import Effect
from referee.settings import MatchSettings
from referee.state import State
from service.config.drivers import SimulatedHall
from service.config.settings import Table as Setup
from service.journal.journal import Journal
from service.seeing.thinking import at_once
from service.simulation import gestures
from service.simulation.gestures import Gesture
from service.simulation.habits import TIDY, Temper
from service.simulation.marks import Mark
from service.simulation.performing import Evening, perform
from service.tables.devices import AT_ONCE, Attached, Seeing, attach
from service.tables.running import Running, Ways
from service.tables.table import Table
from service.tables.unkept import Keeping
from tests.rigs.journals import WallClock
from tests.rigs.matches import made_up

NAMES = ("Alice", "Bob")
SETUP = Setup(names=NAMES, length=1, board=SimulatedHall())


@dataclass
class Sitting:
    """Hands at a table, and a note of all that the referee asked for."""

    table: Table
    devices: Attached
    clock: SimulatedClock
    effects: list[Effect] = field(default_factory=list)

    @property
    def checkers(self) -> SimulatedTable:
        assert self.devices.checkers is not None
        return self.devices.checkers

    @property
    def board(self) -> SimulatedSensor:
        return next(one for one in self.devices.reporters if isinstance(one, SimulatedSensor))

    @property
    def lamps(self) -> SimulatedLamps:
        return self.devices.all_of(SimulatedLamps)[0]

    @property
    def buttons(self) -> SimulatedButtons:
        return self.devices.all_of(SimulatedButtons)[0]

    def dice(self, colour: Colour | None = None) -> SimulatedDice:
        pairs = self.devices.all_of(SimulatedDice)
        return next(pair for pair in pairs if pair.colour is colour)

    async def passes(self, seconds: float) -> None:
        """Time goes by, and everything that comes of it is done."""
        await self.table.quiet()
        await self.clock.pass_by(seconds)
        await self.table.quiet()

    async def play(self, performance: Iterable[Gesture | Mark]) -> None:
        """Everything that hands do, one gesture after the other."""
        for gesture in performance:
            await self.do(gesture)

    async def do(self, gesture: Gesture | Mark) -> None:
        if isinstance(gesture, gestures.Pause):
            await self.passes(gesture.seconds)
        elif isinstance(gesture, Gesture):
            self._touch(gesture)
            await self.table.quiet()

    def _touch(self, gesture: Gesture) -> None:
        match gesture:
            case gestures.Roll(colour):
                self.dice(colour).start_rolling()
            case gestures.Throw(numbers, colour):
                self.dice(colour).settle(*numbers)
            case gestures.Cock(colour):
                self.dice(colour).cock()
            case gestures.LiftDice(colour):
                self.dice(colour).lift()
            case gestures.Press(button):
                self.buttons.press(button)
            case gestures.Say(colour, wish, number):
                self.table.say(Wished("page", self.clock.now(), colour, wish, number))
            case _:
                self._carry(gesture)

    def _carry(self, gesture: Gesture) -> None:
        match gesture:
            case gestures.Lift(place, colour):
                self.checkers.lift(place, colour)
            case gestures.Put(place, colour):
                self.checkers.put(place, colour)
            case gestures.PutBetween(place, neighbour, colour, seen_by):
                self.checkers.put_between(place, neighbour, colour, seen_by)
            case gestures.Straighten(place, neighbour):
                self.checkers.straighten(place, neighbour)
            case gestures.Nudge(place):
                self.checkers.nudge(place)


@asynccontextmanager
async def sitting(
    settings: MatchSettings | None = None,
    setup: Setup = SETUP,
    journal: Keeping | None = None,
    seeing: Seeing = AT_ONCE,
) -> AsyncIterator[Sitting]:
    """A table in memory, its devices open and at rest."""
    agreed = settings or setup.match
    clock = SimulatedClock()
    devices = attach(setup, clock, State.of(agreed), seeing)
    seated = Sitting(Table(setup.name, agreed, devices, clock, journal), devices, clock)
    seated.table.listeners.append(seated.effects.append)
    async with seated.table.open():
        await seated.passes(1)
        yield seated


def ways(folder: Path, *, anew: bool = False) -> Ways:
    """Tables on clocks that stand still, with journals that always say the same.

    Nobody acts there by himself.
    """

    def journal(path: Path) -> Journal:
        return Journal(path, made_by="a test", wall_clock=WallClock())

    return Ways(
        folder,
        anew=anew,
        clock_after=SimulatedClock,
        journal_in=journal,
        by_itself=False,
        thinking=lambda _name: at_once,
    )


def seated_at(running: Running) -> Sitting:
    """Hands at a table of the service."""
    clock = running.table.clock
    assert isinstance(clock, SimulatedClock)
    return Sitting(running.table, running.devices, clock)


@cache
def a_match(seed: int = 1, length: int = 1) -> Record:
    """A match that chance has played."""
    return replace(made_up(TOURNAMENT, length, seed), names=SETUP.match.names)


def performance(record: Record, seed: int = 1) -> Iterable[Gesture | Mark]:
    """What tidy hands do to play a match."""
    temper = Temper(TIDY, Random(seed))  # noqa: S311 - hands, no secret
    return perform(record, Evening(SETUP.match.seating), temper)
