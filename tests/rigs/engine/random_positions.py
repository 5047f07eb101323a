"""Random legal positions, throws, moments of a match and corrupted texts."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import BAR, CHECKERS, HOME, OFF, POINTS, Position, Setup
from engine.players import ByPlayer, Player
from engine.sides import Side

POSITION_KINDS = ("anywhere", "bar", "few left", "coming home", "bearing off", "race")
"""Kinds of positions, each for rules that the others seldom meet."""


def random_turns(kind: str, number: int) -> Iterator[tuple[Position, Dice]]:
    """Legal positions of this kind, reachable or not, each with a throw to play in it."""
    chance = Random(f"{number} of {kind}")  # noqa: S311 - dice, not secrets
    for _ in range(number):
        yield _position(chance, kind), chance.choice(ALL_THROWS)


def _position(chance: Random, kind: str) -> Position:
    while True:
        mine, theirs = _points(chance, kind)
        setup = Setup.of(
            _random_counts(chance, _places(chance, kind, mine)),
            _random_counts(chance, [OFF, BAR, *(BAR - point for point in theirs)]),
        )
        if not setup.faults():
            return setup.position()


def _points(chance: Random, kind: str) -> tuple[list[int], list[int]]:
    """The points that each side may hold, in the mover's numbering."""
    border = chance.randint(1, POINTS)
    if kind == "race":
        return list(range(1, border)), list(range(border, BAR))
    points = chance.sample(range(1, BAR), POINTS)
    return points[:border], points[border:]


def _places(chance: Random, kind: str, points: list[int]) -> list[int]:
    """The places that the mover's checkers may be in, some of them more than once."""
    home = [point for point in points if point <= HOME]
    outside = [point for point in points if point > HOME]
    match kind:
        case "bar":
            return [BAR, *points, *points]
        case "few left":
            return [OFF] * 3 * len(points) + [BAR, *points]
        case "coming home":
            return home * 5 + chance.sample(outside, min(1, len(outside))) + [OFF]
        case "bearing off":
            return [OFF, *home]
        case _:
            return [OFF, *points]


def _random_counts(chance: Random, places: list[int]) -> Counter[int]:
    return Counter(chance.choices(places, k=CHECKERS))


MAX_POINTS = 32767


def positions() -> st.SearchStrategy[Position]:
    """Any legal position, reachable or not."""
    return _setups().filter(lambda setup: not setup.faults()).map(Setup.position)


def throws() -> st.SearchStrategy[Dice]:
    """Any throw of two dice."""
    return st.sampled_from(ALL_THROWS)


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any moment of a match: to throw, to play, doubled, beavered or resigned."""
    player = draw(st.sampled_from(Player))
    length = draw(st.sampled_from((0, 1, 7, 25, MAX_POINTS)))
    doubled = draw(st.booleans())
    owners = (None, player) if length and doubled else (None, *Player)
    points = st.integers(0, length - 1 if length else MAX_POINTS)
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
def corrupted_text(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
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
    return Setup.of(draw(_any_counts([OFF, BAR, *mine])), draw(_any_counts([OFF, BAR, *theirs])))


def _any_counts(places: list[int]) -> st.SearchStrategy[Counter[int]]:
    """Fifteen checkers, each on one of these places."""
    return st.lists(st.sampled_from(places), min_size=CHECKERS, max_size=CHECKERS).map(Counter)
