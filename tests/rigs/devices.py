"""Rigs for the contracts of devices: a driver, the world it is in, and an ear for what it says."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Generic, Protocol, TypeVar

import pytest

from hardware.checkers import POINTS, Colour, Layout, Pile, Place, point
from hardware.devices import BoardSensor, Clock, Device, DeviceFault, Lamps, Reporter, Sounder
from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.drivers.simulated.sounder import SimulatedSounder
from hardware.drivers.simulated.table import SimulatedTable
from hardware.drivers.system_clock import SystemClock
from hardware.lights import Frame
from hardware.signals import Button, DiceState, Signal

A_FEW = Layout({point(6): Pile(Colour.LIGHT, 5), point(8): Pile(Colour.DARK, 3)})

D_co = TypeVar("D_co", bound=Device, covariant=True)
R_co = TypeVar("R_co", bound=Reporter, covariant=True)
R = TypeVar("R")

Maker = Callable[[], AbstractAsyncContextManager[R]]
"""Makes a fresh rig, and clears up after it."""

Test = Callable[[Maker[R]], None]


async def arrived() -> None:
    """Let everything that was said come in, over a line that takes no time."""
    for _ in range(20):
        await asyncio.sleep(0)


def nowhere(place: Place) -> bool:
    """No place hides anything from this sensor."""
    del place
    return False


@dataclass(frozen=True)
class Rig(Generic[D_co]):
    """A driver and its plug."""

    device: D_co
    clock: SimulatedClock
    unplug: Callable[[], None]
    plug_in: Callable[[], None]
    settle: Callable[[], Awaitable[None]] = field(default=arrived, kw_only=True)
    """Waits until all that has happened has come in."""


@dataclass(frozen=True)
class ReporterRig(Rig[R_co]):
    """A driver that reports, and a way to give it something to report."""

    stir: Callable[[], None]
    """Something happens, each time anew, that makes exactly one report."""
    stands: bool = field(default=True, kw_only=True)
    """Whether there is anything to tell when nothing happens."""
    long: float = field(default=3600.0, kw_only=True)
    """Seconds in which something would have happened if it happened by itself."""


@dataclass(frozen=True)
class SensorRig(ReporterRig[BoardSensor]):
    """A board sensor and the table it is under."""

    table: SimulatedTable
    hides: Callable[[Place], bool] = field(default=nowhere, kw_only=True)
    """Where checkers lie so that this kind of sensor cannot be right."""


class DiceWorld(Protocol):
    """What hands do with a pair of dice."""

    def roll(self, *numbers: int) -> None: ...
    def start_rolling(self) -> None: ...
    def settle(self, *numbers: int) -> None: ...
    def cock(self) -> None: ...
    def lift(self) -> None: ...


@dataclass(frozen=True)
class DiceRig(ReporterRig[Reporter]):
    """Dice and the hand that throws them."""

    dice: DiceWorld
    tells: frozenset[DiceState] = field(default=frozenset(DiceState), kw_only=True)
    """What these dice can tell of what is done with them."""
    alone: bool = field(default=True, kw_only=True)
    """Whether one die can be thrown without the other."""


@dataclass(frozen=True)
class ButtonsRig(ReporterRig[Reporter]):
    """Buttons and a finger."""

    press: Callable[[Button], None]


@dataclass(frozen=True)
class LampsRig(Rig[Lamps]):
    """Lamps and an eye."""

    shining: Callable[[], Frame]


@dataclass(frozen=True)
class SounderRig(Rig[Sounder]):
    """Something that sounds and somebody who hears it."""

    hertz: Callable[[], int]
    """What is to be heard now; 0 is silence."""


@dataclass(frozen=True)
class ClockRig:
    """A clock and the passing of time."""

    clock: Clock
    pass_by: Callable[[float], Awaitable[None]]


@asynccontextmanager
async def simulated_sensor(kind: str) -> AsyncIterator[SensorRig]:
    """A simulated board with a few checkers on it and one in the hand."""
    table, clock = SimulatedTable(A_FEW), SimulatedClock(5.0)
    table.lift(point(8))
    board = BOARDS[kind]("board", table, clock)

    def put_or_lift() -> None:
        if table.hand:
            table.put(point(1), Colour.DARK)
        else:
            table.lift(point(1))

    def covered(place: Place) -> bool:
        return kind in ("slots", "hall") and not table.is_flat(place)

    yield SensorRig(board, clock, board.unplug, board.plug_in, put_or_lift, table, hides=covered)


@asynccontextmanager
async def simulated_dice(colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock = SimulatedClock(5.0)
    dice = SimulatedDice("dice", clock, colour)

    def turn() -> None:
        if dice.look().numbers:
            dice.lift()
        else:
            dice.settle(3, 1)

    yield DiceRig(dice, clock, dice.unplug, dice.plug_in, turn, dice)


@asynccontextmanager
async def simulated_buttons() -> AsyncIterator[ButtonsRig]:
    clock = SimulatedClock(5.0)
    buttons = SimulatedButtons("buttons", clock)
    plug = (buttons.unplug, buttons.plug_in)
    press = partial(buttons.press, Button.UNDO)
    yield ButtonsRig(buttons, clock, *plug, press, buttons.press, stands=False)


@asynccontextmanager
async def simulated_lamps() -> AsyncIterator[LampsRig]:
    """Lamps at the points only: bars and trays have none."""
    clock = SimulatedClock(5.0)
    lamps = SimulatedLamps("lamps", clock, POINTS)
    yield LampsRig(lamps, clock, lamps.unplug, lamps.plug_in, lambda: lamps.shining)


@asynccontextmanager
async def simulated_sounder() -> AsyncIterator[SounderRig]:
    clock = SimulatedClock(5.0)
    sounder = SimulatedSounder("sounder", clock)
    plug = (sounder.unplug, sounder.plug_in)
    yield SounderRig(sounder, clock, *plug, lambda: sounder.sounding)


@asynccontextmanager
async def simulated_clock() -> AsyncIterator[ClockRig]:
    clock = SimulatedClock(5.0)
    yield ClockRig(clock, clock.pass_by)


@asynccontextmanager
async def system_clock() -> AsyncIterator[ClockRig]:
    """The clock of the machine on ticks that stand still until they are moved on."""
    ticks = SimulatedClock(1234.5)
    shares = cycle((0.5, 1.0))

    async def sleep(seconds: float) -> None:
        """Sleep, every other time much too short, and never for no time at all."""
        await ticks.wait_until(ticks.now() + seconds * next(shares) + 1e-6)

    yield ClockRig(SystemClock(5.0, ticks.now, sleep), ticks.pass_by)


def every(makers: Mapping[str, Maker[R]]) -> Callable[[Callable[[R], Awaitable[None]]], Test[R]]:
    """Let a rule be proved with each of these rigs, every time a fresh one."""

    def decorate(rule: Callable[[R], Awaitable[None]]) -> Test[R]:
        @pytest.mark.parametrize("make", makers.values(), ids=makers.keys())
        def test(make: Maker[R]) -> None:
            asyncio.run(proved(make, rule))

        return test

    return decorate


async def proved(make: Maker[R], rule: Callable[[R], Awaitable[None]]) -> None:
    """A rule, proved with a fresh rig."""
    async with make() as rig:
        await rule(rig)


class Heard:
    """What a reporter has said, and how it ended."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.lost: DeviceFault | None = None
        self.ended = False

    async def listen(self, reporter: Reporter) -> None:
        try:
            async for signal in reporter.signals():
                self.signals.append(signal)
        except DeviceFault as fault:
            self.lost = fault
        self.ended = True


@asynccontextmanager
async def hearing(rig: ReporterRig[R_co]) -> AsyncIterator[Heard]:
    """The reporter opened, and somebody who takes down what it says."""
    async with rig.device as reporter:
        heard = Heard()
        listening = asyncio.create_task(heard.listen(reporter))
        await rig.settle()
        try:
            yield heard
        finally:
            listening.cancel()
            await asyncio.wait({listening})
