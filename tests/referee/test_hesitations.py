"""Hands that still move are guided; the objection comes with the act or after a long rest."""

from dataclasses import replace

import pytest

from engine.backgammon.position import START
from hardware import signals
from hardware.checkers import Colour, Place, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from referee import notices, verdicts
from referee.effects import LampMeaning, ReportVerdict
from referee.hand_pace import ASIDE_REST, LONG_FACTOR, UNKNOWN_REST, HandPace
from referee.match_settings import CASUAL_PROFILE, CLUB_PROFILE, Hints
from referee.state import State
from referee.step import step
from service.story.simulated_evening import Evening
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.referee.board_views import evening_at

LIGHT, DARK = Colour
SOUND = ["slots", "hall", "counts"]
LONG = LONG_FACTOR * UNKNOWN_REST
"""Seconds after which a rest is long for hands of which nothing is known."""
TOUCH = 0.9
"""Seconds for which slow hands touch a point."""
RED = {LampMeaning.ILLEGAL, LampMeaning.CAME_FROM}
ALARMS = (verdicts.Illegal, verdicts.Disturbed)


def p(*numbers: int) -> tuple[Place, ...]:
    return tuple(point(number) for number in numbers)


def tap(evening: Evening, source: int, *points: int, seconds: float = TOUCH) -> None:
    """Carries a checker from point to point and touches each of them."""
    for start, target in zip((source, *points), points, strict=False):
        evening.table.put(point(target), evening.lift(point(start)))
        evening.wait(seconds)


def verdict(evening: Evening) -> verdicts.Verdict | None:
    return evening.state.verdict


def reported(evening: Evening, since: int = 0) -> list[object]:
    """The verdicts that were reported, from this signal on."""
    effects = [one for entry in evening.history[since:] for one in entry.step.effects]
    return [one.verdict for one in effects if isinstance(one, ReportVerdict)]


# ---- while somebody still moves ----


@pytest.mark.parametrize("kind", SOUND)
def test_counting_out_a_move_on_every_point_is_no_mistake(kind: str) -> None:
    evening = evening_at(START, "61", kind=kind)
    since = len(evening.history)
    tap(evening, 24, 23, 22, 21, 20, 19, 18)
    tap(evening, 8, 7)
    assert not any(isinstance(one, ALARMS) for one in reported(evening, since))
    assert verdict(evening) == verdicts.Complete(position_after(START, "24/18 8/7"))


@pytest.mark.parametrize("kind", SOUND)
def test_a_checker_touched_down_is_guided_as_if_it_were_in_hand(kind: str) -> None:
    evening = evening_at(START, "61", kind=kind)
    evening.lift(point(24))
    held = evening.state.lamps
    evening.table.put(point(21), LIGHT)
    assert evening.state.lamps == held
    evening.wait(1)
    assert evening.state.lamps == held
    assert verdict(evening) == verdicts.OnTheWay(p(24), p(18, 23))
    assert not evening.state.is_moving


def test_two_hands_may_touch_two_points_and_hold_a_third_checker() -> None:
    evening = evening_at(START, "61")
    evening.lift(point(6))
    tap(evening, 24, 22)
    tap(evening, 13, 11)
    assert verdict(evening) == verdicts.OnTheWay(p(6, 13, 24), p(5, 7, 18, 23), 1)
    tap(evening, 8, 4)
    assert isinstance(verdict(evening), ALARMS)


def test_a_player_who_is_taught_no_places_sees_nothing_while_he_counts() -> None:
    evening = evening_at(START, "61", profile=replace(CASUAL_PROFILE, hints=Hints.NONE))
    before = evening.state.lamps
    tap(evening, 24, 21)
    assert evening.state.lamps == before


def test_a_checker_that_strays_before_the_throw_waits_as_well() -> None:
    evening = evening_at(START)
    tap(evening, 13, 10, seconds=2)
    assert verdict(evening) == verdicts.OnTheWay(p(13), ())
    evening.wait(LONG - 2)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_opponents_checker_on_a_wrong_point_is_objected_to_at_once() -> None:
    evening = evening_at(START, "61")
    evening.carry(point(12), point(11), DARK)
    evening.wait(CASUAL_PROFILE.settle)
    assert isinstance(verdict(evening), verdicts.Illegal)


@pytest.mark.parametrize("kind", SOUND)
def test_an_opponent_who_straightens_a_pile_while_a_hit_checker_lies_aside_is_no_alarm(
    kind: str,
) -> None:
    """The pile stands on the middle point, and the checker hit on the 4 point lies on the 11."""
    evening = evening_at(board("24:1 13:5 10:1 8:3 6:5", "24:2 21:1 13:5 8:3 6:4"), "61", kind=kind)
    since = len(evening.history)
    evening.carry(point(10), point(4))
    evening.table.put(point(11), evening.lift(point(4), DARK))
    evening.wait(1)
    pile = [evening.lift(point(12), DARK) for _ in range(5)]
    evening.wait(2)
    assert not [one for one in reported(evening, since) if isinstance(one, ALARMS)]
    for checker in pile:
        evening.table.put(point(12), checker)
    evening.wait(ASIDE_REST - 3)
    assert not [one for one in reported(evening, since) if isinstance(one, ALARMS)]
    evening.wait(ASIDE_REST)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_a_pile_in_hand_and_a_hit_checker_laid_aside_are_no_knock() -> None:
    evening = evening_at(board("24:1 13:5 8:3 6:6", "24:1 21:1 13:5 8:2 6:6"), "42", kind="hall")
    since = len(evening.history)
    pile = [evening.lift(point(6)) for _ in range(6)]
    evening.table.put(point(4), pile.pop())
    evening.wait(1)
    evening.table.put(point(9), evening.lift(point(4), DARK))
    evening.wait(2)
    assert not [one for one in reported(evening, since) if isinstance(one, ALARMS)]


@pytest.mark.parametrize("kind", ["hall", "counts"])
def test_a_stack_may_wait_to_be_distributed(kind: str) -> None:
    evening = evening_at(START, "51", kind=kind)
    since = len(evening.history)
    for source in (6, 13):
        evening.table.put(point(5), evening.lift(point(source)))
    evening.wait(ASIDE_REST - 1)
    assert not [one for one in reported(evening, since) if isinstance(one, ALARMS)]
    evening.wait(2)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_a_board_that_was_knocked_is_told_as_soon_as_it_lies_still() -> None:
    evening = evening_at(START, "31")
    ways = ((13, 14), (13, 15), (8, 9), (24, 22))
    evening.knock([(point(source), point(target)) for source, target in ways])
    evening.wait(CASUAL_PROFILE.settle)
    assert isinstance(verdict(evening), ALARMS)


def test_a_checker_felt_on_two_points_for_a_moment_makes_no_switch_suspect() -> None:
    evening = evening_at(START, "31", kind="slots")
    since = len(evening.history)
    evening.break_switch(point(22), 1, SwitchFault.STUCK)
    evening.wait(LONG - 0.1)
    assert evening.notices(since) == []
    evening.wait(0.2)
    assert evening.notices(since) == [notices.SwitchClosed]
    assert isinstance(verdict(evening), verdicts.UnreadableBoard)


# ---- the act ----


def test_dice_that_are_lifted_bring_the_objection_at_once() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.dice(signals.DiceState.LIFTED)
    assert evening.notices()[-1] is notices.IllegalPlayRefused
    assert isinstance(verdict(evening), verdicts.Illegal)
    assert RED & set(evening.state.lamps.values())


def test_the_button_brings_the_objection_at_once() -> None:
    evening = evening_at(START, "61", profile=CLUB_PROFILE)
    tap(evening, 24, 21)
    evening.press(signals.Button.LIGHT)
    assert isinstance(verdict(evening), verdicts.Illegal)
    assert RED & set(evening.state.lamps.values())


def test_an_objection_after_the_act_stays_and_the_next_one_does_not_wait() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.dice(signals.DiceState.LIFTED)
    evening.wait(60)
    assert isinstance(verdict(evening), verdicts.Illegal)
    tap(evening, 21, 20, seconds=CASUAL_PROFILE.settle)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_the_opponents_throw_brings_the_objection_at_once() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.throw(5, 2, colour=DARK)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_the_opponents_double_brings_the_objection_at_once() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.say(DARK, signals.PlayerRequestKind.DOUBLE)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_dice_that_are_nudged_and_hints_that_are_asked_for_are_no_acts() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.dice(signals.DiceState.SETTLED, 6, 2)
    evening.say(LIGHT, signals.PlayerRequestKind.HINTS, 2)
    assert isinstance(verdict(evening), verdicts.OnTheWay)


# ---- a long rest ----


def test_a_checker_that_rests_for_long_is_a_mistake() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21, seconds=LONG - 0.1)
    assert isinstance(verdict(evening), verdicts.OnTheWay)
    evening.wait(0.2)
    assert isinstance(verdict(evening), verdicts.Illegal)
    assert set(evening.state.lamps.values()) >= RED


def test_the_least_rest_is_a_setting_and_a_small_one_waits_for_nothing() -> None:
    strict = replace(CASUAL_PROFILE, least_rest=CASUAL_PROFILE.settle)
    evening = evening_at(START, "61", profile=strict)
    evening.table.put(point(21), evening.lift(point(24)))
    assert verdict(evening) is None
    evening.wait(CASUAL_PROFILE.settle)
    assert isinstance(verdict(evening), verdicts.Illegal)


def play(evening: Evening, *ways: tuple[int, ...], touch: float) -> None:
    for source, *points in ways:
        tap(evening, source, *points, seconds=touch)
    evening.wait(1)
    evening.dice(signals.DiceState.LIFTED)


def test_the_pace_of_each_player_is_learnt_from_turns_that_prove_legal() -> None:
    evening = evening_at(START, "61")
    play(evening, (24, 23, 22, 21, 20, 19, 18), (8, 7), touch=2.0)
    slow, unknown = evening.state.paces
    assert slow.long_rest(1.5) > LONG
    assert unknown == HandPace()


def test_pace_ignores_a_turn_that_has_not_proved_legal() -> None:
    evening = evening_at(START, "61")
    play(evening, (24, 23, 22), touch=2.0)
    assert evening.notices()[-1] is notices.IllegalPlayRefused
    assert evening.state.paces == State.of(evening.settings).paces


def test_quick_hands_are_told_sooner() -> None:
    position = board("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    evening = evening_at(position, "61")
    evening.state = replace(
        evening.state, paces=evening.state.paces.with_value(evening.state.turn, HandPace(0.1))
    )
    tap(evening, 24, 21, seconds=1.4)
    assert isinstance(verdict(evening), verdicts.OnTheWay)
    evening.wait(0.2)
    assert isinstance(verdict(evening), verdicts.Illegal)


def test_the_pace_is_learnt_again_from_the_signals() -> None:
    evening = evening_at(START, "61")
    began = evening.history[0].before
    play(evening, (24, 23, 22, 21, 20, 19, 18), (8, 7), touch=1.2)
    evening.restart()
    evening.begin()
    again = began
    for entry in evening.history:
        again = step(again, entry.signal).state
    assert again == evening.state
    assert again.paces != began.paces


def test_a_restart_in_the_middle_of_a_rest_forgets_the_rest() -> None:
    evening = evening_at(START, "61")
    tap(evening, 24, 21)
    evening.restart()
    assert evening.state.observed.wake_at is None
    assert evening.state.observed.hesitation is None
    evening.begin()
    assert isinstance(verdict(evening), verdicts.OnTheWay)
