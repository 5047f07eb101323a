"""Applies gestures to a simulated table, and returns what lies there at each rest."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import BAR, OTHER_BAR, POINTS, Position, Setup
from engine.players import Player
from hardware.checkers import OWN_NUMBERING, Colour
from hardware.drivers.simulated.simulated_table import SimulatedTable
from referee.seating import Seating
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import CheckerGesture, Pause
from simulation.habits import GLANCE

SEATING = Seating(Player.ONE)
MAX_IN_HAND = 6


@dataclass(frozen=True, slots=True)
class RestingTable:
    """The layout during a pause longer than a glance."""

    setup: Setup
    in_hand: int
    felt_askew: bool
    """True if a checker between two points is felt on one of them."""


class GestureObserver:
    """A table to which gestures are applied, seen from one side."""

    def __init__(self, position: Position, colour: Colour) -> None:
        self.colour = colour
        self.table = SimulatedTable(SEATING.layout(position, SEATING.player(colour)))
        self.most_in_hand = 0

    @property
    def setup(self) -> Setup:
        """The checkers that lie straight on the table."""
        sides = ((colour, OWN_NUMBERING[colour]) for colour in (self.colour, self.colour.other))
        count = self.table.count
        return Setup(*(tuple(count(place, colour) for place in at) for colour, at in sides))

    def watch(self, gestures: Iterable[object]) -> Iterator[RestingTable]:
        """Applies all gestures; yields the layout at each rest, and at the end."""
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
        """Applies one gesture; ignores gestures that touch no checkers."""
        if isinstance(gesture, CheckerGesture):
            GesturePerformer.at(self.table, ()).perform(gesture)
        self.most_in_hand = max(self.most_in_hand, len(self.table.hand))

    def _rest(self) -> RestingTable:
        table = self.table
        in_hand = len(table.hand) + len(table.leaning_checkers)
        felt_askew = any(askew.seen_by for askew in table.leaning_checkers)
        return RestingTable(self.setup, in_hand, felt_askew)


def is_on_the_way(rest: RestingTable, plays: LegalPlays) -> bool:
    """True if some board on the way to a legal play explains this, with checkers in hand."""
    few = rest.in_hand <= MAX_IN_HAND and not rest.felt_askew
    return few and any(_explains(node, rest.setup, plays) for node in plays.tree.walk())


def _explains(node: PlayNode, seen: Setup, plays: LegalPlays) -> bool:
    """True if this board explains the layout, with some hit checkers not yet taken away."""
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
