"""What the doctor has found: how bad it is, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from referee.words import Phrases
from service.doctor.facts import Holder
from service.printing import printable


class Level(Enum):
    """How bad something is."""

    OK = "ok"
    HINT = "hint"
    """It works, and could be better."""
    PROBLEM = "problem"


class What(Enum):
    """What there is to find; each has words, and those that are no good news have advice."""

    MACHINE = "machine"
    NO_PI = "no_pi"
    NO_PINS = "no_pins"
    NARROW = "narrow"
    POWER = "power"
    UNDERVOLTAGE = "undervoltage"
    UNDERVOLTAGE_BEFORE = "undervoltage_before"
    THROTTLED = "throttled"
    SPI = "spi"
    SPI_OFF = "spi_off"
    GROUPS = "groups"
    NO_MEMBER = "no_member"
    MEMBER_LATER = "member_later"
    NO_LGPIO = "no_lgpio"
    EMPTY_LGPIO = "empty_lgpio"
    NO_BLEAK = "no_bleak"
    NO_BLUETOOTH = "no_bluetooth"
    MODEM_MANAGER = "modem_manager"
    CLOCK = "clock"
    NO_CLOCK = "no_clock"
    CONFIGURATION = "configuration"
    NO_CONFIGURATION = "no_configuration"
    BAD_CONFIGURATION = "bad_configuration"
    JOURNALS = "journals"
    JOURNALS_SHUT = "journals_shut"
    JOURNALS_NO_FOLDER = "journals_no_folder"
    JOURNALS_READ_ONLY = "journals_read_only"
    JOURNALS_FORGOTTEN = "journals_forgotten"
    JOURNALS_LAYERED = "journals_layered"
    DISK_FULL = "disk_full"
    DISK_NEARLY_FULL = "disk_nearly_full"
    PAGE = "page"
    PAGE_TAKEN = "page_taken"
    PAGE_OURS = "page_ours"
    PAGE_NOWHERE = "page_nowhere"
    BOARD = "board"
    DICE = "dice"
    OTHER_PORT = "other_port"
    LOADER = "loader"
    OLDER = "older"
    NEWER = "newer"
    SILENT = "silent"
    OTHER_TALK = "other_talk"
    WRONG_CHECK = "wrong_check"
    ECHO = "echo"
    OTHER_WIRE = "other_wire"
    CRASHED = "crashed"
    UNRULY = "unruly"
    TAKEN = "taken"
    TAKEN_BY = "taken_by"
    OURS = "ours"
    MISSING = "missing"
    FORBIDDEN = "forbidden"
    SHUT = "shut"
    NOT_FOUND = "not_found"
    NOT_CHECKED = "not_checked"
    DEVICES = "devices"
    SIMULATED = "simulated"
    FAULT = "fault"
    NO_PORT = "no_port"
    OTHER_UID = "other_uid"
    OTHER_KIND = "other_kind"
    OTHER_LAYOUT = "other_layout"
    NO_SENSORS = "no_sensors"
    NO_LAMPS = "no_lamps"
    FEW_BUTTONS = "few_buttons"
    FEW_DICE = "few_dice"
    LESS_CURRENT = "less_current"
    CAMERA = "camera"
    NO_CAMERA = "no_camera"
    CAMERA_OTHER_SIZE = "camera_other_size"
    CAMERA_SMALL = "camera_small"
    CAMERA_SLOW = "camera_slow"
    CAMERA_BLACK = "camera_black"
    CAMERA_DIM = "camera_dim"
    CAMERA_DAZZLED = "camera_dazzled"
    CAMERA_BLURRED = "camera_blurred"
    CAMERA_RESTLESS = "camera_restless"


@dataclass(frozen=True, slots=True)
class Devices:
    """Devices of a table, as people call them."""

    names: tuple[str, ...]

    def told(self, phrases: Phrases) -> str:
        """All of them in a list."""
        kinds = (name.partition(".")[0] for name in self.names)
        return phrases.listed(phrases.say(f"config.device.{kind}") for kind in kinds)

    def __str__(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True, slots=True)
class Programs:
    """Programs that have the same thing open."""

    holders: tuple[Holder, ...]

    def told(self, phrases: Phrases) -> str:
        """All of them in a list."""
        return phrases.listed(
            phrases.say("doctor.program", command=one.command, process=one.process)
            for one in self.holders
        )

    def __str__(self) -> str:
        return ", ".join(f"{one.command} ({one.process})" for one in self.holders)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the doctor has found."""

    level: Level
    what: What
    values: Mapping[str, object] = field(default_factory=dict)

    def told(self, phrases: Phrases) -> str:
        """What it is, on one line."""
        return self._said("found", phrases)

    def advice(self, phrases: Phrases) -> str:
        """What to do about it, on one line; nothing, if all is well."""
        if self.level is Level.OK:
            return ""
        return self._said("do", phrases)

    def plain(self, phrases: Phrases) -> Mapping[str, object]:
        """The same for programs."""
        return {
            "level": self.level.value,
            "what": self.what.value,
            "says": self.told(phrases),
            "do": self.advice(phrases),
            "values": {name: str(value) for name, value in self.values.items()},
        }

    def _said(self, table: str, phrases: Phrases) -> str:
        values = {
            name: value.told(phrases) if isinstance(value, (Devices, Programs)) else value
            for name, value in self.values.items()
        }
        key = f"doctor.{table}.{self.what.value}"
        return printable(phrases.say(key, count=None, **values))


def ok(what: What, **values: object) -> Finding:
    """All is well."""
    return Finding(Level.OK, what, values)


def hint(what: What, **values: object) -> Finding:
    """It works, and could be better."""
    return Finding(Level.HINT, what, values)


def problem(what: What, **values: object) -> Finding:
    """Something that has to be put right."""
    return Finding(Level.PROBLEM, what, values)
