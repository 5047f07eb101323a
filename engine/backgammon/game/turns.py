"""The rules for each event: turns, the cube, other offers, the end of a game and the next one."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.events import Ban, NextGame, Refusal
from engine.backgammon.game.match import Crawford, Ending, Game, Match, Phase, Resignation, Result
from engine.backgammon.game.scoring import Cube, Win, win_of
from engine.backgammon.illegal_plays.explanation import find_reasons
from engine.backgammon.illegal_plays.play_reasons import Reason
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.position import Position
from engine.backgammon.rulebook import DoublingFrom, FirstDice, IllegalPlay, RefusalCosts
from engine.players import Player
from engine.sides import Side

Outcome = Match | Refusal
"""The match after an event, or the refusal of the event."""


def finish(match: Match, winner: Player, ending: Ending, stake: int, win: Win) -> Match:
    """Returns the match with the game won; scores the stake times the worth of the win."""
    times = 1 if gammons_count_single(match) else int(win)
    points = stake * times
    game = replace(
        match.game,
        phase=Phase.OVER,
        dice=None,
        played=None,
        offer=0,
        resignation=None,
        result=Result(winner, ending, points, win),
    )
    score = match.score.with_value(winner, match.score[winner] + points)
    return replace(match, score=score, game=game)


def gammons_count_single(match: Match) -> bool:
    """True if Jacoby's rule applies now: it is in force and nobody has doubled."""
    return match.rulebook.jacoby.in_force(match.length) and match.game.cube.owner is None


def next_game(match: Match, _event: NextGame) -> Match:
    """Returns the match at its next game, with the checkers set up again."""
    number, crawford = match.number + 1, _next_crawford(match)
    return replace(match, number=number, crawford=crawford, game=Game(), before=None)


def is_crawford_due(match: Match) -> bool:
    """True if the next game is the Crawford game: the first with a player 1 point short."""
    if not (match.rulebook.crawford and match.length and match.crawford is Crawford.AHEAD):
        return False
    return [match.points_needed(player) for player in Player].count(1) == 1


def opening_throw(match: Match, event: events.OpeningThrow) -> Outcome:
    """Returns the match with a player to begin, or after a tie, which may double the stake."""
    game = match.game
    if event.one == event.two:
        return match.with_game(_after_tie(match))
    winner = Player.ONE if event.one > event.two else Player.TWO
    if match.rulebook.first_dice is FirstDice.ANEW:
        return match.with_game(replace(game, phase=Phase.TO_THROW, turn=winner))
    dice = Dice(event.one, event.two)
    played = replace(game, phase=Phase.TO_PLAY, turn=winner, dice=dice, begun=True)
    return match.with_game(replace(played, has_opening_dice=True))


def throw(match: Match, event: events.Throw) -> Outcome:
    """Returns the match with these dice to play; a Refusal if the turn before cannot end yet."""
    ready = complete_for_next(match)
    if isinstance(ready, Refusal):
        return ready
    game = replace(ready.game, phase=Phase.TO_PLAY, dice=event.dice, begun=True, reasons=())
    return ready.with_game(game)


def cocked_throw(match: Match, _event: events.CockedThrow) -> Outcome:
    """Returns the match unchanged, as the throw does not count."""
    return match


def void_throw(match: Match, _event: events.VoidThrow) -> Outcome:
    """Returns the match before the throw on the board; what it accepted stays accepted."""
    game = replace(_without_play(match.game), phase=Phase.TO_THROW, dice=None)
    if game.has_opening_dice:
        start = Game()
        game = replace(
            game, phase=start.phase, turn=start.turn, has_opening_dice=False, begun=False
        )
    return match.with_game(game)


def play(match: Match, event: events.Play) -> Outcome:
    """Returns the match with the play made; a Refusal if it is illegal and must be put right."""
    reasons = _reasons_against(match, event.result)
    if reasons and match.rulebook.illegal_play is IllegalPlay.PUT_RIGHT:
        return Refusal(Ban.ILLEGAL_PLAY, reasons)
    game = replace(match.game, phase=Phase.PLAYED, played=event.result, reasons=reasons)
    return match.with_game(game)


def take_back(match: Match, _event: events.TakeBack) -> Outcome:
    """Returns the match with the moves since the throw undone; a Refusal if there are none."""
    if match.game.phase is not Phase.PLAYED:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    return match.with_game(_without_play(match.game))


def end_turn(match: Match, _event: events.EndTurn) -> Outcome:
    """Returns the match with the turn or the game ended; a Refusal if a play is missing."""
    game = match.game
    played = game.position if game.played is None else game.played
    if game.played is None and (reasons := _reasons_against(match, played)):
        return Refusal(Ban.PLAY_FIRST, reasons)
    before = match.with_game(_without_play(game))
    completed = replace(match, before=before)
    if played.winner is Side.MOVER:
        final = completed.with_game(replace(game, position=played))
        win = win_of(played, match.rulebook)
        return finish(final, game.turn, Ending.BORNE_OFF, game.cube.value, win)
    after = replace(
        game,
        phase=Phase.TO_THROW,
        has_opening_dice=False,
        position=played.mirrored,
        turn=game.turn.opponent,
        dice=None,
        played=None,
    )
    return completed.with_game(after)


def challenge(match: Match, event: events.Challenge) -> Outcome:
    """Returns the match before the opponent's illegal play; a Refusal if there is none."""
    before = match.before
    if before is None or not match.game.reasons or event.player is before.game.turn:
        return Refusal(Ban.NOTHING_TO_CHALLENGE)
    return before


def ask_undo(match: Match, event: events.AskUndo) -> Outcome:
    """Returns the match with the last turn taken back, or consent asked; a Refusal without one."""
    if match.before is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    # Whoever takes back a turn on which something has followed gains by it: a throw is lost.
    own = event.player is match.before.game.turn
    if own and not (_has_followed(match, match.before) or match.rulebook.undo_needs_both):
        return match.before
    return match.with_game(replace(match.game, undo_asked_by=event.player))


def _has_followed(match: Match, before: Match) -> bool:
    """True if anything has happened since the turn after this match was completed."""
    game = match.game
    given_up = game.result is not None and game.result.ending is not Ending.BORNE_OFF
    waiting = game.phase in (Phase.TO_THROW, Phase.OVER)
    return given_up or not waiting or game.cube != before.game.cube


def agree_undo(match: Match, event: events.AgreeUndo) -> Outcome:
    """Returns the match before the last completed turn; a Refusal if the player was not asked."""
    return _answer_undo(match, event.player, match.before)


def refuse_undo(match: Match, event: events.RefuseUndo) -> Outcome:
    """Returns the match without the request to undo; a Refusal if the player was not asked."""
    going_on = match.with_game(replace(match.game, undo_asked_by=None))
    return _answer_undo(match, event.player, going_on)


def legal_plays(match: Match) -> LegalPlays:
    """The legal plays of the throw on the board; raises `ValueError` if there is no throw."""
    game = match.game
    if game.dice is None:
        raise ValueError("no dice have been thrown")
    return LegalPlays(game.position, game.dice, match.rulebook)


def is_early_throw_harmless(match: Match) -> bool:
    """True if an early throw gives the opponent no information: his play is forced, or a race."""
    played = match.game.played
    still_in_contact = match.game.position if played is None else played
    return len(legal_plays(match)) == 1 or not still_in_contact.has_contact


def complete_for_next(match: Match) -> Outcome:
    """Returns the match with the turn ended by the next player's act; a Refusal if it cannot be."""
    game = match.game
    if game.phase is Phase.TO_THROW:
        return match
    if not match.rulebook.early_throw_counts and not is_early_throw_harmless(match):
        return Refusal(Ban.EARLY_THROW)
    completed = end_turn(match, events.EndTurn(game.turn))
    if isinstance(completed, Match) and completed.game.phase is Phase.OVER:
        return Refusal(Ban.GAME_OVER)
    return completed


def double_ban(match: Match, player: Player) -> Ban | None:
    """The ban on a player's doubling before his throw; None if he may double."""
    game, rulebook = match.game, match.rulebook
    anew = rulebook.doubling_from is DoublingFrom.AFTER_FIRST_THROW and not game.begun
    bans = {
        Ban.NO_CUBE: not rulebook.cube,
        Ban.NO_CUBE_IN_ONE_POINT_MATCH: match.length == 1 and not rulebook.cube_in_one_point_match,
        Ban.NO_CUBE_IN_CRAWFORD_GAME: match.crawford is Crawford.NOW,
        Ban.NOT_YOUR_CUBE: game.cube.owner is player.opponent,
        Ban.NO_DOUBLE_BEFORE_FIRST_THROW: anew,
        Ban.CUBE_AT_TOP: not cube_can_show(match, 2 * game.cube.value),
    }
    return next((ban for ban, stands in bans.items() if stands), None)


def beaver_ban(match: Match) -> Ban | None:
    """The ban on a doubled player's doubling again at once; None if he may."""
    if not match.rulebook.beavers.in_force(match.length):
        return Ban.NO_BEAVERS
    return None if cube_can_show(match, 2 * match.game.offer) else Ban.CUBE_AT_TOP


def cube_can_show(match: Match, value: int) -> bool:
    """True if the cube can show this value."""
    top = match.rulebook.cube_top
    return top is None or value <= top


def cube_is_dead(match: Match, player: Player) -> bool:
    """True if a higher stake gains this player nothing: the present one wins the match."""
    return bool(match.length) and match.game.cube.value >= match.points_needed(player)


def must_announce_dead_cube(match: Match, player: Player) -> bool:
    """True if the cube is dead for this player and the rulebook wants him to be told."""
    return match.rulebook.dead_cube_told and cube_is_dead(match, player)


def double(match: Match, event: events.Double) -> Outcome:
    """Returns the match with a double to answer; a Refusal if the player may not double."""
    ready = complete_for_next(match)
    if isinstance(ready, Refusal):
        return ready
    if ban := double_ban(ready, event.player):
        return Refusal(ban)
    game = ready.game
    offer = 2 * game.cube.value
    return ready.with_game(replace(game, phase=Phase.DOUBLED, offer=offer, reasons=()))


def take(match: Match, event: events.Take) -> Outcome:
    """Returns the match at the doubled stake; the player who was doubled first owns the cube."""
    game = match.game
    owner = event.player if game.phase is Phase.DOUBLED else event.player.opponent
    cube = Cube(game.offer, owner)
    return match.with_game(replace(game, phase=Phase.TO_THROW, cube=cube, offer=0))


def drop(match: Match, event: events.Drop) -> Outcome:
    """Returns the match with the game lost, at the stake that the rulebook asks for."""
    cost = {
        RefusalCosts.STAKE_BEFORE: match.game.cube.value,
        RefusalCosts.STAKE_OFFERED: match.game.offer,
    }
    stake = cost[match.rulebook.refusal_costs]
    return finish(match, event.player.opponent, Ending.DROPPED, stake, Win.SINGLE)


def beaver(match: Match, event: events.Beaver) -> Outcome:
    """Returns the match with the cube taken and a beaver to answer; a Refusal if not allowed."""
    game = match.game
    if ban := beaver_ban(match):
        return Refusal(ban)
    cube = Cube(game.offer, event.player)
    return match.with_game(replace(game, phase=Phase.BEAVERED, cube=cube, offer=2 * game.offer))


def resign(match: Match, event: events.Resign) -> Outcome:
    """Returns the match with a win offered; a Refusal if a pending offer is not raised by it."""
    waiting = match.game.resignation
    if waiting and (event.player is not waiting.player or event.win <= waiting.win):
        return Refusal(Ban.ANSWER_RESIGNATION)
    resignation = Resignation(event.player, event.win)
    return match.with_game(replace(match.game, resignation=resignation))


def accept_resignation(match: Match, event: events.AcceptResignation) -> Outcome:
    """Returns the match with the game lost as offered; a Refusal if nothing was offered.

    An illegal last play can no longer be challenged.
    """
    resignation = _pending_resignation(match, event.player)
    if isinstance(resignation, Ban):
        return Refusal(resignation)
    settled = match.with_game(replace(match.game, reasons=()))
    stake = match.game.cube.value
    return finish(settled, event.player, Ending.RESIGNED, stake, resignation.win)


def play_on(match: Match, event: events.PlayOn) -> Outcome:
    """Returns the match without the resignation; a Refusal if nothing was offered."""
    resignation = _pending_resignation(match, event.player)
    if isinstance(resignation, Ban):
        return Refusal(resignation)
    return match.with_game(replace(match.game, resignation=None))


def _next_crawford(match: Match) -> Crawford:
    if match.crawford is not Crawford.AHEAD:
        return Crawford.PAST
    return Crawford.NOW if is_crawford_due(match) else Crawford.AHEAD


def _reasons_against(match: Match, result: Position) -> tuple[Reason, ...]:
    game = match.game
    return find_reasons(game.position, game.dice, result.setup, match.rulebook)


def _after_tie(match: Match) -> Game:
    game, most = match.game, match.rulebook.automatic_doubles
    value = 2 * game.cube.value
    doubles = most is None or game.ties < most
    usable = match.rulebook.cube and match.crawford is not Crawford.NOW
    if not (doubles and usable and cube_can_show(match, value)):
        return game
    return replace(game, cube=Cube(value), ties=game.ties + 1)


def _without_play(game: Game) -> Game:
    return replace(game, phase=Phase.TO_PLAY, played=None, reasons=())


def _answer_undo(match: Match, player: Player, then: Match | None) -> Outcome:
    asked_by = match.game.undo_asked_by
    if asked_by is None or then is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    return Refusal(Ban.OWN_OFFER) if player is asked_by else then


def _pending_resignation(match: Match, player: Player) -> Resignation | Ban:
    """The resignation that a player may answer, or the ban on answering."""
    resignation = match.game.resignation
    if resignation is None:
        return Ban.NOTHING_OFFERED
    return Ban.OWN_OFFER if resignation.player is player else resignation
