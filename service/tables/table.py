"""One table: its signals are kept, then judged, and what the referee asks for is done."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from hardware.devices import Clock
from hardware.observations import Observation
from hardware.signals import Restarted, Signal, TimeCame
from referee.effects import Effect, Lit, NextMatch, Notice, WakeAt, What
from referee.seating import NEAR_RIGHT, Facing
from referee.settings import MatchSettings
from referee.state import State
from referee.step import step
from service.journal.problems import JournalProblem
from service.tables.alarm import Alarm
from service.tables.amiss import amiss
from service.tables.attended import Attended
from service.tables.devices import Attached
from service.tables.hearing import Hearing, Source
from service.tables.inbox import Inbox
from service.tables.soon import Soon
from service.tables.supervisor import Changed, Link, Shining
from service.tables.trying import Trial
from service.tables.tryout import Tryout
from service.tables.unkept import Keeping, Unkept
from service.tables.waiting import stopped

CLOCK = "clock"
"""The source of the calls that the referee has asked for."""
SERVICE = "kibitz"
"""The source of what the service has to say of itself."""
CALM = 5
"""Rounds of the loop without news; the longest way from a device to the lamps takes four."""

Listener = Callable[[Effect], None]
Part = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Another match that is to begin."""

    settings: MatchSettings
    computer: Player | None
    facing: Facing
    before: Sequence[Signal]
    """What had come before it was asked for, and is not judged yet."""
    first: Part | None
    """What is done just before it begins."""
    begun: asyncio.Future[None]


class Table:
    """The referee of one table, with its devices; open it with `async with table.open()`."""

    def __init__(
        self,
        name: str,
        settings: MatchSettings,
        devices: Attached,
        clock: Clock,
        journal: Keeping | None = None,
        resumed: State | None = None,
    ) -> None:
        self.name = name
        self.settings = settings
        """What a new match is played by."""
        self.computer: Player | None = None
        """Whose part the computer takes, if there is one at the table."""
        self.facing = NEAR_RIGHT
        """From where Light looks at the board; all places but those of the devices are his."""
        self.clock = clock
        self.state = resumed or State.of(settings)
        self.before = self.state
        """What was known before the last signal."""
        self.unwritten: JournalProblem | None = None
        """Why the journal cannot be written just now; what waits for it is not lost yet."""
        self.parts: list[Part] = []
        """What else runs as long as the table is open; it is no device, so every fault is a bug."""
        self.changed = Soon(self._changed)
        """Something may look different of which no signal tells; whoever follows is told soon."""
        self._resumed = resumed is not None
        self._journal = journal or Unkept()
        self._inbox = Inbox(clock, name)
        self._alarm = Alarm(clock, self._call)
        self._hearing = Hearing()
        self._tryout = Tryout(clock, self._trial_went_on)
        self._wanted = deque[_Wanted]()
        self._followers: list[Changed] = []
        self._idle = asyncio.Event()
        self._devices = Attended(devices, self._inbox, clock, self._changed)
        self.listeners: list[Listener] = [self._devices.hear]
        """Who is told of every effect; they must be quick, and a fault of theirs is a bug."""

    @property
    def links(self) -> Mapping[str, Link]:
        """How each device is reached."""
        return self._devices.links

    @property
    def simulated(self) -> tuple[str, ...]:
        """The devices without hardware."""
        return self._devices.simulated

    @property
    def shining(self) -> Shining:
        """What the first lamps of the table show."""
        return self._devices.shining

    @property
    def heard(self) -> Mapping[str, Source]:
        """What each source has said, by its name."""
        return self._hearing.sources

    @property
    def nonsense(self) -> Mapping[str, int]:
        """How often each source has said what makes no sense, where any has."""
        return self._hearing.nonsense

    @property
    def trial(self) -> Trial | None:
        """How the lamps or the switches were last tried out, or are."""
        return self._tryout.trial

    @contextmanager
    def watch(self, listener: Listener) -> Iterator[None]:
        """Tell somebody of every effect, as long as this is open."""
        self.listeners.append(listener)
        try:
            yield
        finally:
            self.listeners.remove(listener)

    @contextmanager
    def follow(self, changed: Changed) -> Iterator[None]:
        """Call this whenever something may look different, as long as this is open."""
        self._followers.append(changed)
        try:
            yield
        finally:
            self._followers.remove(changed)

    def say(self, signal: Signal) -> bool:
        """A person asks for something, or tells something; False if too much is said just now."""
        return self._inbox.hear(signal)

    async def begin(
        self,
        settings: MatchSettings,
        computer: Player | None,
        facing: Facing,
        first: Part | None = None,
    ) -> None:
        """Begin another match at once, whatever goes on; return when it has begun.

        Whatever has come before belongs to the match that goes on, what comes later to the other.
        Something may be done first, but not where the table closes before it comes to that.
        """
        if self._inbox.closed:
            raise RuntimeError(f"the table {self.name} is closed")
        before, begun = self._inbox.drain(), asyncio.get_running_loop().create_future()
        self._wanted.append(_Wanted(settings, computer, facing, before, first, begun))
        self._inbox.wake()
        await begun

    def try_lamps(self) -> None:
        """Let all lamps shine, and then one after the other."""
        if trial := self._devices.lamp_trial(self.facing):
            self._tryout.begin(trial)

    def try_switches(self) -> None:
        """Ask for one checker after the other on each place of the first board sensor."""
        if trial := self._devices.switch_trial(self.facing):
            self._tryout.begin(trial, self.state.sight.seen.get(trial.device))

    def skip_switch(self) -> None:
        """Leave out what is asked for while the switches are tried out; that is noted."""
        self._tryout.skip()

    def stop_trial(self) -> None:
        """Try out nothing more, and let the referee go on."""
        self._tryout.stop()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Table]:
        """Referee as long as this is open; whatever is no fault of a device ends it."""
        problem: Exception | None = None
        async with asyncio.TaskGroup() as tasks:
            self._alarm.wind_up(tasks)
            self._inbox.alarm.wind_up(tasks)
            self._tryout.alarm.wind_up(tasks)
            self._begin()
            judging = tasks.create_task(self._referee())
            running = [tasks.create_task(run()) for run in (*self._devices.runs, *self.parts)]
            try:
                yield self
            except Exception as error:  # noqa: BLE001 - raised again below, where it stays itself
                problem = error
            finally:
                await stopped(running)
                self._inbox.close()
                await asyncio.wait({judging})
                self._alarm.set(None)
                self._inbox.alarm.set(None)
                self._tryout.alarm.set(None)
        if problem:
            raise problem

    async def quiet(self) -> None:
        """Return when all that simulated devices and people have said is judged and shown."""
        calm = 0
        while calm < CALM:
            before = self._inbox.total
            await self._idle.wait()
            await asyncio.sleep(0)
            calm = calm + 1 if self._inbox.total == before and not self._inbox else 0

    def _begin(self) -> None:
        if self._resumed:
            self._inbox.put(Restarted(SERVICE, self.clock.now()))
        else:
            self._journal.begin(self.state.settings)
        self._light()

    def _call(self) -> None:
        """The time has come for which the referee has asked."""
        self._inbox.put(TimeCame(CLOCK, self.clock.now()))

    async def _referee(self) -> None:
        try:
            while not self._inbox.closed or self._inbox:
                self._idle.set()
                batch = await self._inbox.take()
                self._idle.clear()
                await self._hear(batch)
                while self._wanted:
                    await self._begin_wanted(self._wanted[0])
                    self._wanted.popleft()
        finally:
            for wanted in self._wanted:
                wanted.begun.cancel()

    async def _hear(self, batch: Iterable[Signal]) -> None:
        if signals := self._told(batch):
            await self._keep_and_judge(signals)

    def _told(self, batch: Iterable[Signal]) -> list[Signal]:
        """What of these signals the referee is told, as Light counts, and after a trial."""
        told = list[Signal]()
        for signal in batch:
            told += self._tryout.released(self.state)
            seen = signal
            if isinstance(signal, Observation):
                seen = self.facing.observation(signal)
            self._hearing.note(seen)
            if not self._tryout.takes(seen):
                told.append(seen)
        return [*told, *self._tryout.released(self.state)]

    async def _keep_and_judge(self, batch: Sequence[Signal]) -> None:
        """Keep the signals that have come, in one go; then judge one after the other."""
        phase = self.state.match.game.phase
        numbers = [self._journal.add(signal) for signal in batch]
        await self._write(self._journal.written)
        ended: State | None = None
        late: list[Signal] = []
        for number, signal in zip(numbers, batch, strict=True):
            effects = self._judge(number, signal)
            if ended:
                # Kept with the match that is over, but meant for the one that begins.
                late.append(signal)
                continue
            self._do(effects)
            self._changed()
            if any(isinstance(effect, NextMatch) for effect in effects):
                ended = self.state
            if len(batch) > 1:
                await asyncio.sleep(0)
        if phase is not Phase.OVER and self.state.match.game.phase is Phase.OVER:
            await self._write(self._journal.tidy)
        if ended:
            await self._begin_next(ended, late)

    async def _begin_next(self, ended: State, late: Sequence[Signal]) -> None:
        """Begin another match; what is known of the table is told to its referee anew."""
        await self._begin_match([*self._signals_for_next_referee(ended), *late])

    async def _begin_wanted(self, wanted: _Wanted) -> None:
        """Begin another match, as it was agreed on."""
        await self._hear(wanted.before)
        if wanted.first:
            await wanted.first()
        ended, facing = self.state, self.facing
        self._tryout.stop()
        self._tell(NextMatch())
        self.settings, self.computer = wanted.settings, wanted.computer
        self.facing = wanted.facing
        known = self._signals_for_next_referee(ended)
        self._hearing.rename(lambda signal: _renamed(signal, facing, self.facing))
        await self._begin_match([_renamed(signal, facing, self.facing) for signal in known])
        if not wanted.begun.done():
            wanted.begun.set_result(None)

    def _signals_for_next_referee(self, ended: State) -> list[Signal]:
        """Returns what another referee has to be told of the table: board, dice and devices."""
        dice = [replace(dice, standing=True) for dice in ended.dice.values()]
        return [*ended.sight.seen.values(), *dice, *self._tryout.released(ended), *amiss(ended)]

    async def _begin_match(self, known: Sequence[Signal]) -> None:
        self._journal.begin(self.settings)
        self.state = self.before = State.of(self.settings)
        self._alarm.set(None)
        self._light()
        await self._keep_and_judge(known)
        self._changed()

    def _judge(self, number: int, signal: Signal) -> tuple[Effect, ...]:
        self.before = self.state
        result = step(self.state, signal)
        self.state = result.state
        self._journal.decide(number, result.effects)
        for effect in result.effects:
            if isinstance(effect, Notice) and effect.what is What.NO_SENSE:
                why = f"{effect.nonsense.value}: " if effect.nonsense else ""
                self._count_nonsense(signal.source, f"{why}{effect.text}")
        return result.effects

    def _count_nonsense(self, source: str, text: str) -> None:
        if self._hearing.note_nonsense(source):
            log.warning("%s: what %s says makes no sense: %s", self.name, source, text)

    def _do(self, effects: Iterable[Effect]) -> None:
        """Do what the referee asks for, the lights first."""
        if any(isinstance(effect, Lit) for effect in effects):
            self._light()
        for effect in effects:
            if isinstance(effect, WakeAt):
                self._alarm.set(effect.at)
            else:
                self._tell(effect)

    def _light(self) -> None:
        trial = self._tryout.running
        self._devices.show(trial.picture if trial else self.state.lit, self.facing)

    def _tell(self, effect: Effect) -> None:
        for listener in tuple(self.listeners):
            listener(effect)

    def _changed(self) -> None:
        for changed in tuple(self._followers):
            changed()

    def _trial_went_on(self) -> None:
        self._light()
        if not self._tryout.running:
            # What the sensors see by now has been kept from the referee.
            self._inbox.wake()
        self._changed()

    async def _write(self, write: Callable[[], Any]) -> None:
        """Have the journal written; if it cannot be now, the game goes on all the same."""
        try:
            await write()
        except JournalProblem as problem:
            if not self.unwritten:
                log.error("%s: the journal cannot be written: %s", self.name, problem)  # noqa: TRY400
                self._changed()
            self.unwritten = problem
        else:
            if self.unwritten:
                log.warning("%s: the journal is written again, nothing is lost", self.name)
                self._changed()
            self.unwritten = None


def _renamed(signal: Signal, before: Facing, now: Facing) -> Signal:
    """A signal that was named as seen from one side, as it is from another."""
    if isinstance(signal, Observation):
        return now.observation(before.observation(signal))
    return signal
