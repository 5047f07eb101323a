"""Finds the reasons: compares the board with the one before the turn, and with its legal plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, permutations, product

from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.illegal_plays.single_checker import (
    Fields,
    distance,
    explain_journey,
    explain_round_trip,
)
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import Checkers, Position, Setup, fields_of
from engine.checkers.rulebook import SEASIDE, Rulebook
from engine.checkers.squares import FIELDS, ROW
from engine.sides import Side

MAX_PAIRED = 4
"""The largest number of displaced checkers for which all pairings with fields are compared."""
MAX_EXPLANATIONS = 12
"""The largest number of ways to explain a board that are compared."""
FieldPair = tuple[int, int]
"""The field that a checker left, and the field where it was found."""
_FAR_ROW = frozenset(range(FIELDS - ROW, FIELDS))


def find_reasons(
    position: Position, found: Setup, rulebook: Rulebook = SEASIDE
) -> tuple[Reason, ...]:
    """The reasons why a board is not a legal result of the turn, the most useful first.

    Empty if it is one. A king whose crown is owed counts as a king.
    """
    plays = LegalPlays(position, rulebook)
    if not found.faults() and found.position() in plays:
        return ()
    reasons = _Comparison(plays, position.setup, found).reasons()
    return tuple(sorted(reasons, key=lambda reason: reason.why.rank))


@dataclass(frozen=True, slots=True)
class _Displacement:
    """The fields that lack a checker of one side, and those where one was found."""

    gone: Fields
    new: Fields

    @classmethod
    def between(cls, before: Checkers, found: Checkers) -> _Displacement:
        gone, new = before.fields & ~found.fields, found.fields & ~before.fields
        return cls(frozenset(fields_of(gone)), frozenset(fields_of(new)))


@dataclass(frozen=True, slots=True)
class _Explanation:
    """The reasons against what the mover has done, and the moves that they assume."""

    reasons: tuple[Reason, ...]
    moves: tuple[FieldPair, ...] = ()
    others: tuple[int, ...] = ()
    """The fields of the other side's checkers that are assumed to have been moved."""

    @property
    def cost(self) -> tuple[int, int]:
        """The order in which explanations are preferred: few reasons, those that come first."""
        return len(self.reasons), sum(reason.why.rank for reason in self.reasons)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The board found beside the one before the turn."""

    plays: LegalPlays
    before: Setup
    found: Setup

    def reasons(self) -> list[Reason]:
        """Every reason; at least one, if the board is no legal result."""
        own, other = (_Displacement.between(self.before[side], self.found[side]) for side in Side)
        choices = combinations(sorted(other.gone), min(len(other.new), len(other.gone)))
        explanations = (
            _Explanation(it.reasons, it.moves, moved)
            for moved in islice(choices, MAX_EXPLANATIONS)
            for it in self._explanations(own, other.gone - frozenset(moved))
        )
        best = min(explanations, key=lambda it: it.cost)
        moves = _pair(best.others, tuple(sorted(other.new)))
        kind, surplus = ReasonKind.OPPONENTS_CHECKER_MOVED, other.new - {to for _, to in moves}
        reasons = [*best.reasons, *(Reason(kind, Side.OTHER, *move) for move in moves)]
        reasons += _list_fields(ReasonKind.CHECKERS_TOO_MANY, Side.OTHER, surplus)
        reasons += self._crowns(Side.MOVER, best.moves)
        reasons += self._crowns(Side.OTHER, moves)
        return reasons or [Reason(ReasonKind.NOTHING_MOVED)]

    def _explanations(self, own: _Displacement, lifted: Fields) -> Iterator[_Explanation]:
        """Yields explanations of what the mover has done, if these fields were emptied by it."""
        pairs = min(len(own.gone), len(own.new))
        if pairs > 1:
            yield self._several_moved(own, lifted)
        elif pairs:
            yield from self._one_moved(own, lifted)
        else:
            yield from self._none_moved(own, lifted)

    def _one_moved(self, own: _Displacement, lifted: Fields) -> Iterator[_Explanation]:
        ways = sorted(product(own.gone, own.new), key=_pair_distance)
        for source, target in ways[:MAX_EXPLANATIONS]:
            journey = explain_journey(self.plays, source, target, lifted)
            missing = own.gone - {source} - journey.jumped
            reasons = (*journey.reasons, *_wrong_number(missing, own.new - {target}))
            yield _Explanation(reasons, ((source, target),))

    def _several_moved(self, own: _Displacement, lifted: Fields) -> _Explanation:
        moves = _pair(tuple(sorted(own.gone)), tuple(sorted(own.new)))
        sources, targets = frozenset(it for it, _ in moves), frozenset(it for _, it in moves)
        jumped = {
            field
            for move in moves[:MAX_PAIRED]
            for field in explain_journey(self.plays, *move, lifted).jumped
        }
        first = Reason(
            ReasonKind.TWO_CHECKERS_MOVED,
            source=moves[0][0],
            target=moves[0][1],
            fields=tuple(sorted(targets)),
        )
        rest = _list_fields(ReasonKind.LIFTED_NOT_JUMPED, Side.OTHER, lifted - jumped)
        number = _wrong_number(own.gone - sources, own.new - targets)
        return _Explanation((first, *rest, *number), moves)

    def _none_moved(self, own: _Displacement, lifted: Fields) -> Iterator[_Explanation]:
        number = tuple(_wrong_number(own.gone, own.new))
        lifts = tuple(_list_fields(ReasonKind.LIFTED_NOT_JUMPED, Side.OTHER, lifted))
        yield _Explanation((*number, *lifts))
        trip = explain_round_trip(self.plays, lifted)
        if trip:
            yield _Explanation((*number, *trip.reasons), ((trip.source, trip.target),))
        stacked = self.before.mover.men & self.found.mover.kings
        if len(own.gone) == 1 and stacked.bit_count() == 1:
            move = (*own.gone, *fields_of(stacked))
            reason = Reason(ReasonKind.TARGET_OCCUPIED, source=move[0], target=move[1])
            yield _Explanation((reason, *lifts), ((move[0], move[1]),))

    def _crowns(self, side: Side, moves: tuple[FieldPair, ...]) -> Iterator[Reason]:
        """Yields the reasons against the crowns found on one side, or missing there."""
        before, found = self.before[side], self.found[side]
        source_of = {target: source for source, target in moves if source != target}
        missing, wrong = [], []
        for field in fields_of(found.fields):
            source = source_of.get(field, field)
            was_king, is_king = _has(before.kings, source), _has(found.kings, field)
            if not _has(before.fields, source) or _has(before.fields & ~before.kings, field) > (
                field == source
            ):
                continue
            may_crown = side is Side.MOVER and field != source and field in _FAR_ROW
            if is_king and not was_king and not may_crown:
                wrong.append(field)
            if not is_king and (was_king or may_crown):
                missing.append(field)
        yield from _list_fields(ReasonKind.CROWN_MISSING, side, frozenset(missing))
        yield from _list_fields(ReasonKind.CROWN_ON_MAN, side, frozenset(wrong))
        doubled = frozenset(fields_of(found.men & found.kings))
        yield from _list_fields(ReasonKind.CHECKERS_TOO_MANY, side, doubled)


def _has(fields: int, field: int) -> bool:
    return bool(fields >> field & 1)


def _wrong_number(missing: Fields, surplus: Fields) -> Iterator[Reason]:
    yield from _list_fields(ReasonKind.CHECKERS_MISSING, Side.MOVER, missing)
    yield from _list_fields(ReasonKind.CHECKERS_TOO_MANY, Side.MOVER, surplus)


def _list_fields(kind: ReasonKind, side: Side, fields: Fields) -> Iterator[Reason]:
    if fields:
        yield Reason(kind, side, fields=tuple(sorted(fields)))


def _pair(gone: tuple[int, ...], new: tuple[int, ...]) -> tuple[FieldPair, ...]:
    """The pairing of fields left with fields found that makes the shortest ways."""
    pairs = min(len(gone), len(new))
    if max(len(gone), len(new)) > MAX_PAIRED:
        return tuple(zip(gone[:pairs], new[:pairs], strict=True))
    if len(gone) > pairs:
        ways = (tuple(zip(way, new, strict=True)) for way in permutations(gone, pairs))
    else:
        ways = (tuple(zip(gone, way, strict=True)) for way in permutations(new, pairs))
    return min(ways, key=lambda moves: sum(map(_pair_distance, moves)))


def _pair_distance(pair: FieldPair) -> int:
    return sum(map(abs, distance(*pair)))
