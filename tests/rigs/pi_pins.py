"""Rigs for drivers on the pins of a Pi: the pins are played, and turns are taken by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps

from hardware.cells import LIT, P5
from hardware.checkers import Colour, Place, point
from hardware.debounce import AGREEING
from hardware.drivers.pi.board import PiBoard
from hardware.drivers.pi.buttons import PiButtons
from hardware.drivers.pi.chain import PiSwitches
from hardware.drivers.pi.lamps import AGAIN
from hardware.drivers.pi.plain_lamps import PiLamps
from hardware.drivers.pi.played import PlayedPins
from hardware.drivers.pi.sounder import PiSounder
from hardware.drivers.pi.strip import PiStrip
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.table import SimulatedTable
from hardware.lights import Frame, Light, Rgb, Rhythm
from hardware.signals import Button
from tests.rigs.devices import A_FEW, ButtonsRig, LampsRig, SensorRig, SounderRig, arrived

MEANINGS = (Button.LIGHT, Button.DARK, Button.UNDO, Button.RESIGN)
EIGHTH = 1 / len(Rhythm.STEADY.value)
OFF = Rgb(0, 0, 0)
RHYTHMS = {rhythm.value: rhythm for rhythm in Rhythm}


@dataclass
class ByHand:
    """A board's turns, taken when somebody says so."""

    turn: Callable[[], float | None] | None = None
    waits: list[float | None] = field(default_factory=list)
    """What each turn said of the next."""

    def begin(self, turn: Callable[[], float | None]) -> None:
        self.turn = turn

    def end(self) -> None:
        self.turn = None

    def take(self, turns: int = AGREEING) -> None:
        """So many turns, if anybody wants them."""
        for _ in range(turns):
            if self.turn is not None:
                self.waits.append(self.turn())
                if self.waits[-1] is None:
                    self.turn = None


@dataclass
class Bench:
    """A board on played pins, whose time and turns are ours."""

    clock: SimulatedClock = field(default_factory=lambda: SimulatedClock(5.0))
    pins: PlayedPins = field(default_factory=PlayedPins)
    pulse: ByHand = field(default_factory=ByHand)

    def __post_init__(self) -> None:
        self.board = PiBoard(self.clock, self.pins, self.pulse)

    def unplug(self) -> None:
        """Let nothing work any more, and let as much time pass as lamps may take to find out."""
        self.pins.break_down()
        self.clock.advance(AGAIN)
        self.pulse.take(1)

    async def settle(self) -> None:
        self.pulse.take()
        await arrived()

    def press(self, number: int) -> None:
        """Push a button and let go of it, the first being 1."""
        for touch in (self.pins.push, self.pins.let_go):
            touch(number)
            self.pulse.take()

    def pictures(self, look: Callable[[], tuple[Rgb, ...]]) -> Iterator[tuple[Rgb, ...]]:
        """What is to be seen in each eighth of a second."""
        whole = int(self.clock.now()) + 1.0
        for eighth in range(len(Rhythm.STEADY.value)):
            self.clock.advance_to(whole + (eighth + 0.5) * EIGHTH)
            self.pulse.take(1)
            yield look()

    def seen(self, look: Callable[[], tuple[Rgb, ...]]) -> Frame:
        """The frame that an eye takes these pictures for."""
        lights = {}
        for place, lamp in zip(LIT, zip(*self.pictures(look), strict=True), strict=True):
            rhythm = "".join("#" if colour != OFF else "." for colour in lamp)
            if "#" in rhythm:
                lights[place] = Light(max(lamp, key=_bright), RHYTHMS[rhythm])
        return Frame(lights)


def in_loop(rule: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """Let a rule be proved in a loop of its own."""

    @wraps(rule)
    def test() -> None:
        asyncio.run(_awaited(rule))

    return test


def switches(bench: Bench) -> PiSwitches:
    return PiSwitches("switches", bench.clock, bench.board)


@asynccontextmanager
async def pi_switches() -> AsyncIterator[SensorRig]:
    """The same few checkers as under a simulated board."""
    bench, table = Bench(), SimulatedTable(A_FEW)
    table.lift(point(8))

    def feel() -> None:
        for place, span in P5.spans:
            # The simulated table has a slot more on the bar than the board has switches.
            for cell, lowest in zip(span, table.lowest(place), strict=False):
                bench.pins.chain.set(cell, closed=lowest is not None)

    def hidden(place: Place) -> bool:
        unfelt = table.lowest(place)[P5.slots[place] :]
        return not table.is_flat(place) or any(lowest is not None for lowest in unfelt)

    def put_or_lift() -> None:
        if table.hand:
            table.put(point(1), Colour.DARK)
        else:
            table.lift(point(1))
        bench.pulse.take()

    table.on_change(lambda _touched: feel())
    feel()
    yield SensorRig(
        switches(bench),
        bench.clock,
        bench.unplug,
        bench.pins.mend,
        put_or_lift,
        table,
        settle=bench.settle,
        hides=hidden,
    )


@asynccontextmanager
async def pi_buttons() -> AsyncIterator[ButtonsRig]:
    bench = Bench()
    yield ButtonsRig(
        PiButtons("buttons", bench.clock, bench.board, MEANINGS),
        bench.clock,
        bench.unplug,
        bench.pins.mend,
        lambda: bench.press(1),
        lambda button: bench.press(MEANINGS.index(button) + 1),
        settle=bench.settle,
        stands=False,
    )


@asynccontextmanager
async def pi_strip(each: int = 1) -> AsyncIterator[LampsRig]:
    bench = Bench()
    lamps = PiStrip("strip", bench.clock, bench.board, each * len(LIT))
    yield LampsRig(
        lamps,
        bench.clock,
        bench.unplug,
        bench.pins.mend,
        lambda: bench.seen(lambda: bench.pins.strip.lamps[::each]),
        settle=bench.settle,
    )


@asynccontextmanager
async def pi_plain_lamps() -> AsyncIterator[LampsRig]:
    """Plain lamps, and somebody who takes whatever is steady for green, and the rest for red."""
    bench = Bench()

    def look() -> tuple[Rgb, ...]:
        lit = bench.pins.row.lit
        return tuple(Rgb(200, 0, 0) if lit >> lamp & 1 else OFF for lamp in range(len(LIT)))

    def shining() -> Frame:
        seen = bench.seen(look).lights
        return Frame({place: _guessed(light.rhythm) for place, light in seen.items()})

    yield LampsRig(
        PiLamps("plain lamps", bench.clock, bench.board),
        bench.clock,
        bench.unplug,
        bench.pins.mend,
        shining,
        settle=bench.settle,
    )


@asynccontextmanager
async def pi_sounder() -> AsyncIterator[SounderRig]:
    bench = Bench()

    def hertz() -> int:
        bench.pulse.take(1)
        return bench.pins.sounding

    yield SounderRig(
        PiSounder("sounder", bench.clock, bench.board),
        bench.clock,
        bench.unplug,
        bench.pins.mend,
        hertz,
        settle=bench.settle,
    )


def _guessed(rhythm: Rhythm) -> Light:
    green = rhythm is Rhythm.STEADY
    return Light(Rgb(0, 200, 0) if green else Rgb(200, 0, 0), rhythm)


def _bright(colour: Rgb) -> int:
    return colour.red + colour.green + colour.blue


async def _awaited(rule: Callable[[], Awaitable[None]]) -> None:
    await rule()
