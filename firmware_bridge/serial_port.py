"""A serial port, its reader thread, and the texts of its errors."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import termios
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import serial
from serial import SerialException, SerialTimeoutException

from firmware_bridge.port import PortFault, PortListener

PORT_ERRORS = (SerialException, OSError, termios.error)
"""The errors of an open port; `termios.error` is not an OSError."""
OPEN_ERRORS = (*PORT_ERRORS, ValueError)
"""The errors of opening a port."""

MISSING = "is not there"
IN_USE = "is in use by another program, or by another Kibitz"
NO_PORT = "is not a serial port"
FORBIDDEN = "may not be opened by this user, who is not in its group"
WRONG_ADDRESS = "is not the address of a port, such as socket://host:number"
NO_RFC2217 = "answers, but does not speak RFC 2217"
UNREACHABLE = "cannot be reached over the network"
ERRNO_TEXTS: Mapping[int | None, str] = {
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR), MISSING),
    **dict.fromkeys((errno.EACCES, errno.EPERM), FORBIDDEN),
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN), IN_USE),
    **dict.fromkeys((errno.ENOTTY, errno.EISDIR, errno.EINVAL), NO_PORT),
    errno.EIO: "does not work; perhaps no device is connected",
    errno.ECONNREFUSED: "refuses the connection",
    **dict.fromkeys((errno.EHOSTUNREACH, errno.ENETUNREACH), UNREACHABLE),
}


def open_error_text(address: str, fault: BaseException) -> str:
    """The reason why a port cannot be opened."""
    links = tuple(_causes(fault))
    if any(isinstance(link, socket.gaierror) for link in links):
        return "has an unknown host name"
    if any(isinstance(link, TimeoutError) for link in links):
        return "does not answer over the network"
    number = next((found for link in links if (found := _errno(link))), None)
    if number in ERRNO_TEXTS:
        return ERRNO_TEXTS[number]
    if "://" in address and number is None:
        return _url_error_text(address, links)
    return f"cannot be opened ({os.strerror(number) if number else fault})"


def loss_text(address: str, fault: BaseException) -> str:
    """The reason why an open port was lost."""
    if isinstance(fault, SerialTimeoutException):
        return "does not accept data"
    if "://" in address:
        return "has closed the connection"
    return "failed" if Path(address).exists() else "was unplugged"


def _url_error_text(address: str, links: Sequence[BaseException]) -> str:
    """The reason why a URL cannot be opened, where pyserial gives only a text."""
    # pyserial wraps errors of parsing a URL, and raises errors of the remote end unchanged.
    is_parse_error = any(isinstance(it, (ValueError, TypeError, LookupError)) for it in links[1:])
    if is_parse_error or not address.lower().startswith("rfc2217:"):
        return WRONG_ADDRESS
    return NO_RFC2217


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes; pyserial mentions some causes only in its text."""
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _errno(fault: BaseException) -> int | None:
    if isinstance(fault, OSError):
        return fault.errno
    if isinstance(fault, termios.error) and fault.args and isinstance(fault.args[0], int):
        return fault.args[0]
    return None


POLL_INTERVAL = 0.25
"""Interval in seconds of checks for the end, where a read cannot be interrupted."""
BUG = "failed because of a bug in Kibitz; see the log"
MAX_QUEUED = 16384
"""Maximum number of bytes that wait for the event loop; the thread pauses beyond that."""


class SerialHandle(Protocol):
    """The part of an open pyserial port that is used."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...


OpenHandle = Callable[[], SerialHandle]
DescribeLoss = Callable[[BaseException], str]
"""Describes why a port was lost."""


class PortReader:
    """One opening of a port; created in the event loop that receives its data."""

    def __init__(self, opener: OpenHandle, listener: PortListener, reason: DescribeLoss) -> None:
        self._opener = opener
        self._listener = listener
        self._reason = reason
        self._loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self.ended = asyncio.Event()
        """Set once the port is closed and can be opened again."""
        self.wire: SerialHandle | None = None
        """The open port; the event loop writes to it until it stops the reader."""
        self._stop_requested = threading.Event()
        self._may_close = threading.Event()
        self._room = threading.Condition()
        self._queued = bytearray()
        self._lost_reason: str | None = None
        self._is_scheduled = False

    def start(self) -> None:
        # A port that hangs must not keep the program from ending.
        threading.Thread(target=self._run, name="serial port", daemon=True).start()

    def stop(self) -> None:
        """Stops the delivery of data and makes the thread close the port as soon as possible."""
        self._stop_requested.set()
        self.opened.cancel()
        with self._room:
            self._room.notify_all()
        with suppress(*PORT_ERRORS):
            getattr(self.wire, "cancel_read", lambda: None)()
        # The thread closes the wire only now: its file number may be reused at once.
        self._may_close.set()

    def _run(self) -> None:
        try:
            wire = self._opener()
        except Exception as fault:  # noqa: BLE001 - raised again in the event loop
            self._call_in_loop(self._refuse, fault)
            self._call_in_loop(self.ended.set)
            return
        self._call_in_loop(self._accept, wire)
        try:
            self._read(wire)
        finally:
            while not self._may_close.wait(POLL_INTERVAL) and not self._loop.is_closed():
                pass
            with suppress(*PORT_ERRORS):
                wire.close()
            self._call_in_loop(self.ended.set)

    def _read(self, wire: SerialHandle) -> None:
        try:
            while self._is_wanted():
                self._queue(_read_available(wire))
        except PORT_ERRORS as fault:
            self._end(self._reason(fault))
        except BaseException:
            self._end(BUG)
            raise

    def _end(self, why: str) -> None:
        """Reports the loss to the event loop, after all data received before."""
        with self._room:
            self._lost_reason = why
            self._schedule()

    def _queue(self, data: bytes) -> None:
        """Queues data for the event loop; blocks while the queue is full."""
        if not data:
            return
        with self._room:
            self._queued += data
            self._schedule()
            while len(self._queued) >= MAX_QUEUED and self._is_wanted():
                self._room.wait(POLL_INTERVAL)

    def _is_wanted(self) -> bool:
        """True while a listener can exist; a loop that has ended never calls `stop`."""
        return not self._stop_requested.is_set() and not self._loop.is_closed()

    def _schedule(self) -> None:
        """Schedules the delivery, unless it is scheduled already."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._call_in_loop(self._deliver)

    def _call_in_loop(self, callback: Callable[..., None], *args: object) -> None:
        # A closed loop raises RuntimeError.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback, *args)

    # The methods below run in the event loop.

    def _accept(self, wire: SerialHandle) -> None:
        if not self.opened.done():
            self.wire = wire
            self.opened.set_result(None)

    def _refuse(self, fault: BaseException) -> None:
        if not self.opened.done():
            self.opened.set_exception(fault)

    def _deliver(self) -> None:
        with self._room:
            data, self._queued, self._is_scheduled = bytes(self._queued), bytearray(), False
            lost = self._lost_reason
            self._room.notify_all()
        if data and not self._stop_requested.is_set():
            self._listener.on_data(data)
        if lost is not None and not self._stop_requested.is_set():
            self._listener.on_lost(lost)


def _read_available(wire: SerialHandle) -> bytes:
    """Reads what has arrived; empty after the timeout.

    A socket reports only whether there is more, so the remaining bytes are read in steps.
    """
    data = wire.read(1)
    while data and len(data) < MAX_QUEUED and (more := wire.in_waiting):
        data += wire.read(min(more, MAX_QUEUED - len(data)))
    return data


BAUD = 115200
OPEN_TIMEOUT = 6.0
"""Timeout of opening a port, in seconds."""
CLOSE_TIMEOUT = 1.0
"""Timeout of closing a port, in seconds."""
WRITE_TIMEOUT = 0.1
"""Maximum seconds that a write may block the event loop."""
Opener = Callable[[str, int], SerialHandle]
"""Opens the port with this path or URL, at this baud rate."""


def open_serial(address: str, baud: int) -> SerialHandle:
    """Opens the port with this path or URL, exclusively where possible."""
    # RFC 2217 ports support no write timeout and need none: everything that is sent until the
    # board counts as lost fits into the socket's buffer.
    limit = None if address.lower().startswith("rfc2217:") else WRITE_TIMEOUT
    exclusive = None if "://" in address else True
    return serial.serial_for_url(
        address, baud, timeout=POLL_INTERVAL, write_timeout=limit, exclusive=exclusive
    )


class SerialPort:
    """A serial port; a thread of its own opens, reads and closes it, as these calls may block."""

    def __init__(self, address: str, baud: int = BAUD, opener: Opener = open_serial) -> None:
        self._address = address
        self._baud = baud
        self._opener = opener
        self._reader: PortReader | None = None
        self._last_reader: PortReader | None = None

    @property
    def address(self) -> str:
        return self._address

    async def open(self, listener: PortListener) -> None:
        if self._reader is not None:
            raise RuntimeError(f"{self._address} is open already")
        if self._last_reader is not None and not await _wait_ended(self._last_reader):
            raise PortFault(self._address, "hangs: its last use has not ended yet")
        reader = self._reader = self._last_reader = self._create_reader(listener)
        reader.start()
        try:
            async with asyncio.timeout(OPEN_TIMEOUT):
                await reader.opened
        except TimeoutError:
            self._stop_reader()
            why = f"does not open within {OPEN_TIMEOUT:g} seconds"
            raise PortFault(self._address, why) from None
        except OPEN_ERRORS as fault:
            self._stop_reader()
            raise PortFault(self._address, open_error_text(self._address, fault)) from fault
        except BaseException:
            self._stop_reader()
            raise

    def write(self, data: bytes) -> None:
        if self._reader is None or self._reader.wire is None:
            raise RuntimeError(f"{self._address} is not open")
        try:
            self._reader.wire.write(data)
        except PORT_ERRORS as fault:
            raise PortFault(self._address, loss_text(self._address, fault)) from fault

    async def close(self) -> None:
        if reader := self._stop_reader():
            await _wait_ended(reader)

    def _create_reader(self, listener: PortListener) -> PortReader:
        opener = partial(self._opener, self._address, self._baud)
        return PortReader(opener, listener, partial(loss_text, self._address))

    def _stop_reader(self) -> PortReader | None:
        reader, self._reader = self._reader, None
        if reader:
            reader.stop()
        return reader


async def _wait_ended(reader: PortReader) -> bool:
    """True if the thread closes the port within the timeout."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await reader.ended.wait()
    except TimeoutError:
        return False
    return True
