"""Observations are numbered as the mover sees them, and show how far a count differs."""

from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import (
    FIELDS,
    MOVER_BAR,
    MOVER_OFF,
    OTHER_BAR,
    OTHER_OFF,
    START,
    Position,
)
from hardware.checkers import BACKGAMMON, Colour, point
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    CombinedView,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
    sighting_of_poles,
)
from referee.observed_board import (
    FieldGap,
    SensorDoubt,
    field_gap,
    least_checkers,
    make_chart,
    make_field,
    range_of,
    split_count,
    total_gap,
    widen_sighting,
    widen_view,
)
from referee.seating import PLACES_BY_FIELD
from tests.rigs.engine.random_positions import positions
from tests.rigs.referee.board_views import SENSOR_MODELS, fewest_in_hand, view_after
from tests.rigs.referee.sensor_views import Checkers, exact, view_of_checkers
from tests.rigs.storage.stored_value_strategies import sightings

LIGHT, DARK = Colour
few = st.integers(0, 15)
colours = st.sampled_from(Colour)


@given(sightings())
def test_ranges_of_both_players_mirror_each_other(sighting: Sighting) -> None:
    mine, theirs = range_of(sighting, LIGHT), range_of(sighting, DARK)
    assert (mine.mine_low, mine.mine_high) == (theirs.theirs_low, theirs.theirs_high)
    assert (mine.low, mine.high) == (theirs.low, theirs.high)


@given(sightings(), few, few)
def test_gap_is_zero_exactly_where_the_sighting_allows_the_count(
    sighting: Sighting, light: int, dark: int
) -> None:
    gap = field_gap(range_of(sighting, LIGHT), light, dark)
    assert (gap == FieldGap(0, 0)) == sighting.allows(light, dark)


@given(sightings(), few, few)
def test_missing_is_the_fewest_to_take_away(sighting: Sighting, light: int, dark: int) -> None:
    gap = field_gap(range_of(sighting, LIGHT), light, dark)
    ways = [
        one + two
        for one in range(light + 1)
        for two in range(dark + 1)
        if sighting.allows(light - one, dark - two)
    ]
    if not gap.extra:
        assert gap.missing == min(ways)
    else:
        assert not ways


@given(sightings(), few, few)
def test_extra_is_the_fewest_to_put_there(sighting: Sighting, light: int, dark: int) -> None:
    gap = field_gap(range_of(sighting, LIGHT), light, dark)
    ways = [
        one + two
        for one in range(MAX_CHECKERS + 1)
        for two in range(MAX_CHECKERS + 1)
        if sighting.allows(light + one, dark + two)
    ]
    if not gap.missing:
        assert gap.extra == min(ways)


@given(sightings(), st.integers(0, FIELDS - 1), st.integers(-15, 15), colours)
def test_tables_agree_with_gaps(sighting: Sighting, field: int, count: int, mover: Colour) -> None:
    if field in (OTHER_BAR, OTHER_OFF, MOVER_BAR, MOVER_OFF):
        count = abs(count)
    there = make_field(sighting, mover, field)
    assert FieldGap(there.missing[count], there.extra[count]) == field_gap(
        range_of(sighting, mover), *split_count(count, field)
    )


@given(positions(), st.sampled_from(sorted(SENSOR_MODELS)), colours)
def test_position_has_no_gap_where_it_lies(position: Position, kind: str, mover: Colour) -> None:
    chart = make_chart(view_after(position, kind=kind, mover=mover), mover)
    assert total_gap(chart, position.counts) == FieldGap(0, 0)


@given(positions(), positions())
def test_all_that_is_missing_is_what_hands_must_hold(here: Position, there: Position) -> None:
    view = view_after(there)
    gap = total_gap(make_chart(view, LIGHT), here.counts)
    in_hand = fewest_in_hand(_checkers_of(here), view)
    assert (in_hand is None) == bool(gap.extra)
    assert in_hand in (None, gap.missing)


def _checkers_of(position: Position) -> Checkers:
    checkers = Checkers()
    for field, place in enumerate(PLACES_BY_FIELD[LIGHT]):
        mine, theirs = split_count(position.counts[field], field)
        checkers.put(place, LIGHT, mine)
        checkers.put(place, DARK, theirs)
    return checkers


def test_unseen_place_may_hold_anything() -> None:
    assert total_gap(make_chart(CombinedView({}), LIGHT), START.counts) == FieldGap(0, 0)
    assert least_checkers(make_chart(CombinedView({}), LIGHT)) == 0
    assert least_checkers(make_chart(view_after(START, kind="slots"), LIGHT)) == 30


# ---- doubts ----


def test_a_dead_switch_may_hide_a_checker() -> None:
    assert widen_sighting(of_any_colour(2), SensorDoubt(unseen=1)).total == Count(2, 3)
    assert widen_sighting(of_colour(DARK, 0), SensorDoubt(unseen=1)).allows(1, 0)


def test_a_stuck_switch_may_see_one_that_is_not_there() -> None:
    assert widen_sighting(of_any_colour(2), SensorDoubt(phantom=1)).total == Count(1, 2)
    assert widen_sighting(EMPTY_SIGHTING, SensorDoubt(phantom=1)) == EMPTY_SIGHTING


def test_checker_of_the_other_colour_may_lie_on_a_stuck_switch() -> None:
    wider = widen_sighting(sighting_of_poles(1, 2, 5), SensorDoubt(phantom=1))
    assert wider.allows(0, 3)
    assert not wider.allows(0, 4)


def test_checker_of_the_colour_that_a_stuck_sensor_never_shows_is_there() -> None:
    wider = widen_sighting(sighting_of_poles(1, 1, 5), SensorDoubt(phantom=1, light=1))
    assert wider.allows(0, 1)
    assert wider.allows(0, 2)
    assert not wider.allows(1, 0)


def test_doubts_add_up() -> None:
    assert SensorDoubt(unseen=1) + SensorDoubt(1, 2) == SensorDoubt(2, 2)


@given(sightings(), few, few, st.integers(0, 3), st.integers(0, 3))
def test_widened_sighting_still_allows_every_claim(
    sighting: Sighting, light: int, dark: int, unseen: int, phantom: int
) -> None:
    if sighting.allows(light, dark):
        assert widen_sighting(sighting, SensorDoubt(unseen, phantom)).allows(light, dark)


@given(sightings(), few, few)
def test_one_checker_more_or_less_than_claimed_is_allowed_by_one_doubt(
    sighting: Sighting, light: int, dark: int
) -> None:
    if sighting.allows(light, dark) and light + dark < MAX_CHECKERS:
        assert widen_sighting(sighting, SensorDoubt(unseen=1)).allows(light + 1, dark)
        assert not light or widen_sighting(sighting, SensorDoubt(phantom=1)).allows(light - 1, dark)


def test_only_the_doubted_places_are_doubted() -> None:
    view = view_of_checkers(Checkers(), exact)
    doubtful = widen_view(view, {point(3): SensorDoubt(unseen=1)})
    assert doubtful[point(3)] != view[point(3)]
    assert all(doubtful[place] == view[place] for place in BACKGAMMON.places if place != point(3))
    assert widen_view(view, {}) is view


def test_a_place_that_is_not_seen_needs_no_doubt() -> None:
    assert widen_view(CombinedView({}), {point(3): SensorDoubt(1, 1)})[point(3)] == UNKNOWN_SIGHTING
