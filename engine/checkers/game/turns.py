"""The rules for each event: turns, offers, the end of a game and the next one."""

from __future__ import annotations

from dataclasses import replace

from engine.checkers.game import events
from engine.checkers.game.crowns import crowns_owed_after, crowns_owed_in, mirror_owed
from engine.checkers.game.events import Ban, Refusal
from engine.checkers.game.match import (
    DRAW_POINTS,
    WIN_POINTS,
    Ending,
    Game,
    Match,
    Phase,
    Result,
)
from engine.checkers.illegal_plays.explanation import find_reasons
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.position import Position
from engine.checkers.rulebook import Beginner
from engine.players import ByPlayer, Player

Outcome = Match | Refusal
"""The match after an event, or the refusal of the event."""


def legal_plays(match: Match) -> LegalPlays:
    """The legal plays of the player whose turn it is."""
    return LegalPlays(match.game.position, match.rulebook)


def begin(match: Match, event: events.Begin) -> Outcome:
    """Returns the match with a player to move; a Refusal if the other one has to begin."""
    dark_begins = match.rulebook.beginner is Beginner.DARK
    if dark_begins and event.player is not match.game.dark:
        return Refusal(Ban.DARK_BEGINS)
    game = match.game
    return match.with_game(replace(game, phase=Phase.TO_PLAY, turn=event.player))


def begin_from(match: Match, event: events.BeginFrom) -> Outcome:
    """Returns the match with a position to play on from; the game is over if nobody can move."""
    game = replace(
        match.game,
        phase=Phase.TO_PLAY,
        turn=event.player,
        position=event.position,
        crowns_owed=crowns_owed_in(event.position),
        history=(event.position,),
    )
    return _settle(match.with_game(game))


def play(match: Match, event: events.Play) -> Outcome:
    """Returns the match with the move made; a Refusal with the reasons if it is illegal."""
    game = match.game
    if reasons := find_reasons(game.position, event.result.setup, match.rulebook):
        return Refusal(Ban.ILLEGAL_PLAY, reasons)
    return match.with_game(replace(game, phase=Phase.PLAYED, played=event.result))


def take_back(match: Match, _event: events.TakeBack) -> Outcome:
    """Returns the match with the move undone; a Refusal if there is none."""
    if match.game.played is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    return match.with_game(_without_play(match.game))


def end_turn(match: Match, _event: events.EndTurn) -> Outcome:
    """Returns the match with the turn or the game ended; a Refusal if nothing was moved."""
    game = match.game
    if game.played is None:
        return Refusal(Ban.PLAY_FIRST)
    owed = crowns_owed_after(game.crowns_owed, game.position, game.played)
    position = game.played.mirrored
    idle = _is_idle(game.position, game.played)
    after = replace(
        game,
        phase=Phase.TO_PLAY,
        turn=game.turn.opponent,
        position=position,
        played=None,
        crowns_owed=mirror_owed(owed),
        history=(*game.history, position) if idle else (position,),
    )
    before = match.with_game(_without_play(game))
    return _settle(replace(match, game=after, before=before))


def can_claim_draw(match: Match) -> bool:
    """True if the player to move may claim a draw."""
    most = match.rulebook.draw_claim_after
    return most is not None and match.game.idle_moves >= 2 * most


def claim_draw(match: Match, _event: events.ClaimDraw) -> Outcome:
    """Returns the match with a draw; a Refusal if there has been progress."""
    return finish(match, None, Ending.CLAIMED_DRAW) if can_claim_draw(match) else _no_claim()


def offer_draw(match: Match, event: events.OfferDraw) -> Outcome:
    """Returns the match with a draw offered."""
    return match.with_game(replace(match.game, draw_offered_by=event.player))


def accept_draw(match: Match, event: events.AcceptDraw) -> Outcome:
    """Returns the match with a draw; a Refusal if none was offered to this player."""
    ban = _answer_ban(match.game.draw_offered_by, event.player)
    return Refusal(ban) if ban else finish(match, None, Ending.AGREED_DRAW)


def decline_draw(match: Match, event: events.DeclineDraw) -> Outcome:
    """Returns the match without the offer; a Refusal if no draw was offered to this player."""
    ban = _answer_ban(match.game.draw_offered_by, event.player)
    return Refusal(ban) if ban else match.with_game(replace(match.game, draw_offered_by=None))


def resign(match: Match, event: events.Resign) -> Outcome:
    """Returns the match with a win offered."""
    return match.with_game(replace(match.game, resigned_by=event.player))


def accept_resignation(match: Match, event: events.AcceptResignation) -> Outcome:
    """Returns the match with the game lost; a Refusal if nothing was offered to this player."""
    ban = _answer_ban(match.game.resigned_by, event.player)
    return Refusal(ban) if ban else finish(match, event.player, Ending.RESIGNED)


def play_on(match: Match, event: events.PlayOn) -> Outcome:
    """Returns the match without the resignation; a Refusal if nothing was offered."""
    ban = _answer_ban(match.game.resigned_by, event.player)
    return Refusal(ban) if ban else match.with_game(replace(match.game, resigned_by=None))


def ask_undo(match: Match, event: events.AskUndo) -> Outcome:
    """Returns the match with the last turn taken back, or consent asked; a Refusal without one."""
    if match.before is None:
        return Refusal(Ban.NOTHING_TO_TAKE_BACK)
    own, untouched = event.player is match.before.game.turn, match.game.played is None
    if own and untouched and not match.rulebook.undo_needs_both:
        return match.before
    return match.with_game(replace(match.game, undo_asked_by=event.player))


def agree_undo(match: Match, event: events.AgreeUndo) -> Outcome:
    """Returns the match before the last completed turn; a Refusal if the player was not asked."""
    ban = _answer_ban(match.game.undo_asked_by, event.player)
    return Refusal(ban) if ban else match.before or Refusal(Ban.NOTHING_TO_TAKE_BACK)


def refuse_undo(match: Match, event: events.RefuseUndo) -> Outcome:
    """Returns the match without the request to undo; a Refusal if the player was not asked."""
    ban = _answer_ban(match.game.undo_asked_by, event.player)
    return Refusal(ban) if ban else match.with_game(replace(match.game, undo_asked_by=None))


def run_out_of_time(match: Match, event: events.RunOutOfTime) -> Outcome:
    """Returns the match lost by a player."""
    game = replace(match.game, resigned_by=None, draw_offered_by=None, undo_asked_by=None)
    return replace(match, game=game, out_of_time=event.player)


def next_game(match: Match, _event: events.NextGame) -> Outcome:
    """Returns the match at its next game, with the checkers set up again."""
    dark = match.game.dark
    alternate = match.rulebook.colours_alternate
    game = Game(dark=dark.opponent if alternate else dark)
    return replace(match, number=match.number + 1, game=game, before=None)


def finish(match: Match, winner: Player | None, ending: Ending) -> Match:
    """Returns the match with the game ended and its points scored."""
    game = replace(
        match.game,
        phase=Phase.OVER,
        played=None,
        resigned_by=None,
        draw_offered_by=None,
        result=Result(winner, ending),
    )
    points = {winner: WIN_POINTS} if winner else dict.fromkeys(Player, DRAW_POINTS)
    score = ByPlayer(*(match.score[player] + points.get(player, 0) for player in Player))
    return replace(match, score=score, game=game)


def _settle(match: Match) -> Match:
    """The match, over if the player to move has lost or the position has repeated itself."""
    game, repetitions = match.game, match.rulebook.repetitions
    if not game.position.mover:
        return finish(match, game.turn.opponent, Ending.CAPTURED_ALL)
    if not legal_plays(match):
        return finish(match, game.turn.opponent, Ending.NO_MOVES)
    if repetitions is not None and game.occurrences >= repetitions:
        return finish(match, None, Ending.REPETITION)
    return match


def _is_idle(before: Position, after: Position) -> bool:
    """True if the move was neither a capture nor a man's."""
    same_men = before.mover & ~before.kings == after.mover & ~after.kings
    return same_men and before.other == after.other


def _without_play(game: Game) -> Game:
    return replace(game, phase=Phase.TO_PLAY, played=None, draw_offered_by=None, resigned_by=None)


def _answer_ban(offered_by: Player | None, player: Player) -> Ban | None:
    """The ban on answering what was not offered, or what the player has offered himself."""
    if offered_by is None:
        return Ban.NOTHING_OFFERED
    return Ban.OWN_OFFER if offered_by is player else None


def _no_claim() -> Refusal:
    return Refusal(Ban.NO_CLAIM)
