"""The seating of the players, which may turn out otherwise once the checkers are set up."""

from __future__ import annotations

from dataclasses import replace

from referee import request_notices
from referee.draft import Draft
from referee.effects import ChangeSeating
from referee.question_handling import ask_other, note_declined
from referee.questions import OpenQuestion
from referee.seating import Orientation
from referee.sensor_signals import update_view
from referee.unexplained_boards import ask_for_set_up


def agree_to_seating(draft: Draft, question: OpenQuestion) -> None:
    """Asks the other player as well; changes the seating once both have agreed."""
    if not question.is_repeated:
        ask_other(draft, question)
    elif question.orientation:
        draft.update_turn(question=None)
        _change_seating(draft, question.orientation)


def decline_seating(draft: Draft, question: OpenQuestion) -> None:
    """Asks for the checkers to be set up as the players sit; the same board is not asked about."""
    note_declined(draft, question)
    draft.notify(ask_for_set_up(draft.state))


def _change_seating(draft: Draft, way: Orientation) -> None:
    """Renames the places that are known; the service renames those that devices report."""
    observed = draft.state.observed
    doubts = tuple(replace(doubt, place=way[doubt.place]) for doubt in observed.doubts)
    draft.update_observed(doubts=doubts, disputed=())
    draft.effects.append(ChangeSeating(way.light_far, way.home_left))
    draft.notify(request_notices.SeatingChanged())
    seen = observed.observations
    update_view(draft, {name: way.observation(one) for name, one in seen.items()})
