"""The course of a match: one event after another, each giving the next match or a refusal.

    OPENING --Begin or BeginFrom--> TO_PLAY --Play--> PLAYED --EndTurn--> TO_PLAY or OVER
    OVER --NextGame--> OPENING

Resigning, offering a draw and asking to undo may come in between; each is answered before the game
goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.checkers.game import events, turns
from engine.checkers.game.events import Ban, Refusal
from engine.checkers.game.match import Match, Phase
from engine.checkers.game.turns import Outcome


def apply(match: Match, event: events.Event) -> Outcome:
    """The match after an event; a `Refusal` if it is not allowed now, and nothing changes."""
    rule = _RULES[type(event)]
    ban = _offer_ban(match, rule) or _phase_ban(match, rule) or _player_ban(match, rule, event)
    return Refusal(ban) if ban else rule.handler(match, event)


class _Answers(Enum):
    """The pending offer that an event may answer."""

    NONE = "none"
    RESIGNATION = "resignation"
    DRAW = "draw"
    UNDO = "undo"
    ALL = "it ends them all"


@dataclass(frozen=True, slots=True)
class _Rule:
    """The phases in which an event is allowed, its handler, and the offer that it may answer."""

    phases: frozenset[Phase]
    handler: Callable[[Match, Any], Outcome]
    answers: _Answers = _Answers.NONE
    on_turn: bool = False
    """True if only the player whose turn it is may cause the event."""
    ban: Ban = Ban.NOT_NOW
    """The ban for an event that comes in another phase."""
    reopens: bool = False
    """True if the event may undo the end of a match that was not lost on time."""


_ANY = frozenset(Phase)
_OPENING = frozenset({Phase.OPENING})
_MOVING = frozenset({Phase.TO_PLAY, Phase.PLAYED})
_OVER = frozenset({Phase.OVER})
_RESIGNATION, _DRAW, _UNDO = _Answers.RESIGNATION, _Answers.DRAW, _Answers.UNDO
_NO_OFFER = Ban.NOTHING_OFFERED
_RULES = {
    events.Begin: _Rule(_OPENING, turns.begin),
    events.BeginFrom: _Rule(_OPENING, turns.begin_from),
    events.Play: _Rule(_MOVING, turns.play, on_turn=True),
    events.TakeBack: _Rule(_MOVING, turns.take_back, on_turn=True),
    events.EndTurn: _Rule(_MOVING, turns.end_turn, on_turn=True),
    events.ClaimDraw: _Rule(frozenset({Phase.TO_PLAY}), turns.claim_draw, on_turn=True),
    events.Resign: _Rule(_MOVING, turns.resign),
    events.AcceptResignation: _Rule(_MOVING, turns.accept_resignation, _RESIGNATION, ban=_NO_OFFER),
    events.PlayOn: _Rule(_MOVING, turns.play_on, _RESIGNATION, ban=_NO_OFFER),
    events.OfferDraw: _Rule(_MOVING, turns.offer_draw),
    events.AcceptDraw: _Rule(_MOVING, turns.accept_draw, _DRAW, ban=_NO_OFFER),
    events.DeclineDraw: _Rule(_MOVING, turns.decline_draw, _DRAW, ban=_NO_OFFER),
    events.AskUndo: _Rule(_ANY, turns.ask_undo, reopens=True),
    events.AgreeUndo: _Rule(_ANY, turns.agree_undo, _UNDO, reopens=True),
    events.RefuseUndo: _Rule(_ANY, turns.refuse_undo, _UNDO, reopens=True),
    events.RunOutOfTime: _Rule(_ANY, turns.run_out_of_time, _Answers.ALL),
    events.NextGame: _Rule(_OVER, turns.next_game),
}


def _offer_ban(match: Match, rule: _Rule) -> Ban | None:
    """The ban if an offer or a request to undo must be answered first."""
    game = match.game
    waiting = {
        _Answers.RESIGNATION: (game.resigned_by, Ban.ANSWER_RESIGNATION),
        _Answers.DRAW: (game.draw_offered_by, Ban.ANSWER_DRAW),
        _Answers.UNDO: (game.undo_asked_by, Ban.ANSWER_UNDO),
    }
    for answer, (offer, ban) in waiting.items():
        if offer and rule.answers not in (answer, _Answers.ALL):
            return ban
    return None


def _phase_ban(match: Match, rule: _Rule) -> Ban | None:
    """The ban on an event that the phase of the game does not allow."""
    if match.out_of_time or (match.is_over and not rule.reopens):
        return Ban.MATCH_OVER
    if match.game.phase in rule.phases:
        return None
    return Ban.GAME_OVER if match.game.phase is Phase.OVER else rule.ban


def _player_ban(match: Match, rule: _Rule, event: events.Event) -> Ban | None:
    """The ban if the other player is to move."""
    if not rule.on_turn or isinstance(event, events.NextGame):
        return None
    return None if event.player is match.game.turn else Ban.NOT_YOUR_TURN
