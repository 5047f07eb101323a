"""The answers to questions about the sensors: what is believed, and by whose word."""

from __future__ import annotations

from dataclasses import replace

from engine.backgammon.position import OTHER_BAR, OTHER_OFF, Position
from referee import notices, turn_end
from referee.draft import Draft
from referee.question_handling import ask_other, note_declined
from referee.questions import OpenQuestion
from referee.seating import FIELDS_BY_PLACE
from referee.unexplained_boards import judge_unexplained


def confirm_chosen_play(draft: Draft, question: OpenQuestion) -> None:
    """Completes the turn with the chosen play, once the mover agrees to what his opponent chose."""
    play = question.plays[question.chosen]
    if question.to is draft.state.turn:
        turn_end.complete_turn(draft, play)
    else:
        ask_other(draft, replace(question, plays=(play,), chosen=0))


def confirm_unseen(draft: Draft, question: OpenQuestion) -> None:
    """Completes the turn with checkers that nobody sees, once those agree who may gain by it."""
    play = question.plays[question.chosen]
    if not _asks_mover_too(draft, question, play):
        turn_end.distrust_dead_switch(draft, play, question.places)
        turn_end.complete_turn(draft, play)


def confirm_phantom(draft: Draft, question: OpenQuestion) -> None:
    """Distrusts a stuck switch, once those agree who may gain by it."""
    if not _asks_mover_too(draft, question, draft.state.expected):
        turn_end.distrust_stuck_switch(draft, question)


def _asks_mover_too(draft: Draft, question: OpenQuestion, board: Position) -> bool:
    """Asks the mover as well where the opponent's own checkers are in doubt; True if so."""
    colour = draft.state.colour
    fields = [FIELDS_BY_PLACE[colour][place] for place in question.places]
    theirs = any(board.counts[field] < 0 or field in (OTHER_BAR, OTHER_OFF) for field in fields)
    if not theirs or question.is_repeated:
        return False
    ask_other(draft, question)
    return True


def deny_fault(draft: Draft, question: OpenQuestion) -> None:
    """Refuses the play, as the sensors are right; the same board raises no second question."""
    note_declined(draft, question)
    turn_end.refuse_play(draft, judge_unexplained(draft.state, closely=True))


def ask_to_uncover(draft: Draft, question: OpenQuestion) -> None:
    """Asks for the board to be uncovered, as something is wrong under what hides it."""
    note_declined(draft, question)
    draft.notify(notices.PlacesHidden(draft.state.colour, question.places))
