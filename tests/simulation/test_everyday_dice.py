"""Everyday players mishandle dice, and what counts lies there in the end."""

from collections.abc import Iterable
from random import Random

import pytest

from engine.backgammon.dice import Dice
from hardware.checkers import Colour
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.signals import DiceState
from simulation.everyday_dice import EverydayDice
from simulation.everyday_habits import EverydayTemper, only
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import Gesture, Mark, SettleDice, WrongActBegins, WrongActMended

THROWN = Dice(5, 2)


def hands(habit: str, seed: int = 0) -> EverydayDice:
    return EverydayDice(EverydayTemper(only({habit: 1.0}), Random(seed)))  # noqa: S311 - hands


def performed(
    doing: Iterable[Gesture | Mark], owner: Colour | None = None
) -> tuple[SimulatedDice, list[Gesture | Mark]]:
    """The dice after these gestures, and everything that was done."""
    dice = SimulatedDice("dice", SimulatedClock(), owner)
    performer, done = GesturePerformer.at(None, [dice]), list[Gesture | Mark]()
    for item in doing:
        done.append(item)
        if not isinstance(item, Mark):
            performer.perform(item)
    return dice, done


@pytest.mark.parametrize("habit", ["cocked", "one_die", "die_on_checker", "gaps"])
def test_numbers_that_count_lie_there_in_the_end(habit: str) -> None:
    dice, done = performed(hands(habit).throw((5, 2), None))

    assert (dice.reading().state, dice.reading().numbers) == (DiceState.SETTLED, (5, 2))
    throws = sum(isinstance(item, SettleDice) for item in done)
    assert throws == (2 if habit in ("one_die", "die_on_checker") else 1)


@pytest.mark.parametrize("habit", ["rethrow", "dice_knocked"])
def test_mishandled_dice_are_marked_from_the_beginning_to_the_end(habit: str) -> None:
    for seed in range(10):
        _, done = performed(hands(habit, seed).mishandle(THROWN, None))

        assert done[0] == WrongActBegins(habit)
        assert done[-1] == WrongActMended()
        shown = [item.numbers for item in done if isinstance(item, SettleDice)]
        assert sorted(shown[0]) != [2, 5]


def test_dice_that_were_grabbed_show_the_same_numbers_again() -> None:
    dice, done = performed(hands("grabs").grab(THROWN, None))

    assert dice.reading().numbers == (5, 2)
    assert done[0] == WrongActBegins("grabs")
    assert done[-1] == WrongActMended()


def test_dice_thrown_too_early_are_picked_up_again() -> None:
    dice, done = performed(hands("throws_early").throw_early(Colour.DARK), Colour.DARK)

    assert dice.reading().state is DiceState.LIFTED
    assert done[-1] == WrongActMended()


def test_dice_are_left_alone_without_the_habit() -> None:
    player = hands("gaps")

    assert not [*player.grab(THROWN, None), *player.mishandle(THROWN, None)]
    assert not [*player.throw_early(Colour.DARK)]
