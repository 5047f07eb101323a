"""Pins that are only played, with all that may hang on them: chips that act bit by bit."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from gpiozero import (  # type: ignore[import-untyped]  # it has no types
    Device,
    InputDevice,
    OutputDevice,
)
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]  # as above

from hardware.cells import LIT, P5
from hardware.drivers.pi.bus import READ_FALLING, End, SpiBus
from hardware.drivers.pi.factory import Pins
from hardware.drivers.pi.pins import (
    BUS_CLOCK,
    BUS_IN,
    BUS_OUT,
    BUTTONS,
    CHAIN_LOAD,
    LAMPS_LATCH,
    SOUNDER,
    STATUS,
    Pin,
)
from hardware.lights import Rgb

LATCHES = 280e-6
"""Seconds of low after which WS2812s show what they have heard."""
ONE = 0.6e-6
"""Seconds of high that make a one of a zero."""


class PlayedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that tells what hangs on it when it changes, and fails when the machine does."""

    def __init__(self, factory: PlayedFactory, info: Any) -> None:
        super().__init__(factory, info)
        self.hanging: list[Callable[[bool], None]] = []
        self.grounded = False
        """Whether it is connected to ground, whatever else pulls at it."""

    @property
    def level(self) -> float:
        """What a meter would show, 0 to 1."""
        return float(self._state)

    def put(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        """Pull it up or down from outside."""
        self._change_state(high)

    def _get_state(self) -> Any:
        self._factory.must_work()
        return super()._get_state()

    def _set_state(self, value: float) -> None:
        self._factory.must_work()
        super()._set_state(value)

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(0 if self.grounded else value))
        # The record of a mock pin has no end, and a bus has many edges.
        self.states.clear()
        if changed:
            for react in self.hanging:
                react(bool(value))
        return changed


class PlayedFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Played pins, which all stop working at once."""

    def __init__(self) -> None:
        super().__init__(pin_class=PlayedPin)
        self.broken = False

    def must_work(self) -> None:
        if self.broken:
            raise OSError(errno.EIO, "Input/output error")


class PlayedChain:
    """74HC165s whose last output is the bus's input; the first switch is H of the first chip."""

    def __init__(self, load: PlayedPin, clock: PlayedPin, out: PlayedPin) -> None:
        self.length = len(P5)
        self.closed = 0
        """The switches that are closed, the first in the highest bit."""
        self._load, self._out = load, out
        self._held = 0
        load.hanging.append(self._loaded)
        clock.hanging.append(self._clocked)

    def set(self, cell: int, *, closed: bool) -> None:
        """Close or open a switch."""
        bit = 1 << self.length - 1 - cell
        self.closed = self.closed | bit if closed else self.closed & ~bit

    def _loaded(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if not high:
            self._held = ~self.closed & (1 << self.length) - 1
            self._tell()

    def _clocked(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high and self._load.level:
            self._held = self._held << 1 & (1 << self.length) - 1
            self._tell()

    def _tell(self) -> None:
        self._out.put(bool(self._held >> self.length - 1))


class PlayedStrip:
    """WS2812s that hear how long the bus's output is high."""

    def __init__(self, out: PlayedPin) -> None:
        self.lamps: tuple[Rgb, ...] = ()
        """What is to be seen; as many lamps as were told."""
        self.hertz = 1
        self._out = out
        self._bits: list[bool] = []
        self._high = self._low = 0.0

    def clocked(self) -> None:
        """One more bit of the bus has passed."""
        lasted = 1 / self.hertz
        if self._out.level:
            self._high += lasted
            self._low = 0.0
            return
        if self._high:
            self._bits.append(self._high > ONE)
            self._high = 0.0
        self._low += lasted
        if self._bits and self._low > LATCHES:
            self._latch()

    def _latch(self) -> None:
        told = "".join(str(int(bit)) for bit in self._bits)
        parts = [int(told[start : start + 8], 2) for start in range(0, len(told), 8)]
        self._bits.clear()
        triples = (parts[start : start + 3] for start in range(0, len(parts) - 2, 3))
        self.lamps = tuple(Rgb(red, green, blue) for green, red, blue in triples)


class PlayedRow:
    """74HC595s with a lamp on each output; the first lamp hangs on QA of the first chip."""

    def __init__(self, latch: PlayedPin, clock: PlayedPin, out: PlayedPin) -> None:
        self.lit = 0
        """The lamps that are lit, the first in the lowest bit."""
        self._out = out
        self._held = 0
        self._most = (1 << -(-len(LIT) // 8) * 8) - 1
        latch.hanging.append(self._latched)
        clock.hanging.append(self._clocked)

    def _clocked(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high:
            self._held = (self._held << 1 | bool(self._out.level)) & self._most

    def _latched(self, high: bool) -> None:  # noqa: FBT001 - a level is high or not
        if high:
            self.lit = self._held


class PlayedBus:
    """The bus, bit by bit on pins; gpiozero's own would guess a factory of its own."""

    def __init__(self, end: End, pins: PlayedPins) -> None:
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
        clock, out, into = (self._pins.wire(pin) for pin in (BUS_CLOCK, BUS_OUT, BUS_IN))
        early = self._end.mode == READ_FALLING
        heard = 0
        for bit in range(7, -1, -1):
            out.state = byte >> bit & 1
            before = into.state
            clock.state = 0
            after = into.state
            clock.state = 1
            self._pins.strip.clocked()
            heard = heard << 1 | bool(before if early else after)
        return heard


class PlayedPins(Pins):
    """The pins of a Pi that is not there, and a board on them."""

    simulated = True

    def __init__(self) -> None:
        super().__init__()
        self.factory = PlayedFactory()
        self.chain = PlayedChain(self.wire(CHAIN_LOAD), self.wire(BUS_CLOCK), self.wire(BUS_IN))
        self.strip = PlayedStrip(self.wire(BUS_OUT))
        self.row = PlayedRow(self.wire(LAMPS_LATCH), self.wire(BUS_CLOCK), self.wire(BUS_OUT))
        self._wires: list[Device] = []

    def wire(self, pin: Pin) -> Any:
        """A pin as the world touches it."""
        return self.factory.pin(pin.gpio)

    def break_down(self) -> None:
        """From now on no pin and no bus can be used."""
        self.factory.broken = True

    def mend(self) -> None:
        """All is well again."""
        self.factory.broken = False

    def push(self, button: int) -> None:
        """Push a button down, the first being 1."""
        self._ground(button, connected=True)

    def let_go(self, button: int) -> None:
        self._ground(button, connected=False)

    @property
    def sounding(self) -> int:
        """Hertz of what is to be heard; 0 is silence."""
        sounder = self.wire(SOUNDER)
        return int(sounder.frequency or 0) if sounder.level else 0

    @property
    def status(self) -> bool:
        """Whether the status light is on."""
        return bool(self.wire(STATUS).level)

    def close(self) -> None:
        # To close the factory would be to take the board off the pins.
        self._factory = None
        super().close()
        while self._wires:
            self._wires.pop().close()

    def _ground(self, button: int, *, connected: bool) -> None:
        pin = self.wire(BUTTONS[button - 1])
        pin.grounded = connected
        pin.put(not connected)

    def _made(self) -> Any:
        return self.factory

    def _bus(self, end: End) -> SpiBus:
        if not self._wires:
            self._wires = [
                OutputDevice(BUS_CLOCK.gpio, initial_value=True, pin_factory=self.factory),
                OutputDevice(BUS_OUT.gpio, pin_factory=self.factory),
                InputDevice(BUS_IN.gpio, pin_factory=self.factory),
            ]
        return PlayedBus(end, self)
