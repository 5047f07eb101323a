"""Facts about the machine, its ports and devices: the input of all checks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from pathlib import Path

from firmware_bridge.wire.board_messages import BoardInfo
from service.records.distrusted_switches import DistrustedSwitches

OPTIONAL_MODULES = ("lgpio", "bleak")
"""The optional Python modules: for pins, and for Bluetooth."""


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """The state of a Pi's power supply, now and since it was started."""

    low: bool = False
    was_low: bool = False
    slowed: bool = False
    """True if the processor is slowed down, by heat or by low voltage."""


@dataclass(frozen=True, slots=True)
class GroupMembership:
    """The membership of the user in a group."""

    is_member: bool
    after_login: bool
    """True if the user will be a member after the next login."""


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """The facts about the computer."""

    system: str
    python: str
    user: str = "pi"
    model: str | None = None
    """The model of the Pi; None: not a Pi."""
    is_64_bit: bool = True
    """True if the system has 64 bits."""
    power: PowerFacts | None = None
    """None: unknown."""
    has_spi: bool = True
    groups: Mapping[str, GroupMembership] = field(default_factory=dict)
    """The memberships in those relevant groups that the system has."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """The versions of the installed optional modules."""
    has_bluetooth: bool = True
    has_modem_manager: bool = False
    today: date = date(2026, 1, 1)
    is_root: bool = False

    @property
    def has_pins(self) -> bool:
        """True if devices on pins can be opened at all."""
        return self.model is not None and OPTIONAL_MODULES[0] in self.modules

    @property
    def has_radio(self) -> bool:
        """True if Bluetooth devices can be opened at all."""
        return OPTIONAL_MODULES[1] in self.modules and self.has_bluetooth


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """The facts about the folder of the journals, even if it does not exist yet."""

    path: Path
    is_folder: bool = True
    """True if it, or its nearest existing parent, is a folder."""
    writable: bool = True
    read_only: bool = False
    """True if its file system is mounted read-only."""
    file_system: str = "ext4"
    """The type of its file system."""
    volatile: bool = False
    """True if its content is lost when the power is cut."""
    free_bytes: int = 10**9
    """Free bytes."""


@dataclass(frozen=True, slots=True)
class HoldingProcess:
    """A process that has a file or port open."""

    process: int
    command: str
    others: tuple[HoldingProcess, ...] = ()
    """Further processes that have it open."""

    @property
    def is_kibitz(self) -> bool:
        """True if it is a running `kibitz run`."""
        words = self.command.split()
        return "run" in words and any("kibitz" in word or word == "service" for word in words)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The facts about the address of the page."""

    address: str
    free: bool = True
    taken: bool = False
    """True if another program listens there; if neither free nor taken, it cannot be opened."""
    why: str = ""
    holder: HoldingProcess | None = None


class PortAnswer(Enum):
    """The result of probing a port."""

    BOARD = "board"
    SILENT = "silent"
    FOREIGN = "other_talk"
    WRONG_CHECK = "wrong_check"
    ECHO = "echo"
    OTHER_WIRE = "other_wire"
    CRASHED = "crashed"
    MISBEHAVING = "unruly"
    IN_USE = "taken"
    MISSING = "missing"
    FORBIDDEN = "forbidden"
    NOT_OPENED = "shut"


@dataclass(frozen=True, slots=True)
class ProbedPort:
    """A port and the result of probing it."""

    port: str
    answer: PortAnswer
    info: BoardInfo | None = None
    """The information of a board that answered."""
    why: str = ""
    """The other answer, or the reason why there was none."""
    usb_name: str = ""
    """The USB product name of the device."""
    holder: HoldingProcess | None = None
    """The process that has the port open, if known."""


@dataclass(frozen=True, slots=True)
class OpenedDevice:
    """The result of opening a device."""

    table: str
    device: str
    why: str = ""
    """The reason why it cannot be opened; empty if it can."""


@dataclass(frozen=True, slots=True)
class CameraMeasurement:
    """The measurements of a camera."""

    table: str
    why: str = ""
    """The reason why it gives no pictures; empty if it does."""
    width: int = 0
    height: int = 0
    rate: float = 0.0
    """Pictures per second."""
    brightness: float = 0.0
    """Mean brightness from 0, black, to 1, white."""
    sharpness: float = 0.0
    """The steepness of edges: the part of the range from dark to bright in one pixel step."""
    can_lock_exposure: bool = False
    """True if its exposure and colours can be locked."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts that the checks need."""

    machine: MachineFacts
    folder: FolderFacts
    page: PageFacts
    ports: tuple[ProbedPort, ...] = ()
    """The ports at which a board may be, and the configured ones."""
    loaders: int = 0
    """Number of Picos in their boot loader."""
    opened_devices: tuple[OpenedDevice, ...] = ()
    cameras: tuple[CameraMeasurement, ...] = ()
    distrusted: Mapping[str, DistrustedSwitches] = field(default_factory=dict)
    """The distrusted switches of each table that has any, by its name."""
