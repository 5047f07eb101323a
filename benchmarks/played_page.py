"""A service at whose table hands play on simulated time: `python -m benchmarks.played_page 3600`.

They begin when somebody looks at the page. It says `early` when these seconds have passed and
`late` when as many have passed again, and runs until it is told to stop.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from random import Random

from hardware.drivers.clocks import SimulatedClock
from service.cli.command_options import load_configuration
from service.cli.run_command import SERVICE_STOP_SIGNALS
from service.cli.systemd_notify import READY, SystemdNotifier
from service.simulated_match.simulated_people import SimulatedPeople
from service.table.table_runtime import ServiceOptions, TableRuntime, run_tables
from service.web.http.access_control import load_or_create_key, own_host_names
from service.web.http.http_server import open_listener, serve_page
from service.web.http.page_app import create_app
from service.web.open_tables import OpenTable, OpenTables
from service.words.phrases import ENGLISH, load_phrases
from simulation.habits import PEOPLE, Temperament
from simulation.performance import Performance, PerformanceOptions, perform
from simulation.program_players import play_against_itself

LENGTH = 25
"""Points of the match, so that it is not over too soon."""
A_WHILE = 0.05
"""Seconds between two checks for a viewer."""
EARLY, LATE = "early", "late"


async def main(seconds: float) -> None:
    """Serves one table, and plays at it as soon as there is a viewer."""
    settings = load_configuration(None, load_phrases(ENGLISH)).configuration
    table = replace(settings.tables[0], length=LENGTH)
    folder = settings.service.journal_folder(os.environ, Path.home())
    stop, opened, open_tables = asyncio.Event(), asyncio.Event(), OpenTables()
    for number in SERVICE_STOP_SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    found = list[TableRuntime]()

    def watch(runtime: TableRuntime) -> None:
        open_tables.add(OpenTable.open(runtime, load_or_create_key(folder, table.name)))
        found.append(runtime)

    with closing(open_listener(settings.service.listen, settings.service.port)) as line:

        @asynccontextmanager
        async def page() -> AsyncIterator[None]:
            async with serve_page(create_app(open_tables, own_host_names()), [line]):
                yield

        ways = ServiceOptions(folder, clock_from=SimulatedClock)
        served = asyncio.create_task(run_tables([table], ways, watch, stop, opened.set, page))
        await opened.wait()
        SystemdNotifier(os.environ).notify(READY)
        await _wait_for_viewer(open_tables)
        await _play(found[0], seconds)
        await served


async def _wait_for_viewer(open_tables: OpenTables) -> None:
    """Returns as soon as there is a viewer."""
    while not open_tables.viewer_count.by_table.total():  # noqa: ASYNC110 - nobody tells when somebody comes
        await asyncio.sleep(A_WHILE)


async def _play(runtime: TableRuntime, seconds: float) -> None:
    clock = runtime.table.clock
    if not isinstance(clock, SimulatedClock):
        raise TypeError("hands cannot wait")
    people = SimulatedPeople(runtime.table, runtime.devices, clock)
    performance, begun = _performance(runtime), clock.now()
    for times, said in enumerate((EARLY, LATE), 1):
        await people.perform(_until(performance, clock, begun + times * seconds))
        SystemdNotifier(os.environ).notify(said)


def _performance(runtime: TableRuntime) -> Performance:
    """A match of the computer against itself, the way people move."""
    agreed = runtime.settings.match_settings
    temper = Temperament(PEOPLE, Random(1))  # noqa: S311 - hands, no secret
    return perform(
        play_against_itself(1, agreed.rulebook, LENGTH),
        PerformanceOptions(agreed.seating.light),
        temper,
    )


def _until(performance: Performance, clock: SimulatedClock, end: float) -> Performance:
    """The part of a performance that there is time for; the rest can be had later."""
    for item in performance:
        yield item
        if clock.now() >= end:
            return


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
