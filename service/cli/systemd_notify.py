"""Notifications to systemd: readiness, stopping and the watchdog."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


class SystemdNotifier:
    """The notification socket of systemd; without one, all methods do nothing."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is an abstract socket, whose name begins with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_interval = _watchdog_interval(environment)
        """Seconds from one watchdog message to the next; None without a watchdog."""

    def notify(self, state: str) -> None:
        """Sends a notification; it is lost if systemd does not listen."""
        if not self._address:
            return
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as outgoing,
        ):
            outgoing.setblocking(False)
            outgoing.sendto(state.encode(), self._address)

    async def run_watchdog(self) -> None:
        """Sends the watchdog message at every interval; none is sent while the loop is blocked."""
        while self.watchdog_interval is not None and self._address:
            self.notify(ALIVE)
            await asyncio.sleep(self.watchdog_interval)


def _watchdog_interval(environment: Mapping[str, str]) -> float | None:
    """Half the watchdog timeout of this process in seconds, or None."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not (is_ours and microseconds.isdecimal() and int(microseconds)):
        return None
    return int(microseconds) / 2_000_000
