"""Somebody who listens to a board on which nothing happens; the port is the argument."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from firmware_bridge.link import BoardLink
from firmware_bridge.ports.serial_port import SerialPort
from hardware.drivers.system_clock import SystemClock
from service.systemd import READY, Systemd


class _Nobody:
    """Somebody to whom it is all the same."""

    def told(self, telling: object) -> None: ...

    def lost(self, why: str) -> None:
        sys.exit(f"kibitz: the board {why}")


async def listen(port: str) -> None:
    """Keep the line open until somebody has had enough."""
    enough = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, enough.set)
    link, nobody = BoardLink(SerialPort(port), SystemClock()), _Nobody()
    await link.join(nobody)
    Systemd(os.environ).tell(READY)
    await enough.wait()
    await link.leave(nobody)


if __name__ == "__main__":
    asyncio.run(listen(sys.argv[1]))
