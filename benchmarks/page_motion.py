"""The frames that a browser draws while things move on the page, beside those of an empty page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from benchmarks.page import begin_game
from benchmarks.page_connections import (
    MeasuredConnection,
    connect_page,
    serve_page,
)
from benchmarks.page_load import path_of_browser
from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread
from hardware.checkers import Colour, Place
from service.web.messages.from_page import PutDown, ThrowDice
from simulation.gestures import Lift

if TYPE_CHECKING:
    from playwright.async_api import Browser

RATE = 60
"""Frames in a second, which the browser offers."""
LATE = 1.5 * 1000 / RATE
"""Milliseconds from which a frame comes so late that another one was left out."""
MOST = 5
"""Late frames in a hundred, beyond those of an empty page."""
GLIDES_PER_ROUND = 20
THROWS_PER_ROUND = 5
BOXES_PER_ROUND = 3
TIE = (3, 3)
"""An opening throw that is thrown again."""
MOTION_SECONDS = 0.8
"""Seconds from one move to the next, in which its motion ends."""
EMPTY, GLIDING, ROLLING = "a box moves on an empty page", "a checker glides", "dice tumble"
WAYS = ((13, 11), (24, 15), (11, 13), (15, 24))
"""Ways of a light checker, near and far, which lead back in the end."""
BOX = '<div id="box" style="width: 50px; height: 50px; background: red"></div>'
MOVE_BOX = """() => document.getElementById("box")
  .animate({ translate: ["0", "300px"] }, { duration: 1000 }).finished.then(() => undefined)"""
"""Moves a box once, and waits for its end."""
TRACED = ("disabled-by-default-devtools.timeline.frame", "blink.animations")
"""The categories of a trace of Chromium with the frames that it draws, and with what moves."""
FRAME, ANIMATION = "DrawFrame", "Animation"
LAMP = "shine"
"""The class of the light of a lamp."""
BEGIN, END = "b", "e"
"""The phases of the events at the beginning and at the end of something that takes time."""

Intervals = list[float]


def measure_page_motion(extent: Extent) -> Account:
    """Checkers are moved at a real service while a real browser shows its page."""
    path = path_of_browser() if find_spec("playwright") else None
    found, at_rest = asyncio.run(_measure(path, extent.rounds)) if path else ({}, None)
    late = {name: _late_share(intervals) for name, intervals in found.items()}
    return Account(
        title="What moves on the page",
        about="a real Chromium without a screen and a real service; the frames that it draws while "
        "something moves, by its own trace",
        columns=("frames", "p50 ms", "p99 ms", "worst ms", "late in 100"),
        lines=[_line(name, intervals) for name, intervals in found.items()],
        aims=[
            *(
                Aim(
                    f"late frames in 100 while {name}, beyond those while {EMPTY}",
                    MOST,
                    late[name] - late[EMPTY] if name in late and EMPTY in late else None,
                )
                for name in (GLIDING, ROLLING)
            ),
            Aim("frames drawn while nothing happens", 0, at_rest),
        ],
        notes=[] if found else ["no browser was found"],
    )


async def _measure(path: str, rounds: int) -> tuple[dict[str, Intervals], int]:
    """The intervals between frames of each motion, and the frames drawn while nothing happened."""
    from playwright.async_api import async_playwright

    with TemporaryDirectory(prefix="kibitz-bench-") as folder, serve_page(Path(folder)) as table:
        async with (
            async_playwright() as playwright,
            await playwright.chromium.launch(executable_path=path) as browser,
            connect_page(table, table.key) as hands,
        ):
            empty = await browser.new_page()
            await empty.set_content(BOX)
            async with _trace(browser) as trace:
                for _ in range(rounds * BOXES_PER_ROUND):
                    await empty.evaluate(MOVE_BOX)
            found = {EMPTY: trace.intervals()}
            await empty.close()
            page = await browser.new_page(viewport={"width": 1366, "height": 768})
            await page.goto(table.page)
            await page.locator('[data-place="p24"] .checker').first.wait_for()
            await page.wait_for_timeout(1000)
            async with _trace(browser) as trace:
                await asyncio.sleep(rounds)
            at_rest = len(trace.frames)
            async with _trace(browser) as trace:
                await _throw_dice(hands, rounds * THROWS_PER_ROUND)
            found[ROLLING] = trace.intervals()
            await begin_game(hands)
            await asyncio.sleep(MOTION_SECONDS)
            async with _trace(browser) as trace:
                await _carry_checkers(hands, rounds * GLIDES_PER_ROUND // len(WAYS))
            found[GLIDING] = trace.intervals()
            return found, at_rest


async def _throw_dice(hands: MeasuredConnection, times: int) -> None:
    for _ in range(times):
        await hands.act(ThrowDice(numbers=TIE))
        await asyncio.sleep(MOTION_SECONDS)


async def _carry_checkers(hands: MeasuredConnection, times: int) -> None:
    for start, end in WAYS * times:
        await hands.act(Lift(Place(f"p{start}"), Colour.LIGHT))
        await hands.act(PutDown(Place(f"p{end}"), Colour.LIGHT))
        await asyncio.sleep(MOTION_SECONDS)


@dataclass(slots=True)
class _FrameTrace:
    """The events of a trace of Chromium."""

    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def frames(self) -> list[float]:
        """The time of each frame that was drawn, in milliseconds."""
        return sorted(it["ts"] / 1000 for it in self.events if it["name"] == FRAME)

    def intervals(self) -> Intervals:
        """The milliseconds between the frames of each motion."""
        motions, frames = self._motions(), self.frames
        return [
            to - at
            for at, to in pairwise(frames)
            if any(begins <= at and to <= ends for begins, ends in motions)
        ]

    def _motions(self) -> list[tuple[float, float]]:
        """The beginning and the end of each motion; a lamp goes on and off, and does not move."""
        running: dict[str, float] = {}
        motions: list[tuple[float, float]] = []
        animations = (it for it in self.events if it["name"] == ANIMATION)
        for event in sorted(animations, key=lambda it: float(it["ts"])):
            which, at = str(event["id2"]), event["ts"] / 1000
            if event["ph"] == BEGIN and LAMP not in event["args"]["data"]["nodeName"]:
                running[which] = at
            elif event["ph"] == END and which in running:
                motions.append((running.pop(which), at))
        return motions


@asynccontextmanager
async def _trace(browser: Browser) -> AsyncIterator[_FrameTrace]:
    """Collects a trace of the browser, which is complete once the context is closed."""
    trace, complete = _FrameTrace(), asyncio.Event()
    session = await browser.new_browser_cdp_session()
    session.on("Tracing.dataCollected", lambda data: trace.events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda _data: complete.set())
    categories = {"includedCategories": TRACED}
    started = {"transferMode": "ReportEvents", "traceConfig": categories}
    await session.send("Tracing.start", started)
    yield trace
    await session.send("Tracing.end")
    await complete.wait()
    await session.detach()


def _late_share(intervals: Intervals) -> float:
    """The frames in a hundred that were late."""
    return 100 * sum(each > LATE for each in intervals) / max(len(intervals), 1)


def _line(name: str, intervals: Intervals) -> ResultLine:
    spread = Spread.of(intervals)
    if spread is None:
        return ResultLine(name, (0, None, None, None, None))
    values = (spread.size, spread.middle, spread.rare, spread.worst, _late_share(intervals))
    return ResultLine(name, values)
