"""The log of what was said stays at its newest line until somebody scrolls back."""

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.log_messages import NoticesPart
from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import TableClient

LIGHT = Colour.LIGHT
TO_THE_END = """() => {
  const log = document.querySelector(".log");
  return Math.round(log.scrollHeight - log.scrollTop - log.clientHeight);
}"""
AT_THE_END = f"() => document.querySelector('.log')?.scrollTop > 0 && ({TO_THE_END})() <= 1"


def say_much(hands: TableClient) -> None:
    """Has the referee say some lines more than the log has room for."""
    for level in (0, 1, 2) * 5:
        hands.ask(LIGHT, PlayerRequestKind.HINTS, level)
    hands.wait(NoticesPart, lambda it: "where one you have lifted can go" in it.lines[-1].words)


@pytest.mark.release
def test_log_follows_its_end_after_a_change_of_size_and_language(
    alice: Tab, hands: TableClient
) -> None:
    say_much(hands)
    alice.page.wait_for_function(AT_THE_END)

    alice.page.set_viewport_size({"width": 844, "height": 390})
    alice.page.wait_for_function(AT_THE_END)
    alice.page.set_viewport_size({"width": 1000, "height": 700})
    alice.page.wait_for_function(AT_THE_END)
    say_much(hands)
    alice.page.wait_for_function(AT_THE_END)

    alice.go("options")
    alice.page.get_by_label("Français").check()
    alice.go("table")
    expect(alice.page.locator(".log")).to_contain_text("les lampes montrent")
    alice.page.wait_for_function(AT_THE_END)
    say_much(hands)
    alice.page.wait_for_function(AT_THE_END)


@pytest.mark.release
def test_log_stays_where_somebody_has_scrolled_to(alice: Tab, hands: TableClient) -> None:
    say_much(hands)
    alice.page.wait_for_function(AT_THE_END)
    alice.page.locator(".log").hover()
    alice.page.mouse.wheel(0, -200)
    alice.page.wait_for_function(f"() => ({TO_THE_END})() > 100")

    say_much(hands)
    alice.page.wait_for_timeout(300)

    assert alice.page.evaluate(TO_THE_END) > 100
