"""Handles observations, devices lost and back, and camera problems; judges a still board."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.position import CHECKERS
from hardware.checkers import Colour, Place
from hardware.observations import UNKNOWN_SIGHTING, CombinedView, Observation, Sighting
from hardware.signals import (
    ButtonPressed,
    CameraProblemChanged,
    DeviceLost,
    DeviceRestored,
    DiceReading,
    DiceState,
    PlayerRequest,
    PlayerRequestKind,
    ServiceRestarted,
    Signal,
)
from referee import notices, verdicts
from referee.corrected_plays import find_corrected_plays
from referee.draft import Draft
from referee.explanations import Tracking
from referee.faulty_switches import (
    describe_set_up_faults,
    explain_without_one,
    find_faults_in_set_up,
    find_phantom,
    find_shown_phantom,
    find_suspects,
    is_likely_misplaced,
)
from referee.hand_pace import MAX_RESTS
from referee.observed_board import BoardChart, make_chart, make_field
from referee.question_handling import ask_about_seating, ask_to_confirm
from referee.question_notices import awaited_notice
from referee.questions import OpenQuestion, QuestionKind
from referee.seating import FIELDS_BY_PLACE
from referee.state import NOTHING_SEEN, State
from referee.switch_doubts import (
    SwitchDoubt,
    SwitchFailure,
    narrow_doubts,
    note_emptied,
    note_openings,
    widened_view,
)
from referee.turn_end import TurnEnder, distrust, judge_turn, refuse_play
from referee.unexplained_boards import judge_unexplained


def handle_observation(draft: Draft, observation: Observation) -> None:
    """Handles an observation; does nothing if it repeats the last one of the same sensor."""
    state = draft.state
    known = state.observed.observations.get(observation.source)
    if known and (known.sightings, known.slots) == (observation.sightings, observation.slots):
        return
    update_view(draft, {**state.observed.observations, observation.source: observation})


def update_view(draft: Draft, seen: Mapping[str, Observation]) -> None:
    """Combines the sensors' observations, and tracks the play."""
    before = draft.state.view
    _note_rest(draft)
    view = widened_view(seen)
    hidden = _hidden_places(view)
    whole = all(_least_count(view, colour) >= CHECKERS for colour in Colour)
    doubts, off_board = _narrow_doubts(draft, seen), draft.state.observed.off_board
    if doubts or off_board:
        view = widened_view(seen, doubts, off_board)
    draft.update_observed(
        observations=seen,
        view=view,
        # If all checkers are seen elsewhere, a hand hides none of them.
        hidden=() if whole else hidden,
        has_camera=draft.state.observed.has_camera or bool(hidden),
        awaits_camera=False,
        sensed=_update_chart(draft, before.sightings, view.sightings),
        still_at=draft.at + draft.state.settings.profile.settle,
        changed_at=draft.at,
        rests_until=None,
    )
    turn = draft.state.this_turn
    if turn.refusals and not draft.state.plays:
        draft.update_turn(refusals=0)
    if draft.state.plays and not (turn.is_touched and not turn.refusals):
        # A player who begins to move only after he has picked up his dice is not done yet.
        is_done = turn.is_done and turn.is_told_of_error
        draft.update_turn(is_touched=True, refusals=0, is_done=is_done)
    draft.drop_outdated_question()
    draft.track()
    if draft.state.observed.tracking is None and (suspects := find_suspects(draft.state)):
        draft.update_turn(suspects=suspects)
    if draft.state.this_turn.suspects:
        _note_openings(draft)


def _narrow_doubts(draft: Draft, seen: Mapping[str, Observation]) -> tuple[SwitchDoubt, ...]:
    """The doubts without those that the switches have disproved; people are told of these."""
    doubts = draft.state.observed.doubts
    if not doubts:
        return doubts
    left = narrow_doubts(doubts, seen)
    doubtful = {doubt.place for doubt in left}
    mended = dict.fromkeys(one.place for one in doubts if one.place not in doubtful)
    if mended:
        draft.notify(notices.SwitchMended(tuple(mended)))
    draft.update_observed(doubts=left)
    return left


def _note_openings(draft: Draft) -> None:
    """Notes which switches open while a surplus checker is suspected."""
    turn, seen = draft.state.this_turn, draft.state.observed.observations
    doubts = draft.state.observed.doubts
    known = {one.place: one for one in turn.suspected_places}
    places = dict.fromkeys((*known, *turn.suspects))
    noted = tuple(note_openings(place, known.get(place), seen, doubts) for place in places)
    if noted != turn.suspected_places:
        draft.update_turn(suspected_places=noted)


def _note_emptied(draft: Draft) -> None:
    """Notes which suspected switches stay closed on a still board without checkers there."""
    suspects, observed = draft.state.this_turn.suspected_places, draft.state.observed
    if observed.tracking and observed.tracking.ends:
        # Checkers that were lifted for a legal play show nothing.
        return
    noted = tuple(note_emptied(one, observed.observations, observed.doubts) for one in suspects)
    if noted != suspects:
        draft.update_turn(suspected_places=noted)


def _note_rest(draft: Draft) -> None:
    """Notes how long a checker has rested where no legal play leaves it."""
    state, since = draft.state, draft.state.observed.changed_at
    unexplained = state.plays and state.observed.tracking is None and state.may_hesitate
    if unexplained and since is not None and not state.is_blind:
        rests = (*state.this_turn.rests, max(draft.at - since, 0.0))
        draft.update_turn(rests=rests[-MAX_RESTS:])


def _hidden_places(view: CombinedView) -> tuple[Place, ...]:
    """The places that no sensor sees at the moment; sensors that disagree do see."""
    return tuple(
        place
        for place, sighting in view.sightings.items()
        if sighting == UNKNOWN_SIGHTING and place not in view.disagreements
    )


def _least_count(view: CombinedView, colour: Colour) -> int:
    """The smallest number of checkers of a colour that are certainly there."""
    return sum(sighting[colour].low for sighting in view.sightings.values())


def _update_chart(
    draft: Draft, before: Mapping[Place, Sighting], now: Mapping[Place, Sighting]
) -> BoardChart:
    """The sensed chart, updated only in places that have changed."""
    state = draft.state
    if before.keys() != now.keys():
        return make_chart(CombinedView(now), state.colour)
    fields = list(state.observed.sensed)
    for place, sighting in now.items():
        if sighting is not before[place]:
            field = FIELDS_BY_PLACE[state.colour][place]
            fields[field] = make_field(sighting, state.colour, field)
    return tuple(fields)


def handle_stillness(draft: Draft) -> None:
    """Judges a board that has been still, and ends the turn if that was requested."""
    if draft.state.observed.still_at is None:
        _handle_long_rest(draft)
        return
    if draft.at < draft.state.observed.still_at:
        return
    draft.update_observed(still_at=None)
    _note_emptied(draft)
    _compare_sensors(draft)
    if draft.state.is_hesitating:
        _handle_long_rest(draft)
    elif not draft.state.hidden:
        _look_for_faults(draft)
    if draft.state.this_turn.ending or (_is_waited_for(draft.state) and not _may_go_on(draft)):
        _judge_ended_turn(draft)


def _judge_ended_turn(draft: Draft) -> None:
    """Judges a turn that has ended; a throw made meanwhile is the opponent's act."""
    turn = draft.state.this_turn
    thrown = turn.early_throw if turn.ending else None
    ended = judge_turn(draft, TurnEnder.OPPONENT if thrown else TurnEnder.PLAYER)
    if thrown and not ended and not draft.state.this_turn.ending:
        draft.notify(notices.ThrowWaits(draft.state.colour.other, thrown))


def _handle_long_rest(draft: Draft) -> None:
    """Judges a board where checkers have rested for too long to be only touched in passing."""
    until = draft.state.observed.rests_until
    if until is not None and draft.at >= until:
        draft.end_hesitation()
        draft.update_observed(rests_until=None)
        if not draft.state.hidden:
            _look_for_faults(draft)
        if _is_waited_for(draft.state):
            judge_turn(draft)


def handle_act(draft: Draft, signal: Signal, known: DiceReading | None) -> None:
    """Lets the board be judged at once after an act; `known` is the reading of the dice before."""
    match signal:
        case ButtonPressed():
            draft.end_hesitation()
        case PlayerRequest(kind=kind) if kind is not PlayerRequestKind.HINTS:
            draft.end_hesitation()
        case DiceReading(state=DiceState.SETTLED) if known and known.state is DiceState.ROLLING:
            draft.end_hesitation()


def _may_go_on(draft: Draft) -> bool:
    """True if a player who puts a play right may not be done yet; the board is judged later."""
    state = draft.state
    since = state.observed.changed_at
    if not state.this_turn.is_told_of_error or since is None:
        return False
    until = since + state.long_rest
    if until > draft.at:
        draft.update_observed(rests_until=until)
    return until > draft.at


def _is_waited_for(state: State) -> bool:
    """True if the next throw only waits for a finished play, whose dice have been picked up."""
    tracking = state.observed.tracking
    finished = tracking and tracking.ends and not (state.may_be_in_hand or state.is_moving)
    return bool(state.this_turn.early_throw and state.this_turn.is_done and finished)


def _compare_sensors(draft: Draft) -> None:
    """Announces new disagreements of sensors that last until the board is still."""
    disagree = draft.state.view.disagreements
    if new := set(disagree).difference(draft.state.observed.disputed):
        draft.notify(notices.SensorsDisagree(tuple(sorted(new))))
    draft.update_observed(disputed=disagree)


def _look_for_faults(draft: Draft) -> None:
    """Announces a switch that seems stuck, or checkers that are missing from a set-up."""
    state = draft.state
    if state.is_setting_up:
        faults = find_faults_in_set_up(state)
        if faults and not is_likely_misplaced(faults):
            draft.notify(describe_set_up_faults(faults))
        else:
            ask_about_seating(draft)
        return
    if state.plays is None and state.observed.tracking is None:
        _tell_of_end_of_turn(draft)
    if state.observed.tracking is None and (shown := find_shown_phantom(state)):
        place, slot = shown
        distrust(draft, (place,), SwitchFailure.STUCK, (slot,))
        return
    places = find_phantom(state) if state.observed.tracking is None else ()
    if places and places != state.this_turn.announced_suspects:
        draft.update_turn(announced_suspects=places)
        draft.notify(notices.SwitchClosed(None, places))


def _tell_of_end_of_turn(draft: Draft) -> None:
    """Announces, once, that the last play stands, if its player has moved on after his turn."""
    if find_corrected_plays(draft.state):
        request, to = PlayerRequestKind.CHALLENGE, draft.state.turn
        if draft.state.question is None:
            asked = OpenQuestion(QuestionKind.CONFIRM, to, request=request)
            ask_to_confirm(draft, asked)
        return
    found = judge_unexplained(draft.state, closely=False)
    reasons = found.reasons if isinstance(found, verdicts.Illegal) else ()
    over = any(reason.why is ReasonKind.TURN_IS_OVER for reason in reasons)
    if over and not draft.state.this_turn.is_told_of_error:
        refuse_play(draft, found)


def update_verdict(draft: Draft) -> None:
    """Updates the verdict; a board without an explanation is judged only when it is still."""
    state = draft.state
    verdict: verdicts.Verdict | None = None
    if state.is_blind:
        verdict = verdicts.UnreadableBoard(())
    elif state.observed.tracking:
        tracking = state.observed.tracking
        verdict = _verdict_on_hit_checker(draft) or _verdict_of_tracking(state, tracking)
    elif state.is_hesitating:
        verdict = state.observed.hesitation.guidance if state.observed.hesitation else None
    elif state.observed.still_at is None and not state.hidden:
        # What a player lifts to show that a switch sticks is not judged as his play.
        told = state.this_turn.is_told_of_error and not _shows_phantom(state)
        verdict = draft.judged or judge_unexplained(state, closely=told)
    elif state.observed.awaits_camera:
        verdict = state.verdict
    if verdict != state.verdict:
        draft.update(verdict=verdict, is_knocked=_is_knocked(state, verdict))


def _shows_phantom(state: State) -> bool:
    """True if checkers are lifted from a place that may hold one less than is seen."""
    return any(
        one.unopened != one.closed and explain_without_one(state, one.place)
        for one in state.this_turn.suspected_places
    )


def _verdict_of_tracking(state: State, tracking: Tracking) -> verdicts.Verdict:
    """The verdict of a tracked play; a play counts as finished only while nothing is hidden."""
    if state.hidden and isinstance(tracking.verdict, verdicts.Complete | verdicts.Ambiguous):
        return tracking.in_hand or verdicts.OnTheWay((), ())
    return tracking.verdict


def _verdict_on_hit_checker(draft: Draft) -> verdicts.Illegal | None:
    """The verdict that shows a hit checker still to be laid on the bar to a player told of it."""
    state = draft.state
    tracking = state.observed.tracking
    unfinished = tracking and isinstance(tracking.verdict, verdicts.OnTheWay)
    if not (state.this_turn.is_told_of_error and unfinished) or state.is_moving:
        return None
    found = draft.judged or judge_unexplained(state, closely=True)
    if isinstance(found, verdicts.Illegal):
        lying = (reason.why is ReasonKind.HIT_CHECKER_NOT_ON_BAR for reason in found.reasons)
        return found if any(lying) else None
    return None


def _is_knocked(state: State, verdict: verdicts.Verdict | None) -> bool:
    """True if the board must still be put right after a player has knocked against it."""
    if isinstance(verdict, verdicts.Disturbed):
        return not state.is_setting_up
    open_yet = verdict is None or (isinstance(verdict, verdicts.OnTheWay) and verdict.in_hand)
    return state.is_knocked and bool(open_yet or isinstance(verdict, verdicts.UnreadableBoard))


def handle_device_lost(draft: Draft, lost: DeviceLost) -> None:
    """Handles a lost device: its observations of the board no longer count."""
    seen = draft.state.observed.observations
    _forget_camera_problem(draft, lost.source)
    if lost.source not in draft.state.lost:
        draft.update(lost=draft.state.lost | {lost.source})
        draft.notify(notices.DevicesLost(tuple(sorted(draft.state.lost))))
    if lost.source in seen:
        update_view(draft, {name: one for name, one in seen.items() if name != lost.source})


def handle_device_back(draft: Draft, back: DeviceRestored) -> None:
    """Handles a device that can be reached again."""
    if back.source in draft.state.lost:
        draft.update(lost=draft.state.lost - {back.source})
        devices = (back.source,) if draft.state.lost else ()
        draft.notify(notices.DevicesBack(devices))


def handle_camera_problem(draft: Draft, changed: CameraProblemChanged) -> None:
    """Handles a camera that cannot observe the board, or can again; observations follow."""
    problems = draft.state.observed.camera_problems
    if changed.by is None:
        if changed.source in problems:
            _forget_camera_problem(draft, changed.source)
            draft.notify(notices.CameraProblemSolved((changed.source,)))
    elif changed.by is not problems.get(changed.source):
        draft.update_observed(camera_problems={**problems, changed.source: changed.by})
        draft.notify(notices.CameraProblemFound((changed.source,), changed.by))


def _forget_camera_problem(draft: Draft, source: str) -> None:
    problems = draft.state.observed.camera_problems
    if source in problems:
        left = {name: problem for name, problem in problems.items() if name != source}
        draft.update_observed(camera_problems=left)


def handle_restart(draft: Draft, _restarted: ServiceRestarted) -> None:
    """Handles a restart: keeps the match, forgets the table; a chosen play must be chosen again."""
    awaited = awaited_notice(draft.state)
    draft.update(lost=frozenset(), unheard_dice=frozenset(draft.state.dice))
    draft.update_observed(observations={}, camera_problems={}, view=NOTHING_SEEN, still_at=None)
    draft.update_observed(changed_at=None, hesitation=None, rests_until=None)
    draft.update_turn(ending=False, chosen=None)
    question = draft.state.question
    if question and question.kind is QuestionKind.CONFIRM:
        # Nobody remembers after a power cut what a shared button had asked for.
        draft.close_question()
        awaited = awaited_notice(draft.state)
    draft.update_chart()
    draft.notify(notices.MatchResumed())
    if awaited:
        draft.notify(awaited)
