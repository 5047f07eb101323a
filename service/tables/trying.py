"""The lamps and the switches of a table tried out: one after the other, and what was wrong.

A trial is a value. What is seen and what people want leads to the next one, and what is to be
shown can be read off it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from hardware.checkers import BACKGAMMON, POINTS, Colour, Place, tray
from hardware.lights import Frame, Light, Rgb
from hardware.observations import Observation
from hardware.sightings import MOST
from referee.effects import Meaning

COLOURS: Mapping[str, Rgb] = {
    "red": Rgb(255, 0, 0),
    "green": Rgb(0, 255, 0),
    "blue": Rgb(0, 0, 255),
    "white": Rgb(255, 255, 255),
}
"""In which all lamps shine together, by the key of a phrase."""
COLOUR_SHOWN = 2.0
"""Seconds; long enough to look along both sides of a board."""
LAMP_SHOWN = 1.0
MOST_SWITCHES = {**dict.fromkeys(BACKGAMMON, 5), **{tray(colour): 15 for colour in Colour}}
"""How many checkers are asked for at most; a sensor may tell fewer apart."""


class End(Enum):
    """Why a trial is over."""

    DONE = "done"
    STOPPED = "stopped"
    LOST = "lost"
    """The device that was tried out cannot be reached."""


@dataclass(frozen=True, slots=True)
class LampTrial:
    """All lamps in each colour, and then each lamp by itself."""

    device: str
    places: tuple[Place, ...]
    """Those with a lamp."""
    done: int = 0
    """Steps that have been shown."""
    end: End | None = None

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return self.end is None

    @property
    def of(self) -> int:
        """All steps."""
        return len(COLOURS) + len(self.places)

    @property
    def colour(self) -> str | None:
        """In which colour all lamps shine, if they do."""
        return tuple(COLOURS)[self.done] if self.done < len(COLOURS) else None

    @property
    def place(self) -> Place | None:
        """The one lamp that shines by itself."""
        alone = self.done - len(COLOURS)
        return self.places[alone] if self.running and 0 <= alone < len(self.places) else None

    @property
    def picture(self) -> Frame:
        """What the lamps are to show."""
        lit, colour = (self.places, self.colour) if self.colour else ((self.place,), "white")
        light = Light(COLOURS[colour or "white"])
        return Frame({place: light for place in lit if place})

    @property
    def shown_for(self) -> float:
        """How long (s) this step is shown."""
        return COLOUR_SHOWN if self.colour else LAMP_SHOWN

    def next(self) -> LampTrial:
        """The next step, or the end."""
        done = self.done + 1
        return replace(self, done=done, end=End.DONE if done == self.of else None)

    def ended(self, end: End) -> LampTrial:
        """Nothing more is tried out."""
        return replace(self, end=end)


class Flaw(Enum):
    """What can be wrong with a switch."""

    STILL_SEEN = "still_seen"
    """Something is seen, though nobody says that a checker lies there."""
    SILENT = "silent"
    SWAPPED = "swapped"
    """Another one answered instead."""
    ALSO = "also"
    """Another one answered as well."""


@dataclass(frozen=True, slots=True)
class SwitchFault:
    """Something that was found wrong."""

    flaw: Flaw
    place: Place
    checker: int = 0
    """The how manieth one it was that was to be put there."""
    answered: tuple[Place, ...] = ()
    """Where something was seen instead, or as well."""


@dataclass(frozen=True, slots=True)
class SwitchTrial:
    """An empty board to begin with, and then one checker after the other on each place."""

    device: str
    places: tuple[Place, ...]
    """Those that the sensor can see."""
    at: int | None = None
    """Which of them is tried out; None while the board is being emptied."""
    checker: int = 0
    """The how manieth one is asked for there."""
    faults: tuple[SwitchFault, ...] = ()
    answered: tuple[Place, ...] = ()
    """Where something is seen that should not be."""
    end: End | None = None
    seen: Mapping[Place, int] = field(default_factory=dict)
    """How many checkers are seen at least on each place."""
    before: Mapping[Place, int] = field(default_factory=dict)
    """The fewest that were seen since this checker was asked for."""
    most: int = 0
    """The most that were seen on the place that is tried out."""
    found_empty: bool = True
    """Whether nothing was seen there to begin with."""
    tellable: Mapping[str, int] = field(default_factory=dict)
    """How many checkers the sensor tells apart, by the kind of place."""

    @property
    def running(self) -> bool:
        """Whether there is more to come."""
        return self.end is None

    @property
    def done(self) -> int:
        """Places that have been tried out."""
        return self.at or 0

    @property
    def of(self) -> int:
        """All places."""
        return len(self.places)

    @property
    def place(self) -> Place | None:
        """Where a checker is to be put."""
        return self.places[self.at] if self.running and self.at is not None else None

    @property
    def picture(self) -> Mapping[Place, Meaning]:
        """What the lamps are to tell."""
        lit = dict.fromkeys(self.answered, Meaning.TOO_MANY)
        return {**lit, self.place: Meaning.MISSING} if self.place else lit

    def looked(self, observation: Observation) -> SwitchTrial:
        """The sensor has been still for a while, and sees this."""
        if not self.running:
            return self
        seen = {place: observation[place].total.low for place in self.places}
        here = self.place
        if here is None:
            still_seen = tuple(place for place in self.places if seen[place])
            looked = replace(self, seen=seen, answered=still_seen)
            return looked if still_seen else _gone_to(looked, 0)
        before = {place: min(self.before[place], seen[place]) for place in self.places}
        others = tuple(it for it in self.places if it != here and seen[it] > before[it])
        looked = replace(self, seen=seen, before=before, answered=others)
        if seen[here] <= self.most:
            return looked
        return _answered(looked, here, is_full=observation[here].total.high == MOST)

    def skipped(self) -> SwitchTrial:
        """Nothing comes of what was asked for; that is noted, and the next is asked for."""
        if not self.running:
            return self
        if self.place is None:
            stuck = (SwitchFault(Flaw.STILL_SEEN, place) for place in self.answered)
            return _gone_to(replace(self, faults=(*self.faults, *stuck)), 0)
        flaw = Flaw.SWAPPED if self.answered else Flaw.SILENT
        return _next_checker(_noted(self, flaw, self.place), self.place)

    def ended(self, end: End) -> SwitchTrial:
        """Nothing more is tried out."""
        return replace(self, end=end, answered=())


def _answered(trial: SwitchTrial, here: Place, *, is_full: bool) -> SwitchTrial:
    """The checker that was asked for is seen; where that is all, the next place is tried out."""
    if trial.answered:
        trial = _noted(trial, Flaw.ALSO, here)
    if not is_full:
        return _next_checker(trial, here)
    if trial.found_empty and not any(fault.place == here for fault in trial.faults):
        trial = replace(trial, tellable={**trial.tellable, _kind(here): trial.checker})
    return _gone_to(trial, trial.done + 1)


def _noted(trial: SwitchTrial, flaw: Flaw, place: Place) -> SwitchTrial:
    fault = SwitchFault(flaw, place, trial.checker, trial.answered)
    return replace(trial, faults=(*trial.faults, fault))


def _next_checker(trial: SwitchTrial, here: Place) -> SwitchTrial:
    if trial.checker >= trial.tellable.get(_kind(here), MOST_SWITCHES[here]):
        return _gone_to(trial, trial.done + 1)
    return _asked(trial, trial.done, trial.checker + 1)


def _gone_to(trial: SwitchTrial, at: int) -> SwitchTrial:
    if at == trial.of:
        return replace(trial, at=at, end=End.DONE, answered=())
    empty = not trial.seen[trial.places[at]]
    return replace(_asked(trial, at, 1), found_empty=empty)


def _asked(trial: SwitchTrial, at: int, checker: int) -> SwitchTrial:
    most = trial.seen[trial.places[at]]
    return replace(trial, at=at, checker=checker, answered=(), before=trial.seen, most=most)


Trial = LampTrial | SwitchTrial


def _kind(place: Place) -> str:
    """Places of one kind have as many switches."""
    return "point" if place in POINTS else place.partition(".")[0]
