"""A screen beside a board shows the match so large that a room can read it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from simulation.gestures import LiftDice
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import OVERFLOW_WIDTH, BrowserUsers, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient

SIZES = {
    "a television": (1920, 1080), "a laptop": (1366, 768), "an old projector": (1024, 768),
    "a phone": (390, 844), "a phone on its side": (844, 390),
}  # fmt: skip
HEIGHT = 1080
"""Pixels of a television, which is about 0.6 m high if people sit three metres from it."""
LEAST_SHARE = 0.035
"""The least height of a text, as a part of the screen: 2 cm, which is 7 mm at one metre."""
FONTS = "all => all.map((it) => parseFloat(getComputedStyle(it).fontSize))"
CUT = "it => it.scrollHeight - it.clientHeight"
COVERED = """() => {
  const [{ left, top }] = document.querySelector(".screen-buttons").getClientRects();
  return [...document.querySelectorAll(".screen-side span, .screen-side p")]
    .filter((it) => it.getBoundingClientRect().bottom > top)
    .filter((it) => it.getBoundingClientRect().right > left).map((it) => it.textContent);
}"""
FILLED = "() => Boolean(document.fullscreenElement)"
WAKE_LOCK = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
  window.locks.push(kind);
  return { release: async () => void window.locks.pop() };
} } });
"""
NO_GESTURE = "Object.defineProperty(UserActivation.prototype, 'isActive', { get: () => false })"
NO_FULL_SCREEN = """
Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => undefined });
delete Element.prototype.requestFullscreen;
"""


@pytest.fixture
def objected(hands: TableClient) -> TableClient:
    """A table at which a long objection was made."""
    hands.play_31()
    hands.throw(6, 2)
    hands.carry(Colour.DARK, (1, 7))
    hands.carry(Colour.LIGHT, (8, 7))
    hands.do(LiftDice(None))
    return hands


def shown(tab: Tab) -> Tab:
    """The tab with the view of a screen open."""
    expect(tab.verdict).not_to_be_empty()
    tab.go("screen")
    expect(tab.page.locator(".screen-verdict")).to_be_visible()
    return tab


def open_from_menu(tab: Tab) -> None:
    tab.button("Menu").click()
    tab.button("Full screen").click()


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.usefixtures("objected")
def test_all_is_within_the_screen_and_nothing_covers_it(
    open_tab: OpenTab, size: str, language: str
) -> None:
    width, height = SIZES[size]
    tab = shown(open_tab(viewport={"width": width, "height": height}, locale=language))
    expect(tab.page.locator(".screen-verdict.alarm")).to_be_visible()

    assert tab.page.locator(".screen-side").evaluate(CUT) <= 0
    assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0
    assert tab.page.evaluate(COVERED) == []
    board = tab.page.locator(".screen-board svg").bounding_box()
    assert board
    assert board["y"] + board["height"] <= height
    assert board["height"] >= 0.94 * height or board["width"] >= 0.65 * width


@pytest.mark.usefixtures("objected")
def test_names_score_and_sentence_are_read_from_three_metres(open_tab: OpenTab) -> None:
    tab = shown(open_tab(viewport={"width": 1920, "height": HEIGHT}))
    large = tab.page.locator(".screen-player .name, .screen-player .score, .screen-verdict")
    expect(large).to_have_count(5)

    assert min(large.evaluate_all(FONTS)) >= LEAST_SHARE * HEIGHT
    expect(tab.page.locator(".screen-lamps li")).not_to_have_count(0)


def test_dice_and_whose_turn_it_is_are_shown_large(alice: Tab, hands: TableClient) -> None:
    shown(alice)
    hands.throw(3, 1)

    expect(alice.page.locator(".screen-dice .die")).to_have_count(2)
    expect(alice.page.locator(".screen-player.turn")).to_contain_text("Alice")
    expect(alice.page.locator(".screen-verdict")).to_contain_text("3 and 1")


def test_menu_fills_the_screen_and_escape_leaves_it(alice: Tab) -> None:
    open_from_menu(alice)
    alice.page.wait_for_function(FILLED)
    expect(alice.header).to_have_js_property("inert", value=True)

    alice.press("Escape")

    expect(alice.verdict).to_be_visible()
    alice.page.wait_for_function("() => !document.fullscreenElement")
    expect(alice.header).to_have_js_property("inert", value=False)


def test_browser_that_fills_no_screen_fills_its_window(
    kibitz: ServiceProcess, visitors: BrowserUsers
) -> None:
    user = visitors.come()
    user.context.add_init_script(NO_FULL_SCREEN)
    tab = user.open(kibitz.link.full)
    open_from_menu(tab)

    box = tab.page.locator(".screen-view").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1280, "height": 800}
    tab.button("Leave full screen").click()
    expect(tab.verdict).to_be_visible()


def test_page_that_opens_as_a_screen_can_be_made_to_fill_it(
    kibitz: ServiceProcess, visitors: BrowserUsers
) -> None:
    user = visitors.come()
    user.context.add_init_script(NO_GESTURE)
    tab = user.open(f"{kibitz.link.bare}#screen")
    expect(tab.page.locator(".screen-verdict")).to_be_visible()
    assert not tab.page.evaluate(FILLED)

    tab.button("Fill the whole screen").click()

    tab.page.wait_for_function(FILLED)
    expect(tab.button("Fill the whole screen")).to_have_count(0)


def test_pointer_that_rests_is_hidden_with_the_buttons(
    kibitz: ServiceProcess, visitors: BrowserUsers
) -> None:
    user = visitors.come()
    user.context.clock.install()
    tab = shown(user.open(kibitz.link.full))
    view = tab.page.locator(".screen-view")
    expect(view).not_to_have_class(re.compile("resting"))

    user.context.clock.fast_forward(4000)
    expect(view).to_have_class(re.compile("resting"))
    expect(view).to_have_css("cursor", "none")
    expect(tab.page.locator(".screen-buttons")).to_have_css("opacity", "0")

    tab.page.mouse.move(200, 200)
    tab.page.mouse.move(210, 200)
    expect(view).not_to_have_class(re.compile("resting"))


def test_screen_stays_awake_while_it_is_shown(
    kibitz: ServiceProcess, visitors: BrowserUsers
) -> None:
    user = visitors.come()
    user.context.add_init_script(WAKE_LOCK)
    tab = shown(user.open(kibitz.link.full))
    tab.page.wait_for_function("() => window.locks.join() === 'screen'")

    tab.press("Escape")

    tab.page.wait_for_function("() => window.locks.length === 0")


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}])
@pytest.mark.usefixtures("objected")
def test_screen_has_no_accessibility_faults(open_tab: OpenTab, options: Any) -> None:
    tab = shown(open_tab(**options))

    assert accessibility_faults(tab) == []
