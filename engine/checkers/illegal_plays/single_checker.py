"""Finds the rules that the way of a single checker of the mover breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.moves.plays import LegalPlays, PlayNode
from engine.checkers.squares import ROW, field_of, square_on
from engine.sides import Side

Fields = frozenset[int]
MAX_WRONG_HOPS = 2
"""The number of wrong hops that the way of one checker is assumed to have at most."""
MAX_HOPS = 12
"""The number of jumps of one turn, which no side has more checkers for."""


@dataclass(frozen=True, slots=True)
class CheckerPath:
    """The way of one checker, with the reasons against it and the fields that it jumped."""

    source: int
    target: int
    reasons: tuple[Reason, ...]
    jumped: Fields = frozenset()

    @property
    def cost(self) -> tuple[int, int]:
        """The order in which journeys are preferred: few reasons, and those that come first."""
        return len(self.reasons), sum(reason.why.rank for reason in self.reasons)


def explain_journey(plays: LegalPlays, source: int, target: int, lifted: Fields) -> CheckerPath:
    """The reasons against a checker's going from one field to another with these fields emptied.

    There are none if the rules allow it; the other side's checkers stood on the fields emptied.
    """
    other = frozenset(map(field_of, squares_held(plays, Side.OTHER)))
    if square_on(target) is None or target in other:
        why = ReasonKind.TARGET_OCCUPIED if target in other else ReasonKind.LIGHT_FIELD
        reasons = (Reason(why, source=source, target=target), *_lifted_in_vain(lifted - {target}))
        return CheckerPath(source, target, reasons, frozenset((target,)))
    ways = [_on_legal_way(plays, node, source, lifted) for node in _arrivals(plays, source, target)]
    if not ways or any(_has_lifted_in_vain(way) for way in ways):
        ways += _wrong_ways(plays, source, target, lifted)
    if ways:
        return min(ways, key=lambda way: way.cost)
    rows, columns = distance(source, target)
    why = ReasonKind.TOO_FAR if abs(rows) == abs(columns) else ReasonKind.NOT_DIAGONAL
    return CheckerPath(
        source, target, (Reason(why, source=source, target=target), *_lifted_in_vain(lifted))
    )


def explain_round_trip(plays: LegalPlays, lifted: Fields) -> CheckerPath | None:
    """The best explanation of emptied fields by a checker that has come back to where it was."""
    found: list[CheckerPath] = []
    for at in map(field_of, squares_held(plays, Side.MOVER)):
        ends = (node for node in _arrivals(plays, at, at) if lifted & _fields_captured(node))
        found += (_on_legal_way(plays, node, at, lifted) for node in ends)
        wrong = _wrong_ways(plays, at, at, lifted, (ReasonKind.CROWNED_JUMPED_ON,))
        found += (way for way in wrong if way.jumped == lifted)
    return min(found, key=lambda way: way.cost, default=None)


def squares_held(plays: LegalPlays, side: Side) -> tuple[int, ...]:
    """The squares of a side before the turn."""
    position = plays.position
    return position.man_squares[side] + position.king_squares[side]


def _arrivals(plays: LegalPlays, source: int, target: int) -> Iterator[PlayNode]:
    """Yields the nodes in which a checker from one field has come to another."""
    start, end = square_on(source), square_on(target)
    for hop, first in plays.all_hops.next.items():
        if hop.source == start:
            yield from (node for node in first.walk() if node.at == end)


def _on_legal_way(plays: LegalPlays, node: PlayNode, source: int, lifted: Fields) -> CheckerPath:
    """The reasons against a turn that goes by possible hops."""
    captured, target = _fields_captured(node), field_of(node.at or 0)
    reasons = [*_not_lifted(captured - lifted), *_lifted_in_vain(lifted - captured)]
    if not reasons and node.position not in plays:
        reasons = [_compulsion(plays, node, source, target)]
    return CheckerPath(source, target, tuple(reasons), captured)


def _compulsion(plays: LegalPlays, node: PlayNode, source: int, target: int) -> Reason:
    """The capture that was compulsory."""
    more = {field_of(hop.captured_square) for hop in node.next if hop.captured_square}
    if node.captured and more:
        kind = ReasonKind.JUMP_ON_MISSED
        return Reason(kind, source=source, target=target, fields=tuple(sorted(more)))
    able = tuple(sorted(map(field_of, plays.sources)))
    return Reason(ReasonKind.CAPTURE_MISSED, source=source, target=target, fields=able)


def _has_lifted_in_vain(way: CheckerPath) -> bool:
    return any(reason.why is ReasonKind.LIFTED_NOT_JUMPED for reason in way.reasons)


def _fields_captured(node: PlayNode) -> Fields:
    return frozenset(map(field_of, node.captured))


def _not_lifted(fields: Fields) -> Iterator[Reason]:
    if fields:
        yield Reason(ReasonKind.NOT_LIFTED, Side.OTHER, fields=tuple(sorted(fields)))


def _lifted_in_vain(fields: Fields) -> Iterator[Reason]:
    if fields:
        yield Reason(ReasonKind.LIFTED_NOT_JUMPED, Side.OTHER, fields=tuple(sorted(fields)))


@dataclass(frozen=True, slots=True)
class _Traveller:
    """A checker on a way that breaks a rule."""

    at: int
    is_king: bool
    captured: Fields = frozenset()
    over: Fields = frozenset()
    """The fields that were jumped against a rule."""
    wrong: int = 0
    hops: int = 0


@dataclass(frozen=True, slots=True)
class _Ground:
    """The fields with checkers while one travels."""

    own: Fields
    other: Fields

    def is_free(self, field: int) -> bool:
        return field not in self.own and field not in self.other


@dataclass(frozen=True, slots=True)
class _WrongHop:
    """One hop of a traveller: whether each rule that could be broken is, by kind."""

    before: _Traveller
    over: int
    target: int
    ground: _Ground

    @property
    def is_backwards(self) -> bool:
        return self.target < self.before.at

    def allows(self, kind: ReasonKind, *, started_as_king: bool) -> bool | None:
        """True if the hop breaks this rule, False if it breaks none, None if another one."""
        before, over, ground = self.before, self.over, self.ground
        broken = {
            ReasonKind.WRONG_DIRECTION: self.is_backwards and not before.is_king,
            ReasonKind.CROWNED_JUMPED_ON: before.is_king and not started_as_king,
            ReasonKind.JUMPED_OWN: over in ground.own,
            ReasonKind.JUMPED_TWICE: over in before.captured,
            ReasonKind.JUMPED_NOTHING: ground.is_free(over),
        }
        kinds = [one for one, is_broken in broken.items() if is_broken]
        if not kinds:
            return False
        return True if kinds == [kind] else None


_MAX_WRONG_HOPS = {ReasonKind.CROWNED_JUMPED_ON: MAX_HOPS}
"""The number of wrong hops by kind where it is another: every hop after the crown is one."""
_WRONG_WAYS = (
    ReasonKind.WRONG_DIRECTION,
    ReasonKind.CROWNED_JUMPED_ON,
    ReasonKind.JUMPED_OWN,
    ReasonKind.JUMPED_TWICE,
    ReasonKind.JUMPED_NOTHING,
)


def _wrong_ways(
    plays: LegalPlays,
    source: int,
    target: int,
    lifted: Fields,
    kinds: tuple[ReasonKind, ...] = _WRONG_WAYS,
) -> Iterator[CheckerPath]:
    """Yields the ways that break one rule, and that one at most twice."""
    own = frozenset(map(field_of, squares_held(plays, Side.MOVER))) - {source}
    ground = _Ground(own, frozenset(map(field_of, squares_held(plays, Side.OTHER))))
    king = square_on(source) in plays.position.king_squares.mover
    rows, columns = distance(source, target)
    if rows == -1 and abs(columns) == 1 and not king:
        reason = Reason(ReasonKind.WRONG_DIRECTION, source=source, target=target)
        yield CheckerPath(source, target, (reason, *_lifted_in_vain(lifted)))
        return
    for kind in kinds:
        for way in _travel(_Traveller(source, king), kind, ground):
            if way.at == target and way.wrong and _is_jumping(kind, way):
                over = tuple(sorted(way.over))
                reason = Reason(kind, source=source, target=target, fields=over)
                lifts = (
                    *_not_lifted(way.captured - lifted),
                    *_lifted_in_vain(lifted - way.captured),
                )
                jumped = way.captured | {it for it in way.over if not ground.is_free(it)}
                yield CheckerPath(source, target, (reason, *lifts), jumped)


def _is_jumping(kind: ReasonKind, way: _Traveller) -> bool:
    """False for two squares in one go without a jump, which is no jump over nothing."""
    return kind is not ReasonKind.JUMPED_NOTHING or bool(way.captured)


def _travel(start: _Traveller, kind: ReasonKind, ground: _Ground) -> Iterator[_Traveller]:
    """Yields every stop of a checker that may break one kind of rule."""
    most = _MAX_WRONG_HOPS.get(kind, MAX_WRONG_HOPS)
    waiting, met = [start], {start}
    while waiting:
        before = waiting.pop()
        for hop in _hops(before, ground):
            broken = hop.allows(kind, started_as_king=start.is_king)
            if broken is None or before.wrong + broken > most:
                continue
            after = _after(hop, broken=broken)
            if after not in met and after.hops <= MAX_HOPS:
                met.add(after)
                waiting.append(after)
                yield after


def _after(hop: _WrongHop, *, broken: bool) -> _Traveller:
    before = hop.before
    caught = frozenset((hop.over,)) & hop.ground.other
    return replace(
        before,
        at=hop.target,
        is_king=before.is_king or hop.target >= ROW * (ROW - 1),
        captured=before.captured | caught,
        over=before.over | (frozenset((hop.over,)) if broken else frozenset()),
        wrong=before.wrong + broken,
        hops=before.hops + 1,
    )


def _hops(before: _Traveller, ground: _Ground) -> Iterator[_WrongHop]:
    row, column = divmod(before.at, ROW)
    inside: Callable[[int], bool] = range(ROW).__contains__
    for rows in (-2, 2):
        for columns in (-2, 2):
            if inside(row + rows) and inside(column + columns):
                target = ROW * (row + rows) + column + columns
                over = (before.at + target) // 2
                if ground.is_free(target):
                    yield _WrongHop(before, over, target, ground)


def distance(source: int, target: int) -> tuple[int, int]:
    """The rows and the columns from one field to another."""
    rows, columns = target // ROW - source // ROW, target % ROW - source % ROW
    return rows, columns
