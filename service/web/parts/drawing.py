"""Which checkers to draw at each place: as many as the sensors say, in the colours believed.

A sensor that counts but sees no colour is helped out by what the referee takes the board for; and
where it says only how many there are at least, as many are drawn as are believed, if that may be.
What is drawn never contradicts the sensors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.backgammon.players import Player
from engine.backgammon.position import CHECKERS, Position, Setup
from engine.backgammon.sides import Side
from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.observations import View, combined
from hardware.sightings import Sighting
from referee.seating import NUMBERS, Seating, place_of
from referee.state import State
from referee.tracker import as_seen
from referee.verdicts import Illegal


@dataclass(frozen=True, slots=True)
class Drawn:
    """The checkers to draw at one place."""

    light: int = 0
    dark: int = 0
    unknown: int = 0
    """Those of which nobody knows the colour."""

    def __getitem__(self, colour: Colour) -> int:
        return self.light if colour is Colour.LIGHT else self.dark


Picture = Mapping[Place, Drawn]
"""Every place of the board."""
Believed = Mapping[Place, Drawn]
"""What the referee takes to lie where; nothing on any other place."""
NOTHING = Drawn()


def seen_by_sensors(state: State) -> View:
    """What the sensors say, whether or not the referee trusts them."""
    if not state.sight.doubts:
        return state.view
    return combined(state.sight.seen.values())


def drawn(view: View, believed: Believed) -> Picture:
    """What to draw of what is seen."""
    return {place: at(view[place], believed.get(place, NOTHING)) for place in BACKGAMMON}


def believed(state: State, view: View) -> Believed:
    """What the referee takes the board for: what explains it, what is wrong, or what should be.

    Before the checkers are set up, they may still lie as they did.
    """
    tracking, seating, game = state.sight.tracking, state.seating, state.match.game
    if tracking:
        near = tracking.nearest
        setup = as_seen(near, state.sight.chart) if near else state.expected.setup
        return _laid(setup, seating, state.turn)
    if isinstance(state.verdict, Illegal):
        return _laid(state.verdict.board, seating, state.turn)
    if state.is_setting_up:
        left = _laid(game.position.setup, seating, game.turn)
        if all(_agrees(view[place], left.get(place, NOTHING)) for place in BACKGAMMON):
            return left
    known = state.this_turn.known
    before = known[0].position if len(known) == 1 and not state.wanted else state.expected
    return _carried(_laid(before.setup, seating, state.turn), view)


def _carried(before: Believed, view: View) -> Believed:
    """Whatever is seen where nothing lay, taken for what is missing, if that is of one colour."""
    missing = {
        colour
        for place, there in before.items()
        for colour in Colour
        if there[colour] and view[place].total.high < there.light + there.dark
    }
    if len(missing) != 1:
        return before
    (colour,) = missing
    carried = dict(before)
    for place in BACKGAMMON:
        there = before.get(place, NOTHING)
        more = view[place].total.low - there.light - there.dark
        if more > 0:
            carried[place] = _with(there, colour, more)
    return carried


def at(seen: Sighting, believed: Drawn) -> Drawn:
    """What to draw at one place."""
    if _agrees(seen, believed):
        return believed
    total = believed.light + believed.dark
    count = total if total in seen.total else seen.total.low
    light, dark = seen.light.low, seen.dark.low
    left = max(count - light - dark, 0)
    only = _only(seen, believed)
    if only is Colour.LIGHT and light + left in seen.light:
        light, left = light + left, 0
    elif only is Colour.DARK and dark + left in seen.dark:
        dark, left = dark + left, 0
    return Drawn(light, dark, left)


def is_whole(picture: Picture) -> bool:
    """Whether every checker is drawn, each in its colour."""
    sides = [sum(there[colour] for there in picture.values()) for colour in Colour]
    return sides == [CHECKERS] * len(sides) and not any(it.unknown for it in picture.values())


def pips(picture: Picture, colour: Colour) -> int:
    """How far the checkers of a colour still have to travel."""
    return sum(number * picture[place_of(number, colour)][colour] for number in NUMBERS)


def pips_of(position: Position, turn: Player, seating: Seating) -> Mapping[Colour, int]:
    """The same of a position in which it is this player's turn."""
    return {
        seating.colour(turn): position.pips[Side.MOVER],
        seating.colour(turn.opponent): position.pips[Side.OTHER],
    }


def _agrees(seen: Sighting, believed: Drawn) -> bool:
    return seen.allows(believed.light, believed.dark)


def _only(seen: Sighting, believed: Drawn) -> Colour | None:
    """The colour of whatever lies there, if it is seen, or else believed, to have only one."""
    for colour in Colour:
        if not seen[colour.other].high:
            return colour
    for colour in Colour:
        if believed[colour] and not believed[colour.other]:
            return colour
    return None


def _laid(setup: Setup, seating: Seating, turn: Player) -> Believed:
    mover = seating.colour(turn)
    laid: dict[Place, Drawn] = {}
    for colour, counts in ((mover, setup.mover), (mover.other, setup.other)):
        for number, count in enumerate(counts):
            if count:
                place = place_of(number, colour)
                there = laid.get(place, NOTHING)
                laid[place] = _with(there, colour, count)
    return laid


def _with(there: Drawn, colour: Colour, count: int) -> Drawn:
    light, dark = (count, 0) if colour is Colour.LIGHT else (0, count)
    return Drawn(there.light + light, there.dark + dark)
