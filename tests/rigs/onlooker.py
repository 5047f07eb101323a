"""Watches hands at a simulated table: does what they do, and sees what rests there meanwhile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Node
from engine.backgammon.places import BAR, OTHER_BAR, POINTS
from engine.backgammon.players import Player
from engine.backgammon.position import Position, Setup
from hardware.checkers import Colour
from hardware.drivers.simulated.table import SimulatedTable
from referee.seating import Seating
from service.simulation.gestures import (
    Fetch,
    Lift,
    Nudge,
    Pause,
    Put,
    PutBetween,
    Straighten,
)
from service.simulation.habits import GLANCE
from service.simulation.hands import AT

SEATING = Seating(Player.ONE)
MOST_IN_HAND = 4


@dataclass(frozen=True, slots=True)
class Rest:
    """What lies there while nothing happens for longer than a glance."""

    setup: Setup
    in_hand: int
    felt_askew: bool
    """Whether a checker between two points is felt on one of them."""


class Onlooker:
    """A table on which hands do as they like, seen from one side."""

    def __init__(self, position: Position, colour: Colour) -> None:
        self.colour = colour
        self.table = SimulatedTable(SEATING.layout(position, SEATING.player(colour)))
        self.most_in_hand = 0

    @property
    def setup(self) -> Setup:
        """What lies straight on the table."""
        sides = ((colour, AT[colour]) for colour in (self.colour, self.colour.other))
        return Setup(
            *(tuple(self.table.count(place, colour) for place in at) for colour, at in sides)
        )

    def watch(self, gestures: Iterable[object]) -> Iterator[Rest]:
        """Do all this; what rests anywhere on the way, and at the end."""
        still = 0.0
        for gesture in gestures:
            if isinstance(gesture, Pause):
                still += gesture.seconds
                continue
            if still > GLANCE:
                yield self._rest()
            still = 0.0
            self.do(gesture)
        yield self._rest()

    def do(self, gesture: object) -> None:
        """What the hands do; nothing where they do not touch the checkers."""
        table = self.table
        match gesture:
            case Lift(place, colour):
                table.lift(place, colour)
            case Put(place, colour):
                table.put(place, colour)
            case PutBetween(place, neighbour, colour, seen_by):
                table.put_between(place, neighbour, colour, seen_by)
            case Straighten(place, neighbour):
                table.straighten(place, neighbour)
            case Nudge(place):
                table.nudge(place)
            case Fetch(colour):
                table._hand.append(colour)
        self.most_in_hand = max(self.most_in_hand, len(table.hand))

    def _rest(self) -> Rest:
        table = self.table
        in_hand = len(table.hand) + len(table.leaning)
        return Rest(self.setup, in_hand, any(askew.seen_by for askew in table.leaning))


def is_on_the_way(rest: Rest, plays: LegalPlays) -> bool:
    """Whether some board on the way to a legal play has it so, but for what is in the hands."""
    few = rest.in_hand <= MOST_IN_HAND and not rest.felt_askew
    return few and any(_explains(node, rest.setup, plays) for node in plays.tree.walk())


def _explains(node: Node, seen: Setup, plays: LegalPlays) -> bool:
    """Nothing lies where the board has nothing, but for hit checkers not yet taken away."""
    there, before = node.position.setup, plays.position.counts
    if any(lies > has for lies, has in zip(seen.mover, there.mover, strict=True)):
        return False
    late = 0
    for point in range(1, POINTS + 1):
        besides = seen.other[BAR - point] - there.other[BAR - point]
        if besides > 0:
            if before[point - 1] != -1 or node.counts[point - 1] < 0 or besides > 1:
                return False
            late += 1
    on_bar = node.counts[OTHER_BAR] - late
    return seen.other[BAR] <= on_bar and seen.other[0] <= there.other[0]
