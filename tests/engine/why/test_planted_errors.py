"""Errors planted into legal plays, in each way a person errs, get a reason that fits."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.backgammon.places import BAR
from engine.backgammon.position import Setup
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Why
from service.simulation.scenes import Scene, Table
from service.simulation.slips import SLIPS, Slip, When
from tests.rigs.oracles import pairs

RIGHT_OF_ALL, RIGHT_OF_A_KIND, RIGHT_OF_TWO = 0.99, 0.9, 0.97
"""How often the first reason must be the one the error was planted for."""
ODD_OF_ALL = 0.001
"""How often it may be one that nobody thought of."""
TRIES_OF_TWO = 12

Shares = dict[str, Counter[str]]
"""Of each kind of error, how often the first reason was right, honest as well, or odd."""


def scenes(every: int, seed: int) -> Iterator[Scene]:
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    for pair in pairs()[seed % every :: every]:
        yield Scene.of(pair.position, pair.dice, chance)


def first_reason(found: Setup | None, scene: Scene) -> Why | None:
    """What is told first of a planted board; None if it was not planted, or came out legal."""
    plays = scene.plays
    if found is None or (not found.faults() and found.position() in plays):
        return None
    return why_not(plays.position, plays.dice, found)[0].why


def shares(every: int, seed: int) -> Shares:
    """How each kind of error is told in some of the plays of the oracles."""
    counts: Shares = {slip.name: Counter() for slip in SLIPS}
    for scene in scenes(every, seed):
        for slip in SLIPS:
            if why := first_reason(slip.plant(scene), scene):
                told = "right" if why in slip.right else "also" if why in slip.also else "odd"
                counts[slip.name][told] += 1
    return counts


def share(count: Counter[str], told: str) -> float:
    return count[told] / count.total()


def check(counts: Shares) -> None:
    for name, count in counts.items():
        assert share(count, "right") >= RIGHT_OF_A_KIND, (name, count)
    of_all = sum(counts.values(), Counter[str]())
    assert share(of_all, "right") >= RIGHT_OF_ALL, of_all
    assert share(of_all, "odd") <= ODD_OF_ALL, of_all


def as_table(counts: Shares) -> str:
    rows = [
        f"{name:<48}{count.total():>7}{share(count, 'right'):>8.1%}{share(count, 'odd'):>8.2%}"
        for name, count in {**counts, "all": sum(counts.values(), Counter[str]())}.items()
    ]
    return "\n".join(["", f"{'planted':<48}{'boards':>7}{'right':>8}{'odd':>8}", *rows])


def told_of_two(every: int, seed: int) -> Counter[bool]:
    """How often the first reason fits one of two errors made at once, and how often neither."""
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    later = [slip for slip in SLIPS if slip.when is When.AFTERWARDS]
    fits: Counter[bool] = Counter()
    for scene in scenes(every, seed):
        for _ in range(TRIES_OF_TWO):
            first, second = chance.choice(SLIPS), chance.choice(later)
            right = fitting_two(first, second)
            if first is second or {Why.CHECKERS_MISSING, Why.CHECKERS_TOO_MANY} <= right:
                continue
            found = first.plant(scene, second)
            if found and (why := first_reason(found, scene)):
                waiting = found.mover[BAR] and scene.plays.position.bar.mover
                fits[why in right or bool(waiting and why is Why.STILL_ON_BAR)] += 1
    return fits


def fitting_two(first: Slip, second: Slip) -> frozenset[Why]:
    return first.right | first.also | second.right | second.also


def test_planted_errors_are_told_by_a_reason_that_fits() -> None:
    counts = shares(every=4, seed=1)
    assert all(count.total() for count in counts.values())
    check(counts)


def test_one_of_two_errors_made_at_once_is_told_first() -> None:
    fits = told_of_two(every=8, seed=2)
    assert fits[True] >= RIGHT_OF_TWO * fits.total(), fits


def test_a_play_made_before_the_throw_is_told_as_such() -> None:
    for scene in scenes(every=8, seed=3):
        table = Table(scene.plays.position)
        table.follow(scene.line)
        reasons = why_not(scene.plays.position, None, table.setup)
        assert bool(reasons) == bool(scene.line)
        assert not reasons or reasons[0].why is Why.MOVED_BEFORE_THROW


@pytest.mark.soak
def test_planted_errors_are_told_rightly_in_the_long_run(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Shares = {slip.name: Counter() for slip in SLIPS}
    for seed in range(soak_factor):
        for name, count in shares(every=1, seed=100 + seed).items():
            counts[name] += count
        assert told_of_two(every=1, seed=200 + seed)[True]
    with capsys.disabled():
        print(as_table(counts))  # noqa: T201 - asked for
    check(counts)
