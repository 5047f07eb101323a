"""WS2812 strip, plain lamps, status light and piezo."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Sequence

from hardware import outputs
from hardware.checkers import Place
from hardware.devices import Clock, DeviceFault
from hardware.drivers.pi import gpio
from hardware.drivers.pi.pi_board import PiBoard, PiDevice, PiPart
from hardware.drivers.pi.pins import LAMPS_LATCH, SOUNDER, STATUS
from hardware.sensor_map import P5, SensorMap

IDLE_MILLIAMPS = 1.0
"""Current of a dark lamp in milliamperes."""
ZERO_PULSE, ONE_PULSE = "100", "110"
"""The pulses of a zero and a one at 2.4 MHz: high for 0.4 or for 0.8 microseconds."""
LATCH_GAP = bytes(90)
"""300 microseconds of low at 2.4 MHz; after 280 even the slowest lamps show their data."""
LEAD_IN = bytes(1)
"""Some Pis begin with the line high, and the first bit would be lost."""


def encode_strip(lamps: Sequence[outputs.Rgb]) -> bytes:
    """The bytes that make the lamps show these colours, the first lamp first."""
    parts = bytes(part for lamp in lamps for part in (lamp.green, lamp.red, lamp.blue))
    return LEAD_IN + b"".join([_ENCODED[part] for part in parts]) + LATCH_GAP


def limit_current(
    frame: outputs.LampFrame, places: Sequence[Place], each: int, most_milliamps: float
) -> outputs.LampFrame:
    """Lowers all lights together if `each` lamps at each of these places would exceed the current.

    The factor is the same for every eighth of a second: a steady light must not flicker with a
    blinking one.
    """
    lights = {place: frame.lights[place] for place in places if place in frame.lights}
    room = max(most_milliamps - IDLE_MILLIAMPS * each * len(places), 0.0)
    drawn = outputs.peak_milliamps(outputs.DutyFrame(outputs.LampFrame(lights))) * each
    if drawn <= room:
        return frame
    return outputs.LampFrame({place: _dim(light, room / drawn) for place, light in lights.items()})


def _dim(light: outputs.LampLight, share: float) -> outputs.LampLight:
    red, green, blue = light.colour.red, light.colour.green, light.colour.blue
    lower = outputs.Rgb(int(red * share), int(green * share), int(blue * share))
    return outputs.LampLight(lower, light.rhythm)


def _encode_part(part: int) -> bytes:
    bits = "".join(ONE_PULSE if bit == "1" else ZERO_PULSE for bit in f"{part:08b}")
    return int(bits, 2).to_bytes(3, "big")


_ENCODED = [_encode_part(part) for part in range(outputs.BRIGHTEST + 1)]


RESEND_AFTER = 1.0
"""Seconds after which an unchanged picture is sent again, to correct transmission errors."""
EIGHTHS = len(outputs.Rhythm.STEADY.value)
OFF = outputs.Rgb(0, 0, 0)


class LampPart(PiPart):
    """Lamps that receive complete pictures over the bus."""

    def __init__(self, end: gpio.BusEnd) -> None:
        self._end = end
        self._frame = outputs.DARK_FRAME
        self._checked_frame: outputs.LampFrame | None = None
        self._eighth = 0
        self._sent = b""
        self._resend_at = 0.0
        self._bus: gpio.SpiBus | None = None
        self._pins: gpio.Pins | None = None

    def show(self, frame: outputs.LampFrame) -> None:
        """Shows a frame from the next tick on; may be called in any thread."""
        self._frame = frame

    def open(self, pins: gpio.Pins) -> None:
        self._pins = pins
        self._bus = pins.bus(self._end)
        self._send(self._encode(outputs.DARK_FRAME, 0.0))

    def tick(self, now: float) -> bool:
        frame, eighth = self._frame, int(now * EIGHTHS)
        if frame is self._checked_frame and eighth == self._eighth and now < self._resend_at:
            return False
        self._checked_frame, self._eighth = frame, eighth
        written = self._encode(frame, now)
        if written != self._sent or now >= self._resend_at:
            self._send(written)
            self._resend_at = now + RESEND_AFTER
        return False

    def close(self) -> None:
        """Switches the lamps off, as the blinking ends, and releases the bus."""
        bus, self._bus = self._bus, None
        if self._pins is not None and bus is not None:
            try:
                bus.transfer(self._encode(outputs.DARK_FRAME, 0.0))
                self._latch()
            finally:
                self._pins.free(bus)

    @abstractmethod
    def _encode(self, frame: outputs.LampFrame, now: float) -> bytes:
        """The bytes that make the lamps show a frame at this time."""

    def _latch(self) -> None:
        """Makes the lamps show the data they received."""

    def _send(self, written: bytes) -> None:
        if self._bus is None:
            raise DeviceFault("is closed")
        self._bus.transfer(written)
        self._latch()
        self._sent = written


class PiLampDevice(PiDevice[LampPart]):
    """Lamps at the places that the sensor map of the board has."""

    def __init__(self, name: str, clock: Clock, board: PiBoard, sensor_map: SensorMap = P5) -> None:
        super().__init__(name, clock, board)
        self._map = sensor_map

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(self._map.lamps)

    async def show(self, frame: outputs.LampFrame) -> None:
        self._open_part.show(frame)


def visible_colour(light: outputs.LampLight | None, now: float) -> outputs.Rgb:
    """The visible colour of a light at this time."""
    return light.colour if light is not None and light.rhythm.is_on(now) else OFF


class PlainLampChain(LampPart):
    """Lamps on the outputs of 74HC595s; the first lamp on QA of the first chip."""

    def __init__(self, places: Sequence[Place]) -> None:
        super().__init__(gpio.PLAIN_LAMPS_END)
        self._places = places
        self._latch_pin: gpio.OutputPin | None = None

    def open(self, pins: gpio.Pins) -> None:
        self._latch_pin = pins.output(LAMPS_LATCH)
        super().open(pins)

    def close(self) -> None:
        try:
            super().close()
        finally:
            pin, self._latch_pin = self._latch_pin, None
            if pin is not None:
                pin.close()

    def _encode(self, frame: outputs.LampFrame, now: float) -> bytes:
        lit = [visible_colour(frame.lights.get(place), now) != OFF for place in self._places]
        bits = sum(1 << number for number, on in enumerate(lit) if on)
        return bits.to_bytes(-(-len(self._places) // 8), "big")

    def _latch(self) -> None:
        if self._latch_pin is not None:
            self._latch_pin.on()
            self._latch_pin.off()


class PiPlainLamps(PiLampDevice):
    """Single-colour lamps on the pins of a Pi: lit or not, whatever the colour of the light."""

    def _create_part(self) -> LampPart:
        return PlainLampChain(self._map.lamps)


class StripPart(LampPart):
    """A row of WS2812s, one to three at each place."""

    def __init__(self, places: Sequence[Place], each: int, most_milliamps: float) -> None:
        super().__init__(gpio.STRIP_END)
        self._places = places
        self._each = each
        self._most = most_milliamps

    def _encode(self, frame: outputs.LampFrame, now: float) -> bytes:
        lights = limit_current(frame, self._places, self._each, self._most).lights
        places = [place for place in self._places for _ in range(self._each)]
        return encode_strip([visible_colour(lights.get(place), now) for place in places])


class PiStrip(PiLampDevice):
    """A strip of WS2812s on the pins of a Pi; it enforces its own current limit."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        board: PiBoard,
        lamps: int | None = None,
        most_milliamps: float = 400.0,
        sensor_map: SensorMap = P5,
    ) -> None:
        super().__init__(name, clock, board, sensor_map)
        counts = sensor_map.lamp_counts
        if lamps not in (None, *counts):
            raise ValueError(f"a strip has {counts} lamps, not {lamps}")
        self._each = 1 if lamps is None else lamps // len(sensor_map.lamps)
        self._most = most_milliamps

    def _create_part(self) -> LampPart:
        return StripPart(self._map.lamps, self._each, self._most)


class StatusPin(PiPart):
    """The pin of the status light and its rhythm."""

    def __init__(self) -> None:
        self._pin: gpio.OutputPin | None = None
        self._rhythm: outputs.Rhythm | None = None
        self._is_on = False

    def show(self, rhythm: outputs.Rhythm | None) -> None:
        """Shows a rhythm from the next tick on; may be called in any thread."""
        self._rhythm = rhythm

    def open(self, pins: gpio.Pins) -> None:
        self._pin = pins.output(STATUS)
        self._is_on = False

    def tick(self, now: float) -> bool:
        is_on = self._rhythm is not None and self._rhythm.is_on(now)
        if self._pin is not None and is_on != self._is_on:
            self._is_on = is_on
            self._pin.on() if is_on else self._pin.off()
        return False

    def close(self) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            pin.close()


class PiStatusLight(PiDevice[StatusPin]):
    """The status light of a board on the pins of a Pi."""

    async def show(self, rhythm: outputs.Rhythm | None) -> None:
        self._open_part.show(rhythm)

    def _create_part(self) -> StatusPin:
        return StatusPin()


HALF = 0.5
"""Duty cycle at which a tone is loudest."""


class PiezoPart(PiPart):
    """Plays tunes on a pin, one tone after the other."""

    def __init__(self) -> None:
        self._pin: gpio.PwmPin | None = None
        self._wanted: deque[outputs.Tune] = deque(maxlen=1)
        """The tune to begin; handed from the event loop to the thread of the pins."""
        self._ends: list[tuple[float, int]] = []
        """End time and frequency of each remaining tone, in reverse order."""
        self._sounding = 0

    def play(self, tune: outputs.Tune) -> None:
        """Plays a tune from the next tick on and replaces any other; callable in any thread."""
        self._wanted.append(tune)

    def open(self, pins: gpio.Pins) -> None:
        self._pin = pins.pwm(SOUNDER)

    def tick(self, now: float) -> bool:
        if self._wanted:
            self._begin(self._wanted.popleft(), now)
        while self._ends and now >= self._ends[-1][0]:
            self._ends.pop()
        self._sound(self._ends[-1][1] if self._ends else 0)
        return bool(self._ends)

    def close(self) -> None:
        pin, self._pin = self._pin, None
        if pin is not None:
            pin.close()

    def _begin(self, tune: outputs.Tune, now: float) -> None:
        ends = []
        for tone in tune:
            now += tone.seconds
            ends.append((now, tone.hertz))
        self._ends = ends[::-1]

    def _sound(self, hertz: int) -> None:
        if self._pin is None or hertz == self._sounding:
            return
        self._sounding = hertz
        if hertz:
            self._pin.frequency = hertz
            self._pin.value = HALF
        else:
            self._pin.off()


class PiSounder(PiDevice[PiezoPart]):
    """A piezo whose square wave comes from the Pi itself."""

    def __init__(self, name: str, clock: Clock, board: PiBoard) -> None:
        super().__init__(name, clock, board)
        self._tune_count = 0
        """Number of tunes so far; a `play` whose number is no longer the last was interrupted."""

    async def play(self, tune: outputs.Tune) -> None:
        piezo = self._open_part
        self._tune_count += 1
        which = self._tune_count
        piezo.play(tune)
        try:
            over = self._clock.now() + sum(tone.seconds for tone in tune)
            await self._clock.wait_until(over)
        except asyncio.CancelledError:
            if which == self._tune_count:
                piezo.play(())
            raise
        self._require_open()

    def _create_part(self) -> PiezoPart:
        return PiezoPart()
