"""Our own player: it knows the match, and nothing of who plays against it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.cube import Cube
from engine.backgammon.game import events
from engine.backgammon.game.doubling import beaver_ban, cube_is_dead, double_ban
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Win
from engine.backgammon.players import Player
from engine.backgammon.playing.best import best_play
from engine.backgammon.playing.chances import Chances
from engine.backgammon.playing.evaluation import chances_after, chances_before
from engine.backgammon.playing.stake import Stake
from engine.backgammon.playing.winning import worth
from engine.backgammon.rulebook import RefusalCosts

HOPELESS = 0.002
"""Whoever has no better chance than this has lost."""
PATIENCE = 0.025
"""How much of all that is at stake is given away to accept a resignation."""


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer's player."""

    second_looks: int = 3
    """How many of its best plays it judges by the replies to them; 1 is easier to beat."""

    def choose(self, match: Match) -> events.Event | None:
        """What the player who is to act does now; None where it is for the dice or the table."""
        player, game = match.to_act, match.game
        if game.undo_asked_by:
            return events.AgreeUndo(player)
        if match.winner:
            return None
        if game.resignation:
            return _answer_to_resignation(match)
        match game.phase:
            case Phase.TO_THROW:
                return _before_throw(match)
            case Phase.DOUBLED | Phase.BEAVERED:
                return _answer_to_double(match)
            case Phase.TO_PLAY:
                return events.Play(player, best_play(match, self.second_looks))
            case Phase.PLAYED:
                return events.EndTurn(player)
        return None

    def give_up(self, match: Match) -> events.Resign | None:
        """The win he offers before his throw, if any; ask once in a turn, or he asks for ever."""
        game, player = match.game, match.to_act
        asked = game.resignation or game.undo_asked_by
        if match.winner or asked or game.phase is not Phase.TO_THROW or game.position.has_contact:
            return None
        lost = _lost(_chances(match, player))
        return events.Resign(player, lost) if lost else None


def _before_throw(match: Match) -> events.Event | None:
    player = match.to_act
    if match.game.reasons:
        return events.Challenge(player)
    if double_ban(match, player) or cube_is_dead(match, player):
        return None
    cube, chances = match.game.cube, _chances(match, player)
    taken = Stake.of(match, player, Cube(2 * cube.value, player.opponent)).live(chances)
    dropped = worth(match, player, _cost_of_drop(match, 2 * cube.value))
    waiting = Stake.of(match, player, cube).live(chances)
    return events.Double(player) if min(taken, dropped) > waiting else None


def _answer_to_double(match: Match) -> events.Event:
    player, offer = match.to_act, match.game.offer
    chances = _chances(match, player)
    doubled = match.game.phase is Phase.DOUBLED
    owner = player if doubled else player.opponent
    taken = Stake.of(match, player, Cube(offer, owner)).live(chances)
    if taken < worth(match, player, -_cost_of_drop(match, offer)):
        return events.Drop(player)
    if doubled and not beaver_ban(match):
        beavered = Stake.of(match, player, Cube(2 * offer, player)).live(chances)
        if beavered > taken:
            return events.Beaver(player)
    return events.Take(player)


def _answer_to_resignation(match: Match) -> events.Event:
    """Accepts what is worth about as much as going on."""
    player, cube, resignation = match.to_act, match.game.cube, match.game.resignation
    stake = Stake.of(match, player, cube)
    offered = Chances.certain(resignation.win if resignation else Win.SINGLE)
    going_on = stake.dead(_chances(match, player)) - PATIENCE * stake.gains[0]
    enough = stake.dead(offered) >= going_on
    return events.AcceptResignation(player) if enough else events.PlayOn(player)


def _cost_of_drop(match: Match, offer: int) -> int:
    before = match.rulebook.refusal_costs is RefusalCosts.STAKE_BEFORE
    return match.game.cube.value if before else offer


def _lost(chances: Chances) -> Win | None:
    """The loss that is as good as certain, if one is."""
    doubtful = (chances.win, chances.lost_gammon, chances.lost_backgammon)
    if chances.win > HOPELESS or any(HOPELESS < one < 1 - HOPELESS for one in doubtful):
        return None
    return Win(1 + round(chances.lost_gammon) + round(chances.lost_backgammon))


def _chances(match: Match, player: Player) -> Chances:
    """A player's chances at any time of a game."""
    game, rulebook = match.game, match.rulebook
    if game.phase is Phase.PLAYED and game.played:
        chances = chances_after(game.played, rulebook)
    elif game.phase is Phase.TO_PLAY:
        chances = chances_after(best_play(match), rulebook)
    else:
        chances = chances_before(game.position, rulebook)
    return chances if player is game.turn else chances.turned
