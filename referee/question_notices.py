"""The notices that ask each question, and that ask for the answer to an offer."""

from __future__ import annotations

from engine.backgammon.game.match import Match, Phase
from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from referee import notices, request_notices
from referee.match_settings import IllegalPolicy
from referee.notices import Notice
from referee.questions import OpenQuestion, QuestionKind
from referee.state import State


def awaited_notice(state: State) -> Notice | None:
    """The notice that asks again for the answer for which the match waits; None if for none."""
    decides = state.settings.illegal_policy is IllegalPolicy.OPPONENT
    confirms = state.question and state.question.kind is QuestionKind.CONFIRM
    if state.has_offer and not confirms:
        return offer_notice(state.match, state.seating.colour(state.match.to_act))
    if state.question:
        return question_notice(state, state.question)
    if state.match.game.reasons and decides:
        return notices.IllegalPlayChoice(state.colour, state.match.game.reasons)
    return None


def offer_notice(match: Match, to: Colour, *, is_ignored: bool = False) -> Notice:
    """The notice that asks for the answer to a double, a resignation or a request to undo."""
    game, offer = match.game, PlayerRequestKind.DOUBLE
    if game.resignation:
        offer = PlayerRequestKind.RESIGN
    elif game.undo_asked_by:
        offer = PlayerRequestKind.UNDO
    elif game.phase is Phase.BEAVERED:
        offer = PlayerRequestKind.BEAVER
    return request_notices.AnswerAwaited(to, offer, is_ignored)


def question_notice(state: State, question: OpenQuestion) -> Notice:
    """The notice that asks a question."""
    to = state.seating.colour(question.to)
    if question.is_repeated and question.kind in (QuestionKind.UNSEEN, QuestionKind.PHANTOM):
        return notices.BoardVouchedFor(to, question.places)
    # A question about sensors is addressed to the mover: he can put the board right.
    about = (state.colour, question.places, question.reasons, question.board)
    match question.kind:
        case QuestionKind.WHICH if question.is_repeated:
            return request_notices.PlayVouchedFor(to)
        case QuestionKind.WHICH:
            asks_mover = question.to is state.turn
            return notices.WhichPlay(to, unmoved=asks_mover and state.looks_unmoved)
        case QuestionKind.UNSEEN:
            stacked = state.may_be_stacked(question.places)
            return notices.SwitchSilent(*about, devices=state.cameras, stacked=stacked)
        case QuestionKind.PHANTOM:
            return notices.SwitchClosed(*about, devices=state.cameras)
        case QuestionKind.HIDDEN:
            return notices.PlacesHidden(state.colour, question.places)
        case QuestionKind.SET_UP:
            return notices.BoardVouchedFor(to, question.places)
    return _notice_of_request(state, question, to)


def _notice_of_request(state: State, question: OpenQuestion, to: Colour) -> Notice:
    """The notice that asks for something that a player wants."""
    game, early = state.match.game, state.this_turn.early_throw
    match question.kind:
        case QuestionKind.EARLY_THROW:
            return notices.EarlyThrowChoice(to)
        case QuestionKind.VOID:
            opening = game.has_opening_dice and not (question.dice or early)
            return notices.VoidAsked(to, question.dice, is_opening=opening)
        case QuestionKind.POSITION if question.set_up:
            turn = state.seating.colour(question.set_up.turn)
            return request_notices.PositionAsked(to, turn)
        case QuestionKind.SEATING if way := question.orientation:
            return request_notices.SeatingAsked(to, way.light_far, way.home_left)
        case QuestionKind.CONFIRM if question.request:
            final = question.is_repeated
            return notices.ConfirmRequest(to, question.request, question.number, final)
    return notices.DeadCubeDouble(to)
