"""The correction of the board that lamps and words show at a moment."""

from __future__ import annotations

from referee.state import State
from referee.unexplained_boards import correction_to, judge_unexplained, moves_of
from referee.verdicts import CheckerMove, Disturbed, Illegal


def shown_correction(state: State) -> tuple[CheckerMove, ...] | None:
    """The moves that put the board right and leave what is legal; empty if nothing is wrong.

    Checkers in hand go where they came from, and hit ones to the bar. A board that no play explains
    is judged even if it has not been still for long enough. None if nothing tells what is wrong,
    as in a set-up: then only the expected board is certainly right.
    """
    if state.is_setting_up or state.is_blind:
        return None
    found, tracking = state.verdict, state.observed.tracking
    if tracking and tracking.nearest and not isinstance(found, Illegal | Disturbed):
        node = tracking.nearest.node
        return correction_to(state, state.seating.layout(node.position, state.turn))
    for closely in (state.this_turn.is_told_of_error, True):
        # A checker too many is only doubted while the turn lasts.
        if not isinstance(found, Illegal | Disturbed):
            found = judge_unexplained(state, closely=closely)
    if isinstance(found, Illegal) and not state.shows_illegal:
        return None
    return moves_of(found) or None
