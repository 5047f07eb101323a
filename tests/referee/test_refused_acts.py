"""A refused act stays refused until the board has changed or the opponent has answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.players import Player
from engine.backgammon.position import START
from hardware.checkers import Colour, Place, bar, point
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Button, DiceState, Wish
from referee.asking import Question
from referee.effects import Happened, Notice, What
from referee.profiles import CASUAL, PROFILES, IllegalPolicy, Profile
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, at_table
from tests.rigs.play import board

LIGHT, DARK = Colour
A_HIT = board("8:3 6:5 13:5 24:2", "18:1 24:1 13:5 6:5 8:3")


def wrong_number(kind: str, profile: Profile = CASUAL) -> Evening:
    """A throw of 6-4 of which the 4 was played as a 2."""
    evening = at_table(START, "64", kind=kind, profile=profile)
    evening.carry(point(24), point(18))
    evening.carry(point(8), point(6))
    return evening


def hit_checker_in_the_hand(kind: str, profile: Profile = CASUAL) -> Evening:
    """A throw of 6-1 that hits, and the checker that was hit stays in the hand."""
    evening = at_table(A_HIT, "61", kind=kind, profile=profile)
    evening.lift(point(7), DARK)
    evening.carry(point(13), point(7))
    evening.carry(point(8), point(7))
    return evening


def own_checker_gone(kind: str, profile: Profile = CASUAL) -> Evening:
    """A throw of 6-1 of which the checker for the 1 was taken off the table."""
    evening = at_table(START, "61", kind=kind, profile=profile)
    evening.carry(point(13), point(7))
    evening.lift(point(8))
    return evening


Refused = Callable[[str, Profile], Evening]
REFUSED: tuple[Refused, ...] = (wrong_number, hit_checker_in_the_hand, own_checker_gone)


def say(wish: Wish) -> Callable[[Evening], None]:
    return lambda evening: evening.say(LIGHT, wish)


MOVERS_ACTS: Mapping[str, Callable[[Evening], None]] = {
    "press": lambda evening: evening.press(Button.LIGHT),
    "press no": lambda evening: evening.press(Button.NO),
    "press undo": lambda evening: evening.press(Button.UNDO),
    "press cube": lambda evening: evening.press(Button.CUBE),
    "pick up the dice": lambda evening: evening.dice(DiceState.LIFTED),
    "throw again": lambda evening: evening.throw(5, 3),
    "throw the same": lambda evening: evening.throw(6, 4),
    "wait": lambda evening: evening.wait(1),
    **{f"say {wish.value}": say(wish) for wish in Wish if wish is not Wish.RESIGN},
}


def turn_of(evening: Evening) -> Player:
    return evening.state.match.game.turn


def recorded(evening: Evening) -> list[events.Play]:
    """The plays in the record."""
    effects = (effect for heard in evening.heard for effect in heard.step.effects)
    happened = (effect.event for effect in effects if isinstance(effect, Happened))
    return [event for event in happened if isinstance(event, events.Play)]


def count_notices(evening: Evening, what: What) -> int:
    """How often people have been told this."""
    effects = (effect for heard in evening.heard for effect in heard.step.effects)
    return sum(isinstance(effect, Notice) and effect.what is what for effect in effects)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("kind", ["slots", "hall", "counts"])
@pytest.mark.parametrize("refused", REFUSED)
@given(acts=st.lists(st.sampled_from(sorted(MOVERS_ACTS)), max_size=12))
@settings(max_examples=25)
def test_nothing_the_mover_does_gets_a_refused_play_past_the_referee(
    refused: Refused, kind: str, profile: Profile, acts: list[str]
) -> None:
    """Nor does it where a profile lets plays stand: then it is recorded as it was played."""
    evening = refused(kind, profile)
    lies = SEATING.position(evening.table.layout, Player.ONE)
    for act in ("wait", "press", *acts, "wait"):
        MOVERS_ACTS[act](evening)

    strict = evening.state.settings.illegal_policy is IllegalPolicy.BLOCK
    allowed = set() if strict or lies is None else {lies}
    assert {it.result for it in recorded(evening) if it.player is Player.ONE} <= allowed
    assert not evening.state.sight.doubts


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_opponent_is_asked_about_the_switch_and_his_yes_ends_the_turn(kind: str) -> None:
    evening = at_table(START, "31", kind=kind)
    evening.spoil(point(5), 2, Fault.DEAD)
    evening.carry(point(8), point(5))
    evening.carry(point(6), point(5))
    evening.wait(1)
    evening.press(Button.LIGHT)
    asking = evening.state.asking
    assert asking
    assert (asking.question, asking.to) == (Question.UNSEEN, Player.TWO)

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO
    assert list(evening.state.sight.doubts) == [point(5)]


def test_opponent_who_says_no_is_not_asked_again_about_the_same_board() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, Wish.NO)
    asked, refused = (
        count_notices(evening, What.SWITCH_SILENT),
        count_notices(evening, What.ILLEGAL),
    )
    evening.press(Button.LIGHT)

    assert evening.state.asking is None
    assert count_notices(evening, What.SWITCH_SILENT) == asked == 1
    assert count_notices(evening, What.ILLEGAL) == refused + 1 == 2


def test_opponent_who_said_no_by_mistake_may_say_yes_as_long_as_the_board_is_the_same() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, Wish.NO)
    evening.press(Button.LIGHT)
    assert turn_of(evening) is Player.ONE

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO


@pytest.mark.parametrize("hide", [lambda it: it.hold_over([point(9), point(8)]), Evening.restart])
def test_told_play_does_not_count_where_the_board_is_not_seen(
    hide: Callable[[Evening], None],
) -> None:
    evening = at_table(START, "53", kind="camera")
    evening.carry(point(13), point(9))
    evening.carry(point(6), point(3))
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.wait(1)
    hide(evening)
    meant = board("24:2 13:4 8:4 6:4 3:1", "24:2 13:5 8:3 6:5")
    evening.tell(SEATING.layout(meant, Player.ONE))
    evening.wait(1)

    assert not recorded(evening)


def test_opponent_says_which_play_it_was_where_he_has_vouched_for_what_is_hidden() -> None:
    evening = at_table(START, "21", kind="camera")
    evening.carry(point(6), point(4))
    evening.carry(point(6), point(5))
    evening.hold_over([point(number) for number in (6, 5, 4, 3)])
    evening.press(Button.LIGHT)
    evening.wait(6)
    evening.press(Button.DARK)
    evening.wait(1)

    assert evening.state.asking
    assert evening.state.asking.question is Question.WHICH
    assert evening.state.asking.to is Player.TWO


def test_opponent_who_said_no_is_asked_anew_once_the_board_has_changed() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.say(DARK, Wish.NO)
    evening.carry(point(18), point(14))
    evening.wait(1)
    evening.press(Button.LIGHT)

    assert evening.state.asking
    assert evening.state.asking.to is Player.TWO


def test_question_ends_when_the_board_changes() -> None:
    evening = wrong_number("slots")
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.lift(point(13))
    assert evening.state.asking is None

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.ONE


def test_question_outlasts_the_hand_that_reaches_for_the_button() -> None:
    evening = at_table(START, "31", kind="camera")
    evening.carry(point(8), point(5))
    evening.lift(point(6))
    evening.wait(1)
    evening.press(Button.LIGHT)
    evening.wait(1)
    asked = evening.state.asking
    evening.hold_over([point(24), bar(DARK)])
    assert asked
    assert evening.state.asking == asked

    evening.press(Button.DARK)
    assert turn_of(evening) is Player.TWO


def test_word_for_what_is_hidden_holds_for_one_act() -> None:
    """Whoever's play is refused all the same needs it anew, for the board may be another."""
    evening = at_table(START, "31", kind="camera")
    evening.carry(point(8), point(3))
    evening.hold_over([point(13)])
    evening.press(Button.LIGHT)
    evening.wait(6)
    assert evening.state.asking
    assert evening.state.asking.question is Question.HIDDEN
    evening.press(Button.DARK)
    evening.wait(1)
    assert count_notices(evening, What.ILLEGAL) + count_notices(evening, What.DISTURBED) == 1

    evening.press(Button.LIGHT)
    evening.wait(6)
    assert count_notices(evening, What.HIDDEN) == 2
    assert turn_of(evening) is Player.ONE


def done_under_a_hand(hidden: Place) -> Evening:
    """A legal play before a camera, of which the opponent is asked what a hand hides."""
    evening = at_table(START, "31", kind="camera")
    evening.carry(point(8), point(5))
    evening.carry(point(6), point(5))
    evening.hold_over([hidden])
    evening.press(Button.LIGHT)
    evening.wait(6)
    return evening


def test_no_to_what_is_hidden_is_told_to_the_mover() -> None:
    evening = done_under_a_hand(point(5))
    evening.say(DARK, Wish.NO)

    assert count_notices(evening, What.HIDDEN) == 2
    assert turn_of(evening) is Player.ONE

    evening.press(Button.DARK)
    evening.wait(1)
    assert turn_of(evening) is Player.TWO


def test_turn_ends_by_itself_once_all_is_seen_again() -> None:
    evening = done_under_a_hand(point(5))
    evening.hold_over([])
    evening.wait(1)

    assert turn_of(evening) is Player.TWO


def test_word_for_what_is_hidden_is_of_no_use_once_the_board_has_changed() -> None:
    evening = done_under_a_hand(point(13))
    evening.press(Button.DARK)
    for source, target in ((5, 8), (5, 6), (24, 23), (24, 21)):
        evening.carry(point(source), point(target), LIGHT)
    evening.wait(2)

    assert turn_of(evening) is Player.ONE
