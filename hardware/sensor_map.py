"""The sensor under each slot and the lamp at each place, by the name of the sensor map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hardware.checkers import BACKGAMMON, CHECKERS, BoardKind, Place
from hardware.place_runs import parse_places, parse_slots

MAX_LAMPS = 78
"""The limit of the wire."""
LAMPS_EACH = (1, 2, 3)
"""Number of lamps that there can be at each place."""


@dataclass(frozen=True, slots=True)
class SensorMap:
    """The numbering of a board's sensors, one under each slot, and of its lamps.

    Both are told as runs of places, as over the wire; ValueError if the board cannot have them.
    """

    name: str
    board: BoardKind
    sensor_runs: str = field(repr=False)
    """The places with sensors, in their order; empty if there are none."""
    lamp_runs: str = field(repr=False)
    """The places with lamps, in the order of the strip; empty if there are none."""
    slots: Mapping[Place, int] = field(init=False, repr=False)
    """The number of slots of each place, in the order of the sensors."""
    lamps: tuple[Place, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        slots = parse_slots(self.board, self.sensor_runs) if self.sensor_runs else {}
        lamps = parse_places(self.board, self.lamp_runs) if self.lamp_runs else ()
        object.__setattr__(self, "slots", MappingProxyType(dict(slots)))
        object.__setattr__(self, "lamps", lamps)

    def __len__(self) -> int:
        return sum(self.slots.values())

    @property
    def spans(self) -> Iterator[tuple[Place, range]]:
        """Each place with the numbers of its sensors."""
        first = 0
        for place, slots in self.slots.items():
            yield place, range(first, first + slots)
            first += slots

    @property
    def lamp_counts(self) -> tuple[int, ...]:
        """The allowed lengths of the lamp strip: up to three lamps at each place."""
        counts = (len(self.lamps) * each for each in LAMPS_EACH)
        return tuple(count for count in counts if 0 < count <= MAX_LAMPS)

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


P5 = SensorMap("p5", BACKGAMMON, "points:5,bar:4", "points,bar")
"""Five sensors under each point and four under each half of the bar; none under the trays."""
WINDING = "a1-h1,h2-a2,a3-h3,h4-a4,a5-h5,h6-a6,a7-h7,h8-a8"
"""All squares as one strip of lamps passes them, to and fro."""
C64 = SensorMap("c64", CHECKERS, "squares", WINDING)
"""One sensor under each square."""
C32 = SensorMap("c32", CHECKERS, "playing", WINDING)
"""One sensor under each square on which checkers is played."""
C88 = SensorMap("c88", CHECKERS, "squares,captured:12", WINDING)
"""One sensor under each square, and twelve for the captured checkers of each colour."""
SENSOR_MAPS: Mapping[str, SensorMap] = MappingProxyType({it.name: it for it in (P5, C64, C32, C88)})
"""All sensor maps by name, the usual one of each board first."""


def usual_map(board: BoardKind) -> SensorMap:
    """The sensor map of a board that is wired as in docs/build."""
    return next(it for it in SENSOR_MAPS.values() if it.board is board)
