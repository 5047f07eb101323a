"""What systemd is told, where it has started the service and wants to know."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


class Systemd:
    """The socket on which systemd listens; without one, nothing is ever said or done."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address that begins with @ is no file, but a name that begins with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.beat = _beat(environment)
        """How often (s) it wants to hear that all is well; None: never."""

    def tell(self, what: str) -> None:
        """Say it; what nobody listens to is lost."""
        if not self._address:
            return
        with (
            suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(what.encode(), self._address)

    async def keep_telling(self) -> None:
        """Say at every beat that all is well, as long as the loop goes round."""
        while self.beat is not None and self._address:
            self.tell(ALIVE)
            await asyncio.sleep(self.beat)


def _beat(environment: Mapping[str, str]) -> float | None:
    """Half the time after which systemd would lose patience with this process."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not (meant and microseconds.isdecimal() and int(microseconds)):
        return None
    return int(microseconds) / 2_000_000
