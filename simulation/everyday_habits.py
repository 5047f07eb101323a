"""Habits of everyday players, each with the rate at which people have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import Any

from simulation.habits import TIDY, Temperament

TOUCH = (0.2, 1.0)
"""Shortest and longest time in seconds for which a checker touches a point in passing."""
GRAB = (0.05, 0.25)
"""Shortest and longest time in seconds between two checkers that are taken up together."""


class HabitKind(Enum):
    """The kinds of habits, by what the leaflets say about them."""

    HARMLESS = "harmless"
    """No leaflet forbids it: an objection to it is a false alarm."""
    WRONG_ACT = "wrong act"
    """An act that the players put right: until then it may be objected to."""
    AFTER_ERROR = "after an error"
    """An attempt to get a wrong play past the referee: it must not succeed."""


def _habit(rate: float, about: str, kind: HabitKind = HabitKind.HARMLESS) -> Any:
    """A field for a habit with its human rate, its kind, and a description for lists."""
    return field(default=rate, metadata={"kind": kind, "about": about})


def _wrong_act(rate: float, about: str) -> Any:
    return _habit(rate, about, HabitKind.WRONG_ACT)


def _after_error(rate: float, about: str) -> Any:
    return _habit(rate, about, HabitKind.AFTER_ERROR)


@dataclass(frozen=True, slots=True)
class EverydayHabits:
    """Probabilities, from 0 to 1, of what everyday players do at an opportunity."""

    # ---- both players' hands at the checkers ----
    opponent_tidies: float = _habit(0.05, "the opponent straightens a pile of a turn not his own")
    opponent_points: float = _habit(0.05, "the opponent touches checkers to point at them")
    long_touch: float = _habit(0.15, "touches a point in passing for 0.2 to 1 s")
    tapping: float = _habit(0.08, "counts out a move by tapping each point with the checker")
    handful: float = _habit(0.05, "takes up a pile of up to six, and puts the rest back")
    stack_first: float = _habit(0.06, "puts the checkers down on one stack, then distributes them")
    on_top: float = _habit(0.06, "lays a checker on another for a while, with a place free beside")
    gaps: float = _habit(0.20, "leaves a gap between the checkers of a point")
    wrong_bar: float = _habit(0.15, "puts a hit checker on the other half of the bar")
    wrong_tray: float = _habit(0.08, "bears a checker off into the other player's tray")
    box: float = _habit(0.08, "bears a checker off to the table beside the board")
    set_aside: float = _habit(0.10, "lays a hit checker aside for a moment, and then on the bar")
    second_thoughts: float = _habit(0.08, "plays something else first, and takes it back")
    goes_away: float = _habit(0.003, "goes away for ten minutes in the middle of a turn")
    # ---- dice and button ----
    opponent_lifts: float = _habit(0.05, "the opponent picks up the dice of a finished play")
    presses_twice: float = _habit(0.05, "presses the button once more after the turn has ended")
    cocked: float = _habit(0.03, "throws cocked dice, and throws again")
    one_die: float = _habit(0.01, "one die falls from the cup, and then both are thrown")
    die_on_checker: float = _wrong_act(0.01, "a die lies on a checker, and both are thrown again")
    rethrow: float = _wrong_act(0.01, "picks up the dice before moving anything, and throws again")
    dice_knocked: float = _wrong_act(0.01, "knocks the dice, so that they show something else")
    grabs: float = _wrong_act(0.01, "the opponent picks up the dice too early, and lays them back")
    throws_early: float = _wrong_act(0.02, "throws own dice too early, where that does not count")
    # ---- wrong acts at the checkers ----
    wrong_player: float = _wrong_act(0.01, "the other player moves by the throw, and takes it back")
    before_throw: float = _wrong_act(0.01, "moves before throwing, and takes it back")
    knock: float = _wrong_act(0.01, "knocks the board, and restores it wrongly before rightly")
    misplaced: float = _wrong_act(0.15, "sets up one or two checkers on wrong points first")
    mirrored: float = _wrong_act(0.05, "sets up the board the other way round first")
    exchanged: float = _wrong_act(0.05, "sets up the board with the colours exchanged first")
    # ---- after a wrong play ----
    presses: float = _after_error(0.4, "presses the button again and again after a refusal")
    waits: float = _after_error(0.3, "waits after a refusal")
    lifts: float = _after_error(0.3, "picks up the dice after a refusal")
    throws: float = _after_error(0.2, "throws again after a refusal")
    touches: float = _after_error(0.3, "lifts checkers and puts them back after a refusal")

    def __post_init__(self) -> None:
        for one in fields(self):
            if not 0 <= (rate := getattr(self, one.name)) <= 1:
                raise ValueError(f"{one.name} must be between 0 and 1, not {rate}")

    def times(self, factor: float) -> EverydayHabits:
        """The same habits at this multiple of their rates, none above 1."""
        rates = {one.name: min(factor * getattr(self, one.name), 1.0) for one in fields(self)}
        return replace(self, **rates)


HUMAN = EverydayHabits()
"""The habits at their human rates."""
HABITS: Mapping[str, str] = MappingProxyType(
    {one.name: one.metadata["about"] for one in fields(EverydayHabits)}
)
"""Every habit by name, with what a player does."""
HABIT_KINDS: Mapping[str, HabitKind] = MappingProxyType(
    {one.name: one.metadata["kind"] for one in fields(EverydayHabits)}
)
"""The kind of each habit."""
_NEVER = dict.fromkeys(HABITS, 0.0)


def only(rates: Mapping[str, float | None]) -> EverydayHabits:
    """Only these habits, at these rates; None is the human rate. KeyError for an unknown one."""
    if unknown := rates.keys() - HABITS.keys():
        raise KeyError(*sorted(unknown))
    chosen = {name: getattr(HUMAN, name) if rate is None else rate for name, rate in rates.items()}
    return EverydayHabits(**{**_NEVER, **chosen})


@dataclass(frozen=True, slots=True)
class EverydayTemper:
    """The habits of everyday players, and the random generator that decides what they do."""

    habits: EverydayHabits
    rng: Random
    pace: float = 1.0
    """Factor by which the hands are slower than usual."""

    def decides(self, share: float) -> bool:
        """True, at random, with this probability."""
        return share > 0 and self.rng.random() < share

    def grab_seconds(self) -> float:
        """A random time in seconds between two checkers that are taken up together."""
        return round(self.rng.uniform(*GRAB), 3)

    def touch_seconds(self) -> float:
        """A random time in seconds for which a checker touches a point in passing."""
        return round(self.rng.uniform(*TOUCH), 3)

    def carry_seconds(self) -> float:
        """A random time in seconds for carrying a checker."""
        return round(self.pace * self.rng.uniform(0.2, 1.2), 3)

    def thinking_seconds(self) -> float:
        """A random time in seconds for thinking."""
        return round(self.pace * self.rng.uniform(0.6, 5.0), 3)

    @property
    def plain(self) -> Temperament:
        """A temperament without habits, for gestures at dice and buttons."""
        return Temperament(TIDY, self.rng)
