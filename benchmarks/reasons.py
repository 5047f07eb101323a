"""The time the referee takes to find out what was done wrong, in legal results of a throw."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.referee_timing import TimedStep, collect_garbage, timed_steps
from benchmarks.study_results import Account, Extent, ResultLine, Spread
from benchmarks.table_matches import BOARDS, PlayedMatch, play_matches
from referee.effects import ReportVerdict
from referee.notice_contents import findings_of
from referee.notices import Notice
from referee.verdicts import Illegal

ERRORS = 0.3
"""Fraction of the turns that are played wrongly first."""
COLUMNS = ("number", "mean ms", "median ms", "p99 ms", "worst ms", "mean / legal", "worst / legal")


def measure_reasons(extent: Extent) -> Account:
    """Every still board of the matches that no legal play explains, on each board."""
    matches, most = extent.slow_matches, extent.max_gestures
    played = {board: play_matches(board, matches, most, ERRORS) for board in BOARDS}
    collect_garbage()
    rounds = [{board: [*_wrong(played[board])] for board in BOARDS} for _ in range(extent.rounds)]
    lines, notes = list[ResultLine](), list[str]()
    for board in BOARDS:
        found = [one[board] for one in rounds]
        line, note = _line(board, found)
        lines.append(line)
        notes.append(note)
    return Account(
        title="What was done wrong",
        about=f"{extent.slow_matches} matches, {ERRORS:.0%} of the turns played wrongly first; "
        f"processor time, median of {extent.rounds} rounds for each verdict",
        columns=COLUMNS,
        lines=lines,
        notes=notes,
    )


_Wrong = tuple[float | None, float | None, str]
"""The time (µs) of a verdict, or else that of a set of legal results, and its place."""


def _wrong(matches: tuple[PlayedMatch, ...]) -> Iterator[_Wrong]:
    for match, played in enumerate(matches, start=1):
        for number, one in enumerate(timed_steps(played), start=1):
            if one.legal is not None:
                yield None, one.legal, ""
            if _is_wrong(one):
                yield one.microseconds, None, f"signal {number} of match {match}"


def _is_wrong(one: TimedStep) -> bool:
    """True if this step worked out what was done wrong."""
    for effect in one.step.effects:
        match effect:
            case ReportVerdict(verdict=Illegal()):
                return True
        if isinstance(effect, Notice) and any(findings_of(effect)):
            return True
    return False


def _line(board: str, rounds: list[list[_Wrong]]) -> tuple[ResultLine, str]:
    steps, legal, where = list[float](), list[float](), list[str]()
    for times in zip(*rounds, strict=True):
        for kept, column in ((steps, 0), (legal, 1)):
            measured = [one[column] for one in times if isinstance(one[column], float)]
            if measured:
                kept.append(median(measured))
        where += [times[0][2]] if times[0][0] is not None else []
    spread, floor = Spread.of(steps), Spread.of(legal)
    if spread is None or floor is None:
        return ResultLine(board, (None,) * len(COLUMNS)), f"{board}: nothing was wrong"
    plain = (spread.mean, spread.middle, spread.rare, spread.worst)
    unit = floor.mean
    ratios = (spread.mean / unit, spread.worst / unit)
    slowest = where[steps.index(spread.worst)]
    values = (spread.size, *(one / 1000 for one in plain), *ratios)
    return ResultLine(board, values), f"{board}: slowest at {slowest}"
