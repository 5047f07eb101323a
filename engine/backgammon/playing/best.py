"""Which play of a throw promises most: a look at all of them, and a second one at the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.game.match import Match
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.playing.evaluation import chances_after
from engine.backgammon.playing.stake import Stake
from engine.backgammon.position import Position
from engine.backgammon.rulebook import Rulebook

THROWS = 36
"""How many there are, doubles counted once and the others twice."""
MARGIN = 0.04
"""How far behind the best, as a part of all that is at stake, a play is still looked at twice."""


def best_play(match: Match, second_looks: int = 1) -> Position:
    """The best play of the throw; so many of those that seem best are judged by the replies.

    The cube is thought to stay where it is.
    """
    game = match.game
    judge = _Judge(Stake.of(match, game.turn, game.cube), match.rulebook)
    ranked = sorted(map(judge.at_once, legal_plays(match)), reverse=True)[:second_looks]
    enough = ranked[0].worth - MARGIN * judge.stake.gains[0]
    close = [seen.play for seen in ranked if seen.worth >= enough]
    return max(map(judge.after_replies, close)).play if len(close) > 1 else close[0]


class _Seen(NamedTuple):
    """A play and what it seems worth; no two are alike."""

    worth: float
    counts: tuple[int, ...]
    play: Position


@dataclass(frozen=True, slots=True)
class _Judge:
    """What plays are worth to the player who makes them."""

    stake: Stake
    rulebook: Rulebook

    def at_once(self, play: Position) -> _Seen:
        """As it lies there."""
        return _Seen(self.stake.dead(chances_after(play, self.rulebook)), play.counts, play)

    def after_replies(self, play: Position) -> _Seen:
        """On the average, after the best reply to each throw."""
        if play.winner:
            return self.at_once(play)
        worth = sum((2 - dice.is_double) * self._after(play, dice) for dice in ALL_THROWS)
        return _Seen(worth / THROWS, play.counts, play)

    def _after(self, play: Position, dice: Dice) -> float:
        replies = LegalPlays(play.turned, dice, self.rulebook)
        return min(self.stake.dead(chances_after(reply, self.rulebook).turned) for reply in replies)
