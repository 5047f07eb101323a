"""A real browser for the tests of the page: without one they are skipped, which is told in red.

`KIBITZ_BROWSER` names a browser, and `KIBITZ_REQUIRE=browser` turns its absence into a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CANDIDATES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
NAMED = "KIBITZ_BROWSER"
REQUIRED = "KIBITZ_REQUIRE"
NO_BROWSER = "no browser: "
"""What the reason of every such skip begins with."""
CURE = (
    "To run them: apt-get install --no-install-recommends chromium-headless-shell libatomic1 "
    f"(or any Chromium), or name a browser in {NAMED}."
)
NOT_THERE = 3
"""The exit code if a browser is required and there is none."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever asks for a browser, so that `-m 'not browser'` leaves it out."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser_path" in item.fixturenames:
            item.add_marker("browser")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell loudly what was not proved."""
    skipped = [
        report
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple) and NO_BROWSER in report.longrepr[2]
    ]
    if not skipped:
        return
    terminalreporter.section("BROWSER TESTS DID NOT RUN", sep="=", red=True, bold=True)
    reasons = sorted({report.longrepr[2].partition(NO_BROWSER)[2] for report in skipped})
    for line in (f"{len(skipped)} tests of the page were skipped: {'; '.join(reasons)}", CURE):
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.fixture(scope="session")
def browser_path() -> str:
    """A browser that can be started, and driven."""
    named = os.environ.get(NAMED)
    path = named or next(filter(None, map(shutil.which, CANDIDATES)), None)
    if path is None:
        do_without("none is installed")
    if find_spec("playwright") is None:
        do_without("playwright has no wheel for this machine")
    return path


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    """A browser; of a module, since nobody else can run a loop in the thread of Playwright."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(executable_path=browser_path)
        except Error as error:
            do_without(f"{browser_path} does not start: {error.message.splitlines()[0]}")
        yield launched
        launched.close()


def do_without(why: str) -> NoReturn:
    """Leave out a test of the page, loudly; where a browser is required, give up."""
    if "browser" in os.environ.get(REQUIRED, "").split(","):
        pytest.exit(f"{REQUIRED} asks for a browser: {why}. {CURE}", NOT_THERE)
    pytest.skip(f"{NO_BROWSER}{why}")
