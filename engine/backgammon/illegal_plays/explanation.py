"""Finds the reasons: compares the board with those that legal steps and single errors lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import permutations
from typing import NamedTuple

from engine.backgammon.dice import Dice
from engine.backgammon.illegal_plays.play_reasons import (
    ERROR,
    MAX_PAIRED,
    Diagnosis,
    DisplacedCheckers,
    Reason,
    ReasonKind,
    SideCounts,
    diagnose_both_sides,
)
from engine.backgammon.moves.plays import LegalPlays, Numbers
from engine.backgammon.moves.steps import apply_step, checkers_behind, is_open, step_addends
from engine.backgammon.position import BAR, HOME, MOVER_BAR, MOVER_OFF, OFF, Position, Setup
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.sides import Side


def find_step_reason(
    counts: Sequence[int], left: Numbers, source: int, target: int
) -> Reason | None:
    """The rule that forbids a move from one place to another; None if it is legal."""
    if target > source:
        return Reason(ReasonKind.WRONG_DIRECTION, source=source, target=target)
    if counts[MOVER_BAR] and source != BAR:
        return _still_on_bar(counts, source, target)
    if target == OFF and (outside := _others_outside(counts, source)):
        return Reason(ReasonKind.NOT_ALL_HOME, source=source, target=OFF, points=outside)
    if ways := list(_ways(left, source, target)):
        return _most_useful({way: _obstacle(counts, source, target, way) for way in ways})
    if source == BAR and target <= HOME:
        return _entered_at_home(target)
    distance = source - target
    return Reason(ReasonKind.NO_DIE, source=source, target=target, count=distance, numbers=left)


def _ways(left: Numbers, source: int, target: int) -> Iterator[Numbers]:
    """Yields the numbers, in each order, that would carry a checker this far."""
    for many in range(1, len(left) + 1):
        for numbers in dict.fromkeys(permutations(left, many)):
            exact = sum(numbers) == source - target
            beyond = target == OFF and sum(numbers[:-1]) < source < sum(numbers)
            if exact or beyond:
                yield numbers


def _obstacle(counts: Sequence[int], source: int, target: int, numbers: Numbers) -> Reason | None:
    """The rule that stops a checker on its way by these numbers in order; None if none does."""
    at = source
    for number in numbers:
        if counts[MOVER_BAR] and at != BAR:
            return _still_on_bar(counts, source, target)
        landing = at - number
        if landing <= OFF:
            return _bear_off_obstacle(counts, source, at, number)
        if not is_open(counts, landing):
            return Reason(ReasonKind.POINT_BLOCKED, source=source, target=target, points=(landing,))
        counts = apply_step(counts, at, number)
        at = landing
    return None


def _bear_off_obstacle(counts: Sequence[int], source: int, at: int, number: int) -> Reason | None:
    """The rule against bearing off a checker from `at` with a number; None if it is legal."""
    if number > at and (behind := checkers_behind(counts, at)):
        kind = ReasonKind.CHECKER_BEHIND
        return Reason(kind, source=source, target=OFF, points=behind, numbers=(number,))
    return None


def _others_outside(counts: Sequence[int], source: int) -> tuple[int, ...]:
    """The places outside the home with checkers other than the one that moves from `source`."""
    outside = checkers_behind(counts, HOME)
    return tuple(place for place in outside if place != source or counts[source - 1] > 1)


def _most_useful(obstacles: Mapping[Numbers, Reason | None]) -> Reason | None:
    """The most useful obstacle on the shortest ways, with all its points; None if a way is free."""
    if not all(obstacles.values()):
        return None
    fewest = min(map(len, obstacles))
    found = [reason for way, reason in obstacles.items() if reason and len(way) == fewest]
    first = min(found, key=lambda reason: reason.why.rank)
    same = [reason.points for reason in found if reason.why is first.why]
    return replace(first, points=tuple(dict.fromkeys(point for points in same for point in points)))


def _still_on_bar(counts: Sequence[int], source: int, target: int) -> Reason:
    return Reason(ReasonKind.STILL_ON_BAR, source=source, target=target, count=counts[MOVER_BAR])


def _entered_at_home(target: int) -> Reason:
    return Reason(ReasonKind.ENTERED_AT_HOME, source=BAR, target=target)


MAX_PASSING = 1
"""The number of checkers that a candidate may have on places they can only have passed."""


class PartialPlay(NamedTuple):
    """A board reached by legal steps, and its difference from the board found."""

    counts: Sequence[int]
    left: Numbers
    """The numbers not yet played."""
    displaced: int
    """The number of its checkers that were found elsewhere."""
    passing: int = 0
    """The number of its checkers on places where none was before and none was found."""

    @property
    def position(self) -> Position:
        return Position.trusted(tuple(self.counts))


class _CountsFound(NamedTuple):
    """The mover's checkers as found, and the fewest and most on each place before or now."""

    now: SideCounts
    fewest: SideCounts
    most: SideCounts


def find_partial_plays(
    position: Position, numbers: Numbers, found: SideCounts
) -> list[PartialPlay]:
    """The candidates for the counts found, those that explain most of them first."""
    before = position.setup.mover
    seen = _CountsFound(found, tuple(map(min, before, found)), tuple(map(max, before, found)))
    displaced = len(DisplacedCheckers.between(before, found).lacking)
    start = PartialPlay(position.counts, numbers, displaced)
    return sorted(_continuations(start, seen, BAR), key=lambda play: play.displaced)


def _continuations(play: PartialPlay, seen: _CountsFound, last: int) -> Iterator[PartialPlay]:
    """Yields this candidate and all that follow by steps from `last` or places nearer home."""
    if play.passing <= MAX_PASSING:
        yield play
    for die in dict.fromkeys(play.left):
        for source in step_addends(play.counts, die):
            if source <= last and play.counts[source - 1] > seen.fewest[source]:
                after = _after_step(play, source, die, seen)
                if after.passing <= len(after.left) + MAX_PASSING:
                    yield from _continuations(after, seen, source)


def _after_step(play: PartialPlay, source: int, die: int, seen: _CountsFound) -> PartialPlay:
    """The candidate after one more step."""
    counts = apply_step(play.counts, source, die)
    target = max(source - die, OFF)
    here = play.counts[source - 1]
    there = counts[target - 1] if target else counts[MOVER_OFF]
    at = play.left.index(die)
    return PartialPlay(
        counts,
        play.left[:at] + play.left[at + 1 :],
        play.displaced - (here > seen.now[source]) + (there > seen.now[target]),
        play.passing - (here > seen.most[source]) + (there > seen.most[target]),
    )


MAX_PIPS = 7
"""The farthest likely move by one die: the highest number, and one pip miscounted."""
PLAYED_BY_OTHER_SIDE = Reason(ReasonKind.PLAYED_BY_OTHER_SIDE, Side.OTHER)
LEGAL_MOVE = Diagnosis(1000)
"""The diagnosis of a legal move; another candidate, on which it was legally played, explains it."""


def find_reasons(
    position: Position, dice: Dice | None, board: Setup, rulebook: Rulebook = TOURNAMENT
) -> tuple[Reason, ...]:
    """The reasons why this board is not a legal result, most useful first; empty if it is one.

    The board is seen by the mover. Without dice, no checker should have moved at all.
    """
    if dice is None:
        return ranked_reasons(diagnose_move_before_throw(position, board))
    plays = LegalPlays(position, dice, rulebook)
    if _is_play_of_other_side(plays, board):
        return (PLAYED_BY_OTHER_SIDE,)
    return ranked_reasons(diagnose(plays, board))


def _is_play_of_other_side(plays: LegalPlays, board: Setup) -> bool:
    """True if the other side has played the throw, and the mover has not moved."""
    other = plays.position.setup.other
    if board.other == other or board.faults() or board.position() in plays:
        return False
    result = board.mirrored.position()
    return result in LegalPlays(plays.position.mirrored, plays.dice, plays.rulebook)


def diagnose(plays: LegalPlays, board: Setup) -> Diagnosis:
    """The cheapest diagnosis of a board; without weight and reasons if the board is legal."""
    if not board.faults() and board.position() in plays:
        return Diagnosis()
    return _best_diagnosis(plays, plays.position.setup, board)


def diagnose_move_before_throw(position: Position, board: Setup) -> Diagnosis:
    """The diagnosis of a board where no checker should have moved at all."""
    before = position.setup
    return diagnose_both_sides(before, before, board, _diagnose_early_move)


def ranked_reasons(diagnosis: Diagnosis) -> tuple[Reason, ...]:
    """The reasons of a diagnosis, each once, most useful first."""
    counted = [
        replace(reason, others=times - 1) if reason.target is not None else reason
        for reason, times in Counter(diagnosis.reasons).items()
    ]
    return tuple(sorted(counted, key=lambda reason: reason.why.rank))


def _best_diagnosis(plays: LegalPlays, before: Setup, board: Setup) -> Diagnosis:
    """The cheapest diagnosis of all candidates, or of the first if many checkers are displaced."""
    candidates = find_partial_plays(plays.position, plays.dice.numbers, board.mover)
    if candidates[0].displaced > MAX_PAIRED:
        candidates = candidates[:1]
    best = LEGAL_MOVE
    for play in sorted(candidates, key=lambda play: _lower_bound(plays, play).cost):
        if _lower_bound(plays, play).cost > best.cost:
            break
        best = min(best, _diagnose_from(plays, play, before, board), key=lambda one: one.cost)
    return best


def _lower_bound(plays: LegalPlays, play: PartialPlay) -> Diagnosis:
    """A lower bound for the diagnoses of this candidate, as if all errors were likely ones."""
    return Diagnosis(ERROR * play.displaced + play.passing, played=_count_played(plays, play))


def _diagnose_from(plays: LegalPlays, play: PartialPlay, before: Setup, board: Setup) -> Diagnosis:
    """The diagnosis of a board if the player came as far as this candidate by the rules."""
    judge = cache(partial(_judge, play, before.mover[BAR] - play.counts[MOVER_BAR]))
    expected = play.position.setup
    diagnosis = diagnose_both_sides(before, expected, board, judge)
    displaced = DisplacedCheckers.between(expected.mover, board.mover)
    diagnosis += _diagnose_end(plays, play, displaced)
    return diagnosis + Diagnosis(play.passing, played=_count_played(plays, play))


def _judge(play: PartialPlay, entered: int, source: int, target: int) -> Diagnosis:
    """The diagnosis of a move from a candidate: the broken rule, and how unlikely the error is.

    So many checkers have `entered` by the steps of the candidate.
    """
    if entered and source + target == BAR and target <= HOME:
        # The number of the die was counted from the wrong end of the board.
        return Diagnosis(ERROR, (_entered_at_home(target),))
    reason = find_step_reason(play.counts, play.left, source, target)
    if reason is None:
        return LEGAL_MOVE
    if reason.why is ReasonKind.ENTERED_AT_HOME:
        return Diagnosis(ERROR + (target not in play.left), (reason,))
    pips, left = source - target, play.left
    backwards = pips < 0
    likely = pips <= MAX_PIPS * max(len(left), 1)
    if backwards:
        likely = -pips < MAX_PIPS or target == BAR
    return Diagnosis(ERROR + backwards + (not likely), (reason,))


def _diagnose_early_move(source: int, target: int) -> Diagnosis:
    backwards = target > source
    reason = Reason(ReasonKind.MOVED_BEFORE_THROW, source=source, target=target)
    return Diagnosis(ERROR + backwards, (reason,))


def _diagnose_end(plays: LegalPlays, play: PartialPlay, displaced: DisplacedCheckers) -> Diagnosis:
    """The diagnosis of a play that stops too soon or goes wrong at once, if no move is to blame."""
    if (displaced.lacking and displaced.extra) or play.position in plays:
        return Diagnosis()
    weight = 0 if displaced.lacking or displaced.extra else ERROR
    return Diagnosis(weight, (_still_to_play(plays, play),))


def _still_to_play(plays: LegalPlays, play: PartialPlay) -> Reason:
    """The reason that names the numbers which should have been played."""
    numbers, left, played = plays.dice.numbers, play.left, _count_played(plays, play)
    if play.counts[MOVER_BAR] and any(step_addends(play.counts, die) for die in left):
        return Reason(ReasonKind.STILL_ON_BAR, count=play.counts[MOVER_BAR], numbers=left)
    if plays.dice.is_double:
        possible = played + _count_playable(play.counts, left)
        return Reason(ReasonKind.MORE_OF_DOUBLE, count=played, numbers=numbers[:possible])
    if plays.required == len(numbers):
        return Reason(ReasonKind.BOTH_DICE, count=played, numbers=numbers)
    playable = tuple(sorted({step.die for step in plays.first_steps}, reverse=True))
    kind = ReasonKind.LARGER_DIE if played else ReasonKind.NUMBER_PLAYABLE
    return Reason(kind, count=played, numbers=playable)


def _count_played(plays: LegalPlays, play: PartialPlay) -> int:
    return len(plays.dice.numbers) - len(play.left)


def _count_playable(counts: Sequence[int], left: Numbers) -> int:
    """The number of numbers of a double that can still be played; its steps never block another."""
    for played, die in enumerate(left):
        sources = step_addends(counts, die)
        if not sources:
            return played
        counts = apply_step(counts, next(iter(sources)), die)
    return len(left)
