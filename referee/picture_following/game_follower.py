"""Follows a game and commits turns once no other explanation is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.backgammon.position import START, Position
from hardware.checkers import Colour
from referee.picture_following.glimpses import Glimpse
from referee.picture_following.hypotheses import (
    Hypotheses,
    Hypothesis,
    InferredTurn,
    TurnOutcomes,
    add_glimpse,
    end_turns,
    initial_hypotheses,
    is_same_board,
)

MARGINS = ((8, 2.0), (4, 4.0), (0, 6.0))
"""Pairs of a number of later turns and the margin (in powers of e) that a turn then needs over
any other explanation: an uncontradicted turn becomes likelier with time.
"""
MAX_WAITING = 3
"""The number of turns that wait to be committed until dice move, if dice are visible at all, or
until the board is seen twice: a board seen once may be left again at once.
"""
MIN_FIT = -14.0
"""The fit below which a board does not explain a glimpse."""


@dataclass(frozen=True, slots=True)
class CommittedTurn:
    """A turn whose end is certain."""

    turn: InferredTurn
    glimpse: str
    """The glimpse after which it was certain."""


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """A game as far as it has been followed."""

    hypotheses: Hypotheses
    last: str = ""
    """The name of the last glimpse."""
    last_fitting: FollowedGame | None = None
    """The game before it was lost; None while something explains the board."""
    lost_on: str = ""
    """The first glimpse that nothing explains; empty if the game is not lost."""

    @property
    def fit(self) -> float:
        """The fit of the best hypothesis with the last glimpse."""
        return self.hypotheses.best.fit

    @property
    def is_lost(self) -> bool:
        """True if nothing explains the last glimpse."""
        return self.fit < MIN_FIT

    @property
    def first_uncertain(self) -> str:
        """The first glimpse without a single certain explanation; empty if there is none."""
        best = self.hypotheses.best
        if self.lost_on:
            return self.lost_on
        if best.turns:
            return best.turns[0].first_seen
        return best.first_seen if best.board.counts != best.position.counts else ""


def begin_following(
    position: Position = START, movers: Iterable[Colour] = (Colour.LIGHT, Colour.DARK)
) -> FollowedGame:
    """Begins to follow a game from a position, which is seen by the first of `movers`."""
    return FollowedGame(initial_hypotheses(position, movers))


def follow_glimpse(
    so_far: FollowedGame, glimpse: Glimpse
) -> tuple[FollowedGame, tuple[CommittedTurn, ...]]:
    """Adds a glimpse; returns the game so far, and the turns that are certain now."""
    hypotheses = add_glimpse(so_far.hypotheses, glimpse, _outcomes)
    same = is_same_board(so_far.hypotheses, hypotheses)
    is_over = glimpse.dice_moved and same
    now = FollowedGame(end_turns(hypotheses, _outcomes) if is_over else hypotheses, glimpse.name)
    if now.is_lost:
        since = so_far.lost_on or glimpse.name
        return replace(now, last_fitting=so_far.last_fitting or so_far, lost_on=since), ()
    if not same:
        return now, ()
    return _commit_turns(now, 1 if is_over else MAX_WAITING)


def end_following(so_far: FollowedGame) -> tuple[FollowedGame, tuple[CommittedTurn, ...]]:
    """Ends the game; returns it with the turns that are certain if the last one is over as well.

    If nothing explains the last glimpses, only turns from before them are returned.
    """
    if so_far.last_fitting is not None:
        fitting, committed = _commit_turns(so_far.last_fitting)
        return replace(fitting, lost_on=so_far.lost_on), committed
    best = so_far.hypotheses.best
    if best.board.counts == best.position.counts:
        # No checker has moved since the last turn; a turn without a legal play leaves no trace.
        return _commit_turns(so_far)
    return _commit_turns(replace(so_far, hypotheses=end_turns(so_far.hypotheses, _outcomes)))


def _commit_turns(
    so_far: FollowedGame, min_turns: int = 1
) -> tuple[FollowedGame, tuple[CommittedTurn, ...]]:
    """Commits the first turns that every hypothesis nearly as good as the best agrees on."""
    hypotheses = so_far.hypotheses
    agreed: list[InferredTurn] = []
    for at, turn in enumerate(hypotheses.best.turns):
        later = len(hypotheses.best.turns) - at - 1
        margin = next(margin for turns, margin in MARGINS if later >= turns)
        near = (one for one in hypotheses.ranked if one.worth > hypotheses.best.worth - margin)
        if not all(len(one.turns) > at and _same(one.turns[at], turn) for one in near):
            break
        agreed.append(turn)
    if len(agreed) < min_turns:
        return so_far, ()
    kept = tuple(rest for one in hypotheses.ranked if (rest := _without_turns(one, agreed)))
    committed = tuple(CommittedTurn(turn, so_far.last) for turn in agreed)
    return replace(so_far, hypotheses=replace(hypotheses, ranked=kept)), committed


def _same(one: InferredTurn, other: InferredTurn) -> bool:
    return one.mover is other.mover and one.end.counts == other.end.counts


def _without_turns(hypothesis: Hypothesis, agreed: list[InferredTurn]) -> Hypothesis | None:
    """A hypothesis without these certain turns; None if it has others instead."""
    own = hypothesis.turns[: len(agreed)]
    if len(own) < len(agreed) or not all(map(_same, own, agreed)):
        return None
    return replace(hypothesis, turns=hypothesis.turns[len(agreed) :])


@lru_cache(maxsize=64)
def _outcomes(position: Position) -> TurnOutcomes:
    return TurnOutcomes(position)
