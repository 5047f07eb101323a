"""A sighting claims no more than is known, and combined sightings claim no less."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, bar, point, tray
from hardware.observations import (
    ANY_COUNT,
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    Count,
    Observation,
    Sighting,
    combine,
    of_any_colour,
    of_colour,
    sighting_of_closed,
    sighting_of_poles,
)

LIGHT, DARK = Colour

few = st.integers(0, 6)
counts = st.tuples(few, few).map(lambda bounds: Count(min(bounds), max(bounds)))
held = st.tuples(few, few)


def possible(sighting: Sighting) -> set[tuple[int, int]]:
    """All counts of light and dark checkers that a sighting allows."""
    return {(a, b) for a, b in product(range(13), repeat=2) if sighting.allows(a, b)}


@st.composite
def sightings(draw: st.DrawFn, holding: tuple[int, int] | None = None) -> Sighting:
    """A sighting of a place, true of what it holds."""
    light, dark = draw(held) if holding is None else holding
    truth = (light, dark, light + dark)
    return Sighting(*(Count(max(n - draw(few), 0), n + draw(few)) for n in truth))


def test_a_backgammon_board_has_24_points_two_bars_and_two_trays() -> None:
    assert len(set(BACKGAMMON.places)) == 28
    assert (point(1), point(24), bar(DARK), tray(LIGHT)) == ("p1", "p24", "bar.dark", "off.light")
    with pytest.raises(ValueError, match="1 to 24"):
        point(0)


def test_layout_counts_the_checkers_of_a_colour_on_a_place() -> None:
    layout = Layout({point(6): Pile(LIGHT, 5)})
    assert [layout.count(point(6), colour) for colour in Colour] == [5, 0]
    assert layout.count(point(5), LIGHT) == 0
    with pytest.raises(ValueError, match="one checker or more"):
        Pile(LIGHT, 0)


def test_a_full_point_of_five_slots_claims_five_or_more_of_unknown_colour() -> None:
    full = of_any_colour(5, MAX_CHECKERS)
    assert full.allows(5, 0)
    assert full.allows(0, 7)
    assert full.allows(4, 1)
    assert not full.allows(3, 1)


def test_a_camera_may_claim_a_colour_and_a_range() -> None:
    assert possible(of_colour(DARK, 4, 5)) == {(0, 4), (0, 5)}
    assert of_colour(DARK, 4).is_exact


@pytest.mark.parametrize(("low", "high"), [(-1, 2), (3, 2), (99, 99), (0, MAX_CHECKERS + 1)])
def test_a_count_is_a_range_of_checkers_there_can_be(low: int, high: int) -> None:
    with pytest.raises(ValueError, match="a count lies between"):
        Count(low, high)


def test_ranges_of_a_sighting_narrow_each_other() -> None:
    sighting = Sighting(Count(2, MAX_CHECKERS), ANY_COUNT, Count(0, 3))
    assert (sighting.light, sighting.dark) == (Count(2, 3), Count(0, 1))
    with pytest.raises(ValueError, match="a count lies between"):
        Sighting(Count(4, 5), ANY_COUNT, Count(0, 3))


@given(counts, counts, counts)
def test_every_bound_of_a_sighting_is_possible(light: Count, dark: Count, total: Count) -> None:
    ways = {
        (a, b)
        for a, b in product(range(13), repeat=2)
        if a in light and b in dark and a + b in total
    }
    if not ways:
        with pytest.raises(ValueError, match="a count lies between"):
            Sighting(light, dark, total)
        return
    sighting = Sighting(light, dark, total)
    assert possible(sighting) == ways
    assert sighting.light == Count(min(a for a, _ in ways), max(a for a, _ in ways))
    assert sighting.dark == Count(min(b for _, b in ways), max(b for _, b in ways))
    assert sighting.total == Count(min(a + b for a, b in ways), max(a + b for a, b in ways))


@given(held, st.data())
def test_combined_true_sightings_stay_true_and_claim_no_less(
    holding: tuple[int, int], data: st.DataObject
) -> None:
    one, two = (data.draw(sightings(holding)) for _ in range(2))
    both = one.intersect(two)
    assert both is not None
    assert both == two.intersect(one)
    assert both.allows(*holding)
    assert possible(both) == possible(one) & possible(two)
    assert one.intersect(UNKNOWN_SIGHTING) == one


def test_contradicting_sightings_narrow_to_nothing() -> None:
    assert EMPTY_SIGHTING.intersect(of_any_colour(1)) is None
    assert of_colour(LIGHT, 2).intersect(of_colour(DARK, 2)) is None


def test_sensors_narrow_one_another_and_a_disagreement_names_the_place() -> None:
    reeds = Observation(
        "reeds", 1.0, {point(6): of_any_colour(5, MAX_CHECKERS), point(8): EMPTY_SIGHTING}
    )
    camera = Observation(
        "camera", 1.1, {point(6): of_colour(LIGHT, 5, 6), point(8): of_colour(DARK, 1)}
    )
    view = combine([reeds, camera])

    assert view[point(6)] == of_colour(LIGHT, 5, 6)
    assert view.disagreements == (point(8),)
    assert view[point(8)] == UNKNOWN_SIGHTING
    assert view[point(1)] == reeds[point(1)] == UNKNOWN_SIGHTING


def test_place_with_a_free_slot_holds_as_many_as_are_sensed() -> None:
    assert sighting_of_closed(3, 5).allows(2, 1)
    assert not sighting_of_closed(3, 5).allows(3, 1)


def test_full_place_may_hold_more_checkers_on_top() -> None:
    assert sighting_of_closed(5, 5).allows(0, 15)
    assert sighting_of_poles(5, 0, 5).allows(15, 0)
    assert not sighting_of_closed(5, 5).allows(0, 4)


@given(st.lists(st.sampled_from(["free", "light", "dark"]), min_size=5, max_size=5), st.data())
def test_slot_of_unknown_state_may_hide_a_checker(states: list[str], data: st.DataObject) -> None:
    unsure = data.draw(st.sets(st.integers(0, 4)))
    sure = [state for slot, state in enumerate(states) if slot not in unsure]

    sighting = sighting_of_poles(sure.count("light"), sure.count("dark"), 5, len(unsure))

    assert sighting.allows(states.count("light"), states.count("dark"))


def test_a_full_place_with_an_unsure_slot_may_be_free_there() -> None:
    sighting = sighting_of_poles(4, 0, 5, unsure=1)
    assert sighting.allows(4, 0)
    assert sighting.total.high == MAX_CHECKERS
