"""Values of the referee that cannot be are not made."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.players import Player
from engine.backgammon.position import START
from referee.asking import Asking, Question
from referee.outlook import Doubt
from referee.profiles import CASUAL
from referee.state import State, Turn, renewed
from referee.verdicts import Move
from tests.rigs.looks import agreed


@pytest.mark.parametrize("settle", [nan, inf, -0.1])
def test_a_board_is_still_after_some_time(settle: float) -> None:
    with pytest.raises(ValueError, match="0 seconds or more"):
        replace(CASUAL, settle=settle)


def test_a_move_has_an_end() -> None:
    with pytest.raises(ValueError, match="from a place, or to one"):
        Move(None, None)


@pytest.mark.parametrize("doubt", [(-1, 0), (0, -1)])
def test_no_fewer_than_no_checkers_are_in_doubt(doubt: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="in doubt"):
        Doubt(*doubt)


@pytest.mark.parametrize("chosen", [-1, 1])
def test_only_a_play_in_question_is_chosen(chosen: int) -> None:
    with pytest.raises(ValueError, match="cannot be chosen"):
        Asking(Question.WHICH, Player.ONE, (START,), chosen)


def test_a_throw_is_in_question_where_it_came_too_early_and_nowhere_else() -> None:
    with pytest.raises(ValueError, match="asked about a throw"):
        Asking(Question.EARLY_THROW, Player.ONE)
    with pytest.raises(ValueError, match="asked about a throw"):
        Asking(Question.PHANTOM, Player.ONE, dice=Dice(3, 1))


def test_nothing_is_kept_that_has_no_place() -> None:
    with pytest.raises(TypeError, match="a State has no misspelt"):
        renewed(State.of(agreed()), misspelt=True)
    with pytest.raises(TypeError, match="a Turn has no match"):
        renewed(Turn(), match=None)
