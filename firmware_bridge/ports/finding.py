"""The port of a board: as it is named, or found among all that are plugged in."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from serial.tools.list_ports import comports

from firmware_bridge.ports.port import Ear, Port, PortFault
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.talk import Talk
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.tellings import Cells, DiceTelling, Presses
from hardware.devices import Clock

AUTO = "auto"
SCHEMES = ("socket", "rfc2217")
"""The URLs that lead to a port on another machine."""
UNDISTURBED = 30.0
"""Seconds for which a port that belongs to something else is left alone."""

MICROPYTHON = (0x2E8A, 0x0005)
MAKERS: Mapping[int, int] = {0x2E8A: 1, 0x2341: 2, 0x1A86: 3, 0x10C4: 3, 0x0403: 3}
"""Who makes what a board may be behind, the likeliest first: Raspberry Pi, Arduino, USB to UART."""

log = logging.getLogger(__name__)


class Listed(Protocol):
    """A port as pyserial lists it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


@dataclass(frozen=True, slots=True)
class Plugged:
    """What is plugged in at a port; something else in its place is another one."""

    path: str
    vid: int
    pid: int
    serial_number: str | None


def port_named(where: str, clock: Clock, kinds: Container[str], uid: str | None = None) -> Port:
    """The port with this path or URL, or that of the board of these kinds that is found.

    It is found only if it has this name, where one is wanted.
    """
    return FoundPort(clock, kinds, uid=uid) if where == AUTO else SerialPort(where)


def is_port(where: str) -> bool:
    """Whether this can be the name of a port at all."""
    scheme, colon, rest = where.partition("://")
    if not colon:
        return bool(where) and where.isprintable()
    return scheme in SCHEMES and bool(rest)


def candidates(listed: Iterable[Listed], uid: str | None = None) -> list[Plugged]:
    """Where a board may be, the likeliest first; above all where the one with this name is."""
    plugged = [
        Plugged(port.device, port.vid, port.pid or 0, port.serial_number)
        for port in listed
        if port.vid is not None and port.vid in MAKERS
    ]
    return sorted(plugged, key=lambda port: (not _is_named(port, uid), _rank(port), port.path))


class FoundPort:
    """The port of a board of some kind, wherever it is plugged in; the same board ever after."""

    def __init__(
        self,
        clock: Clock,
        kinds: Container[str],
        listed: Callable[[], Iterable[Listed]] = comports,
        port_at: Callable[[str], Port] = SerialPort,
        uid: str | None = None,
    ) -> None:
        self._clock = clock
        self._kinds = kinds
        self._listed = listed
        self._port_at = port_at
        self._uid = uid
        """The name of the board that is wanted, or was found first."""
        self._ports: dict[str, Port] = {}
        self._foreign: dict[Plugged, tuple[float, str]] = {}
        """Until when what is plugged in somewhere is left alone, and why."""
        self._found: Port | None = None
        self._home: Plugged | None = None
        """Where it was found last."""
        self._mourned: dict[str, str] = {}
        """What was told of the programs that had ended, by their ports."""

    @property
    def where(self) -> str:
        return self._found.where if self._found else "a board on USB"

    async def open(self, ear: Ear) -> None:
        """Find it, and listen; PortFault, with what was found instead, if that cannot be done."""
        if self._found is not None:
            raise RuntimeError(f"{self.where} is open already")
        plugged = candidates(self._listed(), self._uid)
        self._foreign = {it: known for it, known in self._foreign.items() if it in plugged}
        passed_over = []
        for it in plugged:
            why = self._left_alone(it) or await self._try(it, ear)
            if why is None:
                return
            passed_over.append(f"{it.path} {why}")
        found = "; ".join(passed_over) or "nothing is plugged in that may be one"
        raise PortFault(self.where, f"is not to be found: {found}")

    def write(self, data: bytes) -> None:
        """Send all of this at once; PortFault if the line does not take it."""
        if self._found is None:
            raise RuntimeError(f"{self.where} is not open")
        self._found.write(data)

    async def close(self) -> None:
        """Let go of it; twice is fine, and it cannot fail."""
        found, self._found = self._found, None
        if found is not None:
            await found.close()

    def _left_alone(self, plugged: Plugged) -> str | None:
        until, why = self._foreign.get(plugged, (self._clock.now(), ""))
        return why if self._clock.now() < until else None

    async def _try(self, plugged: Plugged, ear: Ear) -> str | None:
        """Listen there if it is the right board; otherwise, why it is not."""
        port = self._ports.setdefault(plugged.path, self._port_at(plugged.path))
        shared = _Shared(port)
        deaf = _Deaf(plugged.path, self._mourned)
        talk = Talk(shared, self._clock, Session(kinds=self._kinds), deaf)
        try:
            info = await talk.begin()
        except PortFault as fault:
            if shared.was_open and not self._is_ours(plugged):
                self._leave_alone(plugged, fault.why)
            return fault.why
        if self._uid not in (None, info.uid):
            why = f"is another board: {info.uid}, and not {self._uid}"
            await talk.end()
            self._leave_alone(plugged, why)
            return why
        self._uid = info.uid
        shared.pass_on(ear)
        await talk.end()
        if shared.lost is not None:
            await port.close()
            return shared.lost
        self._found, self._home = port, plugged
        self._mourned.clear()
        return None

    def _is_ours(self, plugged: Plugged) -> bool:
        """Whether the board that is wanted should be there, so that nobody else is disturbed."""
        return plugged == self._home or _is_named(plugged, self._uid)

    def _leave_alone(self, plugged: Plugged, why: str) -> None:
        self._foreign[plugged] = (self._clock.now() + UNDISTURBED, why)


class _Shared:
    """A port that one ear listens to after the other, without being closed in between."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._ear: Ear | None = None
        self._passed_on = False
        self.was_open = False
        self.lost: str | None = None

    @property
    def where(self) -> str:
        return self._port.where

    async def open(self, ear: Ear) -> None:
        self._ear = ear
        await self._port.open(self)
        self.was_open = True

    def write(self, data: bytes) -> None:
        self._port.write(data)

    async def close(self) -> None:
        if not self._passed_on:
            await self._port.close()

    def pass_on(self, ear: Ear) -> None:
        """From now on this one listens, and whoever listened before cannot close it."""
        self._ear = ear
        self._passed_on = True

    def hear(self, data: bytes) -> None:
        if self._ear is not None:
            self._ear.hear(data)

    def lose(self, why: str) -> None:
        self.lost = why
        if self._ear is not None:
            self._ear.lose(why)


class _Deaf:
    """Who only wants to know whether there is a board."""

    def __init__(self, where: str, mourned: dict[str, str]) -> None:
        self._where = where
        self._mourned = mourned

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """It will be told again."""

    def lost(self, why: str) -> None:
        """So is whoever listens next."""

    def crashed(self, traceback: str) -> None:
        """It is started again; its last words are told once, and perhaps were told before."""
        level = logging.WARNING if traceback else logging.INFO
        if self._mourned.get(self._where) == traceback:
            level = logging.DEBUG
        self._mourned[self._where] = traceback
        said = f":\n{traceback}" if traceback else ""
        log.log(level, "%s: the program of the board has ended%s", self._where, said)


def _is_named(port: Plugged, uid: str | None) -> bool:
    return uid is not None and (port.serial_number or "").lower() == uid.lower()


def _rank(port: Plugged) -> int:
    return 0 if (port.vid, port.pid) == MICROPYTHON else MAKERS[port.vid]
