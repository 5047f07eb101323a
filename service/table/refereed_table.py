"""Stores the signals of a table, has them judged, and carries out the effects."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.devices import Clock
from hardware.observations import Observation
from hardware.signals import ServiceRestarted, Signal, TimerExpired
from referee.effects import ChangeSeating, Effect, ShowLamps, StartNextMatch, WakeAt
from referee.match_settings import MatchSettings
from referee.notices import NotUnderstood
from referee.seating import Orientation
from referee.state import State
from referee.step import step
from service.storage.journal import JournalWriter, NullJournal
from service.storage.journal_tables import JournalProblem
from service.table.device_factory import DeviceSet
from service.table.inbox import Inbox, SignalStats, SourceStats
from service.table.self_test import SelfTest, SelfTestRunner
from service.table.supervisor import ChangeCallback, LampPicture, LinkState
from service.table.table_devices import (
    TableDevices,
    WorkInFlight,
    known_device_problems,
    known_observations,
)
from service.table.timers import CoalescedCall, OneShotTimer, cancel_and_wait, keeping_in_list

CLOCK_SOURCE = "clock"
"""The source of the wake-up signals that the referee has asked for."""
SERVICE_SOURCE = "kibitz"
"""The source of the service's own signals."""

EffectListener = Callable[[Effect], None]
TableTask = Callable[[], Coroutine[Any, Any, None]]

log = logging.getLogger(__name__)


async def _do_nothing() -> None:
    pass


@dataclass(frozen=True, slots=True)
class _MatchRequest:
    """A request to begin another match."""

    settings: MatchSettings
    computer: Player | None
    orientation: Orientation
    before: Sequence[Signal]
    """The signals that arrived before the request and are not judged yet."""
    first: TableTask | None
    """Awaited just before the match begins."""
    begun: asyncio.Future[None]


class RefereedTable:
    """One refereed table with its devices; opened with `async with table.open()`."""

    def __init__(
        self,
        name: str,
        settings: MatchSettings,
        devices: DeviceSet,
        clock: Clock,
        journal: JournalWriter | None = None,
        resumed: State | None = None,
    ) -> None:
        self.name = name
        self.settings = settings
        """The settings of a new match."""
        self.computer_player: Player | None = None
        """The player for whom the computer decides, if any."""
        self.clock = clock
        self.state = resumed or State.of(settings)
        self.journal_problem: JournalProblem | None = None
        """The reason why the journal cannot be written now; waiting entries are not lost yet."""
        self.tasks: list[TableTask] = []
        """Further tasks that run while the table is open; their exceptions end the service."""
        self.notify_soon = CoalescedCall(self._notify_subscribers)
        """Notifies subscribers, coalesced to 5 ms, of a change that no signal reports."""
        self._resumed = resumed is not None
        self._journal = journal or NullJournal()
        self._inbox = Inbox(clock, name)
        self._alarm = OneShotTimer(clock, self._wake_referee)
        self._stats = SignalStats()
        self._self_test = SelfTestRunner(clock, self._self_test_changed)
        self._match_requests = deque[_MatchRequest]()
        self._subscribers: list[ChangeCallback] = []
        self._devices = TableDevices(devices, self._inbox, clock, self._notify_subscribers)
        self._alarms = (self._alarm, self._inbox.alarm, self._self_test.alarm)
        self._work = WorkInFlight(self._inbox, self._devices, *self._alarms)
        self.on_seating_changed: TableTask = _do_nothing
        """Awaited when the players sit otherwise than they had agreed."""
        self.listeners: list[EffectListener] = [self._devices.play_sound_of]
        """Called with every effect; they must be quick, and their exceptions end the service."""

    @property
    def orientation(self) -> Orientation:
        """Light's side of the board; all places are named from there, except by devices."""
        return self._devices.orientation

    @property
    def links(self) -> Mapping[str, LinkState]:
        return self._devices.links

    @property
    def simulated_devices(self) -> tuple[str, ...]:
        return self._devices.simulated_names

    @property
    def lamp_picture(self) -> LampPicture:
        """The picture on the first lamps of the table."""
        return self._devices.lamp_picture

    @property
    def source_stats(self) -> Mapping[str, SourceStats]:
        return self._stats.sources

    @property
    def invalid_counts(self) -> Mapping[str, int]:
        """Number of invalid signals, for each source that sent any."""
        return self._stats.invalid_counts

    @property
    def self_test(self) -> SelfTest | None:
        return self._self_test.self_test

    def listen(self, listener: EffectListener) -> AbstractContextManager[None]:
        """Calls `listener` with every effect while this is open."""
        return keeping_in_list(listener, self.listeners)

    def subscribe(self, changed: ChangeCallback) -> AbstractContextManager[None]:
        """Calls `changed` whenever something may look different, while this is open."""
        return keeping_in_list(changed, self._subscribers)

    def submit(self, signal: Signal) -> bool:
        """Queues a signal of a person or the computer; False if there are too many just now."""
        return self._inbox.offer(signal)

    async def begin_match(
        self,
        settings: MatchSettings,
        computer: Player | None,
        orientation: Orientation,
        first: TableTask | None = None,
    ) -> None:
        """Begins another match at once, and returns when it has begun.

        Signals that have already arrived still belong to the current match. `first` is awaited just
        before the change, unless the table closes earlier. RuntimeError if the table is closed.
        """
        if self._inbox.closed:
            raise RuntimeError(f"the table {self.name} is closed")
        before, begun = self._inbox.drain(), asyncio.get_running_loop().create_future()
        request = _MatchRequest(settings, computer, orientation, before, first, begun)
        self._match_requests.append(request)
        self._inbox.wake()
        await begun

    def start_lamp_test(self) -> None:
        """Starts the self-test of the lamps: first all together, then one after the other."""
        if self_test := self._devices.new_lamp_test():
            self._self_test.begin(self_test)

    def start_switch_test(self) -> None:
        """Starts the self-test of the first board sensor: checker by checker, place by place."""
        if self_test := self._devices.new_switch_test():
            self._self_test.begin(self_test, self.state.observed.observations.get(self_test.device))

    def skip_switch(self) -> None:
        """Skips the checker that the self-test of the switches asks for; notes it as a finding."""
        self._self_test.skip()

    def stop_self_test(self) -> None:
        """Stops the self-test; the referee continues."""
        self._self_test.stop()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[RefereedTable]:
        """Runs the referee while this is open; exceptions other than device faults end it."""
        problem: Exception | None = None
        async with asyncio.TaskGroup() as tasks:
            for alarm in self._alarms:
                alarm.attach_to(tasks)
            self._begin()
            judging = tasks.create_task(self._referee())
            runs = (*self._devices.supervisor_tasks, *self.tasks)
            running = [tasks.create_task(run()) for run in runs]
            try:
                yield self
            except Exception as error:  # noqa: BLE001 - raised again below, outside of the task group
                problem = error
            finally:
                await cancel_and_wait(running)
                self._inbox.close()
                await asyncio.wait({judging})
                for alarm in self._alarms:
                    alarm.set(None)
        if problem:
            raise problem

    async def wait_until_quiet(self) -> None:
        """Returns when all signals of simulated devices and people are judged and shown."""
        await self._work.wait_until_done()

    async def wait_until_judged(self) -> None:
        """Returns when all signals that have arrived are judged."""
        await self._work.wait_until_judged()

    async def wait_until_taken(self) -> None:
        """Returns when all signals of simulated devices and people are on their way to the disk."""
        await self._work.wait_until_taken()

    def _begin(self) -> None:
        if self._resumed:
            self._inbox.put(ServiceRestarted(SERVICE_SOURCE, self.clock.now()))
        else:
            self._journal.begin(self.state.settings)
        self._light()

    def _wake_referee(self) -> None:
        """Queues the wake-up signal that the referee has asked for."""
        self._inbox.put(TimerExpired(CLOCK_SOURCE, self.clock.now()))

    async def _referee(self) -> None:
        try:
            while not self._inbox.closed or self._inbox:
                self._work.rest()
                batch = await self._inbox.take()
                self._work.begin()
                await self._process(batch)
                while self._match_requests:
                    await self._begin_requested(self._match_requests[0])
                    self._match_requests.popleft()
        finally:
            self._work.rest()
            for request in self._match_requests:
                request.begun.cancel()

    async def _process(self, batch: Iterable[Signal]) -> None:
        if signals := self._for_referee(batch):
            await self._store_and_judge(signals)

    def _for_referee(self, batch: Iterable[Signal]) -> list[Signal]:
        """The signals that the referee gets: with Light's places, without those of a self-test."""
        forwarded = list[Signal]()
        for signal in batch:
            forwarded += self._self_test.release_states(self.state)
            renamed = self._devices.as_light_counts(signal)
            self._stats.count(renamed)
            if not self._self_test.handle_signal(renamed):
                forwarded.append(renamed)
        return [*forwarded, *self._self_test.release_states(self.state)]

    async def _store_and_judge(self, batch: Sequence[Signal]) -> None:
        """Stores a batch of signals together, then has them judged one after the other."""
        phase = self.state.match.game.phase
        numbers = [self._journal.add(signal) for signal in batch]
        await self._write(self._journal.wait_until_written)
        ended: State | None = None
        late: list[Signal] = []
        again: list[Signal] = []
        for number, signal in zip(numbers, batch, strict=True):
            effects = self._judge(number, signal)
            if ended:
                # Stored with the match that is over, but meant for the one that begins.
                late.append(signal)
                continue
            self._carry_out(effects)
            if changed := next((it for it in effects if isinstance(it, ChangeSeating)), None):
                again = await self._change_seating(changed, batch[numbers.index(number) + 1 :])
            self._notify_subscribers()
            if any(isinstance(effect, StartNextMatch) for effect in effects):
                ended = self.state
            if len(batch) > 1:
                await asyncio.sleep(0)
        if phase is not Phase.OVER and self.state.match.game.phase is Phase.OVER:
            await self._write(self._journal.checkpoint)
        if again:
            await self._store_and_judge(again)
        if ended:
            await self._begin_match([*self._signals_for_next_referee(ended), *late])

    async def _change_seating(
        self, changed: ChangeSeating, waiting: Sequence[Signal]
    ) -> list[Signal]:
        """Names the places of devices otherwise; returns waiting observations, renamed.

        They are stored with the names that were right when they arrived.
        """
        now = self.orientation
        far, left = now.light_far != changed.turned, now.home_left != changed.mirrored
        rename = self._devices.set_orientation(Orientation(far, left))
        self._stats.rename_places(rename)
        self._light()
        await self.on_seating_changed()
        return [rename(it) for it in waiting if isinstance(it, Observation)]

    async def _begin_requested(self, request: _MatchRequest) -> None:
        await self._process(request.before)
        if request.first:
            await request.first()
        ended = self.state
        self._self_test.stop()
        self._notify_listeners(StartNextMatch())
        self.settings, self.computer_player = request.settings, request.computer
        rename = self._devices.set_orientation(request.orientation)
        self._stats.rename_places(rename)
        await self._begin_match([rename(it) for it in self._signals_for_next_referee(ended)])
        if not request.begun.done():
            request.begun.set_result(None)

    def _signals_for_next_referee(self, ended: State) -> list[Signal]:
        """Signals that tell another referee the present state of board, dice and devices."""
        dice = [replace(dice, standing=True) for dice in ended.dice.values()]
        return [
            *known_observations(ended, self._devices.camera_name),
            *dice,
            *self._self_test.release_states(ended),
            *known_device_problems(ended),
        ]

    async def _begin_match(self, known: Sequence[Signal]) -> None:
        self._journal.begin(self.settings)
        self.state = State.of(self.settings)
        self._alarm.set(None)
        self._light()
        await self._store_and_judge(known)
        self._notify_subscribers()

    def _judge(self, number: int, signal: Signal) -> tuple[Effect, ...]:
        result = step(self.state, signal)
        self.state = result.state
        self._journal.decide(number, result.effects)
        for effect in result.effects:
            if isinstance(effect, NotUnderstood):
                kind = f"{effect.nonsense.value}: " if effect.nonsense else ""
                if self._stats.count_invalid(signal.source):
                    invalid = "%s: invalid signal from %s: %s%s"
                    log.warning(invalid, self.name, signal.source, kind, effect.text)
        return result.effects

    def _carry_out(self, effects: Iterable[Effect]) -> None:
        if any(isinstance(effect, ShowLamps) for effect in effects):
            self._light()
        for effect in effects:
            if isinstance(effect, WakeAt):
                self._alarm.set(effect.at)
            else:
                self._notify_listeners(effect)

    def _light(self) -> None:
        self_test = self._self_test.current
        self._devices.show(self_test.picture if self_test else self.state.lamps)

    def _notify_listeners(self, effect: Effect) -> None:
        for listener in tuple(self.listeners):
            listener(effect)

    def _notify_subscribers(self) -> None:
        for changed in tuple(self._subscribers):
            changed()

    def _self_test_changed(self) -> None:
        self._light()
        if not self._self_test.current:
            # The referee has not got the latest observations yet.
            self._inbox.wake()
        self._notify_subscribers()

    async def _write(self, write: Callable[[], Any]) -> None:
        """Writes the journal; the game continues even if that fails."""
        try:
            await write()
        except JournalProblem as problem:
            if not self.journal_problem:
                log.error("%s: the journal cannot be written: %s", self.name, problem)  # noqa: TRY400
                self._notify_subscribers()
            self.journal_problem = problem
        else:
            if self.journal_problem:
                log.warning("%s: writing the journal works again; no entry was lost", self.name)
                self._notify_subscribers()
            self.journal_problem = None
