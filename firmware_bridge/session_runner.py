"""Runs a wire session on a port, timed by a clock."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from firmware_bridge.port import Port, PortFault
from firmware_bridge.wire import session_events
from firmware_bridge.wire.board_messages import BoardInfo, BoardMessage, BoardUpdate
from firmware_bridge.wire.requests import ChangeSetting, Request, SetLamps
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.session_state import LastKnown
from hardware.devices import Clock

log = logging.getLogger(__name__)


class BoardListener(Protocol):
    """A subscriber to the updates of a ready board."""

    def on_update(self, update: BoardUpdate) -> None:
        """Handles an update of the board."""

    def on_lost(self, why: str) -> None:
        """Handles the loss of the board; `why` is a predicate of the port."""


class SessionOwner(BoardListener, Protocol):
    """The owner of a session."""

    def on_crash(self, traceback: str) -> None:
        """Handles the end of the board's program; `traceback` may be empty."""


class SessionRunner:
    """A session on a port, timed by a clock; created in an event loop, and begun once."""

    def __init__(self, port: Port, clock: Clock, session: Session, owner: SessionOwner) -> None:
        self._port = port
        self._clock = clock
        self._session = session
        self._owner = owner
        self._pending: list[tuple[Request, asyncio.Future[BoardMessage]]] = []
        self._ready: asyncio.Future[BoardInfo] = asyncio.get_running_loop().create_future()
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at = math.inf
        self.end_reason: str | None = None
        """The reason of the end, a predicate of the port; None while the session runs."""
        self.fault: session_events.SessionFault | None = None
        """The fault that the session found, if that ended it."""

    @property
    def info(self) -> BoardInfo | None:
        """The description of the board, once it has answered HELLO."""
        return self._session.info

    @property
    def last_known(self) -> LastKnown:
        return self._session.last_known

    @property
    def noise_count(self) -> int:
        """Number of invalid lines so far."""
        return self._session.noise.count

    @property
    def noise_lines(self) -> Sequence[str]:
        return tuple(self._session.noise.lines)

    async def begin(self) -> BoardInfo:
        """Opens the port and greets the board; PortFault if no board answers."""
        try:
            await self._port.open(self)
            self._session.start(self._clock.now())
            self._process([])
            return await self._ready
        except BaseException:
            await self.end()
            raise

    async def end(self) -> None:
        """Closes the port; never fails."""
        self._stop("was closed")
        await self._port.close()

    async def ask(self, request: Request) -> BoardMessage:
        """Sends a request; returns the response, which may be a refusal. PortFault if lost.

        Of several waiting SetLamps requests only the newest is sent; its response completes
        all of them.
        """
        if self.end_reason is not None:
            raise PortFault(self._port.address, self.end_reason)
        response: asyncio.Future[BoardMessage] = asyncio.get_running_loop().create_future()
        self._pending.append((request, response))
        now = self._clock.now()
        self._session.ask(request, now)
        self._process(self._session.pass_time(now) if self._session.next_call <= now else [])
        return await response

    def on_data(self, data: bytes) -> None:
        if self.end_reason is None:
            self._process(self._session.receive(data, self._clock.now()))

    def on_lost(self, why: str) -> None:
        self._fail(why)

    def _process(self, events: Iterable[session_events.SessionEvent]) -> None:
        """Sends pending bytes, dispatches events, and sets the next alarm."""
        try:
            if data := self._session.to_send():
                self._port.write(data)
        except PortFault as fault:
            self._fail(fault.why)
        for event in events:
            if self.end_reason is None:
                self._dispatch(event)
        if self.end_reason is None:
            self._set_alarm()

    def _dispatch(self, event: session_events.SessionEvent) -> None:
        match event:
            case session_events.StateUpdated(update) if self._ready.done():
                self._owner.on_update(update)
            case session_events.BoardReady() if self.info is not None and not self._ready.done():
                self._ready.set_result(self.info)
            case session_events.ResponseReceived(request, response):
                self._complete(request, response)
            case session_events.RequestRefused(request, refusal):
                if isinstance(request, ChangeSetting):
                    details = (self._port.address, request.body.decode(), refusal)
                    log.warning("%s: the board refuses the setting %s: %s", *details)
                self._complete(request, refusal)
            case session_events.NoiseReceived(text):
                log.debug("%s: noise: %s", self._port.address, text)
            case session_events.ProgramCrashed(traceback):
                self._owner.on_crash(traceback)
            case session_events.SessionFailed(fault):
                self.fault = fault
                self._fail(str(fault))

    def _complete(self, request: Request, response: BoardMessage) -> None:
        """Completes a request; a SetLamps also completes those that it replaced."""
        place = next((at for at, (one, _) in enumerate(self._pending) if one is request), None)
        if place is None:
            return
        is_lamps = isinstance(request, SetLamps)
        completed = [
            pair
            for at, pair in enumerate(self._pending)
            if at == place or (is_lamps and at < place and isinstance(pair[0], SetLamps))
        ]
        for pair in completed:
            self._pending.remove(pair)
            if not pair[1].done():
                pair[1].set_result(response)

    def _set_alarm(self) -> None:
        if self._session.next_call >= self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_at = self._session.next_call
        self._alarm = asyncio.get_running_loop().create_task(self._keep_time())
        self._alarm.add_done_callback(_raise_exception)

    async def _keep_time(self) -> None:
        while self.end_reason is None:
            await self._clock.wait_until(self._alarm_at)
            # While this task is running, no other alarm must be set.
            self._alarm_at = -math.inf
            self._process(self._session.pass_time(self._clock.now()))
            self._alarm_at = self._session.next_call

    def _fail(self, why: str) -> None:
        if self.end_reason is not None:
            return
        was_ready = self._ready.done()
        self._stop(why)
        if was_ready:
            self._owner.on_lost(why)

    def _stop(self, why: str) -> None:
        if self.end_reason is not None:
            return
        self.end_reason = why
        if not self._ready.done():
            self._ready.set_exception(PortFault(self._port.address, why))
            # Marks the exception as retrieved, as possibly nobody awaits it.
            self._ready.exception()
        pending, self._pending = self._pending, []
        for _, response in pending:
            if not response.done():
                response.set_exception(PortFault(self._port.address, why))
        if self._alarm is not None:
            self._alarm.cancel()


def _raise_exception(task: asyncio.Task[None]) -> None:
    """Raises the exception of a task that is never awaited."""
    if not task.cancelled() and (error := task.exception()) is not None:
        raise error
