"""The line to a board, which all devices on that board share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Container, Sequence

from firmware_bridge.ports.port import Port, PortFault
from firmware_bridge.talk import Listening, Talk
from firmware_bridge.wire.requests import Request, Set
from firmware_bridge.wire.session import Session
from firmware_bridge.wire.tellings import BoardInfo, Cells, DiceTelling, Presses, Telling
from hardware.devices import Clock

KINDS = ("kibitz", "dice")
"""The boards that we know."""

log = logging.getLogger(__name__)


class BoardLink:
    """A board at a port: the first device to join opens it, and the last one to leave closes it."""

    def __init__(
        self,
        port: Port,
        clock: Clock,
        settings: Sequence[Set] = (),
        kinds: Container[str] = KINDS,
    ) -> None:
        self._port = port
        self._clock = clock
        self._settings = settings
        self._kinds = kinds
        self._ears: list[Listening] = []
        self._opening: asyncio.Task[Talk] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._talk: Talk | None = None
        """The newest one, over or not."""
        self._earlier = 0
        self._uid: str | None = None
        self._last_words: str | None = None
        """What was told of the end of the board's program; None while it runs."""

    @property
    def where(self) -> str:
        """What people call the port."""
        return self._port.where

    @property
    def info(self) -> BoardInfo | None:
        """What the board is and has, if it was ever reached."""
        return None if self._talk is None else self._talk.info

    @property
    def cells(self) -> Cells | None:
        """What the sensors told last."""
        return None if self._talk is None else self._talk.standing.cells

    @property
    def presses(self) -> Presses | None:
        """What the buttons told last."""
        return None if self._talk is None else self._talk.standing.presses

    def dice(self, pair: int) -> DiceTelling | None:
        """What a pair of dice told last."""
        return None if self._talk is None else self._talk.standing.dice.get(pair)

    @property
    def noises(self) -> int:
        """Lines that were none, of all talks."""
        return self._earlier + (self._talk.noises if self._talk else 0)

    @property
    def overheard(self) -> Sequence[str]:
        """The newest lines that were none, of the newest talk, for whoever looks for a fault."""
        return self._talk.overheard if self._talk else ()

    async def join(self, ear: Listening) -> BoardInfo:
        """Reach the board, and be told what it tells; PortFault if that cannot be done."""
        self._ears.append(ear)
        try:
            return await self._reached()
        except BaseException:
            await self.leave(ear)
            raise

    async def leave(self, ear: Listening) -> None:
        """Be told no more; it cannot fail, and twice is fine."""
        if ear in self._ears:
            self._ears.remove(ear)
        if not self._ears and self._opening is not None:
            self._opening.cancel()
            self._close(self._opening)
        if self._closing is not None:
            await asyncio.wait({self._closing})

    async def ask(self, request: Request) -> Telling:
        """What the board answers, be it a refusal; PortFault if it cannot be reached."""
        if self._talk is None:
            raise PortFault(self.where, "is not open")
        return await self._talk.ask(request)

    def told(self, telling: Cells | Presses | DiceTelling) -> None:
        """The board has told something new."""
        for ear in tuple(self._ears):
            ear.told(telling)

    def lost(self, why: str) -> None:
        """The talk is over."""
        ears, self._ears = self._ears, []
        if self._opening is not None:
            self._close(self._opening)
        for ear in ears:
            ear.lost(why)

    def crashed(self, traceback: str) -> None:
        """The program of the board has ended."""
        if self._last_words is None or traceback not in ("", self._last_words):
            said = f":\n{traceback}" if traceback else ""
            log.warning("%s: the program of the board has ended%s", self.where, said)
            self._last_words = traceback

    async def _reached(self) -> BoardInfo:
        if self._opening is None:
            self._opening = asyncio.get_running_loop().create_task(self._open(self._closing))
            self._opening.add_done_callback(self._has_opened)
        talk = await asyncio.shield(self._opening)
        if talk.over is not None or talk.info is None:
            raise PortFault(self.where, talk.over or "is not open")
        return talk.info

    async def _open(self, closing: asyncio.Task[None] | None) -> Talk:
        if closing is not None:
            await asyncio.wait({closing})
        if self._talk is not None:
            self._earlier += self._talk.noises
        session = Session(self._settings, self._kinds)
        talk = self._talk = Talk(self._port, self._clock, session, self)
        info = await talk.begin()
        self._last_words = None
        if self._uid not in (None, info.uid):
            log.warning(
                "%s: another board than before: %s, not %s", self.where, info.uid, self._uid
            )
        self._uid = info.uid
        log.info("%s: the board %s, with firmware %s", self.where, info.uid, info.firmware)
        return talk

    def _has_opened(self, opening: asyncio.Task[Talk]) -> None:
        """Who comes after a failure tries again; those who waited have been told."""
        failed = opening.cancelled() or opening.exception() is not None
        if failed and self._opening is opening:
            self._opening = None

    def _close(self, opening: asyncio.Task[Talk]) -> None:
        self._opening = None
        ending = _ended(opening, self._closing)
        self._closing = asyncio.get_running_loop().create_task(ending)


async def _ended(opening: asyncio.Task[Talk], earlier: asyncio.Task[None] | None) -> None:
    """Wait until it has opened, or will not do so any more, and end the talk.

    Who gave up while it waited for an earlier end has not brought that end about.
    """
    await asyncio.wait({opening, earlier} if earlier is not None else {opening})
    if not opening.cancelled() and opening.exception() is None:
        await opening.result().end()
