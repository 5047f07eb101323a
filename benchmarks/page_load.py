"""The transfer of a real browser when it opens the page for the first time, and the next time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.page_connections import ServedPage, serve_page
from benchmarks.study_results import Account, Aim, Extent, ResultLine

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

MOST = 150
"""Kilobytes of a first load, as they are transferred."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FIRST, AGAIN = "first load", "next load"
KILO = 1000


class _Transfer(NamedTuple):
    """The transfer until the board was drawn and nothing more was requested."""

    requests: int
    transferred: float
    """Kilobytes, with what HTTP says around them."""
    decoded: float
    milliseconds: float


def measure_page_load(_extent: Extent) -> Account:
    """The page of the default table, with its key."""
    with _browser() as browser:
        found = _loads(browser) if browser else {}
    return Account(
        title="What a browser fetches",
        about="a real Chromium and a real service; without the messages on the WebSocket",
        columns=("requests", "KB transferred", "KB decoded", "ms till all is there"),
        lines=[ResultLine(name, tuple(one)) for name, one in found.items()],
        aims=[
            Aim(
                "KB transferred at the first load",
                MOST,
                found[FIRST].transferred if found else None,
            )
        ],
        notes=[] if found else ["no browser was found"],
    )


def path_of_browser() -> str | None:
    """The browser that is named, or else the first that is found."""
    named = os.environ.get("KIBITZ_BROWSER")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def _browser() -> Iterator[Browser | None]:
    """A browser, if there is one and something to drive it with."""
    path = path_of_browser()
    if path is None or find_spec("playwright") is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


def _loads(browser: Browser) -> dict[str, _Transfer]:
    with TemporaryDirectory(prefix="kibitz-bench-") as folder, serve_page(Path(folder)) as table:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        return {name: _load(context, table) for name in (FIRST, AGAIN)}


def _load(context: BrowserContext, table: ServedPage) -> _Transfer:
    page = context.new_page()
    inside = context.new_cdp_session(page)
    inside.send("Network.enable")
    transferred, decoded = list[float](), list[float]()

    def count(told: dict[str, Any]) -> None:
        transferred.append(told["encodedDataLength"] / KILO)

    inside.on("Network.loadingFinished", count)
    inside.on("Network.dataReceived", lambda told: decoded.append(told["dataLength"] / KILO))
    page.goto(f"{table.page}#key={table.key}")
    page.locator('[data-place="p1"]').first.wait_for()
    page.wait_for_load_state("networkidle")
    spent = page.evaluate("Math.max(...performance.getEntries().map((it) => it.responseEnd || 0))")
    page.close()
    return _Transfer(len(transferred), sum(transferred), sum(decoded), spent)
