"""Collects all facts and runs all checks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from serial.tools.list_ports import comports

from firmware_bridge.port import Port
from firmware_bridge.port_discovery import ListedPort, candidates
from firmware_bridge.serial_port import SerialPort
from hardware.devices import Clock, Device
from hardware.drivers.cameras.camera_factory import NO_OPENCV
from hardware.drivers.clocks import SystemClock
from referee.state import State
from service.config.service_settings import Configuration, TableSettings
from service.doctor.device_checks import check_boot_loaders, check_camera, check_devices, check_port
from service.doctor.facts import (
    CameraMeasurement,
    Facts,
    MachineFacts,
    OpenedDevice,
    PortAnswer,
    ProbedPort,
)
from service.doctor.findings import Finding, FindingKind, hint
from service.doctor.machine_checks import (
    can_use,
    check_journal_folder,
    check_machine,
    check_page,
    needs_of_tables,
)
from service.doctor.machine_probe import MachineProbe, probe_port, process_with_file
from service.drivers.driver_entry import DeviceKind, DriverOptions, Probe, kind_of
from service.drivers.driver_registry import driver_for
from service.records.distrusted_switches import DistrustedSwitches, distrusted_in_last_match
from service.table.device_factory import create_context, create_devices, create_kind
from service.table.table_runtime import journal_path

OPEN_TIMEOUT = 30.0
"""Seconds that a device may take to open, including a Bluetooth scan for dice."""
PortLister = Callable[[], Iterable[ListedPort]]
"""Lists all ports, as pyserial does."""


@dataclass(frozen=True, slots=True)
class PortAccess:
    """The means to find and open ports; tests replace them."""

    list_ports: PortLister = comports
    port_at: Callable[[str], Port] = SerialPort
    clock: Clock = field(default_factory=SystemClock)


async def collect_facts(
    configuration: Configuration,
    machine_probe: MachineProbe,
    environment: Mapping[str, str],
    home: Path,
    access: PortAccess | None = None,
) -> Facts:
    """Collects all facts about this machine and the configured devices."""
    access = access or PortAccess()
    service = configuration.service
    ports = _ports_to_probe(configuration, access).items()
    probed = await asyncio.gather(*(_probe(*port, machine_probe, access) for port in ports))
    machine, tables = machine_probe.machine(), configuration.tables
    opened_devices = [
        it for table in tables for it in await _open_devices(table, machine, access.clock)
    ]
    measured = [table for table in tables if driver_for(table.camera).probe is Probe.MEASURE]
    cameras = [await _measure_camera_of(table, access.clock) for table in measured]
    return Facts(
        machine=machine,
        folder=machine_probe.folder(service.journal_folder(environment, home)),
        page=machine_probe.page(service),
        ports=tuple(probed),
        loaders=machine_probe.boot_loader_count(),
        opened_devices=tuple(opened_devices),
        cameras=tuple(cameras),
        distrusted=_distrusted_switches(tables, service.journal_folder(environment, home)),
    )


def _distrusted_switches(
    tables: Iterable[TableSettings], folder: Path
) -> Mapping[str, DistrustedSwitches]:
    """The switches that each table's last match left distrusted."""
    paths = {table.name: journal_path(folder, table.name) for table in tables}
    found = {name: distrusted_in_last_match(path) for name, path in paths.items() if path.exists()}
    return {name: switches for name, switches in found.items() if switches}


def _ports_to_probe(configuration: Configuration, access: PortAccess) -> Mapping[str, str]:
    """The ports to probe, configured or possible, each with the USB name of its device."""
    listed = list(access.list_ports())
    named = {port.device: str(getattr(port, "product", None) or "USB") for port in listed}
    found = {it.path: named[it.path] for it in candidates(listed)}
    tables = configuration.tables
    wanted = {port for table in tables for port in _ports(table, Probe.IDENTIFY)}
    opened = {port for table in tables for port in _ports(table, Probe.OPEN)}
    probed = found | {port: found.get(port, "") for port in wanted}
    # Devices that do not identify themselves cannot be asked; they are only opened.
    return {port: name for port, name in probed.items() if port not in opened}


def _ports(table: TableSettings, *probes: Probe) -> Iterator[str]:
    """The ports that a table names for devices which are examined in one of these ways."""
    for options in table.devices.values():
        driver = driver_for(options)
        if driver.port and driver.probe in probes and (port := driver.port(options)):
            yield port


async def _probe(
    port: str, named: str, machine_probe: MachineProbe, access: PortAccess
) -> ProbedPort:
    probed = await probe_port(access.port_at(port), access.clock)
    holder = None
    if probed.answer is PortAnswer.IN_USE:
        holder = await asyncio.to_thread(process_with_file, port, machine_probe.root)
    return replace(probed, usb_name=named, holder=holder)


async def _open_devices(
    table: TableSettings, machine: MachineFacts, clock: Clock
) -> list[OpenedDevice]:
    """Opens the devices of a table that cannot be probed, unless they are known to fail."""
    attached = create_devices(table, clock, State.of(table.match_settings))

    def must_be_opened(options: DriverOptions) -> bool:
        driver = driver_for(options)
        return driver.probe is Probe.OPEN and can_use(machine, driver.needs)

    return [
        OpenedDevice(table.name, device.name, await _open_failure(device))
        for device in attached.all_devices
        if not device.is_simulated and must_be_opened(table.devices[kind_of(device.name)])
    ]


async def _measure_camera_of(table: TableSettings, clock: Clock) -> CameraMeasurement:
    context = create_context(table, clock, State.of(table.match_settings))
    (camera,) = create_kind(table, DeviceKind.CAMERA, context)
    try:
        from service.doctor.camera_measurement import measure_camera
    except ModuleNotFoundError:
        why = await _open_failure(camera) or f"{camera.name} {NO_OPENCV}"
        return CameraMeasurement(table.name, why)
    return await measure_camera(table.name, camera)


async def _open_failure(device: Device) -> str:
    """The reason why a device cannot be opened; empty if it can."""
    try:
        async with asyncio.timeout(OPEN_TIMEOUT):
            async with device:
                return ""
    except TimeoutError:
        return f"{device.name} does not open within {OPEN_TIMEOUT:g} s"
    except OSError as fault:
        return str(fault)


def run_checks(facts: Facts, configuration: Configuration, ours: str) -> Iterator[Finding]:
    """All findings; `ours` is the firmware version that belongs to this Kibitz."""
    tables = configuration.tables
    named = {port for table in tables for port in _ports(table, *Probe)}
    yield from check_machine(facts.machine, needs_of_tables(tables))
    yield from check_journal_folder(facts.folder)
    yield from check_page(facts.page)
    yield from check_boot_loaders(facts.loaders)
    for probed in facts.ports:
        yield from check_port(probed, ours, wanted=probed.port in named)
    for table in tables:
        yield from check_devices(table, facts.ports, facts.opened_devices)
        if switches := facts.distrusted.get(table.name):
            yield hint(FindingKind.SWITCHES_DISTRUSTED, table=table.name, places=switches)
        for measured in facts.cameras:
            if measured.table == table.name:
                yield from check_camera(table, measured)
