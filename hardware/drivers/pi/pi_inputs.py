"""Buttons, and switches on a chain of 74HC165s."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hardware.checkers import Place
from hardware.devices import Clock, DeviceFault
from hardware.driver_base import SignalDevice
from hardware.drivers.pi.gpio import SWITCH_END, InputPin, OutputPin, Pins, SpiBus
from hardware.drivers.pi.pi_board import Debouncer, PiBoard, PiDevice, PiPart
from hardware.drivers.pi.pins import BUS_IN, BUTTONS, CHAIN_LOAD
from hardware.observations import Observation, SlotStates, sighting_of_closed
from hardware.sensor_map import P5, SensorMap
from hardware.signals import Button, ButtonPressed


class ButtonRow(PiPart):
    """Debounced buttons, one bit each: the first in the lowest."""

    def __init__(self, buttons: int, pressed: Callable[[float, int], None]) -> None:
        self._buttons = buttons
        self._on_press = pressed
        self._inputs: list[InputPin] = []
        self._debounce = Debouncer(0)

    def open(self, pins: Pins) -> None:
        for pin in BUTTONS[: self._buttons]:
            self._inputs.append(pins.input(pin))
        self._debounce = Debouncer(self._sample())

    def tick(self, now: float) -> bool:
        pressed = self._debounce.sample(self._sample()) & self._debounce.state
        for number in range(self._buttons):
            if pressed >> number & 1:
                self._on_press(now, number)
        return not self._debounce.is_stable

    def close(self) -> None:
        while self._inputs:
            self._inputs.pop().close()

    def _sample(self) -> int:
        return sum(1 << number for number, read in enumerate(self._inputs) if read.is_active)


class PiButtons(PiDevice[ButtonRow], SignalDevice):
    """The buttons of a table, in the order of their pins."""

    def __init__(self, name: str, clock: Clock, board: PiBoard, meanings: Sequence[Button]) -> None:
        super().__init__(name, clock, board)
        if not 1 <= len(meanings) <= len(BUTTONS):
            raise ValueError(f"a Pi has 1 to {len(BUTTONS)} buttons, not {len(meanings)}")
        self._meanings = tuple(meanings)

    def _create_part(self) -> ButtonRow:
        return ButtonRow(len(self._meanings), self._in_loop(self._on_press))

    def _initial_signal(self) -> None:
        """Returns None: a button that is not pressed has no state to report."""

    def _on_press(self, at: float, number: int) -> None:
        self._report(ButtonPressed(self.name, at, self._meanings[number]))


BITS = 8
"""Number of inputs of one 74HC165."""
MAX_CLOSED_EACH = 2
"""Number of switches that one checker can close, between two slots."""
MAX_SAMPLES = 4
"""Maximum number of initial samples until two in a row agree."""

OnChange = Callable[[float, int], None]


class SwitchChain(PiPart):
    """The debounced chain, one bit for each switch: the first in the highest, 1 is closed."""

    def __init__(self, sensor_map: SensorMap, on_change: OnChange) -> None:
        self._switches = len(sensor_map)
        self._checkers = sensor_map.board.checkers
        self._on_change = on_change
        self._debounce = Debouncer(0)
        self._load: OutputPin | None = None
        self._bus: SpiBus | None = None
        self._pins: Pins | None = None

    @property
    def closed(self) -> int:
        """The closed switches, as bits."""
        return self._debounce.state

    def open(self, pins: Pins) -> None:
        self._pins = pins
        self._load = pins.output(CHAIN_LOAD, high=True)
        self._bus = pins.bus(SWITCH_END)
        # Brings the clock to its idle level; the first sample must not see that edge.
        self._bus.transfer(bytes(1))
        found = self._sample()
        for _ in range(MAX_SAMPLES - 1):
            if found == (found := self._sample()):
                break
        self._debounce = Debouncer(self._require_plausible(found))

    def tick(self, now: float) -> bool:
        if self._debounce.sample(self._sample()):
            self._on_change(now, self._require_plausible(self._debounce.state))
        return not self._debounce.is_stable

    def close(self) -> None:
        bus, self._bus = self._bus, None
        load, self._load = self._load, None
        if self._pins is not None and bus is not None:
            self._pins.free(bus)
        if load is not None:
            load.close()

    def _require_plausible(self, closed: int) -> int:
        """Returns `closed`; DeviceFault if no set of checkers closes so many switches."""
        count = closed.bit_count()
        are_all = count == self._switches > self._checkers
        if count <= MAX_CLOSED_EACH * self._checkers and not are_all:
            return closed
        raise DeviceFault(
            f"reports {count} of {self._switches} switches closed at once; "
            f"check that the 74HC165s have 3.3 V and that {BUS_IN} is connected"
        )

    def _sample(self) -> int:
        """One raw sample: the switches that are closed at this moment."""
        if self._load is None or self._bus is None:
            raise DeviceFault("is closed")
        self._load.off()
        self._load.on()
        clocked = -(-self._switches // BITS)
        received = int.from_bytes(self._bus.transfer(bytes(clocked)), "big")
        return ~received >> (clocked * BITS - self._switches) & (1 << self._switches) - 1


class PiSwitches(PiDevice[SwitchChain], SignalDevice):
    """A board sensor with a switch under each slot, on the pins of a Pi."""

    def __init__(self, name: str, clock: Clock, board: PiBoard, sensor_map: SensorMap = P5) -> None:
        super().__init__(name, clock, board)
        self._map = sensor_map
        self._slots: Mapping[Place, SlotStates] = {}

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(self._map.slots)

    async def _connect(self) -> None:
        await super()._connect()
        if self._part is not None:
            self._slots = self._slots_of(self._part.closed)

    def _create_part(self) -> SwitchChain:
        return SwitchChain(self._map, self._in_loop(self._on_change))

    def _initial_signal(self) -> Observation:
        return self._observation(self._clock.now())

    def _on_change(self, at: float, closed: int) -> None:
        slots = self._slots_of(closed)
        if slots != self._slots:
            self._slots = slots
            self._report(self._observation(at))

    def _observation(self, at: float) -> Observation:
        states, most = self._slots.items(), self._map.board.checkers
        sightings = {place: sighting_of_closed(sum(it), len(it), most) for place, it in states}
        return Observation(self.name, at, sightings, self._slots)

    def _slots_of(self, closed: int) -> Mapping[Place, SlotStates]:
        """The states of the switches of each place."""
        last = len(self._map) - 1
        return {
            place: tuple(bool(closed >> (last - number) & 1) for number in span)
            for place, span in self._map.spans
        }
