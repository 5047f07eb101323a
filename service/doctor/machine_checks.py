"""Checks machine, journal folder and page against the needs of the devices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from service.config.service_settings import TableSettings
from service.doctor.facts import OPTIONAL_MODULES, FolderFacts, MachineFacts, PageFacts
from service.doctor.findings import Finding, FindingKind, hint, ok, problem
from service.drivers.driver_entry import MachineNeed
from service.drivers.driver_registry import driver_for

GROUPS_OF_NEEDS: Mapping[MachineNeed, tuple[str, ...]] = {
    MachineNeed.SERIAL_PORT: ("dialout",),
    MachineNeed.PINS: ("gpio", "spi"),
    MachineNeed.VIDEO: ("video",),
}
"""The groups whose members may use a part of the machine; parts that all may use are missing."""
MachineNeeds = frozenset[MachineNeed]
"""The parts of a machine that are needed."""


def needs_of_tables(tables: Iterable[TableSettings]) -> MachineNeeds:
    """The parts of the machine that the real devices of these tables need."""
    return MachineNeeds(
        need
        for table in tables
        for kind, options in table.devices.items()
        if kind not in table.simulated_kinds
        for need in driver_for(options).needs
    )


def groups_of(needs: MachineNeeds) -> tuple[str, ...]:
    """The groups whose members may use these parts of the machine."""
    used = (groups for need, groups in GROUPS_OF_NEEDS.items() if need in needs)
    return tuple(group for groups in used for group in groups)


def can_use(facts: MachineFacts, needs: MachineNeeds) -> bool:
    """True if devices with these needs can be opened at all on a machine."""
    has_parts = {MachineNeed.PINS: facts.has_pins, MachineNeed.BLUETOOTH: facts.has_radio}
    return all(has_parts.get(need, True) for need in needs)


EARLIEST_DATE = date(2026, 1, 1)
"""The earliest date that a correct clock can show."""
LGPIO, BLEAK = OPTIONAL_MODULES
EMPTY_LGPIO_VERSION = "0.0."
"""The version prefix of an empty lgpio package, which can be installed on any machine."""


def check_machine(facts: MachineFacts, needs: MachineNeeds) -> Iterator[Finding]:
    """The findings about the computer."""
    yield from _kind(facts, needs)
    yield from _power(facts)
    if MachineNeed.PINS in needs and facts.model:
        yield ok(FindingKind.SPI) if facts.has_spi else problem(FindingKind.SPI_OFF)
    yield from _groups(facts, needs)
    yield from _modules(facts, needs)
    if MachineNeed.BLUETOOTH in needs and not facts.has_bluetooth:
        yield problem(FindingKind.NO_BLUETOOTH)
    if MachineNeed.SERIAL_PORT in needs and facts.has_modem_manager:
        yield hint(FindingKind.MODEM_MANAGER)
    if facts.today < EARLIEST_DATE:
        yield hint(FindingKind.NO_CLOCK, today=facts.today.isoformat())


def _kind(facts: MachineFacts, needs: MachineNeeds) -> Iterator[Finding]:
    if facts.model:
        yield ok(FindingKind.MACHINE, model=facts.model, python=facts.python)
    else:
        yield ok(FindingKind.NO_PI, system=facts.system, python=facts.python)
    if MachineNeed.PINS in needs and not facts.model:
        yield problem(FindingKind.NO_PINS)
    if facts.model and not facts.is_64_bit:
        yield hint(FindingKind.SYSTEM_32_BIT)


def _power(facts: MachineFacts) -> Iterator[Finding]:
    power = facts.power
    if power is None:
        return
    if power.low:
        yield problem(FindingKind.UNDERVOLTAGE)
    elif power.was_low:
        yield hint(FindingKind.UNDERVOLTAGE_BEFORE)
    elif power.slowed:
        yield hint(FindingKind.THROTTLED)
    else:
        yield ok(FindingKind.POWER)


def _groups(facts: MachineFacts, needs: MachineNeeds) -> Iterator[Finding]:
    """The findings about group memberships; groups that the system lacks are skipped."""
    if facts.is_root:
        return
    wanted = [group for group in groups_of(needs) if group in facts.groups]
    missing = [group for group in wanted if not facts.groups[group].after_login]
    later = [g for g in wanted if facts.groups[g].after_login and not facts.groups[g].is_member]
    if missing:
        named = {"groups": ", ".join(missing), "joined": ",".join(missing)}
        yield problem(FindingKind.NOT_IN_GROUP, user=facts.user, **named)
    if later:
        yield problem(FindingKind.IN_GROUP_AFTER_LOGIN, user=facts.user, groups=", ".join(later))
    if wanted and not missing and not later:
        yield ok(FindingKind.GROUPS, user=facts.user, groups=", ".join(wanted))


def _modules(facts: MachineFacts, needs: MachineNeeds) -> Iterator[Finding]:
    lgpio = facts.modules.get(LGPIO)
    if MachineNeed.PINS in needs and facts.model:
        if lgpio is None:
            yield problem(FindingKind.NO_LGPIO)
        elif lgpio.startswith(EMPTY_LGPIO_VERSION):
            yield problem(FindingKind.EMPTY_LGPIO, version=lgpio)
    if MachineNeed.BLUETOOTH in needs and BLEAK not in facts.modules:
        yield problem(FindingKind.NO_BLEAK)


MEGABYTE = 10**6
MIN_FREE_BYTES = 5 * MEGABYTE
"""Bytes; an evening needs less than one megabyte, but a journal is repaired in a copy."""
LOW_FREE_BYTES = 200 * MEGABYTE


def check_journal_folder(facts: FolderFacts) -> Iterator[Finding]:
    """The findings about the folder of the journals: its worst problem, and its durability."""
    path, free = facts.path, facts.free_bytes // MEGABYTE
    obstacles = {
        FindingKind.JOURNALS_NO_FOLDER: not facts.is_folder,
        FindingKind.JOURNALS_READ_ONLY: facts.read_only,
        FindingKind.JOURNALS_NOT_WRITABLE: not facts.writable,
    }
    if unusable := next((what for what, holds in obstacles.items() if holds), None):
        yield problem(unusable, folder=path)
        return
    if facts.free_bytes < MIN_FREE_BYTES:
        yield problem(FindingKind.DISK_FULL, folder=path, free=free)
    elif facts.free_bytes < LOW_FREE_BYTES:
        yield hint(FindingKind.DISK_NEARLY_FULL, folder=path, free=free)
    else:
        yield ok(FindingKind.JOURNALS, folder=path, free=free)
    if facts.volatile:
        yield problem(FindingKind.JOURNALS_VOLATILE, folder=path, kind=facts.file_system)
    elif facts.file_system == "overlay":
        yield hint(FindingKind.JOURNALS_ON_OVERLAY, folder=path)


def check_page(facts: PageFacts) -> Iterator[Finding]:
    """The finding about the address of the page."""
    if facts.free:
        yield ok(FindingKind.PAGE, address=facts.address)
    elif not facts.taken:
        yield problem(FindingKind.PAGE_NOT_OPENED, address=facts.address, why=facts.why)
    elif facts.holder and facts.holder.is_kibitz:
        yield hint(
            FindingKind.PAGE_USED_BY_KIBITZ, address=facts.address, process=facts.holder.process
        )
    else:
        yield problem(FindingKind.PAGE_IN_USE, address=facts.address)
