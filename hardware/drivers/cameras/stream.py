"""A camera at the other end of the network that shows its pictures over HTTP, as phones can."""

from __future__ import annotations

import socket
import ssl
from base64 import b64encode
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    RemoteDisconnected,
)
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from hardware.devices import DeviceFault
from hardware.drivers.cameras.parts import LONGEST_PART, NoParts, Parts
from hardware.drivers.cameras.picture_files import PictureRefused, decoded
from hardware.drivers.cameras.source import Picture, Source

TIMEOUT = 4.0
"""Seconds that the other end may be silent."""
CHUNK = 65_536
MOST_REDIRECTS = 3
MOST_SPOILED = 5
"""Pictures one after the other that may have come to harm on the way."""
REDIRECTS = frozenset({301, 302, 303, 307, 308})
OK, UNAUTHORIZED, FORBIDDEN, MISSING = 200, 401, 403, 404
SAID: Mapping[int, str] = {
    UNAUTHORIZED: "wants a name and a password, as in http://name:password@…, or other ones",
    FORBIDDEN: "does not let us see its pictures (403)",
    MISSING: "has no pictures at this path (404)",
}
"""What answers mean that people can do something about."""
PAGE = "answers with a page, not with pictures; give the address of the pictures themselves"
PORTS: Mapping[str, type[HTTPConnection]] = {"http": HTTPConnection, "https": HTTPSConnection}
"""The only schemes there are, whatever a redirect says."""
FAULTS = (OSError, HTTPException, ValueError)
"""What may go wrong on a line; a number that is none is a ValueError."""


class StreamSource(Source):
    """Pictures of an address, that of a stream or that of a single picture fetched each time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Line | None = None
        self._parts: Parts | None = None
        """None where each picture is asked for anew."""
        self._came: deque[bytes] = deque()
        self._is_woken = False

    def open(self) -> None:
        self._begin()

    def take(self) -> Picture | None:
        for left in reversed(range(MOST_SPOILED)):
            try:
                return decoded(self._next(), "a picture that it sent")
            except PictureRefused as refused:
                if not left:
                    raise DeviceFault(f"cannot be used: {refused}") from refused
        return None

    def idle(self) -> bool:
        """Hear what comes, for what is not heard waits and grows old."""
        if self._parts is None:
            return False
        # What goes wrong is told to whoever wants the next picture.
        with suppress(DeviceFault):
            self._hear(self._parts)
            self._came.clear()
            return True
        return False

    def wake(self) -> None:
        self._is_woken = True
        if self._line is not None:
            self._line.cut()

    def close(self) -> None:
        self._parts = None
        self._hang_up()

    def _begin(self) -> None:
        """Ask for pictures, and hear in which way they come."""
        answer = self._answer()
        kind = answer.headers.get_content_type()
        if kind.startswith("multipart/"):
            boundary = (answer.headers.get_boundary() or "").strip("-")
            if not boundary:
                raise DeviceFault("sends pictures without saying what is between them")
            self._parts = Parts(boundary)
        elif kind.startswith("text/"):
            raise DeviceFault(PAGE)
        else:
            self._came.append(self._whole())

    def _next(self) -> bytes:
        """The next picture as it was sent."""
        if self._parts is None:
            return self._came.popleft() if self._came else self._again()
        self._came.clear()
        while not self._came:
            self._hear(self._parts)
        return self._came[-1]

    def _again(self) -> bytes:
        self._answer()
        return self._whole()

    def _answer(self) -> HTTPResponse:
        """What is answered where the address leads to in the end."""
        url = self._url
        for _ in range(1 + MOST_REDIRECTS):
            self._hang_up()
            self._line = line = Line(url)
            if self._is_woken:
                raise DeviceFault("is being closed")
            answer = line.ask()
            if answer.status not in REDIRECTS:
                if answer.status != OK:
                    other = f"answers {answer.status} instead of a picture"
                    raise DeviceFault(SAID.get(answer.status, other))
                return answer
            url = _redirected(url, answer.headers.get("Location", ""))
        raise DeviceFault("sends us from one address to the next without end")

    def _hear(self, parts: Parts) -> None:
        """Some more of the stream."""
        data = self._read()
        if not data:
            raise DeviceFault("has ended its stream")
        try:
            self._came.extend(parts.receive(data))
        except NoParts as fault:
            raise DeviceFault(str(fault)) from fault

    def _whole(self) -> bytes:
        """All that is left of an answer."""
        data = bytearray()
        while more := self._read():
            data += more
            if len(data) > LONGEST_PART:
                raise DeviceFault("sends a picture that is far too large")
        self._hang_up()
        return bytes(data)

    def _read(self) -> bytes:
        if self._line is None:
            raise DeviceFault("is not connected")
        return self._line.read()

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()


class Line:
    """One question to one address, and its answer, which may have no end."""

    def __init__(self, url: str) -> None:
        try:
            self._url = urlsplit(url)
            self._where = _where(self._url)
            make = PORTS[self._url.scheme]
            self._line = make(self._url.hostname or "", self._url.port, timeout=TIMEOUT)
        except (ValueError, KeyError, HTTPException):
            raise DeviceFault("has an address at which nothing can be") from None
        self._socket: socket.socket | None = None
        self._answer: HTTPResponse | None = None

    def ask(self) -> HTTPResponse:
        """Ask for what is there; DeviceFault if nobody answers."""
        url = self._url
        path = url._replace(scheme="", netloc="", fragment="").geturl() or "/"
        try:
            self._line.connect()
            self._socket = self._line.sock
            self._line.request("GET", path, headers=_who(url))
            self._answer = self._line.getresponse()
        except FAULTS as error:
            raise DeviceFault(f"cannot be reached at {self._where}: {_why(error)}") from None
        return self._answer

    def read(self) -> bytes:
        """The next bytes of the answer; none at its end."""
        if self._answer is None:
            raise DeviceFault("has not answered yet")
        try:
            return self._answer.read1(CHUNK)
        except FAULTS as error:
            raise DeviceFault(f"has stopped sending pictures: {_why(error)}") from None

    def cut(self) -> None:
        """End whatever is waited for, from another thread."""
        line = self._socket
        if line is not None:
            # That of a line with TLS does more, which is not for two threads at once.
            with suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        if self._answer is not None:
            with suppress(*FAULTS):
                self._answer.close()
        self._line.close()


def _redirected(url: str, location: str) -> str:
    """Where we are sent; a password goes along only to where it was meant for."""
    try:
        before, after = urlsplit(url), urlsplit(urljoin(url, location))
        same = (before.hostname, before.port) == (after.hostname, after.port)
    except ValueError:
        raise DeviceFault("sends us to an address at which nothing can be") from None
    if after.scheme not in PORTS or (before.scheme, after.scheme) == ("https", "http"):
        raise DeviceFault("sends us to an address that Kibitz does not follow")
    netloc = before.netloc if same else after.netloc.rpartition("@")[2]
    return after._replace(netloc=netloc).geturl()


def _where(url: SplitResult) -> str:
    """Who is asked, without what nobody else may see."""
    host = url.hostname or ""
    host = f"[{host}]" if ":" in host else host
    return host if url.port is None else f"{host}:{url.port}"


def _who(url: SplitResult) -> Mapping[str, str]:
    """What tells the other end who we are."""
    if url.username is None:
        return {}
    words = f"{unquote(url.username)}:{unquote(url.password or '')}"
    return {"Authorization": f"Basic {b64encode(words.encode()).decode()}"}


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing comes within {TIMEOUT:g} s"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "its certificate is not one that this machine trusts"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, RemoteDisconnected):
        return "it hangs up"
    return "what it says is no HTTP"
