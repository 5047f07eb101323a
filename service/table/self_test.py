"""The self-test of lamps and switches: its states, and its runner."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, tray
from hardware.devices import Clock
from hardware.observations import MAX_CHECKERS, Observation
from hardware.outputs import LampFrame, LampLight, Rgb
from hardware.signals import ButtonPressed, DeviceLost, DiceReading, Signal
from referee.effects import LampMeaning
from referee.state import State
from service.table.timers import OneShotTimer

TEST_COLOURS: Mapping[str, Rgb] = {
    "red": Rgb(255, 0, 0),
    "green": Rgb(0, 255, 0),
    "blue": Rgb(0, 0, 255),
    "white": Rgb(255, 255, 255),
}
"""The colours in which all lamps shine together, by the key of their phrase."""
SECONDS_PER_COLOUR = 2.0
"""Seconds for each colour; long enough to look along both sides of a board."""
SECONDS_PER_LAMP = 1.0
"""Seconds for each lamp."""
MAX_CHECKERS_ASKED = {
    **dict.fromkeys(BACKGAMMON.places, 5),
    **{tray(colour): 15 for colour in Colour},
}
"""Maximum number of checkers to ask for at a place; a sensor may distinguish fewer."""


class SelfTestEnd(Enum):
    """The reason why a self-test is over."""

    DONE = "done"
    STOPPED = "stopped"
    LOST = "lost"
    """The device under test cannot be reached."""


@dataclass(frozen=True, slots=True)
class LampSelfTest:
    """A self-test of lamps: all of them in each colour, then each lamp by itself."""

    device: str
    places: tuple[Place, ...]
    """The places with a lamp."""
    completed_steps: int = 0
    """Number of completed steps."""
    end: SelfTestEnd | None = None

    @property
    def is_running(self) -> bool:
        """True until the self-test is over."""
        return self.end is None

    @property
    def total_steps(self) -> int:
        return len(TEST_COLOURS) + len(self.places)

    @property
    def colour(self) -> str | None:
        """The colour in which all lamps shine; None after that part."""
        return (
            tuple(TEST_COLOURS)[self.completed_steps]
            if self.completed_steps < len(TEST_COLOURS)
            else None
        )

    @property
    def place(self) -> Place | None:
        """The place of the lamp that shines by itself; None while all do."""
        alone = self.completed_steps - len(TEST_COLOURS)
        return self.places[alone] if self.is_running and 0 <= alone < len(self.places) else None

    @property
    def picture(self) -> LampFrame:
        lit, colour = (self.places, self.colour) if self.colour else ((self.place,), "white")
        light = LampLight(TEST_COLOURS[colour or "white"])
        return LampFrame({place: light for place in lit if place})

    @property
    def seconds(self) -> float:
        return SECONDS_PER_COLOUR if self.colour else SECONDS_PER_LAMP

    def next(self) -> LampSelfTest:
        done = self.completed_steps + 1
        end = SelfTestEnd.DONE if done == self.total_steps else None
        return replace(self, completed_steps=done, end=end)

    def with_end(self, end: SelfTestEnd) -> LampSelfTest:
        return replace(self, end=end)


class SwitchFindingKind(Enum):
    """The kinds of findings about a switch."""

    STILL_SEEN = "still_seen"
    """Closed on the empty board."""
    SILENT = "silent"
    """Not closed under a checker."""
    SWAPPED = "swapped"
    """Another switch closed instead."""
    ALSO = "also"
    """Another switch closed as well."""


@dataclass(frozen=True, slots=True)
class SwitchFinding:
    """A faulty switch that the self-test has found."""

    kind: SwitchFindingKind
    place: Place
    checker: int = 0
    """The 1-based number of the checker that was asked for; 0 on the empty board."""
    reacted: tuple[Place, ...] = ()
    """The places that reacted instead, or as well."""


@dataclass(frozen=True, slots=True)
class SwitchSelfTest:
    """A self-test of switches: first the empty board, then checker by checker on each place."""

    device: str
    places: tuple[Place, ...]
    """The places that the sensor covers."""
    index: int | None = None
    """The index of the place under test; None while the board is being emptied."""
    checker: int = 0
    """The 1-based number of the checker that is asked for there."""
    findings: tuple[SwitchFinding, ...] = ()
    wrong_places: tuple[Place, ...] = ()
    """The places where something is observed that should not be."""
    end: SelfTestEnd | None = None
    observed: Mapping[Place, int] = field(default_factory=dict)
    """The least number of checkers on each place in the latest observation."""
    fewest_observed: Mapping[Place, int] = field(default_factory=dict)
    """The fewest observed on each place since this checker was asked for."""
    observed_at_request: int = 0
    """The number observed on the place under test when this checker was asked for."""
    was_empty: bool = True
    """True if the place under test was empty at first."""
    distinguishable: Mapping[str, int] = field(default_factory=dict)
    """The number of checkers that the sensor can distinguish, by the kind of place."""

    @property
    def is_running(self) -> bool:
        """True until the self-test is over."""
        return self.end is None

    @property
    def completed_steps(self) -> int:
        return self.index or 0

    @property
    def total_steps(self) -> int:
        return len(self.places)

    @property
    def place(self) -> Place | None:
        """The place where a checker is to be put; None while emptying the board, and at the end."""
        return self.places[self.index] if self.is_running and self.index is not None else None

    @property
    def picture(self) -> Mapping[Place, LampMeaning]:
        lit = dict.fromkeys(self.wrong_places, LampMeaning.TOO_MANY)
        return {**lit, self.place: LampMeaning.MISSING} if self.place else lit

    def after_observation(self, observation: Observation) -> SwitchSelfTest:
        if not self.is_running:
            return self
        seen = {place: observation[place].total.low for place in self.places}
        here = self.place
        if here is None:
            still_seen = tuple(place for place in self.places if seen[place])
            after = replace(self, observed=seen, wrong_places=still_seen)
            return after if still_seen else _at_place(after, 0)
        before = {place: min(self.fewest_observed[place], seen[place]) for place in self.places}
        others = tuple(it for it in self.places if it != here and seen[it] > before[it])
        after = replace(self, observed=seen, fewest_observed=before, wrong_places=others)
        if seen[here] <= self.observed_at_request:
            return after
        return _after_reaction(after, here, is_full=observation[here].total.high == MAX_CHECKERS)

    def after_skip(self) -> SwitchSelfTest:
        """The self-test with the present request noted as a finding and skipped."""
        if not self.is_running:
            return self
        if self.place is None:
            kind = SwitchFindingKind.STILL_SEEN
            stuck = (SwitchFinding(kind, place) for place in self.wrong_places)
            return _at_place(replace(self, findings=(*self.findings, *stuck)), 0)
        kind = SwitchFindingKind.SWAPPED if self.wrong_places else SwitchFindingKind.SILENT
        return _next_checker(_with_finding(self, kind, self.place), self.place)

    def with_end(self, end: SelfTestEnd) -> SwitchSelfTest:
        return replace(self, end=end, wrong_places=())


def _after_reaction(test: SwitchSelfTest, here: Place, *, is_full: bool) -> SwitchSelfTest:
    """The self-test after the requested checker was observed; a full place is finished."""
    if test.wrong_places:
        test = _with_finding(test, SwitchFindingKind.ALSO, here)
    if not is_full:
        return _next_checker(test, here)
    if test.was_empty and not any(finding.place == here for finding in test.findings):
        found = {**test.distinguishable, _place_kind(here): test.checker}
        test = replace(test, distinguishable=found)
    return _at_place(test, test.completed_steps + 1)


def _with_finding(test: SwitchSelfTest, kind: SwitchFindingKind, place: Place) -> SwitchSelfTest:
    finding = SwitchFinding(kind, place, test.checker, test.wrong_places)
    return replace(test, findings=(*test.findings, finding))


def _next_checker(test: SwitchSelfTest, here: Place) -> SwitchSelfTest:
    if test.checker >= test.distinguishable.get(_place_kind(here), MAX_CHECKERS_ASKED[here]):
        return _at_place(test, test.completed_steps + 1)
    return _asking_for(test, test.completed_steps, test.checker + 1)


def _at_place(test: SwitchSelfTest, at: int) -> SwitchSelfTest:
    if at == test.total_steps:
        return replace(test, index=at, end=SelfTestEnd.DONE, wrong_places=())
    empty = not test.observed[test.places[at]]
    return replace(_asking_for(test, at, 1), was_empty=empty)


def _asking_for(test: SwitchSelfTest, at: int, checker: int) -> SwitchSelfTest:
    most = test.observed[test.places[at]]
    return replace(
        test,
        index=at,
        checker=checker,
        wrong_places=(),
        fewest_observed=test.observed,
        observed_at_request=most,
    )


SelfTest = LampSelfTest | SwitchSelfTest


def _place_kind(place: Place) -> str:
    """The kind of a place; all places of a kind have the same number of switches."""
    return "point" if place in POINTS else place.partition(".")[0]


SETTLING_SECONDS = 0.4
"""Seconds after which a change is evaluated; by then a bad contact has settled."""


class SelfTestRunner:
    """The self-test of a table, and the signals that the referee gets after it."""

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.self_test: SelfTest | None = None
        """The current or the last self-test; None before the first."""
        self.alarm = OneShotTimer(clock, self._on_alarm)
        self._clock = clock
        self._changed = changed
        self._latest: dict[str, Observation | DiceReading] = {}
        """The newest state that each device has reported, in order of arrival."""

    @property
    def current(self) -> SelfTest | None:
        """The self-test in progress, if any."""
        return self.self_test if self.self_test and self.self_test.is_running else None

    def begin(self, test: SelfTest, seen: Observation | None = None) -> None:
        """Starts a self-test, instead of the one in progress."""
        if isinstance(test, SwitchSelfTest) and seen:
            seen = self._newest(test.device) or seen
            test = test.after_observation(seen) if test.is_running else test
        self._set(test)

    def skip(self) -> None:
        if isinstance(test := self.current, SwitchSelfTest):
            self._set(test.after_skip())

    def stop(self) -> None:
        if test := self.current:
            self._set(test.with_end(SelfTestEnd.STOPPED))

    def handle_signal(self, signal: Signal) -> bool:
        """Handles a signal; True if it belongs to the self-test and must not go to the referee."""
        test = self.current
        if not test:
            return False
        if isinstance(signal, DeviceLost):
            self._latest.pop(signal.source, None)
            if signal.source == test.device:
                self._set(test.with_end(SelfTestEnd.LOST))
            return False
        if isinstance(signal, Observation | DiceReading):
            self._latest.pop(signal.source, None)
            self._latest[signal.source] = signal
            if signal.source == test.device and self.alarm.due_at is None:
                self.alarm.set(self._clock.now() + SETTLING_SECONDS)
        return isinstance(signal, Observation | DiceReading | ButtonPressed)

    def release_states(self, state: State) -> list[Signal]:
        """The latest states after a self-test, as if the devices had just come back."""
        if self.current:
            return []
        latest, self._latest = self._latest, {}
        return [_as_standing(signal, state) for signal in latest.values()]

    def _newest(self, source: str) -> Observation | None:
        latest = self._latest.get(source)
        return latest if isinstance(latest, Observation) else None

    def _on_alarm(self) -> None:
        test = self.current
        if isinstance(test, LampSelfTest):
            self._set(test.next())
        elif test and (seen := self._newest(test.device)):
            self._set(test.after_observation(seen))

    def _set(self, test: SelfTest) -> None:
        self.self_test = test
        if not test.is_running:
            self.alarm.set(None)
        elif isinstance(test, LampSelfTest):
            self.alarm.set(self._clock.now() + test.seconds)
        self._changed()


def _as_standing(signal: Observation | DiceReading, state: State) -> Signal:
    at = max(signal.at, state.last_signal_at.get(signal.source, signal.at))
    if isinstance(signal, DiceReading):
        return replace(signal, at=at, standing=True)
    return replace(signal, at=at)
