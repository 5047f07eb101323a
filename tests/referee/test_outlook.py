"""What is seen is told to the player whose turn it is, and how far any count is off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.places import FIELDS, MOVER_BAR, MOVER_OFF, OTHER_BAR, OTHER_OFF
from engine.backgammon.position import START, Position
from hardware.checkers import BACKGAMMON, Colour, bar, point, tray
from hardware.observations import View
from hardware.sightings import ANYTHING, MOST, NOTHING, Count, Sighting, of_any_colour, of_colour
from referee.outlook import (
    Doubt,
    Gap,
    chart,
    doubted,
    field_of,
    gap,
    least_seen,
    on_field,
    range_of,
    total_gap,
    with_doubts,
)
from referee.seating import FIELD, PLACES
from tests.rigs.drawn import sightings
from tests.rigs.looks import EYES, fewest_in_hand, look
from tests.rigs.sensors import Checkers, exact, seen
from tests.rigs.strategies import positions

LIGHT, DARK = Colour
few = st.integers(0, 15)
colours = st.sampled_from(Colour)


def test_each_player_counts_the_points_towards_his_own_home() -> None:
    assert PLACES[LIGHT][:2] == (point(1), point(2))
    assert PLACES[DARK][:2] == (point(24), point(23))


@pytest.mark.parametrize("mover", Colour)
def test_bars_and_trays_come_after_the_points_the_movers_first(mover: Colour) -> None:
    places = PLACES[mover]
    assert set(places) == set(BACKGAMMON)
    assert places[MOVER_BAR] == bar(mover)
    assert places[OTHER_BAR] == bar(mover.other)
    assert places[MOVER_OFF] == tray(mover)
    assert places[OTHER_OFF] == tray(mover.other)
    assert all(places[field] == place for place, field in FIELD[mover].items())


@given(sightings())
def test_what_one_player_calls_his_the_other_calls_the_others(sighting: Sighting) -> None:
    mine, theirs = range_of(sighting, LIGHT), range_of(sighting, DARK)
    assert (mine.mine_low, mine.mine_high) == (theirs.theirs_low, theirs.theirs_high)
    assert (mine.low, mine.high) == (theirs.low, theirs.high)


@given(sightings(), few, few)
def test_nothing_is_missing_and_nothing_is_extra_only_where_it_may_lie_so(
    sighting: Sighting, light: int, dark: int
) -> None:
    off = gap(range_of(sighting, LIGHT), light, dark)
    assert (off == Gap(0, 0)) == sighting.allows(light, dark)


@given(sightings(), few, few)
def test_what_is_missing_is_the_fewest_that_must_be_taken_away(
    sighting: Sighting, light: int, dark: int
) -> None:
    off = gap(range_of(sighting, LIGHT), light, dark)
    ways = [
        one + two
        for one in range(light + 1)
        for two in range(dark + 1)
        if sighting.allows(light - one, dark - two)
    ]
    if not off.extra:
        assert off.missing == min(ways)
    else:
        assert not ways


@given(sightings(), few, few)
def test_what_is_extra_is_the_fewest_that_must_be_put_there(
    sighting: Sighting, light: int, dark: int
) -> None:
    off = gap(range_of(sighting, LIGHT), light, dark)
    ways = [
        one + two
        for one in range(MOST + 1)
        for two in range(MOST + 1)
        if sighting.allows(light + one, dark + two)
    ]
    if not off.missing:
        assert off.extra == min(ways)


@given(sightings(), st.integers(0, FIELDS - 1), st.integers(-15, 15), colours)
def test_the_tables_say_what_comparing_says(
    sighting: Sighting, field: int, count: int, mover: Colour
) -> None:
    if field in (OTHER_BAR, OTHER_OFF, MOVER_BAR, MOVER_OFF):
        count = abs(count)
    there = field_of(sighting, mover, field)
    assert Gap(there.missing[count], there.extra[count]) == gap(
        range_of(sighting, mover), *on_field(count, field)
    )


@given(positions(), st.sampled_from(sorted(EYES)), colours)
def test_a_position_is_nowhere_off_where_it_lies_itself(
    position: Position, kind: str, mover: Colour
) -> None:
    seen_of_it = chart(look(position, kind=kind, mover=mover), mover)
    assert total_gap(seen_of_it, position.counts) == Gap(0, 0)


@given(positions(), positions())
def test_all_that_is_missing_is_what_hands_must_hold(here: Position, there: Position) -> None:
    view = look(there)
    off = total_gap(chart(view, LIGHT), here.counts)
    in_hand = fewest_in_hand(_laid(here), view)
    assert (in_hand is None) == bool(off.extra)
    assert in_hand in (None, off.missing)


def _laid(position: Position) -> Checkers:
    checkers = Checkers()
    for field, place in enumerate(PLACES[LIGHT]):
        mine, theirs = on_field(position.counts[field], field)
        checkers.put(place, LIGHT, mine)
        checkers.put(place, DARK, theirs)
    return checkers


def test_a_place_that_nobody_sees_may_hold_anything() -> None:
    assert total_gap(chart(View({}), LIGHT), START.counts) == Gap(0, 0)
    assert least_seen(chart(View({}), LIGHT)) == 0
    assert least_seen(chart(look(START, kind="slots"), LIGHT)) == 30


# ---- doubts ----


def test_a_dead_switch_may_hide_a_checker() -> None:
    assert doubted(of_any_colour(2), Doubt(unseen=1)).total == Count(2, 3)
    assert doubted(of_colour(DARK, 0), Doubt(unseen=1)).allows(1, 0)


def test_a_stuck_switch_may_see_one_that_is_not_there() -> None:
    assert doubted(of_any_colour(2), Doubt(phantom=1)).total == Count(1, 2)
    assert doubted(NOTHING, Doubt(phantom=1)) == NOTHING


def test_doubts_add_up() -> None:
    assert Doubt(unseen=1) + Doubt(1, 2) == Doubt(2, 2)


@given(sightings(), few, few, st.integers(0, 3), st.integers(0, 3))
def test_who_doubts_still_allows_whatever_is_claimed(
    sighting: Sighting, light: int, dark: int, unseen: int, phantom: int
) -> None:
    if sighting.allows(light, dark):
        assert doubted(sighting, Doubt(unseen, phantom)).allows(light, dark)


@given(sightings(), few, few)
def test_one_checker_more_or_less_than_claimed_is_allowed_by_one_doubt(
    sighting: Sighting, light: int, dark: int
) -> None:
    if sighting.allows(light, dark) and light + dark < MOST:
        assert doubted(sighting, Doubt(unseen=1)).allows(light + 1, dark)
        assert not light or doubted(sighting, Doubt(phantom=1)).allows(light - 1, dark)


def test_only_the_doubted_places_are_doubted() -> None:
    view = seen(Checkers(), exact)
    doubtful = with_doubts(view, {point(3): Doubt(unseen=1)})
    assert doubtful[point(3)] != view[point(3)]
    assert all(doubtful[place] == view[place] for place in BACKGAMMON if place != point(3))
    assert with_doubts(view, {}) is view


def test_a_place_that_is_not_seen_needs_no_doubt() -> None:
    assert with_doubts(View({}), {point(3): Doubt(1, 1)})[point(3)] == ANYTHING
