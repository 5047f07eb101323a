"""The connection to a board, shared by all devices on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Sequence

from firmware_bridge.port import Port, PortFault
from firmware_bridge.session_runner import BoardListener, SessionRunner
from firmware_bridge.wire.board_messages import (
    BoardInfo,
    BoardMessage,
    BoardUpdate,
    DiceReport,
    PressCounts,
    SensorStates,
)
from firmware_bridge.wire.requests import ChangeSetting, Request
from firmware_bridge.wire.session import Session
from hardware.devices import Clock

KNOWN_KINDS = ("kibitz", "dice")
"""The known kinds of boards."""

log = logging.getLogger(__name__)


class BoardLink:
    """A board at a port: opened when the first device joins, closed when the last one leaves."""

    def __init__(
        self,
        port: Port,
        clock: Clock,
        settings: Sequence[ChangeSetting] = (),
        kinds: Container[str] = KNOWN_KINDS,
    ) -> None:
        self._port = port
        self._clock = clock
        self._settings = settings
        self._kinds = kinds
        self._listeners: list[BoardListener] = []
        self._opening: asyncio.Task[SessionRunner] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._runner: SessionRunner | None = None
        """The runner of the newest session, over or not."""
        self._earlier_noise = 0
        self._uid: str | None = None
        self._last_crash: str | None = None
        """The last reported crash of the board's program; None while it runs."""

    @property
    def address(self) -> str:
        return self._port.address

    @property
    def info(self) -> BoardInfo | None:
        """The description of the board; None if it was never reached."""
        return None if self._runner is None else self._runner.info

    @property
    def sensors(self) -> SensorStates | None:
        """The last known state of the sensors."""
        return None if self._runner is None else self._runner.last_known.sensors

    @property
    def presses(self) -> PressCounts | None:
        """The last known counts of the buttons."""
        return None if self._runner is None else self._runner.last_known.presses

    def dice(self, pair: int) -> DiceReport | None:
        """The last known state of a pair of dice."""
        return None if self._runner is None else self._runner.last_known.dice.get(pair)

    @property
    def noise_count(self) -> int:
        """Number of invalid lines in all sessions."""
        return self._earlier_noise + (self._runner.noise_count if self._runner else 0)

    @property
    def noise_lines(self) -> Sequence[str]:
        """The last invalid lines of the newest session, for diagnosis."""
        return self._runner.noise_lines if self._runner else ()

    async def join(self, listener: BoardListener) -> BoardInfo:
        """Reaches the board and subscribes to its updates; PortFault if that fails."""
        self._listeners.append(listener)
        try:
            return await self._reach()
        except BaseException:
            await self.leave(listener)
            raise

    async def leave(self, listener: BoardListener) -> None:
        """Ends a subscription; may be repeated, and never fails."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if not self._listeners and self._opening is not None:
            self._opening.cancel()
            self._close(self._opening)
        if self._closing is not None:
            await asyncio.wait({self._closing})

    async def ask(self, request: Request) -> BoardMessage:
        """Sends a request; returns the response, maybe a refusal. PortFault if unreachable."""
        if self._runner is None:
            raise PortFault(self.address, "is not open")
        return await self._runner.ask(request)

    def on_update(self, update: BoardUpdate) -> None:
        """Forwards an update of the board to all subscribers."""
        for listener in tuple(self._listeners):
            listener.on_update(update)

    def on_lost(self, why: str) -> None:
        """Ends the connection and notifies all subscribers."""
        listeners, self._listeners = self._listeners, []
        if self._opening is not None:
            self._close(self._opening)
        for listener in listeners:
            listener.on_lost(why)

    def on_crash(self, traceback: str) -> None:
        """Logs that the program of the board has ended, once for each traceback."""
        if self._last_crash is None or traceback not in ("", self._last_crash):
            details = f":\n{traceback}" if traceback else ""
            log.warning("%s: the program of the board has ended%s", self.address, details)
            self._last_crash = traceback

    async def _reach(self) -> BoardInfo:
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open(self._closing))
            self._opening.add_done_callback(self._has_opened)
        runner = await asyncio.shield(self._opening)
        if runner.end_reason is not None or runner.info is None:
            raise PortFault(self.address, runner.end_reason or "is not open")
        return runner.info

    async def _open(self, closing: asyncio.Task[None] | None) -> SessionRunner:
        if closing is not None:
            await asyncio.wait({closing})
        if self._runner is not None:
            self._earlier_noise += self._runner.noise_count
        session = Session(self._settings, self._kinds)
        runner = self._runner = SessionRunner(self._port, self._clock, session, self)
        info = await runner.begin()
        self._last_crash = None
        if self._uid not in (None, info.uid):
            details = (self.address, info.uid, self._uid)
            log.warning("%s: a different board answers: %s instead of %s", *details)
        self._uid = info.uid
        log.info("%s: connected to board %s, firmware %s", self.address, info.uid, info.firmware)
        return runner

    def _has_opened(self, opening: asyncio.Task[SessionRunner]) -> None:
        """Forgets a failed opening, so that the next `join` tries again."""
        failed = opening.cancelled() or opening.exception() is not None
        if failed and self._opening is opening:
            self._opening = None

    def _close(self, opening: asyncio.Task[SessionRunner]) -> None:
        self._opening = None
        ending = _close_runner(opening, self._closing)
        self._closing = asyncio.get_running_loop().create_task(ending)


async def _close_runner(
    opening: asyncio.Task[SessionRunner], earlier: asyncio.Task[None] | None
) -> None:
    """Waits until the runner has opened or failed, then ends it.

    `earlier` is an earlier closing: a cancelled opening that still waited for it must not end
    before it.
    """
    await asyncio.wait({opening, earlier} if earlier is not None else {opening})
    if not opening.cancelled() and opening.exception() is None:
        await opening.result().end()
