"""The honest sightings of each kind of board sensor for given checkers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.backgammon.position import Setup
from engine.players import Player
from engine.sides import Side
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, tray
from hardware.observations import MAX_CHECKERS, CombinedView, Count, Sighting, of_any_colour
from referee.seating import NUMBERS, Seating, place_of

LIGHT, DARK = Colour
ROOM = ((bar, 5), (tray, 15))
CAPACITY = dict.fromkeys(POINTS, 5) | {half(one): room for half, room in ROOM for one in Colour}
"""The room of the first layer of each place, with one switch for each checker."""


@dataclass(slots=True)
class Checkers:
    """The actual checkers of a table: any number of each colour, anywhere."""

    lying: dict[Place, dict[Colour, int]] = field(
        default_factory=lambda: {place: dict.fromkeys(Colour, 0) for place in BACKGAMMON.places}
    )

    @classmethod
    def of_setup(cls, setup: Setup, seating: Seating, mover: Player) -> Checkers:
        """The checkers of a setup as they lie on the table."""
        checkers = cls()
        for side, player in ((Side.MOVER, mover), (Side.OTHER, mover.opponent)):
            colour = seating.colour(player)
            for number in NUMBERS:
                checkers.lying[place_of(number, colour)][colour] += setup[side][number]
        return checkers

    @classmethod
    def of_layout(cls, layout: Layout) -> Checkers:
        checkers = cls()
        for place, pile in layout.piles.items():
            checkers.lying[place][pile.colour] = pile.count
        return checkers

    def put(self, place: Place, colour: Colour, count: int = 1) -> None:
        self.lying[place][colour] += count


SensorModel = Callable[[Place, int, int], Sighting]
"""The sighting of a place with these numbers of light and dark checkers."""


def counts(_: Place, light: int, dark: int) -> Sighting:
    """The number, without the colour."""
    return of_any_colour(light + dark)


def slots(place: Place, light: int, dark: int) -> Sighting:
    """The number without the colour; a place whose switches are all closed may hold more."""
    return of_any_colour(*_as_far_as(CAPACITY[place], light + dark))


def hall(place: Place, light: int, dark: int) -> Sighting:
    """The number and the colours of the first layer."""
    low, high = _as_far_as(CAPACITY[place], light + dark)
    if high < MAX_CHECKERS:
        return Sighting(Count(light, light), Count(dark, dark), Count(low, high))
    first_dark = min(dark, low - min(light, low))
    first_light = low - first_dark
    lights, darks = Count(first_light, MAX_CHECKERS), Count(first_dark, MAX_CHECKERS)
    return Sighting(lights, darks, Count(low, high))


def single(_: Place, light: int, dark: int) -> Sighting:
    """At least one checker, or none."""
    return of_any_colour(*((1, MAX_CHECKERS) if light + dark else (0, 0)))


def exact(_: Place, light: int, dark: int) -> Sighting:
    """Exact counts, as of a perfect camera."""
    return Sighting(Count(light, light), Count(dark, dark), Count(light + dark, light + dark))


SENSOR_KINDS: Mapping[str, SensorModel] = {
    "counts": counts,
    "slots": slots,
    "hall": hall,
    "single": single,
}


def view_of_checkers(
    checkers: Checkers, kind: SensorModel, places: Iterable[Place] = BACKGAMMON.places
) -> CombinedView:
    """The view of a board of these sensors."""
    lying = checkers.lying
    return CombinedView({at: kind(at, *(lying[at][colour] for colour in Colour)) for at in places})


def view_of_setup(setup: Setup, seating: Seating, mover: Player, kind: SensorModel) -> CombinedView:
    """The view of a setup in a player's turn."""
    return view_of_checkers(Checkers.of_setup(setup, seating, mover), kind)


def _as_far_as(room: int, number: int) -> tuple[int, int]:
    return (number, number) if number < room else (room, MAX_CHECKERS)
