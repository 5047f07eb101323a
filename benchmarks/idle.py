"""What a real `kibitz run` does while nothing happens: nothing, if all is well."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.accounts import Account, Aim, Extent, Line
from benchmarks.evenings import BOARDS, Hands, Laid, records
from benchmarks.processes import READY, SERVICE, TELL, Watched, can_be_watched, watched

FLOOR = ("-c", f"import asyncio; {TELL} asyncio.run(asyncio.Event().wait())")
BARE = "floor: bare asyncio, waiting for ever"
NEW, AGAIN, BEATING = "kibitz run", "kibitz run, in mid-match", "kibitz run, with a watchdog"
WATCHDOG = 2.0
"""Seconds after which systemd would lose patience; the service tells twice as often."""
CALM = 0.2
"""Seconds without a wake-up after which a process that is ready has come to rest."""
PATIENCE = 50
"""So many of these are waited for at most: who never rests is found out as well."""
STILL = 5.0
"""Simulated seconds after which nobody's hands move any more."""
COLUMNS = ("seconds", "threads", "wake-ups", "beats", "wake-ups but for beats", "pushed", "cpu ms")


def idle(extent: Extent) -> Account:
    """Real processes side by side, watched for a while, and a table in simulated time."""
    lines = _side_by_side(extent) if can_be_watched() else []
    found = {line.name: line.values[COLUMNS.index("wake-ups but for beats")] for line in lines}
    armed = asyncio.run(_armed(extent.before))
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
    """Whether a match has been begun there before."""


IDLERS = (
    _Idler(BARE, FLOOR),
    _Idler(NEW, SERVICE),
    _Idler(AGAIN, SERVICE, begun=True),
    _Idler(BEATING, SERVICE, watchdog=WATCHDOG),
)


def _side_by_side(extent: Extent) -> list[Line]:
    with ExitStack() as stack:
        processes = [_started(idler, extent.before, stack) for idler in IDLERS]
        for process in processes:
            process.wait(READY)
        for process in processes:
            _rest(process)
        for process in processes:
            process.beats()
        begun, before = time.monotonic(), [process.usage for process in processes]
        time.sleep(extent.seconds)
        used = [process.usage - was for process, was in zip(processes, before, strict=True)]
        seconds = time.monotonic() - begun
        beats = [process.beats() for process in processes]
        threads = [process.threads for process in processes]
    found = zip(IDLERS, threads, used, beats, strict=True)
    return [
        Line(
            idler.name,
            (seconds, count, one.wakeups, told, one.wakeups - told, one.pushed, one.milliseconds),
        )
        for idler, count, one, told in found
    ]


def _started(idler: _Idler, gestures: int, stack: ExitStack) -> Watched:
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="kibitz-bench-")))
    if idler.begun:
        with watched(folder, ("-m", "benchmarks.live", str(gestures))) as before:
            before.wait(READY)
    return stack.enter_context(watched(folder, idler.arguments, idler.watchdog))


def _rest(process: Watched) -> None:
    """Wait till a process has nothing more to do."""
    for _ in range(PATIENCE):
        process.beats()
        before = process.usage
        time.sleep(CALM)
        if (process.usage - before).wakeups <= process.beats():
            return


async def _armed(gestures: int) -> bool:
    """Whether somebody still waits for a time to come when hands have stopped to play."""
    (record,) = records(1)
    laid = Laid.out(record, BOARDS[0])
    async with (table := laid.table()).open():
        await Hands(0, gestures=gestures).play(record, laid, table)
        await laid.clock.pass_by(STILL)
        await table.quiet()
        return laid.clock.next_call is not None
