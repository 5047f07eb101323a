"""The service after hands have played at a table: `python -m benchmarks.played_service 300`.

It says that it is ready when they are done, and runs until it is told to stop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from benchmarks.table_matches import Hands, MeasuredTable, records
from hardware.drivers.clocks import SimulatedClock
from service.cli.run_command import SERVICE_STOP_SIGNALS
from service.cli.systemd_notify import READY, SystemdNotifier
from service.config.service_settings import Configuration
from service.table.table_runtime import ServiceOptions, TableRuntime, run_tables


async def main(gestures: int) -> None:
    """Serves the default table, and plays at it."""
    configuration, stop = Configuration(), asyncio.Event()
    for number in SERVICE_STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    folder = configuration.service.journal_folder(os.environ, Path.home())
    found, opened = list[TableRuntime](), asyncio.Event()
    ways = ServiceOptions(folder, clock_from=SimulatedClock)
    serving = asyncio.create_task(
        run_tables(configuration.tables, ways, found.append, stop, opened.set)
    )
    await opened.wait()
    await _play(found[0], gestures)
    SystemdNotifier(os.environ).notify(READY)
    await serving


async def _play(runtime: TableRuntime, gestures: int) -> None:
    clock = runtime.table.clock
    if not isinstance(clock, SimulatedClock):
        raise TypeError("hands cannot wait")
    measured = MeasuredTable(runtime.settings, clock, runtime.devices)
    (record,) = records(1)
    await Hands(0, gestures=gestures).play(record, measured, runtime.table)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
