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


def find_browser() -> str | None:
    """The browser that is named, or else one that is installed."""
    return os.environ.get(NAMED) or next(filter(None, map(shutil.which, CANDIDATES)), None)


def lacking() -> str:
    if find_browser() is None:
        return "none is installed"
    return "" if find_spec("playwright") else "playwright has no wheel for this machine"


NEED = Need(
    "browser",
    "the page",
    "To run them: apt-get install --no-install-recommends chromium-headless-shell libatomic1 "
    f"(or any Chromium), or name a browser in {NAMED}.",
    lacking,
)


@pytest.fixture(scope="session")
def browser_path() -> str:
    """A browser that can be started, and driven."""
    NEED.must_be_there()
    return str(find_browser())


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    """A browser; of a module, since nobody else can run a loop in the thread of Playwright."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(executable_path=browser_path)
        except Error as error:
            NEED.do_without(f"{browser_path} does not start: {error.message.splitlines()[0]}")
        yield launched
        launched.close()
