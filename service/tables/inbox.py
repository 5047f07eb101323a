"""The inbox of a table: every signal in the order in which it came, and no floods."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from math import isfinite

from hardware.devices import Clock
from hardware.observations import Observation
from hardware.signals import DeviceLost, DiceSeen, Garbled, Signal, Troubled
from service.tables.alarm import Alarm

MOST_A_SECOND = 200
"""Signals of one source; thirty checkers moved at once with bad contacts make fewer."""
MOST_WAITING = 5000
"""Signals that wait to be judged, before devices are listened to no more."""
AHEAD = 1.0
"""How far (s) the time of a device may be ahead of the clock."""
STANDING = (Observation, DiceSeen, Troubled)
"""What tells how things stand, so that the newest one stands for all before it."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Why:
    """Why a signal is left out: for the log, with table and source, and for the referee."""

    logged: str
    told: str


_TOO_MUCH = _Why(
    "%s: %s says too much; what it says too often is left out",
    f"more than {MOST_A_SECOND} signals in a second",
)
_FULL = _Why(
    f"%s: {MOST_WAITING} signals wait already; what %s says now is left out",
    f"{MOST_WAITING} signals wait already",
)


@dataclass(slots=True)
class _Second:
    """What one source has said in its last second, and what is kept back of it."""

    since: float
    count: int = 0
    surplus: int = 0
    flooding: bool = False
    kept_back: dict[type, Signal] = field(default_factory=dict)


class Inbox:
    """Where the signals of a table wait to be judged."""

    def __init__(self, clock: Clock, table: str = "table") -> None:
        self.table = table
        """Whose inbox it is."""
        self.alarm = Alarm(clock, self._let_in)
        """Rings only where something is kept back."""
        self.total = 0
        """How many signals have come in, and calls for something else."""
        self._clock = clock
        self._waiting: deque[Signal] = deque()
        self._seconds: dict[str, _Second] = {}
        self._some = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def closed(self) -> bool:
        """Whether no more signals will come."""
        return self._closed

    def drain(self) -> list[Signal]:
        """Everything that waits, now."""
        batch = list(self._waiting)
        self._waiting.clear()
        return batch

    async def take(self) -> list[Signal]:
        """Everything that waits, as soon as there is anything; nothing once it is closed.

        Nothing, too, for whoever has been woken for something else.
        """
        await self._some.wait()
        if not self._closed:
            self._some.clear()
        return self.drain()

    def close(self) -> None:
        """Let whoever takes signals know that no more will come."""
        self._closed = True
        self._some.set()

    def wake(self) -> None:
        """Let whoever takes signals see to something else."""
        self.total += 1
        self._some.set()

    def put(self, signal: Signal) -> None:
        """A signal of the service's own: it always comes in."""
        if isinstance(signal, DeviceLost) and (second := self._seconds.get(signal.source)):
            second.kept_back.clear()
        self._waiting.append(signal)
        self.total += 1
        self._some.set()

    def hear(self, signal: Signal) -> bool:
        """A signal of a device or a person; False if there are too many of them just now.

        Of the surplus, what tells how things stand now comes in when the second is over.
        """
        now = self._clock.now()
        second = self._second(signal.source, now)
        second.count += 1
        heard = _in_time(signal, now)
        if len(self._waiting) >= MOST_WAITING:
            why = _FULL
        elif second.count > MOST_A_SECOND:
            why = _TOO_MUCH
        else:
            self.put(heard)
            return True
        self._keep_back(heard, second, now, why)
        return False

    def _second(self, source: str, now: float) -> _Second:
        second = self._seconds.setdefault(source, _Second(now))
        if now >= second.since + 1:
            self._begin_anew(second, now)
        return second

    def _begin_anew(self, second: _Second, now: float) -> None:
        """A new second: what was kept back comes in first."""
        kept_back, second.kept_back = second.kept_back, {}
        second.flooding = second.surplus > 0
        second.since, second.count, second.surplus = now, 0, 0
        for signal in kept_back.values():
            self.put(signal)

    def _keep_back(self, signal: Signal, second: _Second, now: float, why: _Why) -> None:
        second.surplus += 1
        if isinstance(signal, STANDING):
            second.kept_back.pop(type(signal), None)
            second.kept_back[type(signal)] = signal
            if self.alarm.at is None or second.since + 1 < self.alarm.at:
                self.alarm.set(second.since + 1)
        if not second.flooding:
            second.flooding = True
            log.warning(why.logged, self.table, signal.source)
            self.put(Garbled(signal.source, now, why.told))

    def _let_in(self) -> None:
        """The alarm has rung: let in what was kept back, where its second is over."""
        now = self._clock.now()
        for second in self._seconds.values():
            if second.kept_back and now >= second.since + 1:
                self._begin_anew(second, now)
        left = [second.since + 1 for second in self._seconds.values() if second.kept_back]
        self.alarm.set(min(left, default=None))


def _in_time(signal: Signal, now: float) -> Signal:
    """The signal, if its time can be true."""
    if isfinite(signal.at) and signal.at <= now + AHEAD:
        return signal
    return Garbled(signal.source, now, f"at {signal.at} seconds, when it is {now}")
