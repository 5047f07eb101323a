"""The simulated table behaves as wood and checkers do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.drivers.simulated.simulated_table import (
    BOX,
    LeaningChecker,
    NoChecker,
    SimulatedTable,
    TableSnapshot,
    TouchedPlaces,
    table_capacity,
)

LIGHT, DARK = Colour

ALL_PLACES = tuple(table_capacity(BACKGAMMON))
places = st.sampled_from(ALL_PLACES)
handlings = st.lists(st.tuples(places, places, st.integers(0, 3)), max_size=40)


def table(**piles: Pile) -> SimulatedTable:
    """A table with piles on some places, named by `p6=...`."""
    return SimulatedTable(Layout({Place(name): pile for name, pile in piles.items()}))


@pytest.fixture
def laid() -> SimulatedTable:
    return table(p6=Pile(LIGHT, 5))


def test_all_checkers_are_in_the_box_to_begin_with() -> None:
    empty = SimulatedTable()
    assert [empty.count(BOX, colour) for colour in Colour] == [BACKGAMMON.checkers_per_colour] * 2
    assert all(not empty[place] for place in BACKGAMMON.places)
    assert not empty.hand
    assert empty.layout == Layout({})


def test_lifted_checker_is_in_the_hand_until_it_is_put_down(laid: SimulatedTable) -> None:
    assert laid.lift(point(6)) is LIGHT
    assert list(laid.hand) == [LIGHT]
    assert laid.count(point(6), LIGHT) == 4

    laid.put(point(5), LIGHT)
    assert not laid.hand
    assert laid.layout == Layout({point(6): Pile(LIGHT, 4), point(5): Pile(LIGHT, 1)})


def test_checker_is_lifted_from_a_slot_and_put_back_into_it(laid: SimulatedTable) -> None:
    laid.lift(point(6), slot=2)
    assert laid.slot_heights(point(6)) == (1, 0, 1, 1, 1)
    assert laid.free_slot(point(6)) == 2
    assert laid.top_slot(point(6)) == 5
    laid.put(point(6), LIGHT, slot=4)
    assert laid.slot_heights(point(6)) == (1, 0, 1, 2, 1)
    assert laid.top_slot(point(6), LIGHT) == 4
    laid.lift(point(6), slot=4)
    assert laid.slot_heights(point(6)) == (1, 0, 1, 1, 1)


def test_slot_without_a_checker_gives_none(laid: SimulatedTable) -> None:
    with pytest.raises(NoChecker, match="in slot 1 of p5"):
        laid.lift(point(5), slot=1)
    with pytest.raises(NoChecker, match="in slot 1 of p6"):
        laid.lift(point(6), DARK, slot=1)
    with pytest.raises(ValueError, match="p6 has slots 1 to 5"):
        laid.lift(point(6), slot=6)
    with pytest.raises(NoChecker, match="no dark checker on p6"):
        laid.top_slot(point(6), DARK)


def test_lifting_from_an_empty_place_is_refused(laid: SimulatedTable) -> None:
    with pytest.raises(NoChecker, match="no checker on p5"):
        laid.lift(point(5))
    with pytest.raises(NoChecker, match="no dark checker on p6"):
        laid.lift(point(6), DARK)
    with pytest.raises(NoChecker, match="no dark checker in the hand"):
        laid.put(point(6), DARK)
    with pytest.raises(NoChecker, match="between p6 and p7"):
        laid.straighten(point(6), point(7))


def test_unknown_place_or_slot_is_refused(laid: SimulatedTable) -> None:
    with pytest.raises(ValueError, match="no place a1"):
        laid.lift(Place("a1"))
    with pytest.raises(ValueError, match="no place a1"):
        laid.arrange(Layout({Place("a1"): Pile(LIGHT, 1)}))
    laid.lift(point(6))
    with pytest.raises(ValueError, match="slots 1 to 5, not 6"):
        laid.put(point(6), LIGHT, slot=6)
    assert list(laid.hand) == [LIGHT]


def test_a_set_has_15_checkers_of_a_colour() -> None:
    with pytest.raises(ValueError, match="15 light checkers, not 16"):
        table(p6=Pile(LIGHT, 8), p8=Pile(LIGHT, 8))


def test_the_innermost_checker_is_lifted_first_and_one_on_top_before_it() -> None:
    laid = table(p6=Pile(LIGHT, 6))
    assert laid.stack(point(6), 1) == (LIGHT, LIGHT)
    laid.lift(point(6))
    assert laid.stack(point(6), 1) == (LIGHT,)
    laid.lift(point(6))
    assert laid.lowest(point(6)) == (LIGHT, LIGHT, LIGHT, LIGHT, None)


def test_hitter_may_lie_beside_the_blot_or_on_it() -> None:
    for slot, lowest, order in (
        (2, (DARK, LIGHT), (DARK, LIGHT)),
        (1, (DARK, None), (DARK, LIGHT)),
    ):
        laid = table(p6=Pile(LIGHT, 1), p5=Pile(DARK, 1))
        laid.lift(point(6))
        laid.put(point(5), LIGHT, slot)
        assert laid.lowest(point(5))[:2] == lowest
        assert laid[point(5)] == order
        assert laid.is_flat(point(5)) is (slot == 2)
        assert laid.lift(point(5), DARK) is DARK
        assert laid[point(5)] == (LIGHT,)


def test_a_gap_is_filled_from_the_rim() -> None:
    laid = table(p6=Pile(LIGHT, 3), p8=Pile(DARK, 1))
    laid.lift(point(8))
    laid.put(point(6), DARK)
    laid.lift(point(6), LIGHT)
    assert laid.lowest(point(6)) == (LIGHT, LIGHT, None, DARK, None)
    laid.put(point(6), LIGHT)
    assert laid.lowest(point(6)) == (LIGHT, LIGHT, LIGHT, DARK, None)


def test_two_colours_on_one_place_are_no_layout() -> None:
    laid = table(p6=Pile(LIGHT, 1), p5=Pile(DARK, 1))
    laid.lift(point(6))
    laid.put(point(5), LIGHT)
    with pytest.raises(ValueError, match="both colours lie on p5"):
        _ = laid.layout


def test_checker_between_two_points_is_on_neither_and_felt_where_given(
    laid: SimulatedTable,
) -> None:
    laid.lift(point(6))
    laid.put_between(point(5), point(4), LIGHT, seen_by=(point(4),))

    askew = LeaningChecker(LIGHT, ((point(5), 1), (point(4), 1)), seen_by=(point(4),))
    assert list(laid.leaning_checkers) == [askew]
    assert laid.count(point(4), LIGHT) == laid.count(point(5), LIGHT) == 0
    assert [laid.resting(point(number)) for number in (4, 5)] == [1, 0]
    assert laid.lowest(point(4))[0] is LIGHT
    assert laid.lowest(point(5))[0] is None

    laid.straighten(point(5), point(4))
    assert laid.layout == Layout({point(6): Pile(LIGHT, 4), point(5): Pile(LIGHT, 1)})
    assert not laid.leaning_checkers


def test_slot_under_a_leaning_checker_stays_free(laid: SimulatedTable) -> None:
    laid.lift(point(6))
    laid.lift(point(6))
    laid.put_between(point(5), point(4), LIGHT, seen_by=())
    laid.put(point(5), LIGHT)
    assert laid.lowest(point(5)) == (None, LIGHT, None, None, None)
    assert [laid.lift(point(5)), laid.lift(point(5))] == [LIGHT, LIGHT]
    assert not laid.leaning_checkers


def test_a_checker_leans_only_between_two_places(laid: SimulatedTable) -> None:
    laid.lift(point(6))
    with pytest.raises(ValueError, match="no room"):
        laid.put_between(point(5), point(5), LIGHT)
    with pytest.raises(ValueError, match="not felt on"):
        laid.put_between(point(5), point(4), LIGHT, seen_by=(point(3),))


def test_seed_decides_which_places_feel_a_leaning_checker() -> None:
    def felt(seed: int) -> list[TouchedPlaces]:
        laid = SimulatedTable(seed=seed)
        for number in range(1, 16):
            laid.lift(BOX)
            laid.put_between(point(number), point(number + 1), DARK)
        return [leaning.seen_by for leaning in laid.leaning_checkers]

    assert felt(7) == felt(7)
    assert {len(seen_by) for seen_by in felt(7)} == {0, 1, 2}


def test_listeners_learn_which_places_were_touched(laid: SimulatedTable) -> None:
    heard: list[TouchedPlaces] = []
    laid.on_change(heard.append)

    laid.lift(point(6))
    laid.put_between(point(5), point(4), LIGHT)
    laid.straighten(point(4), point(5))
    laid.nudge(point(13))
    laid.arrange(Layout({}))

    assert heard[:4] == [(point(6),), (point(5), point(4)), (point(4), point(5)), (point(13),)]
    assert set(heard[4]) == set(ALL_PLACES)


def test_arranging_takes_the_checkers_out_of_the_hand_as_well(laid: SimulatedTable) -> None:
    laid.lift(point(6))
    laid.arrange(Layout({bar(DARK): Pile(DARK, 2), tray(LIGHT): Pile(LIGHT, 15)}))
    assert not laid.hand
    assert laid[BOX] == (DARK,) * 13
    assert laid.lowest(tray(LIGHT)) == (LIGHT,) * 15


@given(handlings)
def test_number_of_checkers_never_changes(touched: list[tuple[Place, Place, int]]) -> None:
    laid = SimulatedTable(Layout({point(6): Pile(LIGHT, 8), point(19): Pile(DARK, 9)}))
    for start, end, how in touched:
        try:
            colour = laid.lift(start)
        except NoChecker:
            continue
        if how == 0 and start != end:
            laid.put_between(start, end, colour)
        elif how:
            laid.put(end, colour, None if how == 1 else how)
    for colour in Colour:
        lying = sum(laid.count(place, colour) for place in ALL_PLACES)
        leaning = sum(leaning.colour is colour for leaning in laid.leaning_checkers)
        assert lying + leaning + laid.hand.count(colour) == BACKGAMMON.checkers_per_colour
    assert all(laid.resting(place) >= len(laid[place]) for place in ALL_PLACES)


@given(handlings)
def test_snapshot_of_any_table_can_be_restored_on_another(
    carries: list[tuple[Place, Place, int]],
) -> None:
    laid, other = table(p6=Pile(LIGHT, 5), p8=Pile(DARK, 3)), SimulatedTable()
    laid.add_extra(DARK)
    for source, target, way in carries:
        if laid[source] and source != target:
            colour = laid.lift(source)
            if way == 0:
                laid.put_between(target, source, colour)
            elif way:
                laid.put(target, colour)

    other.restore(laid.snapshot)

    assert other.snapshot == laid.snapshot
    assert [other[place] for place in ALL_PLACES] == [laid[place] for place in ALL_PLACES]
    assert [other.lowest(place) for place in ALL_PLACES] == [
        laid.lowest(place) for place in ALL_PLACES
    ]


def test_restoring_a_table_notifies_of_every_place() -> None:
    felt: list[TouchedPlaces] = []
    laid = SimulatedTable()
    laid.on_change(felt.append)
    laid.restore(table(p6=Pile(LIGHT, 5)).snapshot)
    assert felt == [ALL_PLACES]


def test_extra_checker_stays_until_the_table_is_arranged(laid: SimulatedTable) -> None:
    laid.add_extra(DARK)
    assert laid.extra_checkers == (DARK,)
    laid.arrange(Layout({}))
    assert not laid.extra_checkers


def test_only_a_checker_of_another_set_is_taken_away(laid: SimulatedTable) -> None:
    laid.add_extra(DARK)
    laid.remove_extra(DARK)
    assert (laid.hand, laid.extra_checkers) == ((), ())
    with pytest.raises(NoChecker):
        laid.remove_extra(DARK)


@pytest.mark.parametrize(
    "lying",
    [
        {"stacks": {}},
        {"stacks": {BOX: ((),) * 30}, "hand": (LIGHT,) * 15},
        {"stacks": {}, "hand": (LIGHT, DARK) * 15, "fetched": (DARK,)},
        {"stacks": {}, "hand": (*(LIGHT, DARK) * 15, DARK)},
        {"stacks": {Place("p25"): ((),) * 5}, "hand": (LIGHT, DARK) * 15},
        {"stacks": {point(1): ((),) * 4}, "hand": (LIGHT, DARK) * 15},
        {
            "stacks": {},
            "hand": (*(LIGHT, DARK) * 14, LIGHT),
            "leaning": (LeaningChecker(DARK, ((point(1), 1), (point(1), 2)), ()),),
        },
    ],
)
def test_impossible_snapshot_is_refused(lying: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"checkers|place"):
        TableSnapshot(**lying)
