"""What comes over the wire: a little at a time, and nobody who says nothing keeps a line for long.

The server judges what it reads in one go, however many pieces that is; so whoever sends nothing
but crumbs would have everybody wait.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from service.web.limits import (
    ANSWERED_WITHIN,
    ASKED_WITHIN,
    CRUMBS,
    MOST_CONNECTIONS,
    MOST_OF_ONE,
    READ_AT_ONCE,
    Bucket,
)


class _ByBits(asyncio.BufferedProtocol):
    """Reads no more at once than can be judged between two turns of the loop."""

    def get_buffer(self, _sizehint: int) -> bytearray:
        """Where what comes in is put."""
        self._bits = bytearray(READ_AT_ONCE)
        return self._bits

    def buffer_updated(self, nbytes: int) -> None:
        """So much has come in."""
        cast(asyncio.Protocol, self).data_received(bytes(self._bits[:nbytes]))

    def eof_received(self) -> None:
        """Nothing more will come."""


class Questions(_ByBits, H11Protocol):
    """A line on which things are asked over HTTP."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the server has it
        """Somebody has come, who has to ask soon."""
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._must_go_on(ASKED_WITHIN)

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._has_gone_on()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """See what has been asked."""
        answering = self._answering
        super().handle_events()
        if self._answering and not answering:
            self._must_go_on(ANSWERED_WITHIN)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on this is the line of a page."""
        self._has_gone_on()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Something has been answered, and more may be asked."""
        self._must_go_on(ASKED_WITHIN)
        super().on_response_complete()

    @property
    def _answering(self) -> bool:
        # There is none at first, whatever its type says.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return cycle is not None and not cycle.response_complete

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > MOST_CONNECTIONS:
            return True
        return sum(_from(one) == _from(self) for one in self.connections) > MOST_OF_ONE

    def _must_go_on(self, seconds: float) -> None:
        self._has_gone_on()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _has_gone_on(self) -> None:
        if self._deadline:
            self._deadline.cancel()


class Line(_ByBits, WebSocketsSansIOProtocol):
    """A line to a page."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A page has come."""
        self._crumbs = Bucket(CRUMBS)
        super().connection_made(transport)

    def handle_ping(self) -> None:
        """The page wants to know whether anybody is there."""
        if self._is_fed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The page is still there."""
        if self._is_fed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """More of a message."""
        if self._is_fed():
            super().handle_cont(event)

    def _is_fed(self) -> bool:
        """Whether there was more than crumbs; who sends nothing else is cut off."""
        if self._crumbs.take():
            return True
        self.transport.abort()
        return False


def _from(line: object) -> str | None:
    """From which address somebody has come."""
    client = getattr(line, "client", None)
    return client[0] if client else None
