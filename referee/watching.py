"""What the board sensors report, and when the board has been still long enough to be judged."""

from __future__ import annotations

from collections.abc import Mapping

from engine.backgammon.game.refusals import Ban, Refusal
from engine.backgammon.why.reasons import Why
from hardware.checkers import Place
from hardware.observations import Observation, View, combined
from hardware.sightings import Sighting
from hardware.signals import DeviceBack, DeviceLost, PlayChosen, Restarted, SetUpWanted, Told
from referee.draft import Draft
from referee.effects import What
from referee.judging import astray
from referee.outlook import FIELD, Chart, chart, field_of, with_doubts
from referee.state import NOTHING_SEEN, SetUp, State
from referee.switches import nearly_set_up, phantom, suspicious
from referee.turn_end import complete, judge_turn
from referee.verdicts import Disturbed, Illegal, OnTheWay, Unreadable, Verdict


def see(draft: Draft, observation: Observation) -> None:
    """A sensor has looked; only what has changed since matters."""
    state = draft.state
    known = state.seen.get(observation.source)
    if known is not None and known.sightings == observation.sightings:
        return
    _look(draft, {**state.seen, observation.source: observation})


def _look(draft: Draft, seen: Mapping[str, Observation]) -> None:
    """Put together what the sensors see, and follow what has changed."""
    before = draft.state.view
    alone = next(iter(seen.values())) if len(seen) == 1 else None
    view = View(alone.sightings) if alone else combined(seen.values())
    view = with_doubts(view, draft.state.doubts)
    draft.change(
        seen=seen,
        view=view,
        chart=_updated(draft, before.sightings, view.sightings),
        still_at=draft.at + draft.state.settings.profile.settle,
    )
    draft.forget_switches()
    draft.track()
    if draft.state.tracking is None and (suspects := suspicious(draft.state)):
        draft.change(suspects=suspects)


def _updated(
    draft: Draft, before: Mapping[Place, Sighting], now: Mapping[Place, Sighting]
) -> Chart:
    """What is seen field by field, worked out anew only where it has changed."""
    state = draft.state
    if before.keys() != now.keys():
        return chart(View(now), state.colour)
    fields = list(state.chart)
    for place, sighting in now.items():
        if sighting is not before[place]:
            field = FIELD[state.colour][place]
            fields[field] = field_of(sighting, state.colour, field)
    return tuple(fields)


def settle(draft: Draft) -> None:
    """The board has been still: judge it, and end the turn if that is what was asked."""
    if draft.state.still_at is None or draft.at < draft.state.still_at:
        return
    draft.change(still_at=None)
    _compare_sensors(draft)
    _look_for_faults(draft)
    if draft.state.ending or _is_waited_for(draft.state):
        judge_turn(draft)


def _is_waited_for(state: State) -> bool:
    """Whether a finished play is all that the next throw waits for, the dice being picked up."""
    finished = state.tracking and state.tracking.ends and not state.is_moving
    return bool(state.early and state.done and finished)


def _compare_sensors(draft: Draft) -> None:
    """Sensors that do not see the same have a fault, unless one was only the first to tell."""
    disagree = draft.state.view.disagreements
    if new := set(disagree).difference(draft.state.disputed):
        draft.tell(What.DEVICES_DISAGREE, places=tuple(sorted(new)))
    draft.change(disputed=disagree)


def _look_for_faults(draft: Draft) -> None:
    """A stuck switch shows a checker too many; a dead one keeps a set-up from ending."""
    state = draft.state
    if state.is_setting_up:
        lacking = nearly_set_up(state)
        if lacking:
            draft.tell(What.SET_UP, places=lacking)
    elif state.tracking is None and (places := phantom(state)) and places != state.named:
        draft.change(named=places)
        draft.tell(What.SWITCH_CLOSED, places=places)


def judge(draft: Draft) -> None:
    """Let the verdict be what the board says now; a board that nothing explains must be still."""
    state = draft.state
    verdict: Verdict | None = None
    if state.is_blind:
        verdict = Unreadable(())
    elif state.tracking:
        verdict = _hit_left_lying(state) or state.tracking.verdict
    elif state.still_at is None:
        verdict = draft.judged or astray(state, closely=state.spoken)
    if verdict != state.verdict:
        draft.change(verdict=verdict, knocked=_is_knocked(state, verdict))


def _hit_left_lying(state: State) -> Illegal | None:
    """A player who has been told is shown which checker he still has to lay on the bar."""
    unfinished = state.tracking and isinstance(state.tracking.verdict, OnTheWay)
    if not (state.spoken and unfinished) or state.is_moving:
        return None
    found = astray(state, closely=True)
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


def lose(draft: Draft, lost: DeviceLost) -> None:
    """What a device that cannot be reached has said of the board counts no more."""
    draft.change(lost=draft.state.lost | {lost.source})
    draft.tell(What.DEVICE_LOST, text=lost.source)
    if lost.source in draft.state.seen:
        rest = {name: seen for name, seen in draft.state.seen.items() if name != lost.source}
        _look(draft, rest)


def find(draft: Draft, back: DeviceBack) -> None:
    """A device is there again."""
    if back.source in draft.state.lost:
        draft.change(lost=draft.state.lost - {back.source})
        draft.tell(What.DEVICE_BACK, text=back.source)


def start_again(draft: Draft, _restarted: Restarted) -> None:
    """The match is where it was; of the table nothing is known, and who chose chooses anew."""
    draft.change(
        seen={}, view=NOTHING_SEEN, lost=frozenset(), ending=False, still_at=None, chosen=None
    )
    draft.look_anew()
    draft.tell(What.RESUMED)


def be_told(draft: Draft, told: Told) -> None:
    """Somebody says what lies on the table: the play that looks like this is meant."""
    state = draft.state
    tracking = state.tracking
    for play in tracking.ends if tracking else ():
        if state.seating.layout(play, state.turn) == told.layout:
            complete(draft, play)
            return
    draft.tell(What.NO_SENSE)


def choose(draft: Draft, chosen: PlayChosen) -> None:
    """The player without hands has chosen; the lamps lead whoever moves for it."""
    state = draft.state
    for play in state.plays or ():
        if state.seating.layout(play, state.turn) == chosen.layout:
            draft.change(chosen=play)
            return
    draft.tell(What.NO_SENSE)


def want(draft: Draft, wanted: SetUpWanted) -> None:
    """A position is to be set up, and the game to go on from there."""
    if draft.match.winner:
        draft.tell(What.REFUSED, refusal=Refusal(Ban.MATCH_OVER))
        return
    seating = draft.state.seating
    turn = seating.player(wanted.turn)
    setup = seating.setup(wanted.layout, turn)
    if setup.faults():
        draft.tell(What.NO_SENSE)
        return
    draft.change(wanted=SetUp(setup.position(), turn))
    draft.look_anew()
