"""The overlay shows a table on a transparent ground, with the options of its address."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import (
    OVERFLOW_WIDTH,
    BrowserUsers,
    OpenTab,
    Tab,
    browser_users,
)
from tests.rigs.browser.service_process import (
    ServiceProcess,
    TableClient,
    connect_client,
    run_service,
    start_service,
)

FOCUSABLE = """() => [...document.querySelectorAll("a, button, input, [tabindex='0']")]
  .filter((it) => !it.closest("[inert]")).length"""
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


@pytest.fixture
def overlay(kibitz: ServiceProcess, visitors: BrowserUsers) -> OpenTab:
    """Opens the overlay with a query in a new browser."""

    def open_overlay(query: str = "", **options: Any) -> Tab:
        size = {"width": 800, "height": 720}
        return visitors.come(viewport=size, **options).open(f"{kibitz.link.bare}/overlay{query}")

    return open_overlay


def plates(tab: Tab) -> Locator:
    return tab.page.locator(".plate")


def test_overlay_shows_the_board_the_score_and_the_last_move(
    overlay: OpenTab, hands: TableClient
) -> None:
    hands.play_31()

    tab = overlay()

    expect(plates(tab)).to_have_text(["Bob0 / 3", "Alice0 / 3"])
    expect(tab.page.locator(".overlay-parts > .line")).to_have_text("Alice 31: 8/5 6/5")
    expect(tab.page.locator(".plate.turn .name")).to_have_text("Bob")
    expect(tab.place("p5").locator(".light").first).to_be_visible()
    expect(tab.page.locator(".last-turn .way")).to_have_count(2)
    assert tab.page.evaluate(GROUND) == "rgba(0, 0, 0, 0)"
    assert tab.page.evaluate(FOCUSABLE) == 0
    assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0
    hands.throw(6, 2)
    expect(tab.page.locator("svg .dice .die")).to_have_count(2)


def test_overlay_has_the_elements_side_language_and_colours_that_are_wanted(
    overlay: OpenTab, hands: TableClient
) -> None:
    hands.play_31()

    tab = overlay("?show=names,score,move,pips&side=dark&language=fr&ground=00ff00&scale=150")

    expect(tab.page.locator(".board-svg")).to_have_count(0)
    expect(plates(tab)).to_have_text(["Alice0 / 3163 pips", "Bob0 / 3167 pips"])
    expect(tab.page.locator(".overlay-parts > .line")).to_have_text("Alice 31\u00a0: 8/5 6/5")
    assert tab.page.evaluate(GROUND) == "rgb(0, 255, 0)"
    assert tab.page.evaluate("() => document.documentElement.lang") == "fr"
    expect(tab.page.locator("#problem")).to_be_hidden()


@pytest.mark.release
@pytest.mark.parametrize("view", ["overlay", "screen"])
def test_throw_of_the_turn_before_is_dimmed(
    overlay: OpenTab, alice: Tab, hands: TableClient, view: str
) -> None:
    tab = overlay() if view == "overlay" else alice.go("screen")
    hands.throw(3, 1)
    hands.carry(Colour.LIGHT, (8, 5), (6, 5))
    expect(tab.page.locator(".dice.settled").first).to_be_visible()
    expect(tab.page.locator(".dice.over")).to_have_count(0)

    hands.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    hands.ask(Colour.DARK, PlayerRequestKind.DOUBLE)

    dimmed = tab.page.locator(".dice.over .die")
    expect(dimmed.first).to_be_visible()
    assert dimmed.first.evaluate("it => getComputedStyle(it).opacity") == "0.5"
    expect(
        tab.page.locator(".dice.settled:not(.over), .screen-dice .dice:not(.over)")
    ).to_have_count(0)


def test_wrong_option_falls_back_and_is_told_in_one_line(overlay: OpenTab) -> None:
    tab = overlay("?scale=9000&ground=%3Cb%3E")

    expect(tab.page.locator("#problem")).to_contain_text("scale: allowed is 25-400.")
    expect(plates(tab)).to_have_count(2)
    assert tab.page.evaluate(GROUND) == "rgba(0, 0, 0, 0)"


@pytest.mark.release
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_overlay_is_for_everybody(overlay: OpenTab, theme: str) -> None:
    tab = overlay(
        f"?look=cloth&theme={theme}&show=board,names,score,dice,move,cube,pips,verdict&ground=222222"
    )
    expect(plates(tab)).to_have_count(2)
    assert accessibility_faults(tab) == []


@pytest.mark.release
def test_overlay_comes_back_by_itself_after_a_restart(tmp_path: Path, browser: Browser) -> None:
    with browser_users(browser) as guests:
        guests.faults.allow("WebSocket")
        with run_service(tmp_path) as service:
            tab = guests.come().open(f"{service.link.bare}/overlay")
            expect(plates(tab)).to_have_count(2)
            service.stop()
            expect(tab.page.locator(".is-lost")).to_be_visible()
        with start_service(tmp_path) as again, connect_client(again.link) as player:
            expect(tab.page.locator(".is-lost")).to_have_count(0)
            player.throw(3, 1)
            expect(tab.page.locator("svg .dice .die")).to_have_count(2)
        guests.leave()
