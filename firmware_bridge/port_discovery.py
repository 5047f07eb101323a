"""Finds the port of a board among plugged-in devices."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from serial.tools.list_ports import comports

from firmware_bridge.port import Port, PortFault, PortListener
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.session_runner import SessionRunner
from firmware_bridge.wire.board_messages import BoardUpdate
from firmware_bridge.wire.session import Session
from hardware.devices import Clock

AUTO = "auto"
SCHEMES = ("socket", "rfc2217")
"""URL schemes of ports on other machines."""
RETRY_AFTER = 30.0
"""Seconds for which a port with an unsuitable device is not tried again."""

MICROPYTHON = (0x2E8A, 0x0005)
VENDOR_RANKS: Mapping[int, int] = {0x2E8A: 1, 0x2341: 2, 0x1A86: 3, 0x10C4: 3, 0x0403: 3}
"""USB vendors of boards by rank, the likeliest first: Raspberry Pi, Arduino, USB-to-UART chips."""

log = logging.getLogger(__name__)


class ListedPort(Protocol):
    """A port as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


@dataclass(frozen=True, slots=True)
class UsbSerialDevice:
    """A plugged-in USB serial device; another device at the same path is not equal."""

    path: str
    vid: int
    pid: int
    serial_number: str | None


def port_at(address: str, clock: Clock, kinds: Container[str], uid: str | None = None) -> Port:
    """The port at a path or URL; for `auto`, the port of a board that is searched for.

    The search accepts only these kinds of boards, and only this `uid` if one is given.
    """
    return DiscoveredPort(clock, kinds, uid=uid) if address == AUTO else SerialPort(address)


def is_port_name(address: str) -> bool:
    """True if this can be the name of a port."""
    scheme, colon, rest = address.partition("://")
    if not colon:
        return bool(address) and address.isprintable()
    return scheme in SCHEMES and bool(rest)


def candidates(listed: Iterable[ListedPort], uid: str | None = None) -> list[UsbSerialDevice]:
    """The plugged-in devices that may be a board, the likeliest first, this `uid` before all."""
    devices = [
        UsbSerialDevice(port.device, port.vid, port.pid or 0, port.serial_number)
        for port in listed
        if port.vid is not None and port.vid in VENDOR_RANKS
    ]
    return sorted(devices, key=lambda port: (not _has_uid(port, uid), _rank(port), port.path))


class DiscoveredPort:
    """The port of a board of some kind, found at each opening; later always the same board."""

    def __init__(
        self,
        clock: Clock,
        kinds: Container[str],
        listed: Callable[[], Iterable[ListedPort]] = comports,
        port_at: Callable[[str], Port] = SerialPort,
        uid: str | None = None,
    ) -> None:
        self._clock = clock
        self._kinds = kinds
        self._listed = listed
        self._port_at = port_at
        self._uid = uid
        """The wanted board, or the one that was found first."""
        self._ports: dict[str, Port] = {}
        self._skipped: dict[UsbSerialDevice, tuple[float, str]] = {}
        """The unsuitable devices: until when each is skipped, and why."""
        self._port: Port | None = None
        self._last_device: UsbSerialDevice | None = None
        """The device at which the board was found last."""
        self._reported_crashes: dict[str, str] = {}
        """The last reported crash of each port."""

    @property
    def address(self) -> str:
        return self._port.address if self._port else "a board on USB"

    async def open(self, listener: PortListener) -> None:
        """Finds and opens the port; PortFault, which lists the rejected devices, if that fails."""
        if self._port is not None:
            raise RuntimeError(f"{self.address} is open already")
        devices = candidates(self._listed(), self._uid)
        self._skipped = {port: known for port, known in self._skipped.items() if port in devices}
        rejected = []
        for device in devices:
            why = self._skip_reason(device) or await self._try(device, listener)
            if why is None:
                return
            rejected.append(f"{device.path} {why}")
        reasons = "; ".join(rejected) or "no suitable device is plugged in"
        raise PortFault(self.address, f"was not found: {reasons}")

    def write(self, data: bytes) -> None:
        if self._port is None:
            raise RuntimeError(f"{self.address} is not open")
        self._port.write(data)

    async def close(self) -> None:
        found, self._port = self._port, None
        if found is not None:
            await found.close()

    def _skip_reason(self, device: UsbSerialDevice) -> str | None:
        until, why = self._skipped.get(device, (self._clock.now(), ""))
        return why if self._clock.now() < until else None

    async def _try(self, device: UsbSerialDevice, listener: PortListener) -> str | None:
        """Opens the port if it has the right board; otherwise returns the reason."""
        port = self._ports.setdefault(device.path, self._port_at(device.path))
        probed_port = _HandedOverPort(port)
        owner = _ProbeOwner(device.path, self._reported_crashes)
        runner = SessionRunner(probed_port, self._clock, Session(kinds=self._kinds), owner)
        try:
            info = await runner.begin()
        except PortFault as fault:
            if probed_port.was_open and not self._is_wanted(device):
                self._skip(device, fault.why)
            return fault.why
        if self._uid not in (None, info.uid):
            why = f"is another board: {info.uid} instead of {self._uid}"
            await runner.end()
            self._skip(device, why)
            return why
        self._uid = info.uid
        probed_port.hand_over(listener)
        await runner.end()
        if probed_port.lost_reason is not None:
            await port.close()
            return probed_port.lost_reason
        self._port, self._last_device = port, device
        self._reported_crashes.clear()
        return None

    def _is_wanted(self, device: UsbSerialDevice) -> bool:
        """True if the wanted board should be at this device, which is then never skipped."""
        return device == self._last_device or _has_uid(device, self._uid)

    def _skip(self, device: UsbSerialDevice, why: str) -> None:
        self._skipped[device] = (self._clock.now() + RETRY_AFTER, why)


class _HandedOverPort:
    """A port that changes its listener without being closed in between."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._listener: PortListener | None = None
        self._passed_on = False
        self.was_open = False
        self.lost_reason: str | None = None

    @property
    def address(self) -> str:
        return self._port.address

    async def open(self, listener: PortListener) -> None:
        self._listener = listener
        await self._port.open(self)
        self.was_open = True

    def write(self, data: bytes) -> None:
        self._port.write(data)

    async def close(self) -> None:
        if not self._passed_on:
            await self._port.close()

    def hand_over(self, listener: PortListener) -> None:
        """Changes the listener; the previous owner can no longer close the port."""
        self._listener = listener
        self._passed_on = True

    def on_data(self, data: bytes) -> None:
        if self._listener is not None:
            self._listener.on_data(data)

    def on_lost(self, why: str) -> None:
        self.lost_reason = why
        if self._listener is not None:
            self._listener.on_lost(why)


class _ProbeOwner:
    """A listener that ignores everything but crashes, for the test whether there is a board."""

    def __init__(self, address: str, reported_crashes: dict[str, str]) -> None:
        self._address = address
        self._reported_crashes = reported_crashes

    def on_update(self, update: BoardUpdate) -> None:
        """Ignores an update; the board repeats it to the next listener."""

    def on_lost(self, why: str) -> None:
        """Ignores the loss; the next listener is notified."""

    def on_crash(self, traceback: str) -> None:
        """Logs the end of the board's program; a repetition only at debug level."""
        level = logging.WARNING if traceback else logging.INFO
        if self._reported_crashes.get(self._address) == traceback:
            level = logging.DEBUG
        self._reported_crashes[self._address] = traceback
        details = f":\n{traceback}" if traceback else ""
        log.log(level, "%s: the program of the board has ended%s", self._address, details)


def _has_uid(port: UsbSerialDevice, uid: str | None) -> bool:
    return uid is not None and (port.serial_number or "").lower() == uid.lower()


def _rank(port: UsbSerialDevice) -> int:
    return 0 if (port.vid, port.pid) == MICROPYTHON else VENDOR_RANKS[port.vid]
