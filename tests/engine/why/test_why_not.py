"""Each way to err gets the reason that tells what to put right, with what it concerns."""

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.position import START, Setup
from engine.backgammon.rulebook import CLASSIC, PARKER
from engine.backgammon.sides import Side
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Reason, Why
from tests.rigs.boards import spoilt, told
from tests.rigs.play import board

BLOT_ON_5 = board("24:2 13:5 8:3 6:5", "24:2 20:1 13:5 8:3 6:4")
ONE_ON_BAR = board("25:1 24:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
TWO_ON_BAR = board("25:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
SHUT_OUT = board("25:1 13:14", "6:3 5:3 4:3 3:2 2:2 1:2")
EITHER_DIE = board("13:1", "23:2 1:13")
"""13/7 and 13/8 are open, but 13/2 is not."""
BEARING_OFF = board("6:2 3:2", "6:15")


# ---- distances ----


def test_a_pip_short_is_a_distance_for_which_no_number_is_left() -> None:
    short = Reason(Why.NO_DIE, source=13, target=11, count=2, numbers=(3,))
    assert told(START, "63", "24/18 13/11") == [short]


def test_a_pip_too_far_is_a_distance_for_which_no_number_is_left() -> None:
    far = Reason(Why.NO_DIE, source=13, target=9, count=4, numbers=(3,))
    assert told(START, "63", "24/18 13/9") == [far]


def test_a_checker_that_takes_both_numbers_is_told_as_one_move() -> None:
    far = Reason(Why.NO_DIE, source=24, target=14, count=10, numbers=(6, 3))
    assert told(START, "63", "24/14") == [far]


def test_the_same_number_cannot_be_played_twice() -> None:
    again = Reason(Why.NO_DIE, source=13, target=7, count=6, numbers=(3,))
    assert told(START, "63", "24/18 13/7") == [again]


def test_after_a_complete_play_no_number_is_left_for_another_move() -> None:
    one_more = Reason(Why.NO_DIE, source=24, target=23, count=1, numbers=())
    assert told(START, "31", "8/5 6/5 24/23") == [one_more]


def test_a_double_allows_no_fifth_move() -> None:
    (fifth,) = told(START, "11", "8/7 8/7 6/5 6/5 24/23")
    assert (fifth.why, fifth.count, fifth.numbers) == (Why.NO_DIE, 1, ())


def test_two_numbers_that_do_not_reach_the_tray_bear_nothing_off() -> None:
    far = Reason(Why.NO_DIE, source=6, target=0, count=6, numbers=(3, 2))
    assert told(BEARING_OFF, "32", "6/0") == [far]


def test_two_checkers_that_err_alike_are_told_once() -> None:
    alike = Reason(Why.NO_DIE, source=13, target=11, count=2, numbers=(3, 1))
    assert told(START, "31", "13/11 13/11") == [alike]


def test_of_two_wrong_moves_the_likelier_pair_is_told() -> None:
    # Not 13/5 and, backwards, 8/10, though that is the same board.
    reasons = told(START, "64", "13/10 8/5")
    assert [(reason.why, reason.source, reason.target) for reason in reasons] == [
        (Why.NO_DIE, 13, 10),
        (Why.NO_DIE, 8, 5),
    ]


# ---- numbers not played ----


def test_where_both_dice_can_be_played_one_is_not_enough() -> None:
    assert told(START, "31", "8/5") == [Reason(Why.BOTH_DICE, count=1, numbers=(3, 1))]


def test_where_both_dice_can_be_played_nothing_is_not_enough() -> None:
    assert told(START, "31") == [Reason(Why.BOTH_DICE, count=0, numbers=(3, 1))]


def test_a_number_may_not_be_played_so_that_it_shuts_out_the_other() -> None:
    # 20/14 leaves no 5, while 20/15 and then 10/4 plays both.
    position = board("20:1 10:1", "20:2 16:2")
    assert told(position, "65", "20/14") == [Reason(Why.BOTH_DICE, count=1, numbers=(6, 5))]


def test_where_only_one_die_can_be_played_it_must_be_the_larger() -> None:
    assert told(EITHER_DIE, "65", "13/8") == [Reason(Why.LARGER_DIE, count=1, numbers=(6,))]
    assert told(EITHER_DIE, "65", "13/7") == []


def test_where_the_rulebook_says_nothing_of_the_larger_die_either_will_do() -> None:
    assert told(EITHER_DIE, "65", "13/8", rulebook=CLASSIC) == []


def test_where_a_number_can_be_played_one_must_be() -> None:
    assert told(EITHER_DIE, "65") == [Reason(Why.NUMBER_PLAYABLE, count=0, numbers=(6,))]


def test_a_player_who_may_choose_the_number_is_told_both() -> None:
    either = Reason(Why.NUMBER_PLAYABLE, count=0, numbers=(6, 5))
    assert told(EITHER_DIE, "65", rulebook=PARKER) == [either]


def test_a_double_must_be_played_to_the_end() -> None:
    unfinished = Reason(Why.MORE_OF_DOUBLE, count=2, numbers=(1, 1, 1, 1))
    assert told(START, "11", "8/7 8/7") == [unfinished]


def test_a_double_must_be_played_as_often_as_it_can_be() -> None:
    # The third 3 would land on the made point 4.
    position = board("13:1 1:1", "21:2")
    unfinished = Reason(Why.MORE_OF_DOUBLE, count=1, numbers=(3, 3))
    assert told(position, "33", "13/10") == [unfinished]


# ---- the bar ----


def test_no_other_checker_moves_while_one_is_on_the_bar() -> None:
    assert told(ONE_ON_BAR, "31", "13/10 6/5") == [
        Reason(Why.STILL_ON_BAR, source=13, target=10, count=1),
        Reason(Why.STILL_ON_BAR, source=6, target=5, count=1),
    ]


def test_no_other_checker_moves_while_a_second_one_is_on_the_bar() -> None:
    second = Reason(Why.STILL_ON_BAR, source=6, target=5, count=1)
    assert told(TWO_ON_BAR, "31", "25/22 6/5") == [second]


def test_a_checker_that_entered_goes_no_further_while_a_second_one_is_on_the_bar() -> None:
    second = Reason(Why.STILL_ON_BAR, source=25, target=21, count=1)
    assert told(TWO_ON_BAR, "31", "25/21") == [second]


def test_a_second_checker_on_the_bar_must_enter_if_it_can() -> None:
    assert told(TWO_ON_BAR, "31", "25/22") == [Reason(Why.STILL_ON_BAR, count=1, numbers=(1,))]


def test_a_checker_that_hit_on_entering_and_went_on_is_told_from_there() -> None:
    position = board("25:2 13:5", "20:1 5:1")
    went_on = Reason(Why.STILL_ON_BAR, source=20, target=17, count=1)
    assert told(position, "53", "25/17", "20/25") == [went_on]


def test_a_player_shut_out_may_move_nothing() -> None:
    assert told(SHUT_OUT, "31", "13/10") == [
        Reason(Why.STILL_ON_BAR, source=13, target=10, count=1)
    ]
    assert told(SHUT_OUT, "31") == []


# ---- points in the way ----


def test_a_point_of_two_or_more_of_the_opponents_checkers_is_blocked() -> None:
    blocked = Reason(Why.POINT_BLOCKED, source=24, target=19, points=(19,))
    assert told(START, "54", "24/19 13/9") == [blocked]


def test_a_checker_does_not_enter_on_a_blocked_point() -> None:
    blocked = Reason(Why.POINT_BLOCKED, source=25, target=19, points=(19,))
    assert told(ONE_ON_BAR, "65", "25/19") == [blocked]


def test_a_made_point_cannot_be_hit() -> None:
    position = board("24:2 13:5", "6:2 2:13")
    blocked = Reason(Why.POINT_BLOCKED, source=24, target=19, points=(19,))
    assert told(position, "54", "24/19 13/9", "19/25 19/25") == [blocked]


def test_where_both_ways_are_blocked_both_points_are_named() -> None:
    position = board("24:2 13:5 8:3 6:5", "24:2 13:4 8:2 6:3 5:2 3:2")
    blocked = Reason(Why.POINT_BLOCKED, source=24, target=18, points=(20, 22))
    assert told(position, "42", "24/18") == [blocked]


def test_a_player_who_can_play_nothing_is_told_what_is_in_his_way() -> None:
    position = board("13:2", "18:2 17:2")
    assert told(position, "65", "13/7") == [
        Reason(Why.POINT_BLOCKED, source=13, target=7, points=(7,))
    ]
    assert told(position, "65") == []


# ---- bearing off ----


def test_nothing_is_borne_off_before_all_are_home() -> None:
    position = board("7:1 6:5 5:4 4:5", "24:2 13:5 8:3 6:5")
    early = Reason(Why.NOT_ALL_HOME, source=6, target=0, points=(7,))
    assert told(position, "62", "6/0 5/3") == [early]


def test_a_larger_number_bears_off_only_from_the_rearmost_point() -> None:
    behind = Reason(Why.CHECKER_BEHIND, source=3, target=0, points=(6,), numbers=(4,))
    assert told(BEARING_OFF, "54", "6/1 3/0") == [behind]


# ---- the wrong way ----


def test_a_checker_never_moves_backwards() -> None:
    backwards = Reason(Why.WRONG_DIRECTION, source=13, target=14)
    assert told(START, "31", "8/5 13/14") == [backwards]


def test_a_borne_off_checker_does_not_come_back() -> None:
    assert told(BEARING_OFF, "54", "0/4") == [Reason(Why.WRONG_DIRECTION, source=0, target=4)]


def test_a_player_does_not_put_his_own_checker_on_the_bar() -> None:
    on_bar = Reason(Why.WRONG_DIRECTION, source=13, target=25)
    assert told(START, "31", "8/5 6/5 13/25") == [on_bar]


# ---- hit checkers ----


@pytest.mark.parametrize("put", ["25/5", "25/0", "25/-", "25/10"])
def test_a_hit_checker_belongs_on_the_bar_wherever_it_was_left(put: str) -> None:
    hit = Reason(Why.HIT_CHECKER_NOT_ON_BAR, Side.OTHER, points=(5,), count=1)
    assert told(BLOT_ON_5, "31", "8/5 6/5", put) == [hit]


def test_a_checker_hit_in_passing_belongs_on_the_bar() -> None:
    # The way over the point 22 is blocked, so 24/16 goes over the blot on the point 18.
    position = board("24:1 13:1", "7:1 3:2")
    hit = Reason(Why.HIT_CHECKER_NOT_ON_BAR, Side.OTHER, points=(18,), count=1)
    assert told(position, "62", "24/16") == [hit]
    assert told(position, "62", "24/16", "18/25") == []


def test_of_two_hit_checkers_the_forgotten_one_is_named() -> None:
    position = board("24:2 13:5", "20:1 7:1 2:13")
    hit = Reason(Why.HIT_CHECKER_NOT_ON_BAR, Side.OTHER, points=(18,), count=1)
    assert told(position, "66", "24/18 24/18 13/7 13/7", "25/18") == [hit]


def test_a_checker_that_was_not_hit_does_not_belong_on_the_bar() -> None:
    moved = Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source=5, target=25)
    assert told(BLOT_ON_5, "31", "24/23 13/10", "5/25") == [moved]


def test_a_checker_passed_at_a_distance_is_not_hit() -> None:
    position = board("24:1 13:1", "7:1 4:1")
    moved = Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source=21, target=25)
    assert told(position, "62", "24/16", "21/25") == [moved]


@pytest.mark.parametrize("blot", ["", "25/5"])
def test_of_a_wrong_move_onto_a_blot_only_the_move_is_told(blot: str) -> None:
    # Once the move is put right, so is the blot, on the bar or not.
    wrong = Reason(Why.NO_DIE, source=8, target=5, count=3, numbers=(2,))
    assert told(BLOT_ON_5, "42", "24/20 8/5", blot) == [wrong]


# ---- the opponent's checkers, and how many there are ----


@pytest.mark.parametrize("target", [14, 0, 25, 13, 5])
def test_the_opponents_checkers_are_not_to_be_moved(target: int) -> None:
    # The points 13 and 5 are the mover's own: two sides on one point.
    moved = Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source=12, target=target)
    assert told(START, "31", "8/5 6/5", f"12/{target}") == [moved]


def test_missing_checkers_are_counted_and_their_places_named() -> None:
    one, two = (13,), (13, 8)
    assert told(START, "31", "8/5 6/5 13/-") == [Reason(Why.CHECKERS_MISSING, points=one, count=1)]
    assert told(START, "31", "8/5 6/5 13/- 8/-") == [
        Reason(Why.CHECKERS_MISSING, points=two, count=2)
    ]
    assert told(START, "31", "8/5 6/5", "12/-") == [
        Reason(Why.CHECKERS_MISSING, Side.OTHER, points=(12,), count=1)
    ]


def test_checkers_too_many_are_counted_and_their_places_named() -> None:
    assert told(START, "31", "8/5 6/5 -/9") == [Reason(Why.CHECKERS_TOO_MANY, points=(9,), count=1)]
    assert told(START, "31", "8/5 6/5", "-/12 -/12") == [
        Reason(Why.CHECKERS_TOO_MANY, Side.OTHER, points=(12, 12), count=2)
    ]


def test_a_checker_still_in_the_hand_is_missing_from_where_it_stood() -> None:
    assert told(START, "31", "8/5 13/-") == [
        Reason(Why.CHECKERS_MISSING, points=(13,), count=1),
        Reason(Why.BOTH_DICE, count=1, numbers=(3, 1)),
    ]


# ---- before the throw ----


def test_before_the_throw_nothing_is_to_be_moved() -> None:
    assert told(START, "", "8/5") == [Reason(Why.MOVED_BEFORE_THROW, source=8, target=5)]
    assert told(START, "") == []


def test_before_the_throw_a_hit_is_told_as_the_move_it_was() -> None:
    assert told(BLOT_ON_5, "", "8/5") == [Reason(Why.MOVED_BEFORE_THROW, source=8, target=5)]
    assert [reason.why for reason in told(BLOT_ON_5, "", "8/5", "25/-")] == [
        Why.MOVED_BEFORE_THROW,
        Why.CHECKERS_MISSING,
    ]


def test_before_the_throw_the_opponents_checkers_are_not_to_be_moved_either() -> None:
    moved = Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source=12, target=14)
    assert told(START, "", "", "12/14") == [moved]


# ---- several errors ----


def test_errors_of_both_sides_are_all_told_the_opponents_checker_first() -> None:
    assert told(START, "31", "13/14 8/6", "12/10") == [
        Reason(Why.OPPONENTS_CHECKER_MOVED, Side.OTHER, source=12, target=10),
        Reason(Why.WRONG_DIRECTION, source=13, target=14),
        Reason(Why.NO_DIE, source=8, target=6, count=2, numbers=(3, 1)),
    ]


def test_a_forgotten_hit_and_a_lost_checker_are_both_told() -> None:
    assert told(BLOT_ON_5, "31", "8/5 6/5 13/-", "25/5") == [
        Reason(Why.HIT_CHECKER_NOT_ON_BAR, Side.OTHER, points=(5,), count=1),
        Reason(Why.CHECKERS_MISSING, points=(13,), count=1),
    ]


def test_thirty_checkers_in_the_trays_are_told_by_both_sides() -> None:
    away = Setup.of({0: 15}, {0: 15})
    reasons = {reason.why for reason in told_of(away)}
    assert reasons == {Why.NOT_ALL_HOME, Why.OPPONENTS_CHECKER_MOVED}


def test_an_empty_board_lacks_thirty_checkers() -> None:
    reasons = told_of(Setup.of({}, {}))[:2]
    assert [(reason.why, reason.side, reason.count) for reason in reasons] == [
        (Why.CHECKERS_MISSING, Side.MOVER, 15),
        (Why.CHECKERS_MISSING, Side.OTHER, 15),
    ]


def test_of_a_board_knocked_over_every_checker_astray_is_told() -> None:
    knocked = spoilt(START, "24/2 24/9 13/20 13/11 13/7 8/13 6/4", "19/3 19/10 17/21 12/22")
    moved = {
        (reason.source, reason.target)
        for reason in told_of(knocked)
        if reason.why is Why.OPPONENTS_CHECKER_MOVED
    }
    assert {source for source, _ in moved} == {19, 17, 12}
    assert {target for _, target in moved} == {3, 10, 21, 22}


def told_of(found: Setup) -> tuple[Reason, ...]:
    return why_not(START, Dice(3, 1), found)
