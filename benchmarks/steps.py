"""The time the referee takes for one signal, in legal results of a throw."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from benchmarks.referee_timing import TimedStep, collect_garbage, timed_steps
from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread
from benchmarks.table_matches import BOARDS, PlayedMatch, play_matches
from hardware.observations import Observation
from hardware.signals import DiceReading

COLUMNS = (
    "number", "mean µs", "median µs", "p99 µs", "worst µs", "p99 / legal", "worst / legal",
)  # fmt: skip
MOST = 10
"""Largest 99th percentile of the steps for observations, in mean legal results."""
OBSERVATION, DOUBLE, THROW, ANY = "observation", "of a double", "throw", "any signal"


def measure_steps(extent: Extent) -> Account:
    """Every signal of the matches, most of them on the usual board."""
    sizes = (extent.matches, *[extent.matches_elsewhere] * (len(BOARDS) - 1))
    sized = zip(BOARDS, sizes, strict=True)
    played = {board: play_matches(board, size, extent.max_gestures) for board, size in sized}
    collect_garbage()
    rounds = [{board: _round(played[board]) for board in BOARDS} for _ in range(extent.rounds)]
    lines, aims, notes = list[ResultLine](), list[Aim](), list[str]()
    for board in BOARDS:
        times = _Times([one[board] for one in rounds])
        lines += times.lines(board)
        aims.append(Aim(f"p99 of an {OBSERVATION} / legal, {board}", MOST, times.ratio))
        notes.append(f"{board}: {times.slowest}")
    return Account(
        title="One step of the referee",
        about=f"{extent.matches} matches on {BOARDS[0]}, {extent.matches_elsewhere} on each other "
        f"board; processor time, median of {extent.rounds} rounds for each signal",
        columns=COLUMNS,
        lines=lines,
        aims=aims,
        notes=notes,
    )


class _Round:
    """All times of one round, and their signals."""

    def __init__(self) -> None:
        self.kinds: list[frozenset[str]] = []
        self.steps: list[float] = []
        self.legal: list[float] = []
        self.where: list[str] = []

    def add(self, one: TimedStep, where: str) -> None:
        self.kinds.append(_kinds(one))
        self.steps.append(one.microseconds)
        self.where.append(f"{where}, {one.before.match.game.dice}")
        if one.legal is not None:
            self.legal.append(one.legal)


def _round(matches: Sequence[PlayedMatch]) -> _Round:
    found = _Round()
    for match, played in enumerate(matches, start=1):
        for number, one in enumerate(timed_steps(played), start=1):
            found.add(one, f"signal {number} of match {match}")
    return found


def _kinds(one: TimedStep) -> frozenset[str]:
    dice = one.before.match.game.dice
    kinds = {ANY}
    if isinstance(one.signal, Observation) and dice and not one.before.is_setting_up:
        kinds |= {OBSERVATION, DOUBLE} if dice.is_double else {OBSERVATION}
    if isinstance(one.signal, DiceReading) and one.legal is not None:
        kinds.add(THROW)
    return frozenset(kinds)


class _Times:
    """The times of several rounds, brought together signal by signal."""

    def __init__(self, rounds: Sequence[_Round]) -> None:
        self._kinds, self._where = rounds[0].kinds, rounds[0].where
        self._steps = [median(times) for times in zip(*(one.steps for one in rounds), strict=True)]
        legal = [median(times) for times in zip(*(one.legal for one in rounds), strict=True)]
        self._legal = Spread.of(legal)

    @property
    def ratio(self) -> float | None:
        observed = Spread.of(self._of(OBSERVATION))
        return observed.rare / self._legal.mean if observed and self._legal else None

    @property
    def slowest(self) -> str:
        """The observation that took longest."""
        found = [at for at, kinds in enumerate(self._kinds) if OBSERVATION in kinds]
        if not found:
            return "nothing observed"
        return f"slowest at {self._where[max(found, key=self._steps.__getitem__)]}"

    def lines(self, board: str) -> list[ResultLine]:
        kinds = (OBSERVATION, DOUBLE, THROW, ANY)
        spreads = [(f"{board}, {kind}", Spread.of(self._of(kind))) for kind in kinds]
        spreads.append((f"{board}, legal results", self._legal))
        return [ResultLine(name, self._values(spread)) for name, spread in spreads]

    def _of(self, kind: str) -> list[float]:
        return [
            spent for spent, kinds in zip(self._steps, self._kinds, strict=True) if kind in kinds
        ]

    def _values(self, spread: Spread | None) -> tuple[float | None, ...]:
        if spread is None or self._legal is None:
            return (None,) * len(COLUMNS)
        unit = self._legal.mean
        plain = (spread.size, spread.mean, spread.middle, spread.rare, spread.worst)
        return (*plain, spread.rare / unit, spread.worst / unit)
