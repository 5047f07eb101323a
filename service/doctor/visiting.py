"""Looks at the machine and asks at its ports, all at once; what comes of it are facts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from serial.tools.list_ports import comports

from firmware_bridge.ports.finding import Listed, candidates
from firmware_bridge.ports.port import Port
from firmware_bridge.ports.serial_port import SerialPort
from hardware.devices import Clock, Device
from hardware.drivers.cameras.factory import NO_OPENCV
from hardware.drivers.system_clock import SystemClock
from referee.state import State
from service.config import settings
from service.config.drivers import BluetoothDice, Driver, LineDice
from service.config.settings import Configuration
from service.doctor.asking import ask
from service.doctor.facts import Answer, Asked, Facts, Machine, Tried, Watched
from service.doctor.gathering import Looking
from service.doctor.holders import holder_of_file
from service.doctor.needs import ASKED, ON_PINS
from service.tables.camera_drivers import CAMERAS
from service.tables.devices import attach

PATIENCE = 30.0
"""Seconds that a device may take to open; dice are looked for over Bluetooth meanwhile."""
Plugs = Callable[[], Iterable[Listed]]
"""Lists all ports, as pyserial does."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How ports are found and opened."""

    plugs: Plugs = comports
    port_at: Callable[[str], Port] = SerialPort
    clock: Clock = field(default_factory=SystemClock)


async def visit(
    configuration: Configuration,
    looking: Looking,
    environment: Mapping[str, str],
    home: Path,
    ways: Ways | None = None,
) -> Facts:
    """All there is to know of this machine and what is attached to it."""
    ways = ways or Ways()
    service = configuration.service
    asked = await asyncio.gather(
        *(_asked(port, named, looking, ways) for port, named in _ports(configuration, ways).items())
    )
    machine = looking.machine()
    tried = [
        one for table in configuration.tables for one in await _tried(table, machine, ways.clock)
    ]
    return Facts(
        machine=machine,
        folder=looking.folder(service.journals_in(environment, home)),
        page=looking.page(service),
        ports=tuple(asked),
        loaders=looking.loaders(),
        tried=tuple(tried),
        cameras=tuple(
            [
                await _watched(table, ways.clock)
                for table in configuration.tables
                if type(table.camera) in CAMERAS
            ]
        ),
    )


def _ports(configuration: Configuration, ways: Ways) -> Mapping[str, str]:
    """Those that are configured, and those at which a board may be, with what is plugged in."""
    listed = list(ways.plugs())
    named = {port.device: str(getattr(port, "product", None) or "USB") for port in listed}
    found = {it.path: named[it.path] for it in candidates(listed)}
    wanted = (
        driver.port
        for table in configuration.tables
        for driver in table.devices.values()
        if isinstance(driver, ASKED)
    )
    printing = {
        driver.port
        for table in configuration.tables
        for driver in table.devices.values()
        if isinstance(driver, LineDice)
    }
    asked = {**found, **{port: found.get(port, "") for port in wanted if port is not None}}
    # Whoever only prints is not asked: it is opened, and that is all.
    return {port: name for port, name in asked.items() if port not in printing}


async def _asked(port: str, named: str, looking: Looking, ways: Ways) -> Asked:
    asked = await ask(ways.port_at(port), ways.clock)
    holder = None
    if asked.answer is Answer.TAKEN:
        holder = await asyncio.to_thread(holder_of_file, port, looking.root)
    return replace(asked, named=named, holder=holder)


async def _tried(table: settings.Table, machine: Machine, clock: Clock) -> list[Tried]:
    """The devices of a table that have no port at which to ask, where there is any hope."""
    attached = attach(table, clock, State.of(table.match))
    return [
        Tried(table.name, device.name, await _why_not(device))
        for device in attached.every
        if not device.simulated and _is_tried(table.devices[device.name.partition(".")[0]], machine)
    ]


async def _watched(table: settings.Table, clock: Clock) -> Watched:
    """What the camera of a table is like, if it can be reached."""
    camera = CAMERAS[type(table.camera)](table.camera, clock)
    try:
        from service.doctor.pictures import watched
    except ModuleNotFoundError:
        return Watched(table.name, await _why_not(camera) or f"{camera.name} {NO_OPENCV}")
    return await watched(table.name, camera)


def _is_tried(driver: Driver, machine: Machine) -> bool:
    """Whether it is opened: not, if its port is asked, or if it is known why it cannot be."""
    if isinstance(driver, ON_PINS):
        return machine.has_pins
    if isinstance(driver, BluetoothDice):
        return machine.has_radio
    return isinstance(driver, LineDice)


async def _why_not(device: Device) -> str:
    """Why a device cannot be opened; nothing, if it can."""
    try:
        async with asyncio.timeout(PATIENCE):
            async with device:
                return ""
    except TimeoutError:
        return f"{device.name} does not open within {PATIENCE:g} s"
    except OSError as fault:
        return str(fault)
