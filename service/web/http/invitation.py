"""The link to a table as text and QR code, opened in a browser if there is one."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import quote

import segno

from service.words.phrases import Phrases

QR_BORDER = 2
"""Light modules around the QR code; the standard demands four, but two suffice and save room."""
OUTSIDE_ADDRESSES = ("192.0.2.1", "2001:db8::1")
"""Addresses reserved for documentation, used to find a route; nothing is ever sent there."""
_HALVES = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""The half block for two modules, one above the other; terminals are dark, so light is drawn."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The address of a table and its access key."""

    listen: str
    """The address on which the server listens."""
    port: int
    table: str
    key: str
    host_name: str | None = None
    """The host name of this machine for others, if it is configured."""
    has_qr_code: bool = False
    """True if a QR code is to be printed too, where another device can open the link."""

    @property
    def links(self) -> tuple[str, ...]:
        """Every link, the most useful first."""
        return tuple(map(self._link, self._hosts()))

    @property
    def local_link(self) -> str:
        """The link for a browser on this machine."""
        return self._link(self._hosts()[-1])

    def in_words(self, phrases: Phrases) -> Iterator[str]:
        for link in self.links:
            yield f"  {phrases.say('run.page', link=link)}"
        yield f"  {phrases.say('run.page_secret')}"
        if is_local_only(self.listen):
            yield f"  {phrases.say('run.page_here_only')}"
        elif self.has_qr_code:
            yield f"  {phrases.say('run.page_scan')}"
            yield from qr_code_lines(self.links[0])

    def _hosts(self) -> tuple[str, ...]:
        if is_local_only(self.listen):
            return (self.listen,)
        named = [self.host_name] if self.host_name else []
        everywhere = is_everywhere(self.listen)
        own = [*_own_addresses(self.listen), "127.0.0.1"] if everywhere else [self.listen]
        return tuple(dict.fromkeys([*named, *own]))

    def _link(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/t/{quote(self.table)}#key={self.key}"


def is_everywhere(listen: str) -> bool:
    """True if this is the unspecified address, which listens on all interfaces."""
    with suppress(ValueError):
        return ip_address(listen).is_unspecified
    return False


def is_local_only(listen: str) -> bool:
    """True if only this machine can reach this address."""
    with suppress(ValueError):
        return ip_address(listen).is_loopback
    return listen == "localhost"


def qr_code_lines(text: str) -> Iterator[str]:
    """Yields the QR code of a text as lines of half blocks."""
    modules = segno.make(text, micro=False, error="l").matrix_iter(border=QR_BORDER)
    rows = [tuple(row) for row in modules]
    if len(rows) % 2:
        rows.append((1,) * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))


def _own_addresses(listen: str) -> Iterator[str]:
    """The addresses of this machine towards other networks."""
    families = (socket.AF_INET, socket.AF_INET6) if ":" in listen else (socket.AF_INET,)
    for family, elsewhere in zip(families, OUTSIDE_ADDRESSES, strict=False):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            yield probe.getsockname()[0]


TEXT_BROWSERS = {"www-browser", "browsh", "elinks", "links", "lynx", "w3m"}
"""Text browsers, which would take over the terminal."""
REMOTE_VARIABLES = ("CI", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Environment variables that are set where nobody sits at the screen."""


def has_desktop(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """True if this process runs on a desktop where a browser would be visible."""
    if any(environment.get(name) for name in REMOTE_VARIABLES):
        return False
    display = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(display) or platform == "darwin"


def open_browser(link: str) -> threading.Thread:
    """Opens the link in a graphical browser, if there is one, in a daemon thread."""
    thread = threading.Thread(target=_open, args=(link,), name="browser", daemon=True)
    thread.start()
    return thread


def _open(link: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if Path(getattr(browser, "name", "")).name not in TEXT_BROWSERS:
        browser.open(link)
