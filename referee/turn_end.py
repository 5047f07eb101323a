"""The end of a turn: it takes an act of a player, and illegal plays are refused or stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from engine.backgammon.dice import Dice
from engine.backgammon.game import events
from engine.backgammon.game.match import Phase
from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import CHECKERS, MOVER_OFF, OTHER_OFF, Position, Setup
from hardware.checkers import Colour, Place, tray
from referee import notices
from referee.board_readings import find_plays_by_halves
from referee.draft import Draft
from referee.faulty_switches import (
    MAX_FAULTS,
    Fault,
    explain_without_one,
    find_faults,
    find_insisted_phantom,
    find_phantom,
    is_likely_misplaced,
)
from referee.match_settings import IllegalPolicy
from referee.play_tracker import find_explanations, find_unseen_places
from referee.question_handling import ask_about_sensors, ask_which, note_declined
from referee.questions import OpenQuestion, QuestionKind
from referee.seating import FIELDS_BY_PLACE, PLACES_BY_FIELD
from referee.state import MOVING_PHASES, State
from referee.switch_doubts import SwitchFailure, add_doubt, rest_doubts
from referee.unexplained_boards import judge_unexplained, moves_of, places_of
from referee.verdicts import Illegal, Verdict

LONG_HIDDEN = 5.0
"""Seconds of waiting for a hidden board at the end of a turn before people are told."""
TRAYS = frozenset(tray(colour) for colour in Colour)
"""The trays of both players."""
MANY_REFUSALS = 3
"""The number of refusals of one board after which the least likely faults are asked about."""
MAX_VIEWS = 8
"""The number of refused views that are remembered."""
MAX_DECLINED = 6
"""The number of questions about one board that the opponent may be asked and decline."""
STANDING_POLICIES = (IllegalPolicy.OPPONENT, IllegalPolicy.RECORD)
"""The policies by which an illegal play may stand."""


class TurnEnder(Enum):
    """The player whose act ends a turn."""

    PLAYER = "player"
    """The player picks up his dice, or says that he is done."""
    OPPONENT = "opponent"
    """The opponent throws or doubles, as the turn is over for him."""


def end_turn(draft: Draft) -> None:
    """Ends the turn of the player; it is judged as soon as the board is still."""
    game = draft.match.game
    if game.phase not in MOVING_PHASES:
        return
    if game.undo_asked_by is game.turn.opponent:
        # A player who ends his turn plays on.
        draft.apply_event(events.RefuseUndo(game.turn))
    if game.resignation and has_borne_off_all(draft.state):
        draft.apply_event(events.PlayOn(game.turn))
    draft.update_turn(is_done=True)
    if draft.state.observed.has_camera and not draft.state.observed.camera_problems:
        # A camera may report the last movements of the hands only a moment later.
        delay_judging(draft, draft.state.settings.profile.settle)
    if draft.state.observed.still_at is None:
        judge_turn(draft)
    else:
        draft.update_turn(ending=True)


def has_borne_off_all(state: State) -> bool:
    """True if the play on the board wins the game, which no resignation can make cheaper."""
    ends = ends_without_hands(state) if state.match.game.phase in MOVING_PHASES else ()
    return len(ends) == 1 and ends[0].counts[MOVER_OFF] == CHECKERS


def delay_judging(draft: Draft, seconds: float) -> None:
    """Delays the judging of the board by at least this many seconds."""
    observed = draft.state.observed
    still_at = max(observed.still_at or draft.at, draft.at + seconds)
    awaits_camera = observed.awaits_camera or observed.still_at is None
    draft.update_observed(still_at=still_at, awaits_camera=awaits_camera)


def end_for_opponent(draft: Draft) -> bool:
    """Completes a turn that is finished or declared over, as the opponent goes on; True if so."""
    state, tracking = draft.state, draft.state.observed.tracking
    done = state.this_turn.is_done or (tracking and tracking.ends)
    return bool(done and not state.is_moving) and judge_turn(draft, TurnEnder.OPPONENT)


def is_ended_by_player(state: State) -> bool:
    """True if the player has ended a finished play that only waits to be recorded."""
    turn, tracking = state.this_turn, state.observed.tracking
    finished = tracking is not None and len(tracking.ends) == 1
    return (turn.ending or turn.is_done) and finished and not turn.question


def judge_turn(draft: Draft, ended_by: TurnEnder = TurnEnder.PLAYER) -> bool:
    """Completes the turn if possible, otherwise announces the obstacle; True if completed."""
    state = draft.state
    if _waits_for_view(draft):
        return False
    draft.update_turn(ending=False, hidden_notice_at=None, approved_question=None)
    if state.is_blind:
        draft.notify(notices.SensorsBlind(state.colour))
        return False
    ends = ends_without_hands(state)
    if state.chosen and state.chosen in ends:
        return complete_turn(draft, state.chosen)
    tracking = state.observed.tracking
    # A checker that was missing already explains no play.
    unseen = state.looks_unmoved or not (tracking and tracking.ends)
    untouched = unseen and not state.this_turn.is_touched
    if len(ends) > 1 or (ends and untouched):
        ask_which(draft, ends)
        return False
    return complete_turn(draft, ends[0]) if ends else _handle_illegal_play(draft, ended_by)


def _waits_for_view(draft: Draft) -> bool:
    """Delays the end of a turn while the board is hidden, then asks the opponent; True if so."""
    state, approved = draft.state, draft.state.this_turn.approved_question
    holds = approved and not approved.is_outdated_by(state.view.sightings)
    if not state.hidden or (approved and holds and set(state.hidden) <= set(approved.places)):
        return False
    until = state.this_turn.hidden_notice_at or draft.at + LONG_HIDDEN
    if draft.at < until:
        draft.update_turn(ending=True, hidden_notice_at=until)
        delay_judging(draft, until - draft.at)
    else:
        draft.update_turn(ending=False, hidden_notice_at=None)
        asked = OpenQuestion(QuestionKind.HIDDEN, state.turn.opponent, places=state.hidden)
        if not ask_about_sensors(draft, asked):
            draft.notify(notices.PlacesHidden(state.colour, state.hidden))
    return True


def ends_without_hands(state: State) -> tuple[Position, ...]:
    """The legal plays that agree with the board if no checker is in hand any more."""
    tracking = state.observed.tracking
    seen = tracking.ends if tracking else ()
    return tuple(dict.fromkeys((*seen, *_ends_off(state)))) or find_plays_by_halves(state)


def _ends_off(state: State) -> tuple[Position, ...]:
    """The legal plays of which nothing is missing but checkers that were borne off.

    At the end of a turn no checker is in hand, so one that is in no tray lies beside the board.
    """
    if state.plays is None or state.observed.tracking is None or state.hidden:
        return ()
    chart = state.observed.chart
    found = find_explanations(state.plays.tree, chart)
    plays = dict.fromkeys(one.node.position for one in found if not (one.node.playable or one.late))
    missing = {play: find_unseen_places(play, chart, state.colour) for play in plays}
    return tuple(play for play, places in missing.items() if TRAYS.issuperset(places))


def _note_borne_off(draft: Draft, play: Position) -> None:
    """Notes for all turns to come that checkers which were borne off lie in no tray."""
    chart, places = draft.state.observed.chart, PLACES_BY_FIELD[draft.state.colour]
    for field in (MOVER_OFF, OTHER_OFF):
        if unseen := chart[field].missing[play.counts[field]]:
            draft.add_off_board(places[field], unseen)


def complete_turn(draft: Draft, play: Position) -> bool:
    """Ends the turn with this play and makes the throw that waited; False if it is refused."""
    game, turn, question = draft.match.game, draft.state.this_turn, draft.state.question
    if draft.state.chosen not in (None, play):
        draft.notify(notices.PlayNotChosen(draft.state.colour))
        return False
    moved = play != game.position or bool(draft.state.plays and draft.state.plays.tree.playable)
    draft.update_turn(early_throw=None, question=None)
    _note_borne_off(draft, play)
    if moved and not draft.apply_event(events.Play(game.turn, play)):
        return False
    observed, mover = draft.state.observed, draft.state.colour
    if not draft.apply_event(events.EndTurn(game.turn)):
        return False
    draft.update_doubts(rest_doubts(observed.doubts, observed.observations, play.counts, mover))
    if turn.plays and play in turn.plays:
        draft.learn_pace(game.turn, turn.rests)
    if turn.early_throw:
        throw_next(draft, turn.early_throw)
    elif question and question.kind is QuestionKind.EARLY_THROW:
        draft.update_turn(question=question)
    return True


def throw_next(draft: Draft, thrown: Dice) -> None:
    """Makes a throw that waited for the end of the turn before it."""
    if draft.match.game.phase is Phase.TO_THROW:
        draft.apply_event(events.Throw(draft.match.game.turn, thrown))
        announce_no_play(draft)


def announce_no_play(draft: Draft) -> None:
    """Tells a player who has no legal play that he has none."""
    plays = draft.state.plays
    if plays and not plays.tree.playable:
        draft.notify(notices.NoLegalPlay(draft.state.colour))


def distrust_stuck_switch(draft: Draft, question: OpenQuestion) -> None:
    """Distrusts a stuck switch: no checker lies there, although one is reported."""
    draft.update_turn(question=None)
    if not distrust(draft, question.places, SwitchFailure.STUCK):
        # It was known before, and so explains nothing: something else must be asked about.
        note_declined(draft, replace(question, to=draft.state.turn.opponent, is_repeated=False))
    if draft.match.game.phase in MOVING_PHASES:
        judge_turn(draft)


def distrust_dead_switch(draft: Draft, play: Position, asked_about: tuple[Place, ...]) -> None:
    """Distrusts a dead switch: a checker lies there unseen, and the play is possible."""
    state = draft.state
    unseen = find_unseen_places(play, state.observed.chart, state.colour)
    # A checker that is in no tray lies beside the board, and needs no dead switch.
    places = tuple(place for place in unseen if place not in TRAYS)
    # The hand that presses the button to answer may hide the place.
    distrust(draft, places or asked_about, SwitchFailure.DEAD, board=play)


def distrust(
    draft: Draft,
    places: tuple[Place, ...],
    failure: SwitchFailure,
    slots: tuple[int, ...] = (),
    board: Position | None = None,
) -> bool:
    """Distrusts one switch of each of some places, and tells people; False if none is new."""
    stuck, board = failure is SwitchFailure.STUCK, board or draft.state.expected
    known, seen = draft.state.observed.doubts, draft.state.observed.observations
    doubts = known
    for place in places:
        field = FIELDS_BY_PLACE[draft.state.colour][place]
        there, count = draft.state.observed.chart[field], board.counts[field]
        wrong = there.extra[count] if stuck else there.missing[count]
        doubts = add_doubt(doubts, place, failure, seen, slots, max(wrong, 1))
    if doubts == known:
        return False
    draft.notify(notices.SwitchStuck(places) if stuck else notices.SwitchDead(places))
    draft.update_doubts(doubts)
    return True


def judge_visible_places(draft: Draft, question: OpenQuestion) -> None:
    """Judges the turn by the visible places; the opponent approves of the others."""
    observed, settle = draft.state.observed, draft.state.settings.profile.settle
    draft.update_turn(question=None, approved_question=question, ending=True, hidden_notice_at=None)
    awaits_camera = observed.awaits_camera or observed.still_at is None
    # Unlike `delay_judging` this may shorten the wait: the view need not clear any more.
    draft.update_observed(still_at=draft.at + settle, awaits_camera=awaits_camera)


def refuse_play(draft: Draft, found: Verdict) -> None:
    """Tells the player what is wrong with his play; the turn goes on."""
    draft.judged = found
    # Dice picked up before anything was moved are no error of the play to come.
    told, refusals = not draft.state.is_untouched, draft.state.this_turn.refusals + 1
    refused = (*draft.state.this_turn.refused_views, draft.state.view.sightings)
    draft.update_turn(is_told_of_error=told, refusals=refusals, refused_views=refused[-MAX_VIEWS:])
    colour, places, moves = draft.state.colour, places_of(found), moves_of(found)
    if isinstance(found, Illegal):
        draft.notify(notices.IllegalPlayRefused(colour, found.reasons, found.board, places, moves))
    else:
        draft.notify(notices.BoardDisturbed(colour, places, moves))


def _handle_illegal_play(draft: Draft, ended_by: TurnEnder) -> bool:
    """Handles an illegal play: refuses it or lets it stand, by the profile."""
    state = draft.state
    found = judge_unexplained(state, closely=True)
    # Dice that are picked up before anything was moved are no play, unless the opponent accepts it.
    meant = not state.is_untouched or ended_by is TurnEnder.OPPONENT
    reasons = found.reasons if isinstance(found, Illegal) else ()
    # What happened to the opponent's checkers may be the opponent's own doing.
    theirs = any(reason.why is ReasonKind.OPPONENTS_CHECKER_MOVED for reason in reasons)
    may_stand = meant and state.settings.illegal_policy in STANDING_POLICIES
    may_stand = may_stand and not (theirs or state.is_knocked)
    if isinstance(found, Illegal) and may_stand and _is_whole(found.board, state):
        return _let_stand(draft, found, ended_by)
    if not _asks_about_switch(draft, found):
        refuse_play(draft, found)
    return False


def _is_whole(board: Setup, state: State) -> bool:
    """True if a board has all its checkers, and the mover's tray holds what it is taken to hold."""
    off = state.observed.chart[MOVER_OFF]
    return not board.faults() and not off.missing[board.position().counts[MOVER_OFF]]


def _asks_about_switch(draft: Draft, found: Verdict) -> bool:
    """Asks the opponent, as the mover gains, if a switch is faulty; returns True if it asks.

    Once he has declined everything, the play is refused in plain words, and asked about again only
    the next time: a checker on a faulty switch can be put right unseen.
    """
    if draft.state.this_turn.all_declined:
        draft.update_turn(declined_questions=(), all_declined=False)
    reasons, board = (found.reasons, found.board) if isinstance(found, Illegal) else ((), None)
    declined, to = draft.state.this_turn.declined_questions, draft.state.turn.opponent
    suspicions = _suspicions(draft.state, found) if len(declined) < MAX_DECLINED else ()
    for kind, places, plays in suspicions:
        asked = OpenQuestion(kind, to, plays, places=places, reasons=reasons, board=board)
        if ask_about_sensors(draft, asked):
            return True
    draft.update_turn(all_declined=bool(declined))
    return False


_Suspicion = tuple[QuestionKind, tuple[Place, ...], tuple[Position, ...]]
"""The kind of question, the places in doubt, and the plays that an unseen checker would explain."""


def _suspicions(state: State, found: Verdict) -> Iterator[_Suspicion]:
    """Yields what may be wrong with the switches; the less likely only if the player insists.

    A yes about a place where a switch is known to stick may well mean that one.
    """
    doubts = (one for one in state.observed.doubts if one.is_needed)
    stuck = {one.place for one in doubts if one.failure is SwitchFailure.STUCK}
    for kind, places, plays in _all_suspicions(state, found):
        known = kind is QuestionKind.PHANTOM and stuck.issuperset(places)
        if not known or state.insistence >= MANY_REFUSALS:
            yield kind, places, plays


def _all_suspicions(state: State, found: Verdict) -> Iterator[_Suspicion]:
    """Yields each switch or pair of switches that would explain a legal play, likely ones first."""
    tracking, repeated = state.observed.tracking, state.insistence > 0
    if tracking and tracking.almost:
        plays = tuple(sorted(tracking.almost, key=lambda play: play != state.chosen))
        places = find_unseen_places(plays[0], state.observed.chart, state.colour)
        yield QuestionKind.UNSEEN, places, plays
    elif places := (
        find_phantom(state)
        or _only_surplus(state, found)
        or (find_insisted_phantom(state) if repeated else ())
    ):
        yield QuestionKind.PHANTOM, places, ()
    faults = find_faults(state, MAX_FAULTS if repeated else 1)
    yield from _suspicions_of(state, faults)
    if state.this_turn.declined_questions and faults and state.insistence >= MANY_REFUSALS:
        # The opponent knows better than the fewest faults: more of them may have come together.
        fewest = min(map(len, faults))
        yield from _suspicions_of(state, find_faults(state, MAX_FAULTS, beyond=fewest))


def _only_surplus(state: State, found: Verdict) -> tuple[Place, ...]:
    """The place of the one checker too many, if there is nothing else against the play."""
    reasons = found.reasons if isinstance(found, Illegal) else ()
    if [(one.why, one.count) for one in reasons] != [(ReasonKind.CHECKERS_TOO_MANY, 1)]:
        return ()
    places = places_of(found)
    return places if len(places) == 1 and explain_without_one(state, places[0]) else ()


def _suspicions_of(
    state: State, faults: Mapping[tuple[Fault, ...], Sequence[Position]]
) -> Iterator[_Suspicion]:
    """Yields the suspicions about sets of faulty switches."""
    repeated = state.insistence > 0
    suspected = {(doubt.place, doubt.failure) for doubt in state.observed.doubts}
    for switches in sorted(faults, key=lambda them: [place for place, _failure in them]):
        insisted = state.insistence >= MANY_REFUSALS
        if is_likely_misplaced(switches) and suspected.isdisjoint(switches) and not insisted:
            continue
        dead = tuple(place for place, failure in switches if failure is SwitchFailure.DEAD)
        if len(dead) == len(switches):
            yield QuestionKind.UNSEEN, dead, tuple(faults[switches])
        elif repeated or not suspected.isdisjoint(switches):
            stuck = (place for place, failure in switches if failure is SwitchFailure.STUCK)
            yield QuestionKind.PHANTOM, (next(stuck),), ()


def _let_stand(draft: Draft, illegal: Illegal, ended_by: TurnEnder) -> bool:
    """Ends the turn with an illegal play; people are told unless the policy only records it."""
    colour, policy = draft.state.colour, draft.state.settings.illegal_policy
    if not complete_turn(draft, illegal.board.position()):
        return False
    if policy is IllegalPolicy.OPPONENT and ended_by is TurnEnder.PLAYER:
        draft.notify(notices.IllegalPlayChoice(colour.other, illegal.reasons))
    elif policy is not IllegalPolicy.RECORD:
        draft.notify(notices.IllegalPlayStands(colour, illegal.reasons))
    return True
