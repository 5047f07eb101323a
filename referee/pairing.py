"""Pairs rows with columns so that what the pairs cost together is the least there can be."""

from __future__ import annotations

from collections.abc import Sequence

Costs = Sequence[Sequence[int]]
"""What each row costs with each column; there are at least as many columns as rows."""

UNREACHED = 1 << 60
FREE = -1


def cheapest_pairs(costs: Costs) -> list[int]:
    """The column of each row.

    Rows are taken in one after the other, each along the path that costs least, by which earlier
    ones may change places (the Hungarian method).
    """
    columns = len(costs[0]) if costs else 0
    row_price, column_price = [0] * len(costs), [0] * columns
    taken_by = [FREE] * columns
    for row in range(len(costs)):
        _take_in(row, costs, taken_by, row_price, column_price)
    column_of = {row: column for column, row in enumerate(taken_by)}
    return [column_of[row] for row in range(len(costs))]


def _take_in(
    row: int, costs: Costs, taken_by: list[int], row_price: list[int], column_price: list[int]
) -> None:
    """Find this row a column, letting others move on."""
    came_from = [FREE] * len(taken_by)
    reach = [UNREACHED] * len(taken_by)
    open_columns = set(range(len(taken_by)))
    passed: list[tuple[int, int]] = []
    column, far, at = FREE, 0, row
    while True:
        prices, price = costs[at], row_price[at] - far
        for candidate in open_columns:
            cost = prices[candidate] - price - column_price[candidate]
            if cost < reach[candidate]:
                reach[candidate], came_from[candidate] = cost, column
        column = min(open_columns, key=lambda candidate: (reach[candidate], candidate))
        far = reach[column]
        if taken_by[column] == FREE:
            break
        open_columns.remove(column)
        at = taken_by[column]
        passed.append((column, at))
    _settle(row, passed, far, reach, (row_price, column_price))
    while came_from[column] != FREE:
        taken_by[column] = taken_by[came_from[column]]
        column = came_from[column]
    taken_by[column] = row


def _settle(
    row: int,
    passed: Sequence[tuple[int, int]],
    far: int,
    reach: Sequence[int],
    prices: tuple[list[int], list[int]],
) -> None:
    """Let the prices follow, so that no pair made is dearer than another would be."""
    row_price, column_price = prices
    row_price[row] += far
    for column, at in passed:
        row_price[at] += far - reach[column]
        column_price[column] -= far - reach[column]
