"""Serial ports of this machine that can be unplugged and garbled."""

from __future__ import annotations

import asyncio
import os
import pty
import selectors
import socket
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import chain
from pathlib import Path

PATIENCE = 20.0
"""Seconds after which a wait fails."""


class SerialPlug:
    """The far end of a serial port; it returns under the same path, as another pseudo-terminal."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.far = -1
        self._near = -1

    def plug_in(self) -> None:
        self.far, self._near = os.openpty()
        # A fresh pty echoes, and does not pass every byte through.
        tty.setraw(self._near)
        os.set_blocking(self.far, False)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._near))

    def unplug(self) -> None:
        if self.far < 0:
            return
        self.path.unlink()
        os.close(self.far)
        os.close(self._near)
        self.far = self._near = -1

    def say(self, data: bytes) -> None:
        os.write(self.far, data)

    def hear(self) -> bytes:
        """The bytes received since the last call."""
        try:
            return os.read(self.far, 65536)
        except BlockingIOError:
            return b""


@contextmanager
def plugged_port(path: Path) -> Iterator[SerialPlug]:
    """A port that is plugged in at first."""
    plug = SerialPlug(path)
    plug.plug_in()
    try:
        yield plug
    finally:
        plug.unplug()


class PortRecorder:
    """A port listener that records, and can be waited for."""

    def __init__(self) -> None:
        self.heard = b""
        self.lost: list[str] = []
        self.most = 0
        """The largest number of bytes delivered at once."""
        self._news = asyncio.Event()

    def on_data(self, data: bytes) -> None:
        self.heard += data
        self.most = max(self.most, len(data))
        self._news.set()

    def on_lost(self, why: str) -> None:
        self.lost.append(why)
        self._news.set()

    async def until(self, condition: Callable[[], object]) -> None:
        """Waits until a condition holds."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()


async def bytes_at_far_end(plug: SerialPlug, enough: Callable[[bytes], object]) -> bytes:
    """The bytes received at the far end, once they are enough."""
    heard, news = b"", asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(plug.far, news.set)
    try:
        async with asyncio.timeout(PATIENCE):
            while not enough(heard):
                await news.wait()
                news.clear()
                heard += plug.hear()
    finally:
        loop.remove_reader(plug.far)
    return heard


CHUNK = 4096


class Direction(Enum):
    """Direction of bytes on the wire."""

    TO_BOARD = "to board"
    TO_HOST = "to host"


Mangle = Callable[[bytes, Direction], bytes]


def pass_unchanged(data: bytes, _way: Direction) -> bytes:
    """Returns the bytes unchanged."""
    return data


class SerialWire:
    """A pseudo-terminal under a fixed name, as in /dev/serial/by-id; a socket is behind it."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.mangle: Mangle = pass_unchanged
        """Transforms bytes on their way; may be replaced at any time."""
        self.held: frozenset[Direction] = frozenset()
        """The blocked directions."""
        self._plugged: _Plugged | None = None

    def hold(self, *ways: Direction) -> None:
        """Blocks these directions, and no others."""
        self.held = frozenset(ways)
        if self._plugged is not None:
            self._plugged.waker.send(b".")

    def plug(self, device: socket.socket) -> None:
        """Connects a socket; the port appears."""
        if self._plugged is not None:
            raise RuntimeError(f"{self.port.name} is plugged in already")
        self._plugged = _Plugged(self, device)
        new = self.port.with_suffix(".new")
        new.symlink_to(self._plugged.name)
        new.replace(self.port)

    def unplug(self) -> None:
        """Removes the port and hangs up on its readers. Idempotent."""
        plugged, self._plugged = self._plugged, None
        if plugged is not None:
            self.port.unlink(missing_ok=True)
            plugged.end()


class _Plugged:
    """One connection of a device to a port."""

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
        """Carries bytes both ways; an end that reads nothing blocks the other."""
        lanes = [
            _Lane(Direction.TO_BOARD, self.master, self.device.fileno()),
            _Lane(Direction.TO_HOST, self.device.fileno(), self.master),
        ]
        while True:
            moving = [lane for lane in lanes if lane.way not in self.wire.held]
            if self.woken in self.ready(moving) and not self.woken.recv(CHUNK):
                return
            for lane in moving:
                lane.carry(self.wire)

    def ready(self, lanes: list[_Lane]) -> list[object]:
        """Waits until something can be done."""
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

    def __init__(self, way: Direction, source: int, sink: int) -> None:
        self.way = way
        self.source: int | None = source
        self.sink: int | None = sink
        self.carried = b""

    def wants(self) -> list[tuple[int, int]]:
        """The end it waits for, and the selector event."""
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
