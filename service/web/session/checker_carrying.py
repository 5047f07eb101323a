"""Carries simulated checkers for people: by a correction, or to the bar after a hit."""

from __future__ import annotations

from collections.abc import Iterable

from hardware.checkers import POINTS, Colour, Place, bar
from hardware.drivers.simulated.simulated_table import BOX, SimulatedTable
from referee.seating import Orientation
from referee.state import MOVING_PHASES, State
from referee.verdicts import CheckerMove, Disturbed
from simulation.gestures import Put


def carry_out(
    moves: Iterable[CheckerMove], checkers: SimulatedTable, orientation: Orientation
) -> int:
    """Carries checkers by moves named as Light counts, and returns how many were carried.

    A checker that comes from nowhere is taken from the hand, from between two places or from the
    box. One that goes nowhere is taken away if one of another set is on the table; otherwise there
    is none too many: one that lies half on its place is pushed off, and any other stays. A move
    without a checker to carry is left out.
    """
    carried = 0
    for move in sorted(moves, key=lambda one: one.source is None):
        colour = _take(move, checkers, orientation)
        if colour is not None:
            carried += 1
            if move.target is None:
                checkers.remove_extra(colour)
            else:
                checkers.put(orientation[move.target], colour)
        elif move.source and move.target is None:
            carried += _push_off(orientation[move.source], move.colour, checkers)
    return carried


def _push_off(place: Place, colour: Colour | None, checkers: SimulatedTable) -> bool:
    """Pushes a checker that lies half on a place onto the other one; False if there is none."""
    for leaning in checkers.leaning_checkers:
        places = [at for at, _ in leaning.slots]
        if place in places and colour in (None, leaning.colour):
            other = next(at for at in places if at != place)
            checkers.straighten(other, place)
            return True
    return False


def _take(move: CheckerMove, checkers: SimulatedTable, orientation: Orientation) -> Colour | None:
    """Takes the checker of a move into the hand, and returns its colour; None if there is none."""
    if move.source is None:
        return _take_missing(move.colour, checkers)
    place = orientation[move.source]
    there = checkers[place] if move.target else checkers.extra_checkers
    colours = [one for one in checkers[place] if one in there]
    colour = move.colour if move.colour in colours else next(reversed(colours), None)
    return colour and checkers.lift(place, colour)


def _take_missing(colour: Colour | None, checkers: SimulatedTable) -> Colour | None:
    """Takes a checker of this colour into the hand from where no sensor reports it."""
    if colour is None or colour in checkers.hand:
        return colour
    for leaning in checkers.leaning_checkers:
        if leaning.colour is colour:
            place, neighbour = (at for at, _ in leaning.slots)
            checkers.straighten(place, neighbour)
            return checkers.lift(place, colour)
    return checkers.lift(BOX, colour) if checkers.count(BOX, colour) else None


def put_and_hit(gesture: Put, checkers: SimulatedTable, orientation: Orientation) -> None:
    """Puts a checker from the hand onto the only one of the other colour, which goes to the bar."""
    place, hit = orientation[gesture.place], gesture.colour.other
    checkers.lift(place, hit)
    checkers.put(place, gesture.colour)
    checkers.put(orientation[bar(hit)], hit)


def is_hit(put: Put, state: State, checkers: SimulatedTable, orientation: Orientation) -> bool:
    """True if a checker hits where it is put: the mover's, on a single one of his opponent.

    Places are named as Light counts. A checker that has strayed to its place is not hit, nor is
    any while a disturbed board is put right.
    """
    if state.match.game.phase not in MOVING_PHASES or state.set_up_request is not None:
        return False
    mover, place = state.colour, orientation[put.place]
    is_blot = checkers[place] == (mover.other,) and not any(
        place in dict(leaning.slots) for leaning in checkers.leaning_checkers
    )
    meant = state.expected_layout.count(put.place, mover.other) == 1
    plays = put.colour is mover and not isinstance(state.verdict, Disturbed)
    return put.place in POINTS and is_blot and meant and plays
