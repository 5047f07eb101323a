"""A doubt covers one slot and one checker, and ends when its switch has shown that it works."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import START
from hardware.checkers import Colour, point
from hardware.observations import (
    MAX_CHECKERS,
    Count,
    Observation,
    of_any_colour,
    of_colour,
    sighting_of_closed,
    sighting_of_poles,
)
from referee.switch_doubts import (
    SwitchDoubt,
    SwitchFailure,
    add_doubt,
    narrow_doubts,
    note_emptied,
    note_openings,
    rest_doubts,
    widened_view,
)

DEAD, STUCK = SwitchFailure
SIX = point(6)
SLOTS = 5
slots = st.integers(1, SLOTS)
patterns = st.tuples(*[st.booleans()] * SLOTS)


def seen(*closed: int) -> dict[str, Observation]:
    """The observation of five switches under point 6 with these closed."""
    states = tuple(slot in closed for slot in range(1, SLOTS + 1))
    sightings = {SIX: sighting_of_closed(sum(states), SLOTS)}
    return {"board": Observation("board", 0, sightings, {SIX: states})}


def total(doubts: tuple[SwitchDoubt, ...], *closed: int) -> Count:
    return widened_view(seen(*closed), doubts)[SIX].total


def test_dead_switch_hides_one_checker() -> None:
    doubts = add_doubt((), SIX, DEAD, seen(1, 3))

    assert doubts == (SwitchDoubt(SIX, DEAD, (2, 4, 5)),)
    assert total(doubts, 1, 3) == Count(2, 3)


def test_dead_switch_hides_all_that_lies_on_top_where_every_other_switch_is_closed() -> None:
    doubts = add_doubt((), SIX, DEAD, seen(1, 3, 4, 5))

    assert total(doubts, 1, 3, 4, 5) == Count(4, 30)


def test_stuck_switch_shows_one_checker() -> None:
    doubts = add_doubt((), SIX, STUCK, seen(1, 3))

    assert doubts == (SwitchDoubt(SIX, STUCK, (1, 3)),)
    assert total(doubts, 1, 3) == Count(1, 2)
    assert total((), 1, 3) == Count(2, 2)


@given(slots, st.lists(patterns, max_size=6))
def test_switch_that_is_dead_is_never_trusted_again(dead: int, boards: list[list[bool]]) -> None:
    doubts = add_doubt((), SIX, DEAD, seen())
    for board in boards:
        closed = [slot for slot in range(1, SLOTS + 1) if board[slot - 1] and slot != dead]
        doubts = narrow_doubts(doubts, seen(*closed))

    assert dead in doubts[0].slots


@given(slots, st.lists(patterns, max_size=6))
def test_switch_that_is_stuck_is_never_trusted_again(stuck: int, boards: list[list[bool]]) -> None:
    doubts = add_doubt((), SIX, STUCK, seen(*range(1, SLOTS + 1)))
    for board in boards:
        closed = [slot for slot in range(1, SLOTS + 1) if board[slot - 1] or slot == stuck]
        doubts = narrow_doubts(doubts, seen(*closed))

    assert stuck in doubts[0].slots


def test_doubt_ends_once_each_switch_has_shown_that_it_works() -> None:
    doubts = add_doubt((), SIX, STUCK, seen(1, 3))
    doubts = narrow_doubts(doubts, seen(1, 2))
    assert doubts == (SwitchDoubt(SIX, STUCK, (1,)),)
    assert narrow_doubts(doubts, seen(2, 3)) == ()


def test_doubt_rests_after_a_turn_that_did_not_need_it() -> None:
    five = add_doubt((), SIX, DEAD, seen(1, 2, 3, 4))
    doubts = (SwitchDoubt(SIX, DEAD, (4, 5)),)
    needed = rest_doubts(doubts, seen(1, 2, 3), START.counts, Colour.LIGHT)
    rested = rest_doubts(doubts, seen(1, 2, 3, 4, 5), START.counts, Colour.LIGHT)

    assert needed == doubts
    assert rested == (SwitchDoubt(SIX, DEAD, (4, 5), is_needed=False),)
    assert total(rested, 1, 2) == Count(2, 2)
    assert rest_doubts(five, seen(1, 2, 3, 4), START.counts, Colour.LIGHT) == five


def test_switch_known_to_the_slot_stays_in_doubt_until_it_works() -> None:
    located = (SwitchDoubt(SIX, STUCK, (3,)),)

    assert rest_doubts(located, seen(1, 2, 3, 4, 5), START.counts, Colour.LIGHT) == located
    assert narrow_doubts(located, seen(1, 2)) == ()


def test_colour_of_a_stuck_sensor_is_learnt_where_no_other_colour_is_reported() -> None:
    doubts: tuple[SwitchDoubt, ...] = (SwitchDoubt(SIX, STUCK, (1,)),)
    for lights, darks, colour in ((1, 1, None), (1, 0, Colour.LIGHT), (1, 2, Colour.LIGHT)):
        states = tuple(slot <= lights + darks for slot in range(1, SLOTS + 1))
        sightings = {SIX: sighting_of_poles(lights, darks, SLOTS)}
        doubts = narrow_doubts(doubts, {"hall": Observation("hall", 0, sightings, {SIX: states})})
        assert doubts[0].colour is colour


def test_doubt_that_is_needed_again_is_narrower() -> None:
    rested = (SwitchDoubt(SIX, DEAD, (2, 4, 5), is_needed=False),)

    assert add_doubt(rested, SIX, DEAD, seen(1, 4)) == (SwitchDoubt(SIX, DEAD, (2, 5)),)
    assert len(add_doubt(rested, SIX, DEAD, seen(2, 4, 5))) == 2


def test_place_is_cleared_once_each_of_its_switches_has_opened() -> None:
    first = note_openings(SIX, None, seen(1, 2))
    one_left = note_openings(SIX, first, seen(2))

    assert (first.is_cleared, one_left.is_cleared) == (False, False)
    assert note_openings(SIX, one_left, seen(1)).is_cleared


@pytest.mark.parametrize(
    ("before", "still_closed", "shown"),
    [((1, 2, 4), (4,), 4), ((1, 2), (2,), None), ((1, 2, 4), (2, 4), None), ((4,), (4,), None)],
)
def test_stuck_switch_is_shown_by_lifting_all_of_several_checkers_at_once(
    before: tuple[int, ...], still_closed: tuple[int, ...], shown: int | None
) -> None:
    suspect = note_openings(SIX, None, seen(*before))

    assert note_emptied(suspect, seen(*still_closed)).shown_slot == shown


def test_sensor_without_slots_is_doubted_as_a_whole() -> None:
    counted = {"scale": Observation("scale", 0, {SIX: sighting_of_closed(4, SLOTS)})}
    doubts = add_doubt((), SIX, DEAD, counted)

    assert doubts == (SwitchDoubt(SIX, DEAD, stuck_at=sighting_of_closed(4, SLOTS)),)
    assert narrow_doubts(doubts, counted) == doubts
    moved = {"scale": Observation("scale", 1, {SIX: sighting_of_closed(3, SLOTS)})}
    assert widened_view(moved, doubts)[SIX].total == Count(3, 4)
    far_off = add_doubt((), SIX, DEAD, counted, count=3)
    assert widened_view(moved, far_off)[SIX].total == Count(3, 6)


def test_scale_that_does_not_follow_tells_nothing_and_stays_in_doubt() -> None:
    counted = {"scale": Observation("scale", 0, {SIX: of_any_colour(5)})}
    doubts = add_doubt((), SIX, STUCK, counted)

    assert widened_view(counted, doubts)[SIX].total == Count(0, MAX_CHECKERS)
    assert rest_doubts(doubts, counted, START.counts, Colour.LIGHT) == doubts
    moved = add_doubt((), SIX, STUCK, {"scale": Observation("scale", 0, {SIX: of_any_colour(6)})})
    (rested,) = rest_doubts(moved, counted, START.counts, Colour.LIGHT)
    assert not rested.is_needed


def test_camera_is_doubted_by_one_checker() -> None:
    seen_from_above = {"camera": Observation("camera", 0, {SIX: of_colour(Colour.LIGHT, 4)})}
    doubts = add_doubt((), SIX, DEAD, seen_from_above)

    assert widened_view(seen_from_above, doubts)[SIX].light == Count(4, 5)


def test_switch_known_to_the_slot_is_not_doubted_twice() -> None:
    known = (SwitchDoubt(SIX, STUCK, (5,)),)

    assert add_doubt(known, SIX, STUCK, seen(5)) == known
    assert add_doubt(known, SIX, STUCK, seen(1, 5))[1] == SwitchDoubt(SIX, STUCK, (1,))
    first = note_openings(SIX, None, seen(1, 2, 5), known)
    assert note_emptied(first, seen(2, 5), known).shown_slot is None


def test_resting_doubt_known_to_the_slot_is_needed_again_before_another_is_added() -> None:
    rested = (SwitchDoubt(SIX, STUCK, (4,), is_needed=False),)

    assert add_doubt(rested, SIX, STUCK, seen(1, 4)) == (SwitchDoubt(SIX, STUCK, (4,)),)
    assert add_doubt(rested, SIX, STUCK, seen(4)) == (SwitchDoubt(SIX, STUCK, (4,)),)
