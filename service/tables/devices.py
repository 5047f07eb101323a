"""The devices of a table, made from what the configuration says of their drivers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_args

from firmware_bridge.dice.bluetooth.godice import GODICE
from firmware_bridge.dice.bluetooth.makes import Make
from firmware_bridge.dice.bluetooth.pixels import PIXELS
from firmware_bridge.dice.bluetooth.smart import SmartDice
from firmware_bridge.dice.lines import LineDice
from firmware_bridge.dice.printed import Pattern, PrintedDice
from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import WiredDice
from firmware_bridge.drivers.lamps import WiredLamps
from firmware_bridge.drivers.sounder import WiredSounder
from firmware_bridge.drivers.switches import WiredSwitches
from firmware_bridge.link import BoardLink
from firmware_bridge.ports.finding import AUTO, port_named
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.wire.requests import Set
from hardware.cells import LIT
from hardware.checkers import Colour, Place
from hardware.devices import Camera, Clock, Device, Lamps, Reporter, Sounder, StatusLight
from hardware.drivers.pi.board import PiBoard
from hardware.drivers.pi.buttons import PiButtons
from hardware.drivers.pi.chain import PiSwitches
from hardware.drivers.pi.plain_lamps import PiLamps
from hardware.drivers.pi.sounder import PiSounder
from hardware.drivers.pi.status_light import PiStatusLight
from hardware.drivers.pi.strip import PiStrip
from hardware.drivers.simulated.boards import BOARDS
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.lamps import SimulatedLamps
from hardware.drivers.simulated.sensor import SimulatedSensor
from hardware.drivers.simulated.sounder import SimulatedSounder
from hardware.drivers.simulated.table import SimulatedTable
from hardware.lights import Frame
from hardware.power import powered
from referee.effects import Meaning
from referee.palettes import STANDARD, Palette, frame
from referee.state import State
from service.config import cameras, drivers
from service.config.settings import Table
from service.seeing.eyes import Eyes
from service.seeing.sensor import CameraSensor
from service.seeing.thinking import Thinking, at_once
from service.tables.camera_drivers import CAMERA, CAMERAS

BOARD, DICE = "kibitz", "dice"
"""What boards say of themselves, and dice with a port of their own."""

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
    sounders: tuple[Sounder, ...] = ()
    status_lights: tuple[StatusLight, ...] = ()
    eyes: Eyes | None = None
    """What is seen through the camera, if there is one."""

    @property
    def every(self) -> tuple[Device, ...]:
        """All devices, of whatever kind."""
        lamps = (lamps.device for lamps in self.lamps)
        return (*self.reporters, *lamps, *self.sounders, *self.status_lights)

    def all_of(self, kind: type[D]) -> tuple[D, ...]:
        """The devices that this driver drives, the camera of a sensor among them."""
        every = (*self.every, *self._cameras)
        return tuple(device for device in every if isinstance(device, kind))

    @property
    def boards(self) -> tuple[SimulatedSensor, ...]:
        """The simulated boards."""
        return self.all_of(SimulatedSensor)  # type: ignore[type-abstract] # only asked for

    @property
    def onlookers(self) -> tuple[SimulatedDevice, ...]:
        """The simulated devices that tell how the checkers lie: boards, and the camera."""
        cameras = (one for one in self._cameras if isinstance(one, SimulatedDevice))
        return (*self.boards, *cameras)

    @property
    def _cameras(self) -> tuple[Camera, ...]:
        return tuple(one.camera for one in self.reporters if isinstance(one, CameraSensor))


Shared = BoardLink | PiBoard | None
"""What the devices of one board have in common."""


@dataclass(frozen=True, slots=True)
class Seeing:
    """How the pictures of a camera are looked at."""

    file: Path | None = None
    """Where what is learnt of the board is kept, if it is."""
    thinking: Thinking = at_once


AT_ONCE = Seeing()
"""Nothing is kept, and everything else waits for what is seen."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What drivers are made with."""

    clock: Clock
    checkers: SimulatedTable
    expected: State
    shared: Shared = None

    @property
    def link(self) -> BoardLink:
        """The line to the board, which the configuration has seen to."""
        if not isinstance(self.shared, BoardLink):
            raise TypeError("this table has no board at the end of a line")
        return self.shared

    @property
    def pins(self) -> PiBoard:
        """The pins that the board is on, which the configuration has seen to."""
        if not isinstance(self.shared, PiBoard):
            raise TypeError("this table has no board on pins")
        return self.shared


def attach(table: Table, clock: Clock, state: State, seeing: Seeing = AT_ONCE) -> Attached:
    """The devices of a table, none of them opened; what is simulated looks as it should now."""
    laid_out = SimulatedTable(table.facing.layout(state.expected_layout))
    bench = Bench(clock, laid_out, state, SHARED[type(table.board)](table.board, clock))
    made = [
        (device, option)
        for option in (table.board, table.dice, table.buttons)
        for device in REPORTERS[type(option)](option, bench)
    ]
    reporters = [device for device, _ in made]
    driven_by: dict[str, str] = {device.name: option.driver for device, option in made}
    sensor = _sensor(table, bench, reporters, seeing)
    if sensor:
        reporters.append(sensor)
        driven_by[sensor.name] = table.camera.driver
    lit = table.lamps
    lamps = tuple(
        AttachedLamps(device, lit.palette, lit.brightness, lit.most_milliamps)
        for device in LAMPS[type(lit)](lit, bench)
    )
    sounders = tuple(SOUNDERS[type(table.sounder)](table.sounder, bench))
    status_lights = tuple(STATUS_LIGHTS[type(table.status)](table.status, bench))
    driven_by |= {one.device.name: lit.driver for one in lamps}
    driven_by |= {device.name: table.sounder.driver for device in sounders}
    driven_by |= {device.name: table.status.driver for device in status_lights}
    felt = any(isinstance(device, SimulatedSensor) for device in reporters)
    return Attached(
        tuple(reporters),
        lamps,
        laid_out if felt or table.camera.simulated else None,
        driven_by,
        sounders,
        status_lights,
        sensor.eyes if sensor else None,
    )


def _sensor(
    table: Table, bench: Bench, reporters: Iterable[Reporter], seeing: Seeing
) -> CameraSensor | None:
    """What sees the checkers through the camera of a table, if it has one."""
    if isinstance(table.camera, cameras.NoCamera):
        return None
    if isinstance(table.camera, cameras.SimulatedCamera):
        dice = [device for device in reporters if isinstance(device, SimulatedDice)]
        camera = _simulated_camera(table.camera, bench, dice, seeing.thinking)
    else:
        camera = CAMERAS[type(table.camera)](table.camera, bench.clock)
    eyes = Eyes(CAMERA, seeing.thinking, seeing.file, simulated=camera.simulated)
    eyes.facing = lambda: table.facing
    return CameraSensor(camera, eyes, bench.clock)


def _simulated_camera(
    options: cameras.SimulatedCamera,
    bench: Bench,
    dice: Iterable[SimulatedDice],
    drawing: Thinking,
) -> Camera:
    # A table without a camera must not carry the libraries that pictures take.
    from hardware.drivers.simulated.camera.device import SimulatedCamera

    return SimulatedCamera(
        CAMERA,
        bench.checkers,
        bench.clock,
        options.seed,
        look=options.look,
        light=options.light,
        viewpoint=options.viewpoint,
        size=options.size,
        dice=dice,
        drawing=drawing,
    )


def _board(options: drivers.SimulatedBoard, bench: Bench) -> Iterable[Reporter]:
    return [BOARDS[options.driver]("board", bench.checkers, bench.clock)]


def _dice(options: drivers.SimulatedDice, bench: Bench) -> Iterable[Reporter]:
    dice = [SimulatedDice(name, bench.clock, colour) for name, colour in _pairs(options.pairs)]
    thrown = bench.expected.match.game.dice
    for pair in dice:
        if thrown and pair.colour in (None, bench.expected.colour):
            pair.roll(thrown.high, thrown.low)
    return dice


def _pairs(many: int) -> list[tuple[str, Colour | None]]:
    """What each pair is called, and whose it is: one is of both players."""
    return [("dice", None)] if many == 1 else [(f"dice.{it.value}", it) for it in Colour]


def _link(options: drivers.PicoBoard, clock: Clock) -> BoardLink:
    settings = [Set("deb", str(options.debounce))]
    port = port_named(options.port or AUTO, clock, {BOARD}, options.uid)
    return BoardLink(port, clock, settings, {BOARD})


def _wired_dice(pairs: int, link: BoardLink, clock: Clock) -> Iterable[Reporter]:
    return [
        WiredDice(name, clock, link, number, colour)
        for number, (name, colour) in enumerate(_pairs(pairs))
    ]


def _serial_dice(options: drivers.SerialDice, bench: Bench) -> Iterable[Reporter]:
    port = port_named(options.port or AUTO, bench.clock, {DICE}, options.uid)
    link = BoardLink(port, bench.clock, (), {DICE})
    return _wired_dice(options.pairs, link, bench.clock)


def _line_dice(options: drivers.LineDice, bench: Bench) -> Iterable[Reporter]:
    pattern = None if options.pattern is None else Pattern(options.pattern)
    printed = PrintedDice(pattern, options.quiet)
    port = SerialPort(options.port, options.baud)
    return [LineDice("dice", bench.clock, port, printed)]


def _smart_dice(make: Make, options: drivers.BluetoothDice, bench: Bench) -> Iterable[Reporter]:
    return [SmartDice("dice", bench.clock, make, options.dice or ())]


def _strip(options: drivers.PiLamps, bench: Bench) -> Iterable[Lamps]:
    lamps, most = len(LIT) * options.each, float(options.most_milliamps)
    return [PiStrip("lamps", bench.clock, bench.pins, lamps, most)]


SHARED: Mapping[type[drivers.Driver], Callable[[Any, Clock], Shared]] = {
    **dict.fromkeys(get_args(drivers.SimulatedBoard), lambda _options, _clock: None),
    drivers.PicoBoard: _link,
    drivers.PiBoard: lambda options, clock: PiBoard(clock, options.pins),
    drivers.NoBoard: lambda _options, _clock: None,
}
"""What makes what the devices of a board share."""
REPORTERS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[Reporter]]] = {
    **dict.fromkeys(get_args(drivers.SimulatedBoard), _board),
    drivers.PicoBoard: lambda it, bench: [
        WiredSwitches("board", bench.clock, bench.link, it.layout)
    ],
    drivers.PiBoard: lambda it, bench: [PiSwitches("board", bench.clock, bench.pins, it.layout)],
    drivers.NoBoard: lambda _options, _bench: [],
    drivers.SimulatedDice: _dice,
    drivers.PicoDice: lambda it, bench: _wired_dice(it.pairs, bench.link, bench.clock),
    drivers.SerialDice: _serial_dice,
    drivers.LineDice: _line_dice,
    drivers.GoDice: partial(_smart_dice, GODICE),
    drivers.Pixels: partial(_smart_dice, PIXELS),
    drivers.SimulatedButtons: lambda _options, bench: [SimulatedButtons("buttons", bench.clock)],
    drivers.PicoButtons: lambda it, bench: [
        WiredButtons("buttons", bench.clock, bench.link, it.meanings)
    ],
    drivers.PiButtons: lambda it, bench: [
        PiButtons("buttons", bench.clock, bench.pins, it.meanings)
    ],
}
"""What makes the devices of a driver; signals name their source as a device is called here."""
LAMPS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[Lamps]]] = {
    drivers.SimulatedLamps: lambda _options, bench: [SimulatedLamps("lamps", bench.clock)],
    drivers.PicoLamps: lambda _options, bench: [WiredLamps("lamps", bench.clock, bench.link)],
    drivers.PiLamps: _strip,
    drivers.PiPlainLamps: lambda _options, bench: [PiLamps("lamps", bench.clock, bench.pins)],
}
"""The same for lamps."""
SOUNDERS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[Sounder]]] = {
    drivers.NoSounder: lambda _options, _bench: [],
    drivers.SimulatedSounder: lambda _options, bench: [SimulatedSounder("sounder", bench.clock)],
    drivers.PicoSounder: lambda _options, bench: [WiredSounder("sounder", bench.clock, bench.link)],
    drivers.PiSounder: lambda _options, bench: [PiSounder("sounder", bench.clock, bench.pins)],
}
"""The same for what is heard."""
STATUS_LIGHTS: Mapping[type[drivers.Driver], Callable[[Any, Bench], Iterable[StatusLight]]] = {
    drivers.NoStatusLight: lambda _options, _bench: [],
    drivers.PiStatusLight: lambda _options, bench: [
        PiStatusLight("status", bench.clock, bench.pins)
    ],
}
"""The same for the light that tells how things are."""
