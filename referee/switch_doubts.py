"""The doubts about switches: the boards that they excuse, and their end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from hardware.checkers import Colour, Place
from hardware.observations import (
    MAX_CHECKERS,
    CombinedView,
    Observation,
    Sighting,
    SlotStates,
    combine,
)
from referee.observed_board import SensorDoubt, field_gap, range_of, split_count, widen_view
from referee.seating import FIELDS_BY_PLACE

Observations = Mapping[str, Observation]
"""The last observation of each sensor."""
MIN_LIFTED = 2
"""The number of checkers that must be off a place at once to show that its switch sticks."""
NONE_OFF_BOARD: Mapping[Place, int] = {}
"""The usual case: no checker that was borne off lies beside the board."""


class SwitchFailure(Enum):
    """The kinds of faulty switches."""

    DEAD = "dead"
    """A switch that stays open under a checker."""
    STUCK = "stuck"
    """A switch that stays closed without a checker."""


@dataclass(frozen=True, slots=True)
class SwitchDoubt:
    """A distrusted switch: one slot, and so one checker."""

    place: Place
    failure: SwitchFailure
    slots: tuple[int, ...] = ()
    """The slots, from 1 at the rim, of which one has it; empty if a sensor does not tell slots."""
    count: int = 1
    """The number of checkers by which a sensor of the whole place is wrong."""
    is_needed: bool = True
    """True while it excuses a board; False if a turn has ended without any need of it."""
    stuck_at: Sighting | None = None
    """The sighting of a scale when it was distrusted: as long as it shows this, it proves nothing.

    None for switches of slots, and for cameras.
    """
    colour: Colour | None = None
    """The colour that a stuck sensor is known to report; None if it tells none or may be either."""

    @property
    def is_located(self) -> bool:
        """True if the switch is known to the slot."""
        return len(self.slots) == 1


def slot_states(seen: Observations, place: Place) -> SlotStates:
    """The states of the switches of a place; empty if no sensor has a switch under each slot."""
    found = (one.slots[place] for one in seen.values() if place in one.slots)
    return next(found, ())


def slots_in_state(states: SlotStates, *, closed: bool) -> tuple[int, ...]:
    """The slots, from 1 at the rim, of the switches in this state."""
    return tuple(slot for slot, is_closed in enumerate(states, start=1) if is_closed is closed)


@dataclass(frozen=True, slots=True)
class SuspectedPlace:
    """A place that may have a stuck switch, while its checkers are moved."""

    place: Place
    closed: tuple[int, ...]
    """The slots whose switches were closed at first."""
    unopened: tuple[int, ...]
    """The slots among these whose switches have not opened since."""
    shown_slot: int | None = None
    """The slot that alone was closed while at least two others were open; None if none was."""

    @property
    def is_cleared(self) -> bool:
        """True if each of its switches has opened, so that none is stuck."""
        return bool(self.closed) and not self.unopened


def located_slots(doubts: Iterable[SwitchDoubt], place: Place) -> tuple[int, ...]:
    """The slots of a place whose switches are known to be faulty."""
    return tuple(one.slots[0] for one in doubts if one.place == place and one.is_located)


def resting_stuck_places(doubts: Iterable[SwitchDoubt]) -> Iterator[Place]:
    """Yields the places where a switch once stuck, and may do so again."""
    resting = (one for one in doubts if not one.is_needed)
    return (one.place for one in resting if one.failure is SwitchFailure.STUCK)


def note_openings(
    place: Place,
    before: SuspectedPlace | None,
    seen: Observations,
    doubts: Sequence[SwitchDoubt] = (),
) -> SuspectedPlace:
    """The place after one more observation; its switches known to be faulty prove nothing."""
    closed = _closed_slots(place, seen, doubts)
    if before is None:
        return SuspectedPlace(place, closed, closed)
    return replace(before, unopened=tuple(slot for slot in before.unopened if slot in closed))


def _closed_slots(
    place: Place, seen: Observations, doubts: Sequence[SwitchDoubt]
) -> tuple[int, ...]:
    """The slots of a place whose switches are closed and not known to be faulty."""
    known = located_slots(doubts, place)
    closed = slots_in_state(slot_states(seen, place), closed=True)
    return tuple(slot for slot in closed if slot not in known)


def note_emptied(
    suspect: SuspectedPlace, seen: Observations, doubts: Sequence[SwitchDoubt] = ()
) -> SuspectedPlace:
    """The place on a still board, with the switch that its players show to stick.

    One checker that is lifted shows nothing, as everybody lifts one; nor does a switch that opens
    only for a moment.
    """
    closed = _closed_slots(suspect.place, seen, doubts)
    emptied = len(closed) == 1 and len(suspect.closed) - len(closed) >= MIN_LIFTED
    return replace(suspect, shown_slot=closed[0]) if emptied else suspect


def add_doubt(
    doubts: Sequence[SwitchDoubt],
    place: Place,
    failure: SwitchFailure,
    seen: Observations,
    slots: tuple[int, ...] = (),
    count: int = 1,
) -> tuple[SwitchDoubt, ...]:
    """The doubts with one more, or with one of them needed again.

    Without `slots`, it may be any switch of the place in the state of such a fault. `count` is how
    far the one sensor of a place is wrong that counts all its checkers.
    """
    states = slot_states(seen, place)
    known = located_slots((one for one in doubts if one.is_needed), place)
    slots = slots or slots_in_state(states, closed=failure is SwitchFailure.STUCK)
    slots = tuple(slot for slot in slots if slot not in known)
    if states and not slots:
        return tuple(doubts)
    stuck_at = None if states else _scale_sighting(seen, place)
    added = SwitchDoubt(place, failure, slots, 1 if states else count, stuck_at=stuck_at)
    before = _resting_doubt(doubts, added)
    if before is None:
        return (*doubts, added)
    both = tuple(slot for slot in before.slots if slot in slots)
    again = replace(added, slots=both, colour=before.colour)
    return tuple(again if one is before else one for one in doubts)


def _resting_doubt(doubts: Iterable[SwitchDoubt], added: SwitchDoubt) -> SwitchDoubt | None:
    """The doubt not needed now that may be about the same switch; best one known to the slot."""
    same = [
        one
        for one in doubts
        if (one.place, one.failure, one.is_needed) == (added.place, added.failure, False)
        and (not added.slots or set(one.slots).intersection(added.slots))
    ]
    return min(same, key=lambda one: len(one.slots), default=None)


def narrow_doubts(doubts: Iterable[SwitchDoubt], seen: Observations) -> tuple[SwitchDoubt, ...]:
    """The doubts without the switches that have shown both states; those without any left end."""
    return tuple(_narrow_each(doubts, seen))


def _narrow_each(doubts: Iterable[SwitchDoubt], seen: Observations) -> Iterator[SwitchDoubt]:
    for doubt in doubts:
        states = slot_states(seen, doubt.place)
        if not (doubt.slots and states):
            yield doubt
            continue
        stuck = doubt.failure is SwitchFailure.STUCK
        left = tuple(slot for slot in doubt.slots if states[slot - 1] is stuck)
        colour = doubt.colour or (_only_colour(seen, doubt.place) if stuck else None)
        if left == doubt.slots and colour is doubt.colour:
            yield doubt
        elif left:
            yield replace(doubt, slots=left, colour=colour)


def _only_colour(seen: Observations, place: Place) -> Colour | None:
    """The colour that all closed switches of a place report; None if they tell none, or both."""
    closed = sum(slot_states(seen, place))
    sighting = next(one.sightings[place] for one in seen.values() if place in one.slots)
    return next((colour for colour in Colour if 0 < closed == sighting[colour].low), None)


def rest_doubts(
    doubts: Sequence[SwitchDoubt], seen: Observations, counts: Sequence[int], mover: Colour
) -> tuple[SwitchDoubt, ...]:
    """The doubts after a turn has ended with these counts on the board.

    A doubt rests if its place is observed rightly without it. If its switch is located it does
    not: the place is then observed rightly because a checker covers the stuck switch, or because
    none covers the dead one. A scale that still shows what it showed may be right by chance.
    """
    if not doubts:
        return ()
    raw = widened_view(seen)

    def rests(doubt: SwitchDoubt) -> bool:
        by_chance = doubt.is_located or doubt.stuck_at == raw[doubt.place]
        return not by_chance and _agrees(raw, doubt.place, counts, mover)

    return tuple(
        replace(doubt, is_needed=False) if doubt.is_needed and rests(doubt) else doubt
        for doubt in doubts
    )


def _agrees(raw: CombinedView, place: Place, counts: Sequence[int], mover: Colour) -> bool:
    field = FIELDS_BY_PLACE[mover][place]
    return not any(field_gap(range_of(raw[place], mover), *split_count(counts[field], field)))


def widened_view(
    seen: Observations,
    doubts: Sequence[SwitchDoubt] = (),
    off_board: Mapping[Place, int] = NONE_OFF_BOARD,
) -> CombinedView:
    """The combined view of the sensors, with the sightings of distrusted switches widened.

    `off_board` are the checkers of each tray that lie beside the board.
    """
    alone = next(iter(seen.values())) if len(seen) == 1 else None
    view = CombinedView(alone.sightings) if alone else combine(seen.values())
    margins = _margins(doubts, seen) if doubts else {}
    for tray, count in off_board.items():
        margins[tray] = margins.get(tray, SensorDoubt()) + SensorDoubt(unseen=count)
    return widen_view(view, margins)


def _margins(doubts: Sequence[SwitchDoubt], seen: Observations) -> dict[Place, SensorDoubt]:
    """The margin of each place at which a doubt is needed."""
    needed = [doubt for doubt in doubts if doubt.is_needed]
    places = dict.fromkeys(doubt.place for doubt in needed)
    return {
        place: _margin_at(place, [one for one in needed if one.place == place], seen)
        for place in places
    }


def _margin_at(place: Place, doubts: Sequence[SwitchDoubt], seen: Observations) -> SensorDoubt:
    if slot_states(seen, place):
        margin = margin_of([doubt.failure for doubt in doubts], seen, place)
        light, dark = (sum(doubt.colour is colour for doubt in doubts) for colour in Colour)
        return replace(margin, light=light, dark=dark)
    if any(doubt.stuck_at and doubt.stuck_at == _scale_sighting(seen, place) for doubt in doubts):
        return SensorDoubt(MAX_CHECKERS, MAX_CHECKERS)
    dead, stuck = (
        sum(doubt.count for doubt in doubts if doubt.failure is failure)
        for failure in SwitchFailure
    )
    return SensorDoubt(dead, stuck)


def _scale_sighting(seen: Observations, place: Place) -> Sighting | None:
    """The sighting of a scale under a place; None if something tells colours, as a camera does."""
    return None if _has_colours(seen) else widened_view(seen)[place]


def _has_colours(seen: Observations) -> bool:
    """True if a sensor tells the colours of checkers, as a camera does."""
    sightings = [one for observation in seen.values() for one in observation.sightings.values()]
    return any(one.light.low or one.dark.low for one in sightings)


def margin_of(failures: Sequence[SwitchFailure], seen: Observations, place: Place) -> SensorDoubt:
    """The margin of a place with such faulty switches.

    If all its other switches are closed, further checkers may lie on top, as in a full place.
    The one sensor of a place that counts all its checkers may be wrong by any number.
    """
    dead, stuck = (failures.count(failure) for failure in SwitchFailure)
    states = slot_states(seen, place)
    if failures and not states and not _has_colours(seen):
        return SensorDoubt(MAX_CHECKERS, MAX_CHECKERS)
    full = dead and states and sum(states) + dead >= len(states)
    return SensorDoubt(MAX_CHECKERS if full else dead, stuck)
