"""A table that is being tried out: what its sensors say goes to a trial, and not to the referee."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hardware.devices import Clock
from hardware.observations import Observation
from hardware.signals import ButtonPressed, DeviceLost, DiceSeen, Signal
from referee.state import State
from service.tables.alarm import Alarm
from service.tables.trying import End, LampTrial, SwitchTrial, Trial

STILL = 0.4
"""Seconds after which a change on the board is looked at; by then a bad contact has calmed."""


class Tryout:
    """The trial of a table, if there is one, and what the referee is to be told after it."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.trial: Trial | None = None
        """The last one, even if it is over."""
        self.alarm = Alarm(clock, self._time_came)
        self._clock = clock
        self._changed = changed
        self._held: dict[str, Observation | DiceSeen] = {}
        """The newest that each device has told of how things stand, in the order they came."""

    @property
    def running(self) -> Trial | None:
        """The trial that goes on now."""
        return self.trial if self.trial and self.trial.running else None

    def begin(self, trial: Trial, seen: Observation | None = None) -> None:
        """Try something out, instead of what is being tried out."""
        if isinstance(trial, SwitchTrial) and seen:
            seen = self._newest(trial.device) or seen
            trial = trial.looked(seen) if trial.running else trial
        self._turn(trial)

    def skip(self) -> None:
        """Leave out the switch that is asked for."""
        if isinstance(trial := self.running, SwitchTrial):
            self._turn(trial.skipped())

    def stop(self) -> None:
        """Try out nothing more."""
        if trial := self.running:
            self._turn(trial.ended(End.STOPPED))

    def takes(self, signal: Signal) -> bool:
        """Whether a signal is part of the trial, so that the referee is not to be told."""
        trial = self.running
        if not trial:
            return False
        if isinstance(signal, DeviceLost):
            self._held.pop(signal.source, None)
            if signal.source == trial.device:
                self._turn(trial.ended(End.LOST))
            return False
        if isinstance(signal, Observation | DiceSeen):
            self._held.pop(signal.source, None)
            self._held[signal.source] = signal
            if signal.source == trial.device and self.alarm.at is None:
                self.alarm.set(self._clock.now() + STILL)
        return isinstance(signal, Observation | DiceSeen | ButtonPressed)

    def released(self, state: State) -> list[Signal]:
        """How things stand after a trial, to be told as if the devices had just come back."""
        if self.running:
            return []
        held, self._held = self._held, {}
        return [_as_found(signal, state) for signal in held.values()]

    def _newest(self, source: str) -> Observation | None:
        held = self._held.get(source)
        return held if isinstance(held, Observation) else None

    def _time_came(self) -> None:
        trial = self.running
        if isinstance(trial, LampTrial):
            self._turn(trial.next())
        elif trial and (seen := self._newest(trial.device)):
            self._turn(trial.looked(seen))

    def _turn(self, trial: Trial) -> None:
        self.trial = trial
        if not trial.running:
            self.alarm.set(None)
        elif isinstance(trial, LampTrial):
            self.alarm.set(self._clock.now() + trial.shown_for)
        self._changed()


def _as_found(signal: Observation | DiceSeen, state: State) -> Signal:
    at = max(signal.at, state.heard.get(signal.source, signal.at))
    if isinstance(signal, DiceSeen):
        return replace(signal, at=at, standing=True)
    return replace(signal, at=at)
