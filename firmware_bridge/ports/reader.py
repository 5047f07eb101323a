"""The thread of a serial port: it opens it, reads what comes in for the loop, and closes it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from firmware_bridge.ports.port import Ear
from firmware_bridge.ports.reasons import FAULTS

LOOKING = 0.25
"""Seconds after which the reader looks whether it is still wanted, where nobody can call it."""
BUG = "has met with a bug of Kibitz; the log tells more"
AHEAD = 16384
"""Bytes that may wait for the loop; no more are read until it has taken them."""


class Wire(Protocol):
    """What is asked of an open port of pyserial."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...
    def close(self) -> None: ...


Opener = Callable[[], Wire]
Reason = Callable[[BaseException], str]
"""Puts into words why a port was lost."""


class Reader:
    """One opening of a port; made in the loop that is to hear it."""

    def __init__(self, opener: Opener, ear: Ear, reason: Reason) -> None:
        self._opener = opener
        self._ear = ear
        self._reason = reason
        self._loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = self._loop.create_future()
        self.ended = asyncio.Event()
        """Whether the port is closed, and can be opened again."""
        self.wire: Wire | None = None
        """The open port; the loop writes to it until it stops the reader."""
        self._unwanted = threading.Event()
        self._released = threading.Event()
        self._room = threading.Condition()
        self._heard = bytearray()
        self._lost: str | None = None
        self._called = False

    def start(self) -> None:
        # A port that hangs for ever must not keep the program from ending.
        threading.Thread(target=self._run, name="serial port", daemon=True).start()

    def stop(self) -> None:
        """Hear no more, and let the thread close the port as soon as it can."""
        self._unwanted.set()
        self.opened.cancel()
        with self._room:
            self._room.notify_all()
        with suppress(*FAULTS):
            getattr(self.wire, "cancel_read", _nothing)()
        # Until here the wire was open: a number of a file is soon given to another one.
        self._released.set()

    def _run(self) -> None:
        try:
            wire = self._opener()
        except Exception as fault:  # noqa: BLE001 - whoever opens it is told, in the loop
            self._tell(self._refuse, fault)
            self._tell(self.ended.set)
            return
        self._tell(self._accept, wire)
        try:
            self._read(wire)
        finally:
            while not self._released.wait(LOOKING) and not self._loop.is_closed():
                pass
            with suppress(*FAULTS):
                wire.close()
            self._tell(self.ended.set)

    def _read(self, wire: Wire) -> None:
        try:
            while self._is_wanted():
                self._take(_heard(wire))
        except FAULTS as fault:
            self._end(self._reason(fault))
        except BaseException:
            self._end(BUG)
            raise

    def _end(self, why: str) -> None:
        """Let the loop hear that the port is lost, after all that came in before."""
        with self._room:
            self._lost = why
            self._call()

    def _take(self, data: bytes) -> None:
        """Keep this for the loop, and wait until there is room for more."""
        if not data:
            return
        with self._room:
            self._heard += data
            self._call()
            while len(self._heard) >= AHEAD and self._is_wanted():
                self._room.wait(LOOKING)

    def _is_wanted(self) -> bool:
        """Whether anybody may still listen: a loop that has ended stops nobody."""
        return not self._unwanted.is_set() and not self._loop.is_closed()

    def _call(self) -> None:
        """Call the loop, unless it has been called already."""
        if not self._called:
            self._called = True
            self._tell(self._hand_over)

    def _tell(self, act: Callable[..., None], *what: object) -> None:
        # A loop that is closed cannot be told anything any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act, *what)

    # From here on: in the loop.

    def _accept(self, wire: Wire) -> None:
        if not self.opened.done():
            self.wire = wire
            self.opened.set_result(None)

    def _refuse(self, fault: BaseException) -> None:
        if not self.opened.done():
            self.opened.set_exception(fault)

    def _hand_over(self) -> None:
        with self._room:
            data, self._heard, self._called = bytes(self._heard), bytearray(), False
            lost = self._lost
            self._room.notify_all()
        if data and not self._unwanted.is_set():
            self._ear.hear(data)
        if lost is not None and not self._unwanted.is_set():
            self._ear.lose(lost)


def _heard(wire: Wire) -> bytes:
    """What has come in, of which a socket tells only that there is more; nothing after a while."""
    data = wire.read(1)
    while data and len(data) < AHEAD and (more := wire.in_waiting):
        data += wire.read(min(more, AHEAD - len(data)))
    return data


def _nothing() -> None:
    """Not every port can be called away from reading."""
