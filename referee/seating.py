"""Where the sides of the rules meet the colours of the table; nothing else translates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.backgammon.places import BAR, OFF
from engine.backgammon.players import Player
from engine.backgammon.position import Position, Setup
from engine.backgammon.sides import Side
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Pile, Place, bar, point, tray
from hardware.lights import Frame
from hardware.observations import Observation


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays the light checkers; the places are named as Light counts them."""

    light: Player

    def colour(self, player: Player) -> Colour:
        """The checkers of a player."""
        return Colour.LIGHT if player is self.light else Colour.DARK

    def player(self, colour: Colour) -> Player:
        """Whose checkers these are."""
        return self.light if colour is Colour.LIGHT else self.light.opponent

    def layout(self, position: Position, mover: Player) -> Layout:
        """How a position lies on the table when it is this player's turn."""
        setup = position.setup
        piles = {
            place_of(number, colour): Pile(colour, count)
            for side, colour in self._colours(mover).items()
            for number, count in enumerate(setup[side])
            if count
        }
        return Layout(piles)

    def setup(self, layout: Layout, mover: Player) -> Setup:
        """What lies on the table, as the player sees it whose turn it is."""
        colours = self._colours(mover)
        return Setup(*(_counts(layout, colours[side]) for side in (Side.MOVER, Side.OTHER)))

    def position(self, layout: Layout, mover: Player) -> Position | None:
        """The position that lies on the table, as this player sees it; None if it is none."""
        setup = self.setup(layout, mover)
        if setup.faults():
            return None
        position = setup.position()
        return position if self.layout(position, mover) == layout else None

    def _colours(self, mover: Player) -> dict[Side, Colour]:
        return {Side.MOVER: self.colour(mover), Side.OTHER: self.colour(mover.opponent)}


@dataclass(frozen=True, slots=True)
class Facing:
    """From where Light looks at the board, whose maker saw him near, with his home at the right.

    Whatever it is, each place of the one naming is one of the other, and the way there is the
    way back.
    """

    light_far: bool = False
    """Whether Light sits where the maker of the board saw Dark."""
    home_left: bool = False
    """Whether the home of whoever sits near is at his left."""

    def __getitem__(self, place: Place) -> Place:
        """The place as Light names it, given as the board does; or the other way round."""
        return _TURNED[self].get(place, place)

    def observation(self, seen: Observation) -> Observation:
        """What a sensor sees, by the other names."""
        if self == NEAR_RIGHT:
            return seen
        sightings = {self[place]: sighting for place, sighting in seen.sightings.items()}
        return replace(seen, sightings=sightings)

    def frame(self, frame: Frame) -> Frame:
        """A picture of light, by the other names."""
        if self == NEAR_RIGHT:
            return frame
        return Frame({self[place]: light for place, light in frame.lights.items()})

    def layout(self, layout: Layout) -> Layout:
        """What lies where, by the other names."""
        return Layout({self[place]: pile for place, pile in layout.piles.items()})


NEAR_RIGHT = Facing()
"""As the maker of the board saw it."""
FACINGS = tuple(Facing(far, left) for far in (False, True) for left in (False, True))


def _turned(place: Place, facing: Facing) -> Place:
    """Where a place lies for somebody who looks from there."""
    if place not in POINTS:
        halves = {half(colour): half(colour.other) for half in (bar, tray) for colour in Colour}
        return halves[place] if facing.light_far else place
    number = POINTS.index(place) + 1
    if facing.home_left:
        number = (BAR // 2 + 1 if number <= BAR // 2 else BAR + BAR // 2) - number
    return point(BAR - number if facing.light_far else number)


_TURNED = {facing: {place: _turned(place, facing) for place in BACKGAMMON} for facing in FACINGS}


NUMBERS = range(OFF, BAR + 1)
"""The places of one side in its own numbering: its tray, its points, its bar."""


def place_of(number: int, colour: Colour) -> Place:
    """The place on the table that a side of this colour gives this number."""
    if number == OFF:
        return tray(colour)
    if number == BAR:
        return bar(colour)
    return point(number if colour is Colour.LIGHT else BAR - number)


def place_in(number: int, side: Side, mover: Colour) -> Place:
    """The place that the mover means by a number; bars and trays are those of a side."""
    return place_of(number, colour_of(side, mover) if number in (BAR, OFF) else mover)


def colour_of(side: Side, mover: Colour) -> Colour:
    """The checkers of a side, by whose turn it is."""
    return mover if side is Side.MOVER else mover.other


def _fields(mover: Colour) -> tuple[Place, ...]:
    points = [place_of(number, mover) for number in range(OFF + 1, BAR)]
    return (*points, *(half(colour) for half in (bar, tray) for colour in (mover, mover.other)))


PLACES = {colour: _fields(colour) for colour in Colour}
"""The place of each field of a position, by who is to move."""
FIELD = {
    colour: {place: field for field, place in enumerate(places)}
    for colour, places in PLACES.items()
}
"""The field of each place, by who is to move."""


def _counts(layout: Layout, colour: Colour) -> tuple[int, ...]:
    return tuple(layout.count(place_of(number, colour), colour) for number in NUMBERS)
