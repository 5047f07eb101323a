"""Steps that lead from a position to a play, in any order in which somebody may take them.

Every step is one the rules allow, and every board on the way is on the way to a legal play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.backgammon.dice import Dice
from engine.backgammon.moves.packed import pack_counts
from engine.backgammon.moves.plays import LegalPlays, Line
from engine.backgammon.moves.steps import BLOT, Step, additions, after_step
from engine.backgammon.places import BAR
from engine.backgammon.position import Position

Counts = Sequence[int]


def line_to(before: Position, dice: Dice, play: Position, chance: Random) -> Line | None:
    """Some line to a play of this throw; None if no steps lead there."""
    if play == before:
        return ()
    if dice.is_double:
        return _line_of_double(before, dice.high, play, chance)
    if lines := list(_lines_of_two(before, dice, play)):
        return chance.choice(lines)
    return next(_lines_of_one(before, dice, play), None)


def other_line(plays: LegalPlays, line: Line, chance: Random) -> tuple[int, Line] | None:
    """How many steps of a line somebody keeps, and the steps he takes after them instead."""
    kept = chance.randrange(len(line))
    counts = after_line(plays.position.counts, line[:kept])
    if not kept:
        other = chance.choice(list(plays))
        steps = line_to(plays.position, plays.dice, other, chance)
    else:
        steps = _any_steps(counts, [step.die for step in line[kept:]], chance)
    if not steps or after_line(counts, steps) == after_line(counts, line[kept:]):
        return None
    return kept, steps


def after_line(counts: Counts, line: Line) -> list[int]:
    """The counts after these steps."""
    after = list(counts)
    for step in line:
        after = after_step(after, step.source, step.die)
    return after


def _any_steps(counts: Counts, dice: Sequence[int], chance: Random) -> Line | None:
    """Some steps by all these numbers; None if chance leads to none."""
    line = []
    for die in dice:
        if not (possible := list(additions(counts, die))):
            return None
        line.append(_step(counts, chance.choice(possible), die))
        counts = after_step(counts, line[-1].source, die)
    return tuple(line)


def _step(counts: Counts, source: int, die: int) -> Step:
    return Step(source, die, source > die and counts[source - die - 1] == BLOT)


def _left_by(before: Counts, after: Counts) -> list[int]:
    """The places where the mover has fewer checkers then."""
    return [
        place
        for place in range(1, BAR + 1)
        if before[place - 1] > 0 and before[place - 1] > max(after[place - 1], 0)
    ]


def _lines_of_two(before: Position, dice: Dice, play: Position) -> Iterator[Line]:
    counts, board, goal = before.counts, pack_counts(before.counts), pack_counts(play.counts)
    left = _left_by(counts, play.counts)
    for die, then in ((dice.high, dice.low), (dice.low, dice.high)):
        worth_trying = {*left, *(place - then for place in left)}
        for source, add in additions(counts, die).items():
            if source not in worth_trying:
                continue
            after = after_step(counts, source, die)
            for last, more in additions(after, then).items():
                if board + add + more == goal:
                    yield _step(counts, source, die), _step(after, last, then)


def _lines_of_one(before: Position, dice: Dice, play: Position) -> Iterator[Line]:
    """The line of one step, by the larger number first where either bears a checker off."""
    counts = before.counts
    missing = pack_counts(play.counts) - pack_counts(counts)
    for die in (dice.high, dice.low):
        for source, add in additions(counts, die).items():
            if add == missing:
                yield (_step(counts, source, die),)


def _line_of_double(before: Position, die: int, play: Position, chance: Random) -> Line | None:
    """Each place is left by as many steps as come to it, and as its count goes down besides."""
    counts, goal = before.counts, play.counts
    leaving: dict[int, int] = {}
    for place in range(BAR, 0, -1):
        fewer = max(counts[place - 1], 0) - max(goal[place - 1], 0)
        if (many := fewer + leaving.get(place + die, 0)) < 0:
            return None
        if many:
            leaving[place] = many
    line = _in_some_order(counts, die, leaving, chance)
    return line if line is not None and tuple(after_line(counts, line)) == goal else None


def _in_some_order(
    counts: Counts, die: int, leaving: dict[int, int], chance: Random
) -> Line | None:
    line = []
    for _ in range(sum(leaving.values())):
        possible = [source for source in additions(counts, die) if leaving.get(source)]
        if not possible:
            return None
        source = chance.choice(possible)
        leaving[source] -= 1
        line.append(_step(counts, source, die))
        counts = after_step(counts, source, die)
    return tuple(line)
