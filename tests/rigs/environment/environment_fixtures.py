"""Fixtures that skip tests for want of a browser, systemd, TypeScript or an ordinary user."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rigs.environment.checkout import ROOT
from tests.rigs.environment.optional_needs import Need
from tools import typescript

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CANDIDATES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
BROWSER_VARIABLE = "KIBITZ_BROWSER"


def find_browser() -> str | None:
    """The browser that the environment names, or else one that is installed."""
    return os.environ.get(BROWSER_VARIABLE) or next(
        filter(None, map(shutil.which, CANDIDATES)), None
    )


def missing_browser() -> str:
    if find_browser() is None:
        return "none is installed"
    return "" if find_spec("playwright") else "playwright has no wheel for this machine"


BROWSER_NEED = Need(
    "browser",
    "the page",
    "To run them: apt-get install --no-install-recommends chromium-headless-shell libatomic1 "
    f"(or any Chromium), or name a browser in {BROWSER_VARIABLE}.",
    missing_browser,
)


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of a browser that Playwright can start."""
    BROWSER_NEED.require()
    return str(find_browser())


@dataclass(frozen=True, slots=True)
class LaunchedBrowser:
    """A browser and the event loop of Playwright, which stays running between its calls.

    A test that drives the browser needs this loop to be the running one of its thread;
    a test with a loop of its own needs that none is running.
    """

    browser: Browser
    loop: asyncio.AbstractEventLoop

    def take_up(self) -> None:
        """Makes the loop of Playwright the running one."""
        asyncio._set_running_loop(self.loop)

    def let_go(self) -> None:
        """Lets other loops run in this thread."""
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def launched(browser_path: str) -> Iterator[LaunchedBrowser]:
    """A browser for all tests of this process, while none of them is driving it."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=browser_path)
        except Error as error:
            BROWSER_NEED.skip_test(
                f"{browser_path} does not start: {error.message.splitlines()[0]}"
            )
        launched = LaunchedBrowser(browser, asyncio.get_running_loop())
        launched.let_go()
        yield launched
        launched.take_up()
        browser.close()


@pytest.fixture(scope="module")
def browser(launched: LaunchedBrowser) -> Iterator[Browser]:
    """The browser; for a module, since no other loop can run in this thread meanwhile."""
    launched.take_up()
    yield launched.browser
    launched.let_go()


PROGRAM = "systemd-analyze"


def missing_systemd() -> str:
    return "" if shutil.which(PROGRAM) else f"{PROGRAM} is not installed"


SYSTEMD_NEED = Need(
    "systemd", "the service's unit", "To run them: apt-get install systemd.", missing_systemd
)


@pytest.fixture
def systemd_analyze() -> str:
    SYSTEMD_NEED.require()
    return PROGRAM


PAGE = Path("service", "web", "page")

TYPESCRIPT_NEED = Need(
    "typescript",
    "the types of the JavaScript",
    "To run them: apt-get install --no-install-recommends nodejs npm, then make test.",
    typescript.lacking,
)

TypeErrors = Callable[[str], str]
"""Returns the output of TypeScript for the page with one more module, which has this text."""


@pytest.fixture
def type_errors(tmp_path: Path) -> TypeErrors:
    """Checks a copy of the page."""
    TYPESCRIPT_NEED.require()
    shutil.copytree(ROOT / PAGE, tmp_path / PAGE)
    shutil.copy(ROOT / typescript.SETTINGS, tmp_path)

    def errors(text: str) -> str:
        (tmp_path / PAGE / "js" / "one_more.js").write_text(text, encoding="utf-8")
        checked = typescript.check(tmp_path)
        assert bool(checked.returncode) == bool(checked.stdout), checked.stderr
        return checked.stdout

    return errors


def missing_ordinary_user() -> str:
    return "root runs them, who is refused nothing" if os.geteuid() == 0 else ""


ORDINARY_USER_NEED = Need(
    "ordinary_user",
    "missing permissions",
    "To run them: be an ordinary user, as .ci/run is.",
    missing_ordinary_user,
)


@pytest.fixture
def ordinary_user() -> None:
    ORDINARY_USER_NEED.require()
