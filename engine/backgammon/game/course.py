"""The course of a match: one event after another, each giving the next match or a refusal.

    OPENING --OpeningThrow--> TO_PLAY    (TO_THROW, where the winner throws anew)
    TO_THROW --Throw--> TO_PLAY --Play--> PLAYED --EndTurn--> TO_THROW of the opponent, or OVER
    TO_PLAY or PLAYED --VoidThrow--> TO_THROW, or OPENING after the opening throw
    TO_THROW --Double--> DOUBLED     --Take--> TO_THROW    --Drop--> OVER    --Beaver--> BEAVERED
    BEAVERED --Take--> TO_THROW      --Drop--> OVER
    OVER --NextGame--> OPENING

Resigning and asking to undo may come in between; both are answered before the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from engine.backgammon.game import events, turns
from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Match, Phase
from engine.backgammon.game.turns import Outcome


def apply(match: Match, event: events.Event) -> Outcome:
    """The match after an event; a `Refusal` if it is not allowed now, and nothing changes."""
    rule = _RULES[type(event)]
    ban = _offer_ban(match, rule) or _phase_ban(match, rule) or _player_ban(match, rule, event)
    return Refusal(ban) if ban else rule.handler(match, event)


class _Actor(Enum):
    """The player who may cause an event."""

    ANYBODY = "anybody"
    ON_TURN = "whose turn it is"
    NEXT = "who is to throw next"
    ASKED = "who was asked to play for more"


class _Answers(Enum):
    """The pending offer that an event may answer."""

    NONE = "none"
    RESIGNATION = "resignation"
    UNDO = "undo"
    ALL = "it ends them all"


@dataclass(frozen=True, slots=True)
class _Rule:
    """The phases in which an event is allowed, the player who may cause it, and its handler."""

    phases: frozenset[Phase]
    actor: _Actor
    handler: Callable[[Match, Any], Outcome]
    answers: _Answers = _Answers.NONE
    ban: Ban = Ban.NOT_NOW
    """The ban for an event that comes in another phase or from the wrong player."""
    reopens: bool = False
    """True if the event may undo the end of a match that was not lost on time."""


def _run_out_of_time(match: Match, event: events.RunOutOfTime) -> Match:
    game = replace(match.game, resignation=None, undo_asked_by=None)
    return replace(match, game=game, out_of_time=event.player)


_ANY = frozenset(Phase)
_OPENING = frozenset({Phase.OPENING})
_TO_THROW = frozenset({Phase.TO_THROW})
_MOVING = frozenset({Phase.TO_PLAY, Phase.PLAYED})
_DOUBLED = frozenset({Phase.DOUBLED})
_ASKED = frozenset({Phase.DOUBLED, Phase.BEAVERED})
_OVER = frozenset({Phase.OVER})
_PLAYING = _ANY - _OPENING - _OVER
_BEFORE_THROW, _NO_OFFER = Ban.DOUBLE_BEFORE_THROW, Ban.NOTHING_OFFERED
_RULES = {
    events.OpeningThrow: _Rule(_OPENING, _Actor.ANYBODY, turns.opening_throw),
    events.Throw: _Rule(_MOVING | _TO_THROW, _Actor.NEXT, turns.throw),
    events.CockedThrow: _Rule(_OPENING | _TO_THROW, _Actor.NEXT, turns.cocked_throw),
    events.VoidThrow: _Rule(_MOVING, _Actor.ON_TURN, turns.void_throw),
    events.Play: _Rule(_MOVING, _Actor.ON_TURN, turns.play),
    events.TakeBack: _Rule(_MOVING, _Actor.ON_TURN, turns.take_back),
    events.EndTurn: _Rule(_MOVING, _Actor.ON_TURN, turns.end_turn),
    events.Double: _Rule(_MOVING | _TO_THROW, _Actor.NEXT, turns.double, ban=_BEFORE_THROW),
    events.Take: _Rule(_ASKED, _Actor.ASKED, turns.take, ban=_NO_OFFER),
    events.Drop: _Rule(_ASKED, _Actor.ASKED, turns.drop, ban=_NO_OFFER),
    events.Beaver: _Rule(_DOUBLED, _Actor.ASKED, turns.beaver, ban=_NO_OFFER),
    events.Resign: _Rule(_PLAYING, _Actor.ANYBODY, turns.resign, _Answers.RESIGNATION),
    events.AcceptResignation: _Rule(
        _PLAYING, _Actor.ANYBODY, turns.accept_resignation, _Answers.RESIGNATION, ban=_NO_OFFER
    ),
    events.PlayOn: _Rule(
        _PLAYING, _Actor.ANYBODY, turns.play_on, _Answers.RESIGNATION, ban=_NO_OFFER
    ),
    events.Challenge: _Rule(_TO_THROW | _OVER, _Actor.ANYBODY, turns.challenge, reopens=True),
    events.AskUndo: _Rule(_ANY, _Actor.ANYBODY, turns.ask_undo, reopens=True),
    events.AgreeUndo: _Rule(_ANY, _Actor.ANYBODY, turns.agree_undo, _Answers.UNDO, reopens=True),
    events.RefuseUndo: _Rule(_ANY, _Actor.ANYBODY, turns.refuse_undo, _Answers.UNDO, reopens=True),
    events.RunOutOfTime: _Rule(_ANY, _Actor.ANYBODY, _run_out_of_time, _Answers.ALL),
    events.NextGame: _Rule(_OVER, _Actor.ANYBODY, turns.next_game),
}


def _offer_ban(match: Match, rule: _Rule) -> Ban | None:
    """The ban if a resignation or a request to undo must be answered first."""
    waiting = {
        _Answers.RESIGNATION: (match.game.resignation, Ban.ANSWER_RESIGNATION),
        _Answers.UNDO: (match.game.undo_asked_by, Ban.ANSWER_UNDO),
    }
    for answer, (offer, ban) in waiting.items():
        if offer and rule.answers not in (answer, _Answers.ALL):
            return ban
    return None


def _phase_ban(match: Match, rule: _Rule) -> Ban | None:
    """The ban on an event that the phase of the game does not allow."""
    phase = match.game.phase
    if match.out_of_time or (match.winner and not rule.reopens):
        return Ban.MATCH_OVER
    if phase in rule.phases:
        return None
    if phase is Phase.OVER:
        return Ban.GAME_OVER
    return Ban.ANSWER_DOUBLE if phase in _ASKED else rule.ban


def _player_ban(match: Match, rule: _Rule, event: events.Event) -> Ban | None:
    """The ban if the other player must act now, or if this one must act at another time."""
    game = match.game
    if game.phase is Phase.OPENING or isinstance(event, events.OpeningThrow | events.NextGame):
        return None
    expected = {
        _Actor.ANYBODY: event.player,
        _Actor.ON_TURN: game.turn,
        _Actor.NEXT: game.turn if game.phase is Phase.TO_THROW else game.turn.opponent,
        _Actor.ASKED: match.to_act,
    }
    if event.player is expected[rule.actor]:
        return None
    return rule.ban if event.player is match.to_act else Ban.NOT_YOUR_TURN
