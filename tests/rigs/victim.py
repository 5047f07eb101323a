"""A service with one table, and hands that play a recorded match at it till somebody kills it.

What hands touch is noted in a file before they touch it. So whoever starts the program again finds
the checkers, the dice and the hands as they were, and goes on from there.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.backgammon.game import events
from engine.backgammon.game.events import Event
from engine.backgammon.notation.record.mat import read_mat
from engine.backgammon.notation.record.record import Record
from engine.backgammon.position import START, Setup
from hardware.checkers import Colour
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable
from hardware.signals import DiceState
from referee.effects import Effect, Happened
from service.config.drivers import SimulatedDice as Dice
from service.config.settings import Table as Agreed
from service.journal.journal import Journal
from service.journal.reading import read_match
from service.plain import text_of, value_of
from service.simulation import gestures
from service.simulation.carrying import Board
from service.simulation.complaints import FalseAlarm
from service.simulation.gestures import Gesture, Pause
from service.simulation.habits import PEOPLE, Temper
from service.simulation.hand import Hand
from service.simulation.hands import AT
from service.simulation.marks import Played, Reached, TurnEnds
from service.simulation.performing import Evening, Found, Performance, perform
from service.simulation.sitting import Sitting
from service.tables.recorded import recorded
from service.tables.running import Running, Ways, journal_of, running

TABLE = "table"
RECORD = "record.mat"
"""The file with the match that is played."""
WORLD = "world"
"""The file in which is noted what hands touch."""
A_LOOK = 2.0
"""Seconds that people look at a table that has come to life again."""

Touch = (
    gestures.Lift
    | gestures.Put
    | gestures.PutBetween
    | gestures.Straighten
    | gestures.Roll
    | gestures.Throw
    | gestures.Cock
    | gestures.LiftDice
)
"""What leaves its mark on a table."""
Noted = Touch | Played
IN_CUP = DiceState.LIFTED


def say(*words: object) -> None:
    """Tell whoever is about to kill this program; it can do so at once."""
    os.write(sys.stdout.fileno(), f"{' '.join(map(str, words))}\n".encode())


def noted_in(folder: Path) -> list[Noted]:
    """What hands have touched so far, and the plays that they have made."""
    world = folder / WORLD
    lines = world.read_text(encoding="utf-8").split("\n") if world.exists() else [""]
    return [value_of(line, Noted) for line in lines[:-1]]


def told(happened: Iterable[Event]) -> list[Event]:
    """Those events that a written record tells of."""
    return [event for event in happened if not _untold(event)]


def _untold(event: Event) -> bool:
    tie = isinstance(event, events.OpeningThrow) and event.one == event.two
    return tie or isinstance(event, events.CockedThrow)


class ToldJournal(Journal):
    """A journal that says when it is about to be put in order."""

    async def tidy(self) -> None:
        say("tidying")
        await super().tidy()


@dataclass(frozen=True, slots=True)
class World:
    """What can be touched, and the note of all that has been."""

    checkers: SimulatedTable
    dice: Mapping[Colour | None, SimulatedDice]
    note: int

    @classmethod
    def at(cls, seen: Running, folder: Path) -> World:
        """The world as hands have left it, at a table that is about to be opened."""
        assert seen.devices.checkers is not None
        dice = {pair.colour: pair for pair in seen.devices.all_of(SimulatedDice)}
        note = os.open(folder / WORLD, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        world = cls(seen.devices.checkers, dice, note)
        world._restore(seen, noted_in(folder))
        return world

    @property
    def board(self) -> Board:
        """What lies on the table, and neither askew nor in a hand."""
        count = self.checkers.count
        light, dark = (tuple(count(place, one) for place in AT[one]) for one in Colour)
        return Board(Setup(light, dark), Colour.LIGHT)

    @property
    def found(self) -> Found:
        lying = [whose for whose, pair in self.dice.items() if pair.look().state != IN_CUP]
        return Found(self.board, frozenset(lying))

    def noting(self, performance: Performance) -> Performance:
        """The same performance, with every touch noted before it is made."""
        for item in performance:
            if isinstance(item, Noted):
                os.write(self.note, f"{text_of(item, Noted)}\n".encode())
            yield item

    def _restore(self, seen: Running, noted: Iterable[Noted]) -> None:
        seating = seen.table.settings.seating
        self.checkers.arrange(seating.layout(START, seating.player(Colour.LIGHT)))
        for pair in self.dice.values():
            pair.lift()
        buttons = seen.devices.all_of(SimulatedButtons)[0]
        hand = Hand(self.checkers, self.dice, buttons, lambda *_nothing: None)
        for item in noted:
            if isinstance(item, Touch):
                hand.do(item)


@dataclass(slots=True)
class Victim:
    """The table with its service and its hands."""

    folder: Path
    own_dice: bool
    temper: Temper
    record: Record
    happened: list[Event] = field(default_factory=list)
    """The events of the match so far."""
    world: World | None = None
    """None till the table is about to be opened."""

    @property
    def agreed(self) -> Agreed:
        record = self.record
        return Agreed(
            name=TABLE,
            names=(record.names.one, record.names.two),
            length=record.length,
            rules=record.rulebook,
            dice=Dice(pairs=2 if self.own_dice else 1),
        )

    @property
    def done(self) -> int:
        """How many events of the record have happened."""
        return len(told(self.happened))

    async def live(self) -> None:
        """Serve till the match is over."""
        ways = Ways(self.folder, clock_after=SimulatedClock, journal_in=ToldJournal)
        say("opening")
        async with running(self.agreed, ways, self.wake) as seen:
            last = seen.journal.last
            if last is None or (last.number == 1 and seen.resumption.state):
                await self.play_on(seen)
        say("over")

    def wake(self, seen: Running) -> None:
        """See what has happened before, and acknowledge from now on whatever happens."""
        if seen.resumption.problems:
            raise RuntimeError(seen.resumption.problems)
        say("resumed")
        if seen.resumption.state:
            kept = read_match(journal_of(self.folder, TABLE))
            self.happened += recorded(kept).record.events
        seen.table.listeners.append(self.hear)
        self.world = World.at(seen, self.folder)

    def hear(self, effect: Effect) -> None:
        """Acknowledge what has happened."""
        if isinstance(effect, Happened):
            say("event", len(self.happened), text_of(effect.event, Event))
            self.happened.append(effect.event)

    async def play_on(self, seen: Running) -> None:
        """Look at the table, and play what is left of the match."""
        world, clock = self.world, seen.table.clock
        assert world
        assert isinstance(clock, SimulatedClock)
        sitting = Sitting(seen.table, seen.devices, clock)
        await sitting.perform(iter([Pause(A_LOOK)]))
        await sitting.perform(world.noting(_first_turn(self.rest(seen, world))))
        if self.done < len(self.record.events):
            await sitting.perform(world.noting(self.rest(seen, world)))
        if told(self.happened) != list(self.record.events):
            raise RuntimeError("the match has gone another way than its record")
        for complaint in sitting.umpire.complaints:
            # Whoever comes back to a turn that was broken off may well be told what is wrong there.
            if not isinstance(complaint, FalseAlarm):
                say("complaint", str(complaint))

    def rest(self, seen: Running, world: World) -> Performance:
        """Go on with what lies on the table and is in the hands, from where the match is."""
        yield from _empty_hands(seen, world.checkers)
        evening = Evening(seen.table.state.seating, own_dice=self.own_dice)
        yield from perform(self.record, evening, self.temper, world.found, self.done)


def _first_turn(performance: Performance) -> Performance:
    """Only as much as comes to an end; then it is seen how far the match has come."""
    for item in performance:
        yield item
        if isinstance(item, TurnEnds | Reached):
            return


def _empty_hands(seen: Running, checkers: SimulatedTable) -> Iterator[Gesture]:
    """Push straight what lies askew, and put down what is held where the match lacks it."""
    for leaning in checkers.leaning:
        (place, _), (neighbour, _) = leaning.slots
        yield gestures.Straighten(place, neighbour)
        yield Pause(0.1)
    for colour in checkers.hand:
        expected = seen.table.state.expected_layout
        lacking = (
            place
            for place in AT[colour]
            if checkers.count(place, colour) < expected.count(place, colour)
        )
        yield gestures.Put(next(lacking), colour)
        yield Pause(0.1)


if __name__ == "__main__":
    _folder, _pairs, _seed = sys.argv[1:]
    _record = read_mat((Path(_folder) / RECORD).read_text(encoding="utf-8")).record
    _temper = Temper(PEOPLE, Random(_seed))  # noqa: S311 - hands, no secret
    asyncio.run(Victim(Path(_folder), _pairs == "2", _temper, _record).live())
