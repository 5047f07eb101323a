"""Rigs for the contracts of devices: a driver, its simulated environment and a recorder."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from typing import Generic, Protocol, TypeVar

import pytest

from hardware.checkers import (
    BACKGAMMON,
    CHECKERS,
    POINTS,
    BoardKind,
    Colour,
    Layout,
    Pile,
    Place,
    point,
)
from hardware.devices import BoardSensor, Clock, Device, DeviceFault, InputDevice, Lamps, Sounder
from hardware.drivers.clocks import SimulatedClock, SystemClock
from hardware.drivers.simulated import simulated_devices
from hardware.drivers.simulated.board_sensors import BOARD_SENSORS
from hardware.drivers.simulated.simulated_table import SimulatedTable
from hardware.outputs import LampFrame
from hardware.sensor_map import SENSOR_MAPS
from hardware.signals import Button, DiceState, Signal

FEW_CHECKERS = Layout({point(6): Pile(Colour.LIGHT, 5), point(8): Pile(Colour.DARK, 3)})
FEW_ON_SQUARES = Layout(
    {
        Place("c3"): Pile(Colour.LIGHT, 1),
        Place("f6"): Pile(Colour.LIGHT, 2),
        Place("h8"): Pile(Colour.DARK, 1),
    }
)
"""A man and a king of Light, and a man of Dark."""


FEW: Mapping[BoardKind, tuple[Layout, Place]] = {
    BACKGAMMON: (FEW_CHECKERS, point(8)),
    CHECKERS: (FEW_ON_SQUARES, Place("h8")),
}
"""A few checkers for each kind of board, and the place of a dark one."""


def table_with_few(board: BoardKind) -> SimulatedTable:
    """A table with a few checkers on it, and a dark one in the hand."""
    layout, taken = FEW[board]
    table = SimulatedTable(layout, board=board)
    table.lift(taken)
    return table


D_co = TypeVar("D_co", bound=Device, covariant=True)
R_co = TypeVar("R_co", bound=InputDevice, covariant=True)
R = TypeVar("R")

RigFactory = Callable[[], AbstractAsyncContextManager[R]]
"""Factory of a fresh rig, as a context manager."""

RigTest = Callable[[RigFactory[R]], None]


async def deliver_pending() -> None:
    """Lets all pending deliveries happen, over a line without delay."""
    for _ in range(20):
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Rig(Generic[D_co]):
    """A driver and its plug."""

    device: D_co
    clock: SimulatedClock
    unplug: Callable[[], None]
    plug_in: Callable[[], None]
    settle: Callable[[], Awaitable[None]] = field(default=deliver_pending, kw_only=True)
    """Waits until all changes have arrived."""


@dataclass(frozen=True)
class InputDeviceRig(Rig[R_co]):
    """A driver that reports, and a function that causes reports."""

    cause_report: Callable[[], None]
    """Causes exactly one report, each time a different one."""
    reports_on_opening: bool = field(default=True, kw_only=True)
    """True if the device reports its state on opening."""
    idle_seconds: float = field(default=3600.0, kw_only=True)
    """Seconds within which an idle device would report if it ever did."""


@dataclass(frozen=True)
class SensorRig(InputDeviceRig[BoardSensor]):
    """A board sensor and the table it is under."""

    table: SimulatedTable
    is_hidden: Callable[[Place], bool] = field(default=lambda _place: False, kw_only=True)
    """True for a place whose checkers this kind of sensor cannot sense correctly."""


class DiceControls(Protocol):
    """Actions of hands with a pair of dice."""

    def roll(self, *numbers: int) -> None:
        """Throws the dice, which settle at once with these numbers."""
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None: ...
    def settle(self, *numbers: int) -> None: ...
    def cock(self) -> None: ...
    def lift(self) -> None: ...


@dataclass(frozen=True)
class DiceRig(InputDeviceRig[InputDevice]):
    """Dice and the hand that throws them."""

    dice: DiceControls
    reported_states: frozenset[DiceState] = field(default=frozenset(DiceState), kw_only=True)
    """The states that these dice can report."""
    allows_single_die: bool = field(default=True, kw_only=True)
    """True if one die can be thrown without the other."""


@dataclass(frozen=True)
class ButtonsRig(InputDeviceRig[InputDevice]):
    """Buttons and a function that presses them."""

    press: Callable[[Button], None]


@dataclass(frozen=True)
class LampsRig(Rig[Lamps]):
    """Lamps and a function that returns what they show."""

    visible_frame: Callable[[], LampFrame]


@dataclass(frozen=True)
class SounderRig(Rig[Sounder]):
    """A sounder and a function that returns what is audible."""

    hertz: Callable[[], int]
    """Frequency of the audible tone; 0 is silence."""


@dataclass(frozen=True)
class ClockRig:
    """A clock and a function that passes time."""

    clock: Clock
    pass_seconds: Callable[[float], Awaitable[None]]


def put_or_lift(table: SimulatedTable) -> None:
    """Puts a dark checker from the hand on the first place, or lifts the one that lies there."""
    first = table.board.places[0]
    if table.hand:
        table.put(first, Colour.DARK)
    else:
        table.lift(first)


@asynccontextmanager
async def simulated_sensor(kind: str, of: BoardKind = BACKGAMMON) -> AsyncIterator[SensorRig]:
    """A simulated board with a few checkers on it and one in the hand."""
    table, clock = table_with_few(of), SimulatedClock(5.0)
    board = BOARD_SENSORS[of][kind]("board", table, clock)

    def covered(place: Place) -> bool:
        under_slots = kind in ("slots", "hall", *SENSOR_MAPS)
        unfelt = table.lowest(place)[board.switch_count(place) :] if under_slots else ()
        return (under_slots and not table.is_flat(place)) or any(unfelt)

    report = partial(put_or_lift, table)
    yield SensorRig(board, clock, board.unplug, board.plug_in, report, table, is_hidden=covered)


@asynccontextmanager
async def simulated_dice(colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock = SimulatedClock(5.0)
    dice = simulated_devices.SimulatedDice("dice", clock, colour)

    def toggle() -> None:
        if dice.reading().numbers:
            dice.lift()
        else:
            dice.settle(3, 1)

    yield DiceRig(dice, clock, dice.unplug, dice.plug_in, toggle, dice)


@asynccontextmanager
async def simulated_buttons() -> AsyncIterator[ButtonsRig]:
    clock = SimulatedClock(5.0)
    buttons = simulated_devices.SimulatedButtons("buttons", clock)
    plug = (buttons.unplug, buttons.plug_in)
    press = partial(buttons.press, Button.UNDO)
    yield ButtonsRig(buttons, clock, *plug, press, buttons.press, reports_on_opening=False)


@asynccontextmanager
async def simulated_lamps() -> AsyncIterator[LampsRig]:
    """Lamps at the points only: bars and trays have none."""
    clock = SimulatedClock(5.0)
    lamps = simulated_devices.SimulatedLamps("lamps", clock, POINTS)
    yield LampsRig(lamps, clock, lamps.unplug, lamps.plug_in, lambda: lamps.visible_frame)


@asynccontextmanager
async def simulated_sounder() -> AsyncIterator[SounderRig]:
    clock = SimulatedClock(5.0)
    sounder = simulated_devices.SimulatedSounder("sounder", clock)
    plug = (sounder.unplug, sounder.plug_in)
    yield SounderRig(sounder, clock, *plug, lambda: sounder.tone_hertz)


@asynccontextmanager
async def simulated_clock() -> AsyncIterator[ClockRig]:
    clock = SimulatedClock(5.0)
    yield ClockRig(clock, clock.pass_seconds)


@asynccontextmanager
async def system_clock() -> AsyncIterator[ClockRig]:
    """The system clock, driven by a simulated source of time."""
    ticks = SimulatedClock(1234.5)
    shares = cycle((0.5, 1.0))

    async def sleep(seconds: float) -> None:
        """Sleeps, every other time much too short, but never for zero seconds."""
        await ticks.wait_until(ticks.now() + seconds * next(shares) + 1e-6)

    yield ClockRig(SystemClock(5.0, ticks.now, sleep), ticks.pass_seconds)


def parametrize_rigs(
    makers: Mapping[str, RigFactory[R]],
) -> Callable[[Callable[[R], Awaitable[None]]], RigTest[R]]:
    """Parametrises a rule with each of these rigs, each time a fresh one."""

    def decorate(rule: Callable[[R], Awaitable[None]]) -> RigTest[R]:
        @pytest.mark.parametrize("make", makers.values(), ids=makers.keys())
        def test(make: RigFactory[R]) -> None:
            asyncio.run(run_rule(make, rule))

        return test

    return decorate


async def run_rule(make: RigFactory[R], rule: Callable[[R], Awaitable[None]]) -> None:
    """Runs a rule with a fresh rig."""
    async with make() as rig:
        await rule(rig)


class SignalRecorder:
    """The signals of an input device, and how they ended."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.lost: DeviceFault | None = None
        self.ended = False

    async def listen(self, reporter: InputDevice) -> None:
        try:
            async for signal in reporter.signals():
                self.signals.append(signal)
        except DeviceFault as fault:
            self.lost = fault
        self.ended = True


@asynccontextmanager
async def record_signals(rig: InputDeviceRig[R_co]) -> AsyncIterator[SignalRecorder]:
    """Opens the device of a rig and records its signals."""
    async with rig.device as reporter:
        recorder = SignalRecorder()
        listening = asyncio.create_task(recorder.listen(reporter))
        await rig.settle()
        try:
            yield recorder
        finally:
            listening.cancel()
            await asyncio.wait({listening})
