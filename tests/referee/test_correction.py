"""A wrong board is put right by carrying the fewest checkers, by the shortest way."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backgammon.position import START
from engine.players import Player
from hardware.checkers import BACKGAMMON, Colour, Layout, Pile, Place, bar, point, tray
from hardware.observations import (
    EMPTY_SIGHTING,
    MAX_CHECKERS,
    UNKNOWN_SIGHTING,
    CombinedView,
    Count,
    Sighting,
    of_any_colour,
    of_colour,
)
from referee.correction import DISTANCE_ALONG, cheapest_pairs, find_correction
from referee.seating import Seating
from referee.verdicts import CheckerMove
from tests.rigs.engine.random_positions import positions
from tests.rigs.referee.sensor_views import (
    SENSOR_KINDS,
    Checkers,
    SensorModel,
    counts,
    exact,
    view_of_checkers,
)

LIGHT, DARK = Colour
EMPTY = CombinedView(dict.fromkeys(BACKGAMMON.places, EMPTY_SIGHTING))
SEATING = Seating(light=Player.ONE)
START_LAYOUT = SEATING.layout(START, Player.ONE)
MAX_TRIED = 6
"""The most misplaced checkers of a colour for which every way of carrying them is tried."""
MAX_ROUNDS = 10
"""The corrections after which a table must be right."""


def layouts() -> st.SearchStrategy[Layout]:
    """Any legal position on the table."""
    return positions().map(lambda position: SEATING.layout(position, Player.ONE))


@st.composite
def disturbed(draw: st.DrawFn, layout: Layout, most: int = 30) -> Checkers:
    """A layout of which some checkers have been carried anywhere at all, or taken away."""
    checkers = Checkers.of_layout(layout)
    for _ in range(draw(st.integers(0, most))):
        places = [(at, colour) for at in BACKGAMMON.places for colour in Colour]
        lying = [(at, colour) for at, colour in places if at_on(checkers, at, colour)]
        if not lying:
            break
        source, colour = draw(st.sampled_from(lying))
        checkers.put(source, colour, -1)
        if (target := draw(st.sampled_from((*BACKGAMMON.places, None)))) is not None:
            checkers.put(target, colour)
    return checkers


@st.composite
def cases(draw: st.DrawFn, most: int = 30) -> tuple[Checkers, Layout]:
    """A disturbed table and the layout that is wanted."""
    layout = draw(layouts())
    return draw(disturbed(draw(st.just(layout) | layouts()), most)), layout


def at_on(checkers: Checkers, place: Place, colour: Colour) -> int:
    return checkers.lying[place][colour]


def agrees(view: CombinedView, layout: Layout) -> bool:
    held = ((at, layout.count(at, LIGHT), layout.count(at, DARK)) for at in BACKGAMMON.places)
    return all(view[at].allows(light, dark) for at, light, dark in held)


def carry(checkers: Checkers, moves: Sequence[CheckerMove]) -> None:
    """Carries as asked: the colour that is named, or any checker that lies there."""
    for move in moves:
        colour = move.colour
        if move.source is not None:
            there = [c for c in Colour if at_on(checkers, move.source, c)]
            colour = colour if colour in there else there[0]
            checkers.put(move.source, colour, -1)
        if move.target is not None:
            assert colour is not None
            checkers.put(move.target, colour)


def misplaced(
    checkers: Checkers, wanted: Layout, colour: Colour
) -> tuple[list[Place], list[Place]]:
    """The places with one of this colour too many and those with one missing, with repetitions."""
    extra: list[Place] = []
    missing: list[Place] = []
    for place in BACKGAMMON.places:
        more = at_on(checkers, place, colour) - wanted.count(place, colour)
        extra += [place] * more
        missing += [place] * -more
    return extra, missing


def length(move: CheckerMove) -> int:
    if move.source is None or move.target is None:
        return 0
    return abs(DISTANCE_ALONG[move.source] - DISTANCE_ALONG[move.target])


def shortest(extra: Sequence[Place], missing: Sequence[Place]) -> int:
    """The least distance over which this many must be carried, found by trying every way."""
    few, many = sorted((extra, missing), key=len)
    return min(
        sum(
            abs(DISTANCE_ALONG[one] - DISTANCE_ALONG[two])
            for one, two in zip(few, way, strict=True)
        )
        for way in permutations(many, len(few))
    )


def test_agreeing_board_needs_no_moves() -> None:
    for model in SENSOR_KINDS.values():
        view = view_of_checkers(Checkers.of_layout(START_LAYOUT), model)
        assert find_correction(view, START_LAYOUT) == ()


def test_a_board_is_set_up_from_the_box() -> None:
    moves = find_correction(EMPTY, START_LAYOUT)
    put = Counter((move.target, move.colour) for move in moves)
    assert {move.source for move in moves} == {None}
    assert put == {(at, pile.colour): pile.count for at, pile in START_LAYOUT.piles.items()}
    assert [move.target for move in moves] == sorted(
        (move.target for move in moves), key=lambda at: BACKGAMMON.places.index(Place(str(at)))
    )


def test_a_hit_checker_left_where_it_was_goes_to_the_bar() -> None:
    there = Sighting(Count(1, 1), Count(1, 1), Count(2, 2))
    wanted = Layout({point(5): Pile(LIGHT, 1), bar(DARK): Pile(DARK, 1)})
    for sighting in (there, of_any_colour(2)):
        view = CombinedView({**EMPTY.sightings, point(5): sighting})
        assert find_correction(view, wanted) == (CheckerMove(point(5), bar(DARK), DARK),)


def test_checkers_that_lie_the_wrong_way_round_change_places() -> None:
    swapped = {point(5): of_colour(DARK, 1), point(8): of_colour(LIGHT, 1)}
    view = CombinedView({**EMPTY.sightings, **swapped})
    wanted = Layout({point(5): Pile(LIGHT, 1), point(8): Pile(DARK, 1)})
    assert find_correction(view, wanted) == (
        CheckerMove(point(5), point(8), DARK),
        CheckerMove(point(8), point(5), LIGHT),
    )


@pytest.mark.parametrize("number", [5, 7, 15])
def test_a_full_point_may_hold_as_many_as_are_wanted(number: int) -> None:
    view = CombinedView({**EMPTY.sightings, point(6): of_any_colour(5, MAX_CHECKERS)})
    assert find_correction(view, Layout({point(6): Pile(DARK, number)})) == ()


def test_of_a_full_point_only_those_are_taken_that_are_surely_too_many() -> None:
    view = CombinedView({**EMPTY.sightings, point(6): of_any_colour(5, MAX_CHECKERS)})
    moves = find_correction(view, Layout({point(6): Pile(DARK, 3)}))
    assert moves == (CheckerMove(point(6), None),) * 2


def test_checkers_of_the_other_colour_do_not_help() -> None:
    view = CombinedView({**EMPTY.sightings, point(6): of_colour(LIGHT, 1)})
    wanted = Layout({point(7): Pile(DARK, 1)})
    away, instead = CheckerMove(point(6), None, LIGHT), CheckerMove(None, point(7), DARK)
    assert find_correction(view, wanted) == (away, instead)


def test_unseen_checkers_are_not_carried() -> None:
    view = CombinedView({**EMPTY.sightings, point(6): UNKNOWN_SIGHTING}, disagreements=(point(6),))
    assert find_correction(view, Layout({point(6): Pile(DARK, 3)})) == ()
    assert find_correction(CombinedView({}), START_LAYOUT) == ()


def test_a_checker_in_the_wrong_half_of_the_bar_is_carried_over() -> None:
    view = CombinedView({**EMPTY.sightings, bar(LIGHT): of_colour(DARK, 1)})
    moves = find_correction(view, Layout({bar(DARK): Pile(DARK, 1)}))
    assert moves == (CheckerMove(bar(LIGHT), bar(DARK), DARK),)


@given(cases())
def test_following_moves_reaches_the_layout_if_all_is_seen(case: tuple[Checkers, Layout]) -> None:
    checkers, wanted = case
    moves = find_correction(view_of_checkers(checkers, exact), wanted)
    fewest = sum(max(map(len, misplaced(checkers, wanted, colour))) for colour in Colour)

    carry(checkers, moves)

    assert checkers == Checkers.of_layout(wanted)
    assert len(moves) == fewest


@given(cases(most=5))
def test_the_fewest_checkers_go_by_the_shortest_way(case: tuple[Checkers, Layout]) -> None:
    checkers, wanted = case
    pairs = [misplaced(checkers, wanted, colour) for colour in Colour]
    if any(len(places) > MAX_TRIED for pair in pairs for places in pair):
        return
    moves = find_correction(view_of_checkers(checkers, exact), wanted)
    assert sum(map(length, moves)) == sum(shortest(*pair) for pair in pairs)


@given(cases())
def test_following_the_moves_makes_the_numbers_agree_where_no_colour_is_seen(
    case: tuple[Checkers, Layout],
) -> None:
    checkers, wanted = case
    before = [sum(checkers.lying[place].values()) for place in BACKGAMMON.places]
    after = [pile.count if (pile := wanted.piles.get(at)) else 0 for at in BACKGAMMON.places]
    more = [have - want for have, want in zip(before, after, strict=True)]

    moves = find_correction(view_of_checkers(checkers, counts), wanted)
    carry(checkers, moves)

    assert agrees(view_of_checkers(checkers, counts), wanted)
    assert len(moves) == max(sum(n for n in more if n > 0), -sum(n for n in more if n < 0))


@given(cases(), st.sampled_from(sorted(SENSOR_KINDS)))
def test_following_the_moves_again_terminates(case: tuple[Checkers, Layout], kind: str) -> None:
    checkers, wanted = case
    model: SensorModel = SENSOR_KINDS[kind]
    for _ in range(MAX_ROUNDS if model is not SENSOR_KINDS["single"] else MAX_CHECKERS):
        moves = find_correction(view_of_checkers(checkers, model), wanted)
        if not moves:
            break
        carry(checkers, moves)
    assert agrees(view_of_checkers(checkers, model), wanted)


@given(cases(), st.sampled_from(sorted(SENSOR_KINDS)))
def test_no_checker_is_taken_from_where_none_lies(case: tuple[Checkers, Layout], kind: str) -> None:
    checkers, wanted = case
    view = view_of_checkers(checkers, SENSOR_KINDS[kind])
    taken = Counter(move.source for move in find_correction(view, wanted))
    del taken[None]
    assert all(many <= sum(checkers.lying[Place(str(at))].values()) for at, many in taken.items())


FEW_PLACES = (point(3), point(4), bar(DARK))
few = st.integers(0, 4)
ranges = st.tuples(few, few).map(lambda bounds: Count(min(bounds), max(bounds)))


@st.composite
def sightings(draw: st.DrawFn) -> Sighting:
    """Any claim that is not a contradiction."""
    light, dark = draw(ranges), draw(ranges)
    total = draw(st.integers(light.low + dark.low, light.high + dark.high))
    return Sighting(light, dark, Count(total, total + draw(few)))


def ways(sighting: Sighting) -> list[tuple[int, int]]:
    return [(a, b) for a, b in product(range(5), repeat=2) if sighting.allows(a, b)]


piles = st.none() | st.builds(Pile, st.sampled_from(Colour), st.integers(1, 5))


@given(st.tuples(*[sightings()] * 3), st.tuples(*[piles] * 3))
def test_no_board_that_may_lie_there_can_be_put_right_with_fewer(
    claims: tuple[Sighting, ...], held: tuple[Pile | None, ...]
) -> None:
    view = CombinedView({**EMPTY.sightings, **dict(zip(FEW_PLACES, claims, strict=True))})
    wanted = Layout({at: pile for at, pile in zip(FEW_PLACES, held, strict=True) if pile})
    fewest = min(_fewest(board, wanted) for board in product(*map(ways, claims)))

    assert len(find_correction(view, wanted)) == fewest


def _fewest(board: Sequence[tuple[int, int]], wanted: Layout) -> int:
    fewest = 0
    for at, colour in enumerate(Colour):
        pairs = zip(FEW_PLACES, board, strict=True)
        more = [way[at] - wanted.count(place, colour) for place, way in pairs]
        fewest += max(sum(n for n in more if n > 0), -sum(n for n in more if n < 0))
    return fewest


@given(st.data(), st.integers(0, 4), st.integers(0, 2))
def test_rows_are_paired_with_columns_in_the_cheapest_of_all_ways(
    data: st.DataObject, rows: int, more: int
) -> None:
    row = st.lists(st.integers(0, 20), min_size=rows + more, max_size=rows + more)
    costs = data.draw(st.lists(row, min_size=rows, max_size=rows))
    chosen = cheapest_pairs(costs)
    cheapest = min(
        sum(costs[at][column] for at, column in enumerate(way))
        for way in permutations(range(rows + more), rows)
    )
    assert len(set(chosen)) == rows
    assert sum(costs[at][column] for at, column in enumerate(chosen)) == cheapest


def test_trays_and_bars_lie_at_the_ends_of_the_way() -> None:
    assert (
        DISTANCE_ALONG[tray(LIGHT)]
        < DISTANCE_ALONG[point(1)]
        < DISTANCE_ALONG[point(24)]
        < DISTANCE_ALONG[bar(LIGHT)]
    )
    assert (
        DISTANCE_ALONG[bar(DARK)]
        < DISTANCE_ALONG[point(1)]
        < DISTANCE_ALONG[point(24)]
        < DISTANCE_ALONG[tray(DARK)]
    )
