"""An evening at a simulated table: hands, dice and faults go in, and the referee's steps come out.

Nothing waits and nothing runs beside: time passes where the story lets it pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.backgammon.game.match import Match
from hardware.checkers import BACKGAMMON, Colour, Layout, Place, tray
from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.faults import Fault
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import SimulatedTable, Touched
from hardware.signals import (
    Button,
    ButtonPressed,
    DeviceBack,
    DeviceLost,
    DiceSeen,
    DiceState,
    Garbled,
    PlayChosen,
    Restarted,
    SetUpWanted,
    Signal,
    TimeCame,
    Told,
    Trouble,
    Troubled,
    Wish,
    Wished,
)
from referee.effects import NextMatch, WakeAt
from referee.settings import MatchSettings
from referee.state import State
from referee.step import Step, step
from tests.rigs.looker import Looker

IN_THE_HAND = 0.2
"""How long (s) a checker is carried."""
BETWEEN = 0.1
"""How long (s) a hand takes to go to the next one."""
ROLLING = 0.8
"""How long (s) dice roll."""
CAMERA = "camera"
TRAYS = tuple(tray(colour) for colour in Colour)


@dataclass(frozen=True, slots=True)
class Heard:
    """One signal, what was known before, and what it led to."""

    before: State
    signal: Signal
    step: Step


@dataclass(slots=True)
class Evening:
    """A table with its sensors, and the referee who is told everything at once."""

    settings: MatchSettings
    kinds: Sequence[str] = ("slots",)
    match: Match | None = None
    """The match to go on with; None is a new one."""
    heard: list[Heard] = field(default_factory=list)
    clock: SimulatedClock = field(default_factory=SimulatedClock)
    table: SimulatedTable = field(default_factory=SimulatedTable)
    sensors: dict[str, SimulatedSensor | Looker] = field(init=False)
    state: State = field(init=False)
    _due: float | None = None
    _asleep: bool = False

    def __post_init__(self) -> None:
        self.state = State.of(self.settings)
        if self.match:
            self.state = replace(self.state, match=self.match)
        self.sensors = dict(self._sensor(kind) for kind in self.kinds)
        self.table.on_change(self._felt)

    def begin(self) -> None:
        """Switch everything on, and let the sensors look."""
        self._asleep = False
        self._felt(())
        self.wait(1)

    def hear(self, signal: Signal) -> None:
        """Tell the referee."""
        before, after = self.state, step(self.state, signal)
        self.heard.append(Heard(before, signal, after))
        self.state = after.state
        for effect in after.effects:
            if isinstance(effect, WakeAt):
                self._due = effect.at
        if any(isinstance(effect, NextMatch) for effect in after.effects):
            self._begin_next()

    def wait(self, seconds: float) -> None:
        """Let time pass; the referee is called when he asked for it, bad contacts flicker."""
        end = self.clock.now() + seconds
        while (moment := self._next_moment(end)) is not None:
            self.clock.advance_to(max(moment, self.clock.now()))
            self._felt(())
            if self._due is not None and self._due <= self.clock.now():
                self._due = None
                self.hear(TimeCame("clock", self.clock.now()))
        self.clock.advance_to(end)

    def lift(self, place: Place, colour: Colour | None = None) -> Colour:
        """Take a checker."""
        taken = self.table.lift(place, colour)
        self.wait(IN_THE_HAND)
        return taken

    def put(self, place: Place, colour: Colour, slot: int | None = None) -> None:
        """Put one down."""
        self.table.put(place, colour, slot)
        self.wait(BETWEEN)

    def carry(self, source: Place, target: Place, colour: Colour | None = None) -> None:
        """Take a checker from one place to another."""
        self.put(target, self.lift(source, colour))

    def knock(self, ways: Sequence[tuple[Place, Place]]) -> None:
        """Let an elbow push checkers from place to place, all at once."""
        for source, target in ways:
            self.table.put(target, self.table.lift(source))

    def throw(self, *numbers: int, colour: Colour | None = None) -> None:
        """Throw a pair of dice, or one die."""
        self.dice(DiceState.ROLLING, colour=colour)
        self.wait(ROLLING)
        self.dice(DiceState.SETTLED, *numbers, colour=colour)

    def dice(self, state: DiceState, *numbers: int, colour: Colour | None = None) -> None:
        """Let dice do something; those of both players, or of one."""
        self.hear(self._dice(state, numbers, colour))

    def find_dice(self, *numbers: int, colour: Colour | None = None) -> None:
        """Let dice tell how they were found: lying there, or, without numbers, in the cup."""
        state = DiceState.SETTLED if numbers else DiceState.LIFTED
        self.hear(replace(self._dice(state, numbers, colour), standing=True))

    def _dice(self, state: DiceState, numbers: tuple[int, ...], colour: Colour | None) -> DiceSeen:
        name = f"{colour.value}'s dice" if colour else "dice"
        return DiceSeen(name, self.clock.now(), state, numbers, colour)

    def press(self, button: Button) -> None:
        """Press a button."""
        self.hear(ButtonPressed("buttons", self.clock.now(), button))

    def say(self, colour: Colour, wish: Wish, number: int = 0) -> None:
        """Ask for something on the page."""
        self.hear(Wished("page", self.clock.now(), colour, wish, number))

    def tell(self, layout: Layout) -> None:
        """Tell on the page what lies on the table."""
        self.hear(Told("page", self.clock.now(), layout))

    def choose(self, layout: Layout) -> None:
        """Let the computer make up its mind."""
        self.hear(PlayChosen("computer", self.clock.now(), layout))

    def want(self, layout: Layout, turn: Colour) -> None:
        """Ask on the page for a position to be set up."""
        self.hear(SetUpWanted("page", self.clock.now(), layout, turn))

    def garble(self, name: str, what: str) -> None:
        """Let a device talk nonsense."""
        self.hear(Garbled(name, self.clock.now(), what))

    def spoil(self, place: Place, slot: int, fault: Fault | None) -> None:
        """Break a switch of the first sensor, or mend it."""
        sensor = next(iter(self.sensors.values()))
        if isinstance(sensor, Looker):
            raise ValueError("a camera has no switches")  # noqa: TRY004 - the story is wrong
        if fault:
            sensor.spoil(place, slot, fault)
        else:
            sensor.mend(place, slot)
        self._felt(())

    def hold_over(self, places: Iterable[Place]) -> None:
        """Let hands be over these places, and over no others."""
        self._looker.hide(places)
        self._felt(())

    def doubt(self, places: Iterable[Place]) -> None:
        """Let the camera be unsure of one checker on each of these places, and on no others."""
        self._looker.doubt(places)
        self._felt(())

    def trouble(self, by: Trouble | None) -> None:
        """Let something keep the camera from seeing anything, or nothing any more."""
        if by is None:
            self.hear(Troubled(CAMERA, self.clock.now()))
        self.hold_over(BACKGAMMON if by else ())
        if by is not None:
            self.hear(Troubled(CAMERA, self.clock.now(), by))

    @property
    def _looker(self) -> Looker:
        return next(one for one in self.sensors.values() if isinstance(one, Looker))

    def unplug(self, name: str) -> None:
        """Pull the plug of a device."""
        if name in self.sensors:
            self.sensors[name].unplug()
        self.hear(DeviceLost(name, self.clock.now(), "unplugged"))

    def plug_in(self, name: str) -> None:
        """Put the plug in again."""
        self.hear(DeviceBack(name, self.clock.now()))
        if name in self.sensors:
            self.sensors[name].plug_in()
            self._felt(())

    def restart(self) -> None:
        """Cut the power, and begin anew; the sensors see nothing before they are awake."""
        self._due, self._asleep = None, True
        self.hear(Restarted("service", self.clock.now()))

    def _begin_next(self) -> None:
        """Begin another match, of which the referee is told what is seen."""
        seen = self.state.sight.seen.values()
        self.state, self._due = State.of(self.settings), None
        for observation in seen:
            self.hear(observation)

    def _sensor(self, described: str) -> tuple[str, SimulatedSensor | Looker]:
        """One with its name: a kind, which may see no trays."""
        if described == CAMERA:
            return CAMERA, Looker(CAMERA, self.table, self.clock)
        kind, _, blind = described.partition(" without ")
        places = [place for place in BACKGAMMON if blind != "trays" or place not in TRAYS]
        return kind, BOARDS[kind](kind, self.table, self.clock, places=places)

    def _felt(self, _touched: Touched) -> None:
        for sensor in self.sensors.values():
            if sensor.plugged and not self._asleep:
                self.hear(sensor.look())

    def _next_moment(self, end: float) -> float | None:
        switches = (it for it in self.sensors.values() if isinstance(it, SimulatedSensor))
        flickers = [sensor.next_change for sensor in switches if sensor.plugged]
        moments = [at for at in (self._due, *flickers) if at is not None and at <= end]
        return min(moments, default=None)
