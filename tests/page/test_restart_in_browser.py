"""A service that dies, or is stopped, under an open page is missed at once and found again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, expect

from service.web.messages.from_page import PROTOCOL
from tests.rigs.browser.browser_tabs import LIVE, BrowserUsers, browser_users
from tests.rigs.browser.service_process import (
    ServiceProcess,
    connect_client,
    run_service,
    start_service,
)

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute


@pytest.mark.release
@pytest.mark.parametrize("end", ["killed", "stopped"])
def test_a_service_that_ends_is_missed_at_once_and_found_again(
    browser: Browser, tmp_path: Path, end: str
) -> None:
    with browser_users(browser) as visitors:
        visitors.faults.allow("WebSocket")
        visitors.faults.allow("ERR_CONNECTION_REFUSED")
        with run_service(tmp_path, 'names = ["Alice", "Bob"]') as service:
            with connect_client(service.link) as hands:
                hands.begin()
                hands.play_31()
            alice = visitors.come().open(service.link.full)
            expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()

            service.kill() if end == "killed" else service.stop()

            expect(alice.page.locator("#banner.lost")).to_contain_text("is lost")
            expect(alice.button("Throw")).to_have_count(0)

        with start_service(tmp_path):
            expect(alice.page.get_by_text("Connected again.")).to_be_visible(timeout=30_000)
            expect(alice.page.locator("#banner")).to_be_empty()
            expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()
            expect(alice.verdict).to_contain_text("Bob")
            visitors.leave()


def test_page_of_another_protocol_says_so_until_it_is_loaded_again(
    visitors: BrowserUsers, kibitz: ServiceProcess
) -> None:
    protocols = [PROTOCOL + 1, PROTOCOL]

    def speak(page: WebSocketRoute) -> None:
        service = page.connect_to_server()

        def translate(message: str | bytes) -> None:
            content = json.loads(message)
            if content["is"] == "Hello":
                message = json.dumps({**content, "protocol": protocols.pop(0)})
            service.send(message)

        page.on_message(translate)

    visitor = visitors.come()
    visitor.context.route_web_socket(LIVE, speak)
    tab = visitor.open(kibitz.link.full)

    expect(tab.page.locator("#banner.lost")).to_contain_text("Reload the page.")
    expect(tab.button("Throw")).to_have_count(0)
    assert protocols == [PROTOCOL], "the page asks no second time"

    tab.button("Reload").click()

    expect(tab.verdict).to_contain_text("one die from each player")
    expect(tab.page.locator("#banner")).to_be_empty()
