"""The service with a table at which hands have just played: `python -m benchmarks.live 300`.

It says that it is ready when they are done, and runs until it is told to stop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from benchmarks.evenings import Hands, Laid, records
from hardware.drivers.simulated.clock import SimulatedClock
from service.commands.run import STOPPED_BY
from service.config.settings import Configuration
from service.systemd import READY, Systemd
from service.tables.running import Running, Ways, serve


async def main(gestures: int) -> None:
    """Serve the table that is there if nobody says anything, and play at it."""
    configuration, stop = Configuration(), asyncio.Event()
    for number in STOPPED_BY:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    folder = configuration.service.journals_in(os.environ, Path.home())
    found, opened = list[Running](), asyncio.Event()
    ways = Ways(folder, clock_after=SimulatedClock)
    serving = asyncio.create_task(serve(configuration.tables, ways, found.append, stop, opened.set))
    await opened.wait()
    await _play(found[0], gestures)
    Systemd(os.environ).tell(READY)
    await serving


async def _play(running: Running, gestures: int) -> None:
    clock = running.table.clock
    if not isinstance(clock, SimulatedClock):
        raise TypeError("hands cannot wait")
    laid = Laid(running.setup, clock, running.devices)
    (record,) = records(1)
    await Hands(0, gestures=gestures).play(record, laid, running.table)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
