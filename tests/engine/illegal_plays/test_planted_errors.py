"""Errors planted into legal plays, in each way a person errs, get a reason that fits."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import BAR, Setup
from simulation.slip_scenes import RulelessTable, SlipScene
from simulation.slips import SLIPS, Slip, SlipMoment
from tests.rigs.engine.reference_results import play_rows

RIGHT_OF_ALL, RIGHT_OF_A_KIND, RIGHT_OF_TWO = 0.99, 0.9, 0.97
"""The share of errors of which the first reason must be the one they were planted for."""
ODD_OF_ALL = 0.001
"""The share of errors of which the first reason may be an unexpected one."""
TRIES_OF_TWO = 12
"""The pairs of errors that are tried in each scene."""

Shares = dict[str, Counter[str]]
"""By kind of error, how often the first reason was right, justifiable, or odd."""


def scenes(every: int, seed: int) -> Iterator[SlipScene]:
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    for pair in play_rows()[seed % every :: every]:
        yield SlipScene.of(pair.position, pair.dice, chance)


def first_reason(found: Setup | None, scene: SlipScene) -> ReasonKind | None:
    """The first reason for a planted board; None if nothing was planted, or it came out legal."""
    plays = scene.plays
    if found is None or (not found.faults() and found.position() in plays):
        return None
    return find_reasons(plays.position, plays.dice, found)[0].why


def shares(every: int, seed: int) -> Shares:
    """The shares of each kind of error in some of the plays of the oracles."""
    counts: Shares = {slip.name: Counter() for slip in SLIPS}
    for scene in scenes(every, seed):
        for slip in SLIPS:
            if why := first_reason(slip.plant(scene), scene):
                fitting = {"right": slip.expected_reasons, "also": slip.accepted_reasons}
                verdict = next((how for how, whys in fitting.items() if why in whys), "odd")
                counts[slip.name][verdict] += 1
    return counts


def share(count: Counter[str], verdict: str) -> float:
    return count[verdict] / count.total()


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


def count_double_errors(every: int, seed: int) -> Counter[bool]:
    """The number of double errors of which the first reason fits one, and of which it fits none."""
    chance = Random(seed)  # noqa: S311 - errors, not secrets
    later = [slip for slip in SLIPS if slip.when is SlipMoment.AFTERWARDS]
    fits: Counter[bool] = Counter()
    for scene in scenes(every, seed):
        for _ in range(TRIES_OF_TWO):
            first, second = chance.choice(SLIPS), chance.choice(later)
            right = fitting_two(first, second)
            if (
                first is second
                or {ReasonKind.CHECKERS_MISSING, ReasonKind.CHECKERS_TOO_MANY} <= right
            ):
                continue
            found = first.plant(scene, second)
            if found and (why := first_reason(found, scene)):
                waiting = found.mover[BAR] and scene.plays.position.bar.mover
                fits[why in right or bool(waiting and why is ReasonKind.STILL_ON_BAR)] += 1
    return fits


def fitting_two(first: Slip, second: Slip) -> frozenset[ReasonKind]:
    return (
        first.expected_reasons
        | first.accepted_reasons
        | second.expected_reasons
        | second.accepted_reasons
    )


def test_planted_error_is_reported_with_a_fitting_reason() -> None:
    counts = shares(every=4, seed=1)
    assert all(count.total() for count in counts.values())
    check(counts)


def test_one_of_two_simultaneous_errors_is_reported_first() -> None:
    fits = count_double_errors(every=8, seed=2)
    assert fits[True] >= RIGHT_OF_TWO * fits.total(), fits


def test_play_made_before_the_throw_is_reported_as_such() -> None:
    for scene in scenes(every=8, seed=3):
        table = RulelessTable(scene.plays.position)
        table.follow(scene.line)
        reasons = find_reasons(scene.plays.position, None, table.setup)
        assert bool(reasons) == bool(scene.line)
        assert not reasons or reasons[0].why is ReasonKind.MOVED_BEFORE_THROW


@pytest.mark.soak
def test_planted_errors_are_reported_correctly_in_the_long_run(
    soak_factor: int, capsys: pytest.CaptureFixture[str]
) -> None:
    counts: Shares = {slip.name: Counter() for slip in SLIPS}
    for seed in range(soak_factor):
        for name, count in shares(every=1, seed=100 + seed).items():
            counts[name] += count
        assert count_double_errors(every=1, seed=200 + seed)[True]
    with capsys.disabled():
        print(as_table(counts))  # noqa: T201 - asked for
    check(counts)
