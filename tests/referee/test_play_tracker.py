"""An observation in the middle of a turn is explained by the boards on the way, and no other."""

from collections.abc import Iterable

import pytest
from hypothesis import given

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import START, Position
from engine.backgammon.rulebook import CLASSIC, TOURNAMENT, Rulebook
from hardware.checkers import Colour, Place, bar, point, tray
from hardware.observations import UNKNOWN_SIGHTING, CombinedView, of_colour
from referee.explanations import Explanation, Tracking
from referee.observed_board import BoardChart, make_chart
from referee.play_tracker import (
    FEW_IN_HAND,
    MAX_LACKING,
    find_explanations,
    setup_without_hands,
    track_play,
    track_rest,
)
from referee.verdicts import Ambiguous, Complete, OnTheWay, Unchanged
from tests.rigs.engine.play_notation import board, position_after
from tests.rigs.referee.board_views import (
    SENSOR_MODELS,
    ExplainingBoard,
    TurnView,
    explaining_boards,
    explaining_boards_with_early_hits,
    turn_views,
    view_after,
)

LIGHT, DARK = Colour
ALL_KINDS = sorted(SENSOR_MODELS)

all_kinds = pytest.mark.parametrize("kind", ALL_KINDS)
both_colours = pytest.mark.parametrize("mover", Colour, ids=lambda colour: colour.value)


def p(*numbers: int, mover: Colour = LIGHT) -> tuple[Place, ...]:
    """Points as the mover counts them."""
    return tuple(point(number if mover is LIGHT else 25 - number) for number in numbers)


def track(
    position: Position,
    throw: str,
    mine: str = "",
    theirs: str = "",
    kind: str = "exact",
    rulebook: Rulebook = TOURNAMENT,
) -> Tracking | None:
    """The tracking of the board after these moves of Light."""
    root = LegalPlays(position, Dice.parse(throw), rulebook).tree
    return track_play(root, make_chart(view_after(position, mine, theirs, kind), LIGHT), LIGHT)


def verdict(
    position: Position, throw: str, mine: str = "", theirs: str = "", kind: str = "exact"
) -> object:
    tracking = track(position, throw, mine, theirs, kind)
    return tracking.verdict if tracking else None


def on_the_way(
    position: Position, throw: str, mine: str = "", theirs: str = "", kind: str = "exact"
) -> OnTheWay:
    tracking = track(position, throw, mine, theirs, kind)
    assert tracking
    assert isinstance(tracking.verdict, OnTheWay)
    return tracking.verdict


def complete(position: Position, throw: str, mine: str, kind: str = "exact") -> bool:
    """True if these moves are tracked as a finished play, and as the right one."""
    tracking = track(position, throw, mine, kind=kind)
    return tracking is not None and tracking.verdict == Complete(position_after(position, mine))


# ---- unchanged ----


@all_kinds
def test_untouched_board_is_unchanged(kind: str) -> None:
    tracking = track(START, "31", kind=kind)
    assert tracking
    assert tracking.verdict == Unchanged()
    assert LegalPlays(START, Dice(3, 1)).tree in tracking.nodes


def test_checkers_back_where_they_were_are_unchanged() -> None:
    assert verdict(START, "31", "13/10 10/13") == Unchanged()


# ---- on the way ----


@both_colours
def test_a_lifted_checker_may_come_down_wherever_some_play_can_have_it(mover: Colour) -> None:
    root = LegalPlays(START, Dice(3, 1)).tree
    tracking = track_play(root, make_chart(view_after(START, "8/-", mover=mover), mover), mover)
    assert tracking
    assert isinstance(tracking.verdict, OnTheWay)
    assert tracking.verdict.lifted == p(8, mover=mover)
    assert set(tracking.verdict.reachable) == {*p(7, 5, 4, mover=mover)}
    assert tracking.verdict.in_hand == 1


def test_a_checker_that_cannot_move_may_be_lifted_and_has_nowhere_to_go() -> None:
    assert on_the_way(START, "55", "24/-") == OnTheWay(p(24), (), 1)


@all_kinds
def test_half_a_play_is_on_the_way_with_empty_hands(kind: str) -> None:
    if kind != "single":
        assert on_the_way(START, "31", "13/10", kind=kind) == OnTheWay((), ())


def test_the_second_checker_may_only_go_where_the_number_left_takes_it() -> None:
    assert on_the_way(START, "31", "24/21 6/-") == OnTheWay(p(6), p(5), 1)


def test_the_opponents_checkers_may_be_lifted_as_well() -> None:
    assert on_the_way(START, "31", theirs="19/-").lifted == p(19)


@pytest.mark.parametrize("kind", ["exact", "hall", "counts"])
def test_any_number_of_checkers_may_be_in_hand(kind: str) -> None:
    four = "24/- 13/- 8/- 6/-"
    assert on_the_way(START, "31", four, kind=kind).in_hand == 4
    six = on_the_way(START, "31", f"{four} 13/- 13/-", kind=kind)
    assert (six.lifted, six.in_hand) == (p(6, 8, 13, 24), 6)
    assert six.reachable == p(2, 3, 4, 5, 7, 9, 10, 20, 21, 23)


@pytest.mark.parametrize("kind", ["exact", "hall", "counts"])
def test_some_of_many_checkers_come_down_while_others_are_in_hand(kind: str) -> None:
    pile = "13/- 13/- 13/- 13/-"
    landed = on_the_way(START, "31", f"{pile} 13/10 8/-", kind=kind)
    assert (landed.lifted, landed.in_hand) == (p(8, 13), 5)
    assert landed.reachable == p(7)
    carried_on = on_the_way(START, "31", f"{pile} 13/9 8/-", kind=kind)
    assert (carried_on.lifted, carried_on.in_hand) == (p(8, 13), 5)
    assert carried_on.reachable == ()
    assert track(START, "31", f"{pile} 13/11 8/-", kind=kind) is None


def test_checker_outside_every_play_is_displaced_at_once() -> None:
    assert track(START, "31", "13/11") is None
    assert track(START, "31", "8/9") is None
    assert track(START, "31", theirs="12/11") is None


# ---- complete and ambiguous ----


@all_kinds
def test_finished_play_is_complete_with_every_kind_of_sensor(kind: str) -> None:
    assert complete(START, "31", "8/5 6/5", kind)


@pytest.mark.parametrize("way", ["24/21 21/20", "24/23 23/20", "24/20"])
def test_verdict_does_not_depend_on_the_way_a_checker_has_come(way: str) -> None:
    assert verdict(START, "31", way) == Complete(position_after(START, "24/20"))


def test_indistinguishable_plays_are_all_listed_with_the_places_where_they_differ() -> None:
    tracking = track(START, "22", "13/11 13/11 6/4 6/4", kind="single")
    assert tracking
    assert isinstance(tracking.verdict, Ambiguous)
    assert position_after(START, "13/11 8/6 8/6 6/4") in tracking.verdict.plays
    assert len(tracking.verdict.plays) > 1
    counts = zip(*(play.counts[:24] for play in tracking.verdict.plays), strict=True)
    differ = {n for n, column in enumerate(counts, 1) if len(set(column)) > 1}
    assert tracking.verdict.places == p(*sorted(differ))


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_a_checker_may_go_onto_a_pile_whose_number_is_not_known(kind: str) -> None:
    position = board("8:1 7:1 6:7 5:2 4:2 3:2", "1:15")
    assert complete(position, "21", "8/6 7/6", kind)
    assert complete(position, "21", "6/4 6/5", kind)


@pytest.mark.parametrize("kind", ["slots", "hall"])
def test_a_checker_in_hand_may_be_one_from_a_pile_whose_number_is_not_known(kind: str) -> None:
    """The pile still has all its switches closed, so nothing looks missing yet."""
    position = board("8:2 6:9 5:2 4:2", "1:15")
    assert verdict(position, "21", "6/-", kind=kind) == Unchanged()


# ---- entering, bearing off, dancing ----


def test_a_checker_enters_from_the_bar() -> None:
    position = board("25:1 13:5 8:3 6:6", "24:2 13:5 8:3 6:5")
    assert on_the_way(position, "31", "25/-") == OnTheWay((bar(LIGHT),), p(21, 22, 24), 1)
    assert track(position, "31", "13/10") is None
    assert complete(position, "31", "25/22 6/5")


def test_two_checkers_on_the_bar_enter_before_any_other_moves() -> None:
    position = board("25:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    assert verdict(position, "31", "25/22") == OnTheWay((), ())
    assert track(position, "31", "25/22 13/12") is None
    assert complete(position, "31", "25/22 25/24")


def test_a_throw_that_cannot_be_played_is_complete_as_it_is() -> None:
    position = board("25:1 7:14", "6:3 5:3 4:3 3:3 1:3")
    assert verdict(position, "31") == Complete(position)
    assert track(position, "31", "25/22") is None


def test_a_checker_is_borne_off_into_its_tray() -> None:
    position = board("6:2 5:3 3:2", "1:15")
    assert on_the_way(position, "65", "6/-").reachable == (*p(1), tray(LIGHT))
    assert complete(position, "65", "6/0 5/0")


def test_a_larger_number_bears_off_from_the_last_point_only() -> None:
    position = board("4:2 2:2", "1:15")
    assert complete(position, "65", "4/0 4/0")
    assert track(position, "65", "4/0 2/0") is None


def test_borne_off_checkers_need_not_be_seen_where_there_is_no_tray() -> None:
    position = board("6:2 5:3 3:2", "1:15")
    view = view_after(position, "6/0 5/0")
    trays = dict.fromkeys((tray(LIGHT), tray(DARK)), UNKNOWN_SIGHTING)
    blind = CombinedView({**view.sightings, **trays})
    root = LegalPlays(position, Dice(6, 5)).tree
    tracking = track_play(root, make_chart(blind, LIGHT), LIGHT)
    assert tracking
    assert tracking.verdict == Complete(position_after(position, "6/0 5/0"))


# ---- where a camera is in doubt ----


def view_in_doubt(moves: str, place: Place, low: int, high: int) -> CombinedView:
    """The view after these moves of Light, with a range of light checkers on one place."""
    view = view_after(ENTERING, moves)
    return CombinedView({**view.sightings, place: of_colour(LIGHT, low, high)})


ENTERING = board("25:1 24:1 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")


def test_hands_that_are_away_hold_no_checker_that_may_have_come_down() -> None:
    root = LegalPlays(ENTERING, Dice(6, 1)).tree
    chart = make_chart(view_in_doubt("25/24", point(24), 1, 2), LIGHT)

    held = track_play(root, chart, LIGHT, (root,))
    rests = track_play(root, chart, LIGHT, (root,), hands_away=True)

    assert held
    assert held.verdict == OnTheWay((bar(LIGHT),), p(18, 24), 1)
    assert rests
    assert rests.verdict == OnTheWay((), ())
    assert [node.counts for node in rests.nodes] == [position_after(ENTERING, "25/24").counts]
    assert rests.nearest
    assert setup_without_hands(rests.nearest, chart) == position_after(ENTERING, "25/24").setup


def test_checker_that_is_surely_missing_is_in_a_hand_wherever_the_hands_are() -> None:
    root = LegalPlays(ENTERING, Dice(6, 1)).tree
    chart = make_chart(view_in_doubt("25/-", point(24), 1, 1), LIGHT)

    away = track_play(root, chart, LIGHT, (root,), hands_away=True)

    assert away
    assert away.verdict == OnTheWay((bar(LIGHT),), p(18, 24), 1)


def test_finished_play_whose_last_point_is_in_doubt_is_complete() -> None:
    root = LegalPlays(ENTERING, Dice(6, 1)).tree
    chart = make_chart(view_in_doubt("25/24 8/2", point(24), 1, 2), LIGHT)

    away = track_play(root, chart, LIGHT, (root,), hands_away=True)

    assert away
    assert away.verdict == Complete(position_after(ENTERING, "25/24 8/2"))


def test_unchanged_board_is_as_before_the_turn_whatever_hands_may_have_hidden() -> None:
    root = LegalPlays(ENTERING, Dice(6, 1)).tree
    hidden = CombinedView(
        {
            **view_after(ENTERING).sightings,
            **dict.fromkeys((bar(LIGHT), point(24), point(18)), UNKNOWN_SIGHTING),
        }
    )
    known = track_play(root, make_chart(hidden, LIGHT), LIGHT, (root,))
    assert known
    assert len(known.nodes) > 1
    chart = make_chart(view_in_doubt("", bar(LIGHT), 0, 1), LIGHT)

    now = track_play(root, chart, LIGHT, known.nodes)

    assert now
    assert now.verdict == Unchanged()
    assert now.nearest
    assert setup_without_hands(now.nearest, chart) == ENTERING.setup


# ---- as many numbers as can be played ----


def test_the_larger_number_is_played_where_the_rulebook_says_so() -> None:
    position = board("24:1", "12:2")
    assert track(position, "65", "24/19", rulebook=TOURNAMENT) is None
    assert complete(position, "65", "24/18")
    small = track(position, "65", "24/19", rulebook=CLASSIC)
    assert small
    assert small.verdict == Complete(position_after(position, "24/19"))


def test_a_number_that_spoils_the_other_leads_nowhere_while_both_can_be_played() -> None:
    position = board("24:1 10:1", "20:2 12:2")
    assert track(position, "65", "24/18") is None
    assert verdict(position, "65", "10/4") == OnTheWay((), ())
    assert complete(position, "65", "10/4 24/19")


# ---- hitting ----

BLOTS = board("13:2 8:2 6:11", "20:1 18:1 13:13")
"""Dark has lone checkers on Light's points 5 and 7."""


def test_a_hit_checker_may_lie_beside_the_one_that_hit_it_for_a_while() -> None:
    seen = on_the_way(BLOTS, "61", "13/7", theirs="25/7")
    assert seen.reachable == ()


def test_a_hit_checker_in_hand_may_only_go_to_the_bar() -> None:
    seen = on_the_way(BLOTS, "61", "13/7", theirs="25/-")
    assert seen.in_hand == 1


def test_a_play_is_complete_only_when_the_hit_checker_waits_on_the_bar() -> None:
    assert complete(BLOTS, "61", "13/7 8/7")
    left_lying = track(BLOTS, "61", "13/7 8/7", theirs="25/7")
    assert left_lying
    assert left_lying.ends == ()


def test_several_hit_checkers_may_lie_where_they_were() -> None:
    both = on_the_way(BLOTS, "63", "13/7 8/5", theirs="25/7 25/5")
    assert both.in_hand == 0
    one = on_the_way(BLOTS, "63", "13/7 8/5", theirs="25/7")
    assert one.in_hand == 0
    assert complete(BLOTS, "63", "13/7 8/5")


def test_the_one_that_hit_may_have_passed_on_and_left_the_hit_checker_lying() -> None:
    passed = on_the_way(BLOTS, "62", "13/7 7/5", theirs="25/7 25/5")
    assert passed.in_hand == 0
    assert complete(BLOTS, "62", "13/7 7/5")


def test_a_double_may_hit_again_and_again() -> None:
    position = board("13:4 6:11", "14:1 16:1 18:1 1:12")
    assert complete(position, "22", "13/11 11/9 9/7 13/11")
    left = on_the_way(position, "22", "13/11 11/9 9/7 13/11", theirs="25/9 25/7 25/11")
    assert left.in_hand == 0


def test_a_hit_checker_may_wait_where_it_was_while_a_hand_hides_the_bar() -> None:
    view = view_after(BLOTS, "13/7 8/7", theirs="25/7")
    hidden = CombinedView({**view.sightings, bar(DARK): UNKNOWN_SIGHTING})
    root = LegalPlays(BLOTS, Dice(6, 1)).tree
    tracking = track_play(root, make_chart(hidden, LIGHT), LIGHT)
    assert tracking
    assert isinstance(tracking.verdict, OnTheWay)


def test_hit_checker_may_remain_where_only_a_contact_reports_the_bar() -> None:
    position = board("13:2 8:2 6:11", "25:1 18:1 14:2 13:11")
    passed = on_the_way(position, "62", "13/7 7/5", theirs="25/7", kind="single")
    assert passed.in_hand == 0


def test_a_checker_that_can_be_hit_may_lie_on_the_bar_before_it_is() -> None:
    early = track(BLOTS, "61", theirs="5/25")

    assert early
    assert early.verdict == OnTheWay((), ())
    assert not early.ends


def test_destinations_are_known_though_the_hit_checker_is_already_on_the_bar() -> None:
    root = LegalPlays(BLOTS, Dice(5, 3)).tree
    early = track_play(root, make_chart(view_after(BLOTS, theirs="5/25"), LIGHT), LIGHT)
    assert early
    lifted = make_chart(view_after(BLOTS, "13/-", "5/25"), LIGHT)

    carried = track_play(root, lifted, LIGHT, early.nodes)

    assert carried
    assert isinstance(carried.verdict, OnTheWay)
    assert carried.verdict.lifted == p(13)
    assert set(carried.verdict.reachable) == {*p(5), *p(8), *p(10)}


def test_a_checker_that_cannot_be_hit_may_not_lie_on_the_bar() -> None:
    assert track(BLOTS, "66", theirs="5/25") is None


# ---- where the player last was ----


def continued(first: str, then: str) -> tuple[Tracking, Tracking]:
    """The tracking of a 3 and a 1 from the start after some moves, and then after others."""
    root = LegalPlays(START, Dice(3, 1)).tree
    began = track_play(root, make_chart(view_after(START, first), LIGHT), LIGHT)
    assert began
    later = track_play(root, make_chart(view_after(START, then), LIGHT), LIGHT, began.nodes)
    assert later
    return began, later


def test_a_checker_lifted_again_came_from_where_it_last_lay() -> None:
    _, again = continued("8/7", "8/-")

    assert again.verdict == OnTheWay(p(7), p(4), 1)
    assert on_the_way(START, "31", "8/-").lifted == p(8)


def test_last_position_of_the_play_is_remembered_while_checkers_are_in_hand() -> None:
    began, lifted = continued("8/7", "8/-")
    assert lifted.nodes == began.nodes


def test_last_position_of_the_play_does_not_bind_the_player() -> None:
    _, elsewhere = continued("8/7", "24/-")
    assert isinstance(elsewhere.verdict, OnTheWay)
    assert p(24)[0] in elsewhere.verdict.lifted


# ---- where nothing is to be moved ----


@all_kinds
def test_a_board_at_rest_is_as_it_should_be(kind: str) -> None:
    chart = make_chart(view_after(START, kind=kind), LIGHT)
    assert track_rest(START, chart, LIGHT) == Tracking(Unchanged())


def test_at_rest_checkers_may_be_in_hand_but_none_may_lie_elsewhere() -> None:
    lifted = track_rest(START, make_chart(view_after(START, "13/- 8/-"), LIGHT), LIGHT)
    assert lifted == Tracking(OnTheWay(p(8, 13), (), 2))
    assert track_rest(START, make_chart(view_after(START, "13/10"), LIGHT), LIGHT) is None
    five = make_chart(view_after(START, "13/- 13/- 13/- 8/- 8/-"), LIGHT)
    assert track_rest(START, five, LIGHT) == Tracking(OnTheWay(p(8, 13), (), 5))


def test_set_up_lacks_no_more_than_a_few_checkers() -> None:
    five = make_chart(view_after(START, "13/- 13/- 13/- 8/- 8/-"), LIGHT)
    assert track_rest(START, five, LIGHT, MAX_LACKING) is None


# ---- compared with a slow search ----

Boards = set[tuple[tuple[int, ...], tuple[int, ...]]]


def fewest_in_hand_of(found: Iterable[Explanation | ExplainingBoard]) -> dict[object, int]:
    """The fewest checkers that must be in hand, by the board."""
    fewest: dict[object, int] = {}
    for one in found:
        key = (one.node.counts, one.node.left)
        fewest[key] = min(one.in_hand, fewest.get(key, one.in_hand))
    return fewest


@given(turn_views())
def test_observation_is_explained_by_the_boards_that_a_slow_search_finds(seen: TurnView) -> None:
    chart = make_chart(seen.view, seen.mover)
    slowly = explaining_boards(seen.plays, seen.view, seen.mover)
    swiftly = find_explanations(seen.plays.tree, chart)

    found, fewest = fewest_in_hand_of(swiftly), fewest_in_hand_of(slowly)
    early = fewest_in_hand_of(explaining_boards_with_early_hits(seen.plays, seen.view, seen.mover))

    assert fewest.items() <= found.items()
    assert found.items() <= {**early, **fewest}.items()
    ends = {one.node.counts for one in slowly if one.is_end}
    assert {one.node.counts for one in swiftly if one.is_end} == ends


@given(turn_views())
def test_verdict_agrees_with_a_slow_search(seen: TurnView) -> None:
    chart = make_chart(seen.view, seen.mover)
    slowly = explaining_boards(seen.plays, seen.view, seen.mover)
    ends = {one.node.position for one in slowly if one.is_end}
    nearly = (one for one in slowly if one.in_hand == 1 and not one.late)
    almost = {one.node.position for one in nearly if not one.node.playable}

    tracking = track_play(seen.plays.tree, chart, seen.mover)

    if tracking is None:
        assert not slowly
    elif isinstance(tracking.verdict, OnTheWay) and tracking.verdict.in_hand > FEW_IN_HAND:
        assert not slowly
        return
    else:
        assert slowly or explaining_boards_with_early_hits(seen.plays, seen.view, seen.mover)
    if tracking:
        assert set(tracking.ends) == ends
        assert set(tracking.almost) == almost
        assert_verdict_fits(tracking, seen, chart)


def assert_verdict_fits(tracking: Tracking, seen: TurnView, chart: BoardChart) -> None:
    untouched = track_rest(seen.plays.position, chart, seen.mover)
    is_untouched = untouched is not None and untouched.verdict == Unchanged()
    match tracking.verdict:
        case Unchanged():
            assert is_untouched
            assert seen.plays.required
        case Complete(play):
            assert tracking.ends == (play,)
        case Ambiguous(plays, places):
            assert tracking.ends == plays
            assert places
        case OnTheWay(lifted, reachable, in_hand):
            assert not is_untouched
            assert not tracking.ends
            assert not set(lifted) & set(reachable)
            assert bool(in_hand) >= bool(lifted)


@given(turn_views(under_hands=0))
def test_a_board_without_what_is_in_hand_is_what_is_seen(seen: TurnView) -> None:
    chart = make_chart(seen.view, seen.mover)
    for one in find_explanations(seen.plays.tree, chart)[:5]:
        setup = setup_without_hands(one, chart)
        assert sum(setup.mover) + sum(setup.other) == 30 - one.in_hand
