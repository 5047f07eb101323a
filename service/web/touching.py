"""What people's hands do to the simulated devices of a table, as a page asks them to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engine.backgammon.game.match import Phase
from hardware.checkers import BACKGAMMON, POINTS, Colour, Layout, Place
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import SLOTS, NoChecker, SimulatedTable
from hardware.sightings import MOST
from hardware.signals import FACES, DiceState
from referee.turn_end import MOVING, is_ended_by_player
from service.simulation import gestures as made
from service.tables.running import Running
from service.tables.throws import StillRolling
from service.web.messages import from_page as asked
from service.web.messages.to_page import LeaningShown, Why, World
from service.web.not_done import NotDone

MOST_FETCHED = 5
"""So many checkers of other sets may be about."""
MOST_KNOCKED = 4
LEANING = 0.3
"""How often a checker that rolls stays between two points."""
QUARTER = 6
BOTH = 2

NEIGHBOURS: Mapping[Place, tuple[Place, ...]] = {
    place: tuple(
        other
        for beside, other in enumerate(POINTS)
        if abs(beside - number) == 1 and beside // QUARTER == number // QUARTER
    )
    for number, place in enumerate(POINTS)
}
"""The points beside a point, with nothing between; it makes no difference who looks."""


class Touching:
    """Hands at the devices of a table that are simulated; places are as Light counts them."""

    def __init__(self, running: Running, chance: Random) -> None:
        self._running = running
        self._chance = chance

    # ---- checkers ----

    def lift(self, it: made.Lift) -> None:
        """Take a checker into the hand."""
        checkers, place = self._checkers, self._place(it.place)
        try:
            checkers.lift(place, it.colour)
        except NoChecker as nothing:
            raise NotDone(Why.NOT_POSSIBLE, "no_checker") from nothing

    def put(self, it: made.Put) -> None:
        """Put one down from the hand."""
        checkers, place = self._checkers, self._place(it.place)
        self._must_hold(it.colour)
        self._must_have_room(place)
        checkers.put(place, it.colour)

    def put_between(self, it: made.PutBetween) -> None:
        """Put one down half on one point and half on the next."""
        checkers, place = self._checkers, self._place(it.place)
        neighbour, seen_by = self._place(it.neighbour), tuple(map(self._place, it.seen_by))
        if it.neighbour not in NEIGHBOURS.get(it.place, ()):
            raise NotDone(Why.NOT_POSSIBLE, "not_neighbours")
        if not {place, neighbour}.issuperset(seen_by):
            raise NotDone(Why.NOT_POSSIBLE, "not_felt_there")
        self._must_hold(it.colour)
        self._must_have_room(place, neighbour)
        checkers.put_between(place, neighbour, it.colour, seen_by)

    def straighten(self, it: made.Straighten) -> None:
        """Push what lies between two points onto the first."""
        checkers, places = self._checkers, (self._place(it.place), self._place(it.neighbour))
        try:
            checkers.straighten(*places)
        except NoChecker as nothing:
            raise NotDone(Why.NOT_POSSIBLE, "nothing_leans") from nothing

    def nudge(self, it: made.Nudge) -> None:
        """Touch what lies there."""
        checkers, place = self._checkers, self._place(it.place)
        checkers.nudge(place)

    def fetch(self, it: made.Fetch) -> None:
        """Take a checker of another set into the hand."""
        if len(self._checkers.fetched) >= MOST_FETCHED:
            raise NotDone(Why.NOT_POSSIBLE, "no_more_checkers", most=MOST_FETCHED)
        self._checkers.fetch(it.colour)

    def arrange(self, it: asked.Arrange) -> None:
        """Set up all checkers at once."""
        table = self._running.table
        layout = Layout({})
        if it.how is asked.Arrangement.EXPECTED:
            layout = table.facing.layout(table.state.expected_layout)
        self._checkers.arrange(layout)

    def knock(self, _it: asked.Knock) -> None:
        """Let some checkers roll to the next point, or half of the way."""
        checkers = self._checkers
        if not any(checkers[place] for place in POINTS):
            raise NotDone(Why.NOT_POSSIBLE, "nothing_lies")
        for _ in range(self._chance.randint(1, MOST_KNOCKED)):
            # What leans is lifted last, so one that rolls lies on its point fully.
            source = self._chance.choice([place for place in POINTS if checkers[place]])
            target = self._chance.choice(NEIGHBOURS[source])
            rolls = checkers.lift(source)
            if self._chance.random() < LEANING:
                checkers.put_between(source, target, rolls)
            else:
                checkers.put(target, rolls)
            if not any(checkers[place] for place in POINTS):
                return

    # ---- dice and buttons ----

    async def throw(self, it: asked.ThrowDice) -> None:
        """Throw dice, picking them up first if they lie there."""
        pair = self._pair(it.colour)
        await self._must_be_free(pair)
        numbers = it.numbers or tuple(self._chance.choices(FACES, k=self._usual(pair)))
        few = len(numbers) == 1 and pair.colour is not None
        if not (few or len(numbers) == BOTH):
            raise NotDone(Why.NOT_POSSIBLE, "other_number_of_dice")
        if any(number not in FACES for number in numbers):
            raise NotDone(Why.NOT_POSSIBLE, "no_such_face")
        self._throw(pair, numbers)

    async def cock(self, it: made.Cock) -> None:
        """Let one of the dice come to lie askew."""
        pair = self._pair(it.colour)
        await self._must_be_free(pair)
        self._running.throws.cock(pair)

    def lift_dice(self, it: made.LiftDice) -> None:
        """Pick dice up."""
        pair = self._pair(it.colour)
        if pair.look().state is DiceState.LIFTED:
            raise NotDone(Why.NOT_POSSIBLE, "dice_in_cup")
        self._running.throws.lift(pair)

    def press(self, it: made.Press) -> None:
        """Press a button."""
        devices = self._running.devices.all_of(SimulatedButtons)
        if not devices:
            raise NotDone(Why.NOT_SIMULATED, "buttons_not_simulated")
        for buttons in devices:
            if it.button in buttons.buttons:
                buttons.press(it.button)
                return
        raise NotDone(Why.NOT_POSSIBLE, "no_button")

    # ---- what breaks ----

    def spoil(self, it: asked.Spoil) -> None:
        """Break a switch."""
        self._sensor(it.place, it.slot).spoil(self._place(it.place), it.slot, it.fault, it.colour)

    def mend(self, it: asked.Mend) -> None:
        """Make a switch as good as new."""
        self._sensor(it.place, it.slot).mend(self._place(it.place), it.slot)

    def unplug(self, it: asked.Unplug) -> None:
        """Pull a plug."""
        device = self._device(it.device)
        if not device.plugged:
            raise NotDone(Why.NOT_POSSIBLE, "unplugged_already")
        device.unplug()

    def plug_in(self, it: asked.PlugIn) -> None:
        """Put it in again."""
        device = self._device(it.device)
        if device.plugged:
            raise NotDone(Why.NOT_POSSIBLE, "plugged_in_already")
        device.plug_in()

    def let_computer_move(self, it: asked.LetComputerMove) -> None:
        """Let the computer's hands act by themselves, or no longer."""
        hands = self._running.by_itself
        if not hands.can_act:
            raise NotDone(Why.NOT_SIMULATED, "no_hands")
        hands.let(act=it.by_itself)

    # ---- what there is ----

    def world(self) -> World:
        """What truly lies on the table."""
        checkers, facing = self._running.devices.checkers, self._running.table.facing
        sensors = self._sensors
        if not checkers:
            return World({}, (), (), {}, (), computer_by_itself=False)
        return World(
            piles={facing[place]: held for place in SLOTS if (held := checkers[place])},
            hand=checkers.hand,
            leaning=tuple(
                LeaningShown(it.colour, (facing[it.slots[0][0]], facing[it.slots[1][0]]))
                for it in checkers.leaning
            ),
            switches={
                facing[place]: sensor.switches(place)
                for sensor in sensors
                for place in BACKGAMMON
                if place in sensor.places
            },
            faulty=tuple(
                replace(it, place=facing[it.place]) for sensor in sensors for it in sensor.faulty
            ),
            computer_by_itself=self._running.by_itself.on,
        )

    @property
    def _sensors(self) -> tuple[SimulatedSensor, ...]:
        return self._running.devices.boards

    @property
    def _checkers(self) -> SimulatedTable:
        checkers = self._running.devices.checkers
        if checkers is None:
            raise NotDone(Why.NOT_SIMULATED, "board_not_simulated")
        return checkers

    def _place(self, place: Place) -> Place:
        """As the board itself calls a place."""
        if place not in SLOTS:
            raise NotDone(Why.NOT_POSSIBLE, "no_place")
        return self._running.table.facing[place]

    def _must_hold(self, colour: Colour) -> None:
        if colour not in self._checkers.hand:
            raise NotDone(Why.NOT_POSSIBLE, "not_in_hand")

    def _must_have_room(self, *places: Place) -> None:
        checkers = self._checkers
        for place in places:
            leaning = sum(place in dict(it.slots) for it in checkers.leaning)
            if place in BACKGAMMON and len(checkers[place]) + leaning >= MOST:
                raise NotDone(Why.NOT_POSSIBLE, "no_room")

    def _pair(self, colour: Colour | None) -> SimulatedDice:
        pairs = {pair.colour: pair for pair in self._running.devices.all_of(SimulatedDice)}
        if not pairs:
            raise NotDone(Why.NOT_SIMULATED, "dice_not_simulated")
        if colour not in pairs:
            raise NotDone(Why.NOT_POSSIBLE, "no_dice")
        return pairs[colour]

    async def _must_be_free(self, pair: SimulatedDice) -> None:
        """Refuses a throw of the dice of both players in the middle of a turn.

        Nobody can tell by them who has thrown, so it would be taken for the opponent's. What has
        been said before is judged first: the act that ends a turn may have come just now.
        """
        table = self._running.table
        await table.quiet()
        state = table.state
        moving = pair.colour is None and state.match.game.phase in MOVING
        if moving and not is_ended_by_player(state):
            player = state.settings.names[state.match.game.turn]
            key = "play_not_right" if state.this_turn.done else "turn_not_over"
            raise NotDone(Why.NOT_POSSIBLE, key, player=player)

    def _usual(self, pair: SimulatedDice) -> int:
        """How many of a pair are thrown now."""
        opening = self._running.table.state.match.game.phase in (Phase.OPENING, Phase.OVER)
        return 1 if opening and pair.colour else BOTH

    def _throw(self, pair: SimulatedDice, numbers: tuple[int, ...]) -> None:
        try:
            self._running.throws.throw(pair, numbers)
        except StillRolling as rolling:
            raise NotDone(Why.NOT_POSSIBLE, "dice_rolling") from rolling

    def _sensor(self, place: Place, slot: int) -> SimulatedSensor:
        """The simulated board that has this switch."""
        if not self._sensors:
            raise NotDone(Why.NOT_SIMULATED, "board_not_simulated")
        physical = self._place(place)
        for sensor in self._sensors:
            if physical in sensor.places and slot in range(1, sensor.switches(physical) + 1):
                return sensor
        raise NotDone(Why.NOT_POSSIBLE, "no_switch")

    def _device(self, name: str) -> SimulatedDevice:
        devices = self._running.devices
        for device in devices.all_of(SimulatedDevice):
            if device.name == name:
                return device
        if any(device.name == name for device in devices.every):
            raise NotDone(Why.NOT_SIMULATED, "device_not_simulated")
        raise NotDone(Why.NOT_POSSIBLE, "no_device")
