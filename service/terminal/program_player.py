"""A program at the board: its chooser decides, and it throws its own dice."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.backgammon.game import events
from engine.backgammon.game.match import Game, Match, Phase
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.players import Player
from engine.backgammon.playing.chooser import Chooser
from service.terminal.random_player import throw_dice


@dataclass(slots=True)
class ProgramPlayer:
    """Does whatever is to be done, and gives up at most once in a turn."""

    chooser: Chooser
    chance: random.Random
    refused: Game | None = None
    """The game as it was when a win was last offered in it, as long as it is still so."""

    def answer(self, match: Match, player: Player) -> events.Event:
        """What this player does now that it is for him to act."""
        game = match.game
        if game.phase is Phase.TO_PLAY and not _asked(game) and game.position in legal_plays(match):
            return events.EndTurn(player)
        event = self.chooser.choose(match)
        if event is None and game != self.refused:
            event = self.chooser.give_up(match)
        self.refused = game if isinstance(event, events.Resign) else None
        return event or events.Throw(player, throw_dice(self.chance))


def _asked(game: Game) -> bool:
    return bool(game.resignation or game.undo_asked_by)
