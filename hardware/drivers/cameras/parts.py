"""The parts of a stream in which one picture follows the other: bytes in, pictures out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

LONGEST_HEAD = 8_192
"""Bytes before a picture."""
LONGEST_PART = 16_000_000
"""Bytes of a picture."""
LENGTH = re.compile(
    rb"^content-length[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?$", re.IGNORECASE | re.MULTILINE
)
HEAD_END = re.compile(rb"\r?\n\r?\n")


class NoParts(ValueError):
    """Bytes that are no stream of pictures, told as what they do."""


class _At(Enum):
    """What comes next."""

    BOUNDARY = 0
    HEAD = 1
    BODY = 2


class Parts:
    """Whole pictures out of bytes as they come; NoParts as soon as there can be none.

    It begins anywhere, holds no more than one picture, and needs no length where none is told.
    """

    def __init__(self, boundary: str) -> None:
        # Some say the boundary with the dashes that stand before it, and some without.
        self._boundary = b"--" + boundary.strip('"').lstrip("-").encode("latin-1", "replace")
        self._at = _At.BOUNDARY
        self._bytes = bytearray()
        self._length: int | None = None
        self._seen = 0
        """How far a boundary has been looked for."""

    def receive(self, data: bytes) -> Iterator[bytes]:
        """The pictures that are whole with these bytes."""
        self._bytes += data
        while (step := self._step()) is not None:
            if step:
                yield step

    def _step(self) -> bytes | None:
        """Go on by one: a picture, nothing where it was another thing, None without more bytes."""
        match self._at:
            case _At.BOUNDARY:
                return self._to_boundary()
            case _At.HEAD:
                return self._head()
            case _At.BODY if self._length is None:
                return self._body_to_boundary()
            case _At.BODY:
                return self._body_of(self._length)

    def _to_boundary(self) -> bytes | None:
        at = self._found()
        if at is None:
            if len(self._bytes) > LONGEST_HEAD:
                raise NoParts("sends no boundary between pictures")
            return None
        self._pass(at + len(self._boundary))
        self._at = _At.HEAD
        return b""

    def _head(self) -> bytes | None:
        end = HEAD_END.search(self._bytes, 0, LONGEST_HEAD)
        if end is None:
            if len(self._bytes) >= LONGEST_HEAD:
                raise NoParts("sends headers without end")
            return None
        told = LENGTH.search(self._bytes, 0, end.end())
        self._length = int(told[1]) if told else None
        if self._length is not None and self._length > LONGEST_PART:
            raise NoParts("sends a picture that is far too large")
        self._pass(end.end())
        self._at = _At.BODY
        return b""

    def _body_of(self, length: int) -> bytes | None:
        if len(self._bytes) < length:
            return None
        body = bytes(self._bytes[:length])
        self._pass(length)
        self._at = _At.BOUNDARY
        return body

    def _body_to_boundary(self) -> bytes | None:
        at = self._found()
        if at is None:
            if len(self._bytes) > LONGEST_PART:
                raise NoParts("sends a picture that is far too large")
            return None
        body = bytes(self._bytes[:at]).rstrip(b"\r\n")
        self._pass(at + len(self._boundary))
        self._at = _At.HEAD
        return body

    def _found(self) -> int | None:
        """Where the next boundary is; what was looked through once is not looked through again."""
        at = self._bytes.find(self._boundary, self._seen)
        if at < 0:
            self._seen = max(0, len(self._bytes) - len(self._boundary))
            return None
        return at

    def _pass(self, length: int) -> None:
        del self._bytes[:length]
        self._seen = 0
