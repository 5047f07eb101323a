"""The sensor under each slot and the lamp at each place, by the name of the sensor map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hardware.checkers import POINTS, Colour, Place, bar

BARS = tuple(bar(colour) for colour in Colour)
LAMP_PLACES = (*POINTS, *BARS)
"""The places that have a lamp, in the order of the strip: the points, then the bars."""


@dataclass(frozen=True, slots=True)
class SensorMap:
    """The numbering of a board's sensors: one under each slot, counted from the rim."""

    slots: Mapping[Place, int]
    """The number of slots of each place, in the order of the sensors."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", MappingProxyType(dict(self.slots)))

    def __len__(self) -> int:
        return sum(self.slots.values())

    @property
    def spans(self) -> Iterator[tuple[Place, range]]:
        """Each place with the numbers of its sensors."""
        first = 0
        for place, slots in self.slots.items():
            yield place, range(first, first + slots)
            first += slots

    def sensor_at(self, place: Place, slot: int) -> int:
        """The number of the sensor under a slot, from 0; slots count from 1 at the rim."""
        span = dict(self.spans)[place]
        if not 1 <= slot <= self.slots[place]:
            raise ValueError(f"{place} has slots 1 to {self.slots[place]}, not {slot}")
        return span.start + slot - 1

    def place_of(self, cell: int) -> tuple[Place, int]:
        """The place and the slot above a sensor; ValueError if there is no such sensor."""
        for place, span in self.spans:
            if cell in span:
                return place, cell - span.start + 1
        raise ValueError(f"there are sensors 0 to {len(self) - 1}, not {cell}")


P5 = SensorMap({**dict.fromkeys(POINTS, 5), **dict.fromkeys(BARS, 4)})
"""Five sensors under each point and four under each half of the bar; none under the trays."""
SENSOR_MAPS: Mapping[str, SensorMap] = MappingProxyType({"p5": P5})
"""All sensor maps by the name that `board.layout` has in the configuration."""


def lamp_counts() -> Sequence[int]:
    """The allowed lengths of a lamp strip: one, two or three lamps at each place."""
    return tuple(len(LAMP_PLACES) * each for each in (1, 2, 3))
