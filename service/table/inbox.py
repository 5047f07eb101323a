"""The queue of signals in order of arrival; counts and limits the signals of each source."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite

from hardware import signals
from hardware.devices import Clock
from hardware.observations import Observation
from hardware.signals import Signal
from service.table.timers import OneShotTimer

MAX_SIGNALS_PER_SECOND = 200
"""Signals per second of one source; thirty checkers on bad contacts, moved at once, cause fewer."""
MAX_WAITING_SIGNALS = 5000
"""Maximum number of waiting signals; more from devices and people are dropped."""
MAX_SECONDS_AHEAD = 1.0
"""Seconds that the time of a signal may be ahead of the clock."""
STATE_SIGNALS = (Observation, signals.DiceReading, signals.CameraProblemChanged)
"""Signals that report a state, so that the newest one replaces all before it."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _DropReason:
    """A reason for dropping a signal, for the log and for the referee."""

    logged: str
    reported: str


_RATE_EXCEEDED = _DropReason(
    f"%s: %s exceeds {MAX_SIGNALS_PER_SECOND} signals/s; dropping the excess",
    f"more than {MAX_SIGNALS_PER_SECOND} signals in a second",
)
_FULL = _DropReason(
    f"%s: {MAX_WAITING_SIGNALS} signals are already waiting; dropping new ones from %s",
    f"{MAX_WAITING_SIGNALS} signals are already waiting",
)


@dataclass(slots=True)
class _RateWindow:
    """The count of one source's signals in the current second, and its latest excess states."""

    since: float
    count: int = 0
    surplus: int = 0
    flooding: bool = False
    delayed: dict[type, Signal] = field(default_factory=dict)


class Inbox:
    """The queue of signals that the referee of a table has not judged yet."""

    def __init__(self, clock: Clock, table: str = "table") -> None:
        self.table_name = table
        """The name of the table, for the log."""
        self.alarm = OneShotTimer(clock, self._release_delayed)
        """Set only while states are kept back."""
        self._clock = clock
        self._waiting: deque[Signal] = deque()
        self._windows: dict[str, _RateWindow] = {}
        self._news = asyncio.Event()
        self.closed = False
        """True if no more signals will come."""

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def has_news(self) -> bool:
        """True while a `take` would return at once."""
        return self._news.is_set()

    def drain(self) -> list[Signal]:
        batch = list(self._waiting)
        self._waiting.clear()
        return batch

    async def take(self) -> list[Signal]:
        """Removes and returns all waiting signals, as soon as there are any.

        Also returns after `wake` and once the inbox is closed, then perhaps without signals.
        """
        await self._news.wait()
        if not self.closed:
            self._news.clear()
        return self.drain()

    def close(self) -> None:
        """Closes the inbox; a waiting `take` returns."""
        self.closed = True
        self._news.set()

    def wake(self) -> None:
        """Makes a waiting `take` return, even without signals."""
        self._news.set()

    def put(self, signal: Signal) -> None:
        """Queues a signal of the service itself, without limits."""
        if isinstance(signal, signals.DeviceLost) and (window := self._windows.get(signal.source)):
            window.delayed.clear()
        self._waiting.append(signal)
        self._news.set()

    def offer(self, signal: Signal) -> bool:
        """Queues a signal of a device or a person; False if it exceeds a limit.

        The newest excess signal of each kind in `STATE_SIGNALS` is queued when the second is over.
        """
        now = self._clock.now()
        window = self._window(signal.source, now)
        window.count += 1
        signal = _checked_time(signal, now)
        if len(self._waiting) >= MAX_WAITING_SIGNALS:
            reason = _FULL
        elif window.count > MAX_SIGNALS_PER_SECOND:
            reason = _RATE_EXCEEDED
        else:
            self.put(signal)
            return True
        self._delay(signal, window, now, reason)
        return False

    def _window(self, source: str, now: float) -> _RateWindow:
        window = self._windows.setdefault(source, _RateWindow(now))
        if now >= window.since + 1:
            self._begin_second(window, now)
        return window

    def _begin_second(self, window: _RateWindow, now: float) -> None:
        """Begins another second; the states that were kept back are queued first."""
        delayed, window.delayed = window.delayed, {}
        window.flooding = window.surplus > 0
        window.since, window.count, window.surplus = now, 0, 0
        for signal in delayed.values():
            self.put(signal)

    def _delay(self, signal: Signal, window: _RateWindow, now: float, reason: _DropReason) -> None:
        window.surplus += 1
        if isinstance(signal, STATE_SIGNALS):
            window.delayed.pop(type(signal), None)
            window.delayed[type(signal)] = signal
            if self.alarm.due_at is None or window.since + 1 < self.alarm.due_at:
                self.alarm.set(window.since + 1)
        if not window.flooding:
            window.flooding = True
            log.warning(reason.logged, self.table_name, signal.source)
            self.put(signals.SignalsDropped(signal.source, now, reason.reported))

    def _release_delayed(self) -> None:
        """Queues the states that were kept back, of all sources whose second is over."""
        now = self._clock.now()
        for window in self._windows.values():
            if window.delayed and now >= window.since + 1:
                self._begin_second(window, now)
        due = [window.since + 1 for window in self._windows.values() if window.delayed]
        self.alarm.set(min(due, default=None))


def _checked_time(signal: Signal, now: float) -> Signal:
    """The signal, or a `GarbledData` instead if its time is impossible."""
    if isfinite(signal.at) and signal.at <= now + MAX_SECONDS_AHEAD:
        return signal
    return signals.GarbledData(signal.source, now, f"at {signal.at} seconds, when it is {now}")


SIGNALS_PER_SOURCE = 20
"""Number of stored signals for each source."""


@dataclass(slots=True)
class SourceStats:
    """The signals of one source since the table was opened."""

    signals: int = 0
    invalid: int = 0
    """Number of invalid signals."""
    last: deque[Signal] = field(default_factory=lambda: deque(maxlen=SIGNALS_PER_SOURCE))
    """The latest signals, the newest last; places are named from Light's point of view."""
    observation: Observation | None = None
    """The latest observation of a board sensor; places are named in the same way."""


class SignalStats:
    """The statistics of all sources of a table."""

    def __init__(self) -> None:
        self.sources: dict[str, SourceStats] = {}

    @property
    def invalid_counts(self) -> Mapping[str, int]:
        """Number of invalid signals, for each source that sent any."""
        return {name: it.invalid for name, it in self.sources.items() if it.invalid}

    def count(self, signal: Signal) -> None:
        source = self._source(signal.source)
        source.signals += 1
        source.last.append(signal)
        if isinstance(signal, Observation):
            source.observation = signal

    def rename_places(self, rename: Callable[[Signal], Signal]) -> None:
        """Renames the places in all stored signals, after Light has changed sides."""
        for source in self.sources.values():
            source.last = deque(map(rename, source.last), maxlen=SIGNALS_PER_SOURCE)
            observation = rename(source.observation) if source.observation else None
            source.observation = observation if isinstance(observation, Observation) else None

    def count_invalid(self, name: str) -> bool:
        """Counts an invalid signal; True if it is the first one of its source."""
        source = self._source(name)
        source.invalid += 1
        return source.invalid == 1

    def _source(self, name: str) -> SourceStats:
        return self.sources.setdefault(name, SourceStats())
