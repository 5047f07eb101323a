"""After the end of a game the next one begins by the set-up of the board, or only on request."""

from dataclasses import replace

import pytest

from engine.backgammon.game.events import Ban
from engine.backgammon.game.match import Phase
from hardware.checkers import Colour, Layout
from hardware.signals import Button, PlayerRequestKind
from referee import notices
from referee.effects import StartNextMatch
from referee.match_settings import CASUAL_PROFILE, CLUB_PROFILE, Profile
from service.story.simulated_evening import Evening
from service.words.captions import state_in_words
from service.words.phrases import ENGLISH, phrases_in
from tests.rigs.referee.board_views import make_settings

LIGHT, DARK = Colour


def game_given_up(
    length: int = 3, *, on_request: bool = True, profile: Profile = CASUAL_PROFILE
) -> Evening:
    """A game that Light has given up after the opening throw; the board lies as it began."""
    settings = make_settings(profile, length=length)
    evening = Evening(replace(settings, next_on_request=on_request))
    evening.table.arrange(evening.state.expected_layout)
    evening.begin()
    evening.throw(3, 1)
    evening.say(LIGHT, PlayerRequestKind.RESIGN, 1)
    evening.say(DARK, PlayerRequestKind.YES)
    return evening


def new_matches(evening: Evening) -> int:
    effects = (effect for past in evening.history for effect in past.step.effects)
    return sum(isinstance(effect, StartNextMatch) for effect in effects)


def test_board_that_is_set_up_begins_the_next_game_of_a_real_table() -> None:
    evening = game_given_up(on_request=False)
    evening.wait(1)
    assert evening.state.match.game.phase is Phase.OPENING


@pytest.mark.parametrize("length", [1, 3, 0])
def test_board_that_is_set_up_begins_nothing_where_a_request_must(length: int) -> None:
    evening = game_given_up(length)
    evening.wait(5)
    evening.table.arrange(Layout({}))
    evening.wait(1)
    evening.table.arrange(evening.state.expected_layout)
    evening.wait(5)
    assert evening.state.match.game.phase is Phase.OVER
    assert new_matches(evening) == 0


def test_request_begins_the_next_game_and_the_next_match() -> None:
    evening = game_given_up()
    evening.say(LIGHT, PlayerRequestKind.NEXT)
    assert (evening.state.match.number, evening.state.match.game.phase) == (2, Phase.OPENING)
    evening = game_given_up(length=1)
    evening.say(DARK, PlayerRequestKind.NEXT)
    assert new_matches(evening) == 1


def test_own_button_begins_the_next_game_over_a_board_that_is_set_up() -> None:
    evening = game_given_up()
    evening.wait(1)
    evening.press(Button.DARK)
    assert evening.state.match.game.phase is Phase.OPENING


def test_caption_over_a_board_that_is_set_up_waits_for_the_request() -> None:
    evening, english = game_given_up(), phrases_in(ENGLISH)
    evening.wait(1)
    assert state_in_words(evening.state, english) == "“Next game” begins the next one."
    evening.table.arrange(Layout({}))
    evening.wait(1)
    assert "Waiting for the next game" not in state_in_words(evening.state, english)


@pytest.mark.parametrize("on_request", [True, False])
def test_request_to_take_back_the_last_turn_is_answered_before_the_next_match(
    *, on_request: bool
) -> None:
    evening = game_given_up(length=1, on_request=True, profile=CLUB_PROFILE)
    evening.state = replace(
        evening.state,
        settings=replace(evening.state.settings, next_on_request=on_request),
        match=evening.state.match.with_game(
            replace(evening.state.match.game, undo_asked_by=evening.state.match.game.turn)
        ),
    )
    evening.wait(1)
    since = len(evening.history)
    evening.say(LIGHT, PlayerRequestKind.NEXT)
    assert new_matches(evening) == 0
    (refused,) = [
        effect
        for past in evening.history[since:]
        for effect in past.step.effects
        if isinstance(effect, notices.EventRefused)
    ]
    assert refused.refusal.ban is Ban.ANSWER_UNDO
