"""Requests to go on from another position, to which both players agree once a game has begun."""

from __future__ import annotations

from engine.backgammon.game.events import Ban, Refusal
from engine.backgammon.game.match import Phase
from hardware.signals import PositionSetUp
from referee import notices, request_notices
from referee.draft import Draft
from referee.question_handling import ask, ask_other
from referee.questions import OpenQuestion, QuestionKind, SetUpRequest
from referee.state import State, TurnState


def request_set_up(draft: Draft, wanted: PositionSetUp) -> None:
    """Handles a request to set up a position and play on from there."""
    if draft.match.winner:
        draft.notify(notices.EventRefused(Refusal(Ban.MATCH_OVER)))
        return
    seating = draft.state.seating
    turn = seating.player(wanted.turn)
    position = seating.position(wanted.layout, turn)
    if position is None:
        draft.notify(notices.NotUnderstood())
        return
    request = SetUpRequest(position, turn)
    if wanted.is_proposal and _has_begun(draft.state):
        _propose(draft, request)
    else:
        _go_on_from(draft, request)


def _has_begun(state: State) -> bool:
    """True if a player loses something by another position: a throw, or the place of a checker."""
    between = state.match.game.phase in (Phase.OPENING, Phase.OVER)
    return bool(state.this_turn.opening) or not between


def _propose(draft: Draft, request: SetUpRequest) -> None:
    """Asks both players, one after the other: nobody knows who has asked on the page."""
    state = draft.state
    question = state.question
    if state.has_offer or (question and question.kind is not QuestionKind.POSITION):
        draft.notify(notices.EventRefused(Refusal(Ban.NOT_NOW)))
        return
    first = state.match.game.turn.opponent
    ask(draft, OpenQuestion(QuestionKind.POSITION, first, set_up=request))


def agree_to_position(draft: Draft, question: OpenQuestion) -> None:
    """Asks the other player as well; goes on from the position once both have agreed."""
    if not question.is_repeated:
        ask_other(draft, question)
    elif question.set_up:
        _go_on_from(draft, question.set_up)


def decline_position(draft: Draft, question: OpenQuestion) -> None:
    """Leaves the match as it is."""
    draft.close_question()
    colour = draft.state.seating.colour(question.to)
    draft.notify(request_notices.PositionDeclined(colour))


def _go_on_from(draft: Draft, request: SetUpRequest) -> None:
    """Waits for the position to be set up; the game then goes on from it."""
    if draft.match.game.phase not in (Phase.OPENING, Phase.OVER):
        colour = draft.state.seating.colour(request.turn)
        draft.notify(request_notices.PositionRequested(colour))
    draft.update(set_up_request=request, this_turn=TurnState(draft.state.plays))
    draft.update_chart()
