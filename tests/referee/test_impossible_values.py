"""Impossible values of the referee are refused when they are made."""

from dataclasses import replace
from math import inf, nan
from typing import get_type_hints

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.position import START
from engine.players import Player
from referee.draft import ObservedBoardFields, StateFields, TurnStateFields, replace_fields
from referee.match_settings import CASUAL_PROFILE
from referee.observed_board import SensorDoubt
from referee.questions import OpenQuestion, QuestionKind
from referee.state import ObservedBoard, State, TurnState
from referee.verdicts import CheckerMove
from tests.rigs.referee.board_views import make_settings


@pytest.mark.parametrize("settle", [nan, inf, -0.1])
def test_impossible_settling_time_is_refused(settle: float) -> None:
    with pytest.raises(ValueError, match="0 seconds or more"):
        replace(CASUAL_PROFILE, settle=settle)


def test_move_without_source_and_target_is_refused() -> None:
    with pytest.raises(ValueError, match="a source, a target or both"):
        CheckerMove(None, None)


@pytest.mark.parametrize("doubt", [(-1, 0), (0, -1)])
def test_doubt_about_fewer_than_no_checkers_is_refused(doubt: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a doubt must concern"):
        SensorDoubt(*doubt)


@pytest.mark.parametrize("chosen", [-1, 1])
def test_choice_of_a_play_that_is_not_in_question_is_refused(chosen: int) -> None:
    with pytest.raises(ValueError, match="cannot be chosen"):
        OpenQuestion(QuestionKind.WHICH, Player.ONE, (START,), chosen)


def test_a_throw_is_in_question_where_it_came_too_early_and_nowhere_else() -> None:
    with pytest.raises(ValueError, match="cannot have the dice"):
        OpenQuestion(QuestionKind.EARLY_THROW, Player.ONE)
    with pytest.raises(ValueError, match="cannot have the dice"):
        OpenQuestion(QuestionKind.PHANTOM, Player.ONE, dice=Dice(3, 1))


def test_unknown_field_cannot_be_replaced() -> None:
    with pytest.raises(TypeError, match="a State has no misspelt"):
        replace_fields(State.of(make_settings()), misspelt=True)  # type: ignore[call-overload]  # planted
    with pytest.raises(TypeError, match="a TurnState has no match"):
        replace_fields(TurnState(), match=None)  # type: ignore[call-overload]  # planted


@pytest.mark.parametrize(
    ("fields", "kind"),
    [(StateFields, State), (ObservedBoardFields, ObservedBoard), (TurnStateFields, TurnState)],
)
def test_replaceable_fields_are_those_of_the_state(fields: type, kind: type) -> None:
    assert get_type_hints(fields) == get_type_hints(kind)
