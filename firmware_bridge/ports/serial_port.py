"""A serial port on this machine by its path, or on another one by its URL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import serial

from firmware_bridge.ports.port import Ear, PortFault
from firmware_bridge.ports.reader import LOOKING, Reader, Wire
from firmware_bridge.ports.reasons import FAULTS, MISNAMED, why_gone, why_shut

BAUD = 115200
OPENING = 6.0
"""Seconds that a port may take to open."""
CLOSING = 1.0
"""Seconds that are waited for it to close."""
WRITING = 0.1
"""Seconds that the loop may be held up by a board that takes nothing."""
Opener = Callable[[str, int], Wire]
"""Opens the port with this path or URL, at so many bits a second."""


def opened(where: str, baud: int) -> Wire:
    """The port with this path or URL, which nobody else has."""
    # A port of RFC 2217 takes no limit and needs none: all that is said to a board until it is
    # taken for lost finds room in its socket.
    limit = None if where.lower().startswith("rfc2217:") else WRITING
    return serial.serial_for_url(
        where,
        baud,
        timeout=LOOKING,
        write_timeout=limit,
        exclusive=None if "://" in where else True,
    )


class SerialPort:
    """A port that a thread of its own opens, reads and closes, whatever that port may do."""

    def __init__(self, where: str, baud: int = BAUD, opener: Opener = opened) -> None:
        self._where = where
        self._baud = baud
        self._opener = opener
        self._reader: Reader | None = None
        self._last: Reader | None = None

    @property
    def where(self) -> str:
        return self._where

    async def open(self, ear: Ear) -> None:
        """Reach it, forget what came in before, and listen; PortFault if that cannot be done."""
        if self._reader is not None:
            raise RuntimeError(f"{self._where} is open already")
        if self._last is not None and not await _has_ended(self._last):
            raise PortFault(self._where, "hangs, and has not let go since it was used last")
        reader = self._reader = self._last = self._made(ear)
        reader.start()
        try:
            async with asyncio.timeout(OPENING):
                await reader.opened
        except TimeoutError:
            self._let_go()
            raise PortFault(self._where, f"does not open within {OPENING:g} seconds") from None
        except MISNAMED as fault:
            self._let_go()
            raise PortFault(self._where, why_shut(self._where, fault)) from fault
        except BaseException:
            self._let_go()
            raise

    def write(self, data: bytes) -> None:
        """Send all of this at once; PortFault if the line does not take it."""
        if self._reader is None or self._reader.wire is None:
            raise RuntimeError(f"{self._where} is not open")
        try:
            self._reader.wire.write(data)
        except FAULTS as fault:
            raise PortFault(self._where, why_gone(self._where, fault)) from fault

    async def close(self) -> None:
        """Let go of it; twice is fine, and it cannot fail."""
        if reader := self._let_go():
            await _has_ended(reader)

    def _made(self, ear: Ear) -> Reader:
        opener = partial(self._opener, self._where, self._baud)
        return Reader(opener, ear, partial(why_gone, self._where))

    def _let_go(self) -> Reader | None:
        reader, self._reader = self._reader, None
        if reader:
            reader.stop()
        return reader


async def _has_ended(reader: Reader) -> bool:
    """Whether its thread lets go of the port before long."""
    try:
        async with asyncio.timeout(CLOSING):
            await reader.ended.wait()
    except TimeoutError:
        return False
    return True
