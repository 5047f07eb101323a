"""The strategy of a computer player as a protocol, and our own: plays, doubles and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from engine.backgammon.dice import ALL_THROWS, Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.scoring import Cube, Win
from engine.backgammon.game.turns import beaver_ban, cube_is_dead, double_ban, legal_plays
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import Position
from engine.backgammon.rulebook import RefusalCosts, Rulebook
from engine.backgammon.strategy.evaluation import (
    Chances,
    Stake,
    chances_after,
    chances_before,
    value_of_points,
)
from engine.players import Player


class Strategy(Protocol):
    """Decides for the player to act; in any thread or process, as matches and events are values."""

    def choose(self, match: Match) -> events.Event | None:
        """The event of the player to act; None if the match waits for the dice or the table."""

    def offer_resignation(self, match: Match) -> events.Resign | None:
        """The resignation of the player before his throw, if any; call it at most once a turn."""


THROWS = 36
"""The number of throws, a double counted once and any other throw twice."""
MARGIN = 0.04
"""The largest distance from the best play, as a part of the stake, for a second look."""


def best_play(match: Match, second_looks: int = 1) -> Position:
    """The best play if the cube stays; the best `second_looks` are judged by their replies."""
    game = match.game
    judge = _PlayEvaluator(Stake.of(match, game.turn, game.cube), match.rulebook)
    ranked = sorted(map(judge.evaluate_now, legal_plays(match)), reverse=True)[:second_looks]
    enough = ranked[0].worth - MARGIN * judge.stake.gains[0]
    close = [seen.play for seen in ranked if seen.worth >= enough]
    return max(map(judge.evaluate_after_replies, close)).play if len(close) > 1 else close[0]


class _RatedPlay(NamedTuple):
    """A play and its value; `counts` order plays of equal value."""

    worth: float
    counts: tuple[int, ...]
    play: Position


@dataclass(frozen=True, slots=True)
class _PlayEvaluator:
    """Evaluates plays for the player who makes them."""

    stake: Stake
    rulebook: Rulebook

    def evaluate_now(self, play: Position) -> _RatedPlay:
        """The value of a play from its position alone."""
        return _RatedPlay(self.stake.dead(chances_after(play, self.rulebook)), play.counts, play)

    def evaluate_after_replies(self, play: Position) -> _RatedPlay:
        """The average value of a play after the best reply to each throw."""
        if play.winner:
            return self.evaluate_now(play)
        worth = sum((2 - dice.is_double) * self._after(play, dice) for dice in ALL_THROWS)
        return _RatedPlay(worth / THROWS, play.counts, play)

    def _after(self, play: Position, dice: Dice) -> float:
        replies = LegalPlays(play.mirrored, dice, self.rulebook)
        after = (chances_after(reply, self.rulebook).mirrored for reply in replies)
        return min(map(self.stake.dead, after))


HOPELESS = 0.002
"""The chance of winning up to which a game counts as lost."""
PATIENCE = 0.025
"""The part of the stake that the player gives away to accept a resignation."""


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer player."""

    second_looks: int = 3
    """The number of its best plays that it judges by the replies to them; 1 is easier to beat."""

    def choose(self, match: Match) -> events.Event | None:
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

    def offer_resignation(self, match: Match) -> events.Resign | None:
        game, player = match.game, match.to_act
        asked = game.resignation or game.undo_asked_by
        if match.winner or asked or game.phase is not Phase.TO_THROW or game.position.has_contact:
            return None
        lost = _certain_loss(_chances(match, player))
        return events.Resign(player, lost) if lost else None


def _before_throw(match: Match) -> events.Event | None:
    player = match.to_act
    if match.game.reasons:
        return events.Challenge(player)
    if double_ban(match, player) or cube_is_dead(match, player):
        return None
    cube, chances = match.game.cube, _chances(match, player)
    taken = Stake.of(match, player, Cube(2 * cube.value, player.opponent)).live(chances)
    dropped = value_of_points(match, player, _cost_of_drop(match, 2 * cube.value))
    waiting = Stake.of(match, player, cube).live(chances)
    return events.Double(player) if min(taken, dropped) > waiting else None


def _answer_to_double(match: Match) -> events.Event:
    player, offer = match.to_act, match.game.offer
    chances = _chances(match, player)
    doubled = match.game.phase is Phase.DOUBLED
    owner = player if doubled else player.opponent
    taken = Stake.of(match, player, Cube(offer, owner)).live(chances)
    if taken < value_of_points(match, player, -_cost_of_drop(match, offer)):
        return events.Drop(player)
    if doubled and not beaver_ban(match):
        beavered = Stake.of(match, player, Cube(2 * offer, player)).live(chances)
        if beavered > taken:
            return events.Beaver(player)
    return events.Take(player)


def _answer_to_resignation(match: Match) -> events.Event:
    """Accepts a win that is worth about as much as going on."""
    player, cube, resignation = match.to_act, match.game.cube, match.game.resignation
    stake = Stake.of(match, player, cube)
    offered = Chances.certain(resignation.win if resignation else Win.SINGLE)
    going_on = stake.dead(_chances(match, player)) - PATIENCE * stake.gains[0]
    enough = stake.dead(offered) >= going_on
    return events.AcceptResignation(player) if enough else events.PlayOn(player)


def _cost_of_drop(match: Match, offer: int) -> int:
    before = match.rulebook.refusal_costs is RefusalCosts.STAKE_BEFORE
    return match.game.cube.value if before else offer


def _certain_loss(chances: Chances) -> Win | None:
    """The kind of loss that is practically certain, if one is."""
    doubtful = (chances.win, chances.lost_gammon, chances.lost_backgammon)
    if chances.win > HOPELESS or any(HOPELESS < one < 1 - HOPELESS for one in doubtful):
        return None
    return Win(1 + round(chances.lost_gammon) + round(chances.lost_backgammon))


def _chances(match: Match, player: Player) -> Chances:
    """A player's chances in any phase of a game."""
    game, rulebook = match.game, match.rulebook
    if game.phase is Phase.PLAYED and game.played:
        chances = chances_after(game.played, rulebook)
    elif game.phase is Phase.TO_PLAY:
        chances = chances_after(best_play(match), rulebook)
    else:
        chances = chances_before(game.position, rulebook)
    return chances if player is game.turn else chances.mirrored
