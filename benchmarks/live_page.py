"""A service at whose table hands play on simulated time: `python -m benchmarks.live_page 3600`.

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

from hardware.drivers.simulated.clock import SimulatedClock
from referee.words import Language, load_phrases
from service.commands.configured import configured
from service.commands.run import STOPPED_BY
from service.simulation.habits import PEOPLE, Temper
from service.simulation.performing import Evening, Performance, perform
from service.simulation.self_play import self_play
from service.simulation.sitting import Sitting
from service.systemd import READY, Systemd
from service.tables.running import Running, Ways, serve
from service.web.app import page_app
from service.web.club import Club
from service.web.doors import own_names
from service.web.keys import key_of
from service.web.open_table import OpenTable
from service.web.server import listening, serving

LENGTH = 25
"""Points of the match, so that it is not over too soon."""
A_WHILE = 0.05
"""Seconds till it is looked again whether somebody has come."""
EARLY, LATE = "early", "late"


async def main(seconds: float) -> None:
    """Serve one table, and play at it as soon as somebody looks."""
    settings = configured(None, load_phrases(Language.ENGLISH)).configuration
    table = replace(settings.tables[0], length=LENGTH)
    folder = settings.service.journals_in(os.environ, Path.home())
    stop, opened, club = asyncio.Event(), asyncio.Event(), Club()
    for number in STOPPED_BY:
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    found = list[Running]()

    def watch(running: Running) -> None:
        club.admit(OpenTable.of(running, key_of(folder, table.name)))
        found.append(running)

    with closing(listening(settings.service.listen, settings.service.port)) as line:

        @asynccontextmanager
        async def page() -> AsyncIterator[None]:
            async with serving(page_app(club, own_names()), [line]):
                yield

        ways = Ways(folder, clock_after=SimulatedClock)
        served = asyncio.create_task(serve([table], ways, watch, stop, opened.set, page))
        await opened.wait()
        Systemd(os.environ).tell(READY)
        await _seen(club)
        await _play(found[0], seconds)
        await served


async def _seen(club: Club) -> None:
    """Return when somebody looks at the page."""
    while not club.audience.at.total():  # noqa: ASYNC110 - nobody tells when somebody comes
        await asyncio.sleep(A_WHILE)


async def _play(running: Running, seconds: float) -> None:
    clock = running.table.clock
    if not isinstance(clock, SimulatedClock):
        raise TypeError("hands cannot wait")
    sitting = Sitting(running.table, running.devices, clock)
    performance, begun = _performance(running), clock.now()
    for times, said in enumerate((EARLY, LATE), 1):
        await sitting.perform(_until(performance, clock, begun + times * seconds))
        Systemd(os.environ).tell(said)


def _performance(running: Running) -> Performance:
    """A match of the computer against itself, the way people move."""
    agreed = running.setup.match
    temper = Temper(PEOPLE, Random(1))  # noqa: S311 - hands, no secret
    return perform(self_play(1, agreed.rulebook, LENGTH), Evening(agreed.seating), temper)


def _until(performance: Performance, clock: SimulatedClock, end: float) -> Performance:
    """As much of it as there is time for; the rest can be had later."""
    for item in performance:
        yield item
        if clock.now() >= end:
            return


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1])))
