"""A player who tries every button and request that he has cannot act in the other's name."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import Colour
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee.match_settings import CLUB_PROFILE, MONEY_PROFILE, TOURNAMENT_PROFILE, Profile
from service.story.simulated_evening import Evening
from tests.rigs.referee.board_views import evening_at

LIGHT, DARK = Colour
HONEST, CHEAT = Player
SHARED = (Button.CUBE, Button.NO, Button.UNDO, Button.RESIGN, Button.VOID)
HARMLESS = events.Throw | events.Play | events.EndTurn | events.PlayOn | events.RefuseUndo
"""The events that may happen to the honest player: his play, and a refusal of an offer."""


def says(kind: PlayerRequestKind) -> Callable[[Evening], None]:
    number = 1 if kind is PlayerRequestKind.RESIGN else 0
    return lambda evening: evening.say(DARK, kind, number)


def presses(button: Button) -> Callable[[Evening], None]:
    return lambda evening: evening.press(button)


CHEATS: Mapping[str, Callable[[Evening], None]] = {
    **{f"press {button.value}": presses(button) for button in (*SHARED, Button.DARK)},
    **{f"say {kind.value}": says(kind) for kind in PlayerRequestKind},
    "pick up the dice": lambda evening: evening.dice(DiceState.LIFTED),
    "wait": lambda evening: evening.wait(2),
}


def to_play(profile: Profile) -> Evening:
    """The honest player has thrown and moved one checker."""
    evening = evening_at(START, "64", profile=profile)
    evening.move("24/18", 1)
    return evening


def opponent_to_throw(profile: Profile) -> Evening:
    """The honest player has played."""
    evening = evening_at(START, "31", profile=profile)
    evening.move("8/5 6/5", 1)
    evening.press(Button.LIGHT)
    return evening


def doubled(profile: Profile) -> Evening:
    """The honest player is doubled."""
    evening = opponent_to_throw(profile)
    evening.say(DARK, PlayerRequestKind.DOUBLE)
    return evening


def threw_too_early(profile: Profile) -> Evening:
    """The cheat has thrown before the honest player was done, and does not like it."""
    evening = to_play(profile)
    evening.throw(2, 1, colour=DARK)
    return evening


SCENES = (to_play, opponent_to_throw, doubled, threw_too_early)
PROFILES = (CLUB_PROFILE, TOURNAMENT_PROFILE, MONEY_PROFILE)


@pytest.mark.release(after=12)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
@pytest.mark.parametrize("scene", SCENES)
@given(acts=st.lists(st.sampled_from(sorted(CHEATS)), max_size=14))
@settings(max_examples=60)
def test_cheat_wins_nothing_by_his_buttons_and_requests(
    scene: Callable[[Profile], Evening], profile: Profile, acts: list[str]
) -> None:
    evening = scene(profile)
    before = len(evening.events())
    for act in acts:
        CHEATS[act](evening)

    forged = [
        event
        for event in evening.events()[before:]
        if isinstance(event, events.PlayerEvent) and event.player is HONEST
        if not isinstance(event, HARMLESS)
    ]
    assert forged == []
    assert evening.state.match.score.two == 0


@given(acts=st.lists(st.sampled_from(sorted(CHEATS)), max_size=8))
@settings(max_examples=40)
def test_button_of_a_player_who_moves_still_ends_his_turn(acts: list[str]) -> None:
    """No request of the opponent gives his button another meaning."""
    evening = evening_at(START, "31", profile=CLUB_PROFILE)
    evening.move("8/5 6/5", 1)
    for act in acts:
        CHEATS[act](evening)
    evening.press(Button.LIGHT)

    assert not [
        one
        for one in evening.events()
        if isinstance(one, events.VoidThrow | events.Resign) and one.player is HONEST
    ]
    assert evening.state.match.score.two == 0
