"""Opens a browser for whoever sits at this machine, if anybody does."""

from __future__ import annotations

import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path

IN_TEXT = {"www-browser", "browsh", "elinks", "links", "lynx", "w3m"}
"""Browsers that would take the terminal over."""
NOBODY_HERE = ("CI", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
"""Set where nobody sees what is opened."""


def can_be_seen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether somebody sits here who would see a browser."""
    if any(environment.get(name) for name in NOBODY_HERE):
        return False
    display = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(display) or platform == "darwin"


def open_browser(link: str) -> threading.Thread:
    """Open the link in a browser with windows, if there is one; nobody waits for it."""
    thread = threading.Thread(target=_open, args=(link,), name="browser", daemon=True)
    thread.start()
    return thread


def _open(link: str) -> None:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if Path(getattr(browser, "name", "")).name not in IN_TEXT:
        browser.open(link)
