"""Programs that play checkers at the terminal: the computer, and one that plays at random."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from engine.checkers.game import events
from engine.checkers.game.match import Game, Match, Phase
from engine.checkers.game.turns import legal_plays
from engine.checkers.strategy.computer import Computer, Strength
from engine.players import Player

SECONDS_PER_MOVE = 3.0
"""The time after which the computer looks no further than it must."""


@dataclass(slots=True)
class ComputerOpponent:
    """The computer with one of its strengths; offers to resign at most once in a turn."""

    strength: Strength
    resigned_in: Game | None = None
    """The game in which a resignation was offered last; None after any other act."""

    def answer(self, match: Match, player: Player) -> events.Event:
        """The event by which this player acts; the match must wait for him."""
        end = time.monotonic() + SECONDS_PER_MOVE
        computer = Computer(self.strength, lambda: time.monotonic() >= end)
        resignation = None
        if match.game != self.resigned_in:
            resignation = computer.offer_resignation(match)
        self.resigned_in = match.game if resignation else None
        event = resignation or computer.choose(match)
        if event is None:
            raise ValueError(f"the match does not wait for {player}")
        return event


@dataclass(frozen=True, slots=True)
class RandomOpponent:
    """Plays at random, and agrees to every offer and request."""

    rng: random.Random

    def answer(self, match: Match, player: Player) -> events.Event:
        """The event by which this player acts; the match must wait for him."""
        game = match.game
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if game.resigned_by:
            return events.AcceptResignation(player)
        if game.draw_offered_by:
            return events.AcceptDraw(player)
        if game.phase is not Phase.TO_PLAY:
            return events.EndTurn(player)
        plays = sorted(legal_plays(match), key=lambda play: play.bits)
        return events.Play(player, self.rng.choice(plays))
