"""A signal leads to what is true now, to all that is to be done about it, and to nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.game.match import Game, Phase
from engine.backgammon.players import Player
from engine.backgammon.position import START
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point
from hardware.drivers.simulated.faults import Fault
from hardware.observations import Observation
from hardware.sightings import Count, of_any_colour, of_colour
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceBack,
    DeviceLost,
    DiceSeen,
    DiceState,
    Garbled,
    PlayChosen,
    Restarted,
    SetUpWanted,
    Signal,
    TimeCame,
    Told,
    Wish,
    Wished,
)
from referee.effects import Effect, Happened, Judged, Lit, Meaning, Nonsense, Notice, WakeAt, What
from referee.profiles import CASUAL, PROFILES, Profile
from referee.sense import senseless
from referee.state import State
from referee.step import Step, step
from referee.verdicts import (
    Complete,
    Disturbed,
    Illegal,
    OnTheWay,
    Unchanged,
    Unreadable,
    Verdict,
)
from tests.rigs.drawn import any_signal
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, agreed, at_table, look
from tests.rigs.play import moved

LIGHT, DARK = Colour
NOWHERE = Place("p25")
TIMED: list[Callable[[float], Signal]] = [
    lambda at: Observation("slots", at, {}),
    lambda at: DiceSeen("dice", at, DiceState.LIFTED),
    lambda at: ButtonPressed("buttons", at, Button.LIGHT),
    lambda at: Wished("page", at, LIGHT, Wish.DONE),
    lambda at: Told("page", at, Layout({})),
    lambda at: PlayChosen("computer", at, Layout({})),
    lambda at: SetUpWanted("page", at, Layout({}), LIGHT),
    lambda at: TimeCame("clock", at),
    lambda at: DeviceLost("slots", at, "unplugged"),
    lambda at: DeviceBack("slots", at),
    lambda at: Restarted("service", at),
]


def told(effects: tuple[Effect, ...]) -> list[What]:
    """What people are told, in order."""
    return [effect.what for effect in effects if isinstance(effect, Notice)]


def happened(evening: Evening, since: int = 0) -> list[events.Event]:
    """What has happened in the match."""
    steps = (heard.step for heard in evening.heard[since:])
    return [one.event for each in steps for one in each.effects if isinstance(one, Happened)]


def refused(state: State, signal: Signal) -> Notice:
    """The notice that a signal makes no sense; it must be all that comes of it."""
    after = step(state, signal)
    assert after.state is state
    (notice,) = after.effects
    assert isinstance(notice, Notice)
    assert notice.what is What.NO_SENSE
    return notice


def verdict(evening: Evening) -> Verdict | None:
    return evening.state.verdict


def game(evening: Evening) -> Game:
    return evening.state.match.game


@pytest.fixture
def state() -> State:
    """In the middle of Light's play of a 3 and a 1."""
    return at_table(START, "31").state


# ---- nonsense ----


@pytest.mark.parametrize("at", [nan, inf, -inf])
@pytest.mark.parametrize("signal", TIMED)
def test_nothing_happens_at_no_time(
    state: State, signal: Callable[[float], Signal], at: float
) -> None:
    assert refused(state, signal(at)).text.startswith(signal(at).source)


@pytest.mark.parametrize("signal", TIMED)
def test_time_does_not_run_back_for_one_source(
    state: State, signal: Callable[[float], Signal]
) -> None:
    now = step(state, signal(100.0)).state
    assert refused(now, signal(99.0)).nonsense is Nonsense.RUNS_BACK
    assert not senseless(now, signal(100.0))


def test_sources_need_not_agree_about_the_time(state: State) -> None:
    now = step(state, TimeCame("clock", 100.0)).state
    assert not senseless(now, ButtonPressed("buttons", 99.0, Button.CUBE))
    later = step(now, ButtonPressed("buttons", 99.0, Button.CUBE)).state
    assert refused(later, TimeCame("clock", 99.5)).nonsense is Nonsense.RUNS_BACK


def test_what_made_no_sense_sets_no_clock(state: State) -> None:
    refused(state, Garbled("dice", 1e9, "?!"))
    refused(state, Observation("slots", 1e9, {NOWHERE: of_any_colour(1)}))
    assert not senseless(state, DiceSeen("dice", 100.0, DiceState.LIFTED))


def test_nothing_is_seen_at_a_place_that_does_not_exist(state: State) -> None:
    notice = refused(state, Observation("slots", 100.0, {NOWHERE: of_any_colour(1)}))
    assert "p25" in notice.text


@pytest.mark.parametrize(
    "signal",
    [
        Told("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)})),
        PlayChosen("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)})),
        SetUpWanted("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)}), LIGHT),
    ],
)
def test_nothing_is_told_of_a_place_that_does_not_exist(state: State, signal: Signal) -> None:
    assert "p25" in refused(state, signal).text


@pytest.mark.parametrize("what", ["", " ", "no checksum"])
def test_whatever_is_garbled_is_refused(state: State, what: str) -> None:
    assert refused(state, Garbled("dice", 100.0, what)).text.startswith("dice")


def test_what_is_garbled_is_only_told(state: State) -> None:
    assert refused(state, Garbled("dice", nan, "no checksum")).text == "dice: no checksum"


@pytest.mark.parametrize(("low", "high"), [(99, 99), (-1, 2), (3, 2), (0, 31)])
def test_no_sensor_can_claim_a_number_that_cannot_be(low: int, high: int) -> None:
    with pytest.raises(ValueError, match="count lies between"):
        Count(low, high)


@pytest.mark.parametrize("numbers", [(0,), (7,), (0, 7), (-1, 3), (1, 2, 3), ()])
def test_dice_show_one_to_six_or_are_not_made(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"die shows|do not show"):
        DiceSeen("dice", 1.0, DiceState.SETTLED, numbers)


@pytest.mark.parametrize("dice", [DiceState.ROLLING, DiceState.COCKED, DiceState.LIFTED])
def test_only_dice_that_lie_still_show_anything(dice: DiceState) -> None:
    with pytest.raises(ValueError, match="do not show"):
        DiceSeen("dice", 1.0, dice, (3, 1))


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_game_is_resigned_once_twice_or_three_times(number: int) -> None:
    with pytest.raises(ValueError, match="resigned at"):
        Wished("page", 1.0, LIGHT, Wish.RESIGN, number)


def test_a_choice_is_numbered_from_zero() -> None:
    with pytest.raises(ValueError, match="numbered from 0"):
        Wished("page", 1.0, LIGHT, Wish.CHOOSE, -1)


def test_a_choice_where_nothing_is_asked_makes_no_sense(state: State) -> None:
    after = step(state, Wished("page", 100.0, LIGHT, Wish.CHOOSE, 99))
    assert told(after.effects) == [What.NO_SENSE]
    assert after.state.match is state.match


@pytest.mark.parametrize("count", [14, 16, 99])
def test_a_position_without_fifteen_a_side_is_not_set_up(state: State, count: int) -> None:
    layout = Layout({point(1): Pile(LIGHT, count), point(24): Pile(DARK, 15)})
    after = step(state, SetUpWanted("page", 100.0, layout, LIGHT))
    assert told(after.effects) == [What.NO_SENSE]
    assert after.state.wanted is None


@pytest.mark.parametrize("kind", [Told, PlayChosen])
def test_a_play_that_is_none_is_neither_told_nor_chosen(
    state: State, kind: type[Told | PlayChosen]
) -> None:
    layout = SEATING.layout(moved(START, "13/8"), Player.ONE)
    after = step(state, kind("page", 100.0, layout))
    assert told(after.effects) == [What.NO_SENSE]
    assert after.state.match is state.match
    assert after.state.chosen is None


@given(any_signal(), any_signal())
def test_whatever_comes_in_makes_sense_or_changes_nothing(one: Signal, two: Signal) -> None:
    known = step(State.of(agreed()), one).state
    after = step(known, two)
    if senseless(known, two):
        assert after.state is known
        assert told(after.effects) == [What.NO_SENSE]
    else:
        assert after.state.heard[two.source] == two.at


# ---- the same again ----


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_who_looks_again_and_sees_the_same_changes_nothing(profile: Profile) -> None:
    evening = at_table(START, "31", profile=profile)
    evening.carry(point(8), point(5))
    for seconds in (0.0, 0.1, 1.0):
        evening.wait(seconds)
        before = evening.state
        again = step(before, evening.sensors["hall"].look())
        assert again.effects == ()
        assert again.state == replace(before, heard=again.state.heard)


def test_looking_again_does_not_put_off_the_judgement() -> None:
    evening = at_table(START, "31")
    evening.carry(point(8), point(6))
    due = evening.state.sight.still_at
    evening.clock.advance(0.1)
    evening.hear(evening.sensors["hall"].look())
    assert evening.state.sight.still_at == due


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_call_that_nobody_asked_for_changes_nothing(state: State, calls: int) -> None:
    for call in range(calls):
        after = step(state, TimeCame("clock", 100.0 + call))
        assert after.effects == ()
        assert after.state == replace(state, heard=after.state.heard)


def test_a_call_before_its_time_judges_nothing() -> None:
    evening = at_table(START, "31")
    evening.carry(point(24), point(22))
    due = evening.state.sight.still_at
    assert due is not None
    early = step(evening.state, TimeCame("clock", due - 0.01))
    assert early.effects == ()
    assert isinstance(step(early.state, TimeCame("clock", due)).state.verdict, Illegal)


def test_the_same_throw_again_is_the_same_throw(state: State) -> None:
    again = step(state, DiceSeen("dice", 100.0, DiceState.SETTLED, (3, 1)))
    assert again.effects == ()
    assert again.state.match is state.match


def test_dice_that_are_lifted_twice_end_one_turn() -> None:
    evening = at_table(START, "31")
    evening.table.arrange(SEATING.layout(moved(START, "8/5 6/5"), Player.ONE))
    evening.wait(1)
    since = len(evening.heard)
    evening.dice(DiceState.LIFTED)
    evening.dice(DiceState.LIFTED)
    assert happened(evening, since) == [
        events.Play(Player.ONE, moved(START, "8/5 6/5")),
        events.EndTurn(Player.ONE),
    ]


def test_a_device_that_is_back_already_is_not_told_of_again(state: State) -> None:
    assert step(state, DeviceBack("hall", 100.0)).effects == ()


# ---- all that is to be done ----


def test_what_is_judged_anew_is_lit_and_told_at_once() -> None:
    evening = at_table(START, "31")
    since = len(evening.heard)
    evening.table.lift(point(8))
    (heard,) = evening.heard[since:]
    judged, lit, wake = heard.step.effects
    assert isinstance(judged, Judged)
    assert isinstance(judged.verdict, OnTheWay)
    assert isinstance(lit, Lit)
    assert lit.meanings[point(8)] is Meaning.LIFTED
    assert wake == WakeAt(heard.signal.at + CASUAL.settle)


def test_a_board_that_may_be_astray_is_not_judged_before_it_is_still() -> None:
    evening = at_table(START, "31")
    evening.table.put(point(10), evening.table.lift(point(24)))
    assert verdict(evening) is None
    assert evening.state.sight.still_at is not None
    evening.wait(CASUAL.settle)
    assert isinstance(verdict(evening), Illegal)
    assert evening.state.sight.still_at is None


def test_every_touch_puts_off_the_judgement() -> None:
    evening = at_table(START, "31")
    for at in (point(10), point(11), point(10), point(11)):
        evening.table.put(at, evening.table.lift(point(24)))
        evening.wait(CASUAL.settle / 2)
        assert verdict(evening) is None
        evening.table.put(point(24), evening.table.lift(at))
        evening.wait(CASUAL.settle / 2)


def test_the_end_of_a_turn_waits_until_the_board_is_still() -> None:
    evening = at_table(START, "31")
    evening.table.arrange(SEATING.layout(moved(START, "8/5 6/5"), Player.ONE))
    evening.dice(DiceState.LIFTED)
    assert game(evening).phase is Phase.TO_PLAY
    assert evening.state.this_turn.ending
    evening.wait(CASUAL.settle)
    assert game(evening).phase is Phase.TO_THROW
    assert game(evening).turn is Player.TWO


def test_a_turn_does_not_end_while_a_checker_is_in_hand() -> None:
    evening = at_table(START, "31")
    evening.carry(point(8), point(5))
    evening.lift(point(6))
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert game(evening).phase is Phase.TO_PLAY


def test_the_opponents_cube_does_not_end_a_turn_in_the_middle_of_a_move() -> None:
    for profile in PROFILES.values():
        evening = at_table(START, "31", profile=profile)
        evening.table.put(point(5), evening.table.lift(point(8)))
        evening.say(DARK, Wish.DOUBLE)
        assert game(evening).phase is Phase.TO_PLAY, profile.name


def test_nothing_is_known_of_the_table_after_a_restart_but_the_match_is_where_it_was() -> None:
    evening = at_table(START, "31")
    match = evening.state.match
    evening.restart()
    assert evening.state.match is match
    assert verdict(evening) == Unreadable(())
    evening.begin()
    assert verdict(evening) == Unchanged()


def test_what_a_lost_sensor_has_said_counts_no_more() -> None:
    evening = at_table(START, "31")
    evening.unplug("hall")
    assert evening.state.is_blind
    assert set(evening.state.lit.values()) == {Meaning.LINK_LOST}
    evening.plug_in("hall")
    evening.wait(1)
    assert verdict(evening) == Unchanged()


def missed(follows: Step) -> list[tuple[What, tuple[str, ...]]]:
    """What is told of devices."""
    notices = (effect for effect in follows.effects if isinstance(effect, Notice))
    return [(notice.what, notice.devices) for notice in notices]


def test_whoever_is_told_of_a_lost_device_is_told_of_all_that_are_lost() -> None:
    state = State.of(agreed())
    for told in (("lamps",), ("board", "lamps"), ("board", "buttons", "lamps")):
        (name,) = set(told) - state.lost
        follows = step(state, DeviceLost(name, 1.0, "unplugged"))
        assert missed(follows) == [(What.DEVICE_LOST, told)]
        state = follows.state

    for name, left in (("lamps", ("lamps",)), ("board", ("board",)), ("buttons", ())):
        follows = step(state, DeviceBack(name, 2.0))
        assert missed(follows) == [(What.DEVICE_BACK, left)]
        state = follows.state


def test_what_a_device_said_before_it_was_back_counts_no_more_when_it_is_lost_again() -> None:
    state = State.of(agreed())
    state = step(state, DeviceLost("board", 1.0, "unplugged")).state
    state = step(state, Observation("board", 2.0, look(START).sightings)).state
    assert state.sight.seen

    again = step(state, DeviceLost("board", 3.0, "unplugged"))

    assert not again.state.sight.seen
    assert missed(again) == []


# ---- taking back ----


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=lambda rulebook: rulebook.name)
def test_a_turn_that_is_taken_back_leaves_the_very_match_that_was_before(
    rulebook: Rulebook,
) -> None:
    evening = at_table(START, "31", rulebook=rulebook)
    before = evening.state
    evening.table.arrange(SEATING.layout(moved(START, "8/5 6/5"), Player.ONE))
    evening.wait(1)
    evening.dice(DiceState.LIFTED)
    assert game(evening).turn is Player.TWO

    evening.press(Button.UNDO)

    assert evening.state.match == before.match
    assert evening.state.plays is not None
    assert verdict(evening) == Complete(moved(START, "8/5 6/5"))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.wait(1)
    now = evening.state
    then = replace(
        before,
        sight=replace(before.sight, seen=now.sight.seen),
        this_turn=replace(before.this_turn, known=now.this_turn.known),
    )
    assert replace(now, heard={}, dice={}) == replace(then, heard={}, dice={})


def test_checkers_put_back_are_a_play_taken_back() -> None:
    evening = at_table(START, "31")
    before = evening.state
    evening.carry(point(8), point(5))
    evening.carry(point(6), point(5))
    assert isinstance(verdict(evening), Complete)
    evening.carry(point(5), point(6))
    evening.carry(point(5), point(8))
    evening.wait(1)
    assert verdict(evening) == Unchanged()
    assert evening.state.lit == before.lit
    assert evening.state.match is before.match


# ---- several sensors ----


def test_several_sensors_together_see_more_than_each() -> None:
    evening = Evening(agreed(), ("slots", "single"))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    assert verdict(evening) == Unchanged()
    evening.unplug("slots")
    evening.wait(1)
    assert verdict(evening) == Unchanged()


def test_sensors_that_contradict_each_other_are_told_of_once_when_the_board_is_still() -> None:
    state = step(State.of(agreed()), Observation("one", 1.0, {point(1): of_colour(LIGHT, 2)})).state
    two = step(state, Observation("two", 1.0, {point(1): of_colour(DARK, 2)}))
    assert told(two.effects) == []
    still = step(two.state, TimeCame("clock", 2.0))
    assert told(still.effects) == [What.DEVICES_DISAGREE]
    three = step(still.state, Observation("two", 3.0, {point(1): of_colour(DARK, 1)}))
    assert told(step(three.state, TimeCame("clock", 4.0)).effects) == []


@given(st.sampled_from(["slots", "hall", "counts"]), st.sampled_from(BACKGAMMON))
def test_a_place_that_is_no_longer_seen_may_hold_anything(kind: str, hidden: Place) -> None:
    view = look(START, kind=kind)
    whole = step(State.of(agreed()), Observation("camera", 1.0, view.sightings)).state
    rest = {place: sighting for place, sighting in view.sightings.items() if place != hidden}
    after = step(whole, Observation("camera", 2.0, rest)).state
    assert after.verdict == Unchanged()


def test_a_switch_that_flickers_keeps_the_judgement_waiting() -> None:
    evening = at_table(START, "31", kind="slots")
    evening.spoil(point(8), 3, Fault.BOUNCE)
    evening.table.nudge(point(8))
    assert not isinstance(verdict(evening), Illegal | Disturbed)
    evening.wait(2)
    assert verdict(evening) == Unchanged()
    assert bar(LIGHT) in evening.state.lit
