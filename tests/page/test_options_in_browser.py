"""People choose how the page looks and sounds, and each browser remembers it."""

import pytest
from playwright.sync_api import expect

from tests.rigs.browser.browser_tabs import Tab

BODY = """() => getComputedStyle(document.querySelector(".board-svg .light > .body")).fill"""
STORE = "text => localStorage.setItem('kibitz', text)"


def test_look_that_is_chosen_is_shown_at_once_and_remembered(alice: Tab) -> None:
    expect(alice.place("p24").locator(".checker")).to_have_count(2)
    before = alice.page.evaluate(BODY)

    alice.go("options").page.get_by_label("High contrast").check()
    expect(alice.page.locator("html")).to_have_attribute("data-look", "contrast")
    alice.go("table")
    alice.page.reload()

    expect(alice.page.locator("html")).to_have_attribute("data-look", "contrast")
    expect(alice.place("p24").locator(".checker")).to_have_count(2)
    assert alice.page.evaluate(BODY) != before


def test_every_look_is_shown_before_it_is_chosen(alice: Tab) -> None:
    alice.go("options")
    looks = alice.page.locator(".looks svg.look")
    expect(looks).to_have_count(5)

    fills = looks.locator(".frame").evaluate_all(
        "all => all.map((it) => getComputedStyle(it).fill)"
    )
    assert len(set(fills)) == 5


@pytest.mark.parametrize(
    "stored", ['{"look":"glass","volume":"loud","sounds":"yes"}', '{"volume":-1}', "[]", "nonsense"]
)
def test_stored_options_that_are_unknown_are_the_usual_ones(alice: Tab, stored: str) -> None:
    alice.page.evaluate(STORE, stored)
    alice.page.reload()
    alice.go("options")

    expect(alice.page.locator("html")).to_have_attribute("data-look", "walnut")
    expect(alice.page.get_by_label("Walnut")).to_be_checked()
    expect(alice.page.get_by_label("Play sounds")).to_be_checked()
    expect(alice.page.get_by_label("Volume")).to_have_value("60")


def test_view_whose_style_does_not_load_is_reported_and_opens_later(alice: Tab) -> None:
    expect(alice.place("p24").locator(".checker")).to_have_count(2)
    alice.faults.expect("options.css")
    alice.page.route("**/options.css", lambda route: route.abort())
    alice.go("options")
    expect(alice.notice).not_to_be_empty()

    alice.page.unroute("**/options.css")
    alice.go("table")
    alice.go("options")

    preview = alice.page.locator("svg.look").first
    expect(preview).to_have_css("width", "112px")
