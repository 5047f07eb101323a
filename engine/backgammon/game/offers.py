"""Offers and their answers: doubling the stake, and giving up."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.cube import Cube
from engine.backgammon.game import events
from engine.backgammon.game.doubling import beaver_ban, double_ban
from engine.backgammon.game.ending import finish
from engine.backgammon.game.match import Ending, Match, Phase, Resignation
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import Win
from engine.backgammon.game.turns import Outcome, completed_for_next
from engine.backgammon.players import Player
from engine.backgammon.rulebook import RefusalCosts


def double(match: Match, event: events.Double) -> Outcome:
    """The opponent is asked to play for twice the stake."""
    ready = completed_for_next(match)
    if isinstance(ready, Refusal):
        return ready
    if ban := double_ban(ready, event.player):
        return Refusal(ban)
    game = ready.game
    offer = 2 * game.cube.value
    return ready.going_on_with(replace(game, phase=Phase.DOUBLED, offer=offer, reasons=()))


def take(match: Match, event: events.Take) -> Outcome:
    """The stake is doubled; the cube belongs to whoever was doubled first."""
    game = match.game
    owner = event.player if game.phase is Phase.DOUBLED else event.player.opponent
    cube = Cube(game.offer, owner)
    return match.going_on_with(replace(game, phase=Phase.TO_THROW, cube=cube, offer=0))


def drop(match: Match, event: events.Drop) -> Outcome:
    """The game is lost at the stake the rulebook asks for."""
    cost = {
        RefusalCosts.STAKE_BEFORE: match.game.cube.value,
        RefusalCosts.STAKE_OFFERED: match.game.offer,
    }
    stake = cost[match.rulebook.refusal_costs]
    return finish(match, event.player.opponent, Ending.DROPPED, stake, Win.SINGLE)


def beaver(match: Match, event: events.Beaver) -> Outcome:
    """The doubled player owns the cube, and asks for twice as much again."""
    game = match.game
    if ban := beaver_ban(match):
        return Refusal(ban)
    cube = Cube(game.offer, event.player)
    return match.going_on_with(replace(game, phase=Phase.BEAVERED, cube=cube, offer=2 * game.offer))


def resign(match: Match, event: events.Resign) -> Outcome:
    """The opponent is offered a win; while it waits for his answer, only more can be offered."""
    waiting = match.game.resignation
    if waiting and (event.player is not waiting.player or event.win <= waiting.win):
        return Refusal(Ban.ANSWER_RESIGNATION)
    resignation = Resignation(event.player, event.win)
    return match.going_on_with(replace(match.game, resignation=resignation))


def accept_resignation(match: Match, event: events.AcceptResignation) -> Outcome:
    """The game is over as offered, and with it any question of the last play."""
    resignation = _offered(match, event.player)
    if isinstance(resignation, Ban):
        return Refusal(resignation)
    settled = match.going_on_with(replace(match.game, reasons=()))
    stake = match.game.cube.value
    return finish(settled, event.player, Ending.RESIGNED, stake, resignation.win)


def play_on(match: Match, event: events.PlayOn) -> Outcome:
    """The game goes on as if nothing had been offered."""
    resignation = _offered(match, event.player)
    if isinstance(resignation, Ban):
        return Refusal(resignation)
    return match.going_on_with(replace(match.game, resignation=None))


def _offered(match: Match, player: Player) -> Resignation | Ban:
    """The resignation that a player may answer, or what stands against it."""
    resignation = match.game.resignation
    if resignation is None:
        return Ban.NOTHING_OFFERED
    return Ban.OWN_OFFER if resignation.player is player else resignation
