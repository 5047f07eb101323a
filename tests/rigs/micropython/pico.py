"""A Pico on a desk: the unmodified firmware in MicroPython, behind a serial port."""

from __future__ import annotations

import socket
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tests.rigs.house import ROOT
from tests.rigs.micropython.world import World
from tests.rigs.serial_wire import SerialWire

HERE = Path(__file__).parent
UID = "e6614103e7"
FIRMWARE = ROOT / "firmware_bridge" / "pico"
SMALL = 4096
"""Bytes that the USB line of a Pico holds at most, as near as a socket gets to it."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """What runs the firmware."""

    node: str
    micropython: Path

    def command(self, files: Path, uid: str) -> list[str]:
        """What starts a Pico with these files and this id."""
        runner = [str(HERE / "runner.mjs"), str(self.micropython), str(HERE / "fakes")]
        return [self.node, *runner, str(files), uid]


class Chip(Protocol):
    """What a Pico is made of: an interpreter alone, or all of its chip."""

    def command(self, files: Path, uid: str) -> list[str]:
        """What starts a Pico with these files and this id."""


class Pico:
    """A board that can be plugged in and out as often as one likes; the world around it stays."""

    def __init__(self, chip: Chip, port: Path, uid: str = UID, files: Path = FIRMWARE) -> None:
        self.uid = uid
        self.world = World()
        self.wire = SerialWire(port)
        self._command = chip.command(files, uid)
        self._power: _Power | None = None
        self._hand = threading.RLock()

    @property
    def port(self) -> str:
        """Where the host finds it."""
        return str(self.wire.port)

    def plug(self) -> None:
        """Give it power; the port appears."""
        with self._hand:
            self._power = _Power(self._command, self)
            self.wire.plug(self._power.line)

    def unplug(self) -> None:
        """Take its power; the port disappears. Twice is fine."""
        with self._hand:
            power, self._power = self._power, None
            self.wire.unplug()
            if power is not None:
                power.end()

    def kill(self) -> None:
        """It dies, and the port stays."""
        with self._hand:
            if self._power is not None:
                self._power.process.kill()

    def come_back(self, power: _Power) -> None:
        """After a reset it is a new one on the bus, unless it was unplugged meanwhile."""
        with self._hand:
            if power is self._power:
                self.unplug()
                self.plug()


class _Power:
    """One life of a Pico, from plugging in to plugging out."""

    def __init__(self, command: list[str], pico: Pico) -> None:
        self.pico = pico
        self.line, line = socket.socketpair()
        self.news, news = socket.socketpair()
        self.life, life = socket.socketpair()
        for end in (line, self.line):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        for end in (line, news):
            end.setblocking(False)
        fds = (news.fileno(), life.fileno())
        self.process = subprocess.Popen(
            [*command, *map(str, fds)], stdin=line.fileno(), stdout=line.fileno(), pass_fds=fds
        )
        for end in (line, news, life):
            end.close()
        self.thread = threading.Thread(target=self.listen, name=f"news of {pico.uid}", daemon=True)
        pico.world.join(self.say)
        self.thread.start()

    def say(self, line: str) -> None:
        try:
            self.news.sendall(line.encode() + b"\n")
        except OSError:
            return

    def listen(self) -> None:
        # Whoever is killed before they have read everything hangs up on us.
        with self.news.makefile(encoding="ascii") as lines, suppress(ConnectionResetError):
            for line in lines:
                self.pico.world.note(line)
                if line.startswith("restarted"):
                    threading.Thread(target=self.pico.come_back, args=(self,), daemon=True).start()

        if self.process.wait() > 0:
            self.pico.world.note("ended " + b"Node failed, and has said why.".hex())

    def end(self) -> None:
        self.pico.world.leave()
        self.process.kill()
        self.process.wait()
        self.thread.join()
        for end in (self.line, self.news, self.life):
            end.close()
