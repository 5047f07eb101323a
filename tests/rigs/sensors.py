"""What each kind of board sensor honestly sees of the checkers on a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.backgammon.players import Player
from engine.backgammon.position import Setup
from engine.backgammon.sides import Side
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar, tray
from hardware.observations import View
from hardware.sightings import MOST, Count, Sighting, of_any_colour
from referee.seating import NUMBERS, Seating, place_of

LIGHT, DARK = Colour
SLOTS = dict.fromkeys(POINTS, 5) | {
    place(colour): room for place, room in ((bar, 5), (tray, 15)) for colour in Colour
}
"""How many checkers of the first layer a place has room for, each above a switch of its own."""


@dataclass(slots=True)
class Checkers:
    """What really lies on a table: any number of each colour, anywhere."""

    lying: dict[Place, dict[Colour, int]] = field(
        default_factory=lambda: {place: dict.fromkeys(Colour, 0) for place in BACKGAMMON}
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


Eye = Callable[[Place, int, int], Sighting]
"""What a sensor claims of a place with so many light checkers and so many dark ones."""


def counts(_: Place, light: int, dark: int) -> Sighting:
    """The number, and no colour."""
    return of_any_colour(light + dark)


def slots(place: Place, light: int, dark: int) -> Sighting:
    """The number as far as there are switches, and no colour; a full place may hold more."""
    return of_any_colour(*_as_far_as(SLOTS[place], light + dark))


def hall(place: Place, light: int, dark: int) -> Sighting:
    """The number and the colours of the first layer, in which the mixed ones lie."""
    low, high = _as_far_as(SLOTS[place], light + dark)
    if high < MOST:
        return Sighting(Count(light, light), Count(dark, dark), Count(low, high))
    first_dark = min(dark, low - min(light, low))
    first_light = low - first_dark
    return Sighting(Count(first_light, MOST), Count(first_dark, MOST), Count(low, high))


def single(_: Place, light: int, dark: int) -> Sighting:
    """Whether anything lies there."""
    return of_any_colour(*((1, MOST) if light + dark else (0, 0)))


def exact(_: Place, light: int, dark: int) -> Sighting:
    """Everything, as a perfect camera would."""
    return Sighting(Count(light, light), Count(dark, dark), Count(light + dark, light + dark))


KINDS: Mapping[str, Eye] = {"counts": counts, "slots": slots, "hall": hall, "single": single}


def seen(checkers: Checkers, eye: Eye, places: Iterable[Place] = BACKGAMMON) -> View:
    """What a board full of these sensors sees."""
    lying = checkers.lying
    return View({place: eye(place, *(lying[place][c] for c in Colour)) for place in places})


def view_of(setup: Setup, seating: Seating, mover: Player, eye: Eye) -> View:
    """What it sees of what lies on the board in somebody's turn."""
    return seen(Checkers.of_setup(setup, seating, mover), eye)


def _as_far_as(room: int, number: int) -> tuple[int, int]:
    return (number, number) if number < room else (room, MOST)
