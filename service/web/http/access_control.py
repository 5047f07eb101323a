"""Host and origin checks, security headers, and the access key of each table."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from service.storage.atomic_files import FileTooLarge, NotAFile, read_small_file, write_atomically
from service.words.language_choice import accepted_phrases

RANDOM_BYTES = 16
"""The number of random bytes in a key."""
_KEY = re.compile(r"[A-Za-z0-9_-]{22}")
_MAX_KEY_FILE_BYTES = 200
_OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


def load_or_create_key(folder: Path, table: str) -> str:
    """Returns the key of a table from the file in this folder, or creates a new one there."""
    path = folder / f"{table}.key"
    return _load_key(path) or _create_key(path)


def is_right_key(given: str, key: str) -> bool:
    """True if the given key is right, compared in constant time."""
    return hmac.compare_digest(_to_bytes(given), _to_bytes(key))


def _load_key(path: Path) -> str | None:
    try:
        text = read_small_file(path, _MAX_KEY_FILE_BYTES).decode("ascii").strip()
        if _KEY.fullmatch(text):
            path.chmod(_OWNER_ONLY)
            return text
        why = "it contains no valid key"
    except FileNotFoundError:
        return None
    except (OSError, NotAFile, FileTooLarge, UnicodeDecodeError) as error:
        why = _safe_reason(error)
    log.warning("%s: cannot use this key; a new one replaces it, old links are void: %s", path, why)
    return None


def _create_key(path: Path) -> str:
    key = secrets.token_urlsafe(RANDOM_BYTES)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{key}\n", _OWNER_ONLY)
    except OSError as error:
        why = _safe_reason(error)
        log.warning("%s: cannot store the key; links are void after a restart: %s", path, why)
    return key


def _safe_reason(error: Exception) -> str:
    """The problem with the file, without any of its content, which is secret."""
    return error.strerror or "?" if isinstance(error, OSError) else type(error).__name__


def _to_bytes(text: str) -> bytes:
    # Texts from a page may contain lone surrogates.
    return text.encode("utf-8", "surrogatepass")


CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
PAGE_HEADERS = {
    **SECURITY_HEADERS,
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
FILE_HEADERS = {
    **SECURITY_HEADERS,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""The headers of everything but pages, which loads nothing."""
INERT_TYPES = ("text/css", "text/javascript")
"""The media types of what a browser only shows as text if it is opened by itself.

A page has a hundred of these files, and their headers are a fifth of what it fetches.
"""
MAX_PATH_LENGTH = 2000
"""Characters of a path and its query string."""
SCHEME_PORTS = {"http": "80", "https": "443"}
_AUTHORITY = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")
_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<rest>.+)")


def _headers_for(media_type: str | None) -> dict[str, str]:
    """The headers of a response. One without content may renew those of a stored page."""
    if media_type is None or "html" in media_type:
        return PAGE_HEADERS
    return SECURITY_HEADERS if media_type.startswith(INERT_TYPES) else FILE_HEADERS


def own_host_names(others: Iterable[str] = ()) -> frozenset[str]:
    """The accepted host names of this machine, in addition to its IP addresses."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    own = {"localhost", host, short, f"{short}.local"}
    return frozenset(own | {name.lower() for name in others})


class AccessControl:
    """ASGI middleware that refuses foreign requests and adds security headers to every response."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names
        self._admission_lock = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one HTTP request or one WebSocket connection."""
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_headers_for(headers.get("content-type")))
            await send(message)

        app = self._refusal_for(scope) or self._app
        # Requests start one per round of the loop, so that many at once do not delay the tables.
        async with self._admission_lock:
            await asyncio.sleep(0)
        try:
            await app(scope, receive, send_with_headers)
        except Exception:
            # The client has its response; a bug in a handler must not stop the service.
            log.exception("Bug while serving %s; please report this traceback", scope["path"])

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal_for(scope):
            refusal.headers.update(SECURITY_HEADERS)
            await WebSocket(scope, receive, send).send_denial_response(refusal)
            return
        try:
            await self._app(scope, receive, send)
        except Exception:
            log.exception("Bug while serving %s; please report this traceback", scope["path"])
            with suppress(Exception):  # the connection may be closed already
                await send({"type": "websocket.close", "code": 1011})

    def _refusal_for(self, scope: Scope) -> Response | None:
        """The response that refuses a request, or None if it is allowed."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(scope["path"]) + len(scope["query_string"]) > MAX_PATH_LENGTH:
            return _refusal(scope, 414, "too_long")
        if not self._is_own_host(host):
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

    def _is_own_host(self, host: str) -> bool:
        if not (found := _AUTHORITY.fullmatch(host.lower())):
            return False
        name = found["name"].removesuffix(".")
        return name in self._names or _is_address(name.strip("[]"))


def is_same_origin(origin: str, host: str) -> bool:
    """True if the `Origin` header of a request names the same authority as its `Host` header."""
    found = _ORIGIN.fullmatch(origin.lower())
    if not found:
        return False
    scheme = found["scheme"]
    return _authority(found["rest"], scheme) == _authority(host.lower(), scheme) is not None


def _authority(text: str, scheme: str) -> tuple[str, str] | None:
    found = _AUTHORITY.fullmatch(text)
    return (found["name"], found["port"] or SCHEME_PORTS[scheme]) if found else None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _refusal(scope: Scope, status: int, key: str, **headers: Any) -> Response:
    phrases = accepted_phrases(Headers(scope=scope).get("accept-language", ""))
    # The rest of the request, if there is any, is not read.
    headers["Connection"] = "close"
    return PlainTextResponse(f"{phrases.say(f'page.http.{key}')}\n", status, headers)
