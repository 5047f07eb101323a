"""Simulated dice, buttons, lamps and piezo with plugs to pull, and faults of switches."""

from __future__ import annotations

import asyncio
from abc import ABC
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.devices import Clock, DeviceFault
from hardware.driver_base import OwnedDevice, SignalDevice
from hardware.outputs import DARK_FRAME, LampFrame, Tune
from hardware.signals import Button, ButtonPressed, DiceReading, DiceState

UNPLUGGED = "was unplugged"


class SimulatedDevice(OwnedDevice):
    """A simulated device; it can only be opened while it is plugged in."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._is_plugged_in = True

    @property
    def is_simulated(self) -> bool:
        return True

    @property
    def is_plugged_in(self) -> bool:
        return self._is_plugged_in

    def unplug(self) -> None:
        """Unplugs the device; an open device is lost."""
        self._is_plugged_in = False
        self._mark_lost(UNPLUGGED)

    def plug_in(self) -> None:
        """Plugs the device in, so that it can be opened again."""
        self._is_plugged_in = True

    async def _connect(self) -> None:
        if not self._is_plugged_in:
            raise DeviceFault(f"{self.name} is not plugged in")

    async def _disconnect(self) -> None:
        """Does nothing: a simulated device holds no resources."""


class SimulatedInputDevice(SimulatedDevice, SignalDevice, ABC):
    """A simulated input device."""


class SimulatedDice(SimulatedInputDevice):
    """A pair of dice of one player or of both, initially in the cup."""

    def __init__(self, name: str, clock: Clock, colour: Colour | None = None) -> None:
        super().__init__(name, clock)
        self._colour = colour
        self._state = DiceState.LIFTED
        self._numbers: tuple[int, ...] = ()

    @property
    def colour(self) -> Colour | None:
        """The player who throws these dice; None if both do."""
        return self._colour

    def reading(self) -> DiceReading:
        """The present state of the dice."""
        return DiceReading(self.name, self._clock.now(), self._state, self._numbers, self._colour)

    def roll(self, *numbers: int) -> None:
        """Throws the dice: they roll and settle at once with these numbers."""
        DiceReading(self.name, self._clock.now(), DiceState.SETTLED, numbers)
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        """Throws the dice: they roll until they settle or are cocked."""
        self._change(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        """Settles the dice flat, with one number or two."""
        self._change(DiceState.SETTLED, numbers)

    def cock(self) -> None:
        """Settles the dice, but one of them cocked."""
        self._change(DiceState.COCKED)

    def lift(self) -> None:
        """Puts the dice back into the cup."""
        self._change(DiceState.LIFTED)

    def _change(self, state: DiceState, numbers: tuple[int, ...] = ()) -> None:
        seen = DiceReading(self.name, self._clock.now(), state, numbers, self._colour)
        if (state, numbers) != (self._state, self._numbers):
            self._state, self._numbers = state, numbers
            self._report(seen)

    def _initial_signal(self) -> DiceReading:
        return replace(self.reading(), standing=True)


class SimulatedButtons(SimulatedInputDevice):
    """The buttons of a table: all of them, unless only some are given."""

    def __init__(self, name: str, clock: Clock, buttons: Iterable[Button] = Button) -> None:
        super().__init__(name, clock)
        self._buttons = frozenset(buttons)

    @property
    def buttons(self) -> frozenset[Button]:
        return self._buttons

    def press(self, button: Button) -> None:
        """Presses a button; without effect while the device is closed or unplugged."""
        if button not in self._buttons:
            raise ValueError(f"{self.name} has no button {button.value}")
        self._report(ButtonPressed(self.name, self._clock.now(), button))

    def _initial_signal(self) -> None:
        """Returns None: a button that is not pressed has no state to report."""


MAX_FRAMES = 1000
"""Maximum number of recorded frames."""


@dataclass(frozen=True, slots=True)
class ShownFrame:
    """A recorded frame with the time at which it was shown."""

    at: float
    frame: LampFrame


class SimulatedLamps(SimulatedDevice):
    """One lamp at each of some places, initially dark."""

    def __init__(
        self, name: str, clock: Clock, places: Iterable[Place] = BACKGAMMON.places
    ) -> None:
        super().__init__(name, clock)
        self._places = frozenset(places)
        self._history: deque[ShownFrame] = deque(maxlen=MAX_FRAMES)
        self._shining = DARK_FRAME

    @property
    def places(self) -> frozenset[Place]:
        return self._places

    @property
    def visible_frame(self) -> LampFrame:
        """The visible frame; lamps that have been unplugged keep showing their last one."""
        return self._shining

    @property
    def history(self) -> tuple[ShownFrame, ...]:
        """The recorded frames, the oldest first."""
        return tuple(self._history)

    async def show(self, frame: LampFrame) -> None:
        self._require_open()
        lights = {place: light for place, light in frame.lights.items() if place in self._places}
        self._shining = LampFrame(lights)
        self._history.append(ShownFrame(self._clock.now(), self._shining))


MAX_TUNES = 1000
"""Maximum number of recorded tunes."""


@dataclass(frozen=True, slots=True)
class PlayedTune:
    """A recorded tune with the time at which it began."""

    at: float
    tune: Tune

    @property
    def ends_at(self) -> float:
        """The time at which the tune ends if it is not interrupted."""
        return self.at + sum(tone.seconds for tone in self.tune)

    def hertz_at(self, at: float) -> int:
        """The frequency at this time in hertz; 0 is silence."""
        over = self.at
        for tone in self.tune:
            over += tone.seconds
            if at < over:
                return tone.hertz
        return 0


class SimulatedSounder(SimulatedDevice):
    """A silent piezo that records what it was asked to play."""

    def __init__(self, name: str, clock: Clock) -> None:
        super().__init__(name, clock)
        self._history: deque[PlayedTune] = deque(maxlen=MAX_TUNES)
        self._playing: PlayedTune | None = None

    @property
    def history(self) -> tuple[PlayedTune, ...]:
        """The recorded tunes, the oldest first."""
        return tuple(self._history)

    @property
    def tone_hertz(self) -> int:
        """The frequency of the present tone in hertz; 0 is silence."""
        playing = self._playing if self.is_plugged_in else None
        return playing.hertz_at(self._clock.now()) if playing else 0

    async def play(self, tune: Tune) -> None:
        self._require_open()
        played = self._playing = PlayedTune(self._clock.now(), tune)
        self._history.append(played)
        try:
            await self._clock.wait_until(played.ends_at)
        except asyncio.CancelledError:
            if self._playing is played:
                self._playing = None
            raise
        self._require_open()

    async def _disconnect(self) -> None:
        self._playing = None


SHORTEST_FLICKER = 0.02
"""Shortest flicker in seconds that passes the firmware's debouncing: four samples, 5 ms apart."""
FLICKER_INTERVAL = (SHORTEST_FLICKER, 3 * SHORTEST_FLICKER)
"""Range of the time in seconds between two changes of a flickering contact."""
FLICKER_SECONDS = 0.25
"""Seconds that a bad contact flickers after it was touched."""


class SwitchFault(Enum):
    """The kinds of faults of one switch."""

    BOUNCE = "bounce"
    """The switch flickers for a while when it is touched."""
    STUCK = "stuck"
    """The switch stays closed; a scale keeps its present reading."""
    DEAD = "dead"
    """The switch never closes."""
    MISSED = "missed"
    """The next checker is not sensed until it is touched again; then the fault is gone."""


@dataclass(frozen=True, slots=True)
class FaultySwitch:
    """One switch with a fault."""

    place: Place
    slot: int
    """Slot number from 1 at the rim; a place with a single switch has slot 1 only."""
    fault: SwitchFault


@dataclass(frozen=True, slots=True)
class SavedFault:
    """The fault of a switch as it is saved: with the reading at which the switch is stuck."""

    faulty: FaultySwitch
    reading: int | None = None
    """None if the switch reports what it senses."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """A flicker: readings that alternate at given times before the switch settles."""

    before: int
    after: int
    moments: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.moments or len(self.moments) % 2:
            raise ValueError("a flicker needs an even number of moments, and at least two")

    def reading(self, at: float) -> int:
        """The reading at this time."""
        return self.before if bisect_right(self.moments, at) % 2 else self.after

    def is_over(self, at: float) -> bool:
        return at >= self.moments[-1]


def create_flicker(before: int, after: int, at: float, rng: Random) -> Flicker:
    """Creates the flicker of a contact touched at this time, slow enough to pass debouncing."""
    moments = [at + rng.uniform(*FLICKER_INTERVAL)]
    while moments[-1] < at + FLICKER_SECONDS or len(moments) % 2:
        moments.append(moments[-1] + rng.uniform(*FLICKER_INTERVAL))
    return Flicker(before, after, tuple(moments))
