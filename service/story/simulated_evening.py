"""An evening at a simulated table: signals go in, the referee's steps come out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.backgammon.game.events import Event
from engine.backgammon.game.match import Match
from hardware import signals
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, tray
from hardware.devices import Clock
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_devices import SwitchFault
from hardware.drivers.simulated.simulated_sensor import SimulatedSensor
from hardware.drivers.simulated.simulated_table import SimulatedTable, TouchedPlaces
from hardware.observations import UNKNOWN_SIGHTING, Count, Observation, Sighting
from referee.effects import ChangeSeating, RecordEvent, StartNextMatch, WakeAt
from referee.match_settings import MatchSettings
from referee.notices import Notice
from referee.seating import Orientation, place_of
from referee.state import State
from referee.step import StepResult, step
from service.story.story_problems import StoryProblem


class PerfectCamera:
    """A camera without pictures: it observes the simulated table from above."""

    def __init__(
        self,
        name: str,
        table: SimulatedTable,
        clock: Clock,
        places: Iterable[Place] = BACKGAMMON.places,
    ) -> None:
        self.name = name
        self._places = tuple(places)
        self.is_plugged_in = True
        self.hidden: frozenset[Place] = frozenset(BACKGAMMON.places)
        """The hidden places; all of them before the first observation."""
        self.unsure: frozenset[Place] = frozenset()
        """The places with an uncertainty of one checker."""
        self._table = table
        self._clock = clock
        self._has_looked = False

    def observe(self) -> Observation:
        """The current observation."""
        hidden = dict.fromkeys(self.hidden, UNKNOWN_SIGHTING)
        sightings = {place: hidden.get(place) or self._sighting(place) for place in self._places}
        if not self._has_looked:
            self._has_looked, self.hidden = True, frozenset()
        return Observation(self.name, self._clock.now(), sightings)

    def hide(self, places: Iterable[Place]) -> None:
        """Hides these places under a hand, and no others."""
        self.hidden = frozenset(places)

    def make_unsure(self, places: Iterable[Place]) -> None:
        """Makes these places uncertain by one checker, and no others."""
        self.unsure = frozenset(places)

    def unplug(self) -> None:
        self.is_plugged_in = False

    def plug_in(self) -> None:
        self.is_plugged_in = True

    def _sighting(self, place: Place) -> Sighting:
        light, dark = (self._table.count(place, colour) for colour in Colour)
        off = int(place in self.unsure)
        return Sighting(_about(light, off), _about(dark, off), _about(light + dark, off))


def _about(count: int, off: int) -> Count:
    return Count(max(count - off, 0), count + off)


IN_THE_HAND = 0.2
"""Time (s) for which a checker is carried."""
BETWEEN = 0.1
"""Time (s) that a hand takes to go to the next one."""
ROLLING = 0.8
"""Time (s) for which dice roll."""
CAMERA = "camera"
SENSOR_NAMES = (*BOARD_SENSORS[BACKGAMMON], CAMERA)
"""The names of the sensors that an evening may have."""
WITHOUT_TRAYS = " without trays"
"""The end of the description of a sensor that does not reach the trays."""
TRAYS = tuple(tray(colour) for colour in Colour)


class RefereeFailed(RuntimeError):
    """Raised when the referee cannot judge a signal: a bug of ours."""


@dataclass(frozen=True, slots=True)
class RefereedSignal:
    """A signal, the state before it, and the step that followed."""

    before: State
    signal: signals.Signal
    step: StepResult


@dataclass(slots=True)
class Evening:
    """A table with its sensors, and a referee who receives every signal at once."""

    settings: MatchSettings
    kinds: Sequence[str] = ("slots",)
    """The kinds of the sensors, as the header of a story names them."""
    match: Match | None = None
    """The match to continue; None begins a new one."""
    history: list[RefereedSignal] = field(default_factory=list)
    """Every signal so far."""
    clock: SimulatedClock = field(default_factory=SimulatedClock)
    table: SimulatedTable = field(default_factory=SimulatedTable)
    sensors: dict[str, SimulatedSensor | PerfectCamera] = field(init=False)
    state: State = field(init=False)
    _due: float | None = None
    """The time at which a timer of the referee expires."""
    _asleep: bool = False
    """True while the sensors observe nothing."""

    def __post_init__(self) -> None:
        self.state = State.of(self.settings)
        if self.match:
            self.state = replace(self.state, match=self.match)
        self.sensors = dict(self._sensor(kind) for kind in self.kinds)
        self.table.on_change(self._observe)

    def begin(self) -> None:
        """Switches everything on, and lets the sensors observe."""
        self._asleep = False
        self._observe(())
        self.wait(1)

    def hear(self, signal: signals.Signal) -> None:
        """Passes a signal to the referee."""
        before = self.state
        try:
            after = step(before, signal)
        except ValueError as problem:
            raise RefereeFailed(f"the referee could not judge {signal}") from problem
        self.history.append(RefereedSignal(before, signal, after))
        self.state = after.state
        for effect in after.effects:
            if isinstance(effect, WakeAt):
                self._due = effect.at
            elif isinstance(effect, ChangeSeating):
                # The table itself names its places as players count them.
                way = Orientation(effect.turned, effect.mirrored)
                self.table.arrange(way.layout(self.table.layout))
        if any(isinstance(effect, StartNextMatch) for effect in after.effects):
            self._begin_next()

    def wait(self, seconds: float) -> None:
        """Passes time: timers of the referee expire, and bouncing contacts flicker."""
        end = self.clock.now() + seconds
        while (moment := self._next_moment(end)) is not None:
            self.clock.advance_to(max(moment, self.clock.now()))
            self._observe(())
            if self._due is not None and self._due <= self.clock.now():
                self._due = None
                self.hear(signals.TimerExpired("clock", self.clock.now()))
        self.clock.advance_to(end)

    def lift(
        self,
        place: Place,
        colour: Colour | None = None,
        seconds: float = IN_THE_HAND,
        slot: int | None = None,
    ) -> Colour:
        """Takes a checker, the top one of the place or of a slot."""
        taken = self.table.lift(place, colour, slot)
        self.wait(seconds)
        return taken

    def put(
        self, place: Place, colour: Colour, slot: int | None = None, seconds: float = BETWEEN
    ) -> None:
        """Puts a checker down."""
        self.table.put(place, colour, slot)
        self.wait(seconds)

    def carry(self, source: Place, target: Place, colour: Colour | None = None) -> None:
        """Takes a checker from one place to another."""
        self.put(target, self.lift(source, colour))

    def move(self, ways: str, seconds: float = 0) -> None:
        """Carries checkers as in `8/5 6/0`, where 25 and 0 are Light's bar and tray, and waits."""
        for way in ways.split():
            source, target = (place_of(int(number), Colour.LIGHT) for number in way.split("/"))
            self.carry(source, target)
        self.wait(seconds)

    def notices(self, since: int = 0) -> list[type[Notice]]:
        """The kinds of notices given to people, from this signal on."""
        steps = (one.step for one in self.history[since:])
        return [type(one) for each in steps for one in each.effects if isinstance(one, Notice)]

    def events(self, since: int = 0) -> list[Event]:
        """The events in the match, from this signal on."""
        steps = (one.step for one in self.history[since:])
        return [one.event for each in steps for one in each.effects if isinstance(one, RecordEvent)]

    def knock(self, ways: Sequence[tuple[Place, Place]]) -> None:
        """Moves checkers from place to place, all at once, as an elbow would."""
        for source, target in ways:
            self.table.put(target, self.table.lift(source))

    def throw(
        self,
        *numbers: int,
        colour: Colour | None = None,
        rest: signals.DiceState = signals.DiceState.SETTLED,
    ) -> None:
        """Throws a pair of dice, or one die."""
        self.roll(colour)
        self.dice(rest, *numbers, colour=colour)

    def roll(self, colour: Colour | None = None) -> None:
        """Throws dice, and waits until they lie somewhere."""
        self.dice(signals.DiceState.ROLLING, colour=colour)
        self.wait(ROLLING)

    def dice(self, state: signals.DiceState, *numbers: int, colour: Colour | None = None) -> None:
        """Reports a state of the dice of both players, or of one."""
        self.hear(self._dice(state, numbers, colour))

    def find_dice(self, *numbers: int, colour: Colour | None = None) -> None:
        """Reports the dice as found on connecting: these numbers, or in the cup without any."""
        state = signals.DiceState.SETTLED if numbers else signals.DiceState.LIFTED
        self.hear(replace(self._dice(state, numbers, colour), standing=True))

    def _dice(
        self, state: signals.DiceState, numbers: tuple[int, ...], colour: Colour | None
    ) -> signals.DiceReading:
        name = f"{colour.value}'s dice" if colour else "dice"
        return signals.DiceReading(name, self.clock.now(), state, numbers, colour)

    def press(self, button: signals.Button) -> None:
        """Presses a button."""
        self.hear(signals.ButtonPressed("buttons", self.clock.now(), button))

    def say(self, colour: Colour, request: signals.PlayerRequestKind, number: int = 0) -> None:
        """Sends a request from the page."""
        self.hear(signals.PlayerRequest("page", self.clock.now(), colour, request, number))

    def tell(self, layout: Layout) -> None:
        """States the layout of the table on the page."""
        self.hear(signals.LayoutStated("page", self.clock.now(), layout))

    def choose(self, layout: Layout) -> None:
        """Sends the play that the computer has chosen."""
        self.hear(signals.PlayChosen("computer", self.clock.now(), layout))

    def want(self, layout: Layout, turn: Colour) -> None:
        """Requests a position to be set up on the page."""
        now = self.clock.now()
        self.hear(signals.PositionSetUp("page", now, layout, turn, is_proposal=True))

    def garble(self, name: str, what: str) -> None:
        """Sends garbled data of a device."""
        self.hear(signals.GarbledData(name, self.clock.now(), what))

    def break_switch(self, place: Place, slot: int, fault: SwitchFault | None) -> None:
        """Breaks or mends a switch of the first sensor."""
        sensor = next(iter(self.sensors.values()))
        if isinstance(sensor, PerfectCamera):
            raise StoryProblem("no_switch")
        if fault:
            sensor.set_fault(place, slot, fault)
        else:
            sensor.clear_fault(place, slot)
        self._observe(())

    def hold_over(self, places: Iterable[Place]) -> None:
        """Hides these places under hands, and no others."""
        self._camera.hide(places)
        self._observe(())

    def make_camera_unsure(self, places: Iterable[Place]) -> None:
        """Makes the camera unsure of one checker on each of these places, and on no others."""
        self._camera.make_unsure(places)
        self._observe(())

    def set_camera_problem(self, problem: signals.CameraProblem | None) -> None:
        """Begins a problem of the camera, or ends it with None; StoryProblem without a camera."""
        if problem is None:
            self.hear(signals.CameraProblemChanged(CAMERA, self.clock.now()))
        self.hold_over(BACKGAMMON.places if problem else ())
        if problem is not None:
            self.hear(signals.CameraProblemChanged(CAMERA, self.clock.now(), problem))

    @property
    def _camera(self) -> PerfectCamera:
        for sensor in self.sensors.values():
            if isinstance(sensor, PerfectCamera):
                return sensor
        raise StoryProblem("no_camera")

    def unplug(self, name: str) -> None:
        """Unplugs a device."""
        if name in self.sensors:
            self.sensors[name].unplug()
        self.hear(signals.DeviceLost(name, self.clock.now(), "unplugged"))

    def plug_in(self, name: str) -> None:
        """Plugs a device in again."""
        self.hear(signals.DeviceRestored(name, self.clock.now()))
        if name in self.sensors:
            self.sensors[name].plug_in()
            self._observe(())

    def restart(self) -> None:
        """Restarts the service; the sensors see nothing before `begin`."""
        self._due, self._asleep = None, True
        self.hear(signals.ServiceRestarted("service", self.clock.now()))

    def _begin_next(self) -> None:
        """Begins another match and repeats the current observations to the referee."""
        seen = self.state.observed.observations.values()
        self.state, self._due = State.of(self.settings), None
        for observation in seen:
            self.hear(observation)

    def _sensor(self, described: str) -> tuple[str, SimulatedSensor | PerfectCamera]:
        """A sensor with its name, which is that of its kind."""
        kind = described.removesuffix(WITHOUT_TRAYS)
        blind = TRAYS if kind != described else ()
        places = [place for place in BACKGAMMON.places if place not in blind]
        if kind == CAMERA:
            return CAMERA, PerfectCamera(CAMERA, self.table, self.clock, places)
        return kind, BOARD_SENSORS[BACKGAMMON][kind](kind, self.table, self.clock, places=places)

    def _observe(self, _touched: TouchedPlaces) -> None:
        for sensor in self.sensors.values():
            if sensor.is_plugged_in and not self._asleep:
                self.hear(sensor.observe())

    def _next_moment(self, end: float) -> float | None:
        switches = (one for one in self.sensors.values() if isinstance(one, SimulatedSensor))
        flickers = [sensor.next_change for sensor in switches if sensor.is_plugged_in]
        moments = [at for at in (self._due, *flickers) if at is not None and at <= end]
        return min(moments, default=None)
