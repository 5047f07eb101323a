"""Boards in the middle of a play, what each kind of sensor makes of them, and what explains them.

What explains them is found the slow way: every board on the way, and every hit checker gone to
the bar or not, is held against what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations

from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Game, Phase
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.tree import Node
from engine.backgammon.places import BAR, OTHER_BAR, POINTS
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import Position, Setup
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from hardware.checkers import BACKGAMMON, Colour
from hardware.observations import View
from hardware.sightings import ANYTHING, Sighting
from referee.profiles import CASUAL, Profile
from referee.seating import Seating
from referee.settings import MatchSettings
from referee.tracker import MOST_IN_HAND
from tests.rigs.boards import spoilt
from tests.rigs.evening import Evening
from tests.rigs.placements import KINDS as PLACEMENTS
from tests.rigs.placements import strewn
from tests.rigs.sensors import KINDS, Checkers, exact, seen
from tests.rigs.strategies import positions, throws

SEATING = Seating(light=Player.ONE)
EYES = {**KINDS, "exact": exact}
MOST_BOARDS = 800
"""The slow way is not taken through more of them."""
STREWN = 60
Late = frozenset[int]
"""The points where a hit checker still lies, as the mover counts them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A board on the way that explains what is seen."""

    node: Node
    late: Late
    in_hand: int

    @property
    def is_end(self) -> bool:
        return not (self.node.playable or self.late or self.in_hand)


def found_slowly(plays: LegalPlays, view: View, mover: Colour) -> list[Found]:
    """Every board on the way that explains a view, once for each way its hit checkers may lie."""
    found = []
    for node in plays.tree.walk():
        for late in subsets(hit_on_the_way(plays.position, node)):
            in_hand = fewest_in_hand(checkers_at(node, late, mover), view)
            if in_hand is not None and in_hand <= MOST_IN_HAND:
                found.append(Found(node, late, in_hand))
    return found


def found_hit_early(plays: LegalPlays, view: View, mover: Colour) -> list[Found]:
    """The same where some checkers lie on the bar already that are yet to be hit."""
    return [
        Found(taken, late, in_hand)
        for node in plays.tree.walk()
        for early in subsets(yet_to_be_hit(node))
        if early
        for taken in [with_on_bar(node, early)]
        for late in subsets(hit_on_the_way(plays.position, node))
        if (in_hand := fewest_in_hand(checkers_at(taken, late, mover), view)) is not None
        and in_hand <= MOST_IN_HAND
    ]


def yet_to_be_hit(node: Node) -> Late:
    """Where a lone checker of the other's lies that some play from here hits."""
    ahead = {step.target for after in node.walk() for step in after.next if step.hits}
    return frozenset(point for point in ahead if node.counts[point - 1] == -1)


def with_on_bar(node: Node, points: Late) -> Node:
    """The board with the lone checkers of these points on the bar."""
    counts = list(node.counts)
    for point in points:
        counts[point - 1] = 0
        counts[OTHER_BAR] += 1
    return replace(node, counts=tuple(counts))


def hit_on_the_way(before: Position, node: Node) -> Late:
    """Where a lone checker of the other's lay that lies there no more."""
    pairs = enumerate(zip(before.counts[:POINTS], node.counts[:POINTS], strict=True), 1)
    return frozenset(point for point, (was, now) in pairs if was == -1 and now >= 0)


def checkers_at(node: Node, late: Late, mover: Colour) -> Checkers:
    """What lies on the table when this board has been made, but for some hit checkers."""
    setup = node.position.setup
    other = list(setup.other)
    for point in late:
        other[BAR - point] += 1
        other[BAR] -= 1
    return Checkers.of_setup(Setup(setup.mover, tuple(other)), SEATING, SEATING.player(mover))


def fewest_in_hand(checkers: Checkers, view: View) -> int | None:
    """How many of them must have been taken away at least; None: not even that explains it."""
    taken = [_fewest_taken(view[place], there) for place, there in checkers.lying.items()]
    return None if None in taken else sum(filter(None, taken))


def _fewest_taken(sighting: Sighting, there: Mapping[Colour, int]) -> int | None:
    light, dark = (there[colour] for colour in Colour)
    ways = (
        one + two
        for one in range(light + 1)
        for two in range(dark + 1)
        if sighting.allows(light - one, dark - two)
    )
    return min(ways, default=None)


def subsets(points: Late) -> Iterator[Late]:
    """Some of these points, none and all of them included."""
    sizes = (combinations(sorted(points), size) for size in range(len(points) + 1))
    return (frozenset(subset) for subset in chain.from_iterable(sizes))


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen in the middle of a turn."""

    plays: LegalPlays
    mover: Colour
    view: View


@st.composite
def looks(draw: st.DrawFn, *, under_hands: int = 3) -> Look:
    """A look at a board on the way, some checkers in hand, some places under a hand perhaps."""
    plays = draw(all_plays())
    mover = draw(st.sampled_from(Colour))
    node = draw(st.sampled_from(list(plays.tree.walk())))
    hit = hit_on_the_way(plays.position, node)
    checkers = (
        checkers_at(node, frozenset(draw(st.sets(st.sampled_from(sorted(hit))))), mover)
        if hit
        else checkers_at(node, hit, mover)
    )
    for _ in range(draw(st.integers(0, MOST_IN_HAND + 1))):
        _take_one(draw, checkers)
    if not draw(st.integers(0, 3)):
        checkers.put(draw(st.sampled_from(BACKGAMMON)), draw(st.sampled_from(Colour)))
    sightings = dict(seen(checkers, EYES[draw(st.sampled_from(sorted(EYES)))]).sightings)
    hidden = draw(st.sets(st.sampled_from(BACKGAMMON), max_size=under_hands))
    return Look(plays, mover, View(sightings | dict.fromkeys(hidden, ANYTHING)))


@st.composite
def all_plays(draw: st.DrawFn) -> LegalPlays:
    """The legal plays of some throw in some position, by some rulebook."""
    strewn_about = st.sampled_from(PLACEMENTS).flatmap(
        lambda kind: st.sampled_from(tuple(strewn(kind, STREWN)))
    )
    position, dice = draw(strewn_about | st.tuples(positions(), throws()))
    plays = LegalPlays(position, dice, draw(st.sampled_from(list(RULEBOOKS.values()))))
    return plays if sum(1 for _ in plays.tree.walk()) <= MOST_BOARDS else draw(all_plays())


def _take_one(draw: st.DrawFn, checkers: Checkers) -> None:
    lying = [
        (place, colour)
        for place in BACKGAMMON
        for colour in Colour
        if checkers.lying[place][colour]
    ]
    checkers.put(*draw(st.sampled_from(lying)), -1)


def look(
    position: Position,
    mine: str = "",
    theirs: str = "",
    kind: str = "exact",
    mover: Colour = Colour.LIGHT,
) -> View:
    """What a sensor sees after these moves in the words of `spoilt`, `13/-` being into a hand."""
    setup = spoilt(position, mine, theirs)
    return seen(Checkers.of_setup(setup, SEATING, SEATING.player(mover)), EYES[kind])


def agreed(
    profile: Profile = CASUAL, rulebook: Rulebook = TOURNAMENT, length: int = 3
) -> MatchSettings:
    """Ann, who has the light checkers and moves first, plays with Bob; for stakes if need be."""
    if rulebook.played_for is PlayedFor.STAKES:
        length = 0
    return MatchSettings(ByPlayer("Ann", "Bob"), rulebook, length, Player.ONE, profile)


def at_table(
    position: Position,
    throw: str = "",
    *,
    kind: str = "hall",
    profile: Profile = CASUAL,
    rulebook: Rulebook = TOURNAMENT,
) -> Evening:
    """A table in the middle of a game, Light to throw or to play this throw."""
    settings = agreed(profile, rulebook)
    game = Game(Phase.TO_THROW, position, Player.ONE, begun=True)
    evening = Evening(settings, (kind,), settings.match().going_on_with(game))
    evening.table.arrange(SEATING.layout(position, Player.ONE))
    evening.begin()
    if throw:
        dice = Dice.parse(throw)
        evening.throw(dice.high, dice.low)
    return evening
