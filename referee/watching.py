"""What the board sensors report, and when the board has been still long enough to be judged."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.position import CHECKERS
from engine.backgammon.why.reasons import Why
from hardware.checkers import Colour, Place
from hardware.observations import Observation, View, combined
from hardware.sightings import ANYTHING, Sighting
from referee.draft import Draft
from referee.effects import Notice, What
from referee.judging import astray
from referee.outlook import Chart, chart, field_of, with_doubts
from referee.seating import FIELD
from referee.state import State
from referee.switches import nearly_set_up, phantom, suspicious
from referee.tracker import Tracking
from referee.turn_end import judge_turn
from referee.verdicts import (
    Ambiguous,
    Complete,
    Disturbed,
    Illegal,
    OnTheWay,
    Unreadable,
    Verdict,
)


def see(draft: Draft, observation: Observation) -> None:
    """A sensor has looked; only what has changed since matters."""
    state = draft.state
    known = state.sight.seen.get(observation.source)
    if known is not None and known.sightings == observation.sightings:
        return
    look(draft, {**state.sight.seen, observation.source: observation})


def look(draft: Draft, seen: Mapping[str, Observation]) -> None:
    """Put together what the sensors see, and follow what has changed."""
    before = draft.state.view
    alone = next(iter(seen.values())) if len(seen) == 1 else None
    view = View(alone.sightings) if alone else combined(seen.values())
    hidden = _hidden(view)
    whole = all(_seen_at_least(view, colour) >= CHECKERS for colour in Colour)
    view = with_doubts(view, draft.state.sight.doubts)
    draft.see(
        seen=seen,
        view=view,
        # Where all checkers are seen elsewhere, a hand hides nothing.
        hidden=() if whole else hidden,
        from_afar=draft.state.sight.from_afar or bool(hidden),
        at_rest=False,
        chart=_updated(draft, before.sightings, view.sightings),
        still_at=draft.at + draft.state.settings.profile.settle,
    )
    draft.drop_outdated_question()
    draft.track()
    if draft.state.sight.tracking is None and (suspects := suspicious(draft.state)):
        draft.now(suspects=suspects)


def _hidden(view: View) -> tuple[Place, ...]:
    """Where nobody tells anything just now; sensors that disagree have told something."""
    return tuple(
        place
        for place, sighting in view.sightings.items()
        if sighting == ANYTHING and place not in view.disagreements
    )


def _seen_at_least(view: View, colour: Colour) -> int:
    """How many checkers of a colour are seen for certain."""
    return sum(sighting[colour].low for sighting in view.sightings.values())


def _updated(
    draft: Draft, before: Mapping[Place, Sighting], now: Mapping[Place, Sighting]
) -> Chart:
    """What is seen field by field, worked out anew only where it has changed."""
    state = draft.state
    if before.keys() != now.keys():
        return chart(View(now), state.colour)
    fields = list(state.sight.chart)
    for place, sighting in now.items():
        if sighting is not before[place]:
            field = FIELD[state.colour][place]
            fields[field] = field_of(sighting, state.colour, field)
    return tuple(fields)


def settle(draft: Draft) -> None:
    """The board has been still: judge it, and end the turn if that is what was asked."""
    if draft.state.sight.still_at is None or draft.at < draft.state.sight.still_at:
        return
    draft.see(still_at=None)
    _compare_sensors(draft)
    if not draft.state.hidden:
        _look_for_faults(draft)
    if draft.state.this_turn.ending or _is_waited_for(draft.state):
        judge_turn(draft)


def _is_waited_for(state: State) -> bool:
    """Whether a finished play is all that the next throw waits for, the dice being picked up."""
    tracking = state.sight.tracking
    finished = tracking and tracking.ends and not (state.may_be_in_hand or state.is_moving)
    return bool(state.this_turn.early and state.this_turn.done and finished)


def _compare_sensors(draft: Draft) -> None:
    """Sensors that do not see the same have a fault, unless one was only the first to tell."""
    disagree = draft.state.view.disagreements
    if new := set(disagree).difference(draft.state.sight.disputed):
        draft.tell(Notice(What.DEVICES_DISAGREE, places=tuple(sorted(new))))
    draft.see(disputed=disagree)


def _look_for_faults(draft: Draft) -> None:
    """A stuck switch shows a checker too many; a dead one keeps a set-up from ending."""
    state = draft.state
    if state.is_setting_up:
        if lacking := nearly_set_up(state):
            draft.tell(Notice(What.SET_UP, places=lacking))
        return
    places = phantom(state) if state.sight.tracking is None else ()
    if places and places != state.this_turn.named:
        draft.now(named=places)
        draft.tell(Notice(What.SWITCH_CLOSED, places=places))


def judge(draft: Draft) -> None:
    """Let the verdict be what the board says now; a board that nothing explains must be still."""
    state = draft.state
    verdict: Verdict | None = None
    if state.is_blind:
        verdict = Unreadable(())
    elif state.sight.tracking:
        verdict = _hit_left_lying(draft) or _as_far_as_seen(state, state.sight.tracking)
    elif state.sight.still_at is None and not state.hidden:
        verdict = draft.judged or astray(state, closely=state.this_turn.spoken)
    elif state.sight.at_rest:
        verdict = state.verdict
    if verdict != state.verdict:
        draft.change(verdict=verdict, knocked=_is_knocked(state, verdict))


def _as_far_as_seen(state: State, tracking: Tracking) -> Verdict:
    """A play is finished, and can be told from others, only where nothing hides the board."""
    if state.hidden and isinstance(tracking.verdict, Complete | Ambiguous):
        return tracking.held or OnTheWay((), ())
    return tracking.verdict


def _hit_left_lying(draft: Draft) -> Illegal | None:
    """A player who has been told is shown which checker he still has to lay on the bar."""
    state = draft.state
    unfinished = state.sight.tracking and isinstance(state.sight.tracking.verdict, OnTheWay)
    if not (state.this_turn.spoken and unfinished) or state.is_moving:
        return None
    found = draft.judged or astray(state, closely=True)
    if isinstance(found, Illegal):
        lying = (reason.why is Why.HIT_CHECKER_NOT_ON_BAR for reason in found.reasons)
        return found if any(lying) else None
    return None


def _is_knocked(state: State, verdict: Verdict | None) -> bool:
    """Whether the board is still to be put right after somebody has knocked against it."""
    if isinstance(verdict, Disturbed):
        return not state.is_setting_up
    open_yet = verdict is None or (isinstance(verdict, OnTheWay) and verdict.in_hand)
    return state.knocked and bool(open_yet or isinstance(verdict, Unreadable))
