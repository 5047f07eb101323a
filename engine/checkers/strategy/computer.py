"""The strategy of a computer player as a protocol, and our own: plays and answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

from engine.checkers.game import events
from engine.checkers.game.match import Game, Match, Phase
from engine.checkers.game.turns import can_claim_draw, legal_plays
from engine.checkers.position import Position
from engine.checkers.strategy.search import Limits, SearchResult, find_best_play
from engine.players import Player


class Strategy(Protocol):
    """Decides for the player to act; in any thread or process, as matches and events are values."""

    def choose(self, match: Match) -> events.Event | None:
        """The event of the player to act; None if the match waits for people."""

    def offer_resignation(self, match: Match) -> events.Resign | None:
        """The resignation of the player to move, if any; call it at most once a turn."""


class Strength(Enum):
    """The strengths of our own player, by how far it looks."""

    EASY = Limits(nodes=200, depth=1)
    MIDDLE = Limits(nodes=2_000, depth=2)
    STRONG = Limits(nodes=20_000, least_depth=7)


HOPEFUL = 30
"""The value, in hundredths of a man, from which a draw is declined."""
CERTAIN_LOSS = 4
"""The number of plays to a loss from which the player resigns."""


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer player."""

    strength: Strength = Strength.STRONG
    is_time_up: Callable[[], bool] | None = None
    """True once the time for a move is spent; the strong player looks seven plays ahead anyhow."""

    def choose(self, match: Match) -> events.Event | None:
        player, game = match.to_act, match.game
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if match.is_over:
            return None
        if game.resigned_by:
            return events.AcceptResignation(player)
        if game.draw_offered_by:
            return self._answer_to_draw(match, player)
        if game.phase is Phase.PLAYED:
            return events.EndTurn(player)
        return self._move(match) if game.phase is Phase.TO_PLAY else None

    def offer_resignation(self, match: Match) -> events.Resign | None:
        game = match.game
        asked = game.resigned_by or game.draw_offered_by or game.undo_asked_by
        if match.is_over or asked or game.phase is not Phase.TO_PLAY:
            return None
        limits = Limits(nodes=0, depth=CERTAIN_LOSS, least_depth=CERTAIN_LOSS)
        found = find_best_play(game.position, match.rulebook, limits)
        is_lost = found.plays_to_end is not None and found.value < 0
        return events.Resign(game.turn) if is_lost else None

    def find_play(self, match: Match) -> SearchResult:
        """The best play of the player to move, with what the search found out about it."""
        limits = replace(self.strength.value, is_time_up=self.is_time_up)
        drawn = drawn_next(match.game, match.rulebook.repetitions)
        return find_best_play(match.game.position, match.rulebook, limits, drawn)

    def _move(self, match: Match) -> events.Event:
        found, player = self.find_play(match), match.game.turn
        if can_claim_draw(match) and found.value < 0:
            return events.ClaimDraw(player)
        return events.Play(player, found.play)

    def _answer_to_draw(self, match: Match, player: Player) -> events.Event:
        """Declines a draw in a position that is better than even."""
        game = match.game
        if game.phase is not Phase.TO_PLAY or not legal_plays(match):
            return events.DeclineDraw(player)
        found = self.find_play(match)
        value = found.value if game.turn is player else -found.value
        is_better = value >= HOPEFUL
        return events.DeclineDraw(player) if is_better else events.AcceptDraw(player)


def drawn_next(game: Game, repetitions: int | None) -> tuple[Position, ...]:
    """The positions that make a draw if they come once more."""
    if repetitions is None:
        return ()
    met = game.history
    return tuple(it for it in dict.fromkeys(met) if met.count(it) >= repetitions - 1)
