"""The entry of a driver in the registry, the options that drivers share, and absent drivers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

from firmware_bridge.board_link import BoardLink
from hardware.checkers import Colour
from hardware.devices import Clock, Device
from hardware.drivers.pi.pi_board import PiBoard
from hardware.drivers.simulated.simulated_devices import SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable
from referee.palettes import PALETTES, STANDARD, Palette
from referee.state import State
from service.schema.setting_marks import NamedChoices, NumberRange, TextFormat, WordForNone
from service.schema.settings_schema import Settings

if TYPE_CHECKING:  # a table without a camera needs no libraries for pictures
    from simulation.simulated_camera import RenderExecutor

NAME_FORMAT = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
"""The format of the names of drivers."""


class DeviceKind(StrEnum):
    """The kinds of devices, named as their keys in the configuration, in their order there."""

    BOARD = "board"
    CAMERA = "camera"
    DICE = "dice"
    BUTTONS = "buttons"
    LAMPS = "lamps"
    SOUNDER = "sounder"
    STATUS = "status"


class UnusableDriver(Exception):
    """Raised if a driver from outside of Kibitz cannot create its devices; names the driver."""


def kind_of(device: str) -> DeviceKind:
    """The kind of a device, with which its name begins; ValueError if it does not."""
    return DeviceKind(device.partition(".")[0])


class MachineNeed(Enum):
    """The parts of a machine that a driver can need."""

    PINS = "pins"
    SERIAL_PORT = "serial port"
    BLUETOOTH = "bluetooth"
    VIDEO = "video"


class Probe(Enum):
    """The ways in which `kibitz doctor` examines a device."""

    NONE = "none"
    """Not at all: it is absent, simulated, or a part of a board that is probed itself."""
    IDENTIFY = "identify"
    """It is asked at its port for its identity."""
    OPEN = "open"
    """It is opened, if the machine has the needed parts."""
    MEASURE = "measure"
    """It is a camera, whose pictures are measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverOptions(Settings):
    """The base class of the options of all drivers; a subclass has a field for each option."""

    KIND: ClassVar[DeviceKind]
    """The kind of device that a driver with these options is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDriverOptions(DriverOptions):
    """The base class of the options of boards."""

    KIND: ClassVar[DeviceKind] = DeviceKind.BOARD


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraDriverOptions(DriverOptions):
    """The base class of the options of cameras."""

    KIND: ClassVar[DeviceKind] = DeviceKind.CAMERA


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceDriverOptions(DriverOptions):
    """The base class of the options of dice."""

    KIND: ClassVar[DeviceKind] = DeviceKind.DICE


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsDriverOptions(DriverOptions):
    """The base class of the options of buttons."""

    KIND: ClassVar[DeviceKind] = DeviceKind.BUTTONS


@dataclass(frozen=True, slots=True, kw_only=True)
class LampsDriverOptions(DriverOptions):
    """The base class of the options of lamps, with those that all lamps have."""

    KIND: ClassVar[DeviceKind] = DeviceKind.LAMPS
    palette: Annotated[Palette, NamedChoices(PALETTES)] = STANDARD
    brightness: Annotated[float, NumberRange(0, 1)] = 0.4
    """Perceived brightness: half the value looks half as bright."""
    most_milliamps: Annotated[int, NumberRange(10, 5000, "milliamps")] = 400
    """Maximum current of all lamps; the default suits a table that USB supplies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SounderDriverOptions(DriverOptions):
    """The base class of the options of sounders."""

    KIND: ClassVar[DeviceKind] = DeviceKind.SOUNDER


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusDriverOptions(DriverOptions):
    """The base class of the options of status lights."""

    KIND: ClassVar[DeviceKind] = DeviceKind.STATUS


BoardConnection = BoardLink | PiBoard | None
"""The link or the pins that all devices of one board share."""


@dataclass(frozen=True, slots=True)
class DriverContext:
    """The parts of a table with which drivers create their devices."""

    clock: Clock
    checkers: SimulatedTable
    """The checkers of the table, if it is simulated."""
    state: State
    board_connection: BoardConnection = None
    dice: tuple[SimulatedDice, ...] = ()
    """The simulated dice of the table, for a simulated camera."""
    executor: RenderExecutor | None = None
    """Runs the drawing of a simulated camera; None: at once."""

    @property
    def link(self) -> BoardLink:
        """The link to the board; TypeError without one, which the configuration rules out."""
        if not isinstance(self.board_connection, BoardLink):
            raise TypeError("the board of this table has no link")
        return self.board_connection

    @property
    def pins(self) -> PiBoard:
        """The pins of the board; TypeError without them, which the configuration rules out."""
        if not isinstance(self.board_connection, PiBoard):
            raise TypeError("the board of this table is not on pins")
        return self.board_connection


@dataclass(frozen=True, slots=True)
class WireIdentity:
    """The identity that a device must report over the wire."""

    kind: str
    uid: str | None = None
    """None: any device of this kind."""


def always(_options: object) -> bool:
    """True for all options, for drivers that never have hardware."""
    return True


def never(_options: object) -> bool:
    """False for all options, for drivers that always have hardware, or no device."""
    return False


def no_resource(_options: object) -> str:
    """The empty resource of drivers whose devices can be shared."""
    return ""


def no_connection(_options: object, _clock: Clock) -> BoardConnection:
    """The missing connection of drivers that need none."""
    return None


OptionsT = TypeVar("OptionsT", bound=DriverOptions)
DeviceFactory = Callable[[OptionsT, DriverContext], Iterable[Device]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Driver(Generic[OptionsT]):
    """A driver that a configuration can name."""

    name: str
    """Its name in the configuration, unique among the drivers of its kind."""
    options: type[OptionsT]
    """The class of its options, which no other driver has."""
    create: DeviceFactory[OptionsT]
    """Creates its devices without opening them; only an open device imports a vendor library.

    A device is named as its kind, such as `dice`; several of one kind as `dice.light`.
    """
    connect: Callable[[OptionsT, Clock], BoardConnection] = no_connection
    """Creates the connection that the parts of a board share."""
    needs: frozenset[MachineNeed] = frozenset()
    """The parts of the machine that its devices need, unless they are simulated."""
    needed_board: str = ""
    """The driver that the board of the table must have; empty if any will do."""
    is_simulated: Callable[[OptionsT], bool] = never
    """True if no hardware is behind it with these options."""
    exclusive_resource: Callable[[OptionsT], str] = no_resource
    """A port, pins or camera that only one device can use; empty if there is none."""
    port: Callable[[OptionsT], str | None] | None = None
    """The serial port of the options, None if it is to be found; None if it has no port."""
    probe: Probe = Probe.NONE
    identity: Callable[[OptionsT], WireIdentity] | None = None
    """The identity of a device that identifies itself at its port; None if it does not."""

    def __post_init__(self) -> None:
        if not NAME_FORMAT.fullmatch(self.name):
            raise ValueError(f"a driver cannot have the name {self.name!r}")
        if not hasattr(self.options, "KIND"):
            raise TypeError(f"{self.options.__name__} is not based on the options of any kind")
        if (self.probe is Probe.IDENTIFY) != (self.identity is not None and self.port is not None):
            raise ValueError("a device that identifies itself needs a port and an identity")

    @property
    def kind(self) -> DeviceKind:
        return self.options.KIND


AnyDriver = Driver[Any]
"""A driver with options of any class."""


PairsSetting = Annotated[int, NumberRange(1, 2)]
"""The type of a setting for the number of pairs; with 2, each player has a pair."""


def dice_pairs(many: int) -> list[tuple[str, Colour | None]]:
    """The name and the owner of each pair of dice; a single pair belongs to both players."""
    return [("dice", None)] if many == 1 else [(f"dice.{it.value}", it) for it in Colour]


PORT_FORMAT = TextFormat(
    re.compile(r"/[!-~]{1,199}|(socket|rfc2217)://[!-~]{1,199}|COM[1-9][0-9]{0,2}"), "port"
)
UID_FORMAT = TextFormat(re.compile(r"[A-Za-z0-9]{1,32}"), "uid")

PortSetting = Annotated[str | None, PORT_FORMAT, WordForNone("auto")]
"""The type of a setting for a port; None: the first port at which such a device answers."""
UidSetting = Annotated[str | None, UID_FORMAT, WordForNone("any")]
"""The type of a setting for the unique id of a device; None: any device."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBoardOptions(BoardDriverOptions):
    """No board sensor; a camera observes the checkers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCameraOptions(CameraDriverOptions):
    """No camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSounderOptions(SounderDriverOptions):
    """No sounder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoStatusLightOptions(StatusDriverOptions):
    """No status light."""


def _no_devices(_options: object, _context: DriverContext) -> Iterable[Device]:
    return ()


NO_BOARD = Driver(name="none", options=NoBoardOptions, create=_no_devices)
NO_CAMERA = Driver(name="none", options=NoCameraOptions, create=_no_devices)
NO_SOUNDER = Driver(name="none", options=NoSounderOptions, create=_no_devices)
NO_STATUS_LIGHT = Driver(name="none", options=NoStatusLightOptions, create=_no_devices)
