"""Two players agree on a match that can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.rulebook import CLASSIC, PARKER, IllegalPlay
from hardware.checkers import Colour
from referee.profiles import MONEY
from referee.settings import MatchSettings

SETTINGS = MatchSettings(ByPlayer("Ann", "Bob"), CLASSIC, 5, Player.TWO, MONEY)


def test_the_match_is_played_by_the_rules_as_the_referee_enforces_them() -> None:
    match = SETTINGS.match()

    assert match.length == 5
    assert SETTINGS.rulebook.illegal_play is IllegalPlay.PUT_RIGHT
    assert match.rulebook.illegal_play is IllegalPlay.OPPONENT_DECIDES


def test_the_colours_are_as_agreed() -> None:
    assert SETTINGS.seating.colour(Player.TWO) is Colour.LIGHT


@pytest.mark.parametrize(
    "names", [ByPlayer("Ann", "Ann"), ByPlayer("", "Bob"), ByPlayer("Ann", "")]
)
def test_two_players_have_two_names(names: ByPlayer[str]) -> None:
    with pytest.raises(ValueError, match="two names"):
        replace(SETTINGS, names=names)


def test_a_match_that_the_rulebook_does_not_know_is_not_agreed_on() -> None:
    with pytest.raises(ValueError, match="for stakes"):
        replace(SETTINGS, rulebook=PARKER)
