"""A network camera over HTTP, and the parser of its multipart streams."""

from __future__ import annotations

import re
import socket
import ssl
from base64 import b64encode
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    RemoteDisconnected,
)
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from hardware.devices import DeviceFault
from hardware.drivers.cameras.picture_decoder import PictureRefused, decode_picture
from hardware.drivers.cameras.sourced_camera import PictureSource, PixelArray

LONGEST_HEAD = 8_192
"""Maximum length of a part's headers, in bytes."""
LONGEST_PART = 16_000_000
"""Maximum length of a picture, in bytes."""
LENGTH = re.compile(
    rb"^content-length[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE
)
HEAD_END = re.compile(rb"\r?\n\r?\n")


class NotMultipart(ValueError):
    """The bytes are not a stream of pictures; the text is a predicate of the camera."""


class _Expected(Enum):
    """The part of the stream that is expected next."""

    BOUNDARY = 0
    HEAD = 1
    BODY = 2


class MultipartParser:
    """Extracts complete pictures from a multipart stream; NotMultipart if it is none.

    It can start anywhere in the stream, buffers at most one picture, and needs no length headers.
    """

    def __init__(self, boundary: str) -> None:
        # Some cameras give the boundary with its leading dashes, and some without.
        self._boundary = b"--" + boundary.strip('"').lstrip("-").encode("latin-1", "replace")
        self._at = _Expected.BOUNDARY
        self._bytes = bytearray()
        self._length: int | None = None
        self._searched = 0
        """Number of buffered bytes that have already been searched for a boundary."""

    def receive(self, data: bytes) -> Iterator[bytes]:
        """Yields the pictures that these bytes complete."""
        self._bytes += data
        while (step := self._step()) is not None:
            if step:
                yield step

    def _step(self) -> bytes | None:
        """Advances by one step: a picture, b"" without a picture, None if more bytes are needed."""
        match self._at:
            case _Expected.BOUNDARY:
                return self._to_boundary()
            case _Expected.HEAD:
                return self._head()
            case _Expected.BODY if self._length is None:
                return self._body_to_boundary()
            case _Expected.BODY:
                return self._body_of(self._length)

    def _to_boundary(self) -> bytes | None:
        at = self._find_boundary()
        if at is None:
            if len(self._bytes) > LONGEST_HEAD:
                raise NotMultipart("sends no boundary between pictures")
            return None
        self._discard(at + len(self._boundary))
        self._at = _Expected.HEAD
        return b""

    def _head(self) -> bytes | None:
        end = HEAD_END.search(self._bytes, 0, LONGEST_HEAD)
        if end is None:
            if len(self._bytes) >= LONGEST_HEAD:
                raise NotMultipart("sends headers without end")
            return None
        length = LENGTH.search(self._bytes, 0, end.end())
        self._length = int(length[1]) if length else None
        if self._length is not None and self._length > LONGEST_PART:
            raise NotMultipart("sends a picture that is far too large")
        self._discard(end.end())
        self._at = _Expected.BODY
        return b""

    def _body_of(self, length: int) -> bytes | None:
        if len(self._bytes) < length:
            return None
        body = bytes(self._bytes[:length])
        self._discard(length)
        self._at = _Expected.BOUNDARY
        return body

    def _body_to_boundary(self) -> bytes | None:
        at = self._find_boundary()
        if at is None:
            if len(self._bytes) > LONGEST_PART:
                raise NotMultipart("sends a picture that is far too large")
            return None
        body = bytes(self._bytes[:at]).rstrip(b"\r\n")
        self._discard(at + len(self._boundary))
        self._at = _Expected.HEAD
        return body

    def _find_boundary(self) -> int | None:
        """The offset of the next boundary; searched bytes are not searched again."""
        at = self._bytes.find(self._boundary, self._searched)
        if at < 0:
            self._searched = max(0, len(self._bytes) - len(self._boundary))
            return None
        return at

    def _discard(self, length: int) -> None:
        del self._bytes[:length]
        self._searched = 0


TIMEOUT = 4.0
"""Timeout in seconds without any data."""
CHUNK = 65_536
MAX_REDIRECTS = 3
MAX_DAMAGED = 5
"""Maximum number of damaged pictures in a row."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
OK, UNAUTHORIZED, FORBIDDEN, MISSING = 200, 401, 403, 404
STATUS_TEXTS: Mapping[int, str] = {
    UNAUTHORIZED: "requires a valid name and password, as in http://name:password@…",
    FORBIDDEN: "refuses access to its pictures (403)",
    MISSING: "has no pictures at this path (404)",
}
"""Texts for the HTTP statuses that people can do something about."""
NO_PICTURES = "answers with a web page, not with pictures; give the address of the pictures"
SCHEMES: Mapping[str, type[HTTPConnection]] = {"http": HTTPConnection, "https": HTTPSConnection}
"""The allowed schemes, for redirects as well."""
FAULTS = (OSError, HTTPException, ValueError)
"""The errors of a connection; a malformed number is a ValueError."""


class StreamSource(PictureSource):
    """Pictures of a URL: a multipart stream, or a single picture that is fetched each time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._request: HttpRequest | None = None
        self._parts: MultipartParser | None = None
        """The parser of a multipart stream; None where each picture is a request of its own."""
        self._received: deque[bytes] = deque()
        self._is_woken = False

    def open(self) -> None:
        self._begin()

    def take(self) -> PixelArray | None:
        for left in reversed(range(MAX_DAMAGED)):
            try:
                return decode_picture(self._next(), "a picture that it sent")
            except PictureRefused as refused:
                if not left:
                    raise DeviceFault(f"cannot be used: {refused}") from refused
        return None

    def idle(self) -> bool:
        """Reads the stream between requests, so that no old picture waits in the buffers."""
        if self._parts is None:
            return False
        # The next `take` raises the fault.
        with suppress(DeviceFault):
            self._read_stream(self._parts)
            self._received.clear()
            return True
        return False

    def wake(self) -> None:
        self._is_woken = True
        if self._request is not None:
            self._request.interrupt()

    def close(self) -> None:
        self._parts = None
        self._disconnect()

    def _begin(self) -> None:
        """Sends the first request and detects how the pictures arrive."""
        answer = self._open_response()
        kind = answer.headers.get_content_type()
        if kind.startswith("multipart/"):
            boundary = (answer.headers.get_boundary() or "").strip("-")
            if not boundary:
                raise DeviceFault("sends a multipart stream without a boundary")
            self._parts = MultipartParser(boundary)
        elif kind.startswith("text/"):
            raise DeviceFault(NO_PICTURES)
        else:
            self._received.append(self._read_all())

    def _next(self) -> bytes:
        """The next picture, still encoded."""
        if self._parts is None:
            return self._received.popleft() if self._received else self._fetch()
        self._received.clear()
        while not self._received:
            self._read_stream(self._parts)
        return self._received[-1]

    def _fetch(self) -> bytes:
        self._open_response()
        return self._read_all()

    def _open_response(self) -> HTTPResponse:
        """The response at the end of all redirects."""
        url = self._url
        for _ in range(1 + MAX_REDIRECTS):
            self._disconnect()
            self._request = line = HttpRequest(url)
            if self._is_woken:
                raise DeviceFault("is being closed")
            answer = line.send()
            if answer.status not in REDIRECTS:
                if answer.status != OK:
                    other = f"answers {answer.status} instead of a picture"
                    raise DeviceFault(STATUS_TEXTS.get(answer.status, other))
                return answer
            url = _redirect_target(url, answer.headers.get("Location", ""))
        raise DeviceFault("redirects without end")

    def _read_stream(self, parts: MultipartParser) -> None:
        """Reads some more of the stream."""
        data = self._read()
        if not data:
            raise DeviceFault("has ended its stream")
        try:
            self._received.extend(parts.receive(data))
        except NotMultipart as fault:
            raise DeviceFault(str(fault)) from fault

    def _read_all(self) -> bytes:
        """The rest of a response."""
        data = bytearray()
        while more := self._read():
            data += more
            if len(data) > LONGEST_PART:
                raise DeviceFault("sends a picture that is far too large")
        self._disconnect()
        return bytes(data)

    def _read(self) -> bytes:
        if self._request is None:
            raise DeviceFault("is not connected")
        return self._request.read()

    def _disconnect(self) -> None:
        line, self._request = self._request, None
        if line is not None:
            line.close()


class HttpRequest:
    """One HTTP request and its response, which may be endless."""

    def __init__(self, url: str) -> None:
        try:
            self._url = urlsplit(url)
            self._where = _host_of(self._url)
            make = SCHEMES[self._url.scheme]
            self._line = make(self._url.hostname or "", self._url.port, timeout=TIMEOUT)
        except (ValueError, KeyError, HTTPException):
            raise DeviceFault("has an invalid address") from None
        self._socket: socket.socket | None = None
        self._answer: HTTPResponse | None = None

    def send(self) -> HTTPResponse:
        """Sends the request; DeviceFault if there is no response."""
        url = self._url
        path = url._replace(scheme="", netloc="", fragment="").geturl() or "/"
        try:
            self._line.connect()
            self._socket = self._line.sock
            self._line.request("GET", path, headers=_authorization(url))
            self._answer = self._line.getresponse()
        except FAULTS as error:
            raise DeviceFault(f"cannot be reached at {self._where}: {_error_text(error)}") from None
        return self._answer

    def read(self) -> bytes:
        """The next bytes of the response; empty at its end."""
        if self._answer is None:
            raise DeviceFault("has not answered yet")
        try:
            return self._answer.read1(CHUNK)
        except FAULTS as error:
            raise DeviceFault(f"has stopped sending pictures: {_error_text(error)}") from None

    def interrupt(self) -> None:
        """Called from another thread: interrupts a blocking read."""
        line = self._socket
        if line is not None:
            # The method of a TLS socket does more, and is not safe in two threads at once.
            with suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)

    def close(self) -> None:
        """Closes the connection."""
        if self._answer is not None:
            with suppress(*FAULTS):
                self._answer.close()
        self._line.close()


def _redirect_target(url: str, location: str) -> str:
    """The target of a redirect; a password is sent only to the host that it is meant for."""
    try:
        before, after = urlsplit(url), urlsplit(urljoin(url, location))
        same = (before.hostname, before.port) == (after.hostname, after.port)
    except ValueError:
        raise DeviceFault("redirects to an invalid address") from None
    if after.scheme not in SCHEMES or (before.scheme, after.scheme) == ("https", "http"):
        raise DeviceFault("redirects to an address that Kibitz does not follow")
    netloc = before.netloc if same else after.netloc.rpartition("@")[2]
    return after._replace(netloc=netloc).geturl()


def _host_of(url: SplitResult) -> str:
    """The host and port without the secret parts of the URL."""
    host = url.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return host if url.port is None else f"{host}:{url.port}"


def _authorization(url: SplitResult) -> Mapping[str, str]:
    """The authorization header for the name and password of the URL."""
    if url.username is None:
        return {}
    words = f"{unquote(url.username)}:{unquote(url.password or '')}"
    return {"Authorization": f"Basic {b64encode(words.encode()).decode()}"}


def _error_text(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"no data within {TIMEOUT:g} s"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "its certificate is not one that this machine trusts"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, RemoteDisconnected):
        return "it closes the connection"
    return "its response is not HTTP"
