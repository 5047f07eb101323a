"""The devices of a table, made from what the configuration says of their drivers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from hardware.checkers import Colour, Place
from hardware.devices import Clock, Device, Lamps, Reporter
from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.table import SimulatedTable
from hardware.lights import Frame
from hardware.power import powered
from referee.effects import Meaning
from referee.palettes import STANDARD, Palette, frame
from referee.state import State
from service.config import drivers
from service.config.settings import Table

D = TypeVar("D", bound=Device)


@dataclass(frozen=True, slots=True)
class AttachedLamps:
    """Lamps, and how they are to shine."""

    device: Lamps
    palette: Palette = STANDARD
    brightness: float = 1.0
    most_milliamps: float = 400.0

    def sent(self, picture: Mapping[Place, Meaning] | Frame) -> Frame:
        """What the lamps are sent to tell these meanings, or to shine like this."""
        lit = picture if isinstance(picture, Frame) else frame(picture, self.palette)
        return powered(lit, self.brightness, self.most_milliamps)


@dataclass(frozen=True, slots=True)
class Attached:
    """Everything that is attached to a table."""

    reporters: tuple[Reporter, ...]
    lamps: tuple[AttachedLamps, ...] = ()
    checkers: SimulatedTable | None = None
    """What lies on a table that is simulated."""
    drivers: Mapping[str, str] = field(default_factory=dict)
    """The name of the driver of each device, by the name of the device."""

    def all_of(self, kind: type[D]) -> tuple[D, ...]:
        """The devices that this driver drives."""
        devices: list[Device] = [*self.reporters, *(lamps.device for lamps in self.lamps)]
        return tuple(device for device in devices if isinstance(device, kind))

    @property
    def boards(self) -> tuple[SimulatedSensor, ...]:
        """The simulated boards."""
        return self.all_of(SimulatedSensor)  # type: ignore[type-abstract] # only asked for


@dataclass(frozen=True, slots=True)
class Bench:
    """What drivers are made with."""

    clock: Clock
    checkers: SimulatedTable
    expected: State


def attach(table: Table, clock: Clock, state: State) -> Attached:
    """The devices of a table, none of them opened; what is simulated looks as it should now."""
    laid_out = SimulatedTable(table.facing.layout(state.expected_layout))
    bench = Bench(clock, laid_out, state)
    made = [
        (device, option)
        for option in (table.board, table.dice, table.buttons)
        for device in REPORTERS[type(option)](option, bench)
    ]
    lit = table.lamps
    lamps = tuple(
        AttachedLamps(device, lit.palette, lit.brightness, lit.most_milliamps)
        for device in LAMPS[type(lit)](lit, bench)
    )
    driven_by = {device.name: option.driver for device, option in made}
    driven_by |= {one.device.name: lit.driver for one in lamps}
    return Attached(tuple(device for device, _ in made), lamps, bench.checkers, driven_by)


def _board(options: drivers.SimulatedBoard, bench: Bench) -> Iterable[Reporter]:
    return [BOARDS[options.driver]("board", bench.checkers, bench.clock)]


def _dice(options: drivers.SimulatedDice, bench: Bench) -> Iterable[Reporter]:
    if options.pairs == 1:
        dice = [SimulatedDice("dice", bench.clock)]
    else:
        dice = [SimulatedDice(f"dice.{colour.value}", bench.clock, colour) for colour in Colour]
    thrown = bench.expected.match.game.dice
    for pair in dice:
        if thrown and pair.colour in (None, bench.expected.colour):
            pair.roll(thrown.high, thrown.low)
    return dice


REPORTERS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[Reporter]]] = {
    **dict.fromkeys(get_args(drivers.SimulatedBoard), _board),
    drivers.SimulatedDice: _dice,
    drivers.SimulatedButtons: lambda _options, bench: [SimulatedButtons("buttons", bench.clock)],
}
"""What makes the devices of a driver; signals name their source as a device is called here."""
LAMPS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[Lamps]]] = {
    drivers.SimulatedLamps: lambda _options, bench: [SimulatedLamps("lamps", bench.clock)],
}
"""The same for lamps."""
