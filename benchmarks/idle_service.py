"""The load of a real `kibitz run` while nothing happens: none, if all is well."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.processes import READY, SERVICE, TELL, WatchedProcess, can_be_watched, watch_process
from benchmarks.study_results import Account, Aim, Extent, ResultLine
from benchmarks.table_matches import BOARDS, Hands, MeasuredTable, records

FLOOR = ("-c", f"import asyncio; {TELL} asyncio.run(asyncio.Event().wait())")
BARE = "floor: bare asyncio, waiting for ever"
NEW, AGAIN, BEATING = "kibitz run", "kibitz run, in mid-match", "kibitz run, with a watchdog"
WATCHDOG = 2.0
"""Seconds after which systemd would lose patience; the service tells twice as often."""
CALM = 0.2
"""Seconds without a wake-up after which a process that is ready has come to rest."""
PATIENCE = 50
"""Number of such times to wait at most, so that a process which never rests is noticed."""
STILL = 5.0
"""Simulated seconds after which nobody's hands move any more."""
COLUMNS = ("seconds", "threads", "wake-ups", "beats", "wake-ups but for beats", "pushed", "cpu ms")


def measure_idle_service(extent: Extent) -> Account:
    """Real processes side by side, watched for a while, and a table in simulated time."""
    lines = _side_by_side(extent) if can_be_watched() else []
    found = {line.name: line.values[COLUMNS.index("wake-ups but for beats")] for line in lines}
    armed = asyncio.run(_is_timer_waiting(extent.gestures_before))
    return Account(
        title="An idle service",
        about="real processes, all of their threads together",
        columns=COLUMNS,
        lines=lines,
        aims=[
            *(Aim(f"wake-ups, {name}", 0, found.get(name)) for name in (NEW, AGAIN, BEATING)),
            Aim("calls of the clock awaited at a quiet table", 0, armed),
        ],
    )


class _Idler(NamedTuple):
    """A process that has nothing to do."""

    name: str
    arguments: tuple[str, ...]
    watchdog: float = 0
    begun: bool = False
    """True if a match has been begun there before."""


IDLERS = (
    _Idler(BARE, FLOOR),
    _Idler(NEW, SERVICE),
    _Idler(AGAIN, SERVICE, begun=True),
    _Idler(BEATING, SERVICE, watchdog=WATCHDOG),
)


def _side_by_side(extent: Extent) -> list[ResultLine]:
    with ExitStack() as stack:
        processes = [_start_process(idler, extent.gestures_before, stack) for idler in IDLERS]
        for process in processes:
            process.wait(READY)
        for process in processes:
            _rest(process)
        for process in processes:
            process.beats()
        begun, before = time.monotonic(), [process.usage for process in processes]
        time.sleep(extent.idle_seconds)
        used = [process.usage - was for process, was in zip(processes, before, strict=True)]
        seconds = time.monotonic() - begun
        beats = [process.beats() for process in processes]
        threads = [process.threads for process in processes]
    found = zip(IDLERS, threads, used, beats, strict=True)
    return [
        ResultLine(
            idler.name,
            (seconds, count, one.wakeups, told, one.wakeups - told, one.pushed, one.milliseconds),
        )
        for idler, count, one, told in found
    ]


def _start_process(idler: _Idler, gestures: int, stack: ExitStack) -> WatchedProcess:
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="kibitz-bench-")))
    if idler.begun:
        with watch_process(folder, ("-m", "benchmarks.played_service", str(gestures))) as before:
            before.wait(READY)
    return stack.enter_context(watch_process(folder, idler.arguments, idler.watchdog))


def _rest(process: WatchedProcess) -> None:
    """Waits until a process has come to rest."""
    for _ in range(PATIENCE):
        process.beats()
        before = process.usage
        time.sleep(CALM)
        if (process.usage - before).wakeups <= process.beats():
            return


async def _is_timer_waiting(gestures: int) -> bool:
    """True if a timer still waits when hands have stopped playing."""
    (record,) = records(1)
    measured = MeasuredTable.create(record, BOARDS[0])
    async with (table := measured.table()).open():
        await Hands(0, gestures=gestures).play(record, measured, table)
        await measured.clock.pass_seconds(STILL)
        await table.wait_until_quiet()
        return measured.clock.next_wake_up is not None
