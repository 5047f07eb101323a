"""The memory of a real `kibitz run`, beside a bare interpreter."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.processes import READY, SERVICE, TELL, can_be_watched, watch_process
from benchmarks.study_results import Account, Aim, Extent, ResultLine

FLOOR = ("-c", f"import asyncio, signal, sqlite3; {TELL} signal.pause()")
MOST = 60
"""Megabytes."""
NEW = "kibitz run, a new match"
LIVE = "the same service, hands have just played"
AGAIN = "kibitz run, going on with that match"
BARE = "floor: bare Python with asyncio and sqlite3"
NAMES = (NEW, LIVE, AGAIN, BARE)


def measure_memory(extent: Extent) -> Account:
    """The default configuration: one simulated table, and no camera."""
    many = extent.rounds if can_be_watched() else 0
    rounds = [_round(extent.gestures_before) for _ in range(many)]
    found = {name: median(one[name] for one in rounds) for name in NAMES} if rounds else {}
    return Account(
        title="Memory of the service",
        about=f"without mapped files; {extent.gestures_before} gestures of hands at the table; "
        f"median of {extent.rounds} rounds",
        columns=("MB", "/ floor"),
        lines=[ResultLine(name, (size, size / found[BARE])) for name, size in found.items()],
        aims=[Aim(f"MB, {name}", MOST, found.get(name)) for name in (NEW, LIVE, AGAIN)],
    )


def _round(gestures: int) -> dict[str, float]:
    sizes = {}
    live = ("-m", "benchmarks.played_service", str(gestures))
    with TemporaryDirectory(prefix="kibitz-bench-") as new, TemporaryDirectory() as played:
        for name, folder, arguments in (
            (BARE, new, FLOOR),
            (NEW, new, SERVICE),
            (LIVE, played, live),
            (AGAIN, played, SERVICE),
        ):
            with watch_process(Path(folder), arguments) as process:
                process.wait(READY)
                sizes[name] = process.megabytes
    return sizes
