"""The turn: the opening throw, throwing, moving, completing, and taking back."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.cube import Cube
from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.doubling import cube_can_show
from engine.backgammon.game.ending import finish
from engine.backgammon.game.match import Crawford, Ending, Game, Match, Phase
from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.game.scoring import win_of
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from engine.backgammon.rulebook import FirstDice, IllegalPlay
from engine.backgammon.sides import Side
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Reason

Outcome = Match | Refusal
"""What an event leads to."""


def opening_throw(match: Match, event: events.OpeningThrow) -> Outcome:
    """The higher begins; a tie is thrown again, and may double the stake."""
    game = match.game
    if event.one == event.two:
        return match.going_on_with(_after_tie(match))
    winner = Player.ONE if event.one > event.two else Player.TWO
    if match.rulebook.first_dice is FirstDice.ANEW:
        return match.going_on_with(replace(game, phase=Phase.TO_THROW, turn=winner))
    dice = Dice(event.one, event.two)
    return match.going_on_with(
        replace(game, phase=Phase.TO_PLAY, turn=winner, dice=dice, begun=True)
    )


def throw(match: Match, event: events.Throw) -> Outcome:
    """The dice are there to be played."""
    ready = completed_for_next(match)
    if isinstance(ready, Refusal):
        return ready
    game = replace(ready.game, phase=Phase.TO_PLAY, dice=event.dice, begun=True, reasons=())
    return ready.going_on_with(game)


def cocked_throw(match: Match, _event: events.CockedThrow) -> Outcome:
    """Both dice must be thrown again: nothing has changed."""
    return match


def play(match: Match, event: events.Play) -> Outcome:
    """A legal play stands until the turn is completed, an illegal one if the rulebook lets it."""
    reasons = _reasons_against(match, event.result)
    if reasons and match.rulebook.illegal_play is IllegalPlay.PUT_RIGHT:
        return Refusal(Ban.ILLEGAL_PLAY, reasons)
    return match.going_on_with(
        replace(match.game, phase=Phase.PLAYED, played=event.result, reasons=reasons)
    )


def take_back(match: Match, _event: events.TakeBack) -> Outcome:
    """The board is as it was when the dice were thrown."""
    if match.game.phase is not Phase.PLAYED:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    return match.going_on_with(_unplayed(match.game))


def end_turn(match: Match, _event: events.EndTurn) -> Outcome:
    """The play is complete; it must have been made, unless there is none to make."""
    game = match.game
    played = game.position if game.played is None else game.played
    if game.played is None and (reasons := _reasons_against(match, played)):
        return Refusal(Ban.PLAY_FIRST, reasons)
    before = match.going_on_with(_unplayed(game))
    completed = replace(match, before=before)
    if played.winner is Side.MOVER:
        final = completed.going_on_with(replace(game, position=played))
        win = win_of(played, match.rulebook)
        return finish(final, game.turn, Ending.BORNE_OFF, game.cube.value, win)
    after = replace(
        game,
        phase=Phase.TO_THROW,
        position=played.turned,
        turn=game.turn.opponent,
        dice=None,
        played=None,
    )
    return completed.going_on_with(after)


def challenge(match: Match, event: events.Challenge) -> Outcome:
    """The opponent's illegal play is retaken."""
    before = match.before
    if before is None or not match.game.reasons or event.player is before.game.turn:
        return Refusal(Ban.NOTHING_TO_CHALLENGE)
    return before


def ask_undo(match: Match, event: events.AskUndo) -> Outcome:
    """The last completed turn is to be taken back, if the opponent agrees where he must."""
    if match.before is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    if not match.rulebook.undo_needs_both:
        return match.before
    return match.going_on_with(replace(match.game, undo_asked_by=event.player))


def agree_undo(match: Match, event: events.AgreeUndo) -> Outcome:
    """The match is as it was before the last completed play."""
    return _answer_undo(match, event.player, match.before)


def refuse_undo(match: Match, event: events.RefuseUndo) -> Outcome:
    """The game goes on."""
    going_on = match.going_on_with(replace(match.game, undo_asked_by=None))
    return _answer_undo(match, event.player, going_on)


def legal_plays(match: Match) -> LegalPlays:
    """The plays of the throw on the board."""
    game = match.game
    if game.dice is None:
        raise ValueError("no dice have been thrown")
    return LegalPlays(game.position, game.dice, match.rulebook)


def early_throw_tells_nothing(match: Match) -> bool:
    """Whether throwing early tells the opponent nothing: his play is forced, or a race."""
    played = match.game.played
    still_in_contact = match.game.position if played is None else played
    return len(legal_plays(match)) == 1 or not still_in_contact.has_contact


def completed_for_next(match: Match) -> Outcome:
    """The match once the next player, by throwing or doubling, has let the last play stand."""
    game = match.game
    if game.phase is Phase.TO_THROW:
        return match
    if not match.rulebook.early_throw_counts and not early_throw_tells_nothing(match):
        return Refusal(Ban.EARLY_THROW)
    completed = end_turn(match, events.EndTurn(game.turn))
    if isinstance(completed, Match) and completed.game.phase is Phase.OVER:
        return Refusal(Ban.GAME_OVER)
    return completed


def _reasons_against(match: Match, result: Position) -> tuple[Reason, ...]:
    game = match.game
    return why_not(game.position, game.dice, result.setup, match.rulebook)


def _after_tie(match: Match) -> Game:
    game, most = match.game, match.rulebook.automatic_doubles
    value = 2 * game.cube.value
    doubles = most is None or game.ties < most
    usable = match.rulebook.cube and match.crawford is not Crawford.NOW
    if not (doubles and usable and cube_can_show(match, value)):
        return game
    return replace(game, cube=Cube(value), ties=game.ties + 1)


def _unplayed(game: Game) -> Game:
    return replace(game, phase=Phase.TO_PLAY, played=None, reasons=())


def _answer_undo(match: Match, player: Player, then: Match | None) -> Outcome:
    asked_by = match.game.undo_asked_by
    if asked_by is None or then is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    return Refusal(Ban.OWN_OFFER) if player is asked_by else then
