"""The uvicorn server with small reads, timeouts and limits on connections."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from service.web import rate_limits


class _SmallReads(asyncio.BufferedProtocol):
    """Reads no more at once than can be parsed quickly between two rounds of the loop."""

    def get_buffer(self, _sizehint: int) -> bytearray:
        self._buffer = bytearray(rate_limits.READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Passes `nbytes` received bytes to the protocol."""
        cast(asyncio.Protocol, self).data_received(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        """The client has closed its side; the server closes the connection itself."""


class RequestProtocol(_SmallReads, H11Protocol):
    """The HTTP protocol with timeouts for requests and responses."""

    _deadline: asyncio.TimerHandle | None = None
    _unread: int = 0
    """The bytes of the response that the reader had not taken at the last deadline."""
    _has_resumed: bool = False
    """True if he has taken so much since that writing went on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the server has it
        """Accepts a connection that has to send a request soon, or aborts one too many."""
        super().connection_made(transport)
        if self._exceeds_connections():
            transport.abort()
        else:
            self._set_deadline(rate_limits.REQUEST_TIMEOUT)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Parses requests, and sets the timeout of the response when one has begun."""
        answering = self._is_responding
        super().handle_events()
        if self._is_responding and not answering:
            self._set_deadline(rate_limits.RESPONSE_TIMEOUT)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Cancels the timeout: the connection becomes a WebSocket."""
        self._cancel_deadline()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Sets the timeout of the next request on this connection."""
        self._set_deadline(rate_limits.REQUEST_TIMEOUT)
        super().on_response_complete()

    @property
    def is_streaming(self) -> bool:
        """True while a response has begun and goes on, as the stream of a feed does."""
        return self._is_responding and self.cycle.response_started

    @property
    def _is_responding(self) -> bool:
        # It is None at first, although its type does not say so.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return cycle is not None and not cycle.response_complete

    def _exceeds_connections(self) -> bool:
        same = sum(_client_address(one) == _client_address(self) for one in self.connections)
        return (
            len(self.connections) > rate_limits.MAX_CONNECTIONS
            or same > rate_limits.MAX_CONNECTIONS_PER_ADDRESS
        )

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def resume_writing(self) -> None:
        self._has_resumed = True
        super().resume_writing()

    def _give_up(self) -> None:
        """Aborts the connection, unless its reader takes what is sent, or has taken everything."""
        before, self._unread = self._unread, self.transport.get_write_buffer_size()
        reads = self._has_resumed or before - self._unread >= rate_limits.MIN_READ_BYTES
        self._has_resumed = False
        if (self.is_streaming and not self._unread) or (self._unread and reads):
            self._set_deadline(rate_limits.RESPONSE_TIMEOUT)
        elif self._unread and not before:
            self._set_deadline(rate_limits.REQUEST_TIMEOUT)
        else:
            self.transport.abort()

    def _cancel_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()


class PageSocketProtocol(_SmallReads, WebSocketsSansIOProtocol):
    """The WebSocket protocol with a rate limit on control and continuation frames."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Creates the rate limit of a new connection."""
        self._control_frames = rate_limits.TokenBucket(rate_limits.CONTROL_FRAME_LIMIT)
        super().connection_made(transport)

    def handle_ping(self) -> None:
        if self._take_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._take_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._take_frame():
            super().handle_cont(event)

    def _take_frame(self) -> bool:
        """Counts a frame; aborts the connection and returns False if there are too many."""
        if self._control_frames.take():
            return True
        self.transport.abort()
        return False


def _client_address(line: object) -> str | None:
    client = getattr(line, "client", None)
    return client[0] if client else None


USUAL_PORTS = range(8080, 8100)
"""The ports that are tried if none is configured; the first free one serves the page."""
SHUTDOWN_TIMEOUT = 1
"""Seconds that open connections may take to close when the service stops."""
ACKNOWLEDGE_TIMEOUT_MS = 30_000
"""Milliseconds after which the system drops a connection that does not acknowledge data."""
PING_INTERVAL, PONG_TIMEOUT = 20.0, 20.0
"""Seconds between two WebSocket pings, and the timeout of the pong."""


class PortUnavailable(Exception):
    """The configured address or port cannot be listened on."""

    def __init__(self, host: str, ports: range, error: OSError) -> None:
        super().__init__(f"{host}:{ports[0]}: {error.strerror}")
        self.host = host
        self.ports = ports
        self.error = error

    @property
    def is_in_use(self) -> bool:
        """True if another program uses the port."""
        return self.error.errno == errno.EADDRINUSE

    @property
    def phrase_values(self) -> Mapping[str, object]:
        ports = {"port": self.ports[0], "first": self.ports[0], "last": self.ports[-1]}
        return {"host": self.host, "problem": self.error.strerror, **ports}


def open_listener(host: str, port: int | None) -> socket.socket:
    """Returns a listening socket with its port; raises PortUnavailable if none can be opened.

    If `port` is None, the first free one of the usual ports is used.
    """
    ports = USUAL_PORTS if port is None else range(port, port + 1)
    for tried in ports:
        try:
            return _bind(host, tried)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or tried == ports[-1]:
                raise PortUnavailable(host, ports, error) from error
    raise AssertionError("a range of ports is never empty")


@asynccontextmanager
async def serve_page(app: ASGIApp, sockets: Iterable[socket.socket]) -> AsyncIterator[None]:
    """Serves the application on these sockets while the context is open.

    Pages that are still connected at the end are closed and try to connect again.
    """
    config = uvicorn.Config(
        app,
        http=RequestProtocol,
        ws=PageSocketProtocol,
        ws_max_size=rate_limits.MAX_FRAME_BYTES,
        # Compression would cost as much memory for each page as everything else together.
        ws_per_message_deflate=False,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PONG_TIMEOUT,
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        # Invalid requests of strangers need no log line; bugs are logged by the access control.
        log_level="critical",
        backlog=rate_limits.ACCEPT_BACKLOG,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    config.load()
    server, open_sockets = _Server(config), list(sockets)
    # Not `serve`: it would poll ten times a second for the end, and install signal handlers.
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=open_sockets)
    try:
        yield
    finally:
        await server.shutdown(sockets=open_sockets)


class _Server(uvicorn.Server):
    """The server; its shutdown waits for no stream, and for no connection that is stuck."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        while stuck := self._stuck_transports():
            for transport in stuck:
                transport.abort()
            # An aborted connection is removed in the next round of the loop.
            await asyncio.sleep(0)
        await super().shutdown(sockets)

    def _stuck_transports(self) -> list[asyncio.Transport]:
        return [
            it.transport
            for it in tuple(self.server_state.connections)
            if it.transport.is_closing()
            or it.transport.get_write_buffer_size() > 0
            or getattr(it, "is_streaming", False)
        ]


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted connections inherit both options; the second exists on Linux only.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ACKNOWLEDGE_TIMEOUT_MS)
        bound.bind(address)
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound
