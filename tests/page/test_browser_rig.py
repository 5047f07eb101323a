"""A fault in a page is found, whatever its kind, unless it was announced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.rigs.browser.browser_tabs import browser_users

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = "http://kibitz.test/"
POLICY = "default-src 'none'; script-src 'unsafe-inline'; img-src 'self' data:"
BAD_PAGES = {
    "an error": ("<script>throw new Error('planted')</script>", "planted"),
    "a word on the console": ("<script>console.error('planted')</script>", "planted"),
    "a style against the policy": ("<p style='color: red'>planted</p>", "Content Security Policy"),
    "a picture that is not there": ("<img src='planted.png'>", "planted.png"),
}


@pytest.mark.parametrize("fault", BAD_PAGES)
def test_a_fault_in_a_page_fails_the_test(browser: Browser, fault: str) -> None:
    body, words = BAD_PAGES[fault]
    with pytest.raises(AssertionError, match=re.escape(words)), serving(browser, body):
        pass


@pytest.mark.parametrize("fault", BAD_PAGES)
def test_an_announced_fault_fails_no_test(browser: Browser, fault: str) -> None:
    body, words = BAD_PAGES[fault]
    with serving(browser, body, words):
        pass


def test_a_fault_that_was_announced_in_vain_fails_the_test(browser: Browser) -> None:
    with (
        pytest.raises(AssertionError, match="never seen: planted"),
        serving(browser, "", "planted"),
    ):
        pass


@contextmanager
def serving(browser: Browser, body: str, *announced: str) -> Iterator[None]:
    """Opens a page with this body, with these faults announced."""
    with browser_users(browser) as visitors:
        visitor = visitors.come()
        for words in announced:
            visitors.faults.expect(words)
        visitor.context.route(
            f"{ADDRESS}*.png", lambda route: route.fulfill(status=404, body="no such picture")
        )
        visitor.context.route(
            ADDRESS,
            lambda route: route.fulfill(
                body=f"<!doctype html><link rel=icon href='data:,'>{body}",
                content_type="text/html",
                headers={"Content-Security-Policy": POLICY},
            ),
        )
        visitor.open(ADDRESS)
        yield
