"""Who is let in to the page: by which name, from which other page, and what every answer bears."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from service.web.tongues import phrases_for

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
ON_EVERY_ANSWER = {
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
LONGEST_PATH = 2000
"""Letters of an address, what is asked included."""
USUAL_PORTS = {"http": "80", "https": "443"}
_AUTHORITY = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<rest>.+)")

log = logging.getLogger(__name__)


def own_names(others: Iterable[str] = ()) -> frozenset[str]:
    """The names by which this machine may be called, besides its addresses."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    own = {"localhost", host, short, f"{short}.local"}
    return frozenset(own | {name.lower() for name in others})


class Doors:
    """Lets in what may come in, and nothing of it out without the strict headers."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names
        self._turnstile = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one connection."""
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(ON_EVERY_ANSWER)
            await send(message)

        app = self._turned_away(scope) or self._app
        # One after the other, so that whoever asks for much at once does not hold up the tables.
        async with self._turnstile:
            await asyncio.sleep(0)
        try:
            await app(scope, receive, send_with_headers)
        except Exception:
            # It has been answered; a page with a bug must not end the evening at the table.
            log.exception("a bug in the page: %s", scope["path"])

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._turned_away(scope):
            refusal.headers.update(ON_EVERY_ANSWER)
            await WebSocket(scope, receive, send).send_denial_response(refusal)
            return
        try:
            await self._app(scope, receive, send)
        except Exception:
            log.exception("a bug in the page: %s", scope["path"])
            with suppress(Exception):  # whatever state the connection is in, it ends
                await send({"type": "websocket.close", "code": 1011})

    def _turned_away(self, scope: Scope) -> Response | None:
        """What to answer whoever may not come in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_PATH:
            return _refusal(scope, 414, "too_long")
        if not self._is_own(host):
            return _refusal(scope, 421, "wrong_host")
        if scope["type"] == "websocket":
            origin = headers.get("origin")
            same = origin is None or is_same_origin(origin, host)
            return None if same else _refusal(scope, 403, "wrong_origin")
        if scope["method"] not in ("GET", "HEAD"):
            return _refusal(scope, 405, "only_get", Allow="GET, HEAD")
        if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
            return _refusal(scope, 413, "not_understood")
        return None

    def _is_own(self, host: str) -> bool:
        if not (found := _AUTHORITY.fullmatch(host.lower())):
            return False
        name = found["name"].removesuffix(".")
        return name in self._names or _is_address(name.strip("[]"))


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page came from the host that it now asks."""
    found = _ORIGIN.fullmatch(origin.lower())
    if not found:
        return False
    scheme = found["scheme"]
    return _authority(found["rest"], scheme) == _authority(host.lower(), scheme) is not None


def _authority(text: str, scheme: str) -> tuple[str, str] | None:
    found = _AUTHORITY.fullmatch(text)
    return (found["name"], found["port"] or USUAL_PORTS[scheme]) if found else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _refusal(scope: Scope, status: int, key: str, **headers: Any) -> Response:
    phrases = phrases_for(Headers(scope=scope).get("accept-language", ""))
    # Whatever else may be on its way is not waited for.
    headers["Connection"] = "close"
    return PlainTextResponse(f"{phrases.say(f'page.http.{key}')}\n", status, headers)
