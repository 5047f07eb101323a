"""The fixtures of the page's tests: a table that is served, and people with browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.rigs.browser.browser_tabs import BrowserUsers, OpenTab, Tab, browser_users
from tests.rigs.browser.service_process import (
    ServiceProcess,
    TableClient,
    connect_client,
    run_service,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser


TABLE = """
names = ["Alice", "Bob"]
[table.board]
driver = "slots"
"""


@pytest.fixture(scope="module")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service in a process of its own, for all tests of a module."""
    with run_service(tmp_path_factory.mktemp("house"), TABLE) as service:
        yield service


@pytest.fixture
def kibitz(shared_service: ServiceProcess) -> ServiceProcess:
    """A simulated table with default settings, and a new match at it."""
    with connect_client(shared_service.link) as somebody:
        somebody.begin()
    return shared_service


@pytest.fixture
def visitors(browser: Browser, kibitz: ServiceProcess) -> Iterator[BrowserUsers]:
    """Users with browsers; an unannounced fault in a page of theirs fails the test."""
    assert kibitz.runs, "the service must outlive their pages, which would complain otherwise"
    with browser_users(browser) as everybody:
        yield everybody


@pytest.fixture
def hands(kibitz: ServiceProcess) -> Iterator[TableClient]:
    """A program with the key of that table, whose hands do just as the test says."""
    with connect_client(kibitz.link) as somebody:
        yield somebody


@pytest.fixture
def open_tab(kibitz: ServiceProcess, visitors: BrowserUsers) -> OpenTab:
    """Opens the table with the key in a new browser with these options."""
    return lambda **options: visitors.come(**options).open(kibitz.link.full)


@pytest.fixture
def alice(open_tab: OpenTab) -> Tab:
    """Somebody with the key, at a desktop."""
    return open_tab()


@pytest.fixture
def bob(kibitz: ServiceProcess, visitors: BrowserUsers) -> Tab:
    """Somebody without the key, at a desktop."""
    return visitors.come().open(kibitz.link.bare)
