"""Why one checker could not go from here to there with the numbers left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from engine.backgammon.moves.steps import after_step, is_open, stragglers
from engine.backgammon.moves.tree import Numbers
from engine.backgammon.places import BAR, HOME, MOVER_BAR, OFF
from engine.backgammon.why.reasons import Reason, Why


def why_no_step(counts: Sequence[int], left: Numbers, source: int, target: int) -> Reason | None:
    """The rule in the way of a checker that went from one place to another; None if none is."""
    if target > source:
        return Reason(Why.WRONG_DIRECTION, source=source, target=target)
    if counts[MOVER_BAR] and source != BAR:
        return _still_on_bar(counts, source, target)
    if target == OFF and (outside := _others_outside(counts, source)):
        return Reason(Why.NOT_ALL_HOME, source=source, target=OFF, points=outside)
    if ways := list(_ways(left, source, target)):
        return _together({way: _obstacle(counts, source, target, way) for way in ways})
    distance = source - target
    return Reason(Why.NO_DIE, source=source, target=target, count=distance, numbers=left)


def _ways(left: Numbers, source: int, target: int) -> Iterator[Numbers]:
    """The numbers, in each order, that would carry a checker this far."""
    for many in range(1, len(left) + 1):
        for numbers in dict.fromkeys(permutations(left, many)):
            exact = sum(numbers) == source - target
            beyond = target == OFF and sum(numbers[:-1]) < source < sum(numbers)
            if exact or beyond:
                yield numbers


def _obstacle(counts: Sequence[int], source: int, target: int, numbers: Numbers) -> Reason | None:
    """What stops a checker that takes these numbers one after the other; None if nothing does."""
    at = source
    for number in numbers:
        if counts[MOVER_BAR] and at != BAR:
            return _still_on_bar(counts, source, target)
        landing = at - number
        if landing <= OFF:
            return _why_not_off(counts, source, at, number)
        if not is_open(counts, landing):
            return Reason(Why.POINT_BLOCKED, source=source, target=target, points=(landing,))
        counts = after_step(counts, at, number)
        at = landing
    return None


def _why_not_off(counts: Sequence[int], source: int, at: int, number: int) -> Reason | None:
    """What stops a checker that has come to this point from being borne off with a number."""
    if number > at and (behind := stragglers(counts, at)):
        numbers = (number,)
        return Reason(Why.CHECKER_BEHIND, source=source, target=OFF, points=behind, numbers=numbers)
    return None


def _others_outside(counts: Sequence[int], source: int) -> tuple[int, ...]:
    """Where outside the home a checker stands that is not the one from here."""
    outside = stragglers(counts, HOME)
    return tuple(place for place in outside if place != source or counts[source - 1] > 1)


def _together(obstacles: Mapping[Numbers, Reason | None]) -> Reason | None:
    """The most useful obstacle on the shortest ways, with all its points; None if a way is open."""
    if not all(obstacles.values()):
        return None
    fewest = min(map(len, obstacles))
    found = [reason for way, reason in obstacles.items() if reason and len(way) == fewest]
    first = min(found, key=lambda reason: reason.why.rank)
    same = [reason.points for reason in found if reason.why is first.why]
    return replace(first, points=tuple(dict.fromkeys(point for points in same for point in points)))


def _still_on_bar(counts: Sequence[int], source: int, target: int) -> Reason:
    return Reason(Why.STILL_ON_BAR, source=source, target=target, count=counts[MOVER_BAR])
