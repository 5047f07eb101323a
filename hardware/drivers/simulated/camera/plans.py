"""The plan of a board: its holes, its rim, and where the middle of every point is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from hardware.checkers import Place
from hardware.drivers.simulated.camera.looks import Look, Trays

HALF, ROW = 6, 12
DIVIDER = 0.35
"""Widths of a point between the two trays of one side."""


class Home(Enum):
    """In which quarter of the board Light's home lies, seen from in front of the bottom row."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_LEFT = "top-left"

    @property
    def right(self) -> int:
        """1 at the right, -1 at the left."""
        return 1 if self in (Home.BOTTOM_RIGHT, Home.TOP_RIGHT) else -1

    @property
    def up(self) -> int:
        """1 at the top, -1 at the bottom."""
        return 1 if self in (Home.TOP_RIGHT, Home.TOP_LEFT) else -1


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of the board."""

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
        return (
            (self.left, self.high),
            (self.right, self.high),
            (self.right, self.low),
            (self.left, self.low),
        )


@dataclass(frozen=True)
class Plan:
    """Where everything of a board is, in the world of `optics`."""

    look: Look
    home: Home = Home.BOTTOM_RIGHT

    @property
    def half_width(self) -> float:
        """From the middle to a side of the field."""
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
        """The bar, where there is one."""
        half = self.look.bar / 2
        return Rect(-half, -self.half_depth, half, self.half_depth) if half else None

    @cached_property
    def holes(self) -> tuple[Rect, ...]:
        """What lies lower than the rim: the halves of the field, then the trays."""
        if not self.bar:
            return (self.field, *self.trays)
        left = Rect(self.field.left, self.field.low, self.bar.left, self.field.high)
        right = Rect(self.bar.right, self.field.low, self.field.right, self.field.high)
        return (left, right, *self.trays)

    @cached_property
    def trays(self) -> tuple[Rect, ...]:
        """Bottom and top, of the home's side first."""
        sides = {Trays.NONE: (), Trays.HOME: (1,), Trays.BOTH: (1, -1)}[self.look.trays]
        return tuple(self._tray(side * self.home.right, up) for side in sides for up in (-1, 1))

    @cached_property
    def outer(self) -> Rect:
        """The whole board with its rim."""
        every = (self.field, *self.trays)
        edge = self.look.edge
        return Rect(
            min(it.left for it in every) - edge,
            -self.half_depth - edge,
            max(it.right for it in every) + edge,
            self.half_depth + edge,
        )

    @property
    def reach(self) -> tuple[float, float]:
        """How far the board goes from the middle of the field."""
        return max(-self.outer.left, self.outer.right), self.outer.high

    def slot(self, number: int) -> int:
        """Where Light's point of this number is: 1 to 12 from right to left below, then above."""
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
            raise ValueError(f"{place} is no point")
        return self.slot(int(place[1:]))

    def point(self, slot: int) -> Rect:
        """What belongs to a slot."""
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
