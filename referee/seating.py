"""The translation between the sides of the rules and the colours and places of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.backgammon.position import BAR, OFF, Position, Setup
from engine.players import Player
from engine.sides import Side
from hardware.checkers import (
    BACKGAMMON,
    OWN_NUMBERING,
    POINTS,
    Colour,
    Layout,
    Pile,
    Place,
    bar,
    point,
    tray,
)
from hardware.observations import Observation
from hardware.outputs import LampFrame


@dataclass(frozen=True, slots=True)
class Seating:
    """The players' colours; places are numbered from Light's view."""

    light: Player

    def colour(self, player: Player) -> Colour:
        """The colour of a player's checkers."""
        return Colour.LIGHT if player is self.light else Colour.DARK

    def player(self, colour: Colour) -> Player:
        """The player with the checkers of this colour."""
        return self.light if colour is Colour.LIGHT else self.light.opponent

    def layout(self, position: Position, mover: Player) -> Layout:
        """The layout of a position on the table when it is this player's turn."""
        setup = position.setup
        piles = {
            place_of(number, colour): Pile(colour, count)
            for side, colour in self._colours(mover).items()
            for number, count in enumerate(setup[side])
            if count
        }
        return Layout(piles)

    def setup(self, layout: Layout, mover: Player) -> Setup:
        """The setup of a layout, seen by the player whose turn it is."""
        colours = self._colours(mover)
        return Setup(*(_counts(layout, colours[side]) for side in (Side.MOVER, Side.OTHER)))

    def position(self, layout: Layout, mover: Player) -> Position | None:
        """The position of a layout, seen by this player; None if it is not legal."""
        setup = self.setup(layout, mover)
        if setup.faults():
            return None
        position = setup.position()
        return position if self.layout(position, mover) == layout else None

    def _colours(self, mover: Player) -> dict[Side, Colour]:
        return {Side.MOVER: self.colour(mover), Side.OTHER: self.colour(mover.opponent)}


@dataclass(frozen=True, slots=True)
class Orientation:
    """The orientation of a board relative to its maker's numbering.

    The maker assumed that Light sits near with his home at the right. Every orientation is its own
    inverse, so the same object translates in both directions.
    """

    light_far: bool = False
    """True if Light sits at the far side of the board."""
    home_left: bool = False
    """True if the player at the near side has his home at his left."""

    def __getitem__(self, place: Place) -> Place:
        """The place by Light's numbering for one by the board's, or the other way round."""
        return _TRANSLATED[self].get(place, place)

    def observation(self, seen: Observation) -> Observation:
        """The observation with its places translated."""
        if self == NEAR_RIGHT:
            return seen
        sightings = {self[place]: sighting for place, sighting in seen.sightings.items()}
        slots = {self[place]: states for place, states in seen.slots.items()}
        return replace(seen, sightings=sightings, slots=slots)

    def frame(self, frame: LampFrame) -> LampFrame:
        """The frame of lights with its places translated."""
        if self == NEAR_RIGHT:
            return frame
        return LampFrame({self[place]: light for place, light in frame.lights.items()})

    def layout(self, layout: Layout) -> Layout:
        """The layout with its places translated."""
        return Layout({self[place]: pile for place, pile in layout.piles.items()})


NEAR_RIGHT = Orientation()
"""The orientation that the maker of the board assumed."""
ORIENTATIONS = tuple(Orientation(far, left) for far in (False, True) for left in (False, True))
"""Every orientation of the board."""


def _translate(place: Place, orientation: Orientation) -> Place:
    """The place, translated for this orientation."""
    if place in POINTS and orientation.home_left:
        number = POINTS.index(place) + 1
        place = point((BAR // 2 + 1 if number <= BAR // 2 else BAR + BAR // 2) - number)
    return BACKGAMMON.turned[place] if orientation.light_far else place


_TRANSLATED = {
    orientation: {place: _translate(place, orientation) for place in BACKGAMMON.places}
    for orientation in ORIENTATIONS
}


NUMBERS = range(OFF, BAR + 1)
"""The places of one side in its own numbering: its tray, its points, its bar."""


def place_of(number: int, colour: Colour) -> Place:
    """The place of the table with this number for a side of this colour."""
    return OWN_NUMBERING[colour][number]


def place_for_mover(number: int, side: Side, mover: Colour) -> Place:
    """The place of a number in the mover's numbering; bars and trays are those of `side`."""
    return place_of(number, colour_of(side, mover) if number in (BAR, OFF) else mover)


def colour_of(side: Side, mover: Colour) -> Colour:
    """The colour of a side's checkers when `mover` has the turn."""
    return mover if side is Side.MOVER else mover.other


def _fields(mover: Colour) -> tuple[Place, ...]:
    points = [place_of(number, mover) for number in range(OFF + 1, BAR)]
    return (*points, *(half(colour) for half in (bar, tray) for colour in (mover, mover.other)))


PLACES_BY_FIELD = {colour: _fields(colour) for colour in Colour}
"""The place of each field of a position, by the colour to move."""
FIELDS_BY_PLACE = {
    colour: {place: field for field, place in enumerate(places)}
    for colour, places in PLACES_BY_FIELD.items()
}
"""The field of each place, by the colour to move."""


def _counts(layout: Layout, colour: Colour) -> tuple[int, ...]:
    return tuple(layout.count(place_of(number, colour), colour) for number in NUMBERS)
