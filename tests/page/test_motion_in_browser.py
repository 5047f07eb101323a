"""Checkers glide, dice tumble and the cube turns on a real page, which is still otherwise."""

from typing import Any

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, Place, point
from hardware.signals import PlayerRequestKind
from service.web.messages.from_page import PutDown
from service.web.messages.to_page import BoardPart, GamePart
from simulation.gestures import Lift
from tests.rigs.browser.browser_tabs import BrowserUsers, MessageFilter, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient

WATCH = """() => {
  window.seen = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    const part = this.closest("[data-place]")?.getAttribute("data-place") ?? "";
    const frames = [given[0].transform ?? ""].flat();
    queueMicrotask(() => window.seen.push([animation.id, part, frames]));
    return animation;
  };
}"""
"""Records every animation with its id, its place and its first and last transformation."""
SEEN = "() => window.seen.map(([id, part]) => `${id} ${part}`.trim())"
WITHOUT_LAMPS = (
    "() => document.getAnimations().map((it) => it.id).filter((id) => !/^[#.]+$/.test(id))"
)
QUIET = "() => document.getAnimations().every((it) => /^[#.]+$/.test(it.id))"
"""True if nothing moves but the lamps, whose animations are named after their rhythms."""
FRAMES = """async () => {
  let asked = 0;
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (call) => (asked += 1, request(call));
  await new Promise((resolve) => setTimeout(resolve, 400));
  window.requestAnimationFrame = request;
  return asked;
}"""
"""The number of frames that the page requests in a while."""
WAY = """() => {
  const { width } = document.querySelector('[data-place="p6"] .checker').getBoundingClientRect();
  const [, , frames] = window.seen.find(([, , [first]]) => first.startsWith("translate"));
  const numbers = frames.flatMap((frame) => frame.match(/-?[\\d.]+/g).slice(0, 2));
  const [x, y, to_x, to_y] = numbers.map(Number);
  return Math.hypot(x - to_x, y - to_y) / width;
}"""
"""The way of the first glide, in checkers."""
LOADED = """() => performance.getEntriesByType("resource").some(
  ({ name, responseEnd }) => name.endsWith("/motion.js") && responseEnd > 0)"""
TURNED = """() => {
  const [one, last] = ["p1", "p24"].map((place) => document.querySelector(`[data-place=${place}]`));
  return one.getBoundingClientRect().top < last.getBoundingClientRect().top;
}"""
GLIDERS = ".board > .glider"
LIGHT, DARK = Colour.LIGHT, Colour.DARK


@pytest.fixture
def watched(hands: TableClient, alice: Tab) -> Tab:
    """A page whose animations are recorded, after Light has thrown 3-1."""
    hands.throw(3, 1)
    expect(alice.verdict).to_contain_text("3 and 1")
    alice.page.wait_for_function(QUIET)
    alice.page.evaluate(WATCH)
    return alice


def wait_until_seen(tab: Tab, *wanted: str) -> None:
    tab.page.wait_for_function(
        """wanted => wanted.every((each) =>
             window.seen.some(([id, part]) => `${id} ${part}`.trim() === each))""",
        arg=list(wanted),
    )


def test_checker_that_others_move_glides_and_lies_there_afterwards(
    watched: Tab, hands: TableClient
) -> None:
    hands.carry(LIGHT, (8, 5))

    wait_until_seen(watched, "glide p5")
    expect(watched.page.locator(GLIDERS)).to_have_count(0)
    expect(watched.place("p5").locator(".checker")).to_have_count(1)
    assert watched.page.evaluate(WITHOUT_LAMPS) == []


def test_hit_is_felt_and_the_checker_goes_to_the_bar(watched: Tab, hands: TableClient) -> None:
    hands.carry(DARK, (1, 5))
    hands.wait(BoardPart, lambda it: it.places[point(5)].dark == 1)
    hands.carry(LIGHT, (8, 5))

    wait_until_seen(watched, "press p5")
    hands.do(Lift(point(5), DARK), PutDown(Place("bar.dark"), DARK))
    wait_until_seen(watched, "glide bar.dark")


def test_dice_tumble_and_settle(alice: Tab, hands: TableClient) -> None:
    expect(alice.verdict).to_contain_text("one die")
    alice.page.evaluate(WATCH)

    hands.throw(3, 1)

    wait_until_seen(alice, "tumble")
    alice.page.wait_for_function(QUIET)


def test_cube_turns_when_it_is_offered_and_when_it_changes_hands(
    alice: Tab, hands: TableClient
) -> None:
    hands.play_31()
    alice.page.evaluate(WATCH)

    hands.ask(DARK, PlayerRequestKind.DOUBLE)
    wait_until_seen(alice, "turn")
    hands.wait(GamePart, lambda it: bool(it.cube and it.cube.offered))
    alice.page.evaluate("() => { window.seen = [] }")
    hands.ask(LIGHT, PlayerRequestKind.YES)

    wait_until_seen(alice, "turn")
    expect(alice.page.locator(".cube .value")).to_have_text("2")


def test_dragged_checker_does_not_glide_from_afar(watched: Tab) -> None:
    watched.drag("p24", "p5")
    wait_until_seen(watched, "glide p5")

    assert watched.page.evaluate(WAY) < 5


def test_tapped_checker_glides_from_where_it_lay(watched: Tab) -> None:
    watched.place("p24").click()
    wait_until_seen(watched, "glide p21")

    assert watched.page.evaluate(WAY) > 2


def test_checker_whose_lift_is_refused_glides_back(
    kibitz: ServiceProcess, visitors: BrowserUsers, hands: TableClient
) -> None:
    withheld, alice = MessageFilter(), visitors.come()
    withheld.intercept(alice.context)
    tab = alice.open(kibitz.link.full)
    expect(tab.page.locator(".board.touchable")).to_be_visible()
    tab.place("bar.light").click()
    tab.page.wait_for_function(LOADED)
    withheld.kinds |= {"World", "Board"}
    hands.do(Lift(point(24), LIGHT), Lift(point(24), LIGHT))
    tab.page.evaluate(WATCH)

    tab.drag("p24", "p17")

    expect(tab.notice).not_to_be_empty()
    wait_until_seen(tab, "glide", "glide p24")
    expect(tab.place("p24").locator(".checker")).to_have_count(2)


def test_checker_whose_put_is_refused_glides_back_into_the_hand(
    kibitz: ServiceProcess, visitors: BrowserUsers, hands: TableClient
) -> None:
    withheld, alice = MessageFilter(), visitors.come()
    withheld.intercept(alice.context)
    tab = alice.open(kibitz.link.full)
    expect(tab.page.locator(".board.touchable")).to_be_visible()
    tab.place("p24").click()
    expect(tab.place("p24").locator(".checker")).to_have_count(1)
    withheld.kinds |= {"World", "Board"}
    hands.do(PutDown(point(24), LIGHT))
    tab.page.evaluate(WATCH)

    tab.drag_from(tab.page.locator(".hand .held"), "p17")

    expect(tab.notice).not_to_be_empty()
    wait_until_seen(tab, "glide")
    expect(tab.page.locator(".hand .checker")).to_have_count(1)


def test_page_that_nobody_sees_shows_the_newest_board_at_once(
    watched: Tab, hands: TableClient
) -> None:
    watched.page.evaluate(
        "() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
    )
    hands.carry(LIGHT, (8, 5))
    expect(watched.place("p5").locator(".checker")).to_have_count(1)
    assert "glide p5" not in watched.page.evaluate(SEEN)


def test_many_boards_within_one_glide_end_as_they_lie(watched: Tab, hands: TableClient) -> None:
    ways = ((8, 5), (5, 4), (4, 3), (3, 2), (6, 5), (13, 12), (12, 11), (24, 23))
    hands.carry(LIGHT, *ways)
    hands.wait(BoardPart, lambda it: it.places[point(23)].light == 1)
    expect(watched.place("p23").locator(".checker")).to_have_count(1)

    for place in (2, 5, 11, 23, 8, 6, 13, 24):
        count = hands.see(BoardPart).places[point(place)].light
        expect(watched.place(f"p{place}").locator(".checker")).to_have_count(count)
    assert watched.page.locator(GLIDERS).count() <= len(ways)
    watched.page.wait_for_function(QUIET)
    expect(watched.page.locator(GLIDERS)).to_have_count(0)


def test_page_keeps_still_and_requests_no_frame_between_events(watched: Tab) -> None:
    assert watched.page.evaluate(FRAMES) == 0
    assert watched.page.evaluate(WITHOUT_LAMPS) == []
    assert watched.page.evaluate(SEEN) == []


@pytest.mark.parametrize("wish", ["reduced motion", "calm"])
def test_checkers_do_not_glide_for_those_who_want_no_motion(
    open_tab: OpenTab, hands: TableClient, wish: str
) -> None:
    options: dict[str, Any] = {"reduced_motion": "reduce"} if wish == "reduced motion" else {}
    tab = open_tab(**options)
    expect(tab.verdict).to_contain_text("one die")
    if wish == "calm":
        tab.go("options").page.get_by_label("Keep still").check()
        tab.go("table")
        expect(tab.verdict).to_contain_text("one die")
    tab.page.evaluate(WATCH)

    hands.throw(3, 1)
    hands.carry(LIGHT, (8, 5))
    expect(tab.place("p5").locator(".checker")).to_have_count(1)

    assert tab.page.evaluate(SEEN) == []
    assert tab.page.evaluate("() => document.getAnimations().length") == 0


def test_turned_board_is_drawn_anew_without_motion(watched: Tab) -> None:
    watched.button("Menu").click()
    watched.button("Other side").click()
    watched.page.wait_for_function(TURNED)
    watched.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")

    assert watched.page.evaluate(SEEN) == []
