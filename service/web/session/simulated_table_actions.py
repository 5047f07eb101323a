"""Actions at simulated devices: checkers, dice, buttons, faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from engine.backgammon.game.match import Phase
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place, bar
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SimulatedDice
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import SimulatedTable, table_capacity
from hardware.observations import MAX_CHECKERS
from hardware.signals import FACES, DiceState
from referee.shown_correction import shown_correction
from referee.state import MOVING_PHASES
from referee.turn_end import is_ended_by_player
from service.table.rolling_dice import StillRolling
from service.table.table_runtime import TableRuntime
from service.web.messages import from_page
from service.web.messages.device_messages import LeaningShown, WorldPart
from service.web.messages.to_page import ActionRefused, RefusalKind
from service.web.session.checker_carrying import carry_out, is_hit, put_and_hit
from simulation import gestures
from simulation.gesture_performer import GesturePerformer
from simulation.gestures import Gesture, rename_places

MAX_FETCHED = 5
"""The number of checkers of other sets that may be on a table at once."""
MAX_KNOCKED = 4
LEANING_PROBABILITY = 0.3
"""The probability that a checker that rolls stops between two points."""
POINTS_PER_QUARTER = 6
DICE_PER_THROW = 2

NEIGHBOURS: Mapping[Place, tuple[Place, ...]] = {
    place: tuple(
        other
        for beside, other in enumerate(POINTS)
        if abs(beside - number) == 1
        and beside // POINTS_PER_QUARTER == number // POINTS_PER_QUARTER
    )
    for number, place in enumerate(POINTS)
}
"""The adjacent points of each point within its quarter; the same for both players."""


def _require(
    holds: object, key: str, kind: RefusalKind = RefusalKind.NOT_POSSIBLE, **values: Any
) -> None:
    """Raises ActionRefused with the phrase of this key unless something holds."""
    if not holds:
        raise ActionRefused(kind, key, **values)


class SimulatedTableActions:
    """Carries out actions at simulated devices; places are numbered as Light counts them."""

    def __init__(self, runtime: TableRuntime, rng: Random) -> None:
        self._runtime = runtime
        self._rng = rng
        self._hand = GesturePerformer.at(runtime.devices.checkers, runtime.devices.all_devices)

    # ---- checkers ----

    def lift(self, it: gestures.Lift) -> None:
        self._require_places(it.place)
        self._touch(it)

    def lift_for_step(self, it: from_page.LiftForStep) -> None:
        """Lifts a checker for a step of a play, unless another hand was there meanwhile."""
        lying = self._checkers[self._place(it.place)]
        if lying.count(it.colour) != it.count:
            raise ActionRefused(RefusalKind.OUT_OF_DATE)
        self.lift(gestures.Lift(it.place, it.colour))

    def put(self, it: from_page.PutDown) -> None:
        """Puts a checker down; one that it hits goes to the bar as well if that is asked for."""
        self._require_places(it.place)
        self._require_in_hand(it.colour)
        self._require_room(it.place)
        table, gesture = self._runtime.table, gestures.Put(it.place, it.colour, it.slot)
        if it.carry_hit and is_hit(gesture, table.state, self._checkers, table.orientation):
            self._require_room(bar(it.colour.other))
            put_and_hit(gesture, self._checkers, table.orientation)
        else:
            self._touch(gesture, otherwise="no_place")

    def put_between(self, it: gestures.PutBetween) -> None:
        self._require_places(it.place, it.neighbour, *it.seen_by)
        _require(it.neighbour in NEIGHBOURS.get(it.place, ()), "not_neighbours")
        _require({it.place, it.neighbour}.issuperset(it.seen_by), "not_felt_there")
        self._require_in_hand(it.colour)
        self._require_room(it.place, it.neighbour)
        self._touch(it)

    def straighten(self, it: gestures.Straighten) -> None:
        """Pushes a checker that lies between two points onto the first of them."""
        self._require_places(it.place, it.neighbour)
        self._touch(it, otherwise="nothing_leans")

    def nudge(self, it: gestures.Nudge) -> None:
        self._require_places(it.place)
        self._touch(it)

    def fetch(self, it: gestures.Fetch) -> None:
        """Takes a checker of another set into the hand."""
        has_spare = len(self._checkers.extra_checkers) < MAX_FETCHED
        _require(has_spare, "no_more_checkers", most=MAX_FETCHED)
        self._touch(it)

    async def arrange(self, it: from_page.Arrange) -> None:
        """Arranges all checkers at once: corrected, as expected, or all in the box."""
        table, checkers = self._runtime.table, self._checkers
        if it.how is from_page.Arrangement.EMPTY:
            checkers.arrange(Layout({}))
            return
        if it.how is from_page.Arrangement.CORRECTED:
            # What was touched last may have put it right already.
            await table.wait_until_quiet()
            moves = shown_correction(table.state)
            if moves is not None:
                _require(moves, "nothing_wrong")
                _require(carry_out(moves, checkers, table.orientation), "nothing_to_carry")
                return
        checkers.arrange(table.orientation.layout(table.state.expected_layout))

    def knock(self, _it: from_page.Knock) -> None:
        """Knocks the table: a few checkers roll to an adjacent point, or stop between two."""
        checkers = self._checkers
        _require(any(checkers[place] for place in POINTS), "nothing_lies")
        for _ in range(self._rng.randint(1, MAX_KNOCKED)):
            # Checkers between two points are lifted last, so the one that rolls lies on a point.
            source = self._rng.choice([place for place in POINTS if checkers[place]])
            target = self._rng.choice(NEIGHBOURS[source])
            rolls = checkers.lift(source)
            if self._rng.random() < LEANING_PROBABILITY:
                checkers.put_between(source, target, rolls)
            else:
                checkers.put(target, rolls)
            if not any(checkers[place] for place in POINTS):
                return

    # ---- dice and buttons ----

    async def throw(self, it: from_page.ThrowDice) -> None:
        """Throws dice; picks them up first if they lie on the table."""
        pair = self._pair(it.colour)
        await self._require_no_turn(pair)
        numbers = it.numbers or tuple(self._rng.choices(FACES, k=self._dice_to_throw(pair)))
        few = len(numbers) == 1 and pair.colour is not None
        _require(few or len(numbers) == DICE_PER_THROW, "other_number_of_dice")
        _require(all(number in FACES for number in numbers), "no_such_face")
        self._throw(pair, numbers)

    async def cock(self, it: gestures.Cock) -> None:
        """Throws dice so that one of them ends up cocked."""
        pair = self._pair(it.colour)
        await self._require_no_turn(pair)
        if pair.reading().state is DiceState.ROLLING:
            self._hand.perform(it)
        else:
            self._throw(pair, ())

    def lift_dice(self, it: gestures.LiftDice) -> None:
        pair = self._pair(it.colour)
        _require(pair.reading().state is not DiceState.LIFTED, "dice_in_cup")
        self._hand.perform(it)

    def pick_up_all_dice(self) -> None:
        """Picks up the dice that lie there from the game before, at simulated pairs only."""
        for colour, pair in self._hand.dice.items():
            if pair.reading().state in (DiceState.SETTLED, DiceState.COCKED):
                self._hand.perform(gestures.LiftDice(colour))

    def press(self, it: gestures.Press) -> None:
        _require(self._hand.buttons, "buttons_not_simulated", RefusalKind.NOT_SIMULATED)
        _require(any(it.button in one.buttons for one in self._hand.buttons), "no_button")
        self._hand.perform(it)

    # ---- faults ----

    def break_switch(self, it: from_page.BreakSwitch) -> None:
        sensor = self._sensor(it.place, it.slot)
        sensor.set_fault(self._place(it.place), it.slot, it.fault, it.colour)

    def repair_switch(self, it: from_page.RepairSwitch) -> None:
        self._sensor(it.place, it.slot).clear_fault(self._place(it.place), it.slot)

    def unplug(self, it: from_page.Unplug) -> None:
        device = self._device(it.device)
        _require(device.is_plugged_in, "unplugged_already")
        device.unplug()

    def plug_in(self, it: from_page.PlugIn) -> None:
        device = self._device(it.device)
        _require(not device.is_plugged_in, "plugged_in_already")
        device.plug_in()

    def let_computer_move(self, it: from_page.LetComputerMove) -> None:
        hands = self._runtime.computer_hands
        _require(hands.can_act, "no_hands", RefusalKind.NOT_SIMULATED)
        hands.switch(act=it.by_itself)

    # ---- state ----

    def world(self) -> WorldPart:
        checkers, orientation = self._runtime.devices.checkers, self._runtime.table.orientation
        sensors = self._sensors
        if not checkers:
            return WorldPart({}, (), (), {}, (), computer_by_itself=False)
        return WorldPart(
            piles={
                orientation[place]: colours
                for place in checkers.capacity
                if (colours := checkers[place])
            },
            hand=checkers.hand,
            leaning=tuple(
                LeaningShown(it.colour, (orientation[it.slots[0][0]], orientation[it.slots[1][0]]))
                for it in checkers.leaning_checkers
            ),
            switches={
                orientation[place]: sensor.switch_count(place)
                for sensor in sensors
                for place in BACKGAMMON.places
                if place in sensor.places
            },
            faulty=tuple(
                replace(it, place=orientation[it.place])
                for sensor in sensors
                for it in sensor.faulty_switches
            ),
            computer_by_itself=self._runtime.computer_hands.is_active,
        )

    @property
    def _sensors(self) -> tuple[SimulatedSensor, ...]:
        return self._runtime.devices.simulated_boards

    @property
    def _checkers(self) -> SimulatedTable:
        checkers = self._runtime.devices.checkers
        if checkers is None:
            raise ActionRefused(RefusalKind.NOT_SIMULATED, "board_not_simulated")
        return checkers

    def _place(self, place: Place) -> Place:
        """The place by the board's own numbering; ActionRefused if there is none."""
        _require(place in table_capacity(BACKGAMMON), "no_place")
        return self._runtime.table.orientation[place]

    def _touch(self, gesture: Gesture, otherwise: str = "no_checker") -> None:
        """Performs a gesture at the checkers, with places as Light counts them."""
        try:
            self._hand.perform(rename_places(gesture, self._runtime.table.orientation))
        except ValueError as nothing:
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, otherwise) from nothing

    def _require_places(self, *places: Place) -> None:
        _ = self._checkers
        for place in places:
            self._place(place)

    def _require_in_hand(self, colour: Colour) -> None:
        _require(colour in self._checkers.hand, "not_in_hand")

    def _require_room(self, *places: Place) -> None:
        checkers = self._checkers
        for place in map(self._place, places):
            leaning = sum(place in dict(it.slots) for it in checkers.leaning_checkers)
            many = len(checkers[place]) + leaning
            _require(place not in BACKGAMMON.places or many < MAX_CHECKERS, "no_room")

    def _pair(self, colour: Colour | None) -> SimulatedDice:
        _require(self._hand.dice, "dice_not_simulated", RefusalKind.NOT_SIMULATED)
        _require(colour in self._hand.dice, "no_dice")
        return self._hand.dice[colour]

    async def _require_no_turn(self, pair: SimulatedDice) -> None:
        """Refuses a throw of the dice of both players in the middle of a turn.

        Shared dice do not show who threw them, so it would count as the opponent's throw. Waits
        until earlier signals have been processed, because one of them may end the turn.
        """
        table = self._runtime.table
        await table.wait_until_quiet()
        state = table.state
        moving = pair.colour is None and state.match.game.phase in MOVING_PHASES
        if moving and not is_ended_by_player(state):
            player = state.settings.names[state.match.game.turn]
            key = "play_not_right" if state.this_turn.is_done else "turn_not_over"
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, key, player=player)

    def _dice_to_throw(self, pair: SimulatedDice) -> int:
        opening = self._runtime.table.state.match.game.phase in (Phase.OPENING, Phase.OVER)
        return 1 if opening and pair.colour else DICE_PER_THROW

    def _throw(self, pair: SimulatedDice, numbers: tuple[int, ...]) -> None:
        try:
            self._runtime.rolling_dice.throw(pair, numbers)
        except StillRolling as rolling:
            raise ActionRefused(RefusalKind.NOT_POSSIBLE, "dice_rolling") from rolling

    def _sensor(self, place: Place, slot: int) -> SimulatedSensor:
        """The simulated sensor that has this switch; raises ActionRefused if none has."""
        _require(self._sensors, "board_not_simulated", RefusalKind.NOT_SIMULATED)
        physical = self._place(place)
        for sensor in self._sensors:
            if physical in sensor.places and slot in range(1, sensor.switch_count(physical) + 1):
                return sensor
        raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_switch")

    def _device(self, name: str) -> SimulatedDevice:
        devices = self._runtime.devices
        for device in devices.all_of(SimulatedDevice):
            if device.name == name:
                return device
        is_real = any(device.name == name for device in devices.all_devices)
        _require(not is_real, "device_not_simulated", RefusalKind.NOT_SIMULATED)
        raise ActionRefused(RefusalKind.NOT_POSSIBLE, "no_device")
