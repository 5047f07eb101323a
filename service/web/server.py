"""Serves the page in the loop in which everything else runs."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager

import uvicorn
from starlette.types import ASGIApp

from service.web.limits import LONGEST_FRAME, MOST_WAITING
from service.web.wire import Line, Questions

USUAL_PORTS = range(8080, 8100)
"""Where the page is to be found, unless a port is set: on the first of them that is free."""
GRACE = 1
"""Seconds that pages may take to go, when the service stops."""
UNHEARD = 30_000
"""Milliseconds after which the system gives up a page that takes nothing in."""
PING, PONG = 20.0, 20.0
"""Seconds between two questions whether a page is still there, and for its answer."""


class NoPort(Exception):
    """Nobody can be served there."""

    def __init__(self, host: str, ports: range, error: OSError) -> None:
        super().__init__(f"{host}:{ports[0]}: {error.strerror}")
        self.host = host
        self.ports = ports
        self.error = error

    @property
    def taken(self) -> bool:
        """Whether somebody else is there."""
        return self.error.errno == errno.EADDRINUSE

    @property
    def values(self) -> Mapping[str, object]:
        """What there is to say of it."""
        ports = {"port": self.ports[0], "first": self.ports[0], "last": self.ports[-1]}
        return {"host": self.host, "problem": self.error.strerror, **ports}


def listening(host: str, port: int | None) -> socket.socket:
    """A socket that listens there already, so that its port is known; NoPort if there is none.

    None is the first one of the usual ports that is free.
    """
    ports = USUAL_PORTS if port is None else range(port, port + 1)
    for tried in ports:
        try:
            return _bound(host, tried)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or tried == ports[-1]:
                raise NoPort(host, ports, error) from error
    raise AssertionError("a range of ports is never empty")


@asynccontextmanager
async def serving(app: ASGIApp, sockets: Iterable[socket.socket]) -> AsyncIterator[None]:
    """Serve on these sockets as long as this is open; pages that are open then are told to wait."""
    config = uvicorn.Config(
        app,
        http=Questions,
        ws=Line,
        ws_max_size=LONGEST_FRAME,
        # Of each page it would cost as much memory as all the rest.
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        date_header=False,
        access_log=False,
        log_config=None,
        # Whatever strangers send is no trouble of ours, and a bug is logged where it passes by.
        log_level="critical",
        backlog=MOST_WAITING,
        timeout_graceful_shutdown=GRACE,
    )
    config.load()
    server, open_sockets = _Server(config), list(sockets)
    # Not `serve`: it would look ten times a second whether to stop, and take the signals.
    server.lifespan = config.lifespan_class(config)
    await server.startup(sockets=open_sockets)
    try:
        yield
    finally:
        await server.shutdown(sockets=open_sockets)


class _Server(uvicorn.Server):
    """The server, which waits for nobody who takes nothing in, or is about to go."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        while stuck := [one for one in self._transports() if _is_stuck(one)]:
            for transport in stuck:
                transport.abort()
            # Whoever is cut off is known to be gone a round later.
            await asyncio.sleep(0)
        await super().shutdown(sockets)

    def _transports(self) -> Iterator[asyncio.Transport]:
        return (connection.transport for connection in tuple(self.server_state.connections))


def _is_stuck(transport: asyncio.Transport) -> bool:
    return transport.is_closing() or transport.get_write_buffer_size() > 0


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Both are handed on to every connection; elsewhere than on Linux the second is unknown.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD)
        bound.bind(address)
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound
