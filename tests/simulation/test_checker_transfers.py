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


def misplaced(now: Position, wanted: Position) -> int:
    before, after = ((*each.setup.mover, *each.setup.other) for each in (now, wanted))
    return sum(max(more - less, 0) for more, less in zip(before, after, strict=True))


@pytest.mark.parametrize("kind", POSITION_KINDS)
def test_every_board_is_set_up_with_the_fewest_carries(kind: str) -> None:
    for seed, (position, _) in enumerate(random_turns(kind, 20)):
        now, wanted = ColouredSetup.of(position, DARK), ColouredSetup.of(START, LIGHT)
        observer = GestureObserver(position, DARK)
        gestures = list(set_up(now, wanted, temper(seed)))
        list(observer.watch(gestures))

        assert observer.setup == START.setup
        assert not observer.table.hand
        assert sum(isinstance(gesture, Lift) for gesture in gestures) == misplaced(position, START)


def test_planted_error_is_made_and_put_right() -> None:
    for seed, (position, _) in enumerate(random_turns("anywhere", 50)):
        right, wrong = (
            ColouredSetup.of(position, LIGHT),
            ColouredSetup(without(position.setup, seed % 26), LIGHT),
        )
        observer = GestureObserver(position, LIGHT)

        list(observer.watch(carry(right, wrong, temper(seed))))
        assert observer.setup == wrong.setup
        list(observer.watch(carry(wrong, right, temper(seed))))

        assert observer.setup == position.setup
        assert observer.most_in_hand <= 2


def test_a_missing_checker_waits_in_the_box() -> None:
    right, wrong = ColouredSetup.of(START, DARK), ColouredSetup(without(START.setup, 6), DARK)
    assert [errand.target for errand in find_transfers(right, wrong)] == [BOX]
    assert [errand.source for errand in find_transfers(wrong, right)] == [BOX]


def test_extra_checker_is_fetched_and_goes_to_the_box() -> None:
    right, wrong = ColouredSetup.of(START, LIGHT), ColouredSetup(without(START.setup, 5), LIGHT)
    assert Fetch(LIGHT) in list(carry(right, wrong, temper(1)))
    assert find_transfers(wrong, right) == [
        CheckerTransfer(find_transfers(wrong, right)[0].source, BOX, LIGHT)
    ]


def test_board_in_order_is_not_touched() -> None:
    board = ColouredSetup.of(START, LIGHT)
    assert not list(carry(board, board, temper(1)))
    assert not list(set_up(board, ColouredSetup.of(START, DARK), temper(1)))
