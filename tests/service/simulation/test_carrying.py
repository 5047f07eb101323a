"""Any board becomes any other with as few carries as can be."""

from random import Random

import pytest

from engine.backgammon.position import START, Position, Setup
from hardware.checkers import Colour
from hardware.drivers.simulated.table import BOX
from service.simulation.carrying import Board, Errand, carried, errands, set_up
from service.simulation.gestures import Fetch, Lift
from service.simulation.habits import PEOPLE, Habits, Temper
from tests.rigs.onlooker import Onlooker
from tests.rigs.placements import KINDS, strewn

LIGHT, DARK = Colour.LIGHT, Colour.DARK


def temper(seed: int, habits: Habits = PEOPLE) -> Temper:
    return Temper(habits, Random(seed))  # noqa: S311 - hands, not secrets


def without(setup: Setup, place: int) -> Setup:
    """The same with one of the mover's checkers fewer, or one more where there is none."""
    mover = list(setup.mover)
    mover[place] += -1 if mover[place] else 1
    return Setup(tuple(mover), setup.other)


def strays(now: Position, wanted: Position) -> int:
    pairs = zip(
        (*now.setup.mover, *now.setup.other),
        (*wanted.setup.mover, *wanted.setup.other),
        strict=True,
    )
    return sum(max(more - less, 0) for more, less in pairs)


@pytest.mark.parametrize("kind", KINDS)
def test_every_board_is_set_up_with_the_fewest_carries(kind: str) -> None:
    for seed, (position, _) in enumerate(strewn(kind, 20)):
        now, wanted = Board.of(position, DARK), Board.of(START, LIGHT)
        onlooker = Onlooker(position, DARK)
        gestures = list(set_up(now, wanted, temper(seed)))
        list(onlooker.watch(gestures))

        assert onlooker.setup == START.setup
        assert not onlooker.table.hand
        assert sum(isinstance(did, Lift) for did in gestures) == strays(position, START)


def test_a_board_is_put_wrong_and_right_again() -> None:
    for seed, (position, _) in enumerate(strewn("anywhere", 50)):
        right, wrong = Board.of(position, LIGHT), Board(without(position.setup, seed % 26), LIGHT)
        onlooker = Onlooker(position, LIGHT)

        list(onlooker.watch(carried(right, wrong, temper(seed))))
        assert onlooker.setup == wrong.setup
        list(onlooker.watch(carried(wrong, right, temper(seed))))

        assert onlooker.setup == position.setup
        assert onlooker.most_in_hand <= 2


def test_a_missing_checker_waits_in_the_box() -> None:
    right, wrong = Board.of(START, DARK), Board(without(START.setup, 6), DARK)
    assert [errand.target for errand in errands(right, wrong)] == [BOX]
    assert [errand.source for errand in errands(wrong, right)] == [BOX]


def test_one_too_many_comes_from_nowhere() -> None:
    right, wrong = Board.of(START, LIGHT), Board(without(START.setup, 5), LIGHT)
    assert Fetch(LIGHT) in list(carried(right, wrong, temper(1)))
    assert errands(wrong, right) == [Errand(errands(wrong, right)[0].source, BOX, LIGHT)]


def test_where_everything_lies_right_nothing_is_touched() -> None:
    board = Board.of(START, LIGHT)
    assert not list(carried(board, board, temper(1)))
    assert not list(set_up(board, Board.of(START, DARK), temper(1)))
