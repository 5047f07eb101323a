"""Views of boards during a turn, and an exhaustive search for their explanations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations

from hypothesis import strategies as st

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Game, Phase
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import BAR, OTHER_BAR, POINTS, Position, Setup
from engine.backgammon.rulebook import RULEBOOKS, TOURNAMENT, PlayedFor, Rulebook
from engine.players import ByPlayer, Player
from hardware.checkers import BACKGAMMON, Colour
from hardware.observations import UNKNOWN_SIGHTING, CombinedView, Sighting
from referee.match_settings import CASUAL_PROFILE, MatchSettings, Profile
from referee.play_tracker import FEW_IN_HAND
from referee.seating import Seating
from service.story.simulated_evening import Evening
from tests.rigs.engine.play_notation import moved_board
from tests.rigs.engine.random_positions import POSITION_KINDS as PLACEMENTS
from tests.rigs.engine.random_positions import positions, random_turns, throws
from tests.rigs.referee.sensor_views import SENSOR_KINDS, Checkers, exact, view_of_checkers

SEATING = Seating(light=Player.ONE)
SENSOR_MODELS = {**SENSOR_KINDS, "exact": exact}
MAX_BOARDS = 800
"""The largest number of boards for the exhaustive search."""
RANDOM_TURNS = 60
LatePoints = frozenset[int]
"""The points where a hit checker still lies, in the mover's numbering."""


@dataclass(frozen=True, slots=True)
class ExplainingBoard:
    """A board on the way that explains a view."""

    node: PlayNode
    late: LatePoints
    in_hand: int

    @property
    def is_end(self) -> bool:
        return not (self.node.playable or self.late or self.in_hand)


def explaining_boards(
    plays: LegalPlays, view: CombinedView, mover: Colour
) -> list[ExplainingBoard]:
    """Every board on the way that explains a view, once for each place of its hit checkers."""
    found = []
    for node in plays.tree.walk():
        for late in subsets(blots_hit(plays.position, node)):
            in_hand = fewest_in_hand(checkers_at(node, late, mover), view)
            if in_hand is not None and in_hand <= FEW_IN_HAND:
                found.append(ExplainingBoard(node, late, in_hand))
    return found


def explaining_boards_with_early_hits(
    plays: LegalPlays, view: CombinedView, mover: Colour
) -> list[ExplainingBoard]:
    """The same with some checkers on the bar before they are hit."""
    return [
        ExplainingBoard(taken, late, in_hand)
        for node in plays.tree.walk()
        for early in subsets(blots_to_hit(node))
        if early
        for taken in [with_on_bar(node, early)]
        for late in subsets(blots_hit(plays.position, node))
        if (in_hand := fewest_in_hand(checkers_at(taken, late, mover), view)) is not None
        and in_hand <= FEW_IN_HAND
    ]


def blots_to_hit(node: PlayNode) -> LatePoints:
    """The points of lone opposing checkers that some play from here hits."""
    ahead = {step.target for after in node.walk() for step in after.next if step.hits}
    return frozenset(point for point in ahead if node.counts[point - 1] == -1)


def with_on_bar(node: PlayNode, points: LatePoints) -> PlayNode:
    """The board with the lone checkers of these points moved to the bar."""
    counts = list(node.counts)
    for point in points:
        counts[point - 1] = 0
        counts[OTHER_BAR] += 1
    return replace(node, counts=tuple(counts))


def blots_hit(before: Position, node: PlayNode) -> LatePoints:
    """The points of lone opposing checkers that are no longer there."""
    pairs = enumerate(zip(before.counts[:POINTS], node.counts[:POINTS], strict=True), 1)
    return frozenset(point for point, (was, now) in pairs if was == -1 and now >= 0)


def checkers_at(node: PlayNode, late: LatePoints, mover: Colour) -> Checkers:
    """The checkers of this board on the table, except for hit checkers left in place."""
    setup = node.position.setup
    other = list(setup.other)
    for point in late:
        other[BAR - point] += 1
        other[BAR] -= 1
    return Checkers.of_setup(Setup(setup.mover, tuple(other)), SEATING, SEATING.player(mover))


def fewest_in_hand(checkers: Checkers, view: CombinedView) -> int | None:
    """The smallest number of checkers in hand that explains a view; None if no number does."""
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


def subsets(points: LatePoints) -> Iterator[LatePoints]:
    """All subsets of these points."""
    sizes = (combinations(sorted(points), size) for size in range(len(points) + 1))
    return (frozenset(subset) for subset in chain.from_iterable(sizes))


@dataclass(frozen=True, slots=True)
class TurnView:
    """A view during a turn."""

    plays: LegalPlays
    mover: Colour
    view: CombinedView


@st.composite
def turn_views(draw: st.DrawFn, *, under_hands: int = 3) -> TurnView:
    """Any view of a board on the way, with some checkers in hand and some places hidden."""
    plays = draw(all_plays())
    mover = draw(st.sampled_from(Colour))
    node = draw(st.sampled_from(list(plays.tree.walk())))
    hit = blots_hit(plays.position, node)
    checkers = (
        checkers_at(node, frozenset(draw(st.sets(st.sampled_from(sorted(hit))))), mover)
        if hit
        else checkers_at(node, hit, mover)
    )
    for _ in range(draw(st.integers(0, FEW_IN_HAND + 1))):
        _take_one(draw, checkers)
    if not draw(st.integers(0, 3)):
        checkers.put(draw(st.sampled_from(BACKGAMMON.places)), draw(st.sampled_from(Colour)))
    model = SENSOR_MODELS[draw(st.sampled_from(sorted(SENSOR_MODELS)))]
    sightings = dict(view_of_checkers(checkers, model).sightings)
    hidden = draw(st.sets(st.sampled_from(BACKGAMMON.places), max_size=under_hands))
    return TurnView(plays, mover, CombinedView(sightings | dict.fromkeys(hidden, UNKNOWN_SIGHTING)))


@st.composite
def all_plays(draw: st.DrawFn) -> LegalPlays:
    """The legal plays of some throw in some position, by some rulebook."""
    strewn_about = st.sampled_from(PLACEMENTS).flatmap(
        lambda kind: st.sampled_from(tuple(random_turns(kind, RANDOM_TURNS)))
    )
    position, dice = draw(strewn_about | st.tuples(positions(), throws()))
    plays = LegalPlays(position, dice, draw(st.sampled_from(list(RULEBOOKS.values()))))
    return plays if sum(1 for _ in plays.tree.walk()) <= MAX_BOARDS else draw(all_plays())


def _take_one(draw: st.DrawFn, checkers: Checkers) -> None:
    lying = [
        (place, colour)
        for place in BACKGAMMON.places
        for colour in Colour
        if checkers.lying[place][colour]
    ]
    checkers.put(*draw(st.sampled_from(lying)), -1)


def view_after(
    position: Position,
    mine: str = "",
    theirs: str = "",
    kind: str = "exact",
    mover: Colour = Colour.LIGHT,
) -> CombinedView:
    """A sensor's view after these moves, in the notation of `moved_board`."""
    setup = moved_board(position, mine, theirs)
    checkers = Checkers.of_setup(setup, SEATING, SEATING.player(mover))
    return view_of_checkers(checkers, SENSOR_MODELS[kind])


def make_settings(
    profile: Profile = CASUAL_PROFILE, rulebook: Rulebook = TOURNAMENT, length: int = 3
) -> MatchSettings:
    """Settings of Ann (light, moves first) and Bob; for stakes if the rulebook requires it."""
    if rulebook.played_for is PlayedFor.STAKES:
        length = 0
    return MatchSettings(ByPlayer("Ann", "Bob"), rulebook, length, Player.ONE, profile)


def evening_at(
    position: Position,
    throw: str = "",
    *,
    kind: str = "hall",
    profile: Profile = CASUAL_PROFILE,
    rulebook: Rulebook = TOURNAMENT,
) -> Evening:
    """A table during a game, with Light to throw or to play this throw."""
    settings = make_settings(profile, rulebook)
    game = Game(Phase.TO_THROW, position, Player.ONE, begun=True)
    evening = Evening(settings, (kind,), settings.match().with_game(game))
    evening.table.arrange(SEATING.layout(position, Player.ONE))
    evening.begin()
    if throw:
        dice = Dice.parse(throw)
        evening.throw(dice.high, dice.low)
    return evening
