"""Where each checker lies in the world: in its slot, but never quite as a drawing would have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import pi
from random import Random
from types import MappingProxyType

from hardware.checkers import BACKGAMMON, Colour, Place, bar, tray
from hardware.drivers.simulated.camera.looks import Aside
from hardware.drivers.simulated.camera.plans import ROW, Plan, Rect
from hardware.drivers.simulated.table import Leaning, Lying

Spot = tuple[float, float, float]
Seat = tuple[Place, int, int]
"""A place, a slot of it from 1, and a layer from 0."""
Touches = Mapping[Seat, int]
"""How often a checker was laid down anew there."""

UNTOUCHED: Touches = MappingProxyType({})
LOOSE = 0.025
"""Parts of a checker between one and the next."""
ASKEW, ALONG = 0.035, 0.008
"""How far off a checker lies, sideways and along the point (deviation)."""
ASLIDE, ASLIDE_ALONG = 0.05, 0.02
"""The same for one that lies on top of another."""
PER_PILE = 5
SHADE = 0.04
"""By how much checkers of a colour differ in brightness."""


@dataclass(frozen=True, slots=True)
class Disc:
    """One checker that lies somewhere."""

    colour: Colour
    spot: Spot
    """The middle of its lower face, or of the face to the front where it stands on edge."""
    spin: float = 0.0
    """Radians around its own axis."""
    tone: float = 1.0
    """How bright it is, compared to the others."""
    on_edge: bool = False
    """Whether it stands on edge, its faces up and down the board."""
    hole: Rect | None = None
    """The walls around it."""
    seat: Seat | None = None


def laid_out(lying: Lying, plan: Plan, seed: int = 0, touches: Touches = UNTOUCHED) -> list[Disc]:
    """Every checker that can be seen, wherever it is; those in the box and in a hand cannot."""
    discs = []
    for place in BACKGAMMON:
        for number, seat, colour in _seats(lying, place):
            chance = Random(f"{seed} {seat} {touches.get(seat, 0)}")  # noqa: S311 - no secret
            discs.append(_disc(plan, colour, seat, number, chance))
    for number, leaning in enumerate(lying.leaning):
        discs.append(_leaning(plan, leaning, Random(f"{seed} {number}")))  # noqa: S311 - no secret
    return discs


def spot(plan: Plan, place: Place, slot: int = 1, layer: int = 0) -> Spot:
    """Where a checker on a place should lie."""
    if place.startswith("p"):
        return _on_point(plan, plan.slot_of(place), slot, layer)
    colour = next(it for it in Colour if place in (bar(it), tray(it)))
    if place == bar(colour):
        return _on_bar(plan, colour, slot, layer)
    return _off(plan, colour, slot - 1)[0]


def half_of(plan: Plan, colour: Colour) -> int:
    """1 if a player's home is above, where he sits then, and -1 if it is below."""
    return plan.home.up if colour is Colour.LIGHT else -plan.home.up


def _seats(lying: Lying, place: Place) -> Iterator[tuple[int, Seat, Colour]]:
    """Each checker of a place, layer upon layer, with its number from 0."""
    stacks = lying.stacks.get(place, ())
    order = [(layer, slot) for slot, stack in enumerate(stacks, 1) for layer in range(len(stack))]
    for number, (layer, slot) in enumerate(sorted(order)):
        yield number, (place, slot, layer), stacks[slot - 1][layer]


def _disc(plan: Plan, colour: Colour, seat: Seat, number: int, chance: Random) -> Disc:
    place, slot, layer = seat
    spin, tone = chance.uniform(0, 2 * pi), 1 + chance.gauss(0, SHADE)
    if place.startswith("off"):
        (x, y, z), on_edge, hole = _off(plan, colour, number)
        x += chance.gauss(0, ASKEW / 2)
        return Disc(colour, (x, y, z), spin, tone, on_edge, hole, seat)
    x, y, z = spot(plan, place, slot, layer)
    off = _within(chance, ASLIDE if layer else ASKEW)
    along = _within(chance, ASLIDE_ALONG if layer else ALONG)
    hole = None if place.startswith("bar") else _hole(plan, x)
    return Disc(colour, (x + off, y + along, z), spin, tone, hole=hole, seat=seat)


def _within(chance: Random, deviation: float) -> float:
    return max(-2 * deviation, min(2 * deviation, chance.gauss(0, deviation)))


def _hole(plan: Plan, x: float) -> Rect:
    return next(hole for hole in plan.holes if hole.left <= x <= hole.right)


def _on_point(plan: Plan, slot: int, number: int, layer: int) -> Spot:
    make = plan.look.make
    from_rim = make.across * ((number - 0.5) * (1 + LOOSE) + LOOSE / 2)
    y = plan.field.low + from_rim if slot <= ROW else plan.field.high - from_rim
    return plan.column(slot), y, layer * (make.thick + make.dome * 0.6)


def _on_bar(plan: Plan, colour: Colour, number: int, layer: int) -> Spot:
    """On the bar, from its middle outwards, on the half where the checker has to enter."""
    make = plan.look.make
    out = make.across * (0.75 + (number - 1) * (1 + LOOSE))
    z = plan.look.height if plan.bar else 0.0
    return 0.0, -half_of(plan, colour) * out, z + layer * make.thick


def _off(plan: Plan, colour: Colour, number: int) -> tuple[Spot, bool, Rect | None]:
    """Where the next one goes that is borne off, and whether it stands on edge there."""
    look, up = plan.look, half_of(plan, colour)
    make = look.make
    if look.aside is Aside.BESIDE or not plan.trays:
        return _beside(plan, up, number), False, None
    hole = plan.trays[1 if up > 0 else 0]
    x = hole.middle[0]
    start = hole.high if up > 0 else hole.low
    if look.aside is Aside.EDGE:
        along = make.thick * (number * 1.03 + (1 if up > 0 else 0)) + 0.06
        return (x, start - up * along, make.across / 2), True, hole
    pile, layer = divmod(number, PER_PILE)
    y = start - up * make.across * (pile * (1 + LOOSE) + 0.55)
    return (x, y, layer * make.thick), False, hole


def _beside(plan: Plan, up: int, number: int) -> Spot:
    make, side = plan.look.make, plan.home.right
    row, column = divmod(number, PER_PILE)
    edge = plan.outer.right if side > 0 else -plan.outer.left
    x = side * (edge + make.across * (0.9 + 1.06 * row))
    y = up * (plan.half_depth - make.across * (0.5 + 1.05 * column))
    return x, y, -plan.look.standing


def _leaning(plan: Plan, leaning: Leaning, chance: Random) -> Disc:
    (one, first), (other, second) = leaning.slots
    here, there = spot(plan, one, first), spot(plan, other, second)
    middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2, max(here[2], there[2])
    hole = _hole(plan, here[0]) if middle[2] == 0 and not plan.bar else None
    return Disc(leaning.colour, middle, chance.uniform(0, 2 * pi), hole=hole)
