"""Rigs for drivers on the pins of a Pi: with simulated pins, and ticks triggered by tests."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from hardware.checkers import Place
from hardware.drivers.clocks import SimulatedClock
from hardware.drivers.pi.pi_board import SAMPLES, PiBoard
from hardware.drivers.pi.pi_inputs import PiButtons, PiSwitches
from hardware.drivers.pi.pi_outputs import RESEND_AFTER, PiPlainLamps, PiSounder, PiStrip
from hardware.drivers.pi.simulated_pins import SimulatedPins
from hardware.outputs import LampFrame, LampLight, Rgb, Rhythm
from hardware.sensor_map import P5, SensorMap
from hardware.signals import Button
from tests.rigs.devices import device_rigs

MEANINGS = (Button.LIGHT, Button.DARK, Button.UNDO, Button.RESIGN)
EIGHTH = 1 / len(Rhythm.STEADY.value)
OFF = Rgb(0, 0, 0)
RHYTHMS = {rhythm.value: rhythm for rhythm in Rhythm}


@dataclass
class ManualTicker:
    """The ticks of a board, triggered by a test."""

    tick: Callable[[], float | None] | None = None
    waits: list[float | None] = field(default_factory=list)
    """The results of the ticks: the delay until the next one."""

    def begin(self, tick: Callable[[], float | None]) -> None:
        self.tick = tick

    def end(self) -> None:
        self.tick = None

    def take(self, ticks: int = SAMPLES) -> None:
        """Ticks that many times while a board is running."""
        for _ in range(ticks):
            if self.tick is not None:
                self.waits.append(self.tick())
                if self.waits[-1] is None:
                    self.tick = None


@dataclass
class PiBench:
    """A board on simulated pins, whose time and ticks belong to the test."""

    clock: SimulatedClock = field(default_factory=lambda: SimulatedClock(5.0))
    sensor_map: SensorMap = P5
    ticker: ManualTicker = field(default_factory=ManualTicker)

    def __post_init__(self) -> None:
        self.pins = SimulatedPins(self.sensor_map)
        self.board = PiBoard(self.clock, self.pins, self.ticker)

    def unplug(self) -> None:
        """Makes all pins fail, and passes as much time as lamps need to notice."""
        self.pins.break_down()
        self.clock.advance(RESEND_AFTER)
        self.ticker.take(1)

    @property
    def plug(self) -> tuple[SimulatedClock, Callable[[], None], Callable[[], None]]:
        """The clock, and the functions that unplug the board and plug it in again."""
        return self.clock, self.unplug, self.pins.mend

    async def settle(self) -> None:
        self.ticker.take()
        await device_rigs.deliver_pending()

    def press(self, number: int) -> None:
        """Presses and releases a button, the first being 1."""
        for touch in (self.pins.press, self.pins.release):
            touch(number)
            self.ticker.take()

    def pictures(self, look: Callable[[], tuple[Rgb, ...]]) -> Iterator[tuple[Rgb, ...]]:
        """The visible colours in each eighth of a second."""
        whole = int(self.clock.now()) + 1.0
        for eighth in range(len(Rhythm.STEADY.value)):
            self.clock.advance_to(whole + (eighth + 0.5) * EIGHTH)
            self.ticker.take(1)
            yield look()

    def recognise_frame(self, look: Callable[[], tuple[Rgb, ...]]) -> LampFrame:
        """The frame that is recognised in the pictures of a second."""
        lights = {}
        places = self.sensor_map.lamps
        for place, lamp in zip(places, zip(*self.pictures(look), strict=True), strict=True):
            rhythm = "".join("#" if colour != OFF else "." for colour in lamp)
            if "#" in rhythm:
                lights[place] = LampLight(max(lamp, key=_bright), RHYTHMS[rhythm])
        return LampFrame(lights)


def make_switches(bench: PiBench) -> PiSwitches:
    return PiSwitches("switches", bench.clock, bench.board, bench.sensor_map)


@asynccontextmanager
async def pi_switches(sensor_map: SensorMap) -> AsyncIterator[device_rigs.SensorRig]:
    """Switches with the same few checkers as under a simulated board."""
    bench = PiBench(sensor_map=sensor_map)
    table = device_rigs.table_with_few(sensor_map.board)

    def feel() -> None:
        for place, span in sensor_map.spans:
            # The simulated table has a slot more on the bar than the board has switches.
            for cell, lowest in zip(span, table.lowest(place), strict=False):
                bench.pins.chain.set(cell, closed=lowest is not None)

    def hidden(place: Place) -> bool:
        unfelt = table.lowest(place)[sensor_map.slots[place] :]
        return not table.is_flat(place) or any(lowest is not None for lowest in unfelt)

    def put_or_lift() -> None:
        device_rigs.put_or_lift(table)
        bench.ticker.take()

    table.on_change(lambda _touched: feel())
    feel()
    sensor, settle = make_switches(bench), bench.settle
    yield device_rigs.SensorRig(
        sensor, *bench.plug, put_or_lift, table, settle=settle, is_hidden=hidden
    )


@asynccontextmanager
async def pi_buttons() -> AsyncIterator[device_rigs.ButtonsRig]:
    bench = PiBench()
    buttons = PiButtons("buttons", bench.clock, bench.board, MEANINGS)

    def press(button: Button) -> None:
        bench.press(MEANINGS.index(button) + 1)

    one, settle = partial(bench.press, 1), bench.settle
    yield device_rigs.ButtonsRig(
        buttons, *bench.plug, one, press, settle=settle, reports_on_opening=False
    )


@asynccontextmanager
async def pi_strip(each: int, sensor_map: SensorMap) -> AsyncIterator[device_rigs.LampsRig]:
    bench = PiBench(sensor_map=sensor_map)
    count = each * len(sensor_map.lamps)
    lamps = PiStrip("strip", bench.clock, bench.board, count, sensor_map=sensor_map)

    def visible_frame() -> LampFrame:
        return bench.recognise_frame(lambda: bench.pins.strip.lamps[::each])

    yield device_rigs.LampsRig(lamps, *bench.plug, visible_frame, settle=bench.settle)


@asynccontextmanager
async def pi_plain_lamps(sensor_map: SensorMap) -> AsyncIterator[device_rigs.LampsRig]:
    """Plain lamps, whose steady light is taken for green, and any other for red."""
    bench = PiBench(sensor_map=sensor_map)

    def look() -> tuple[Rgb, ...]:
        lit, count = bench.pins.row.lit, len(sensor_map.lamps)
        return tuple(Rgb(200, 0, 0) if lit >> lamp & 1 else OFF for lamp in range(count))

    def visible_frame() -> LampFrame:
        lights = bench.recognise_frame(look).lights
        return LampFrame({at: _recognised_light(light.rhythm) for at, light in lights.items()})

    lamps = PiPlainLamps("plain lamps", bench.clock, bench.board, sensor_map)
    yield device_rigs.LampsRig(lamps, *bench.plug, visible_frame, settle=bench.settle)


@asynccontextmanager
async def pi_sounder() -> AsyncIterator[device_rigs.SounderRig]:
    bench = PiBench()

    def hertz() -> int:
        bench.ticker.take(1)
        return bench.pins.tone_hertz

    sounder = PiSounder("sounder", bench.clock, bench.board)
    yield device_rigs.SounderRig(sounder, *bench.plug, hertz, settle=bench.settle)


def _recognised_light(rhythm: Rhythm) -> LampLight:
    green = rhythm is Rhythm.STEADY
    return LampLight(Rgb(0, 200, 0) if green else Rgb(200, 0, 0), rhythm)


def _bright(colour: Rgb) -> int:
    return colour.red + colour.green + colour.blue
