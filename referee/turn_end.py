"""The end of a turn: an act, never a mere position; and what becomes of an illegal play."""

from __future__ import annotations

from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from hardware.checkers import Place
from referee.draft import Draft
from referee.effects import What
from referee.judging import astray, moves_of, places_of
from referee.outlook import Doubt, with_doubts
from referee.profiles import IllegalPolicy
from referee.state import Asking, Question, State
from referee.switches import phantom
from referee.tracker import unseen_at
from referee.verdicts import Illegal

MOVING = (Phase.TO_PLAY, Phase.PLAYED)


def end_turn(draft: Draft) -> None:
    """The player ends his turn; it is judged as soon as the board is still."""
    if draft.match.game.phase not in MOVING:
        return
    draft.change(done=True)
    if draft.state.still_at is None:
        judge_turn(draft)
    else:
        draft.change(ending=True)


def may_be_over(state: State) -> bool:
    """Whether the opponent may take the turn for over: a play is finished, or was said to be."""
    finished = state.tracking and state.tracking.ends
    return bool(state.done or finished) and not state.is_moving


def judge_turn(draft: Draft, *, opponent_goes_on: bool = False) -> bool:
    """Complete the turn if that may be; otherwise say what is in the way."""
    state = draft.state
    draft.change(ending=False)
    if state.is_blind:
        draft.tell(What.UNREADABLE, state.colour)
        return False
    ends = state.tracking.ends if state.tracking else ()
    if state.chosen and state.chosen in ends:
        return complete(draft, state.chosen)
    if len(ends) > 1:
        ask_which(draft, ends)
        return False
    return complete(draft, ends[0]) if ends else _not_legal(draft, opponent_goes_on)


def complete(draft: Draft, play: Position) -> bool:
    """The turn is over with this play; then comes a throw that was waiting for it."""
    game, early, asking = draft.match.game, draft.state.early, draft.state.asking
    if draft.state.chosen not in (None, play):
        draft.tell(What.NOT_CHOSEN, draft.state.colour)
        return False
    moved = play != game.position or bool(draft.state.plays and draft.state.plays.tree.playable)
    draft.change(early=None, asking=None)
    if moved and not draft.happen(events.Play(game.turn, play)):
        return False
    if not draft.happen(events.EndTurn(game.turn)):
        return False
    if early:
        throw_next(draft, early)
    elif asking and asking.question is Question.EARLY_THROW:
        draft.change(asking=asking)
    return True


def throw_next(draft: Draft, thrown: Dice) -> None:
    """A throw for which the turn before it had to end, and what it can do."""
    if draft.match.game.phase is Phase.TO_THROW:
        draft.happen(events.Throw(draft.match.game.turn, thrown))
        tell_dance(draft)


def tell_dance(draft: Draft) -> None:
    """A player who cannot play anything is told so."""
    plays = draft.state.plays
    if plays and not plays.tree.playable:
        draft.tell(What.NO_PLAY, draft.state.colour)


def ask_which(draft: Draft, plays: tuple[Position, ...]) -> None:
    """Several plays look alike: the player must tell which one he made."""
    draft.change(asking=Asking(Question.WHICH, plays))
    draft.tell(What.WHICH, draft.state.colour)


def take_for_gone(draft: Draft, places: tuple[Place, ...]) -> None:
    """Nothing lies there, whatever is seen: the switch is stuck."""
    draft.change(asking=None)
    draft.tell(What.SWITCH_STUCK, places=places)
    distrust(draft, places, Doubt(phantom=1))
    if draft.match.game.phase in MOVING:
        judge_turn(draft)


def take_for_there(draft: Draft, play: Position) -> None:
    """A checker that nobody sees lies there all the same: its switch is dead."""
    state = draft.state
    places = unseen_at(play, state.chart, state.colour)
    draft.tell(What.SWITCH_DEAD, places=places)
    distrust(draft, places, Doubt(unseen=1))


def distrust(draft: Draft, places: tuple[Place, ...], more: Doubt) -> None:
    """Believe the sensors of some places less from now on."""
    doubts = dict(draft.state.doubts)
    for place in places:
        doubts[place] = doubts.get(place, Doubt()) + more
    view = with_doubts(draft.state.view, dict.fromkeys(places, more))
    draft.change(doubts=doubts, view=view)
    draft.look_anew()


def _not_legal(draft: Draft, opponent_goes_on: bool) -> bool:  # noqa: FBT001
    """The play is no legal one: it is refused, or stands, as the profile has it."""
    state = draft.state
    found = astray(state, closely=True)
    policy = state.settings.profile.illegal_policy(state.settings.rulebook)
    illegal = found if isinstance(found, Illegal) else None
    if illegal and _may_stand(policy, opponent_goes_on) and not illegal.board.faults():
        return _let_stand(draft, illegal, policy, opponent_goes_on)
    if not _asks_about_switch(draft, illegal):
        draft.judged = found
        draft.change(spoken=True, verdict=found)
        what = What.ILLEGAL if illegal else What.DISTURBED
        places, moves = places_of(found), moves_of(found)
        draft.tell(what, state.colour, places=places, moves=moves, **_why(illegal))
    return False


def _why(illegal: Illegal | None) -> dict[str, Any]:
    return {"reasons": illegal.reasons, "board": illegal.board} if illegal else {}


def _asks_about_switch(draft: Draft, illegal: Illegal | None) -> bool:
    """Whether one switch that is out of order would explain it all: then the player is asked."""
    state = draft.state
    if state.tracking and state.tracking.almost:
        plays = _chosen_first(state.tracking.almost, state.chosen)
        places = unseen_at(plays[0], state.chart, state.colour)
        draft.change(asking=Asking(Question.UNSEEN, plays, places=places))
        draft.tell(What.SWITCH_SILENT, state.colour, places=places, **_why(illegal))
        return True
    if places := phantom(state):
        draft.change(asking=Asking(Question.PHANTOM, places=places))
        draft.tell(What.SWITCH_CLOSED, state.colour, places=places, **_why(illegal))
        return True
    return False


def _chosen_first(plays: tuple[Position, ...], chosen: Position | None) -> tuple[Position, ...]:
    return tuple(sorted(plays, key=lambda play: play != chosen))


def _may_stand(policy: IllegalPolicy, opponent_goes_on: bool) -> bool:  # noqa: FBT001
    if policy is IllegalPolicy.CORRECT:
        return opponent_goes_on
    return policy is not IllegalPolicy.BLOCK


def _let_stand(
    draft: Draft,
    illegal: Illegal,
    policy: IllegalPolicy,
    opponent_goes_on: bool,  # noqa: FBT001
) -> bool:
    colour = draft.state.colour
    if policy is IllegalPolicy.RECORD:
        return complete(draft, illegal.board.position())
    if not complete(draft, illegal.board.position()):
        return False
    asked = policy is IllegalPolicy.OPPONENT and not opponent_goes_on
    what = What.ILLEGAL_CHOICE if asked else What.ILLEGAL_STANDS
    draft.tell(what, colour.other if asked else colour, reasons=illegal.reasons)
    return True
