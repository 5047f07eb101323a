"""One talk with a board over a port: from the opening of the port until either has gone."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from firmware_bridge.ports.port import Port, PortFault
from firmware_bridge.wire.events import (
    Answered,
    Crashed,
    Event,
    Failed,
    Fault,
    Noise,
    Ready,
    Refused,
    Told,
)
from firmware_bridge.wire.requests import Request, Set, Shine
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.standing import Standing
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses, Telling
from hardware.devices import Clock

log = logging.getLogger("firmware_bridge.link")


class Listening(Protocol):
    """Whoever hears what a board says once it is ready."""

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """The board has told something new."""

    def lost(self, why: str) -> None:
        """It cannot be reached any more: why, to be said after the name of the port."""


class Holding(Listening, Protocol):
    """Whoever holds a talk."""

    def crashed(self, traceback: str) -> None:
        """The program of the board has ended: its last words, if they were heard."""


class Talk:
    """A session on a port, with its time from a clock; made in a loop, and begun once."""

    def __init__(self, port: Port, clock: Clock, session: Session, ear: Holding) -> None:
        self._port = port
        self._clock = clock
        self._session = session
        self._ear = ear
        self._asked: list[tuple[Request, asyncio.Future[Telling]]] = []
        self._ready: asyncio.Future[BoardInfo] = asyncio.get_running_loop().create_future()
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at = math.inf
        self.over: str | None = None
        """Why it is over, to be said after the name of the port."""
        self.fault: Fault | None = None
        """What the session found wrong, if that is why."""

    @property
    def info(self) -> BoardInfo | None:
        """What the board is and has, once it has been greeted."""
        return self._session.info

    @property
    def standing(self) -> Standing:
        """What the board has told last."""
        return self._session.standing

    @property
    def noises(self) -> int:
        """Lines that were none, so far."""
        return self._session.overheard.count

    @property
    def overheard(self) -> Sequence[str]:
        """The newest lines that were none."""
        return tuple(self._session.overheard.kept)

    async def begin(self) -> BoardInfo:
        """Open the port and greet the board; PortFault if there is none that answers."""
        try:
            await self._port.open(self)
            self._session.start(self._clock.now())
            self._go_on([])
            return await self._ready
        except BaseException:
            await self.end()
            raise

    async def end(self) -> None:
        """Let go of the port; it cannot fail."""
        self._stop("was closed")
        await self._port.close()

    async def ask(self, request: Request) -> Telling:
        """What the board answers, be it a refusal; PortFault once it is lost.

        Of several pictures of light that wait the newest is shown, and answers for all of them.
        """
        if self.over is not None:
            raise PortFault(self._port.where, self.over)
        answer: asyncio.Future[Telling] = asyncio.get_running_loop().create_future()
        self._asked.append((request, answer))
        now = self._clock.now()
        self._session.ask(request, now)
        self._go_on(self._session.pass_time(now) if self._session.next_call <= now else [])
        return await answer

    def hear(self, data: bytes) -> None:
        """These bytes have come in."""
        if self.over is None:
            self._go_on(self._session.receive(data, self._clock.now()))

    def lose(self, why: str) -> None:
        """The port has gone."""
        self._fall(why)

    def _go_on(self, events: Iterable[Event]) -> None:
        """Say what is to be said, tell what has happened, and be there when time is up."""
        try:
            if said := self._session.to_send():
                self._port.write(said)
        except PortFault as fault:
            self._fall(fault.why)
        for event in events:
            if self.over is None:
                self._happen(event)
        if self.over is None:
            self._set_alarm()

    def _happen(self, event: Event) -> None:
        match event:
            case Told(telling) if self._ready.done():
                self._ear.told(telling)
            case Ready() if self.info is not None and not self._ready.done():
                self._ready.set_result(self.info)
            case Answered(request, telling):
                self._answer(request, telling)
            case Refused(request, refusal):
                if isinstance(request, Set):
                    said = (self._port.where, request.body.decode(), refusal)
                    log.warning("%s does not take the setting %s: %s", *said)
                self._answer(request, refusal)
            case Noise(text):
                log.debug("%s: noise: %s", self._port.where, text)
            case Crashed(traceback):
                self._ear.crashed(traceback)
            case Failed(fault):
                self.fault = fault
                self._fall(str(fault))

    def _answer(self, request: Request, telling: Telling) -> None:
        """Tell who asked; a picture answers for those that it took the place of as well."""
        asked = next((at for at, (one, _) in enumerate(self._asked) if one is request), None)
        if asked is None:
            return
        of_light = isinstance(request, Shine)
        answered = [
            pair
            for at, pair in enumerate(self._asked)
            if at == asked or (of_light and at < asked and isinstance(pair[0], Shine))
        ]
        for pair in answered:
            self._asked.remove(pair)
            if not pair[1].done():
                pair[1].set_result(telling)

    def _set_alarm(self) -> None:
        if self._session.next_call >= self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_at = self._session.next_call
        self._alarm = asyncio.get_running_loop().create_task(self._keep_time())
        self._alarm.add_done_callback(_complain)

    async def _keep_time(self) -> None:
        while self.over is None:
            await self._clock.wait_until(self._alarm_at)
            # Whatever follows from it, this is the task that waits for what comes next.
            self._alarm_at = -math.inf
            self._go_on(self._session.pass_time(self._clock.now()))
            self._alarm_at = self._session.next_call

    def _fall(self, why: str) -> None:
        if self.over is not None:
            return
        was_ready = self._ready.done()
        self._stop(why)
        if was_ready:
            self._ear.lost(why)

    def _stop(self, why: str) -> None:
        if self.over is not None:
            return
        self.over = why
        if not self._ready.done():
            self._ready.set_exception(PortFault(self._port.where, why))
            # It is not sure that anybody waits for it.
            self._ready.exception()
        asked, self._asked = self._asked, []
        for _, answer in asked:
            if not answer.done():
                answer.set_exception(PortFault(self._port.where, why))
        if self._alarm is not None:
            self._alarm.cancel()


def _complain(task: asyncio.Task[None]) -> None:
    """Say aloud that a task has failed for which nobody waits."""
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error
