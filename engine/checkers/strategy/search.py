"""A search for the best play: deeper and deeper, cutting off what cannot matter, and memorising."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import Enum

from engine.checkers.moves.generation import (
    Bits,
    capture_results,
    jumpers,
    legal_results,
)
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import Position
from engine.checkers.rulebook import Rulebook
from engine.checkers.squares import ALL_SQUARES, mirror_bits
from engine.checkers.strategy.evaluation import evaluate

WON = 1_000_000
"""The value of a game that is won now; one less for each play until then."""
MAX_DEPTH = 60
"""The largest number of plays to look ahead."""
_CHECK_EVERY = 256
"""The number of positions between two looks at the limits; a power of two."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; it always completes its least depth."""

    nodes: int
    """The number of positions to look at."""
    depth: int = MAX_DEPTH
    """The number of plays to look ahead."""
    least_depth: int = 1
    """The number of plays to look ahead whatever it costs."""
    is_time_up: Callable[[], bool] | None = None
    """Asked now and then, after the least depth; the clock is the caller's."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best play found, seen by the side that makes it, its value, and what it took."""

    play: Position
    value: int
    depth: int
    nodes: int

    @property
    def plays_to_end(self) -> int | None:
        """The number of plays until the game is won or lost for certain; None if it is open."""
        left = WON - abs(self.value)
        return left if left <= MAX_DEPTH else None


def find_best_play(
    position: Position,
    book: Rulebook,
    limits: Limits,
    drawn: Collection[Position] = (),
) -> SearchResult:
    """The best play of the mover, who must have one.

    A play to one of the positions `drawn`, seen by the side that is then to move, makes a draw.
    Raises `ValueError` if there is no play.
    """
    return _Search(book, limits, frozenset(it.bits for it in drawn)).run(position)


class _ValueKind(Enum):
    """The meaning of a value in memory."""

    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2


@dataclass(slots=True)
class _Search:
    """One search with its memory."""

    book: Rulebook
    limits: Limits
    drawn: frozenset[Bits]
    nodes: int = 0
    may_stop: bool = False
    memory: dict[Bits, tuple[int, int, _ValueKind, Bits | None]] = field(default_factory=dict)
    """By position its depth, its value, the meaning of that, and the best result."""

    def run(self, position: Position) -> SearchResult:
        """Searches deeper and deeper until a limit is reached or the game is decided."""
        bits = position.bits
        plays = sorted(self._results(*bits))
        if not plays:
            raise ValueError("there is no play to choose")
        best = SearchResult(Position.trusted(*plays[0]), 0, 0, 0)
        for depth in range(1, self.limits.depth + 1):
            self.may_stop = depth > self.limits.least_depth
            try:
                value, play = self._search_root(bits, plays, depth)
            except _OutOfTime:
                break
            best = SearchResult(Position.trusted(*play), value, depth, self.nodes)
            plays.sort(key=play.__ne__)
            if best.plays_to_end is not None or (len(plays) == 1 and self.may_stop):
                break
        return best

    def _search_root(self, bits: Bits, plays: list[Bits], depth: int) -> tuple[int, Bits]:
        value, best = -WON, plays[0]
        for play in plays:
            found = -self._search(_mirrored(play), depth - 1, -WON, -value, 1)
            if found > value:
                value, best = found, play
        self.memory[bits] = (depth, value, _ValueKind.EXACT, best)
        return value, best

    def _search(self, bits: Bits, depth: int, low: int, high: int, ply: int) -> int:
        """The value of a position for its mover, exact if it lies between two bounds."""
        self._count()
        if bits in self.drawn:
            return 0
        if depth <= 0:
            return self._settle(bits, low, high, ply)
        hint = None
        if memorised := self.memory.get(bits):
            known_depth, value, bound, hint = memorised
            if known_depth >= depth or abs(value) > WON - MAX_DEPTH:
                value = _from_memory(value, ply)
                if _is_enough(value, bound, low, high):
                    return value
        plays = self._results(*bits)
        if hint is not None:
            plays.sort(key=hint.__ne__)
        value, best, floor = ply - WON, None, low
        for play in plays:
            found = -self._search(_mirrored(play), depth - 1, -high, -floor, ply + 1)
            if found > value:
                value, best = found, play
                floor = max(floor, value)
                if floor >= high:
                    break
        bound = _ValueKind.AT_LEAST if value >= high else _ValueKind.EXACT
        bound = _ValueKind.AT_MOST if value <= low else bound
        self.memory[bits] = (depth, _to_memory(value, ply), bound, best)
        return value

    def _settle(self, bits: Bits, low: int, high: int, ply: int) -> int:
        """The value of a position at the horizon, after captures that would change it at once."""
        jumping = jumpers(*bits)
        if not jumping:
            return evaluate(*bits) if _can_step(*bits) or self.book.jump_own else ply - WON
        value = ply - WON if self.book.must_capture else evaluate(*bits)
        if value >= high:
            return value
        for play in capture_results(*bits, jumping, self.book):
            self._count()
            value = max(value, -self._settle(_mirrored(play), -high, -max(low, value), ply + 1))
            if value >= high:
                break
        return value

    def _results(self, mover: int, other: int, kings: int) -> list[Bits]:
        """The results of a turn, captures first."""
        if self.book.jump_own:
            return [it.bits for it in LegalPlays(Position.trusted(mover, other, kings), self.book)]
        return legal_results(mover, other, kings, self.book)

    def _count(self) -> None:
        self.nodes += 1
        if self.may_stop and not self.nodes & (_CHECK_EVERY - 1):
            is_time_up = self.limits.is_time_up
            if self.nodes >= self.limits.nodes or (is_time_up and is_time_up()):
                raise _OutOfTime


class _OutOfTime(Exception):
    """A limit has been reached."""


def _mirrored(bits: Bits) -> Bits:
    mover, other, kings = bits
    return mirror_bits(other), mirror_bits(mover), mirror_bits(kings)


def _can_step(mover: int, other: int, kings: int) -> bool:
    """True if a checker of the mover can step to a square next to it."""
    empty = ALL_SQUARES & ~(mover | other)
    own_kings = mover & kings
    return bool((mover << 4 | mover << 5 | own_kings >> 4 | own_kings >> 5) & empty)


def _to_memory(value: int, ply: int) -> int:
    """A value as it is in memory, where a decided game counts its plays from the position."""
    if value > WON - MAX_DEPTH:
        return value + ply
    return value - ply if value < MAX_DEPTH - WON else value


def _from_memory(value: int, ply: int) -> int:
    if value > WON - MAX_DEPTH:
        return value - ply
    return value + ply if value < MAX_DEPTH - WON else value


def _is_enough(value: int, bound: _ValueKind, low: int, high: int) -> bool:
    """True if a value in memory settles a search between two bounds."""
    enough = {
        _ValueKind.EXACT: True,
        _ValueKind.AT_LEAST: value >= high,
        _ValueKind.AT_MOST: value <= low,
    }
    return enough[bound]
