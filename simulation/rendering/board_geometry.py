"""Geometry of a board, and the exact spot of each checker on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import pi
from random import Random
from types import MappingProxyType

from hardware.checkers import BACKGAMMON, Colour, Place, bar, tray
from hardware.drivers.simulated.simulated_table import (
    LeaningChecker,
    SimulatedTable,
    TableSnapshot,
    TouchedPlaces,
)
from simulation.rendering.board_looks import BoardLook, BorneOffStyle, TrayPosition

HALF, ROW = 6, 12
"""Points in half a row and in a whole row."""
DIVIDER = 0.35
"""Widths of a point between the two trays of one side."""


class HomeQuarter(Enum):
    """The quarter of the board with Light's home, seen from in front of the bottom row."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_LEFT = "top-left"

    @property
    def right(self) -> int:
        """1 at the right, -1 at the left."""
        return 1 if self in (HomeQuarter.BOTTOM_RIGHT, HomeQuarter.TOP_RIGHT) else -1

    @property
    def up(self) -> int:
        """1 at the top, -1 at the bottom."""
        return 1 if self in (HomeQuarter.TOP_RIGHT, HomeQuarter.TOP_LEFT) else -1


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on the board, in point widths from the middle of the field."""

    left: float
    low: float
    right: float
    high: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.low + self.high) / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Top left, top right, bottom right, bottom left."""
        left, low, right, high = self.left, self.low, self.right, self.high
        return (left, high), (right, high), (right, low), (left, low)


@dataclass(frozen=True)
class BoardPlan:
    """The geometry of a board, in the world coordinates of `optics`."""

    look: BoardLook
    home: HomeQuarter = HomeQuarter.BOTTOM_RIGHT

    @property
    def half_width(self) -> float:
        """Distance from the middle of the field to its left or right side."""
        return (ROW + self.look.bar) / 2

    @property
    def half_depth(self) -> float:
        return self.look.depth / 2

    @cached_property
    def field(self) -> Rect:
        """Both halves and the bar between them."""
        return Rect(-self.half_width, -self.half_depth, self.half_width, self.half_depth)

    @cached_property
    def bar(self) -> Rect | None:
        """The bar; None for a board without one."""
        half = self.look.bar / 2
        return Rect(-half, -self.half_depth, half, self.half_depth) if half else None

    @cached_property
    def recesses(self) -> tuple[Rect, ...]:
        """The recesses below the rim: the halves of the field, then the trays."""
        if not self.bar:
            return (self.field, *self.trays)
        left = Rect(self.field.left, self.field.low, self.bar.left, self.field.high)
        right = Rect(self.bar.right, self.field.low, self.field.right, self.field.high)
        return (left, right, *self.trays)

    @cached_property
    def trays(self) -> tuple[Rect, ...]:
        """The trays, bottom before top, those at the home's side first."""
        sides = {TrayPosition.NONE: (), TrayPosition.HOME: (1,), TrayPosition.BOTH: (1, -1)}[
            self.look.trays
        ]
        return tuple(self._tray(side * self.home.right, up) for side in sides for up in (-1, 1))

    @cached_property
    def outer(self) -> Rect:
        """The whole board with its rim."""
        every = (self.field, *self.trays)
        edge, high = self.look.edge, self.half_depth + self.look.edge
        left, right = min(it.left for it in every) - edge, max(it.right for it in every) + edge
        return Rect(left, -high, right, high)

    @property
    def half_size(self) -> tuple[float, float]:
        """Distances from the middle of the field to the outer edges: sideways, and up or down."""
        return max(-self.outer.left, self.outer.right), self.outer.high

    def slot(self, number: int) -> int:
        """The slot of Light's point of this number.

        Slots 1 to 12 run from right to left below, slots 13 to 24 from left to right above.
        """
        if self.home.up > 0:
            number = 2 * ROW + 1 - number
        if self.home.right < 0:
            number = ROW + 1 - number if number <= ROW else 3 * ROW + 1 - number
        return number

    def column(self, slot: int) -> float:
        """The x of the middle of a slot."""
        across = ROW - slot if slot <= ROW else slot - ROW - 1
        return across + 0.5 - self.half_width + (self.look.bar if across >= HALF else 0)

    def slot_of(self, place: Place) -> int:
        """The slot of a point; ValueError for other places."""
        if not place.startswith("p"):
            raise ValueError(f"{place} is not a point")
        return self.slot(int(place[1:]))

    def point(self, slot: int) -> Rect:
        """The rectangle that the point in a slot covers."""
        x, end = self.column(slot), self.look.point
        if slot <= ROW:
            return Rect(x - 0.5, self.field.low, x + 0.5, self.field.low + end)
        return Rect(x - 0.5, self.field.high - end, x + 0.5, self.field.high)

    def _tray(self, side: int, up: int) -> Rect:
        near = self.half_width + self.look.edge
        far = near + self.look.tray_width
        across = (near, far) if side > 0 else (-far, -near)
        along = (DIVIDER / 2, self.half_depth) if up > 0 else (-self.half_depth, -DIVIDER / 2)
        return Rect(across[0], along[0], across[1], along[1])


WorldSpot = tuple[float, float, float]
Seat = tuple[Place, int, int]
"""A place, a slot of it from 1, and a layer from 0."""
TouchCounts = Mapping[Seat, int]
"""Number of times that a checker was laid down anew on each seat."""

UNTOUCHED: TouchCounts = MappingProxyType({})
LOOSE = 0.025
"""Gap between one checker and the next, relative to their diameter."""
ASKEW, ALONG = 0.035, 0.008
"""Standard deviation of the offset of a checker in point widths: sideways, and along the point."""
ASLIDE, ASLIDE_ALONG = 0.05, 0.02
"""Standard deviation of the offset of a checker on another: sideways, and along the point."""
PER_PILE = 5
"""Checkers in a pile of a tray, or in a row beside the board."""
TONE_DEVIATION = 0.04
"""Standard deviation of the relative brightness of checkers of one colour."""


@dataclass(frozen=True, slots=True)
class Disc:
    """One checker with its spot in the world."""

    colour: Colour
    spot: WorldSpot
    """The centre of its lower face, or of its front face if it stands on edge."""
    spin: float = 0.0
    """Rotation around its own axis, in radians."""
    tone: float = 1.0
    """Brightness relative to the usual checker of its colour."""
    on_edge: bool = False
    """True if it stands on edge, its faces turned up and down the board."""
    recess: Rect | None = None
    """The recess of the board that it lies in; None outside of any."""
    seat: Seat | None = None


def place_checkers(
    lying: TableSnapshot, plan: BoardPlan, seed: int = 0, touches: TouchCounts = UNTOUCHED
) -> list[Disc]:
    """All visible checkers; those in the box and in a hand are left out."""
    discs = []
    for place in BACKGAMMON.places:
        for number, seat, colour in _seats(lying, place):
            chance = Random(f"{seed} {seat} {touches.get(seat, 0)}")  # noqa: S311 - no secret
            discs.append(_disc(plan, colour, seat, number, chance))
    for number, leaning in enumerate(lying.leaning):
        discs.append(_leaning(plan, leaning, Random(f"{seed} {number}")))  # noqa: S311 - no secret
    return discs


def checker_spot(plan: BoardPlan, place: Place, slot: int = 1, layer: int = 0) -> WorldSpot:
    """The exact spot for a checker on a place, without any offset."""
    if place.startswith("p"):
        return _on_point(plan, plan.slot_of(place), slot, layer)
    colour = next(it for it in Colour if place in (bar(it), tray(it)))
    if place == bar(colour):
        return _on_bar(plan, colour, slot, layer)
    return _off(plan, colour, slot - 1)[0]


def home_half(plan: BoardPlan, colour: Colour) -> int:
    """1 if a player's home, and so his seat, is above; -1 if it is below."""
    return plan.home.up if colour is Colour.LIGHT else -plan.home.up


def _seats(lying: TableSnapshot, place: Place) -> Iterator[tuple[int, Seat, Colour]]:
    """Each checker of a place, layer by layer, with its number from 0."""
    stacks = lying.stacks.get(place, ())
    order = [(layer, slot) for slot, stack in enumerate(stacks, 1) for layer in range(len(stack))]
    for number, (layer, slot) in enumerate(sorted(order)):
        yield number, (place, slot, layer), stacks[slot - 1][layer]


def _disc(plan: BoardPlan, colour: Colour, seat: Seat, number: int, chance: Random) -> Disc:
    place, slot, layer = seat
    spin, tone = chance.uniform(0, 2 * pi), 1 + chance.gauss(0, TONE_DEVIATION)
    if place.startswith("off"):
        (x, y, z), on_edge, hole = _off(plan, colour, number)
        x += chance.gauss(0, ASKEW / 2)
        return Disc(colour, (x, y, z), spin, tone, on_edge, hole, seat)
    x, y, z = checker_spot(plan, place, slot, layer)
    off = _within(chance, ASLIDE if layer else ASKEW)
    along = _within(chance, ASLIDE_ALONG if layer else ALONG)
    hole = None if place.startswith("bar") else _recess_at(plan, x)
    return Disc(colour, (x + off, y + along, z), spin, tone, recess=hole, seat=seat)


def _within(chance: Random, deviation: float) -> float:
    return max(-2 * deviation, min(2 * deviation, chance.gauss(0, deviation)))


def _recess_at(plan: BoardPlan, x: float) -> Rect:
    return next(hole for hole in plan.recesses if hole.left <= x <= hole.right)


def _on_point(plan: BoardPlan, slot: int, number: int, layer: int) -> WorldSpot:
    make = plan.look.make
    from_rim = make.across * ((number - 0.5) * (1 + LOOSE) + LOOSE / 2)
    y = plan.field.low + from_rim if slot <= ROW else plan.field.high - from_rim
    return plan.column(slot), y, layer * (make.thick + make.dome * 0.6)


def _on_bar(plan: BoardPlan, colour: Colour, number: int, layer: int) -> WorldSpot:
    """The spot on the bar, counted from its middle, on the half where the checker has to enter."""
    make = plan.look.make
    out = make.across * (0.75 + (number - 1) * (1 + LOOSE))
    z = plan.look.height if plan.bar else 0.0
    return 0.0, -home_half(plan, colour) * out, z + layer * make.thick


def _off(plan: BoardPlan, colour: Colour, number: int) -> tuple[WorldSpot, bool, Rect | None]:
    """The spot of a checker borne off, whether it stands on edge, and the tray around it."""
    look, up = plan.look, home_half(plan, colour)
    make = look.make
    if look.aside is BorneOffStyle.BESIDE or not plan.trays:
        return _beside(plan, up, number), False, None
    hole = plan.trays[1 if up > 0 else 0]
    x = hole.middle[0]
    start = hole.high if up > 0 else hole.low
    if look.aside is BorneOffStyle.EDGE:
        along = make.thick * (number * 1.03 + (1 if up > 0 else 0)) + 0.06
        return (x, start - up * along, make.across / 2), True, hole
    pile, layer = divmod(number, PER_PILE)
    y = start - up * make.across * (pile * (1 + LOOSE) + 0.55)
    return (x, y, layer * make.thick), False, hole


def _beside(plan: BoardPlan, up: int, number: int) -> WorldSpot:
    make, side = plan.look.make, plan.home.right
    row, column = divmod(number, PER_PILE)
    edge = plan.outer.right if side > 0 else -plan.outer.left
    x = side * (edge + make.across * (0.9 + 1.06 * row))
    y = up * (plan.half_depth - make.across * (0.5 + 1.05 * column))
    return x, y, -plan.look.standing


def _leaning(plan: BoardPlan, leaning: LeaningChecker, chance: Random) -> Disc:
    (one, first), (other, second) = leaning.slots
    here, there = checker_spot(plan, one, first), checker_spot(plan, other, second)
    middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2, max(here[2], there[2])
    hole = _recess_at(plan, here[0]) if middle[2] == 0 and not plan.bar else None
    return Disc(leaning.colour, middle, chance.uniform(0, 2 * pi), recess=hole)


class TouchCounter:
    """Counts the checkers that hands lay down at a table, by seat."""

    def __init__(self, table: SimulatedTable) -> None:
        self.touches: Counter[Seat] = Counter()
        """Number of times that a checker was laid down anew on each seat."""
        self._table = table
        self._taken = self._seats()
        table.on_change(self._on_touch)

    def _on_touch(self, places: TouchedPlaces) -> None:
        before, self._taken = self._taken, self._seats()
        new = {seat for seat, colour in self._taken.items() if before.get(seat) is not colour}
        if before == self._taken:
            new = {seat for seat in self._taken if seat[0] in places}
        self.touches.update(new)

    def _seats(self) -> dict[Seat, Colour]:
        lying = self._table.snapshot
        return {seat: colour for place in lying.stacks for _, seat, colour in _seats(lying, place)}
