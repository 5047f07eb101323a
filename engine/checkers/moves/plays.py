"""The legal plays of a turn, and the tree of hops that lead to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.checkers.moves.generation import Bits, legal_results
from engine.checkers.position import Position
from engine.checkers.rulebook import SEASIDE, Rulebook
from engine.checkers.squares import ALL_SQUARES, FAR_ROW, SHIFTS, each_bit, square_of


@dataclass(frozen=True, slots=True)
class Hop:
    """One checker from one square to the next: a step, or a jump over another checker."""

    source: int
    target: int
    jumped: int | None = None
    """The square that was jumped; None if the hop is a step."""
    over_own: bool = False
    """True if the checker jumped is one of the same side, which stays where it is."""

    @property
    def captured_square(self) -> int | None:
        """The square of the checker captured, if one was."""
        return None if self.over_own else self.jumped


HopLine = tuple[Hop, ...]
"""The hops of one play, in their order."""


@dataclass(frozen=True, slots=True)
class PlayNode:
    """A position on the way, the moving checker in it, and what each possible hop leads to."""

    bits: Bits
    """The position as if the turn ended here, with everything captured so far lifted."""
    at: int | None = None
    """The square of the moving checker; None before the first hop."""
    captured: tuple[int, ...] = ()
    """The squares of the checkers captured so far, in their order."""
    is_end: bool = False
    """True if the turn may end here."""
    next: Mapping[Hop, PlayNode] = field(default_factory=dict, repr=False, compare=False)

    @property
    def position(self) -> Position:
        return Position.trusted(*self.bits)

    @property
    def is_crowned(self) -> bool:
        """True if the moving checker is a king here, perhaps since the last hop."""
        return self.at is not None and self.at in self.position.king_squares.mover

    def walk(self) -> Iterator[PlayNode]:
        """Yields this node and all its descendants, parents before children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.next.values())

    def lines(self) -> Iterator[tuple[PlayNode, HopLine]]:
        """Yields every node at which the turn may end, with the hops that lead to it from here."""
        waiting: list[tuple[PlayNode, HopLine]] = [(self, ())]
        while waiting:
            node, line = waiting.pop()
            if node.is_end:
                yield node, line
            waiting.extend((after, (*line, hop)) for hop, after in node.next.items())


def build_tree(position: Position, book: Rulebook) -> PlayNode:
    """The tree of all hops, as if nothing were compulsory."""
    following: dict[Hop, PlayNode] = {}
    for bit in each_bit(position.mover):
        route = _Route(position, bit, book)
        following.update(route.steps())
        following.update(route.grow(_Stand(bit, position.other, 0, bool(bit & position.kings))))
    return PlayNode(position.bits, next=following)


def prune_to_legal(root: PlayNode, book: Rulebook) -> PlayNode:
    """The tree with only those hops that begin or continue a legal play."""
    can_capture = any(node.captured for node in root.walk())
    return _prune(root, book, capture_due=book.must_capture and can_capture)


def _prune(node: PlayNode, book: Rulebook, *, capture_due: bool) -> PlayNode:
    grown = {hop: _prune(it, book, capture_due=capture_due) for hop, it in node.next.items()}
    following = {hop: after for hop, after in grown.items() if after.is_end or after.next}
    must_go_on = book.must_jump_on and any(hop.captured_square for hop in node.next)
    is_end = node.is_end and not must_go_on and not (capture_due and not node.captured)
    return replace(node, is_end=is_end, next=following)


@dataclass(frozen=True, slots=True)
class _Stand:
    """A moving checker on its way: where it stands and what is left on the board."""

    at: int
    other: int
    passed: int
    """The own checkers that it has jumped."""
    king: bool
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Route:
    """The ways of one checker."""

    position: Position
    source: int
    book: Rulebook

    def steps(self) -> Iterator[tuple[Hop, PlayNode]]:
        """Yields the steps to a square next to it."""
        position, source = self.position, self.source
        empty = ALL_SQUARES & ~(position.mover | position.other)
        king = bool(source & position.kings)
        for to in _neighbours(source, king=king):
            if to & empty:
                stand = _Stand(to, position.other, 0, king or bool(to & FAR_ROW))
                yield Hop(square_of(source), square_of(to)), self._node(stand, {})

    def grow(self, stand: _Stand) -> dict[Hop, PlayNode]:
        """The jumps from here, each with the tree that follows."""
        following = {}
        for hop, after in self._jumps(stand):
            stops = after.king and not stand.king and not self.book.crowned_jumps_on
            following[hop] = self._node(after, {} if stops else self.grow(after))
        return following

    def _jumps(self, stand: _Stand) -> Iterator[tuple[Hop, _Stand]]:
        own = self.position.mover & ~self.source
        empty = ALL_SQUARES & ~(own | self.position.other)
        jumpable = stand.other | (own & ~stand.passed if self.book.jump_own else 0)
        for shift, way in _directions(king=stand.king):
            over = _shift_bits(stand.at, shift, way) & jumpable
            to = _shift_bits(over, shift, way) & empty
            if to:
                over_own = bool(over & own)
                hop = Hop(square_of(stand.at), square_of(to), square_of(over), over_own)
                captured = stand.captured if over_own else (*stand.captured, square_of(over))
                left = stand.other & ~over
                passed = stand.passed | over & own
                yield hop, _Stand(to, left, passed, stand.king or bool(to & FAR_ROW), captured)

    def _node(self, stand: _Stand, following: dict[Hop, PlayNode]) -> PlayNode:
        mover = self.position.mover & ~self.source | stand.at
        kept = self.position.kings & (mover & ~stand.at | stand.other)
        bits = (mover, stand.other, kept | stand.at * stand.king)
        is_end = bits != self.position.bits
        return PlayNode(bits, square_of(stand.at), stand.captured, is_end, following)


def _directions(*, king: bool) -> Iterator[tuple[int, bool]]:
    """Yields the ways of a checker, each as a distance of bits and True for forward."""
    yield from ((shift, True) for shift in SHIFTS)
    if king:
        yield from ((shift, False) for shift in SHIFTS)


def _shift_bits(bits: int, shift: int, forward: bool) -> int:  # noqa: FBT001 - one of a pair
    return bits << shift if forward else bits >> shift


def _neighbours(bit: int, *, king: bool) -> Iterator[int]:
    return (_shift_bits(bit, shift, way) for shift, way in _directions(king=king))


class LegalPlays(Collection[Position]):
    """The legal plays of the mover, as positions seen by him; empty if he has no move."""

    def __init__(self, position: Position, rulebook: Rulebook = SEASIDE) -> None:
        self.position = position
        self.rulebook = rulebook

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Position]:
        return (Position.trusted(*bits) for bits in self._results)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and position.bits in self._results

    def __repr__(self) -> str:
        return f"LegalPlays({self.position!r}, {self.rulebook!r})"

    @property
    def first_hops(self) -> frozenset[Hop]:
        """Every hop that begins a legal play."""
        return frozenset(self.tree.next)

    @property
    def sources(self) -> frozenset[int]:
        """The squares of the checkers that can move."""
        return frozenset(hop.source for hop in self.tree.next)

    @cached_property
    def all_hops(self) -> PlayNode:
        """The tree of all hops, as if nothing were compulsory."""
        return build_tree(self.position, self.rulebook)

    @cached_property
    def tree(self) -> PlayNode:
        """The tree of the legal plays; each position in it is on the way to one."""
        return prune_to_legal(self.all_hops, self.rulebook)

    @cached_property
    def lines(self) -> Mapping[Position, tuple[HopLine, ...]]:
        """The ways to play each result, the shortest first."""
        found: dict[Position, list[HopLine]] = {}
        for node, line in self.tree.lines():
            found.setdefault(node.position, []).append(line)
        return {result: tuple(sorted(ways, key=_line_order)) for result, ways in found.items()}

    @cached_property
    def _results(self) -> frozenset[Bits]:
        if self.rulebook.jump_own:
            return frozenset(node.bits for node in self.tree.walk() if node.is_end)
        return frozenset(legal_results(*self.position.bits, self.rulebook))


def _line_order(line: HopLine) -> tuple[int, tuple[int, ...]]:
    return len(line), tuple(hop.target for hop in line)
