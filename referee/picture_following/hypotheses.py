"""The possible boards of a turn, and the hypotheses that explain every look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import nlargest
from math import log
from typing import NamedTuple

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.moves.plays import Counts, LegalPlays, build_tree
from engine.backgammon.position import Position
from hardware.checkers import Colour, Place
from referee.picture_following.glimpses import Glimpse, Weights, is_news, weights_by_field
from referee.seating import FIELDS_BY_PLACE

DICE_COMBINATIONS = 36
"""The number of ways in which two dice can fall."""
UNFINISHED_WEIGHT = -2.0
"""The weight of a board on the way, compared with the board at the end of a turn."""


class FieldChange(NamedTuple):
    """A field of a position, with its count at the beginning of the turn and its count now."""

    field: int
    before: int
    now: int


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """A board that may be observed in a turn."""

    counts: Counts
    changes: tuple[FieldChange, ...]
    """The fields that have changed since the turn began."""
    weight: float
    """The logarithm of its frequency."""
    throws: tuple[Dice, ...]
    """The throws with a play that ends there; empty for a board on the way."""


class TurnOutcomes:
    """The boards of one turn: its possible ends, and those on the way."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def ends(self) -> Mapping[Counts, TurnBoard]:
        """The possible ends of the turn; the unchanged board if some throw cannot be played."""
        throws: dict[Counts, list[Dice]] = {}
        frequency: dict[Counts, float] = {}
        for dice in ALL_THROWS:
            plays = LegalPlays(self.position, dice)
            chance = (1 if dice.is_double else 2) / DICE_COMBINATIONS / len(plays)
            for play in plays:
                throws.setdefault(play.counts, []).append(dice)
                frequency[play.counts] = frequency.get(play.counts, 0.0) + chance
        return {
            counts: self._make_board(counts, log(frequency[counts]), tuple(dice))
            for counts, dice in throws.items()
        }

    @cached_property
    def boards(self) -> tuple[TurnBoard, ...]:
        """The boards that may be observed during the turn, including its beginning and ends."""
        start, unfinished = self.position.counts, UNFINISHED_WEIGHT - log(len(self.ends))
        found = {start: self._make_board(start, 0.0, ())}
        for counts, end in self.ends.items():
            found.setdefault(counts, end)
        for dice in ALL_THROWS:
            for node in build_tree(self.position, dice).walk():
                if node.counts not in found:
                    found[node.counts] = self._make_board(node.counts, unfinished, ())
        return tuple(found.values())

    def _make_board(self, counts: Counts, weight: float, throws: tuple[Dice, ...]) -> TurnBoard:
        fields = enumerate(zip(self.position.counts, counts, strict=True))
        changes = (FieldChange(at, before, now) for at, (before, now) in fields if before != now)
        return TurnBoard(counts, tuple(changes), weight, throws)


MAX_HYPOTHESES = 30
"""The largest number of hypotheses that are kept."""
MAX_BOARDS = 12
"""The number of boards of a turn that are tried for each hypothesis."""
DROP_MARGIN = 24.0
"""The distance in weight from the best hypothesis at which another one is dropped."""
EXTENSION_MARGIN = 14.0
"""The distance in weight from which a hypothesis is no longer extended by further turns."""
PLAYED_ON_WEIGHT = -8.0
"""The weight of a turn that goes on after the dice were taken up or thrown again."""
UNPLAYED_WEIGHT = -3.0
"""The weight of such a turn without a play: the dice may be thrown again, or were nudged."""
UNSEEN_DICE_WEIGHT = -3.0
"""The weight of a turn that ends without dice moving, where dice are visible."""
DICE_VISIBLE_AFTER = 2
"""The number of observed movements of dice from which on they count as visible."""
MAX_DANCES = 2
"""The largest number of turns without a play that are assumed between two looks."""


@dataclass(frozen=True, slots=True)
class InferredTurn:
    """One turn of a hypothesis."""

    mover: Colour
    before: Position
    """The position before the turn, seen by the mover."""
    end: TurnBoard
    first_seen: str
    """The glimpse in which its end was first seen."""

    @property
    def after(self) -> Position:
        """The position after the turn, seen by the mover."""
        return Position.trusted(self.end.counts)


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One hypothesis of the whole game that explains everything observed."""

    position: Position
    """The position at the beginning of the current turn, seen by its mover."""
    mover: Colour
    board: TurnBoard
    """The board that the current turn has reached."""
    score: float = 0.0
    """The fit with all glimpses, and the frequency of its turns."""
    fit: float = 0.0
    """The fit of its board with the last glimpse alone."""
    first_seen: str = ""
    """The glimpse in which its board was first seen."""
    turns: tuple[InferredTurn, ...] = ()
    """The turns that are not committed yet."""

    @property
    def worth(self) -> float:
        """The value by which hypotheses are compared."""
        return self.score + self.board.weight


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """All hypotheses that are kept."""

    ranked: tuple[Hypothesis, ...]
    """The best one first."""
    known: Mapping[Place, Weights] = field(default_factory=dict)
    """The evidence about each place when it was last visible."""
    throws: int = 0
    """The number of observed movements of dice."""

    @property
    def best(self) -> Hypothesis:
        return self.ranked[0]


OutcomesOf = Callable[[Position], TurnOutcomes]


def initial_hypotheses(position: Position, movers: Iterable[Colour]) -> Hypotheses:
    """The hypotheses at the beginning; the position is seen by the first of `movers`."""
    first, *others = movers
    seen_by = {first: position, **dict.fromkeys(others, position.mirrored)}
    return Hypotheses(tuple(_at_start(seen, mover) for mover, seen in seen_by.items()))


def add_glimpse(hypotheses: Hypotheses, glimpse: Glimpse, outcomes: OutcomesOf) -> Hypotheses:
    """The hypotheses after one more glimpse; the same object if the glimpse has no news."""
    news = frozenset(
        place
        for place, weights in glimpse.weights.items()
        if is_news(hypotheses.known.get(place, ()), weights)
    )
    return _with_news(hypotheses, glimpse, news, outcomes) if news else hypotheses


def is_same_board(before: Hypotheses, now: Hypotheses) -> bool:
    """True if the best hypothesis has the same board as before."""
    old, new = ((best.mover, best.position, best.board.counts) for best in (before.best, now.best))
    return old == new


def _with_news(
    hypotheses: Hypotheses, glimpse: Glimpse, news: frozenset[Place], outcomes: OutcomesOf
) -> Hypotheses:
    views = {mover: _GlimpseForMover.of(glimpse, news, mover) for mover in Colour}
    unseen = UNSEEN_DICE_WEIGHT if hypotheses.throws >= DICE_VISIBLE_AFTER else 0.0
    going_on = [
        later
        for hypothesis in hypotheses.ranked
        for extended in _with_later_turns(hypothesis, hypotheses.best, outcomes, unseen)
        for later in _continuations(extended, views[extended.mover], outcomes(extended.position))
    ]
    known = {**hypotheses.known, **glimpse.weights}
    return replace(hypotheses, ranked=_best_hypotheses(going_on), known=known)


def end_turns(hypotheses: Hypotheses, outcomes: OutcomesOf) -> Hypotheses:
    """The hypotheses after dice were taken up or thrown, with no other change."""
    after = [
        _going_on(extended) if extended is hypothesis else extended
        for hypothesis in hypotheses.ranked
        for extended in _with_later_turns(hypothesis, hypotheses.best, outcomes, 0.0)
    ]
    return replace(hypotheses, ranked=_best_hypotheses(after), throws=hypotheses.throws + 1)


def _going_on(hypothesis: Hypothesis) -> Hypothesis:
    unplayed = hypothesis.board.counts == hypothesis.position.counts
    weight = UNPLAYED_WEIGHT if unplayed else PLAYED_ON_WEIGHT
    return replace(hypothesis, score=hypothesis.score + weight)


@dataclass(frozen=True, slots=True)
class _GlimpseForMover:
    """A glimpse as one mover sees it, by field of a position."""

    name: str
    weights: Sequence[Weights]
    news: Sequence[bool]

    @classmethod
    def of(cls, glimpse: Glimpse, news: frozenset[Place], mover: Colour) -> _GlimpseForMover:
        new = [False] * len(FIELDS_BY_PLACE[mover])
        for place in news:
            new[FIELDS_BY_PLACE[mover][place]] = True
        return cls(glimpse.name, weights_by_field(glimpse.weights, mover), new)

    def fit(self, counts: Counts) -> float:
        """The fit of a board with the whole glimpse."""
        return sum(table[count] for table, count in zip(self.weights, counts, strict=True))

    def after(self, before: Counts) -> list[Weights]:
        """The weights by field; what is neither news nor changed counts as explained before."""
        tables = []
        for table, was, new in zip(self.weights, before, self.news, strict=True):
            if new:
                tables.append(table)
            else:
                explained = list(table)
                explained[was] = 0.0
                tables.append(explained)
        return tables


def _at_start(position: Position, mover: Colour) -> Hypothesis:
    return Hypothesis(position, mover, TurnBoard(position.counts, (), 0.0, ()))


def _with_later_turns(
    hypothesis: Hypothesis, best: Hypothesis, outcomes: OutcomesOf, unseen: float
) -> Iterator[Hypothesis]:
    """Yields it, then those in which its turn is over, followed by turns without a play."""
    yield hypothesis
    if hypothesis.worth < best.worth - EXTENSION_MARGIN:
        return
    for _ in range(1 + MAX_DANCES):
        end = outcomes(hypothesis.position).ends.get(hypothesis.board.counts)
        if end is None or hypothesis.position.winner:
            return
        turn = InferredTurn(hypothesis.mover, hypothesis.position, end, hypothesis.first_seen)
        hypothesis = replace(
            _at_start(turn.after.mirrored, hypothesis.mover.other),
            score=hypothesis.score + end.weight + unseen,
            fit=hypothesis.fit,
            first_seen=hypothesis.first_seen,
            turns=(*hypothesis.turns, turn),
        )
        yield hypothesis


def _continuations(
    hypothesis: Hypothesis, view: _GlimpseForMover, outcomes: TurnOutcomes
) -> Iterator[Hypothesis]:
    """Yields the likeliest continuations of a hypothesis up to this glimpse."""
    tables = view.after(hypothesis.board.counts)
    begin = outcomes.position.counts
    base = sum(table[count] for table, count in zip(tables, begin, strict=True))
    fits = (
        (base + sum(tables[at][now] - tables[at][was] for at, was, now in board.changes), board)
        for board in outcomes.boards
    )
    likeliest = nlargest(MAX_BOARDS, fits, key=lambda pair: pair[0] + pair[1].weight)
    for fit, board in likeliest:
        same = board.counts == hypothesis.board.counts
        yield replace(
            hypothesis,
            board=board,
            score=hypothesis.score + fit,
            fit=view.fit(board.counts),
            first_seen=hypothesis.first_seen if same else view.name,
        )


def _best_hypotheses(hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The best hypothesis of each set of equal ones, and of all those only the best."""
    best_by_turns: dict[tuple[object, ...], Hypothesis] = {}
    for one in hypotheses:
        key = (one.mover, one.board.counts, *(turn.end.counts for turn in one.turns))
        if key not in best_by_turns or one.worth > best_by_turns[key].worth:
            best_by_turns[key] = one
    ranked = sorted(best_by_turns.values(), key=lambda one: one.worth, reverse=True)
    worst = ranked[0].worth - DROP_MARGIN
    return tuple(one for one in ranked[:MAX_HYPOTHESES] if one.worth > worst)
