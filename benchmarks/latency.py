"""The time from a switch's signal to the lamps, through the running service."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import NamedTuple

from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread, typical
from benchmarks.table_matches import BOARDS, Hands, MeasuredTable, records
from hardware.devices import Clock
from hardware.drivers.simulated.simulated_devices import SimulatedLamps
from hardware.drivers.simulated.simulated_table import TouchedPlaces
from hardware.outputs import LampFrame
from service.storage.journal import Journal, JournalWriter
from service.storage.journal_tables import SETTINGS

COLUMNS = ("number", "p50 ms", "p99 ms", "worst ms", "p50 / floor", "p99 / floor")
MOST = 50
"""Milliseconds in which the lamps of a lifted checker shine, but for one in a hundred."""


Seconds = Callable[[], float]
"""Real time where the disk is waited for, and processor time where nothing is."""


class _Round(NamedTuple):
    """The spreads of one round, in milliseconds."""

    kept: Spread
    commit: Spread
    unkept: Spread
    trip: Spread


def measure_latency(extent: Extent) -> Account:
    """Latencies at a table, with a journal on the disk and without, beside the bare floors."""
    rounds = [asyncio.run(_round(extent.awaited_gestures, seed)) for seed in range(extent.rounds)]
    kept = typical([one.kept for one in rounds])
    return Account(
        title="From a switch to the lamps",
        about=f"{extent.awaited_gestures} gestures of hands; median of {extent.rounds} rounds",
        columns=COLUMNS,
        lines=[
            *_lines(
                "with a journal, real time",
                "floor: bare SQLite, the same bytes",
                [(one.kept, one.commit) for one in rounds],
            ),
            *_lines(
                "without a journal, processor time",
                "floor: bare asyncio.Queue, there and back",
                [(one.unkept, one.trip) for one in rounds],
            ),
        ],
        aims=[Aim("p99 ms from a switch to the lamps, with a journal", MOST, kept.rare)],
    )


class Stopwatch:
    """Runs from the moment a switch has given its signal till the next frame of the lamps."""

    def __init__(self, seconds: Seconds) -> None:
        self.milliseconds: list[float] = []
        self._seconds = seconds
        self._since: float | None = None

    def start(self, _touched: TouchedPlaces) -> None:
        self._since = self._seconds()

    def stop(self) -> None:
        """Stops the watch."""
        if self._since is not None:
            self.milliseconds.append(1000 * (self._seconds() - self._since))
        self._since = None

    def drop(self) -> None:
        """Forgets the time of a signal after which no lamp changes."""
        self._since = None


class WatchedLamps(SimulatedLamps):
    """Lamps that stop a watch when they shine."""

    def __init__(self, name: str, clock: Clock, watch: Stopwatch) -> None:
        super().__init__(name, clock)
        self._watch = watch

    async def show(self, frame: LampFrame) -> None:
        await super().show(frame)
        self._watch.stop()


async def _round(gestures: int, seed: int) -> _Round:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder:
        path = Path(folder) / "table.journal"
        async with Journal(path) as journal:
            kept = await _times(gestures, seed, perf_counter, journal)
        rows = islice(texts(path), kept.size)
        commit = commits(rows, Path(folder) / "bare.db")
    unkept = await _times(gestures, seed, thread_time)
    return _Round(kept, commit, unkept, await _trips(unkept.size))


async def _times(
    gestures: int, seed: int, seconds: Seconds, journal: JournalWriter | None = None
) -> Spread:
    (record,) = records(seed + 1)[seed:]
    measured, watch = MeasuredTable.create(record, BOARDS[0]), Stopwatch(seconds)
    (lamps,) = measured.devices.lamps
    watched = replace(lamps, device=WatchedLamps(lamps.device.name, measured.clock, watch))
    measured = replace(measured, devices=replace(measured.devices, lamps=(watched,)))
    if measured.devices.checkers:
        measured.devices.checkers.on_change(watch.start)
    async with (table := measured.table(journal)).open():
        await Hands(seed, gestures=gestures).play(record, measured, table, watch.drop)
    return _spread(watch.milliseconds)


def texts(path: Path) -> Iterator[str]:
    """The texts that a journal stores for each signal: it, and the decision before it."""
    query = "SELECT signal, effects FROM evening ORDER BY number"
    with closing(sqlite3.connect(path)) as connection:
        decision = ""
        for signal, effects in connection.execute(query):
            yield decision + signal
            decision = effects or ""


def commits(texts: Iterable[str], path: Path) -> Spread:
    """Writes each text into a table of one column, as safely as a journal does."""
    times = list[float]()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("CREATE TABLE bare (text TEXT)")
        for text in texts:
            start = perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO bare VALUES (?)", (text,))
            connection.execute("COMMIT")
            times.append(1000 * (perf_counter() - start))
    return _spread(times)


async def _trips(number: int) -> Spread:
    """Sends something to another task and waits for it to come back."""
    there, back = asyncio.Queue[int](), asyncio.Queue[int]()

    async def echo() -> None:
        for _ in range(number):
            back.put_nowait(await there.get())

    times = list[float]()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(echo())
        for one in range(number):
            start = thread_time()
            there.put_nowait(one)
            await back.get()
            times.append(1000 * (thread_time() - start))
    return _spread(times)


def _spread(milliseconds: list[float]) -> Spread:
    spread = Spread.of(milliseconds)
    if spread is None:
        raise ValueError("too few gestures: the lamps had nothing to tell")
    return spread


def _lines(name: str, floor: str, rounds: list[tuple[Spread, Spread]]) -> Iterator[ResultLine]:
    for title, found in ((name, [one for one, _ in rounds]), (floor, [bare for _, bare in rounds])):
        spread, unit = typical(found), typical([bare for _, bare in rounds])
        ratios = (spread.middle / unit.middle, spread.rare / unit.rare)
        yield ResultLine(title, (spread.size, spread.middle, spread.rare, spread.worst, *ratios))
