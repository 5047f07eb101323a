"""The end of a turn: an act, never a mere position; and what becomes of an illegal play."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.position import Position
from hardware.checkers import Place
from referee.asking import Asking, Question
from referee.draft import Draft
from referee.effects import Notice, What
from referee.judging import astray, moves_of, places_of
from referee.outlook import Doubt, with_doubts
from referee.profiles import IllegalPolicy
from referee.state import State
from referee.switches import insisted_on, phantom
from referee.tracker import unseen_at
from referee.verdicts import Illegal, Verdict

LONG_HIDDEN = 5.0
"""Seconds after which people are told that something hides the board, when a turn is to end."""
MOVING = (Phase.TO_PLAY, Phase.PLAYED)


class Ender(Enum):
    """Whose act ends a turn."""

    PLAYER = "player"
    """He picks up his dice, or says that he is done."""
    OPPONENT = "opponent"
    """He throws or doubles, the turn being over for him."""


def end_turn(draft: Draft) -> None:
    """The player ends his turn; it is judged as soon as the board is still."""
    if draft.match.game.phase not in MOVING:
        return
    draft.now(done=True)
    if draft.state.sight.from_afar and not draft.state.sight.troubles:
        # What the hands have done just before may be told only in a moment.
        stir(draft, draft.state.settings.profile.settle)
    if draft.state.sight.still_at is None:
        judge_turn(draft)
    else:
        draft.now(ending=True)


def stir(draft: Draft, seconds: float) -> None:
    """Let so many seconds pass at least before the board is judged."""
    sight = draft.state.sight
    at_rest = sight.at_rest or sight.still_at is None
    draft.see(still_at=max(sight.still_at or draft.at, draft.at + seconds), at_rest=at_rest)


def may_be_over(state: State) -> bool:
    """Whether the opponent may take the turn for over: a play is finished, or was said to be."""
    finished = state.sight.tracking and state.sight.tracking.ends
    return bool(state.this_turn.done or finished) and not state.is_moving


def is_ended_by_player(state: State) -> bool:
    """Tells whether the player has ended a finished play that only waits to be recorded.

    The board may have to lie still first, or the play was put right after it had been refused.
    """
    turn, tracking = state.this_turn, state.sight.tracking
    finished = tracking is not None and len(tracking.ends) == 1
    return (turn.ending or turn.done) and finished and not turn.asking


def judge_turn(draft: Draft, ended_by: Ender = Ender.PLAYER) -> bool:
    """Complete the turn if that may be; otherwise say what is in the way."""
    state = draft.state
    if _waits_to_see(draft):
        return False
    draft.now(ending=False, looks_until=None, word_given=None)
    if state.is_blind:
        draft.tell(Notice(What.UNREADABLE, state.colour))
        return False
    ends = state.sight.tracking.ends if state.sight.tracking else ()
    if state.chosen and state.chosen in ends:
        return complete(draft, state.chosen)
    if len(ends) > 1:
        ask_which(draft, ends)
        return False
    return complete(draft, ends[0]) if ends else _not_legal(draft, ended_by)


def _waits_to_see(draft: Draft) -> bool:
    """Delays the end of a turn while something hides the board; returns whether it does.

    The opponent is asked once that has lasted for long, and may vouch for what is hidden.
    """
    state, word = draft.state, draft.state.this_turn.word_given
    holds = word and not word.is_outdated_by(state.view.sightings)
    if not state.hidden or (word and holds and set(state.hidden) <= set(word.places)):
        return False
    until = state.this_turn.looks_until or draft.at + LONG_HIDDEN
    if draft.at < until:
        draft.now(ending=True, looks_until=until)
        stir(draft, until - draft.at)
    else:
        draft.now(ending=False, looks_until=None)
        _ask_opponent(draft, Question.HIDDEN, state.hidden)
        draft.tell(Notice(What.HIDDEN, state.colour, places=state.hidden))
    return True


def complete(draft: Draft, play: Position) -> bool:
    """The turn is over with this play; then comes a throw that was waiting for it."""
    game, early, asking = draft.match.game, draft.state.this_turn.early, draft.state.asking
    if draft.state.chosen not in (None, play):
        draft.tell(Notice(What.NOT_CHOSEN, draft.state.colour))
        return False
    moved = play != game.position or bool(draft.state.plays and draft.state.plays.tree.playable)
    draft.now(early=None, asking=None)
    if moved and not draft.happen(events.Play(game.turn, play)):
        return False
    if not draft.happen(events.EndTurn(game.turn)):
        return False
    if early:
        throw_next(draft, early)
    elif asking and asking.question is Question.EARLY_THROW:
        draft.now(asking=asking)
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
        draft.tell(Notice(What.NO_PLAY, draft.state.colour))


def ask_which(draft: Draft, plays: tuple[Position, ...]) -> None:
    """Several plays look alike: the player must tell which one he made.

    Where a hand hides what would tell, his opponent does, who has vouched for it.
    """
    state = draft.state
    to = state.turn.opponent if state.hidden else state.turn
    draft.now(asking=Asking(Question.WHICH, to, plays, seen=state.view.sightings))
    draft.tell(Notice(What.WHICH, state.seating.colour(to)))


def take_for_gone(draft: Draft, places: tuple[Place, ...]) -> None:
    """Nothing lies there, whatever is seen: the switch is stuck."""
    draft.now(asking=None)
    draft.tell(Notice(What.SWITCH_STUCK, places=places))
    distrust(draft, places, Doubt(phantom=1))
    if draft.match.game.phase in MOVING:
        judge_turn(draft)


def take_for_there(draft: Draft, play: Position, asked_about: tuple[Place, ...]) -> None:
    """A checker that nobody sees lies there all the same: its switch is dead."""
    state = draft.state
    # A hand that answers may hide the place.
    places = unseen_at(play, state.sight.chart, state.colour) or asked_about
    draft.tell(Notice(What.SWITCH_DEAD, places=places))
    distrust(draft, places, Doubt(unseen=1))


def distrust(draft: Draft, places: tuple[Place, ...], more: Doubt) -> None:
    """Believe the sensors of some places less from now on."""
    doubts = dict(draft.state.sight.doubts)
    for place in places:
        doubts[place] = doubts.get(place, Doubt()) + more
    view = with_doubts(draft.state.view, dict.fromkeys(places, more))
    draft.see(doubts=doubts, view=view)
    draft.look_anew()


def take_as_seen(draft: Draft, asking: Asking) -> None:
    """Has the turn judged by what can be seen: the opponent vouches for the rest."""
    sight, settle = draft.state.sight, draft.state.settings.profile.settle
    draft.now(asking=None, word_given=asking, ending=True, looks_until=None)
    # Unlike `stir` this may shorten the wait: nobody waits for the view to clear any more.
    draft.see(still_at=draft.at + settle, at_rest=sight.at_rest or sight.still_at is None)


def refuse(draft: Draft, found: Verdict) -> None:
    """Tells the player what is wrong with his play; the turn goes on."""
    draft.judged = found
    draft.now(spoken=True)
    what = What.ILLEGAL if isinstance(found, Illegal) else What.DISTURBED
    draft.tell(_telling(found, Notice(what, draft.state.colour, places=places_of(found))))


def _not_legal(draft: Draft, ended_by: Ender) -> bool:
    """The play is no legal one: it is refused, or stands, as the profile has it."""
    state = draft.state
    found = astray(state, closely=True)
    if isinstance(found, Illegal) and not found.board.faults() and _may_stand(state, ended_by):
        return _let_stand(draft, found, ended_by)
    if not _asks_about_switch(draft, found):
        refuse(draft, found)
    return False


def _telling(found: Verdict, notice: Notice) -> Notice:
    """The notice, with what has been found to be wrong."""
    if isinstance(found, Illegal):
        notice = replace(notice, reasons=found.reasons, board=found.board)
    asks = notice.what in (What.SWITCH_SILENT, What.SWITCH_CLOSED)
    return notice if asks else replace(notice, moves=moves_of(found))


def _asks_about_switch(draft: Draft, found: Verdict) -> bool:
    """Asks the opponent if one faulty switch would explain the board; returns whether it did.

    The mover gains by a yes, so it is not his to give; and whoever has said no is not asked again
    about the same board.
    """
    state = draft.state
    if state.sight.tracking and state.sight.tracking.almost:
        plays = _chosen_first(state.sight.tracking.almost, state.chosen)
        places = unseen_at(plays[0], state.sight.chart, state.colour)
        asked = _ask_opponent(draft, Question.UNSEEN, places, plays)
        what = What.SWITCH_SILENT
    elif places := phantom(state) or (insisted_on(state) if _insists(state, found) else ()):
        asked = _ask_opponent(draft, Question.PHANTOM, places)
        what = What.SWITCH_CLOSED
    else:
        return False
    if asked:
        draft.tell(_telling(found, Notice(what, state.colour, places=places)))
    return asked


def _ask_opponent(
    draft: Draft,
    question: Question,
    places: tuple[Place, ...],
    plays: tuple[Position, ...] = (),
) -> bool:
    """Asks the mover's opponent about the sensors, unless he has said no to the very same."""
    state = draft.state
    seen = state.view.sightings
    asking = Asking(question, state.turn.opponent, plays, places=places, seen=seen)
    if asking == state.this_turn.declined_question:
        return False
    draft.now(asking=asking)
    return True


def _insists(state: State, found: Verdict) -> bool:
    """Whether the player has been told the very same before."""
    return state.this_turn.spoken and state.verdict == found


def _chosen_first(plays: tuple[Position, ...], chosen: Position | None) -> tuple[Position, ...]:
    return tuple(sorted(plays, key=lambda play: play != chosen))


def _may_stand(state: State, ended_by: Ender) -> bool:
    policy = state.settings.illegal_policy
    if policy is IllegalPolicy.CORRECT:
        return ended_by is Ender.OPPONENT
    return policy is not IllegalPolicy.BLOCK


def _let_stand(draft: Draft, illegal: Illegal, ended_by: Ender) -> bool:
    """The turn is over with a play that breaks the rules; people are told unless it is secret."""
    colour, policy = draft.state.colour, draft.state.settings.illegal_policy
    if not complete(draft, illegal.board.position()):
        return False
    if policy is IllegalPolicy.OPPONENT and ended_by is Ender.PLAYER:
        draft.tell(Notice(What.ILLEGAL_CHOICE, colour.other, illegal.reasons))
    elif policy is not IllegalPolicy.RECORD:
        draft.tell(Notice(What.ILLEGAL_STANDS, colour, illegal.reasons))
    return True
