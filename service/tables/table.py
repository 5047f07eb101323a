"""One table: its signals are kept, then judged, and what the referee asks for is done."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from engine.backgammon.game.match import Phase
from hardware.devices import Clock
from hardware.signals import DeviceLost, Restarted, Signal, TimeCame
from referee.effects import Effect, Lit, NextMatch, Notice, WakeAt, What
from referee.settings import MatchSettings
from referee.state import State
from referee.step import step
from service.journal.problems import JournalProblem
from service.tables.alarm import Alarm
from service.tables.devices import Attached
from service.tables.inbox import Inbox
from service.tables.supervisor import Link, Supervised, SupervisedLamps, SupervisedReporter
from service.tables.unkept import Keeping, Unkept

CLOCK = "clock"
"""The source of the calls that the referee has asked for."""
SERVICE = "kibitz"
"""The source of what the service has to say of itself."""
CALM = 5
"""Rounds of the loop without news; the longest way from a device to the lamps takes four."""

Listener = Callable[[Effect], None]
Part = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


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
        self.clock = clock
        self.state = resumed or State.of(settings)
        self.before = self.state
        """What was known before the last signal."""
        self.nonsense = Counter[str]()
        """How often each source has said what makes no sense."""
        self.unwritten: JournalProblem | None = None
        """Why the journal cannot be written just now; what waits for it is not lost yet."""
        self.listeners: list[Listener] = []
        """Who is told of every effect; they must be quick, and a fault of theirs is a bug."""
        self.parts: list[Part] = []
        """What else runs as long as the table is open; it is no device, so every fault is a bug."""
        self._resumed = resumed is not None
        self._journal = journal or Unkept()
        self._inbox = Inbox(clock, name)
        self._alarm = Alarm(clock, self._call)
        self._idle = asyncio.Event()
        self._lamps = [
            SupervisedLamps(lamps.device, self._inbox, clock, lamps.sent) for lamps in devices.lamps
        ]
        self._devices: Sequence[Supervised[Any]] = [
            *(SupervisedReporter(device, self._inbox, clock) for device in devices.reporters),
            *self._lamps,
        ]

    @property
    def links(self) -> Mapping[str, Link]:
        """How each device is reached."""
        return {device.device.name: device.link for device in self._devices}

    @property
    def simulated(self) -> tuple[str, ...]:
        """The devices without hardware."""
        devices = (supervised.device for supervised in self._devices)
        return tuple(device.name for device in devices if device.simulated)

    def say(self, signal: Signal) -> None:
        """A person asks for something, or tells something."""
        self._inbox.hear(signal)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Table]:
        """Referee as long as this is open; whatever is no fault of a device ends it."""
        problem: Exception | None = None
        async with asyncio.TaskGroup() as tasks:
            self._alarm.wind_up(tasks)
            self._inbox.alarm.wind_up(tasks)
            self._begin()
            judging = tasks.create_task(self._referee())
            runs = [*(device.run for device in self._devices), *self.parts]
            running = [tasks.create_task(run()) for run in runs]
            try:
                yield self
            except Exception as error:  # noqa: BLE001 - raised again below, where it stays itself
                problem = error
            finally:
                await _stopped(running)
                self._inbox.close()
                await asyncio.wait({judging})
                self._alarm.set(None)
                self._inbox.alarm.set(None)
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
        while True:
            self._idle.set()
            batch = await self._inbox.take()
            self._idle.clear()
            if not batch:
                return
            await self._follow(batch)

    async def _follow(self, batch: Sequence[Signal]) -> None:
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
        self._journal.begin(self.settings)
        self.state = self.before = State.of(self.settings)
        self._alarm.set(None)
        self._light()
        lost = [DeviceLost(name, ended.heard[name], "as before") for name in sorted(ended.lost)]
        await self._follow([*ended.sight.seen.values(), *lost, *late])

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
        self.nonsense[source] += 1
        if self.nonsense[source] == 1:
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
        for lamps in self._lamps:
            lamps.show(self.state.lit)

    def _tell(self, effect: Effect) -> None:
        for listener in tuple(self.listeners):
            listener(effect)

    async def _write(self, write: Callable[[], Any]) -> None:
        """Have the journal written; if it cannot be now, the game goes on all the same."""
        try:
            await write()
        except JournalProblem as problem:
            if not self.unwritten:
                log.error("%s: the journal cannot be written: %s", self.name, problem)  # noqa: TRY400
            self.unwritten = problem
        else:
            if self.unwritten:
                log.warning("%s: the journal is written again, nothing is lost", self.name)
            self.unwritten = None


async def _stopped(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Return when all of these have been cancelled and are done."""
    waiting = set(tasks)
    for task in waiting:
        task.cancel()
    if waiting:
        await asyncio.wait(waiting)
