"""Measures contestants against one another, in turns, so that the ratios hold on a busy machine."""

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any


@dataclass(frozen=True, slots=True)
class Contestant:
    """A solver of the task: `run` is called once for each item, and only that is timed."""

    name: str
    items: Sequence[Any]
    run: Callable[[Any], object]
    answers: Callable[[], Iterable[object]] | None = None
    """One answer for each piece of work, comparable to those expected; None if not comparable."""


@dataclass(frozen=True, slots=True)
class Target:
    """The factor by which ours is to be faster than a rival."""

    times: float
    rival: str


@dataclass(frozen=True, slots=True)
class Group:
    """Contestants that do the same work, and what is expected of them."""

    title: str
    unit: str
    about: str
    """One line about the work."""
    ours: str
    """The contestant that the others are compared with."""
    contestants: Sequence[Contestant]
    size: int
    """Number of pieces of work in one pass over a contestant's items."""
    expected: Sequence[object] = ()
    """The right answer for each, where there is one."""
    absent: Mapping[str, str] = field(default_factory=dict)
    """The contestants that cannot take part here, each with the reason."""
    targets: Sequence[Target] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of one contestant."""

    per_second: float
    """Pieces of work in a second of processor time, in the best round."""
    agreed: int | None
    """Number of its answers that are the expected ones; None if they are not comparable."""


def measure(group: Group, *, rounds: int, seconds: float) -> dict[str, Figures]:
    """The figures of every contestant, each given this much processor time in every round."""
    agreed = {
        contestant.name: _count_correct(contestant, group) for contestant in group.contestants
    }
    best = dict.fromkeys(agreed, 0.0)
    gc.collect()
    gc.freeze()
    for turn in range(rounds):
        for contestant in group.contestants if turn % 2 else reversed(group.contestants):
            passes = _passes_per_second(contestant, seconds)
            best[contestant.name] = max(best[contestant.name], passes * group.size)
    gc.unfreeze()
    return {name: Figures(best[name], agreed[name]) for name in best}


def _count_correct(contestant: Contestant, group: Group) -> int | None:
    """Warms the contestant up, and counts the answers that are as expected."""
    _passes_per_second(contestant, 0)
    if contestant.answers is None:
        return None
    return sum(map(_same, contestant.answers(), group.expected))


def _same(answer: object, expected: object) -> bool:
    return answer == expected


def _passes_per_second(contestant: Contestant, seconds: float) -> float:
    """Goes through all items, again and again until the time is up."""
    items, run = contestant.items, contestant.run
    passes = 0
    start = process_time()
    while True:
        for item in items:
            run(item)
        passes += 1
        spent = process_time() - start
        if spent >= seconds and spent:
            return passes / spent
