"""Each lamp means one thing, and people are shown what they need and no more."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.backgammon.position import START, Position
from engine.players import Player
from hardware.checkers import Colour, Place, bar, point, tray
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.signals import Button, DiceState, PlayerRequest, PlayerRequestKind
from referee import notices
from referee.effects import LampMeaning
from referee.hand_pace import LONG_FACTOR, UNKNOWN_REST
from referee.lamp_meanings import CORNERS, arrivals
from referee.match_settings import (
    CASUAL_PROFILE,
    CLUB_PROFILE,
    MONEY_PROFILE,
    TOURNAMENT_PROFILE,
    Hints,
    IllegalPolicy,
    Profile,
)
from service.story.simulated_evening import Evening
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.referee.board_views import SEATING, evening_at, make_settings

LIGHT, DARK = Colour
TURN = {bar(LIGHT): LampMeaning.TURN}
RECORD = Profile("record", illegal_play=IllegalPolicy.RECORD)
DISCREET = (CLUB_PROFILE, TOURNAMENT_PROFILE, MONEY_PROFILE, RECORD)
RED = {LampMeaning.ILLEGAL, LampMeaning.CAME_FROM}

discreet = pytest.mark.parametrize("profile", DISCREET, ids=lambda profile: profile.name)


def p(*numbers: int) -> set[Place]:
    return {point(number) for number in numbers}


def lit_places(evening: Evening) -> Mapping[LampMeaning, set[Place]]:
    """The places of each meaning that is lit, the turn lamp left out."""
    found: dict[LampMeaning, set[Place]] = {}
    for place, meaning in evening.state.lamps.items():
        if meaning is not LampMeaning.TURN:
            found.setdefault(meaning, set()).add(place)
    return found


# ---- before a game ----


def test_a_place_that_wants_a_checker_and_one_that_has_too_many_are_shown() -> None:
    evening = Evening(make_settings(), ("hall",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    evening.move("8/9", 1)
    assert lit_places(evening) == {LampMeaning.TOO_MANY: p(9), LampMeaning.MISSING: p(8)}


def test_a_board_that_is_set_up_is_dark() -> None:
    evening = Evening(make_settings(), ("hall",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    assert not evening.state.lamps


def test_a_table_that_cannot_be_seen_is_lit_at_its_corners_and_its_bar() -> None:
    evening = evening_at(START, "31")
    evening.unplug("hall")
    assert lit_places(evening) == {LampMeaning.LINK_LOST: {*CORNERS, bar(LIGHT), bar(DARK)}}


# ---- whose turn ----


def test_player_to_throw_has_a_lamp_on_the_own_bar() -> None:
    evening = evening_at(START)
    assert evening.state.lamps == TURN


def test_player_who_has_thrown_keeps_the_lamp_on_the_bar() -> None:
    assert evening_at(START, "31").state.lamps[bar(LIGHT)] is LampMeaning.TURN


@pytest.mark.parametrize(
    ("kind", "number"), [(PlayerRequestKind.DOUBLE, 0), (PlayerRequestKind.RESIGN, 1)]
)
def test_offer_is_lit_at_the_bar_of_the_player_who_must_answer(
    kind: PlayerRequestKind, number: int
) -> None:
    evening = evening_at(START)
    evening.say(LIGHT, kind, number)
    assert evening.state.lamps == {bar(DARK): LampMeaning.OFFER}


def test_undo_request_is_lit_as_an_offer() -> None:
    evening = evening_at(START, "31", profile=CLUB_PROFILE)
    evening.move("8/5 6/5", 1)
    evening.dice(DiceState.LIFTED)
    evening.say(LIGHT, PlayerRequestKind.UNDO)
    assert evening.state.lamps[bar(DARK)] is LampMeaning.OFFER


# ---- hints ----


def hinting(hints: Hints) -> Profile:
    return replace(CASUAL_PROFILE, hints=hints)


@pytest.mark.parametrize("hints", [Hints.CHECKERS, Hints.DESTINATIONS])
def test_the_checkers_that_can_move_are_shown(hints: Hints) -> None:
    evening = evening_at(START, "31", profile=hinting(hints))
    assert lit_places(evening) == {LampMeaning.MOVABLE: p(24, 13, 8, 6)}


def test_only_where_a_play_can_begin_is_a_checker_movable() -> None:
    evening = evening_at(START, "55")
    assert lit_places(evening) == {LampMeaning.MOVABLE: p(13, 8)}


def test_bar_is_movable_for_a_player_on_the_bar() -> None:
    evening = evening_at(board("25:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5"), "31")
    assert evening.state.lamps == {bar(LIGHT): LampMeaning.MOVABLE}


def test_destinations_of_the_lifted_checker_are_lit() -> None:
    evening = evening_at(START, "31")
    evening.lift(point(8))
    assert lit_places(evening) == {LampMeaning.LIFTED: p(8), LampMeaning.DESTINATION: p(7, 5, 4)}


def test_a_checker_that_may_be_borne_off_is_shown_the_tray() -> None:
    evening = evening_at(board("6:2 5:3 3:2", "1:15"), "65")
    evening.lift(point(6))
    assert lit_places(evening)[LampMeaning.DESTINATION] == {point(1), tray(LIGHT)}


@pytest.mark.parametrize("hints", [Hints.CHECKERS, Hints.NONE])
def test_without_that_hint_a_lifted_checker_lights_nothing(hints: Hints) -> None:
    evening = evening_at(START, "31", profile=hinting(hints))
    evening.lift(point(8))
    assert lit_places(evening) == {}


def test_unfinished_play_lights_nothing_without_hints() -> None:
    evening = evening_at(START, "31", profile=hinting(Hints.NONE))
    assert lit_places(evening) == {}
    evening.move("8/5", 1)
    assert lit_places(evening) == {}


def test_each_player_has_the_hints_he_asks_for() -> None:
    evening = evening_at(START, "31", profile=hinting(Hints.NONE))
    evening.say(DARK, PlayerRequestKind.HINTS, 2)
    assert lit_places(evening) == {}
    evening.say(LIGHT, PlayerRequestKind.HINTS, 1)
    assert lit_places(evening) == {LampMeaning.MOVABLE: p(24, 13, 8, 6)}
    evening.say(LIGHT, PlayerRequestKind.HINTS, 0)
    assert lit_places(evening) == {}
    assert evening.state.hints == {LIGHT: Hints.NONE, DARK: Hints.DESTINATIONS}


def test_hints_that_are_locked_stay_as_they_are() -> None:
    evening = evening_at(START, "31", profile=TOURNAMENT_PROFILE)
    before = evening.state
    evening.say(LIGHT, PlayerRequestKind.HINTS, 2)
    assert evening.state.lamps == before.lamps
    assert evening.state.hints == before.hints
    (notice,) = evening.history[-1].step.effects
    assert notice == notices.HintsLocked(LIGHT)


@pytest.mark.parametrize("number", [3, 99])
def test_there_are_three_levels_of_hints(number: int) -> None:
    with pytest.raises(ValueError, match="kinds of hints"):
        PlayerRequest("page", 1.0, LIGHT, PlayerRequestKind.HINTS, number)


def test_half_a_play_shows_what_the_number_left_can_move() -> None:
    evening = evening_at(START, "31")
    evening.move("8/5", 1)
    assert lit_places(evening) == {LampMeaning.MOVABLE: p(24, 8, 6, 5)}


# ---- finished ----


def test_a_finished_play_is_shown_where_its_checkers_are() -> None:
    evening = evening_at(START, "31")
    evening.move("13/10 6/5", 1)
    assert lit_places(evening) == {LampMeaning.COMPLETE: p(10, 5)}


def test_a_finished_play_is_dark_again_when_the_turn_has_ended() -> None:
    evening = evening_at(START, "31")
    evening.move("13/10 6/5", 1)
    evening.dice(DiceState.LIFTED)
    assert evening.state.lamps == {bar(DARK): LampMeaning.TURN}


def test_a_play_arrives_where_the_mover_has_more_checkers_than_before() -> None:
    position = board("13:2 8:2 6:11", "20:1 18:1 13:13")
    state = evening_at(position, "61").state
    assert set(arrivals(state, position_after(position, "13/7 8/7"))) == p(7)
    assert arrivals(state, position) == ()


def test_player_who_cannot_move_has_no_movable_checker_lit() -> None:
    evening = evening_at(board("25:2 6:13", "1:3 2:2 3:2 4:2 5:2 6:4"), "65")
    assert lit_places(evening) == {}


# ---- not legal ----


def test_an_illegal_checker_is_shown_with_where_it_belongs_once_it_has_rested_for_long() -> None:
    evening = evening_at(START, "31")
    evening.move("13/11", 1)
    assert lit_places(evening) == {LampMeaning.LIFTED: p(13), LampMeaning.DESTINATION: p(9, 10)}
    evening.wait(LONG_FACTOR * UNKNOWN_REST)
    assert lit_places(evening) == {LampMeaning.ILLEGAL: p(11), LampMeaning.CAME_FROM: p(13)}


@discreet
def test_unblocked_errors_are_not_lit_before_the_end_of_the_turn(profile: Profile) -> None:
    evening = evening_at(START, "31", profile=profile)
    for ways in ("13/11", "11/13 6/7", "7/6 8/5 24/20"):
        evening.move(ways, 1)
        assert not set(lit_places(evening)) & RED
        assert LampMeaning.COMPLETE not in lit_places(evening)


@discreet
def test_finished_play_is_not_lit_where_errors_are_not(profile: Profile) -> None:
    evening = evening_at(START, "31", profile=profile)
    evening.move("8/5 6/5", 1)
    assert LampMeaning.COMPLETE not in lit_places(evening)


@pytest.mark.parametrize(
    "profile", [CLUB_PROFILE, TOURNAMENT_PROFILE], ids=lambda profile: profile.name
)
def test_error_is_lit_after_the_turn_where_it_must_be_corrected(profile: Profile) -> None:
    evening = evening_at(START, "31", profile=profile)
    evening.move("13/11", 1)
    evening.dice(DiceState.LIFTED)
    assert lit_places(evening) == {LampMeaning.ILLEGAL: p(11), LampMeaning.CAME_FROM: p(13)}
    evening.move("11/13", 1)
    assert not set(lit_places(evening)) & RED


def test_an_opponent_who_decides_is_shown_the_illegal_play_till_he_throws() -> None:
    evening = evening_at(START, "31", profile=MONEY_PROFILE)
    evening.move("13/11", 1)
    evening.dice(DiceState.LIFTED)
    assert lit_places(evening) == {LampMeaning.ILLEGAL: p(11), LampMeaning.CAME_FROM: p(13)}
    evening.throw(6, 5)
    assert lit_places(evening) == {}


def test_error_that_only_the_record_mentions_is_never_lit() -> None:
    evening = evening_at(START, "31", profile=RECORD)
    evening.move("13/11", 1)
    evening.dice(DiceState.LIFTED)
    assert evening.state.match.game.turn is Player.TWO
    assert lit_places(evening) == {}


# ---- displaced, in doubt, in question ----


def test_a_board_that_was_knocked_against_is_led_back() -> None:
    evening = evening_at(START, "31")
    ways = [(13, 14), (13, 15), (8, 9), (6, 3), (24, 22), (24, 23)]
    evening.knock([(point(source), point(target)) for source, target in ways])
    evening.wait(1)
    extra, missing = p(14, 15, 9, 3, 22, 23), p(13, 8, 6, 24)
    assert lit_places(evening) == {LampMeaning.TOO_MANY: extra, LampMeaning.MISSING: missing}


def test_ambiguous_plays_light_where_they_differ_and_which_would_be_taken() -> None:
    evening = evening_at(START, "22", kind="single")
    evening.move("13/11 13/11 6/4 6/4", 1)
    assert set(lit_places(evening)) == {LampMeaning.AMBIGUOUS}
    evening.dice(DiceState.LIFTED)
    asking = evening.state.question
    assert asking
    found = set()
    for _ in asking.plays:
        assert set(lit_places(evening)) <= {LampMeaning.AMBIGUOUS, LampMeaning.CHOSEN}
        found.add(frozenset(lit_places(evening)[LampMeaning.CHOSEN]))
        evening.press(Button.NO)
    assert len(found) == len(asking.plays)


def test_a_switch_in_question_is_shown() -> None:
    evening = evening_at(START, "31", kind="slots")
    evening.break_switch(point(5), 2, SwitchFault.DEAD)
    evening.move("8/5 6/5", 1)
    evening.dice(DiceState.LIFTED)
    assert lit_places(evening) == {LampMeaning.DOUBT: p(5), LampMeaning.OFFER: {bar(DARK)}}
    evening.press(Button.DARK)
    assert evening.state.lamps == {bar(DARK): LampMeaning.TURN}


# ---- a computer player ----


def choose_play(evening: Evening, play: Position) -> None:
    evening.choose(SEATING.layout(play, Player.ONE))


def test_checkers_of_a_computer_player_are_led() -> None:
    evening = evening_at(START, "31")
    choose_play(evening, position_after(START, "13/10 6/5"))
    assert lit_places(evening) == {
        LampMeaning.COMPUTER: p(13, 6),
        LampMeaning.COMPUTER_TO: p(10, 5),
    }
    evening.move("13/10", 1)
    assert lit_places(evening) == {LampMeaning.COMPUTER: p(6), LampMeaning.COMPUTER_TO: p(5)}
    evening.move("6/5", 1)
    assert not set(lit_places(evening)) & {LampMeaning.COMPUTER, LampMeaning.COMPUTER_TO}


def test_checker_of_the_computer_that_was_moved_elsewhere_is_still_led() -> None:
    evening = evening_at(START, "31")
    choose_play(evening, position_after(START, "13/10 6/5"))
    evening.move("24/23", 1)
    taken, put = p(23, 13, 6), p(24, 10, 5)
    assert lit_places(evening) == {LampMeaning.COMPUTER: taken, LampMeaning.COMPUTER_TO: put}
