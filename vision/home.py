"""Where Light's home is, as the corners have it, and so which place each slot is."""

from __future__ import annotations

from enum import Enum

from hardware.checkers import Place, point
from vision.field import ROW, SLOTS


class Home(Enum):
    """The quarter of the field in which Light's home lies."""

    BOTTOM_RIGHT = "bottom-right"
    BOTTOM_LEFT = "bottom-left"
    TOP_RIGHT = "top-right"
    TOP_LEFT = "top-left"

    @property
    def is_at_right(self) -> bool:
        """Whether both homes are at the right, and what is borne off with them."""
        return self in (Home.BOTTOM_RIGHT, Home.TOP_RIGHT)

    @property
    def is_at_top(self) -> bool:
        """Whether it is in the top row, and Dark's in the bottom row."""
        return self in (Home.TOP_RIGHT, Home.TOP_LEFT)

    @property
    def opposite(self) -> Home:
        """Where Dark's home is."""
        return _OPPOSITE[self]

    def place(self, slot: int) -> Place:
        """The place of a slot, as Light counts them."""
        return point(self.number(slot))

    def number(self, slot: int) -> int:
        """The number of a slot as Light counts them; and the slot of such a number."""
        if self.is_at_top:
            slot = len(SLOTS) + 1 - slot
        if not self.is_at_right:
            slot = ROW + 1 - slot if slot <= ROW else len(SLOTS) + ROW + 1 - slot
        return slot


_OPPOSITE = {
    Home.BOTTOM_RIGHT: Home.TOP_RIGHT,
    Home.TOP_RIGHT: Home.BOTTOM_RIGHT,
    Home.BOTTOM_LEFT: Home.TOP_LEFT,
    Home.TOP_LEFT: Home.BOTTOM_LEFT,
}
