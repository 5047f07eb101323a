"""Each lamp means one thing, and people are shown what they need and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.backgammon.players import Player
from engine.backgammon.position import START, Position
from hardware.checkers import POINTS, Colour, Place, bar, point, tray
from hardware.drivers.simulated.faults import Fault
from hardware.signals import Button, DiceState, Wish, Wished
from referee.effects import Meaning, Notice, What
from referee.lighting import CORNERS, arrivals
from referee.profiles import CASUAL, CLUB, MONEY, TOURNAMENT, Hints, IllegalPolicy, Profile
from tests.rigs.evening import Evening
from tests.rigs.looks import SEATING, agreed, at_table
from tests.rigs.play import board, moved

LIGHT, DARK = Colour
TURN = {bar(LIGHT): Meaning.TURN}
RECORD = Profile("record", illegal_play=IllegalPolicy.RECORD)
DISCREET = (CLUB, TOURNAMENT, MONEY, RECORD)
RED = {Meaning.ILLEGAL, Meaning.CAME_FROM}

discreet = pytest.mark.parametrize("profile", DISCREET, ids=lambda profile: profile.name)


def p(*numbers: int) -> set[Place]:
    return {point(number) for number in numbers}


def shown(evening: Evening) -> Mapping[Meaning, set[Place]]:
    """The places of each meaning that is lit, the turn lamp left out."""
    found: dict[Meaning, set[Place]] = {}
    for place, meaning in evening.state.lit.items():
        if meaning is not Meaning.TURN:
            found.setdefault(meaning, set()).add(place)
    return found


def move(evening: Evening, *ways: str) -> None:
    """Carry Light's checkers, one way after the other, and let the board lie still."""
    for way in ways:
        source, target = map(int, way.split("/"))
        places = {0: tray(LIGHT), 25: bar(LIGHT)}
        start, end = (places.get(number) or point(number) for number in (source, target))
        evening.carry(start, end, LIGHT)
    evening.wait(1)


# ---- before a game ----


def test_a_place_that_wants_a_checker_and_one_that_has_too_many_are_shown() -> None:
    evening = Evening(agreed(), ("hall",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    evening.carry(point(8), point(9))
    evening.wait(1)
    assert shown(evening) == {Meaning.TOO_MANY: p(9), Meaning.MISSING: p(8)}


def test_a_board_that_is_set_up_is_dark() -> None:
    evening = Evening(agreed(), ("hall",))
    evening.table.arrange(SEATING.layout(START, Player.ONE))
    evening.begin()
    assert not evening.state.lit


def test_a_table_that_cannot_be_seen_is_lit_at_its_corners_and_its_bar() -> None:
    evening = at_table(START, "31")
    evening.unplug("hall")
    assert shown(evening) == {Meaning.LINK_LOST: {*CORNERS, bar(LIGHT), bar(DARK)}}


# ---- whose turn ----


def test_who_is_to_throw_has_light_on_his_bar() -> None:
    evening = at_table(START)
    assert evening.state.lit == TURN


def test_who_has_thrown_still_has() -> None:
    assert at_table(START, "31").state.lit[bar(LIGHT)] is Meaning.TURN


@pytest.mark.parametrize(
    ("wish", "number", "asked"), [(Wish.DOUBLE, 0, DARK), (Wish.RESIGN, 1, DARK)]
)
def test_who_has_an_offer_to_answer_has_it_at_his_bar(
    wish: Wish, number: int, asked: Colour
) -> None:
    evening = at_table(START)
    evening.say(LIGHT, wish, number)
    assert evening.state.lit == {bar(asked): Meaning.OFFER}


def test_who_is_asked_to_take_back_has_an_offer_to_answer() -> None:
    evening = at_table(START, "31", profile=CLUB)
    move(evening, "8/5", "6/5")
    evening.dice(DiceState.LIFTED)
    evening.say(LIGHT, Wish.UNDO)
    assert evening.state.lit[bar(DARK)] is Meaning.OFFER


# ---- hints ----


def hinting(hints: Hints) -> Profile:
    return replace(CASUAL, hints=hints)


@pytest.mark.parametrize("hints", [Hints.CHECKERS, Hints.DESTINATIONS])
def test_the_checkers_that_can_move_are_shown(hints: Hints) -> None:
    evening = at_table(START, "31", profile=hinting(hints))
    assert shown(evening) == {Meaning.MOVABLE: p(24, 13, 8, 6)}


def test_only_where_a_play_can_begin_is_a_checker_movable() -> None:
    evening = at_table(START, "55")
    assert shown(evening) == {Meaning.MOVABLE: p(13, 8)}


def test_who_is_on_the_bar_is_shown_his_bar() -> None:
    evening = at_table(board("25:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5"), "31")
    assert evening.state.lit == {bar(LIGHT): Meaning.MOVABLE}


def test_where_the_lifted_checker_may_come_down_is_shown() -> None:
    evening = at_table(START, "31")
    evening.lift(point(8))
    assert shown(evening) == {Meaning.LIFTED: p(8), Meaning.DESTINATION: p(7, 5, 4)}


def test_a_checker_that_may_be_borne_off_is_shown_the_tray() -> None:
    evening = at_table(board("6:2 5:3 3:2", "1:15"), "65")
    evening.lift(point(6))
    assert shown(evening)[Meaning.DESTINATION] == {point(1), tray(LIGHT)}


@pytest.mark.parametrize("hints", [Hints.CHECKERS, Hints.NONE])
def test_without_that_hint_a_lifted_checker_lights_nothing(hints: Hints) -> None:
    evening = at_table(START, "31", profile=hinting(hints))
    evening.lift(point(8))
    assert shown(evening) == {}


def test_without_hints_nothing_is_shown_before_the_play_is_finished() -> None:
    evening = at_table(START, "31", profile=hinting(Hints.NONE))
    assert shown(evening) == {}
    move(evening, "8/5")
    assert shown(evening) == {}


def test_each_player_has_the_hints_he_asks_for() -> None:
    evening = at_table(START, "31", profile=hinting(Hints.NONE))
    evening.say(DARK, Wish.HINTS, 2)
    assert shown(evening) == {}
    evening.say(LIGHT, Wish.HINTS, 1)
    assert shown(evening) == {Meaning.MOVABLE: p(24, 13, 8, 6)}
    evening.say(LIGHT, Wish.HINTS, 0)
    assert shown(evening) == {}
    assert evening.state.hints == {LIGHT: Hints.NONE, DARK: Hints.DESTINATIONS}


def test_hints_that_are_locked_stay_as_they_are() -> None:
    evening = at_table(START, "31", profile=TOURNAMENT)
    before = evening.state
    evening.say(LIGHT, Wish.HINTS, 2)
    assert evening.state.lit == before.lit
    assert evening.state.hints == before.hints
    (notice,) = evening.heard[-1].step.effects
    assert notice == Notice(What.HINTS_LOCKED, LIGHT)


@pytest.mark.parametrize("number", [3, 99])
def test_there_are_three_levels_of_hints(number: int) -> None:
    with pytest.raises(ValueError, match="kinds of hints"):
        Wished("page", 1.0, LIGHT, Wish.HINTS, number)


def test_after_half_a_play_it_is_shown_what_the_number_left_can_move() -> None:
    evening = at_table(START, "31")
    move(evening, "8/5")
    assert shown(evening) == {Meaning.MOVABLE: p(24, 8, 6, 5)}


# ---- finished ----


def test_a_finished_play_is_shown_where_its_checkers_are() -> None:
    evening = at_table(START, "31")
    move(evening, "13/10", "6/5")
    assert shown(evening) == {Meaning.COMPLETE: p(10, 5)}


def test_a_finished_play_is_dark_again_when_the_turn_has_ended() -> None:
    evening = at_table(START, "31")
    move(evening, "13/10", "6/5")
    evening.dice(DiceState.LIFTED)
    assert evening.state.lit == {bar(DARK): Meaning.TURN}


def test_a_play_arrives_where_the_mover_has_more_checkers_than_before() -> None:
    position = board("13:2 8:2 6:11", "20:1 18:1 13:13")
    state = at_table(position, "61").state
    assert set(arrivals(state, moved(position, "13/7 8/7"))) == p(7)
    assert arrivals(state, position) == ()


def test_who_cannot_move_is_shown_no_checker() -> None:
    evening = at_table(board("25:2 6:13", "1:3 2:2 3:2 4:2 5:2 6:4"), "65")
    assert shown(evening) == {}


# ---- not legal ----


def test_an_illegal_checker_is_shown_with_where_it_belongs_once_it_lies_still() -> None:
    evening = at_table(START, "31")
    evening.carry(point(13), point(11))
    assert Meaning.ILLEGAL not in shown(evening)
    evening.wait(1)
    assert shown(evening) == {Meaning.ILLEGAL: p(11), Meaning.CAME_FROM: p(13)}


@discreet
def test_nothing_is_red_before_the_end_of_the_turn_where_errors_are_not_blocked(
    profile: Profile,
) -> None:
    evening = at_table(START, "31", profile=profile)
    for ways in (("13/11",), ("11/13", "6/7"), ("7/6", "8/5", "24/20")):
        move(evening, *ways)
        assert not set(shown(evening)) & RED
        assert Meaning.COMPLETE not in shown(evening)


@discreet
def test_a_finished_play_is_not_told_where_errors_are_not(profile: Profile) -> None:
    evening = at_table(START, "31", profile=profile)
    move(evening, "8/5", "6/5")
    assert Meaning.COMPLETE not in shown(evening)


@pytest.mark.parametrize("profile", [CLUB, TOURNAMENT], ids=lambda profile: profile.name)
def test_who_must_put_it_right_is_shown_what_is_wrong_when_he_has_ended_his_turn(
    profile: Profile,
) -> None:
    evening = at_table(START, "31", profile=profile)
    move(evening, "13/11")
    evening.dice(DiceState.LIFTED)
    assert shown(evening) == {Meaning.ILLEGAL: p(11), Meaning.CAME_FROM: p(13)}
    move(evening, "11/13")
    assert not set(shown(evening)) & RED


def test_an_opponent_who_decides_is_shown_the_illegal_play_till_he_throws() -> None:
    evening = at_table(START, "31", profile=MONEY)
    move(evening, "13/11")
    evening.dice(DiceState.LIFTED)
    assert shown(evening) == {Meaning.ILLEGAL: p(11), Meaning.CAME_FROM: p(13)}
    evening.throw(6, 5)
    assert shown(evening) == {}


def test_what_only_the_record_tells_is_never_lit() -> None:
    evening = at_table(START, "31", profile=RECORD)
    move(evening, "13/11")
    evening.dice(DiceState.LIFTED)
    assert evening.state.match.game.turn is Player.TWO
    assert shown(evening) == {}


# ---- astray, in doubt, in question ----

SPREAD = board("24:2 20:2 16:2 12:2 8:2 6:5", "24:2 20:2 16:2 12:2 8:2 6:5")


def test_a_board_that_was_knocked_against_is_led_back() -> None:
    evening = at_table(START, "31")
    ways = [(13, 14), (13, 15), (8, 9), (6, 3), (24, 22), (24, 23)]
    evening.knock([(point(source), point(target)) for source, target in ways])
    evening.wait(1)
    assert shown(evening) == {
        Meaning.TOO_MANY: p(14, 15, 9, 3, 22, 23),
        Meaning.MISSING: p(13, 8, 6, 24),
    }


def test_where_plays_look_alike_it_is_shown_where_they_differ_and_which_would_be_taken() -> None:
    evening = at_table(START, "22", kind="single")
    move(evening, "13/11", "13/11", "6/4", "6/4")
    assert set(shown(evening)) == {Meaning.AMBIGUOUS}
    evening.dice(DiceState.LIFTED)
    asking = evening.state.asking
    assert asking
    found = set()
    for _ in asking.plays:
        assert set(shown(evening)) <= {Meaning.AMBIGUOUS, Meaning.CHOSEN}
        found.add(frozenset(shown(evening)[Meaning.CHOSEN]))
        evening.press(Button.NO)
    assert len(found) == len(asking.plays)


def test_a_switch_in_question_is_shown() -> None:
    evening = at_table(START, "31", kind="slots")
    evening.spoil(point(5), 2, Fault.DEAD)
    move(evening, "8/5", "6/5")
    evening.dice(DiceState.LIFTED)
    assert shown(evening) == {Meaning.DOUBT: p(5), Meaning.OFFER: {bar(DARK)}}
    evening.press(Button.DARK)
    assert evening.state.lit == {bar(DARK): Meaning.TURN}


# ---- a player without hands ----


def chosen(evening: Evening, play: Position) -> None:
    evening.choose(SEATING.layout(play, Player.ONE))


def test_the_checkers_of_a_player_without_hands_are_led() -> None:
    evening = at_table(START, "31")
    chosen(evening, moved(START, "13/10 6/5"))
    assert shown(evening) == {Meaning.COMPUTER: p(13, 6), Meaning.COMPUTER_TO: p(10, 5)}
    move(evening, "13/10")
    assert shown(evening) == {Meaning.COMPUTER: p(6), Meaning.COMPUTER_TO: p(5)}
    move(evening, "6/5")
    assert not set(shown(evening)) & {Meaning.COMPUTER, Meaning.COMPUTER_TO}


def test_a_checker_of_his_that_was_moved_elsewhere_is_still_led() -> None:
    evening = at_table(START, "31")
    chosen(evening, moved(START, "13/10 6/5"))
    move(evening, "24/23")
    assert shown(evening) == {
        Meaning.COMPUTER: p(23, 13, 6),
        Meaning.COMPUTER_TO: p(24, 10, 5),
    }


def test_lamps_of_points_are_never_lit_for_nothing() -> None:
    """Between turns the board itself is dark."""
    evening = at_table(SPREAD)
    assert not set(evening.state.lit) & set(POINTS)
