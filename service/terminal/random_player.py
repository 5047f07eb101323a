"""A player who throws, and then plays any legal play."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.backgammon.dice import NUMBERS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.players import Player


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays without looking: takes every double, agrees to everything."""

    chance: random.Random

    def answer(self, match: Match, player: Player) -> events.Event:
        """What this player does now that it is for him to act."""
        game = match.game
        if game.resignation:
            return events.AcceptResignation(player)
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if game.phase in (Phase.DOUBLED, Phase.BEAVERED):
            return events.Take(player)
        if game.phase is Phase.TO_THROW:
            return events.Throw(player, throw_dice(self.chance))
        if game.phase is Phase.PLAYED:
            return events.EndTurn(player)
        return self._play(match, player)

    def _play(self, match: Match, player: Player) -> events.Event:
        plays = legal_plays(match)
        if plays.position in plays:
            return events.EndTurn(player)
        return events.Play(player, self.chance.choice(sorted(plays, key=lambda play: play.counts)))


def throw_dice(chance: random.Random) -> Dice:
    """Two dice thrown."""
    return Dice(chance.choice(NUMBERS), chance.choice(NUMBERS))
