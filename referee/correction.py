"""The fewest and shortest moves that put a board right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, tray
from hardware.observations import CombinedView, Sighting
from referee.verdicts import CheckerMove

Costs = Sequence[Sequence[int]]
"""The cost of each row with each column; there must be at least as many columns as rows."""

INFINITE_COST = 1 << 60
"""A cost beyond that of any assignment."""
UNASSIGNED = -1
"""The row of a column that no row has taken."""


def cheapest_pairs(costs: Costs) -> list[int]:
    """The column assigned to each row at the least cost in all, by the Hungarian method."""
    columns = len(costs[0]) if costs else 0
    row_price, column_price = [0] * len(costs), [0] * columns
    taken_by = [UNASSIGNED] * columns
    for row in range(len(costs)):
        _assign_row(row, costs, taken_by, row_price, column_price)
    column_of = {row: column for column, row in enumerate(taken_by)}
    return [column_of[row] for row in range(len(costs))]


def _assign_row(
    row: int, costs: Costs, taken_by: list[int], row_price: list[int], column_price: list[int]
) -> None:
    """Assigns a column to this row; earlier rows may move to other columns."""
    came_from = [UNASSIGNED] * len(taken_by)
    reach = [INFINITE_COST] * len(taken_by)
    open_columns = set(range(len(taken_by)))
    passed: list[tuple[int, int]] = []
    column, far, at = UNASSIGNED, 0, row
    while True:
        prices, price = costs[at], row_price[at] - far
        for candidate in open_columns:
            cost = prices[candidate] - price - column_price[candidate]
            if cost < reach[candidate]:
                reach[candidate], came_from[candidate] = cost, column
        column = min(open_columns, key=lambda candidate: (reach[candidate], candidate))
        far = reach[column]
        if taken_by[column] == UNASSIGNED:
            break
        open_columns.remove(column)
        at = taken_by[column]
        passed.append((column, at))
    # No assigned pair may cost more than an alternative.
    row_price[row] += far
    for passed_column, earlier in passed:
        row_price[earlier] += far - reach[passed_column]
        column_price[passed_column] -= far - reach[passed_column]
    while came_from[column] != UNASSIGNED:
        taken_by[column] = taken_by[came_from[column]]
        column = came_from[column]
    taken_by[column] = row


LIGHT, DARK = Colour.LIGHT, Colour.DARK
OTHER_COLOUR_COST = 10_000
"""The cost of pairing checkers of different colours: more than all distances together."""
ORDER = {place: number for number, place in enumerate(BACKGAMMON.places)}
DISTANCE_ALONG = {
    **{place: number for number, place in enumerate(POINTS, 1)},
    bar(LIGHT): 25,
    tray(LIGHT): 0,
    bar(DARK): 0,
    tray(DARK): 25,
}
"""The position of each place along the checkers' way, in Light's numbering."""


class _Discrepancy(NamedTuple):
    """A checker that is certainly surplus at a place, or certainly missing there."""

    place: Place
    colour: Colour | None
    """The colour; None if unknown, which only a surplus checker can be."""


def find_correction(view: CombinedView, wanted: Layout) -> tuple[CheckerMove, ...]:
    """The moves that make the observed board agree with the wanted one; empty if it does.

    Only what is certainly wrong is corrected. The colour of a move is that of the checker or, if
    unknown, the one wanted at the target.
    """
    extra: list[_Discrepancy] = []
    missing: list[_Discrepancy] = []
    for place in BACKGAMMON.places:
        light, dark = wanted.count(place, LIGHT), wanted.count(place, DARK)
        sighting = view[place]
        if not sighting.allows(light, dark):
            extra += [_Discrepancy(place, colour) for colour in _extra(sighting, light, dark)]
            missing += [_Discrepancy(place, colour) for colour in _missing(sighting, light, dark)]
    return tuple(sorted(_moves(extra, missing), key=_order))


def _extra(sighting: Sighting, light: int, dark: int) -> list[Colour | None]:
    """The colours of the checkers that are certainly surplus on a place."""
    lights, darks = _nearest(sighting, light, dark)
    more = max(sighting.total.low - lights - darks, 0)
    sure_lights = max(more - (sighting.dark.high - darks), 0)
    sure_darks = max(more - (sighting.light.high - lights), 0)
    return [
        *[LIGHT] * (max(lights - light, 0) + sure_lights),
        *[DARK] * (max(darks - dark, 0) + sure_darks),
        *[None] * (more - sure_lights - sure_darks),
    ]


def _missing(sighting: Sighting, light: int, dark: int) -> list[Colour]:
    """The checkers certainly missing, of the wanted colour where only the total is too low."""
    lights, darks = _nearest(sighting, light, dark)
    fewer = max(lights + darks - sighting.total.high, 0)
    few_lights, few_darks = (fewer, 0) if light else (0, fewer)
    lacking_lights, lacking_darks = max(light - lights, 0), max(dark - darks, 0)
    return [LIGHT] * (lacking_lights + few_lights) + [DARK] * (lacking_darks + few_darks)


def _nearest(sighting: Sighting, light: int, dark: int) -> tuple[int, int]:
    """The number of each colour nearest to the wanted one, regardless of the total."""
    return (
        min(max(light, sighting.light.low), sighting.light.high),
        min(max(dark, sighting.dark.low), sighting.dark.high),
    )


def _moves(extra: Sequence[_Discrepancy], missing: Sequence[_Discrepancy]) -> list[CheckerMove]:
    """The moves that bring as many surplus checkers as possible to where checkers are missing."""
    transposed = len(extra) > len(missing)
    rows, columns = (missing, extra) if transposed else (extra, missing)
    costs = [[_cost(row, column) for column in columns] for row in rows]
    pairs = [
        (column, row) if transposed else (row, column)
        for row, column in enumerate(cheapest_pairs(costs))
        if costs[row][column] < OTHER_COLOUR_COST
    ]
    carried = [(extra[source], missing[target]) for source, target in pairs]
    sources, targets = {source for source, _ in pairs}, {target for _, target in pairs}
    left = [odd for at, odd in enumerate(extra) if at not in sources]
    open_gaps = [gap for at, gap in enumerate(missing) if at not in targets]
    return [
        *(CheckerMove(odd.place, gap.place, gap.colour) for odd, gap in carried),
        *(CheckerMove(odd.place, None, odd.colour) for odd in left),
        *(CheckerMove(None, gap.place, gap.colour) for gap in open_gaps),
    ]


def _cost(one: _Discrepancy, two: _Discrepancy) -> int:
    """The distance between two places, or the cost of different colours."""
    if one.colour is not two.colour and one.colour and two.colour:
        return OTHER_COLOUR_COST
    return abs(DISTANCE_ALONG[one.place] - DISTANCE_ALONG[two.place])


def _order(move: CheckerMove) -> tuple[int, int]:
    """The order of moves along the board; checkers without a source come last."""
    last = len(BACKGAMMON.places)
    source = last if move.source is None else ORDER[move.source]
    return source, last if move.target is None else ORDER[move.target]
