"""Draws positions, throws, moments of a match and spoilt texts, for properties to be tried on."""

from collections import Counter

from hypothesis import strategies as st

from engine.backgammon.cube import Cube
from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.places import BAR, OFF, POINTS
from engine.backgammon.players import ByPlayer, Player
from engine.backgammon.position import CHECKERS, Position, Setup
from engine.backgammon.sides import Side

MOST_POINTS = 32767


def positions() -> st.SearchStrategy[Position]:
    """Any legal position, reachable or not."""
    return _setups().filter(lambda setup: not setup.faults()).map(Setup.position)


def throws() -> st.SearchStrategy[Dice]:
    """Any throw of two dice."""
    return st.sampled_from(ALL_THROWS)


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any moment of a match that can be: to throw, to play, doubled, beavered or given up."""
    player = draw(st.sampled_from(Player))
    length = draw(st.sampled_from((0, 1, 7, 25, MOST_POINTS)))
    doubled = draw(st.booleans())
    owners = (None, player) if length and doubled else (None, *Player)
    points = st.integers(0, length - 1 if length else MOST_POINTS)
    return Snapshot(
        position=draw(positions()),
        player=player,
        dice=None if doubled else draw(st.none() | throws()),
        doubled=doubled,
        resigning=draw(st.integers(0, 3)),
        cube=Cube(1 << draw(st.integers(0, 15)), draw(st.sampled_from(owners))),
        score=ByPlayer(draw(points), draw(points)),
        length=length,
        crawford=length > 0 and not doubled and draw(st.booleans()),
        jacoby=draw(st.booleans()),
        beavers=draw(st.booleans()),
    )


@st.composite
def spoilt(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """One of these texts with a few characters replaced by anything at all."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stop = start + draw(st.integers(0, 2))
        text = text[:start] + draw(st.text(max_size=2) | st.sampled_from(text or " ")) + text[stop:]
    return text


@st.composite
def _setups(draw: st.DrawFn) -> Setup:
    """Fifteen checkers a side, on points of their own."""
    owners = draw(st.lists(st.sampled_from(Side), min_size=POINTS, max_size=POINTS))
    mine = [point for point, owner in enumerate(owners, 1) if owner is Side.MOVER]
    theirs = [BAR - point for point, owner in enumerate(owners, 1) if owner is Side.OTHER]
    return Setup.of(draw(_placed([OFF, BAR, *mine])), draw(_placed([OFF, BAR, *theirs])))


def _placed(places: list[int]) -> st.SearchStrategy[Counter[int]]:
    """Fifteen checkers, each on one of these places."""
    return st.lists(st.sampled_from(places), min_size=CHECKERS, max_size=CHECKERS).map(Counter)
