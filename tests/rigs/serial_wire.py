"""A serial port of this machine that can be unplugged, and that garbles if it is told to."""

from __future__ import annotations

import os
import pty
import selectors
import socket
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from itertools import chain
from pathlib import Path

CHUNK = 4096


class Way(Enum):
    """Where bytes on the wire are going."""

    TO_BOARD = "to board"
    TO_HOST = "to host"


Mangle = Callable[[bytes, Way], bytes]


def faithful(data: bytes, _way: Way) -> bytes:
    """What a good wire does."""
    return data


class SerialWire:
    """A pty under a name that stays, as in /dev/serial/by-id; what is behind it has a socket."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.mangle: Mangle = faithful
        """What becomes of bytes on their way; may be changed at any time."""
        self.held: frozenset[Way] = frozenset()
        """The ways on which nothing moves."""
        self._plugged: _Plugged | None = None

    def hold(self, *ways: Way) -> None:
        """From now on nothing moves on these ways, and on the others it does."""
        self.held = frozenset(ways)
        if self._plugged is not None:
            self._plugged.waker.send(b".")

    def plug(self, device: socket.socket) -> None:
        """The port appears, and this socket is behind it."""
        if self._plugged is not None:
            raise RuntimeError(f"{self.port.name} is plugged in already")
        self._plugged = _Plugged(self, device)
        new = self.port.with_suffix(".new")
        new.symlink_to(self._plugged.name)
        new.replace(self.port)

    def unplug(self) -> None:
        """The port is gone; whoever has it open is hung up on. Twice is fine."""
        plugged, self._plugged = self._plugged, None
        if plugged is not None:
            self.port.unlink(missing_ok=True)
            plugged.end()


class _Plugged:
    """One stay of a device at a port."""

    def __init__(self, wire: SerialWire, device: socket.socket) -> None:
        # The slave stays open here: else the master would see one hang-up after another.
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        device.setblocking(False)
        self.wire = wire
        self.device = device
        self.name = os.ttyname(self.slave)
        self.waker, self.woken = socket.socketpair()
        self.thread = threading.Thread(target=self.pump, name=wire.port.name, daemon=True)
        self.thread.start()

    def end(self) -> None:
        # A thread that sleeps in a read would keep the pty from hanging up.
        self.waker.close()
        self.thread.join()
        self.woken.close()
        self.device.close()
        os.close(self.master)
        os.close(self.slave)

    def pump(self) -> None:
        """Carry bytes both ways; what one end does not take holds up the other."""
        lanes = [
            _Lane(Way.TO_BOARD, self.master, self.device.fileno()),
            _Lane(Way.TO_HOST, self.device.fileno(), self.master),
        ]
        while True:
            moving = [lane for lane in lanes if lane.way not in self.wire.held]
            if self.woken in self.ready(moving) and not self.woken.recv(CHUNK):
                return
            for lane in moving:
                lane.carry(self.wire)

    def ready(self, lanes: list[_Lane]) -> list[object]:
        """Wait until something can be done."""
        wanted: dict[int, int] = {}
        for end, event in chain.from_iterable(lane.wants() for lane in lanes):
            wanted[end] = wanted.get(end, 0) | event
        with selectors.PollSelector() as poll:
            poll.register(self.woken, selectors.EVENT_READ)
            for end, event in wanted.items():
                poll.register(end, event)
            return [key.fileobj for key, _ in poll.select()]


class _Lane:
    """One direction of the wire."""

    def __init__(self, way: Way, source: int, sink: int) -> None:
        self.way = way
        self.source: int | None = source
        self.sink: int | None = sink
        self.carried = b""

    def wants(self) -> list[tuple[int, int]]:
        """Which end it waits for, and whether to read or to write."""
        if self.carried and self.sink is not None:
            return [(self.sink, selectors.EVENT_WRITE)]
        return [] if self.source is None else [(self.source, selectors.EVENT_READ)]

    def carry(self, wire: SerialWire) -> None:
        if not self.carried:
            self.take(wire)
        self.give()

    def take(self, wire: SerialWire) -> None:
        if self.source is None:
            return
        with suppress(BlockingIOError):
            try:
                data = os.read(self.source, CHUNK)
            except ConnectionError:
                data = b""
            if not data:
                self.source = None
            self.carried = wire.mangle(data, self.way)

    def give(self) -> None:
        if self.sink is None:
            self.carried = b""
        elif self.carried:
            with suppress(BlockingIOError):
                try:
                    self.carried = self.carried[os.write(self.sink, self.carried) :]
                except (BrokenPipeError, ConnectionError):
                    self.sink, self.carried = None, b""
