"""Any board becomes any other with the fewest carries."""

from random import Random

import pytest

from engine.backgammon.position import START, Position, Setup
from hardware.checkers import Colour
from hardware.drivers.simulated.simulated_table import BOX
from simulation.checker_transfers import (
    CheckerTransfer,
    ColouredSetup,
    carry,
    find_transfers,
    set_up,
)
from simulation.gestures import Fetch, Lift
from simulation.habits import PEOPLE, Habits, Temperament
from tests.rigs.engine.random_positions import POSITION_KINDS, random_turns
from tests.rigs.simulation.gesture_observer import GestureObserver

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def temper(seed: int, habits: Habits = PEOPLE) -> Temperament:
    return Temperament(habits, Random(seed))  # noqa: S311 - hands, not secrets


def without(setup: Setup, place: int) -> Setup:
    """The same with one of the mover's checkers fewer, or one more where there is none."""
    mover = list(setup.mover)
    mover[place] += -1 if mover[place] else 1
    return Setup(tuple(mover), setup.other)


def strays(now: Position, wanted: Position) -> int:
    before, after = ((*it.setup.mover, *it.setup.other) for it in (now, wanted))
    return sum(max(more - less, 0) for more, less in zip(before, after, strict=True))


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_every_board_is_set_up_with_the_fewest_carries(kind: str) -> None:
    for seed, (position, _) in enumerate(random_turns(kind, 20)):
        now, wanted = ColouredSetup.of(position, DARK), ColouredSetup.of(START, LIGHT)
        onlooker = GestureObserver(position, DARK)
        gestures = list(set_up(now, wanted, temper(seed)))
        list(onlooker.watch(gestures))

        assert onlooker.setup == START.setup
        assert not onlooker.table.hand
        assert sum(isinstance(did, Lift) for did in gestures) == strays(position, START)


def test_a_board_is_put_wrong_and_right_again() -> None:
    for seed, (position, _) in enumerate(random_turns("anywhere", 50)):
        right, wrong = (
            ColouredSetup.of(position, LIGHT),
            ColouredSetup(without(position.setup, seed % 26), LIGHT),
        )
        onlooker = GestureObserver(position, LIGHT)

        list(onlooker.watch(carry(right, wrong, temper(seed))))
        assert onlooker.setup == wrong.setup
        list(onlooker.watch(carry(wrong, right, temper(seed))))

        assert onlooker.setup == position.setup
        assert onlooker.most_in_hand <= 2


def test_a_missing_checker_waits_in_the_box() -> None:
    right, wrong = ColouredSetup.of(START, DARK), ColouredSetup(without(START.setup, 6), DARK)
    assert [errand.target for errand in find_transfers(right, wrong)] == [BOX]
    assert [errand.source for errand in find_transfers(wrong, right)] == [BOX]


def test_one_too_many_comes_from_nowhere() -> None:
    right, wrong = ColouredSetup.of(START, LIGHT), ColouredSetup(without(START.setup, 5), LIGHT)
    assert Fetch(LIGHT) in list(carry(right, wrong, temper(1)))
    assert find_transfers(wrong, right) == [
        CheckerTransfer(find_transfers(wrong, right)[0].source, BOX, LIGHT)
    ]


def test_nothing_is_touched_where_everything_lies_right() -> None:
    board = ColouredSetup.of(START, LIGHT)
    assert not list(carry(board, board, temper(1)))
    assert not list(set_up(board, ColouredSetup.of(START, DARK), temper(1)))
