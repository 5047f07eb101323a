"""Which checkers were laid down anew, so that none lies twice in just the same way."""

from __future__ import annotations

from collections import Counter

from hardware.checkers import Colour
from hardware.drivers.simulated.camera.laying import Seat
from hardware.drivers.simulated.table import SimulatedTable, Touched


class Touching:
    """Follows the hands at a table."""

    def __init__(self, table: SimulatedTable) -> None:
        self.touches: Counter[Seat] = Counter()
        """How often a checker came to lie in each seat."""
        self._table = table
        self._taken = self._seats()
        table.on_change(self._touched)

    def _touched(self, places: Touched) -> None:
        before, self._taken = self._taken, self._seats()
        new = {seat for seat, colour in self._taken.items() if before.get(seat) is not colour}
        if before == self._taken:
            new = {seat for seat in self._taken if seat[0] in places}
        self.touches.update(new)

    def _seats(self) -> dict[Seat, Colour]:
        return {
            (place, slot, layer): colour
            for place, stacks in self._table.lying.stacks.items()
            for slot, stack in enumerate(stacks, 1)
            for layer, colour in enumerate(stack)
        }
