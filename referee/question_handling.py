"""The asking of questions, and the notice that asks each."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.dice import Dice
from engine.backgammon.players import Player
from engine.backgammon.position import Position
from hardware.checkers import Colour
from referee import notices
from referee.draft import Draft
from referee.notices import Notice
from referee.questions import OpenQuestion, QuestionKind
from referee.state import State


def question_notice(state: State, question: OpenQuestion) -> Notice:
    """The notice that asks a question."""
    to = state.seating.colour(question.to)
    if question.is_repeated and question.kind in (QuestionKind.UNSEEN, QuestionKind.PHANTOM):
        return notices.BoardVouchedFor(to, question.places)
    # A question about sensors is addressed to the mover: he can put the board right.
    about = (state.colour, question.places, question.reasons, question.board)
    match question.kind:
        case QuestionKind.WHICH:
            return notices.WhichPlay(to, unmoved=state.looks_unmoved)
        case QuestionKind.UNSEEN:
            stacked = state.may_be_stacked(question.places)
            return notices.SwitchSilent(*about, devices=state.cameras, stacked=stacked)
        case QuestionKind.PHANTOM:
            return notices.SwitchClosed(*about, devices=state.cameras)
        case QuestionKind.HIDDEN:
            return notices.PlacesHidden(state.colour, question.places)
        case QuestionKind.SET_UP:
            return notices.BoardVouchedFor(to, question.places)
    return _notice_of_request(question, to)


def _notice_of_request(question: OpenQuestion, to: Colour) -> Notice:
    """The notice that asks for something that a player wants."""
    match question.kind:
        case QuestionKind.EARLY_THROW:
            return notices.EarlyThrowChoice(to)
        case QuestionKind.VOID:
            return notices.VoidAsked(to, question.dice)
        case QuestionKind.CONFIRM if question.request:
            final = question.is_repeated
            return notices.ConfirmRequest(to, question.request, question.number, final)
    return notices.DeadCubeDouble(to)


def ask(draft: Draft, question: OpenQuestion) -> None:
    """Asks a question."""
    draft.update_turn(question=question)
    draft.notify(question_notice(draft.state, question))


def ask_to_confirm(draft: Draft, asked: OpenQuestion) -> None:
    """Asks a player if a request in his name is his own, or asks again."""
    question = draft.state.question
    behind = question.behind if question and question.kind is QuestionKind.CONFIRM else question
    ask(draft, replace(asked, asked_at=draft.at, behind=behind))


def ask_which(draft: Draft, plays: tuple[Position, ...]) -> None:
    """Asks which play was made: the player or, if a hand hides it, the opponent who approved it."""
    state = draft.state
    to = state.turn.opponent if state.hidden else state.turn
    ask(draft, OpenQuestion(QuestionKind.WHICH, to, plays, seen=state.view.sightings))


def ask_to_void(draft: Draft, to: Player, instead: Dice | None = None) -> None:
    """Asks a player to agree that the throw on the board does not count, perhaps for another one.

    A player who moves on by the throw has answered.
    """
    seen = draft.state.view.sightings if draft.state.is_untouched else {}
    ask(draft, OpenQuestion(QuestionKind.VOID, to, seen=seen, dice=instead))


def ask_about_sensors(draft: Draft, question: OpenQuestion) -> bool:
    """Asks about the sensors, unless the same question has been declined; True if it asks."""
    question = replace(question, seen=draft.state.view.sightings)
    if question in draft.state.this_turn.declined_questions:
        return False
    ask(draft, question)
    return True
