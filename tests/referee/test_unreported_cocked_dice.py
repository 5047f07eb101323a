"""Dice that only print numbers: the players see that a throw is cocked, and throw again."""

from dataclasses import replace

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import DiceState, PlayerRequestKind, PositionSetUp
from referee import notices
from referee.match_settings import CASUAL_PROFILE, CLUB_PROFILE, Profile
from service.story.simulated_evening import Evening
from tests.rigs.referee.board_views import SEATING, evening_at, make_settings

QUIET = 1.5
"""Seconds; after less than this the same numbers would be the same throw."""


def print_dice(evening: Evening, *numbers: int) -> None:
    """Lets dice that cannot report that they roll print these numbers."""
    evening.dice(DiceState.SETTLED, *numbers)
    evening.wait(QUIET)


def throw_of(evening: Evening) -> tuple[Player, str]:
    game = evening.state.match.game
    return game.turn, str(game.dice)


@pytest.fixture
def beginning() -> Evening:
    evening = Evening(make_settings(), ("slots",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    return evening


@pytest.mark.parametrize(
    "profile", [CASUAL_PROFILE, CLUB_PROFILE], ids=lambda profile: profile.name
)
@pytest.mark.parametrize("again", ["62", "66"])
def test_throw_is_made_again_once_the_last_turn_is_taken_back(profile: Profile, again: str) -> None:
    evening = evening_at(START, "31", profile=profile, kind="slots")
    evening.state = replace(evening.state, rolling_dice=frozenset())
    evening.move("8/5 6/5", QUIET)
    print_dice(evening, 6, 6)
    assert throw_of(evening) == (Player.TWO, "66")

    evening.say(Colour.DARK, PlayerRequestKind.UNDO)
    evening.say(Colour.LIGHT, PlayerRequestKind.YES)
    print_dice(evening, *map(int, again))

    assert throw_of(evening) == (Player.TWO, again)


def test_the_first_number_of_the_opening_throw_is_lights(beginning: Evening) -> None:
    print_dice(beginning, 3, 5)
    assert beginning.state.colour is Colour.DARK


def test_the_opening_throw_stands(beginning: Evening) -> None:
    print_dice(beginning, 3, 1)
    beginning.say(Colour.LIGHT, PlayerRequestKind.UNDO)
    print_dice(beginning, 5, 2)

    assert beginning.notices() == [notices.EventRefused, notices.ThrowStands]
    assert throw_of(beginning) == (Player.ONE, "31")


def test_position_is_set_up_and_thrown_from_instead_of_the_opening(beginning: Evening) -> None:
    print_dice(beginning, 3, 1)
    layout = SEATING.layout(START, Player.ONE)

    beginning.hear(PositionSetUp("page", beginning.clock.now(), layout, Colour.DARK))
    beginning.wait(QUIET)
    assert beginning.state.match.game.phase is Phase.TO_THROW
    print_dice(beginning, 5, 2)

    assert throw_of(beginning) == (Player.TWO, "52")
