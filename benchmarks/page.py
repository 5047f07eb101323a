"""The time from an action on the page to the lamps on the page, beside a bare echo."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.latency import commits, texts
from benchmarks.page_connections import MeasuredConnection, ServedPage, connect_page, serve_page
from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread, typical
from hardware.checkers import Colour, Place
from service.web.messages.from_page import PutDown, ThrowDice
from simulation.gestures import Lift

COLUMNS = ("number", "p50 ms", "p99 ms", "worst ms", "p50 / echo", "p99 / echo")
MOST = 5
"""Times a bare echo, all but one in a hundred."""
DISK, MEMORY = "journal on the disk", "journal in memory"
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of one's own is made there
"""Files here are never on a disk, so nobody waits for one."""
LIFTS = 12
"""Checkers lifted and put back in one connection: nobody may do much more at once."""
REST = 0.015
"""Seconds between two of them: what comes faster than any hand is taken for a flood."""
OPENING = (3, 1)
FROM = {"light": Place("p6"), "dark": Place("p19")}


class _RoundTimes(NamedTuple):
    lamp: Spread
    echo: Spread
    commit: Spread | None = None


def measure_page(extent: Extent) -> Account:
    """Checkers are lifted on the page of a real service, with its journal here and there."""
    lifts = max(extent.awaited_gestures // 2, LIFTS)
    disk, memory = list[_RoundTimes](), list[_RoundTimes]()
    for _ in range(extent.rounds):
        disk.append(_round(lifts, None))
        memory += [_round(lifts, SHARED_MEMORY)] if _has_memory() else []
    lines = [*_lines(DISK, disk), *_lines(MEMORY, memory)]
    return Account(
        title="From a hand on the page to the lamps on the page",
        about=f"{lifts} checkers lifted at a real service, each after a bare echo on the same "
        f"connection; median of {extent.rounds} rounds",
        columns=COLUMNS,
        lines=lines,
        aims=[
            Aim(f"p99 / p99 of the echo, {MEMORY}", MOST, _times_the_floor(memory)),
            Aim(f"p99 / p99 of the echo and a commit, {DISK}", MOST, _times_the_floor(disk)),
        ],
    )


async def begin_game(one: MeasuredConnection) -> None:
    """Begins a game, if none has begun, so that a lifted checker has somewhere to go."""
    if not one.parts["Game"]["turn"]:
        await one.act(ThrowDice(numbers=OPENING), lambda: bool(one.lamps))


async def lift_and_put(one: MeasuredConnection) -> float:
    """Milliseconds until the lamps show the destinations of a checker; it is put back again."""
    dark = one.parts["Game"]["turn"] == "dark"
    colour = Colour.DARK if dark else Colour.LIGHT
    place, before = FROM[colour.value], one.lamps
    taken = await one.act(Lift(place, colour), lambda: one.lamps != before)
    await one.act(PutDown(place, colour), lambda: one.lamps == before)
    await asyncio.sleep(REST)
    await one.echo()
    return taken


def _has_memory() -> bool:
    return SHARED_MEMORY.is_dir()


def _round(lifts: int, where: Path | None) -> _RoundTimes:
    with TemporaryDirectory(prefix="kibitz-bench-", dir=where) as name:
        folder = Path(name)
        with serve_page(folder) as table:
            lamp, echo = asyncio.run(_lift(table, lifts))
        commit = commits(islice(texts(table.journal), lamp.size), folder / "bare.db")
    return _RoundTimes(lamp, echo, None if where else commit)


async def _lift(table: ServedPage, lifts: int) -> tuple[Spread, Spread]:
    """The lamps and the echoes, in turn; the first connection warms up, and does not count."""
    lamps, echoes = list[float](), list[float]()
    while len(lamps) < lifts + LIFTS:
        async with connect_page(table, table.key) as one:
            await begin_game(one)
            for _ in range(LIFTS):
                echoes.append(await one.echo())
                lamps.append(await lift_and_put(one))
    return _spread(lamps[LIFTS:]), _spread(echoes[LIFTS:])


def _spread(milliseconds: list[float]) -> Spread:
    spread = Spread.of(milliseconds)
    if spread is None:
        raise ValueError("nothing was lifted")
    return spread


def _times_the_floor(rounds: list[_RoundTimes]) -> float | None:
    """The ratio of the 99th percentile to the floor."""
    if not rounds:
        return None
    bare = [one.commit.rare if one.commit else 0 for one in rounds]
    lamp, echo = typical([one.lamp for one in rounds]), typical([one.echo for one in rounds])
    return lamp.rare / (echo.rare + median(bare))


def _lines(where: str, rounds: list[_RoundTimes]) -> Iterator[ResultLine]:
    if not rounds:
        return
    echo = typical([one.echo for one in rounds])
    bare = [one.commit for one in rounds if one.commit]
    for name, found in (
        (where, [one.lamp for one in rounds]),
        (f"{where}: bare echo", [one.echo for one in rounds]),
        (f"{where}: bare commit", bare),
    ):
        if found:
            spread = typical(found)
            ratios = (spread.middle / echo.middle, spread.rare / echo.rare)
            yield ResultLine(name, (spread.size, spread.middle, spread.rare, spread.worst, *ratios))
