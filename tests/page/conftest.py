"""What the tests of the page begin with: a table that is served, and people with browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.rigs.pages import Program, Service, kibitz_run, program
from tests.rigs.tabs import Tab, Visitors, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


TABLE = """
names = ["Alice", "Bob"]
[table.board]
driver = "slots"
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service in a process of its own, for all tests of a module."""
    with kibitz_run(tmp_path_factory.mktemp("house"), TABLE) as service:
        yield service


@pytest.fixture
def kibitz(house: Service) -> Service:
    """A simulated table as it is if nobody says anything, and a new match at it."""
    with program(house.link) as somebody:
        somebody.begin()
    return house


@pytest.fixture
def visitors(browser: Browser, kibitz: Service) -> Iterator[Visitors]:
    """People with browsers; a fault in a page of theirs that nobody announced fails the test."""
    assert kibitz.runs, "it outlives their pages, which would complain otherwise"
    with visiting(browser) as everybody:
        yield everybody


@pytest.fixture
def hands(kibitz: Service) -> Iterator[Program]:
    """Somebody at that table whose hands do just as the test says."""
    with program(kibitz.link) as somebody:
        yield somebody


@pytest.fixture
def alice(kibitz: Service, visitors: Visitors) -> Tab:
    """Somebody with the key, at a desktop."""
    return visitors.come().open(kibitz.link.full)


@pytest.fixture
def gallery(browser: Browser) -> Iterator[Page]:
    """An empty page, in which pictures are compared."""
    context = browser.new_context()
    yield context.new_page()
    context.close()
