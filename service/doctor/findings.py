"""Findings: severity, kind and text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from service.doctor.facts import HoldingProcess
from service.records.distrusted_switches import DistrustedSwitches
from service.words.phrases import Phrases
from service.words.printable_text import printable


class Severity(Enum):
    """The severity of a finding."""

    OK = "ok"
    HINT = "hint"
    """Works, but could be better."""
    PROBLEM = "problem"


class FindingKind(Enum):
    """The kinds of findings; each has a phrase, and those that are not good news have advice."""

    MACHINE = "machine"
    NO_PI = "no_pi"
    NO_PINS = "no_pins"
    SYSTEM_32_BIT = "narrow"
    POWER = "power"
    UNDERVOLTAGE = "undervoltage"
    UNDERVOLTAGE_BEFORE = "undervoltage_before"
    THROTTLED = "throttled"
    SPI = "spi"
    SPI_OFF = "spi_off"
    GROUPS = "groups"
    NOT_IN_GROUP = "no_member"
    IN_GROUP_AFTER_LOGIN = "member_later"
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
    JOURNALS_NOT_WRITABLE = "journals_shut"
    JOURNALS_NO_FOLDER = "journals_no_folder"
    JOURNALS_READ_ONLY = "journals_read_only"
    JOURNALS_VOLATILE = "journals_forgotten"
    JOURNALS_ON_OVERLAY = "journals_layered"
    DISK_FULL = "disk_full"
    DISK_NEARLY_FULL = "disk_nearly_full"
    PAGE = "page"
    PAGE_IN_USE = "page_taken"
    PAGE_USED_BY_KIBITZ = "page_ours"
    PAGE_NOT_OPENED = "page_nowhere"
    BOARD = "board"
    DICE = "dice"
    OTHER_PORT = "other_port"
    BOOT_LOADER = "loader"
    OLDER_FIRMWARE = "older"
    NEWER_FIRMWARE = "newer"
    PORT_SILENT = "silent"
    FOREIGN_DEVICE = "other_talk"
    WRONG_CHECK = "wrong_check"
    ECHO = "echo"
    OTHER_WIRE = "other_wire"
    CRASHED = "crashed"
    BOARD_MISBEHAVES = "unruly"
    PORT_IN_USE = "taken"
    PORT_IN_USE_BY = "taken_by"
    PORT_USED_BY_KIBITZ = "ours"
    PORT_MISSING = "missing"
    PORT_FORBIDDEN = "forbidden"
    PORT_NOT_OPENED = "shut"
    NOT_FOUND = "not_found"
    NOT_CHECKED = "not_checked"
    DEVICES = "devices"
    SIMULATED = "simulated"
    FAULT = "fault"
    NO_PORT = "no_port"
    OTHER_UID = "other_uid"
    OTHER_KIND = "other_kind"
    OTHER_GAME = "other_game"
    OTHER_LAYOUT = "other_layout"
    NO_SENSORS = "no_sensors"
    NO_LAMPS = "no_lamps"
    SWITCHES_DISTRUSTED = "switches_distrusted"
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
    CAMERA_NOT_LOCKABLE = "camera_restless"


@dataclass(frozen=True, slots=True)
class DeviceNames:
    """Devices of a table, to be named in a text."""

    names: tuple[str, ...]

    def in_words(self, phrases: Phrases) -> str:
        kinds = (name.partition(".")[0] for name in self.names)
        return phrases.join(phrases.say(f"config.device.{kind}") for kind in kinds)

    def __str__(self) -> str:
        return ", ".join(self.names)


@dataclass(frozen=True, slots=True)
class ProcessNames:
    """Programs that have the same file or port open."""

    holders: tuple[HoldingProcess, ...]

    def in_words(self, phrases: Phrases) -> str:
        return phrases.join(
            phrases.say("doctor.program", command=one.command, process=one.process)
            for one in self.holders
        )

    def __str__(self) -> str:
        return ", ".join(f"{one.command} ({one.process})" for one in self.holders)


_PutIntoWords = DeviceNames | ProcessNames | DistrustedSwitches


@dataclass(frozen=True, slots=True)
class Finding:
    """A single finding."""

    level: Severity
    what: FindingKind
    values: Mapping[str, object] = field(default_factory=dict)

    def in_words(self, phrases: Phrases) -> str:
        return self._phrase("found", phrases)

    def advice(self, phrases: Phrases) -> str:
        """The advice on one line; empty if all is well."""
        return "" if self.level is Severity.OK else self._phrase("do", phrases)

    def as_json(self, phrases: Phrases) -> Mapping[str, object]:
        return {
            "level": self.level.value,
            "what": self.what.value,
            "says": self.in_words(phrases),
            "do": self.advice(phrases),
            "values": {name: str(value) for name, value in self.values.items()},
        }

    def _phrase(self, table: str, phrases: Phrases) -> str:
        values = {
            name: it.in_words(phrases)
            if isinstance(it, DeviceNames | ProcessNames | DistrustedSwitches)
            else it
            for name, it in self.values.items()
        }
        key = f"doctor.{table}.{self.what.value}"
        return printable(phrases.say(key, count=None, **values))


def ok(what: FindingKind, **values: object) -> Finding:
    """A finding that all is well."""
    return Finding(Severity.OK, what, values)


def hint(what: FindingKind, **values: object) -> Finding:
    """Works, but could be better."""
    return Finding(Severity.HINT, what, values)


def problem(what: FindingKind, **values: object) -> Finding:
    """A finding that must be put right."""
    return Finding(Severity.PROBLEM, what, values)
