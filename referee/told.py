"""What people tell of the table, and what a player without hands has chosen."""

from __future__ import annotations

from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.position import Position
from hardware.signals import PlayChosen, SetUpWanted, Told
from referee.draft import Draft
from referee.effects import Notice, What
from referee.state import SetUp, State, Turn
from referee.turn_end import complete


def be_told(draft: Draft, told: Told) -> None:
    """Somebody says what lies on the table: the play that looks like this is meant."""
    state = draft.state
    play = state.seating.position(told.layout, state.turn)
    if play and may_be_meant(state, play):
        complete(draft, play)
    else:
        draft.tell(Notice(What.NO_SENSE))


def may_be_meant(state: State, play: Position) -> bool:
    """Tells whether somebody may say that this play was made.

    It is one of those that look just like what is seen; but where something hides the board, or
    nothing is seen at all, nobody's word counts but the opponent's, who is asked for it.
    """
    tracking = state.sight.tracking
    all_seen = not (state.hidden or state.is_blind)
    return all_seen and tracking is not None and play in tracking.ends


def choose(draft: Draft, chosen: PlayChosen) -> None:
    """The player without hands has chosen; the lamps lead whoever moves for it."""
    state = draft.state
    play = state.seating.position(chosen.layout, state.turn)
    if play and state.plays and play in state.plays:
        draft.now(chosen=play)
    else:
        draft.tell(Notice(What.NO_SENSE))


def want(draft: Draft, wanted: SetUpWanted) -> None:
    """A position is to be set up, and the game to go on from there."""
    if draft.match.winner:
        draft.tell(Notice(What.REFUSED, refusal=Refusal(Ban.MATCH_OVER)))
        return
    seating = draft.state.seating
    turn = seating.player(wanted.turn)
    position = seating.position(wanted.layout, turn)
    if position is None:
        draft.tell(Notice(What.NO_SENSE))
        return
    draft.change(wanted=SetUp(position, turn), this_turn=Turn(draft.state.plays))
    draft.look_anew()
