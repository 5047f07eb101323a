"""Lines of steps from a position to a play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.moves.steps import BLOT, CheckerStep, apply_step, pack_counts, step_addends
from engine.backgammon.position import BAR, Position

CheckerCounts = Sequence[int]


def line_to(before: Position, dice: Dice, play: Position, rng: Random) -> StepSequence | None:
    """A line to a play of this throw; None if no steps lead there."""
    if play == before:
        return ()
    if dice.is_double:
        return _double_line(before, dice.high, play, rng)
    if lines := list(_lines_of_two(before, dice, play)):
        return rng.choice(lines)
    return next(_lines_of_one(before, dice, play), None)


def other_line(
    plays: LegalPlays, line: StepSequence, rng: Random
) -> tuple[int, StepSequence] | None:
    """The number of steps of a line to keep, and other steps to take after them.

    None if chance finds no steps that lead elsewhere.
    """
    kept = rng.randrange(len(line))
    counts = after_line(plays.position.counts, line[:kept])
    if not kept:
        other = rng.choice(list(plays))
        steps = line_to(plays.position, plays.dice, other, rng)
    else:
        steps = _any_steps(counts, [step.die for step in line[kept:]], rng)
    if not steps or after_line(counts, steps) == after_line(counts, line[kept:]):
        return None
    return kept, steps


def after_line(counts: CheckerCounts, line: StepSequence) -> list[int]:
    """The counts after these steps."""
    after = list(counts)
    for step in line:
        after = apply_step(after, step.source, step.die)
    return after


def _any_steps(counts: CheckerCounts, dice: Sequence[int], rng: Random) -> StepSequence | None:
    """Random steps by all these numbers; None if no step by one of them is possible."""
    line = []
    for die in dice:
        if not (possible := list(step_addends(counts, die))):
            return None
        line.append(_step(counts, rng.choice(possible), die))
        counts = apply_step(counts, line[-1].source, die)
    return tuple(line)


def _step(counts: CheckerCounts, source: int, die: int) -> CheckerStep:
    return CheckerStep(source, die, source > die and counts[source - die - 1] == BLOT)


def _lines_of_two(before: Position, dice: Dice, play: Position) -> Iterator[StepSequence]:
    counts, board, goal = before.counts, pack_counts(before.counts), pack_counts(play.counts)
    left = [at for at in range(1, BAR + 1) if counts[at - 1] > max(play.counts[at - 1], 0)]
    for die, then in ((dice.high, dice.low), (dice.low, dice.high)):
        worth_trying = {*left, *(place - then for place in left)}
        for source, add in step_addends(counts, die).items():
            if source not in worth_trying:
                continue
            after = apply_step(counts, source, die)
            for last, more in step_addends(after, then).items():
                if board + add + more == goal:
                    yield _step(counts, source, die), _step(after, last, then)


def _lines_of_one(before: Position, dice: Dice, play: Position) -> Iterator[StepSequence]:
    """The line of one step, by the larger number first where either bears a checker off."""
    counts = before.counts
    missing = pack_counts(play.counts) - pack_counts(counts)
    for die in (dice.high, dice.low):
        for source, add in step_addends(counts, die).items():
            if add == missing:
                yield (_step(counts, source, die),)


def _double_line(before: Position, die: int, play: Position, rng: Random) -> StepSequence | None:
    """The line of a double; as many steps leave a place as reach it, plus its loss of checkers."""
    counts, goal = before.counts, play.counts
    leaving: dict[int, int] = {}
    for place in range(BAR, 0, -1):
        fewer = max(counts[place - 1], 0) - max(goal[place - 1], 0)
        if (many := fewer + leaving.get(place + die, 0)) < 0:
            return None
        if many:
            leaving[place] = many
    line = _in_some_order(counts, die, leaving, rng)
    return line if line is not None and tuple(after_line(counts, line)) == goal else None


def _in_some_order(
    counts: CheckerCounts, die: int, leaving: dict[int, int], rng: Random
) -> StepSequence | None:
    line = []
    for _ in range(sum(leaving.values())):
        possible = [source for source in step_addends(counts, die) if leaving.get(source)]
        if not possible:
            return None
        source = rng.choice(possible)
        leaving[source] -= 1
        line.append(_step(counts, source, die))
        counts = apply_step(counts, source, die)
    return tuple(line)
