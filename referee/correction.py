"""How what is seen becomes what is wanted: the fewest checkers to carry, the shortest way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, tray
from hardware.observations import View
from hardware.sightings import Sighting
from referee.pairing import cheapest_pairs
from referee.verdicts import Move

LIGHT, DARK = Colour.LIGHT, Colour.DARK
APART = 10_000
"""What it costs to pair checkers that are not the same: more than all ways together."""
ORDER = {place: number for number, place in enumerate(BACKGAMMON)}
ALONG = {
    **{place: number for number, place in enumerate(POINTS, 1)},
    bar(LIGHT): 25,
    tray(LIGHT): 0,
    bar(DARK): 0,
    tray(DARK): 25,
}
"""Where each place is along the way of the checkers, as Light counts it."""


class _Odd(NamedTuple):
    """A checker that is certainly too many at a place, or certainly missing there."""

    place: Place
    colour: Colour | None
    """None where it cannot be told; what is missing is always known."""


def correction(view: View, wanted: Layout) -> tuple[Move, ...]:
    """The checkers to carry so that what is seen agrees with what is wanted; none if it does.

    Only what is certainly wrong is carried. A colour is that of the checker, or where it cannot
    be told, the one wanted at the end.
    """
    extra: list[_Odd] = []
    missing: list[_Odd] = []
    for place in BACKGAMMON:
        light, dark = wanted.count(place, LIGHT), wanted.count(place, DARK)
        sighting = view[place]
        if not sighting.allows(light, dark):
            extra += [_Odd(place, colour) for colour in _extra(sighting, light, dark)]
            missing += [_Odd(place, colour) for colour in _missing(sighting, light, dark)]
    return tuple(sorted(_carried(extra, missing), key=_order))


def _extra(sighting: Sighting, light: int, dark: int) -> list[Colour | None]:
    """The colours of the checkers that are certainly too many on a place."""
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
    """The colours of the checkers that are certainly missing on a place.

    Where there is room for fewer than its colours allow, the one colour that is wanted has less.
    """
    lights, darks = _nearest(sighting, light, dark)
    fewer = max(lights + darks - sighting.total.high, 0)
    few_lights, few_darks = (fewer, 0) if light else (0, fewer)
    return [
        *[LIGHT] * (max(light - lights, 0) + few_lights),
        *[DARK] * (max(dark - darks, 0) + few_darks),
    ]


def _nearest(sighting: Sighting, light: int, dark: int) -> tuple[int, int]:
    """The number of each colour nearest to what is wanted, whatever the two are together."""
    return (
        min(max(light, sighting.light.low), sighting.light.high),
        min(max(dark, sighting.dark.low), sighting.dark.high),
    )


def _carried(extra: Sequence[_Odd], missing: Sequence[_Odd]) -> list[Move]:
    """The moves that bring as many as can be from where they are too many to where they lack."""
    turned = len(extra) > len(missing)
    rows, columns = (missing, extra) if turned else (extra, missing)
    costs = [[_cost(row, column) for column in columns] for row in rows]
    pairs = [
        (column, row) if turned else (row, column)
        for row, column in enumerate(cheapest_pairs(costs))
        if costs[row][column] < APART
    ]
    moves = [
        Move(extra[source].place, missing[target].place, missing[target].colour)
        for source, target in pairs
    ]
    left, come = {source for source, _ in pairs}, {target for _, target in pairs}
    moves += [Move(odd.place, None, odd.colour) for at, odd in enumerate(extra) if at not in left]
    moves += [Move(None, odd.place, odd.colour) for at, odd in enumerate(missing) if at not in come]
    return moves


def _cost(one: _Odd, two: _Odd) -> int:
    """How far two places are apart, or that the checkers are not the same."""
    if one.colour is not two.colour and one.colour and two.colour:
        return APART
    return abs(ALONG[one.place] - ALONG[two.place])


def _order(move: Move) -> tuple[int, int]:
    """From place to place along the board; what lies nowhere yet is put down last."""
    last = len(BACKGAMMON)
    return (
        last if move.source is None else ORDER[move.source],
        last if move.target is None else ORDER[move.target],
    )
