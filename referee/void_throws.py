"""Throws that both players declare void."""

from __future__ import annotations

from engine.backgammon.game import events
from engine.backgammon.game.events import Ban, Refusal
from engine.players import Player
from referee import notices, turn_end
from referee.draft import Draft
from referee.question_handling import ask_other, ask_to_void
from referee.questions import OpenQuestion, QuestionKind
from referee.state import MOVING_PHASES, State


def request_void(draft: Draft, player: Player, question: OpenQuestion | None) -> None:
    """Asks the opponent to agree that the throw does not count; agrees if the opponent asked."""
    state = draft.state
    if question and question.kind is QuestionKind.VOID:
        void_throw(draft, question)
    elif may_be_voided(state):
        ask_to_void(draft, player.opponent)
    else:
        draft.notify(notices.EventRefused(Refusal(Ban.NOT_NOW)))


def may_be_voided(state: State) -> bool:
    """True if there is a throw to declare void, and no other question or offer waits."""
    moving = state.match.game.phase in MOVING_PHASES
    return moving and state.question is None and not state.has_offer


def void_throw(draft: Draft, question: OpenQuestion) -> None:
    """Has the throw made again, or counts the one that has been made instead."""
    mover = draft.match.game.turn
    shared = any(reading.colour is None for reading in draft.state.dice.values())
    if question.dice and shared and not question.is_repeated:
        # Nobody knows who has thrown a shared pair, so the mover must agree as well.
        ask_other(draft, question)
        return
    if draft.state.this_turn.early_throw:
        draft.update_turn(question=None, early_throw=None)
        draft.notify(notices.ThrowVoid(draft.state.seating.colour(mover.opponent)))
        return
    untouched = draft.state.is_untouched
    if not draft.apply_event(events.VoidThrow(mover)):
        return
    draft.update(is_knocked=not untouched)
    if question.dice:
        turn_end.throw_next(draft, question.dice)


def keep_throw(draft: Draft, _question: OpenQuestion) -> None:
    """Lets the throw on the board stand."""
    early = draft.state.this_turn.early_throw
    if early:
        draft.update_turn(question=None)
        draft.notify(notices.ThrowWaits(draft.state.colour.other, early))
        return
    draft.update_turn(question=None, is_done=False)
    draft.notify(notices.ThrowStands(draft.state.colour, draft.match.game.dice))
