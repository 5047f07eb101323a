"""A service with one table, and hands that play a recorded match until it is killed.

Each touch of the hands is noted in a file before it is made, so that another run of the program
finds the checkers, the dice and the hands as they were, and continues from there.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_args

from engine.backgammon.game import events
from engine.backgammon.game.events import Event
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import Record
from engine.backgammon.position import START, Setup
from hardware.checkers import OWN_NUMBERING, Colour
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.signals import DiceState
from referee.effects import Effect, RecordEvent
from service.config.service_settings import TableSettings
from service.drivers.simulated_drivers import SimulatedDiceOptions as Dice
from service.records.stored_matches import record_of_match
from service.simulated_match.complaints import FalseAlarm
from service.simulated_match.simulated_people import SimulatedPeople
from service.storage.codec import Codec
from service.storage.journal import Journal
from service.storage.journal_reader import read_match
from service.storage.stored_format import FORMAT
from service.table.table_runtime import ServiceOptions, TableRuntime, journal_path, run_table
from simulation import gestures
from simulation.checker_transfers import ColouredSetup
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import Checkpoint, Gesture, Pause, PlayMade, TurnEnds
from simulation.habits import PEOPLE, Temperament
from simulation.performance import Performance, PerformanceOptions, TableAtStart, perform

TABLE = "table"
RECORD = "record.mat"
"""The file with the match that is played."""
WORLD = "world"
"""The file in which all touches are noted."""
A_LOOK = 2.0
"""Seconds for which people look at a table that has restarted."""

Touch = (
    gestures.Lift
    | gestures.Put
    | gestures.PutBetween
    | gestures.Straighten
    | gestures.RollDice
    | gestures.SettleDice
    | gestures.Cock
    | gestures.LiftDice
)
"""The gestures that change a table."""
Noted = Touch | PlayMade
NOTES = Codec({kind: kind.__name__ for kind in get_args(Noted)})
IN_CUP = DiceState.LIFTED


def announce(*words: object) -> None:
    """Prints a line at once for the process that is about to kill this one."""
    os.write(sys.stdout.fileno(), f"{' '.join(map(str, words))}\n".encode())


def noted_touches(folder: Path) -> list[Noted]:
    """All touches so far, and the plays made."""
    world = folder / WORLD
    lines = world.read_text(encoding="utf-8").split("\n") if world.exists() else [""]
    return [NOTES.decode(line, Noted) for line in lines[:-1]]


def recordable_events(happened: Iterable[Event]) -> list[Event]:
    """The events that a written record contains."""
    return [event for event in happened if not _is_omitted(event)]


def _is_omitted(event: Event) -> bool:
    tie = isinstance(event, events.OpeningThrow) and event.one == event.two
    return tie or isinstance(event, events.CockedThrow)


class AnnouncingJournal(Journal):
    """A journal that announces when it is about to be compacted."""

    async def checkpoint(self) -> None:
        announce("checkpoint")
        await super().checkpoint()


@dataclass(frozen=True, slots=True)
class NotedWorld:
    """The simulated devices, and the note of all touches."""

    checkers: SimulatedTable
    dice: Mapping[Colour | None, SimulatedDice]
    note: int

    @classmethod
    def at(cls, runtime: TableRuntime, folder: Path) -> NotedWorld:
        """The world as hands have left it, at a table that is about to be opened."""
        assert runtime.devices.checkers is not None
        dice = {pair.colour: pair for pair in runtime.devices.all_of(SimulatedDice)}
        note = os.open(folder / WORLD, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        world = cls(runtime.devices.checkers, dice, note)
        world._restore(runtime, noted_touches(folder))
        return world

    @property
    def board(self) -> ColouredSetup:
        """The checkers on the table, except for leaning ones and those in a hand."""
        count = self.checkers.count
        light, dark = (tuple(count(place, one) for place in OWN_NUMBERING[one]) for one in Colour)
        return ColouredSetup(Setup(light, dark), Colour.LIGHT)

    @property
    def found(self) -> TableAtStart:
        lying = [whose for whose, pair in self.dice.items() if pair.reading().state != IN_CUP]
        return TableAtStart(self.board, frozenset(lying))

    def noting(self, performance: Performance) -> Performance:
        """The same performance, with every touch noted before it is made."""
        for item in performance:
            if isinstance(item, Noted):
                os.write(self.note, f"{NOTES.encode(item, Noted)}\n".encode())
            yield item

    def _restore(self, runtime: TableRuntime, noted: Iterable[Noted]) -> None:
        seating = runtime.table.settings.seating
        self.checkers.arrange(seating.layout(START, seating.player(Colour.LIGHT)))
        for pair in self.dice.values():
            pair.lift()
        hand = GesturePerformer.at(self.checkers, runtime.devices.all_devices)
        for item in noted:
            if isinstance(item, Touch):
                hand.perform(item)


@dataclass(slots=True)
class KilledService:
    """The table with its service and its hands."""

    folder: Path
    own_dice: bool
    temper: Temperament
    record: Record
    happened: list[Event] = field(default_factory=list)
    """The events of the match so far."""
    world: NotedWorld | None = None
    """The simulated devices; None until the table is about to be opened."""

    @property
    def table_settings(self) -> TableSettings:
        record = self.record
        return TableSettings(
            name=TABLE,
            names=(record.names.one, record.names.two),
            length=record.length,
            rules=record.rulebook,
            dice=Dice(pairs=2 if self.own_dice else 1),
        )

    @property
    def done(self) -> int:
        return len(recordable_events(self.happened))

    async def live(self) -> None:
        how = ServiceOptions(self.folder, clock_from=SimulatedClock, journal_in=AnnouncingJournal)
        announce("opening")
        async with run_table(self.table_settings, how, self.wake) as runtime:
            last = runtime.journal.last
            if last is None or (last.number == 1 and runtime.resumption.state):
                await self.play_on(runtime)
        announce("over")

    def wake(self, runtime: TableRuntime) -> None:
        """Reads what has happened before, and acknowledges every event from now on."""
        if runtime.resumption.problems:
            raise RuntimeError(runtime.resumption.problems)
        announce("resumed")
        if runtime.resumption.state:
            stored = read_match(journal_path(self.folder, TABLE))
            self.happened += record_of_match(stored).record.events
        runtime.table.listeners.append(self.hear)
        self.world = NotedWorld.at(runtime, self.folder)

    def hear(self, effect: Effect) -> None:
        if isinstance(effect, RecordEvent):
            announce("event", len(self.happened), FORMAT.encode(effect.event, Event))
            self.happened.append(effect.event)

    async def play_on(self, runtime: TableRuntime) -> None:
        """Looks at the table, and plays the rest of the match."""
        world, clock = self.world, runtime.table.clock
        assert world
        assert isinstance(clock, SimulatedClock)
        people = SimulatedPeople(runtime.table, runtime.devices, clock)
        await people.perform(iter([Pause(A_LOOK)]))
        await people.perform(world.noting(_first_turn(self.rest(runtime, world))))
        if self.done < len(self.record.events):
            await people.perform(world.noting(self.rest(runtime, world)))
        if recordable_events(self.happened) != list(self.record.events):
            raise RuntimeError("the match has gone another way than its record")
        for complaint in people.umpire.complaints:
            # An alarm about a turn that the kill interrupted may be justified.
            if not isinstance(complaint, FalseAlarm):
                announce("complaint", str(complaint))

    def rest(self, runtime: TableRuntime, world: NotedWorld) -> Performance:
        """Continues from the table and the hands as they are, at the current event of the match."""
        yield from _empty_hands(runtime, world.checkers)
        state = runtime.table.state
        evening = PerformanceOptions(
            state.seating.light,
            own_dice=self.own_dice,
            next_on_request=state.settings.next_on_request,
        )
        yield from perform(self.record, evening, self.temper, world.found, self.done)


def _first_turn(performance: Performance) -> Performance:
    """The performance up to the end of the turn; then the progress is checked."""
    for item in performance:
        yield item
        if isinstance(item, TurnEnds | Checkpoint):
            return


def _empty_hands(runtime: TableRuntime, checkers: SimulatedTable) -> Iterator[Gesture]:
    """Straightens leaning checkers, and puts checkers in hand where the match lacks them."""
    for leaning in checkers.leaning_checkers:
        (place, _), (neighbour, _) = leaning.slots
        yield gestures.Straighten(place, neighbour)
        yield Pause(0.1)
    for colour in checkers.hand:
        expected = runtime.table.state.expected_layout
        lacking = (
            place
            for place in OWN_NUMBERING[colour]
            if checkers.count(place, colour) < expected.count(place, colour)
        )
        yield gestures.Put(next(lacking), colour)
        yield Pause(0.1)


if __name__ == "__main__":
    _folder, _pairs, _seed = sys.argv[1:]
    _record = read_mat((Path(_folder) / RECORD).read_text(encoding="utf-8")).record
    _temper = Temperament(PEOPLE, Random(_seed))  # noqa: S311 - hands, no secret
    asyncio.run(KilledService(Path(_folder), _pairs == "2", _temper, _record).live())
