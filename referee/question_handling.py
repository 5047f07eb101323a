"""The asking of questions."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.dice import Dice
from engine.backgammon.position import Position
from engine.players import Player
from hardware.signals import PlayerRequestKind
from referee.draft import Draft
from referee.question_notices import question_notice
from referee.questions import (
    BOARD_QUESTIONS,
    PASSING_QUESTIONS,
    REQUESTS,
    OpenQuestion,
    QuestionKind,
)
from referee.seating import Orientation
from referee.state import MOVING_PHASES, State
from referee.unexplained_boards import ask_for_set_up


def ask(draft: Draft, question: OpenQuestion) -> None:
    """Asks a question; where its button meant something else, a press in haste is no answer."""
    if _may_be_mistaken(draft.state, question):
        draft.update(asked_at=draft.at)
    draft.update_turn(question=question)
    draft.notify(question_notice(draft.state, question))


def _may_be_mistaken(state: State, question: OpenQuestion) -> bool:
    """True if the button that answers a question may be pressed for another purpose."""
    if question.kind is not QuestionKind.CONFIRM:
        agrees = question.is_repeated and question.kind in BOARD_QUESTIONS
        return agrees or question.kind in PASSING_QUESTIONS
    resigns = (
        question.request is PlayerRequestKind.RESIGN and state.match.game.phase in MOVING_PHASES
    )
    return bool(
        question.is_repeated or question.behind or resigns or state.has_offer or state.is_setting_up
    )


def ask_other(draft: Draft, question: OpenQuestion) -> None:
    """Asks the other player the same question, as both must agree."""
    ask(draft, replace(question, to=question.to.opponent, is_repeated=True))


def note_declined(draft: Draft, question: OpenQuestion) -> None:
    """Notes a no; the same question is not asked again while the board lies so."""
    declined = (*draft.state.this_turn.declined_questions, question)
    draft.update_turn(question=None, declined_questions=declined, declined_at=draft.at)


def ask_to_confirm(draft: Draft, asked: OpenQuestion) -> None:
    """Asks a player if a request in his name is his own, or asks again."""
    question = draft.state.question
    behind = question.behind if question and question.kind is QuestionKind.CONFIRM else question
    ask(draft, replace(asked, behind=behind))


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


def ask_about_seating(draft: Draft) -> None:
    """Asks if the players sit as the checkers are set up, once for each board; Light first."""
    state, found = draft.state, ask_for_set_up(draft.state)
    declined = any(one.kind is QuestionKind.SEATING for one in state.this_turn.declined_questions)
    if not (found.turned or found.mirrored) or state.question:
        return
    if declined:
        draft.notify(found)
        return
    way, to, seen = Orientation(found.turned, found.mirrored), state.settings.light, state.view
    ask(draft, OpenQuestion(QuestionKind.SEATING, to, orientation=way, seen=seen.sightings))


def demand_set_up(draft: Draft) -> None:
    """Asks for the checkers to be set up, or repeats the question if the players sit otherwise."""
    state = draft.state
    if state.question and state.question.kind is QuestionKind.SEATING:
        draft.notify(question_notice(state, state.question))
    else:
        draft.notify(ask_for_set_up(state))


def ask_about_sensors(draft: Draft, question: OpenQuestion) -> bool:
    """Asks about the sensors; True if it asks.

    Does not ask again about places that have been denied, whatever play they would explain, nor
    while the player must answer a request: the button that he is about to press would answer both.
    """
    asked, declined = draft.state.question, draft.state.this_turn.declined_questions
    must_answer = asked and asked.to is question.to and asked.kind in REQUESTS
    denied = {(one.kind, one.to, one.places) for one in declined}
    if must_answer or (question.kind, question.to, question.places) in denied:
        return False
    ask(draft, replace(question, seen=draft.state.view.sightings))
    return True
