"""Asks at a port who is there, and understands every answer, none included."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from firmware_bridge.ports.port import Port, PortFault
from firmware_bridge.ports.reasons import FORBIDDEN, MISSING, TAKEN
from firmware_bridge.wire.events import Crashed, Event, Failed, Fault, FaultKind, Ready
from firmware_bridge.wire.session import Session
from hardware.devices import Clock
from service.doctor.facts import Answer, Asked

SHUT: Mapping[str, Answer] = {
    MISSING: Answer.MISSING,
    TAKEN: Answer.TAKEN,
    FORBIDDEN: Answer.FORBIDDEN,
}
"""What reasons mean for which a port cannot be opened; all others are told as they are."""
SAID: Mapping[FaultKind, Answer] = {
    FaultKind.SILENT: Answer.SILENT,
    FaultKind.ECHO: Answer.ECHO,
    FaultKind.NO_BOARD: Answer.OTHER_TALK,
    FaultKind.CHECK: Answer.WRONG_CHECK,
    FaultKind.KIND: Answer.OTHER_TALK,
    FaultKind.PROTOCOL: Answer.OTHER_WIRE,
}
"""What it means how a talk ends; all other ways are those of an unruly board."""


async def ask(port: Port, clock: Clock) -> Asked:
    """Who is at this port; it takes a few seconds where nobody is."""
    talk = _Talk(port)
    try:
        await port.open(talk)
        return await talk.hold(clock)
    except PortFault as fault:
        return Asked(port.where, SHUT.get(fault.why, Answer.SHUT), why=fault.why)
    finally:
        await port.close()


class _Talk:
    """Greets whoever is there, hears all it knows, and goes."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._session = Session()
        self._came: asyncio.Queue[bytes | str] = asyncio.Queue()
        self._last_words = ""

    def hear(self, data: bytes) -> None:
        """These bytes have come in."""
        self._came.put_nowait(data)

    def lose(self, why: str) -> None:
        """The port has gone."""
        self._came.put_nowait(why)

    async def hold(self, clock: Clock) -> Asked:
        """What came of it."""
        self._session.start(clock.now())
        while True:
            if sent := self._session.to_send():
                self._port.write(sent)
            came = await self._wait(clock)
            if isinstance(came, str):
                raise PortFault(self._port.where, came)
            now = clock.now()
            events = self._session.receive(came, now) if came else self._session.pass_time(now)
            if (asked := self._understood(events)) is not None:
                return asked

    async def _wait(self, clock: Clock) -> bytes | str:
        """What comes in; nothing, once it is time to go on without."""
        coming = asyncio.ensure_future(self._came.get())
        time = asyncio.ensure_future(clock.wait_until(self._session.next_call))
        try:
            await asyncio.wait({coming, time}, return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else b""
        finally:
            coming.cancel()
            time.cancel()

    def _understood(self, events: Iterable[Event]) -> Asked | None:
        for event in events:
            match event:
                case Ready():
                    return Asked(self._port.where, Answer.BOARD, self._session.info)
                case Crashed(traceback):
                    *_, self._last_words = ["MicroPython", *traceback.split("\n")]
                case Failed(fault):
                    return self._judged(fault)
        return None

    def _judged(self, fault: Fault) -> Asked:
        """What it means that no board of ours has answered, or not as it should."""
        where, overheard = self._port.where, self._session.overheard
        if overheard.has_stopped:
            return Asked(where, Answer.CRASHED, why=self._last_words)
        if self._session.info is not None:
            return Asked(where, Answer.UNRULY, why=str(fault))
        if fault.kind is FaultKind.FLOODS and (said := overheard.says(b"")):
            # Who floods us with what is no line of ours is no board, but perhaps a modem.
            return Asked(where, Answer.OTHER_TALK, why=said)
        answer = SAID.get(fault.kind, Answer.UNRULY)
        told = str(fault) if answer is Answer.UNRULY else fault.what or str(fault)
        return Asked(where, answer, why=told)
