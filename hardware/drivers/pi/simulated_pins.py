"""Simulated pins and the chips on them, bit by bit."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from gpiozero import Device, InputDevice, OutputDevice  # type: ignore[import-untyped]  # no types
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]  # as above

from hardware.drivers.pi import pins
from hardware.drivers.pi.gpio import READ_FALLING, BusEnd, Pins, SpiBus
from hardware.outputs import Rgb
from hardware.sensor_map import P5, SensorMap

LATCH_SECONDS = 280e-6
"""Seconds of low after which WS2812s show the data they received."""
ONE_SECONDS = 0.6e-6
"""Seconds of high that distinguish a one from a zero."""


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A simulated pin: notifies the chips on it of changes, and fails when the machine does."""

    def __init__(self, factory: SimulatedPinFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.listeners: list[Callable[[bool], None]] = []
        self.grounded = False
        """True while the pin is connected to ground, whatever else pulls at it."""

    @property
    def level(self) -> float:
        """The voltage level of the pin, 0 to 1."""
        return float(self._state)

    def drive(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        self._change_state(high)

    def _get_state(self) -> Any:
        self._factory.must_work()
        return super()._get_state()

    def _set_state(self, value: float) -> None:
        self._factory.must_work()
        super()._set_state(value)

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(0 if self.grounded else value))
        # A mock pin records every change without limit, and a bus has many edges.
        self.states.clear()
        if changed:
            for react in self.listeners:
                react(bool(value))
        return changed


class SimulatedPinFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A factory of simulated pins, which can all fail at once."""

    def __init__(self) -> None:
        super().__init__(pin_class=SimulatedPin)
        self.broken = False

    def must_work(self) -> None:
        if self.broken:
            raise OSError(errno.EIO, "Input/output error")


class SimulatedSwitchChain:
    """Simulated 74HC165s on the bus; the first switch is input H of the first chip."""

    def __init__(
        self, load: SimulatedPin, clock: SimulatedPin, out: SimulatedPin, length: int
    ) -> None:
        self.length = length
        self.closed = 0
        """The closed switches, the first in the highest bit."""
        self._load, self._out = load, out
        self._register = 0
        load.listeners.append(self._on_load)
        clock.listeners.append(self._on_clock)

    def set(self, cell: int, *, closed: bool) -> None:
        """Closes or opens a switch."""
        bit = 1 << self.length - 1 - cell
        self.closed = self.closed | bit if closed else self.closed & ~bit

    def _on_load(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if not high:
            self._register = ~self.closed & (1 << self.length) - 1
            self._tell()

    def _on_clock(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high and self._load.level:
            self._register = self._register << 1 & (1 << self.length) - 1
            self._tell()

    def _tell(self) -> None:
        self._out.drive(bool(self._register >> self.length - 1))


class SimulatedStrip:
    """Simulated WS2812s that decode the pulse lengths of the bus's output."""

    def __init__(self, out: SimulatedPin) -> None:
        self.lamps: tuple[Rgb, ...] = ()
        """The colours of the lamps that have received data."""
        self.hertz = 1
        self._out = out
        self._bits: list[bool] = []
        self._high = self._low = 0.0

    def take_bit(self) -> None:
        """Takes one bit of the bus."""
        lasted = 1 / self.hertz
        if self._out.level:
            self._high += lasted
            self._low = 0.0
            return
        if self._high:
            self._bits.append(self._high > ONE_SECONDS)
            self._high = 0.0
        self._low += lasted
        if self._bits and self._low > LATCH_SECONDS:
            self._latch()

    def _latch(self) -> None:
        bits = "".join(str(int(bit)) for bit in self._bits)
        parts = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
        self._bits.clear()
        triples = (parts[start : start + 3] for start in range(0, len(parts) - 2, 3))
        self.lamps = tuple(Rgb(red, green, blue) for green, red, blue in triples)


class SimulatedPlainLamps:
    """Simulated 74HC595s with a lamp on each output; the first lamp on QA of the first chip."""

    def __init__(
        self, latch: SimulatedPin, clock: SimulatedPin, out: SimulatedPin, length: int
    ) -> None:
        self.lit = 0
        """The lit lamps, the first in the lowest bit."""
        self._out = out
        self._register = 0
        self._most = (1 << -(-length // 8) * 8) - 1
        latch.listeners.append(self._on_latch)
        clock.listeners.append(self._on_clock)

    def _on_clock(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high:
            self._register = (self._register << 1 | bool(self._out.level)) & self._most

    def _on_latch(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high:
            self.lit = self._register


class SimulatedSpiBus:
    """A simulated bus, bit by bit; that of gpiozero would create a pin factory of its own."""

    def __init__(self, end: BusEnd, pins: SimulatedPins) -> None:
        self._end = end
        self._pins = pins
        make = pins.factory
        self._select = OutputDevice(end.select.gpio, initial_value=True, pin_factory=make)

    def transfer(self, data: bytes) -> bytes:
        self._pins.strip.hertz = self._end.hertz
        return bytes(self._shift(byte) for byte in data)

    def close(self) -> None:
        self._select.close()

    def _shift(self, byte: int) -> int:
        ends = (pins.BUS_CLOCK, pins.BUS_OUT, pins.BUS_IN)
        clock, out, into = map(self._pins.wire, ends)
        early = self._end.mode == READ_FALLING
        received = 0
        for bit in range(7, -1, -1):
            out.state = byte >> bit & 1
            before = into.state
            clock.state = 0
            after = into.state
            clock.state = 1
            self._pins.strip.take_bit()
            received = received << 1 | bool(before if early else after)
        return received


class SimulatedPins(Pins):
    """The pins of a simulated Pi, with a board on them."""

    is_simulated = True

    def __init__(self, sensor_map: SensorMap = P5) -> None:
        super().__init__()
        self.factory = SimulatedPinFactory()
        clock, out = self.wire(pins.BUS_CLOCK), self.wire(pins.BUS_OUT)
        load, into = self.wire(pins.CHAIN_LOAD), self.wire(pins.BUS_IN)
        self.chain = SimulatedSwitchChain(load, clock, into, len(sensor_map))
        self.strip = SimulatedStrip(out)
        latch = self.wire(pins.LAMPS_LATCH)
        self.row = SimulatedPlainLamps(latch, clock, out, len(sensor_map.lamps))
        self._wires: list[Device] = []

    def wire(self, pin: pins.Pin) -> Any:
        """A pin as seen from outside."""
        return self.factory.pin(pin.gpio)

    def break_down(self) -> None:
        """Makes every pin and the bus fail from now on."""
        self.factory.broken = True

    def mend(self) -> None:
        self.factory.broken = False

    def press(self, button: int) -> None:
        """Presses a button, numbered from 1."""
        self._ground(button, connected=True)

    def release(self, button: int) -> None:
        self._ground(button, connected=False)

    @property
    def tone_hertz(self) -> int:
        """The frequency of the audible tone in hertz; 0 is silence."""
        sounder = self.wire(pins.SOUNDER)
        return int(sounder.frequency or 0) if sounder.level else 0

    @property
    def status(self) -> bool:
        return bool(self.wire(pins.STATUS).level)

    def close(self) -> None:
        # Closing the factory would disconnect the chips from the pins.
        self._factory = None
        super().close()
        while self._wires:
            self._wires.pop().close()

    def _ground(self, button: int, *, connected: bool) -> None:
        pin = self.wire(pins.BUTTONS[button - 1])
        pin.grounded = connected
        pin.drive(not connected)

    def _create_factory(self) -> Any:
        return self.factory

    def _bus(self, end: BusEnd) -> SpiBus:
        if not self._wires:
            self._wires = [
                OutputDevice(pins.BUS_CLOCK.gpio, initial_value=True, pin_factory=self.factory),
                OutputDevice(pins.BUS_OUT.gpio, pin_factory=self.factory),
                InputDevice(pins.BUS_IN.gpio, pin_factory=self.factory),
            ]
        return SimulatedSpiBus(end, self)
