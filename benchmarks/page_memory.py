"""The memory of a real `kibitz run` with viewers of its page, and after an hour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.page import LIFTS, begin_game, lift_and_put
from benchmarks.page_connections import ServedPage, connect_page, serve_page
from benchmarks.played_page import EARLY, LATE
from benchmarks.processes import can_be_watched
from benchmarks.study_results import Account, Aim, Extent, ResultLine

MANY = 50
MORE = 15
"""Megabytes more for fifty spectators than for one."""
GROWTH = 1
"""Megabytes that do not count: the record of the match grows by a kilobyte with each turn."""
ONE, FIFTY = "1 spectator", f"{MANY} spectators"


def measure_page_memory(extent: Extent) -> Account:
    """Viewers of a table at which something happens, and an hour of it on simulated time."""
    can = can_be_watched()
    rounds = [asyncio.run(_spectators()) for _ in range(extent.rounds)] if can else []
    found = {name: median(one[name] for one in rounds) for name in (ONE, FIFTY)} if rounds else {}
    more = found[FIFTY] - found[ONE] if found else None
    hour = asyncio.run(_hour(extent.played_hours)) if can else {}
    grown = hour[LATE] - hour[EARLY] if hour else None
    return Account(
        title="Memory with people who look at the page",
        about=f"without mapped files; median of {extent.rounds} rounds, and once what "
        f"{extent.played_hours:g} h of simulated play add to as many before",
        columns=("MB", "MB more"),
        lines=[
            *(ResultLine(name, (size, size - found[ONE])) for name, size in found.items()),
            *(ResultLine(name, (size, size - hour[EARLY])) for name, size in hour.items()),
        ],
        aims=[
            Aim(f"MB more for {MANY} spectators than for one", MORE, more),
            Aim(f"MB grown in {extent.played_hours:g} h of play", GROWTH, grown),
        ],
    )


async def _spectators() -> dict[str, float]:
    """Megabytes with one spectator, and with many, of the same service."""
    found = {}
    with TemporaryDirectory(prefix="kibitz-bench-") as folder, serve_page(Path(folder)) as table:
        async with AsyncExitStack() as room, connect_page(table, table.key) as player:
            for name, number in ((ONE, 1), (FIFTY, MANY - 1)):
                for _ in range(number):
                    await room.enter_async_context(_looking(table))
                await begin_game(player)
                for _ in range(LIFTS):
                    await lift_and_put(player)
                found[name] = table.process.megabytes
    return found


async def _hour(hours: float) -> dict[str, float]:
    """Megabytes of a service when hands have begun to play on simulated time, and at the end."""
    found = {}
    live = ("-m", "benchmarks.played_page", str(3600 * hours))
    with (
        TemporaryDirectory(prefix="kibitz-bench-") as folder,
        serve_page(Path(folder), live) as table,
    ):
        async with _looking(table):
            for name in (EARLY, LATE):
                await asyncio.to_thread(table.process.wait, name.encode())
                found[name] = table.process.megabytes
    return found


@asynccontextmanager
async def _looking(table: ServedPage) -> AsyncIterator[None]:
    """A viewer without a key, to whom everything is sent as long as this is open."""
    async with connect_page(table) as spectator, asyncio.TaskGroup() as tasks:
        listening = tasks.create_task(spectator.listen())
        yield
        listening.cancel()
