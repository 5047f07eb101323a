"""What is so on a machine, as it was found; the checks think about nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from pathlib import Path

from firmware_bridge.wire.tellings import BoardInfo

MODULES = ("lgpio", "bleak")
"""Those that are installed only where they are needed: for pins, and for Bluetooth."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a Pi tells of its supply, now and since it was started."""

    low: bool = False
    was_low: bool = False
    slowed: bool = False
    """Too hot, or held back."""


@dataclass(frozen=True, slots=True)
class Membership:
    """How somebody stands with a group."""

    now: bool
    after_login: bool
    """Whether it holds once the person logs in again."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer on which this runs."""

    system: str
    python: str
    user: str = "pi"
    model: str | None = None
    """Which Pi it is; None is none."""
    wide: bool = True
    """Whether the system has 64 bits."""
    power: Power | None = None
    """None: nobody tells."""
    has_spi: bool = True
    groups: Mapping[str, Membership] = field(default_factory=dict)
    """Those that the system has and that matter here."""
    modules: Mapping[str, str] = field(default_factory=dict)
    """The versions of those modules that are installed."""
    has_bluetooth: bool = True
    has_modem_manager: bool = False
    today: date = date(2026, 1, 1)
    is_root: bool = False

    @property
    def has_pins(self) -> bool:
        """Whether devices on pins can be tried at all."""
        return self.model is not None and MODULES[0] in self.modules

    @property
    def has_radio(self) -> bool:
        """Whether devices with Bluetooth can be tried at all."""
        return MODULES[1] in self.modules and self.has_bluetooth


@dataclass(frozen=True, slots=True)
class Folder:
    """Where journals are kept, or would be."""

    path: Path
    is_folder: bool = True
    """Whether it, or what is to hold it, is a folder at all."""
    writable: bool = True
    read_only: bool = False
    """Whether all of its disk is."""
    kind: str = "ext4"
    """Of the file system."""
    volatile: bool = False
    """Whether it is forgotten when the power goes."""
    free: int = 10**9
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that has something open."""

    process: int
    command: str
    others: tuple[Holder, ...] = ()
    """Who has it open as well."""

    @property
    def is_kibitz(self) -> bool:
        """Whether it is the service itself."""
        words = self.command.split()
        return "run" in words and any("kibitz" in word or word == "service" for word in words)


@dataclass(frozen=True, slots=True)
class Page:
    """Where the page is to be served."""

    address: str
    free: bool = True
    taken: bool = False
    """Whether somebody else serves there; if not, and it is not free, it cannot be had at all."""
    why: str = ""
    holder: Holder | None = None


class Answer(Enum):
    """What came of asking at a port."""

    BOARD = "board"
    SILENT = "silent"
    OTHER_TALK = "other_talk"
    WRONG_CHECK = "wrong_check"
    ECHO = "echo"
    OTHER_WIRE = "other_wire"
    CRASHED = "crashed"
    UNRULY = "unruly"
    TAKEN = "taken"
    MISSING = "missing"
    FORBIDDEN = "forbidden"
    SHUT = "shut"


@dataclass(frozen=True, slots=True)
class Asked:
    """A port, and what came of asking there who it is."""

    port: str
    answer: Answer
    info: BoardInfo | None = None
    """Who it is, if it is a board."""
    why: str = ""
    """What was said instead, or why nothing could be."""
    named: str = ""
    """What the device calls itself over USB."""
    holder: Holder | None = None
    """Who has it, if somebody else does and it can be found out."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A device that was opened to see whether it can be."""

    table: str
    device: str
    why: str = ""
    """Why it cannot be reached; nothing, if it can."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A camera that was opened and watched for a while."""

    table: str
    why: str = ""
    """Why it cannot be watched; nothing, if it can."""
    width: int = 0
    height: int = 0
    rate: float = 0.0
    """Pictures a second."""
    brightness: float = 0.0
    """From 0, black, to 1, white."""
    sharpness: float = 0.0
    """How steep edges are: what part of all there is from dark to bright they take in a step."""
    holds: bool = False
    """Whether it can be told to keep exposure and colours as they are."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All there is to know."""

    machine: Machine
    folder: Folder
    page: Page
    ports: tuple[Asked, ...] = ()
    """Those at which a board may be, and those that are configured."""
    loaders: int = 0
    """How many Picos wait for a program."""
    tried: tuple[Tried, ...] = ()
    cameras: tuple[Watched, ...] = ()
