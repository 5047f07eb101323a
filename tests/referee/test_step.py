"""A signal leads to a new state and to every effect that it calls for, and to none twice."""

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.game import events
from engine.backgammon.game.match import Game, Phase
from engine.backgammon.position import START
from engine.backgammon.rulebook import RULEBOOKS, Rulebook
from engine.players import Player
from hardware import signals
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.observations import (
    UNKNOWN_SIGHTING,
    Count,
    Observation,
    Sighting,
    of_any_colour,
    of_colour,
)
from referee import notices, verdicts
from referee.effects import Effect, LampMeaning, ReportVerdict, ShowLamps, WakeAt
from referee.match_settings import CASUAL_PROFILE, PROFILES, Profile
from referee.notices import Notice, SignalFault
from referee.state import State
from referee.step import StepResult, step, validate_signal
from service.story.simulated_evening import Evening
from service.words.captions import state_in_words
from service.words.notice_texts import notice_in_words
from service.words.phrases import ENGLISH, load_phrases
from tests.rigs.engine.play_notation import position_after
from tests.rigs.referee.board_views import SEATING, evening_at, make_settings, view_after
from tests.rigs.storage.stored_value_strategies import any_signal

LIGHT, DARK = Colour
NOWHERE = Place("p25")
IN_DOUBT = Sighting(Count(0, 0), Count(0, 2), Count(0, 2))
"""Nothing, or up to two of Dark's checkers, as a camera is never certain of everything."""
TIMED: list[Callable[[float], signals.Signal]] = [
    lambda at: Observation("slots", at, {}),
    lambda at: signals.DiceReading("dice", at, signals.DiceState.LIFTED),
    lambda at: signals.ButtonPressed("buttons", at, signals.Button.LIGHT),
    lambda at: signals.PlayerRequest("page", at, LIGHT, signals.PlayerRequestKind.DONE),
    lambda at: signals.LayoutStated("page", at, Layout({})),
    lambda at: signals.PlayChosen("computer", at, Layout({})),
    lambda at: signals.PositionSetUp("page", at, Layout({}), LIGHT),
    lambda at: signals.TimerExpired("clock", at),
    lambda at: signals.DeviceLost("slots", at, "unplugged"),
    lambda at: signals.DeviceRestored("slots", at),
    lambda at: signals.ServiceRestarted("service", at),
]
STRICT = replace(CASUAL_PROFILE, least_rest=CASUAL_PROFILE.settle)
"""The profile by which every still board is judged."""


def notices_in(effects: tuple[Effect, ...]) -> list[type[Notice]]:
    """The notices for people, in order."""
    return [type(effect) for effect in effects if isinstance(effect, Notice)]


def refusal_of(state: State, signal: signals.Signal) -> notices.NotUnderstood:
    """The notice that a signal makes no sense; it must be all that comes of it."""
    after = step(state, signal)
    assert after.state is state
    (notice,) = after.effects
    assert isinstance(notice, notices.NotUnderstood)
    return notice


def verdict(evening: Evening) -> verdicts.Verdict | None:
    return evening.state.verdict


def game(evening: Evening) -> Game:
    return evening.state.match.game


@pytest.fixture
def state() -> State:
    """A state in the middle of Light's play of a 3 and a 1."""
    return evening_at(START, "31").state


# ---- invalid signals ----


@pytest.mark.parametrize("at", [nan, inf, -inf])
@pytest.mark.parametrize("signal", TIMED)
def test_signal_with_an_impossible_time_is_refused(
    state: State, signal: Callable[[float], signals.Signal], at: float
) -> None:
    assert refusal_of(state, signal(at)).text.startswith(signal(at).source)


@pytest.mark.parametrize("signal", TIMED)
def test_time_of_one_source_runs_forward(
    state: State, signal: Callable[[float], signals.Signal]
) -> None:
    now = step(state, signal(100.0)).state
    assert refusal_of(now, signal(99.0)).nonsense is SignalFault.RUNS_BACK
    assert not validate_signal(now, signal(100.0))


def test_sources_need_not_agree_about_the_time(state: State) -> None:
    now = step(state, signals.TimerExpired("clock", 100.0)).state
    assert not validate_signal(now, signals.ButtonPressed("buttons", 99.0, signals.Button.CUBE))
    later = step(now, signals.ButtonPressed("buttons", 99.0, signals.Button.CUBE)).state
    assert refusal_of(later, signals.TimerExpired("clock", 99.5)).nonsense is SignalFault.RUNS_BACK


def test_refused_signal_sets_no_clock(state: State) -> None:
    refusal_of(state, signals.GarbledData("dice", 1e9, "?!"))
    refusal_of(state, Observation("slots", 1e9, {NOWHERE: of_any_colour(1)}))
    assert not validate_signal(state, signals.DiceReading("dice", 100.0, signals.DiceState.LIFTED))


def test_observation_of_an_unknown_place_is_refused(state: State) -> None:
    notice = refusal_of(state, Observation("slots", 100.0, {NOWHERE: of_any_colour(1)}))
    assert "p25" in notice.text


@pytest.mark.parametrize(
    "signal",
    [
        signals.LayoutStated("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)})),
        signals.PlayChosen("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)})),
        signals.PositionSetUp("page", 100.0, Layout({NOWHERE: Pile(LIGHT, 1)}), LIGHT),
    ],
)
def test_signal_about_an_unknown_place_is_refused(state: State, signal: signals.Signal) -> None:
    assert "p25" in refusal_of(state, signal).text


@pytest.mark.parametrize("what", ["", " ", "no checksum"])
def test_garbled_signal_is_refused(state: State, what: str) -> None:
    assert refusal_of(state, signals.GarbledData("dice", 100.0, what)).text.startswith("dice")


def test_dropped_signals_are_reported_as_too_many(state: State) -> None:
    notice = refusal_of(state, signals.SignalsDropped("dice", 100.0, "300 in a second"))
    assert (notice.text, notice.nonsense) == ("dice: 300 in a second", SignalFault.TOO_MANY)


def test_garbled_data_is_only_reported(state: State) -> None:
    assert (
        refusal_of(state, signals.GarbledData("dice", nan, "no checksum")).text
        == "dice: no checksum"
    )


@pytest.mark.parametrize("numbers", [(0,), (7,), (0, 7), (-1, 3), (1, 2, 3), ()])
def test_dice_show_one_to_six_or_are_not_made(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"die shows|do not show"):
        signals.DiceReading("dice", 1.0, signals.DiceState.SETTLED, numbers)


@pytest.mark.parametrize(
    "dice", [signals.DiceState.ROLLING, signals.DiceState.COCKED, signals.DiceState.LIFTED]
)
def test_only_dice_that_lie_still_show_anything(dice: signals.DiceState) -> None:
    with pytest.raises(ValueError, match="do not show"):
        signals.DiceReading("dice", 1.0, dice, (3, 1))


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_game_is_resigned_once_twice_or_three_times(number: int) -> None:
    with pytest.raises(ValueError, match="resigned at"):
        signals.PlayerRequest("page", 1.0, LIGHT, signals.PlayerRequestKind.RESIGN, number)


def test_a_choice_is_numbered_from_zero() -> None:
    with pytest.raises(ValueError, match="numbered from 0"):
        signals.PlayerRequest("page", 1.0, LIGHT, signals.PlayerRequestKind.CHOOSE, -1)


def test_choice_without_a_question_makes_no_sense(state: State) -> None:
    after = step(
        state, signals.PlayerRequest("page", 100.0, LIGHT, signals.PlayerRequestKind.CHOOSE, 99)
    )
    assert notices_in(after.effects) == [notices.NotUnderstood]
    assert after.state.match is state.match


@pytest.mark.parametrize("count", [14, 16, 99])
def test_a_position_without_fifteen_a_side_is_not_set_up(state: State, count: int) -> None:
    layout = Layout({point(1): Pile(LIGHT, count), point(24): Pile(DARK, 15)})
    after = step(state, signals.PositionSetUp("page", 100.0, layout, LIGHT))
    assert notices_in(after.effects) == [notices.NotUnderstood]
    assert after.state.set_up_request is None


@pytest.mark.parametrize("kind", [signals.LayoutStated, signals.PlayChosen])
def test_impossible_play_can_neither_be_stated_nor_chosen(
    state: State, kind: type[signals.LayoutStated | signals.PlayChosen]
) -> None:
    layout = SEATING.layout(position_after(START, "13/8"), Player.ONE)
    after = step(state, kind("page", 100.0, layout))
    assert notices_in(after.effects) == [notices.NotUnderstood]
    assert after.state.match is state.match
    assert after.state.chosen is None


@given(any_signal(), any_signal())
def test_any_signal_is_valid_or_changes_nothing(one: signals.Signal, two: signals.Signal) -> None:
    known = step(State.of(make_settings()), one).state
    after = step(known, two)
    if validate_signal(known, two):
        assert after.state is known
        assert notices_in(after.effects) == [notices.NotUnderstood]
    else:
        assert after.state.last_signal_at[two.source] == two.at


# ---- the same again ----


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)
def test_repeated_observation_changes_nothing(profile: Profile) -> None:
    evening = evening_at(START, "31", profile=profile)
    evening.move("8/5")
    for seconds in (0.0, 0.1, 1.0):
        evening.wait(seconds)
        before = evening.state
        again = step(before, evening.sensors["hall"].observe())
        assert again.effects == ()
        assert again.state == replace(before, last_signal_at=again.state.last_signal_at)


def test_repeated_observation_does_not_put_off_the_judgement() -> None:
    evening = evening_at(START, "31")
    evening.move("8/6")
    due = evening.state.observed.still_at
    evening.clock.advance(0.1)
    evening.hear(evening.sensors["hall"].observe())
    assert evening.state.observed.still_at == due


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_unrequested_timer_changes_nothing(state: State, calls: int) -> None:
    for call in range(calls):
        after = step(state, signals.TimerExpired("clock", 100.0 + call))
        assert after.effects == ()
        assert after.state == replace(state, last_signal_at=after.state.last_signal_at)


def test_timer_that_expires_too_early_judges_nothing() -> None:
    evening = evening_at(START, "31")
    evening.move("24/22")
    due = evening.state.observed.still_at
    assert due is not None
    early = step(evening.state, signals.TimerExpired("clock", due - 0.01))
    assert early.effects == ()
    still = step(early.state, signals.TimerExpired("clock", due)).state
    rested = still.observed.rests_until
    assert rested is not None
    early = step(still, signals.TimerExpired("clock", rested - 0.01))
    assert early.effects == ()
    assert isinstance(
        step(early.state, signals.TimerExpired("clock", rested)).state.verdict, verdicts.Illegal
    )


def test_the_same_throw_again_is_the_same_throw(state: State) -> None:
    again = step(state, signals.DiceReading("dice", 100.0, signals.DiceState.SETTLED, (3, 1)))
    assert again.effects == ()
    assert again.state.match is state.match


def test_dice_that_are_lifted_twice_end_one_turn() -> None:
    evening = evening_at(START, "31")
    evening.table.arrange(SEATING.layout(position_after(START, "8/5 6/5"), Player.ONE))
    evening.wait(1)
    since = len(evening.history)
    evening.dice(signals.DiceState.LIFTED)
    evening.dice(signals.DiceState.LIFTED)
    assert evening.events(since) == [
        events.Play(Player.ONE, position_after(START, "8/5 6/5")),
        events.EndTurn(Player.ONE),
    ]


def test_return_of_a_present_device_is_not_reported_again(state: State) -> None:
    assert step(state, signals.DeviceRestored("hall", 100.0)).effects == ()


# ---- effects ----


def test_new_verdict_is_lit_and_reported_at_once() -> None:
    evening = evening_at(START, "31")
    since = len(evening.history)
    evening.table.lift(point(8))
    (refereed,) = evening.history[since:]
    judged, lit, wake = refereed.step.effects
    assert isinstance(judged, ReportVerdict)
    assert isinstance(judged.verdict, verdicts.OnTheWay)
    assert isinstance(lit, ShowLamps)
    assert lit.meanings[point(8)] is LampMeaning.LIFTED
    assert wake == WakeAt(refereed.signal.at + CASUAL_PROFILE.settle)


def test_a_board_that_may_be_displaced_is_not_judged_before_it_is_still() -> None:
    evening = evening_at(START, "31", profile=STRICT)
    evening.table.put(point(10), evening.table.lift(point(24)))
    assert verdict(evening) is None
    assert evening.state.observed.still_at is not None
    evening.wait(CASUAL_PROFILE.settle)
    assert isinstance(verdict(evening), verdicts.Illegal)
    assert evening.state.observed.still_at is None


def test_every_touch_puts_off_the_judgement() -> None:
    evening = evening_at(START, "31", profile=STRICT)
    for at in (point(10), point(11), point(10), point(11)):
        evening.table.put(at, evening.table.lift(point(24)))
        evening.wait(CASUAL_PROFILE.settle / 2)
        assert verdict(evening) is None
        evening.table.put(point(24), evening.table.lift(at))
        evening.wait(CASUAL_PROFILE.settle / 2)


def test_the_end_of_a_turn_waits_until_the_board_is_still() -> None:
    evening = evening_at(START, "31")
    evening.table.arrange(SEATING.layout(position_after(START, "8/5 6/5"), Player.ONE))
    evening.dice(signals.DiceState.LIFTED)
    assert game(evening).phase is Phase.TO_PLAY
    assert evening.state.this_turn.ending
    evening.wait(CASUAL_PROFILE.settle)
    assert game(evening).phase is Phase.TO_THROW
    assert game(evening).turn is Player.TWO


def test_a_turn_does_not_end_while_a_checker_is_in_hand() -> None:
    evening = evening_at(START, "31")
    evening.move("8/5")
    evening.lift(point(6))
    evening.wait(1)
    evening.dice(signals.DiceState.LIFTED)
    assert game(evening).phase is Phase.TO_PLAY


def test_the_opponents_cube_does_not_end_a_turn_in_the_middle_of_a_move() -> None:
    for profile in PROFILES.values():
        evening = evening_at(START, "31", profile=profile)
        evening.table.put(point(5), evening.table.lift(point(8)))
        evening.say(DARK, signals.PlayerRequestKind.DOUBLE)
        assert game(evening).phase is Phase.TO_PLAY, profile.name


def test_restart_forgets_the_table_and_continues_the_match() -> None:
    evening = evening_at(START, "31")
    match = evening.state.match
    evening.restart()
    assert evening.state.match is match
    assert verdict(evening) == verdicts.UnreadableBoard(())
    evening.begin()
    assert verdict(evening) == verdicts.Unchanged()


def test_observations_of_a_lost_sensor_are_discarded() -> None:
    evening = evening_at(START, "31")
    evening.unplug("hall")
    assert evening.state.is_blind
    assert set(evening.state.lamps.values()) == {LampMeaning.LINK_LOST}
    evening.plug_in("hall")
    evening.wait(1)
    assert verdict(evening) == verdicts.Unchanged()


def device_notices(result: StepResult) -> list[tuple[type[Notice], tuple[str, ...]]]:
    """The notices about devices."""
    about = (notices.DevicesLost, notices.DevicesBack)
    about_devices = (effect for effect in result.effects if isinstance(effect, about))
    return [(type(notice), notice.devices) for notice in about_devices]


def test_notice_of_a_lost_device_names_all_lost_devices() -> None:
    state = State.of(make_settings())
    for devices in (("lamps",), ("board", "lamps"), ("board", "buttons", "lamps")):
        (name,) = set(devices) - state.lost
        result = step(state, signals.DeviceLost(name, 1.0, "unplugged"))
        assert device_notices(result) == [(notices.DevicesLost, devices)]
        state = result.state

    for name, left in (("lamps", ("lamps",)), ("board", ("board",)), ("buttons", ())):
        result = step(state, signals.DeviceRestored(name, 2.0))
        assert device_notices(result) == [(notices.DevicesBack, left)]
        state = result.state


def test_observations_before_a_return_are_discarded_at_the_next_loss() -> None:
    state = State.of(make_settings())
    state = step(state, signals.DeviceLost("board", 1.0, "unplugged")).state
    state = step(state, Observation("board", 2.0, view_after(START).sightings)).state
    assert state.observed.observations

    again = step(state, signals.DeviceLost("board", 3.0, "unplugged"))

    assert not again.state.observed.observations
    assert device_notices(again) == []


# ---- taking back ----


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=lambda rulebook: rulebook.name)
def test_turn_that_is_taken_back_leaves_the_very_match_before(rulebook: Rulebook) -> None:
    evening = evening_at(START, "31", rulebook=rulebook)
    before = evening.state
    evening.table.arrange(SEATING.layout(position_after(START, "8/5 6/5"), Player.ONE))
    evening.wait(1)
    evening.dice(signals.DiceState.LIFTED)
    assert game(evening).turn is Player.TWO

    evening.press(signals.Button.UNDO)
    evening.press(signals.Button.LIGHT)
    if evening.state.match.game.undo_asked_by:
        evening.press(signals.Button.DARK)

    assert evening.state.match == before.match
    assert evening.state.plays is not None
    assert verdict(evening) == verdicts.Complete(position_after(START, "8/5 6/5"))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.wait(1)
    now = evening.state
    then = replace(
        before,
        observed=replace(
            before.observed,
            observations=now.observed.observations,
            changed_at=now.observed.changed_at,
        ),
        this_turn=replace(
            before.this_turn,
            last_empty_handed=now.this_turn.last_empty_handed,
            is_touched=True,
        ),
    )
    assert replace(now, last_signal_at={}, dice={}) == replace(then, last_signal_at={}, dice={})


def test_checkers_put_back_are_a_play_taken_back() -> None:
    evening = evening_at(START, "31")
    before = evening.state
    evening.move("8/5 6/5")
    assert isinstance(verdict(evening), verdicts.Complete)
    evening.move("5/6 5/8", 1)
    assert verdict(evening) == verdicts.Unchanged()
    assert evening.state.lamps == before.lamps
    assert evening.state.match is before.match


# ---- several sensors ----


def test_several_sensors_together_see_more_than_each() -> None:
    evening = Evening(make_settings(), ("slots", "single"))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    assert verdict(evening) == verdicts.Unchanged()
    evening.unplug("slots")
    evening.wait(1)
    assert verdict(evening) == verdicts.Unchanged()


def test_contradicting_sensors_are_reported_once_when_the_board_is_still() -> None:
    one = Observation("one", 1.0, {point(1): of_colour(LIGHT, 2)})
    state = step(State.of(make_settings()), one).state
    two = step(state, Observation("two", 1.0, {point(1): of_colour(DARK, 2)}))
    assert notices_in(two.effects) == []
    still = step(two.state, signals.TimerExpired("clock", 2.0))
    assert notices_in(still.effects) == [notices.SensorsDisagree]
    three = step(still.state, Observation("two", 3.0, {point(1): of_colour(DARK, 1)}))
    assert notices_in(step(three.state, signals.TimerExpired("clock", 4.0)).effects) == []


@given(st.sampled_from(["slots", "hall", "counts"]), st.sampled_from(BACKGAMMON.places))
def test_a_place_that_is_no_longer_seen_may_hold_anything(kind: str, hidden: Place) -> None:
    view = view_after(START, kind=kind)
    whole = step(State.of(make_settings()), Observation("camera", 1.0, view.sightings)).state
    rest = {place: sighting for place, sighting in view.sightings.items() if place != hidden}
    after = step(whole, Observation("camera", 2.0, rest)).state
    assert after.verdict == verdicts.Unchanged()


def test_a_switch_that_flickers_keeps_the_judgement_waiting() -> None:
    evening = evening_at(START, "31", kind="slots")
    evening.break_switch(point(8), 3, SwitchFault.BOUNCE)
    evening.table.nudge(point(8))
    assert not isinstance(verdict(evening), verdicts.Illegal | verdicts.Disturbed)
    evening.wait(2)
    assert verdict(evening) == verdicts.Unchanged()
    assert bar(LIGHT) in evening.state.lamps


@pytest.mark.parametrize(
    ("hidden", "is_set_up"),
    [((), True), ((6, 8, 13), True), ((6, 8, 13, 19), True), ((6, 8, 13, 19, 17, 12), False)],
)
def test_hands_and_rolling_dice_undo_no_set_up(hidden: tuple[int, ...], *, is_set_up: bool) -> None:
    covered = {point(at): UNKNOWN_SIGHTING for at in hidden}
    seen = {**view_after(START).sightings, point(1): IN_DOUBT, **covered}
    state = State.of(make_settings())
    for at, sightings in enumerate((dict.fromkeys(BACKGAMMON.places, UNKNOWN_SIGHTING), seen)):
        state = step(state, Observation("camera", float(at), sightings)).state
    assert state.is_set_up is is_set_up


def dark_checkers_in_doubt(*exactly: int) -> State:
    """A start of which a camera sees nothing for certain of the dark checkers but these points."""
    doubted = [point(at) for at in (1, 12, 17, 19) if at not in exactly]
    seen = view_after(START).sightings
    doubts = {it: Sighting(Count(0, 0), Count(0, 7), Count(0, 7)) for it in doubted}
    state = State.of(make_settings())
    for at, sightings in enumerate(
        (dict.fromkeys(BACKGAMMON.places, UNKNOWN_SIGHTING), {**seen, **doubts})
    ):
        state = step(state, Observation("camera", float(at), sightings)).state
    return step(state, signals.TimerExpired("clock", 9.0)).state


def test_set_up_that_a_camera_hardly_sees_is_lit_where_it_is_in_doubt() -> None:
    state = dark_checkers_in_doubt(17)

    assert state.verdict == verdicts.Unchanged()
    assert not state.is_set_up
    assert state.lamps == dict.fromkeys((point(1), point(12), point(19)), LampMeaning.DOUBT)
    assert state_in_words(state, load_phrases(ENGLISH)) == (
        "I cannot make out enough checkers on point 1, on point 12 and on point 19 "
        "(as Ann counts). Put them straight, flat and touching the rim."
    )


def test_throw_over_such_a_set_up_is_answered_with_the_places_in_doubt() -> None:
    thrown = signals.DiceReading("dice", 10.0, signals.DiceState.SETTLED, (3, 1))
    result = step(dark_checkers_in_doubt(17), thrown)

    (notice,) = [it for it in result.effects if isinstance(it, notices.SetUpFirst)]
    assert set(notice.places) == {point(1), point(12), point(19)}
    assert notice_in_words(notice, make_settings(), load_phrases(ENGLISH)) == (
        "I cannot make out enough checkers on point 1, on point 12 and on point 19 "
        "(as Ann counts). Put them straight, flat and touching the rim, then throw again."
    )


def test_set_up_that_a_camera_sees_well_enough_is_dark() -> None:
    state = dark_checkers_in_doubt(17, 19)

    assert state.is_set_up
    assert not state.lamps
