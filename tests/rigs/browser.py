"""A real browser for the tests of the page: without one they are skipped, which is told in red.

`KIBITZ_BROWSER` names a browser, and `KIBITZ_REQUIRE=browser` turns its absence into a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.rigs.needs import Need

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
NEED = Need(
    "browser",
    "the page",
    "To run them: apt-get install --no-install-recommends chromium-headless-shell libatomic1 "
    f"(or any Chromium), or name a browser in {NAMED}.",
)
do_without = NEED.do_without


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever asks for a browser."""
    NEED.mark(items, "browser_path")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell loudly what was not proved."""
    NEED.tell(terminalreporter)


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
