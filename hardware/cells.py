"""Which sensor lies under which slot, and which lamp at which place, by the name of the layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hardware.checkers import POINTS, Colour, Place, bar

BARS = tuple(bar(colour) for colour in Colour)
LIT = (*POINTS, *BARS)
"""The places with a lamp, in the order of the strip: the points, then the bars."""


@dataclass(frozen=True, slots=True)
class CellMap:
    """Where the sensors of a board lie; each slot of a place has one, counted from the rim."""

    slots: Mapping[Place, int]
    """The places in the order of their sensors, and how many each has."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", MappingProxyType(dict(self.slots)))

    def __len__(self) -> int:
        return sum(self.slots.values())

    @property
    def spans(self) -> Iterator[tuple[Place, range]]:
        """The sensors of each place."""
        first = 0
        for place, slots in self.slots.items():
            yield place, range(first, first + slots)
            first += slots

    def cell(self, place: Place, slot: int) -> int:
        """The number of the sensor under a slot, from 0; slots are counted from 1 at the rim."""
        span = dict(self.spans)[place]
        if not 1 <= slot <= self.slots[place]:
            raise ValueError(f"{place} has slots 1 to {self.slots[place]}, not {slot}")
        return span.start + slot - 1

    def where(self, cell: int) -> tuple[Place, int]:
        """The place and the slot of a sensor."""
        for place, span in self.spans:
            if cell in span:
                return place, cell - span.start + 1
        raise ValueError(f"there are sensors 0 to {len(self) - 1}, not {cell}")


P5 = CellMap({**dict.fromkeys(POINTS, 5), **dict.fromkeys(BARS, 4)})
"""Five under each point and four under each half of the bar; what is borne off is not felt."""
CELL_MAPS: Mapping[str, CellMap] = MappingProxyType({"p5": P5})
"""Every layout by its name."""


def lamp_counts() -> Sequence[int]:
    """How many lamps a strip may have: one, two or three at each place."""
    return tuple(len(LIT) * each for each in (1, 2, 3))
