"""A refused act stays refused until the board has changed or the opponent has answered."""

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import Colour, Place, bar, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import Button, DiceState, PlayerRequestKind
from referee import notices
from referee.match_settings import CASUAL_PROFILE, PROFILES, IllegalPolicy, Profile
from referee.player_requests import CHANGE_OF_MIND
from referee.questions import QuestionKind
from service.story.simulated_evening import Evening
from tests.rigs.engine.play_notation import board
from tests.rigs.referee.board_views import SEATING, evening_at

LIGHT, DARK = Colour
A_HIT = board("8:3 6:5 13:5 24:2", "18:1 24:1 13:5 6:5 8:3")


def wrong_number(kind: str, profile: Profile = CASUAL_PROFILE) -> Evening:
    """A throw of 6-4 of which the 4 was played as a 2."""
    evening = evening_at(START, "64", kind=kind, profile=profile)
    evening.move("24/18 8/6")
    return evening


def hit_checker_in_the_hand(kind: str, profile: Profile = CASUAL_PROFILE) -> Evening:
    """A throw of 6-1 that hits, and the checker that was hit stays in the hand."""
    evening = evening_at(A_HIT, "61", kind=kind, profile=profile)
    evening.lift(point(7), DARK)
    evening.move("13/7 8/7")
    return evening


def own_checker_gone(kind: str, profile: Profile = CASUAL_PROFILE) -> Evening:
    """A throw of 6-1 of which the checker for the 1 was taken off the table."""
    evening = evening_at(START, "61", kind=kind, profile=profile)
    evening.move("13/7")
    evening.lift(point(8))
    return evening


Refused = Callable[[str, Profile], Evening]
REFUSED: tuple[Refused, ...] = (wrong_number, hit_checker_in_the_hand, own_checker_gone)


def say(kind: PlayerRequestKind) -> Callable[[Evening], None]:
    return lambda evening: evening.say(LIGHT, kind)


MOVERS_ACTS: Mapping[str, Callable[[Evening], None]] = {
    "press": lambda evening: evening.press(Button.LIGHT),
    "press no": lambda evening: evening.press(Button.NO),
    "press undo": lambda evening: evening.press(Button.UNDO),
    "press cube": lambda evening: evening.press(Button.CUBE),
    "pick up the dice": lambda evening: evening.dice(DiceState.LIFTED),
    "throw again": lambda evening: evening.throw(5, 3),
    "throw the same": lambda evening: evening.throw(6, 4),
    "wait": lambda evening: evening.wait(1),
    **{
        f"say {kind.value}": say(kind)
        for kind in PlayerRequestKind
        if kind is not PlayerRequestKind.RESIGN
    },
}


def turn_of(evening: Evening) -> Player:
    return evening.state.match.game.turn


def recorded_plays(evening: Evening) -> list[events.Play]:
    """The plays in the record."""
    return [event for event in evening.events() if isinstance(event, events.Play)]


@pytest.mark.release(after=12)
@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("kind", ["slots", "hall", "counts"])
@pytest.mark.parametrize("refused", REFUSED)
@given(acts=st.lists(st.sampled_from(sorted(MOVERS_ACTS)), max_size=12))
@settings(max_examples=25)
def test_refused_play_cannot_be_completed_by_the_mover(
    refused: Refused, kind: str, profile: Profile, acts: list[str]
) -> None:
    """A profile that lets plays stand records the play as it was made."""
    evening = refused(kind, profile)
    lies = SEATING.position(evening.table.layout, Player.ONE)
    for act in ("wait", "press", *acts, "wait"):
        MOVERS_ACTS[act](evening)

    strict = evening.state.settings.illegal_policy is IllegalPolicy.BLOCK
    allowed = set() if strict or lies is None else {lies}
    assert {it.result for it in recorded_plays(evening) if it.player is Player.ONE} <= allowed
    assert not evening.state.observed.doubts


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_opponent_is_asked_about_the_switch_and_his_yes_ends_the_turn(kind: str) -> None:
    evening = evening_at(START, "31", kind=kind)
    evening.break_switch(point(5), 2, SwitchFault.DEAD)
    evening.move("8/5 6/5", 1)
    evening.press(Button.LIGHT)
    asking = evening.state.question
    assert asking
    assert (asking.kind, asking.to) == (QuestionKind.UNSEEN, Player.TWO)

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO
    assert [doubt.place for doubt in evening.state.observed.doubts] == [point(5)]


def test_opponent_who_says_no_is_not_asked_again_about_the_same_board() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, PlayerRequestKind.NO)
    before = evening.notices()
    evening.press(Button.LIGHT)

    assert evening.state.question is None
    assert before.count(notices.SwitchSilent) == before.count(notices.IllegalPlayRefused) == 1
    assert evening.notices() == [*before, notices.IllegalPlayRefused]


def test_opponent_who_said_no_by_mistake_may_say_yes_as_long_as_the_board_is_the_same() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, PlayerRequestKind.NO)
    evening.press(Button.LIGHT)
    evening.press(Button.DARK)
    assert turn_of(evening) is Player.ONE

    evening.wait(CHANGE_OF_MIND)
    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO


@pytest.mark.parametrize("hide", [lambda it: it.hold_over([point(9), point(8)]), Evening.restart])
def test_stated_play_does_not_count_on_an_unseen_board(hide: Callable[[Evening], None]) -> None:
    evening = evening_at(START, "53", kind="camera")
    evening.move("13/9 6/3", 1)
    evening.press(Button.LIGHT)
    evening.wait(1)
    hide(evening)
    stated = board("24:2 13:4 8:4 6:4 3:1", "24:2 13:5 8:3 6:5")
    evening.tell(SEATING.layout(stated, Player.ONE))
    evening.wait(1)

    assert not recorded_plays(evening)


def test_opponent_says_which_play_it_was_where_he_has_vouched_for_what_is_hidden() -> None:
    evening = evening_at(START, "21", kind="camera")
    evening.move("6/4 6/5")
    evening.hold_over([point(number) for number in (6, 5, 4, 3)])
    evening.press(Button.LIGHT)
    evening.wait(6)
    evening.press(Button.DARK)
    evening.wait(1)

    assert evening.state.question
    assert evening.state.question.kind is QuestionKind.WHICH
    assert evening.state.question.to is Player.TWO


def test_opponent_who_said_no_is_asked_anew_once_the_board_has_changed() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, PlayerRequestKind.NO)
    evening.move("18/14", 1)
    evening.press(Button.LIGHT)

    assert evening.state.question
    assert evening.state.question.to is Player.TWO


def test_question_ends_when_the_board_changes() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.lift(point(13))
    assert evening.state.question is None

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.ONE


def test_question_outlasts_the_hand_that_reaches_for_the_button() -> None:
    evening = evening_at(START, "31", kind="camera")
    evening.move("8/5")
    evening.lift(point(6))
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.wait(1)
    asked = evening.state.question
    evening.hold_over([point(24), bar(DARK)])
    assert asked
    assert evening.state.question == asked

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO


def test_confirmation_of_hidden_places_counts_for_one_act() -> None:
    """A play that is refused all the same needs a new one, for the board may have changed."""
    evening = evening_at(START, "31", kind="camera")
    evening.move("8/3")
    evening.hold_over([point(13)])
    evening.press(Button.LIGHT)
    evening.wait(6)
    assert evening.state.question
    assert evening.state.question.kind is QuestionKind.HIDDEN
    evening.press(Button.DARK)
    evening.wait(1)
    wrong = {notices.IllegalPlayRefused, notices.BoardDisturbed}
    assert len([kind for kind in evening.notices() if kind in wrong]) == 1

    evening.press(Button.LIGHT)
    evening.wait(6)
    assert evening.notices().count(notices.PlacesHidden) == 2
    assert turn_of(evening) is Player.ONE


def end_turn_under_a_hand(hidden: Place) -> Evening:
    """A legal play before a camera, of which the opponent is asked what a hand hides."""
    evening = evening_at(START, "31", kind="camera")
    evening.move("8/5 6/5")
    evening.hold_over([hidden])
    evening.press(Button.LIGHT)
    evening.wait(6)
    return evening


def test_answer_no_about_hidden_places_is_reported_to_the_mover() -> None:
    evening = end_turn_under_a_hand(point(5))
    evening.say(DARK, PlayerRequestKind.NO)

    assert evening.notices().count(notices.PlacesHidden) == 2
    assert turn_of(evening) is Player.ONE

    evening.wait(CHANGE_OF_MIND)
    evening.press(Button.DARK)
    evening.wait(1)
    assert turn_of(evening) is Player.TWO


def test_turn_ends_by_itself_once_all_is_seen_again() -> None:
    evening = end_turn_under_a_hand(point(5))
    evening.hold_over([])
    evening.wait(1)

    assert turn_of(evening) is Player.TWO


def test_confirmation_of_hidden_places_lapses_once_the_board_has_changed() -> None:
    evening = end_turn_under_a_hand(point(13))
    evening.press(Button.DARK)
    for source, target in ((5, 8), (5, 6), (24, 23), (24, 21)):
        evening.carry(point(source), point(target), LIGHT)
    evening.wait(2)

    assert turn_of(evening) is Player.ONE
