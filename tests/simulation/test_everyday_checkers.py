"""Everyday players' hands turn any board into any other, and leave no checker of another set."""

from random import Random

import pytest

from engine.backgammon.position import OFF, Setup
from hardware.checkers import Colour, tray
from hardware.drivers.simulated.simulated_table import BOX
from simulation.checker_transfers import ColouredSetup
from simulation.everyday_checkers import CheckerHands
from simulation.everyday_habits import EverydayTemper, only
from tests.rigs.simulation.gesture_observer import GestureObserver

LIGHT = Colour.LIGHT
BEARING_OFF = ColouredSetup(Setup((4, 3, 3, 0, 3, 2, *[0] * 20), (0, 5, 5, 5, *[0] * 22)), LIGHT)
"""A board on which Light has borne off four checkers."""


def hands_at(board: ColouredSetup, habit: str, seed: int) -> tuple[GestureObserver, CheckerHands]:
    observer = GestureObserver(board.setup.position(), board.colour)
    habits = only({habit: 1.0})
    return observer, CheckerHands(observer.table, EverydayTemper(habits, Random(seed)))  # noqa: S311


def carry(observer: GestureObserver, hands: CheckerHands, board: ColouredSetup) -> None:
    for gesture in hands.carry_to(board):
        observer.do(gesture)


@pytest.mark.parametrize("habit", ["box", "wrong_tray"])
@pytest.mark.parametrize("seed", range(5))
def test_checker_too_many_is_taken_away_wherever_others_were_borne_off(
    habit: str, seed: int
) -> None:
    observer, hands = hands_at(BEARING_OFF, habit, seed)
    more_off = BEARING_OFF.setup.mover
    one_off = Setup((more_off[OFF] + 1, more_off[1] - 1, *more_off[2:]), BEARING_OFF.setup.other)
    too_many = Setup((*one_off.mover[:6], one_off.mover[6] + 1, *one_off.mover[7:]), one_off.other)
    carry(observer, hands, ColouredSetup(one_off, LIGHT))
    carry(observer, hands, ColouredSetup(too_many, LIGHT))
    assert hands.setup(LIGHT).setup == too_many
    carry(observer, hands, ColouredSetup(one_off, LIGHT))
    off = [observer.table.count(place, LIGHT) for place in (*map(tray, Colour), BOX)]
    assert sum(off) == one_off.mover[OFF]
    assert not observer.table.extra_checkers
    assert hands.setup(LIGHT).setup == one_off
