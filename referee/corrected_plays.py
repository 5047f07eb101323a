"""Illegal plays that are put right while the opponent may still have them retaken."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.turns import legal_plays
from engine.backgammon.position import Position
from referee import turn_end
from referee.draft import Draft
from referee.match_settings import IllegalPolicy
from referee.observed_board import make_chart, total_gap
from referee.state import State


def find_corrected_plays(state: State) -> Sequence[Position]:
    """The legal plays that lie on the board where an illegal one was recorded."""
    before = state.match.before
    decides = state.settings.illegal_policy is IllegalPolicy.OPPONENT and state.match.game.reasons
    if not (decides and before and before.game.dice) or state.looks_unmoved:
        return ()
    if state.hidden or state.is_blind:
        return ()
    chart = make_chart(state.view, state.colour.other)
    return [play for play in legal_plays(before) if total_gap(chart, play.counts) == (0, 0)]


def accept_corrected_play(draft: Draft, thrown: Dice | None = None) -> None:
    """Records the corrected play: the opponent moves on, and so accepts the board as it lies.

    If several plays look like it, its player is asked which it was, and the throw waits.
    """
    before, plays = draft.match.before, find_corrected_plays(draft.state)
    if before is None or not plays or (len(plays) > 1 and thrown is None):
        return
    mover = before.game.turn
    draft.apply_event(events.Challenge(mover.opponent))
    if len(plays) > 1:
        draft.update_turn(early_throw=thrown, is_done=True)
        turn_end.judge_turn(draft, turn_end.TurnEnder.OPPONENT)
        return
    draft.apply_event(events.Play(mover, plays[0]))
    draft.apply_event(events.EndTurn(mover))
