"""The link to a table: as text, and as a picture of squares that a phone can read."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import quote

import segno

from referee.words import Phrases

EDGE = 2
"""Light squares around the picture; four are asked for, but two do, and leave room."""
ELSEWHERE = ("192.0.2.1", "2001:db8::1")
"""Addresses that stand for the rest of the world; nothing is ever sent there."""
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two squares, one over the other; terminals are dark, so what is light is drawn."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a table is found, and the key to it."""

    listen: str
    """The address at which pages are served."""
    port: int
    table: str
    key: str
    host_name: str | None = None
    """What others call this machine, if that was told."""
    scanned: bool = False
    """Whether it is shown where a phone can see it."""

    @property
    def links(self) -> tuple[str, ...]:
        """Every link, the most useful first."""
        return tuple(map(self._link, self._hosts()))

    @property
    def here(self) -> str:
        """The link for a browser of this machine."""
        return self._link(self._hosts()[-1])

    def told(self, phrases: Phrases) -> Iterator[str]:
        """The same for people, line by line."""
        for link in self.links:
            yield f"  {phrases.say('run.page', link=link)}"
        yield f"  {phrases.say('run.page_secret')}"
        if is_here_only(self.listen):
            yield f"  {phrases.say('run.page_here_only')}"
        if self.scanned:
            yield f"  {phrases.say('run.page_scan')}"
            yield from squares(self.links[0])

    def _hosts(self) -> tuple[str, ...]:
        if is_here_only(self.listen):
            return (self.listen,)
        named = [self.host_name] if self.host_name else []
        everywhere = is_everywhere(self.listen)
        own = [*_own_addresses(self.listen), "127.0.0.1"] if everywhere else [self.listen]
        return tuple(dict.fromkeys([*named, *own]))

    def _link(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/t/{quote(self.table)}#key={self.key}"


def is_everywhere(listen: str) -> bool:
    """Whether what listens there is heard at every address of this machine."""
    with suppress(ValueError):
        return ip_address(listen).is_unspecified
    return False


def is_here_only(listen: str) -> bool:
    """Whether nobody but this machine can reach what listens there."""
    with suppress(ValueError):
        return ip_address(listen).is_loopback
    return listen == "localhost"


def squares(text: str) -> Iterator[str]:
    """The text as lines of half blocks: a QR code."""
    rows = [tuple(row) for row in segno.make(text, micro=False, error="l").matrix_iter(border=EDGE)]
    if len(rows) % 2:
        rows.append((1,) * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))


def _own_addresses(listen: str) -> Iterator[str]:
    """The addresses by which this machine speaks to others."""
    families = (socket.AF_INET, socket.AF_INET6) if ":" in listen else (socket.AF_INET,)
    for family, elsewhere in zip(families, ELSEWHERE, strict=False):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((elsewhere, 9))
            yield line.getsockname()[0]
