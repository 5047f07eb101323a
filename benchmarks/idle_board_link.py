"""A listener to a board on which nothing happens; the port is the argument."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from hardware.drivers.clocks import SystemClock
from service.cli.systemd_notify import READY, SystemdNotifier


class _Nobody:
    """A listener that ignores all updates."""

    def on_update(self, update: object) -> None: ...

    def on_lost(self, why: str) -> None:
        sys.exit(f"kibitz: the board {why}")


async def listen(port: str) -> None:
    """Keeps the link open until SIGTERM."""
    enough = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, enough.set)
    link, nobody = BoardLink(SerialPort(port), SystemClock()), _Nobody()
    await link.join(nobody)
    SystemdNotifier(os.environ).notify(READY)
    await enough.wait()
    await link.leave(nobody)


if __name__ == "__main__":
    asyncio.run(listen(sys.argv[1]))
