"""Dice that only tell numbers: the players see that a throw is cocked, and throw again."""

import pytest

from engine.backgammon.game.match import Phase
from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import Colour, point
from hardware.signals import DiceState, SetUpWanted, Wish
from referee.effects import Notice, What
from referee.profiles import CASUAL, CLUB, Profile
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, agreed, at_table

QUIET = 1.5
"""Seconds; after less than this the same numbers would be the same throw."""


def printed(evening: Evening, *numbers: int) -> None:
    """Dice that cannot tell that they roll have printed this."""
    evening.dice(DiceState.SETTLED, *numbers)
    evening.wait(QUIET)


def thrown(evening: Evening) -> tuple[Player, str]:
    game = evening.state.match.game
    return game.turn, str(game.dice)


@pytest.fixture
def beginning() -> Evening:
    evening = Evening(agreed(), ("slots",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    return evening


@pytest.mark.parametrize("profile", [CASUAL, CLUB], ids=lambda profile: profile.name)
@pytest.mark.parametrize("again", ["62", "66"])
def test_a_throw_is_made_again_once_the_turn_before_is_taken_back(
    profile: Profile, again: str
) -> None:
    evening = at_table(START, "31", profile=profile, kind="slots")
    evening.carry(point(8), point(5))
    evening.carry(point(6), point(5))
    evening.wait(QUIET)
    printed(evening, 6, 6)
    assert thrown(evening) == (Player.TWO, "66")

    evening.say(Colour.DARK, Wish.UNDO)
    if profile is CLUB:
        evening.say(Colour.LIGHT, Wish.YES)
    printed(evening, *map(int, again))

    assert thrown(evening) == (Player.TWO, again)


def test_the_first_number_of_the_opening_throw_is_lights(beginning: Evening) -> None:
    printed(beginning, 3, 5)

    assert beginning.state.colour is Colour.DARK


def test_the_opening_throw_stands(beginning: Evening) -> None:
    printed(beginning, 3, 1)
    beginning.say(Colour.LIGHT, Wish.UNDO)
    printed(beginning, 5, 2)

    said = [
        effect.what
        for heard in beginning.heard
        for effect in heard.step.effects
        if isinstance(effect, Notice)
    ]
    assert said == [What.REFUSED, What.THROW_STANDS]
    assert thrown(beginning) == (Player.ONE, "31")


def test_instead_of_the_opening_throw_the_position_is_set_up_and_thrown_from(
    beginning: Evening,
) -> None:
    printed(beginning, 3, 1)
    layout = SEATING.layout(START, Player.ONE)

    beginning.hear(SetUpWanted("page", beginning.clock.now(), layout, Colour.DARK))
    beginning.wait(QUIET)
    assert beginning.state.match.game.phase is Phase.TO_THROW
    printed(beginning, 5, 2)

    assert thrown(beginning) == (Player.TWO, "52")
