"""The frames of a real browser while checkers glide on the page, beside those of an empty page."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.page import begin_game
from benchmarks.page_connections import (
    MeasuredConnection,
    ServedPage,
    connect_page,
    serve_page,
)
from benchmarks.page_load import path_of_browser
from benchmarks.study_results import Account, Aim, Extent, ResultLine, Spread
from hardware.checkers import Colour, Place
from service.web.messages.from_page import PutDown, ThrowDice
from simulation.gestures import Lift

if TYPE_CHECKING:
    from playwright.async_api import Page

RATE = 60
"""Frames in a second, which the browser offers."""
LATE = 1.5 * 1000 / RATE
"""Milliseconds from which a frame comes so late that another one was left out."""
MOST = 5
"""Late frames in a hundred, beyond those of an empty page."""
GLIDES_PER_ROUND = 20
THROWS_PER_ROUND = 5
TIE = (3, 3)
"""An opening throw that is thrown again."""
MOTION_SECONDS = 0.8
"""Seconds from one move to the next, in which its motion ends."""
EMPTY, GLIDING, ROLLING = "an empty page", "a checker glides", "dice tumble"
RECORD = """() => {
  window.frames = [];
  const moves = () => document.getAnimations().some(({ id }) => /^[a-z]/.test(id));
  const record = (at) => {
    window.frames.push([at, moves()]);
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}"""
"""Records the time of every frame, and whether something moves besides the lamps."""
TAKE = "() => window.frames.splice(0)"
WAYS = ((13, 11), (24, 15), (11, 13), (15, 24))
"""Ways of a light checker, near and far, which lead back in the end."""

Intervals = list[float]


def measure_page_motion(extent: Extent) -> Account:
    """Checkers are moved at a real service while a real browser shows its page."""
    path = path_of_browser() if find_spec("playwright") else None
    found = asyncio.run(_measure(path, extent.rounds)) if path else {}
    late = {name: _late_share(intervals) for name, intervals in found.items()}
    return Account(
        title="What moves on the page",
        about="a real Chromium without a screen and a real service; frames while something moves",
        columns=("frames", "p50 ms", "p99 ms", "worst ms", "late in 100"),
        lines=[_line(name, intervals) for name, intervals in found.items()],
        aims=[
            Aim(
                f"late frames in 100 while {name}, beyond those of {EMPTY}",
                MOST,
                late[name] - late[EMPTY] if name in late and EMPTY in late else None,
            )
            for name in (GLIDING, ROLLING)
        ],
        notes=[] if found else ["no browser was found"],
    )


async def _measure(path: str, rounds: int) -> dict[str, Intervals]:
    from playwright.async_api import async_playwright

    with TemporaryDirectory(prefix="kibitz-bench-") as folder, serve_page(Path(folder)) as table:
        async with (
            async_playwright() as playwright,
            await playwright.chromium.launch(executable_path=path) as browser,
            connect_page(table, table.key) as hands,
        ):
            empty = await browser.new_page()
            await empty.evaluate(RECORD)
            await asyncio.sleep(rounds)
            found = {EMPTY: _intervals(await empty.evaluate(TAKE), moving=False)}
            await empty.close()
            page = await browser.new_page(viewport={"width": 1366, "height": 768})
            return found | await _play(page, hands, table, rounds)


async def _play(
    page: Page, hands: MeasuredConnection, table: ServedPage, rounds: int
) -> dict[str, Intervals]:
    """The intervals between frames of each motion."""
    await page.goto(table.page)
    await page.locator('[data-place="p24"] .checker').first.wait_for()
    await page.wait_for_timeout(1000)
    await page.evaluate(RECORD)
    found: dict[str, Intervals] = {GLIDING: [], ROLLING: []}

    async def count(name: str) -> None:
        await asyncio.sleep(MOTION_SECONDS)
        found[name] += _intervals(await page.evaluate(TAKE), moving=True)

    for _ in range(rounds * THROWS_PER_ROUND):
        await hands.act(ThrowDice(numbers=TIE))
        await count(ROLLING)
    await begin_game(hands)
    for _ in range(rounds * GLIDES_PER_ROUND // len(WAYS)):
        for start, end in WAYS:
            await hands.act(Lift(Place(f"p{start}"), Colour.LIGHT))
            await hands.act(PutDown(Place(f"p{end}"), Colour.LIGHT))
            await count(GLIDING)
    return found


def _intervals(frames: list[tuple[float, bool]], *, moving: bool) -> Intervals:
    """Milliseconds between frames, from and to one in which something moves or nothing does."""
    return [
        to - start
        for (start, moved), (to, moves) in pairwise(frames)
        if moved is moving and moves is moving
    ]


def _late_share(intervals: Intervals) -> float:
    """The frames in a hundred that were late."""
    return 100 * sum(each > LATE for each in intervals) / max(len(intervals), 1)


def _line(name: str, intervals: Intervals) -> ResultLine:
    spread = Spread.of(intervals)
    if spread is None:
        return ResultLine(name, (0, None, None, None, None))
    values = (spread.size, spread.middle, spread.rare, spread.worst, _late_share(intervals))
    return ResultLine(name, values)
