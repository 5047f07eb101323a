"""Plays as text: typed moves and their meaning on a board, and plays as people write them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter, itemgetter
from types import MappingProxyType

from engine.backgammon.errors import NoCheckerThere, NothingToHit, SeveralWays
from engine.backgammon.illegal_plays.play_reasons import DisplacedCheckers
from engine.backgammon.moves.journeys import Journey, journeys_of
from engine.backgammon.moves.plays import Counts, LegalPlays, PlayNode, StepSequence
from engine.backgammon.position import BAR, OFF, Position, Setup
from engine.scanner import SPACE, Scanner

MAX_MOVES = 16
"""The limit of moves in a text: far more than a throw allows, as illegal plays are read too."""
NO_PLAY_WORDS = frozenset({"", "-", "no play", "no move", "dance"})

_PLACE = "(?i:bar|off)|[0-9]{1,2}"
_PLACES_BY_NAME = {"bar": BAR, "off": OFF}
_SEPARATOR = r"(?u:[\s,;]+)"


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place named in a text: 25 is the bar, 0 is off."""

    place: int
    at: int
    """The index in the text."""
    hits: bool = False
    """True if a hit is marked there."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """One checker moved from a place to the next one named, by one die or more."""

    source: NamedPlace
    target: NamedPlace


def read_moves(text: str) -> tuple[TypedMove, ...]:
    """The moves in a text, each repeated as often as it is made."""
    if text.strip().lower() in NO_PLAY_WORDS:
        return ()
    scanner = Scanner(text)
    scanner.read_if(SPACE)
    moves: list[TypedMove] = []
    while not scanner.is_done:
        at = scanner.at
        moves += _read_journeys(scanner)
        if len(moves) > MAX_MOVES:
            raise scanner.failure(f"at most {MAX_MOVES} moves", at)
        if not scanner.is_done:
            scanner.read(_SEPARATOR, "a space and the next move")
    return tuple(moves)


def _read_journeys(scanner: Scanner) -> Iterator[TypedMove]:
    """Reads the way of one checker, or of several that go the same way."""
    stops = [_read_source(scanner)]
    scanner.read(f"{SPACE}/", "a slash and where the checker goes")
    stops.append(_read_target(scanner, stops[-1]))
    while scanner.read_if(f"{SPACE}/"):
        stops.append(_read_target(scanner, stops[-1]))
    for _ in range(_read_times(scanner)):
        yield from (TypedMove(source, target) for source, target in pairwise(stops))


def _read_source(scanner: Scanner) -> NamedPlace:
    stop = _read_stop(scanner, "where a checker comes from: 1 to 24, or bar")
    if stop.place == OFF:
        raise scanner.failure("a place to come from that is not off the board", stop.at)
    return stop


def _read_target(scanner: Scanner, source: NamedPlace) -> NamedPlace:
    scanner.read_if(SPACE)
    stop = _read_stop(scanner, "where the checker goes: 1 to 24, or off")
    if stop.place == BAR:
        raise scanner.failure("a place to go that is not the bar", stop.at)
    if source.place in (OFF, stop.place):
        raise scanner.failure("no move on from off the board, nor to the same place", stop.at)
    if scanner.read_if(rf"{SPACE}\*"):
        return replace(stop, hits=True)
    return stop


def _read_stop(scanner: Scanner, expected: str) -> NamedPlace:
    at = scanner.at
    name = scanner.read(_PLACE, expected).lower()
    place = _PLACES_BY_NAME[name] if name in _PLACES_BY_NAME else int(name)
    if place > BAR:
        raise scanner.failure(expected, at)
    return NamedPlace(place, at)


def _read_times(scanner: Scanner) -> int:
    if not scanner.read_if(rf"{SPACE}\("):
        return 1
    times = int(scanner.read("[2-4]", "how many checkers: 2, 3 or 4"))
    scanner.read(r"\)", "a closing bracket")
    return times


Leg = tuple[int, int]
"""The place of a checker and the place it must still go to."""


@dataclass(frozen=True, slots=True)
class StepWay:
    """Steps that make the typed moves, and the board they lead to."""

    node: PlayNode
    line: StepSequence
    passing: int
    """The number of hits on places where no typed move ends."""

    def hits_on(self, points: set[int]) -> bool:
        """True if the steps hit a checker on each of these points."""
        return points <= {step.target for step in self.line if step.hits}


def find_best_ways(root: PlayNode, moves: Sequence[TypedMove], *, complete: bool) -> list[StepWay]:
    """One way for each board that the moves can mean, with the fewest hits in passing."""
    legs = tuple((move.source.place, move.target.place) for move in moves)
    marked = {move.target.place for move in moves if move.target.hits}
    fitting: dict[Counts, StepWay] = {}
    for way in _ways(root, legs):
        if way.hits_on(marked) and not (complete and way.node.playable):
            known = fitting.setdefault(way.node.counts, way)
            fitting[way.node.counts] = min(known, way, key=attrgetter("passing"))
    fewest = min((way.passing for way in fitting.values()), default=0)
    return [way for way in fitting.values() if way.passing == fewest]


def board_after(setup: Setup, moves: Sequence[TypedMove], text: str) -> Setup:
    """The board after moves, legal or not; raises `NoCheckerThere` or `NothingToHit`."""
    mover, other = list(setup.mover), list(setup.other)
    left = list(moves)
    while left:
        move = next((move for move in left if mover[move.source.place]), left[0])
        left.remove(move)
        _check(move, mover, setup.other, text)
        mover[move.source.place] -= 1
        mover[move.target.place] += 1
        point = BAR - move.target.place
        if point < BAR and other[point] == 1:
            other[point] -= 1
            other[BAR] += 1
    return Setup(tuple(mover), tuple(other))


def _ways(
    node: PlayNode, legs: tuple[Leg, ...], line: StepSequence = (), passing: int = 0
) -> Iterator[StepWay]:
    if not legs:
        yield StepWay(node, line, passing)
    if len(legs) > node.playable:
        return
    for step, after in node.next.items():
        for leg in dict.fromkeys(legs):
            source, target = leg
            if step.source == source and step.target >= target:
                rest = list(legs)
                rest.remove(leg)
                passes = step.target > target
                if passes:
                    rest.append((step.target, target))
                hits = passing + (passes and step.hits)
                yield from _ways(after, tuple(rest), (*line, step), hits)


def _check(move: TypedMove, mover: Sequence[int], other: Sequence[int], text: str) -> None:
    source, target = move.source, move.target
    if not mover[source.place]:
        raise NoCheckerThere(source.place, text, source.at)
    if target.hits and (target.place == OFF or not other[BAR - target.place]):
        raise NothingToHit(target.place, text, target.at)


NO_PLAY = "-"
"""The text of a play without a step."""

_PLACE_NAMES = {BAR: "bar", OFF: "off"}


def write_play(line: StepSequence) -> str:
    """The text of a play, from back to front, one way for each checker, with stops at hits."""
    journeys: dict[tuple[int, int], list[Journey]] = {}
    for journey in journeys_of(line):
        journeys.setdefault((journey.source, journey.target), []).append(journey)
    together = sorted(journeys.items(), key=itemgetter(0), reverse=True)
    return " ".join(_write_journeys(*ends, same) for ends, same in together) or NO_PLAY


def write_steps(line: StepSequence) -> str:
    """A play step by step, as in match records: `25/21* 6/0`; empty if there is no step."""
    return " ".join(f"{step.source}/{step.target}{'*' * step.hits}" for step in line)


def read_play(text: str, plays: LegalPlays) -> Setup:
    """The board that a text describes, seen by the mover, whether or not the play is legal.

    A text that leaves a checker's way open means a legal play if possible, and one that hits in
    passing only if no other is legal. Raises `NotationError` if the text could mean several plays
    or is not a play.
    """
    moves = read_moves(text)
    board = board_after(plays.position.setup, moves, text)
    legal = find_best_ways(plays.tree, moves, complete=True)
    if len(legal) > 1:
        raise SeveralWays(tuple(write_play(way.line) for way in legal), text)
    so_far = legal or find_best_ways(plays.all_steps, moves, complete=False)
    return so_far[0].node.position.setup if so_far else board


def _write_journeys(source: int, target: int, journeys: list[Journey]) -> str:
    """The text for all checkers that go from one place to another."""
    hits = {point for journey in journeys for point in journey.hits}
    stops = "".join(f"/{_place(stop, hits)}" for stop in sorted(hits | {target}, reverse=True))
    times = f"({len(journeys)})" if len(journeys) > 1 else ""
    return f"{_place(source)}{stops}{times}"


def _place(place: int, hits: Collection[int] = ()) -> str:
    return _PLACE_NAMES.get(place, str(place)) + "*" * (place in hits)


def describe_play(plays: LegalPlays, result: Position) -> str:
    """A play as match records have it; an illegal one as the checkers that it moved."""
    if result == plays.position:
        return ""
    if result in plays:
        return write_steps(plays.lines[result])
    return " ".join(_describe_moves(plays.position, result))


def write_result(plays: LegalPlays, result: Position) -> str:
    """A play as people write it, an illegal one by the checkers that it moved; empty if none."""
    if result == plays.position:
        return ""
    if result in plays:
        return write_play(plays.lines[result])
    return " ".join(_describe_moves(plays.position, result, _PLACE_NAMES))


def _describe_moves(
    before: Position, after: Position, names: Mapping[int, str] = MappingProxyType({})
) -> Iterator[str]:
    """Yields each checker's source and target, and the blots it sent to the bar."""
    old, new = before.setup, after.setup
    displaced = DisplacedCheckers.between(old.mover, new.mover)
    was, now = old.other, new.other
    hit = [point for point in range(1, BAR) if was[BAR - point] and not now[BAR - point]]
    segments: list[tuple[int, list[int], int, bool]] = []
    for source, target in zip(displaced.lacking, displaced.extra, strict=True):
        passed = [point for point in reversed(hit) if target < point < source]
        segments.append((source, passed, target, target in hit))
        hit = [point for point in hit if point not in (*passed, target)]
    if segments:
        # A hit that no checker passed on its way was made on a detour.
        segments[0][1].extend(hit)
    for source, passed, target, hits in segments:
        stops = [f"{point}*" for point in passed]
        ends = [names.get(place, str(place)) for place in (source, target)]
        yield "/".join([ends[0], *stops, f"{ends[1]}{'*' * hits}"])
