"""The page fits every screen, is for everybody, keeps still on request, and is in one language."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from service.web.messages.from_page import PutDown
from service.web.messages.to_page import GamePart, RecordPart
from service.words.phrases import Language, load_phrases
from simulation.gestures import Lift, LiftDice
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import OVERFLOW_WIDTH, SCREENS, SMALL_TARGETS, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient

VIEWS = ("new", "position", "matches", "devices", "camera", "options", "screen", "table")
MOVING = """() => document.getAnimations().filter((it) => it.playState === "running").length"""
TEXT = """() => [...document.querySelectorAll("body *")].filter(
  (it) => it.closest("[lang]").lang === document.documentElement.lang
).flatMap((it) => [
  ...[...it.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
  ...["aria-label", "title", "alt", "placeholder"].map((name) => it.getAttribute(name) ?? ""),
]).map((text) => text.trim()).filter(Boolean)"""
"""The texts in the language of the page; a language that is offered is named in its own words."""
KEEP_WINDOWED = "() => Object.defineProperty(document, 'fullscreenEnabled', { value: false })"
"""A window that fills the screen cannot be given another size."""
FILLS = "it => [...it.children].map((part) => getComputedStyle(part).fill).join()"
DEVICES = {"board", "dice", "buttons", "lamps"}
"""Names, as the configuration has them."""
MARKUP = "<img src=x onerror=a()>"
"""A name of the greatest length that is allowed."""


@pytest.mark.release
def test_every_view_fits_the_screen_and_everything_can_be_hit(
    open_tab: OpenTab, hands: TableClient
) -> None:
    hands.throw(3, 1)
    tab = open_tab(has_touch=True)
    expect(tab.page.get_by_role("application")).to_be_visible()
    tab.page.evaluate(KEEP_WINDOWED)

    for view in VIEWS:
        tab.unfold(view)
        for name, size in SCREENS.items():
            tab.resize(size)
            assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0, f"{view} on {name}"
            assert tab.page.evaluate(SMALL_TARGETS) == [], f"{view} on {name}"


@pytest.mark.release
@pytest.mark.parametrize(
    ("wish", "moves"),
    [({"reduced_motion": "reduce"}, False), ({"reduced_motion": "no-preference"}, True)],
)
def test_lamps_blink_only_for_those_who_do_not_mind(
    open_tab: OpenTab, hands: TableClient, wish: Any, *, moves: bool
) -> None:
    hands.throw(3, 1)
    tab = open_tab(**wish)
    hands.carry(Colour.LIGHT, (13, 11))
    expect(tab.mark("p11", "illegal")).to_be_visible()

    assert (tab.page.evaluate(MOVING) > 0) is moves


@pytest.mark.release
def test_checkers_differ_with_forced_colours(open_tab: OpenTab, hands: TableClient) -> None:
    hands.throw(3, 1)
    tab = open_tab(forced_colors="active", by_hand=True)
    expect(tab.page.locator(".board.touchable")).to_be_visible()
    tab.place("p8").click()
    expect(tab.mark("p5", "destination")).to_be_visible()

    fills = {
        colour: tab.page.locator(f".board-svg .checker.{colour}").first.evaluate(FILLS)
        for colour in ("light", "dark")
    }
    assert fills["light"] != fills["dark"]


@pytest.mark.release
def test_a_whole_turn_in_french_has_no_english_word(open_tab: OpenTab, hands: TableClient) -> None:
    light = Colour.LIGHT
    tab = open_tab(locale="fr-FR")
    english, french = (
        set(load_phrases(language).texts.values()) for language in (Language("en"), Language("fr"))
    )
    expect(tab.page.locator("html")).to_have_attribute("lang", "fr")
    seen = set(tab.page.evaluate(TEXT))
    hands.throw(3, 1)
    for source in (8, 6):
        hands.do(Lift(point(source), light))
        expect(tab.page.locator(".hand .checker")).to_be_visible()
        seen |= set(tab.page.evaluate(TEXT))
        hands.do(PutDown(point(5), light))
    expect(tab.mark("p5", "complete")).to_be_visible()
    seen |= set(tab.page.evaluate(TEXT))
    hands.do(LiftDice(None))
    hands.wait(RecordPart, lambda it: bool(it.game.rows))
    expect(tab.verdict).to_contain_text("Bob")
    for view in VIEWS:
        tab.unfold(view)
        seen |= set(tab.page.evaluate(TEXT))

    assert seen & french
    assert {text for text in seen & (english - french) if re.search("[a-z]{2}", text)} <= DEVICES
    assert {text for text in seen if re.search(r"\b(the|and|checkers?|with)\b", text)} == set()


@pytest.mark.release
def test_a_name_that_looks_like_markup_stays_text(
    alice: Tab, hands: TableClient, kibitz: ServiceProcess
) -> None:
    alice.unfold("new")
    alice.page.get_by_label("First player", exact=True).fill(MARKUP)
    alice.button("Begin the match").click()
    expect(alice.page.locator(".strip.near")).to_contain_text(MARKUP)
    hands.wait(GamePart, lambda it: it.players[Colour.LIGHT].name == MARKUP)
    match = hands.play_31().match

    expect(alice.page.locator(".notices")).to_contain_text(MARKUP)
    for view in ("matches", f"matches/{match}", "new"):
        alice.unfold(view)
        expect(alice.page.locator("main")).to_contain_text(MARKUP)
    assert alice.page.locator("img[src=x]").count() == 0
    for kind in ("mat", "sgf", "txt", "ids"):
        answer = alice.page.request.get(f"{kibitz.link.bare}/matches/{match}/record.{kind}")
        assert "text/html" not in answer.headers["content-type"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.release
@pytest.mark.parametrize("agreed", [{"light_far": True}, {"home_left": True}, {"light": "two"}])
def test_as_was_agreed_on_the_board_is_drawn_and_played(
    alice: Tab, hands: TableClient, agreed: dict[str, Any]
) -> None:
    hands.begin(**agreed)
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is not None)
    mover = hands.see(GamePart).turn
    moves = (
        (("p8", "p5"), ("p6", "p5")) if mover is Colour.LIGHT else (("p17", "p20"), ("p19", "p20"))
    )
    one, six = (alice.place(name).bounding_box() for name in ("p1", "p6"))
    assert one
    assert six
    assert (one["y"] > 300) is not agreed.get("light_far", False), json.dumps(agreed)
    left = bool(agreed.get("home_left"))
    assert (one["x"] < six["x"]) is left

    for start, end in moves:
        alice.drag(start, end)

    expect(alice.mark(moves[0][1], "complete")).to_be_visible()
    alice.button("Done").click()
    expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()


LOOKS: dict[str, dict[str, Any]] = {
    "light, at a desk": {"color_scheme": "light"},
    "dark, on a phone": {"color_scheme": "dark", "phone": True},
    "with more contrast": {"contrast": "more"},
    "in French": {"locale": "fr-FR"},
}


@pytest.fixture
def match(hands: TableClient) -> int:
    """The number of a match in which a turn has been played, and the next one has begun."""
    hands.play_31()
    hands.throw(6, 2)
    hands.do(Lift(point(1), Colour.DARK))
    return hands.see(RecordPart).match


@pytest.mark.release
@pytest.mark.parametrize("look", LOOKS)
def test_no_view_has_accessibility_faults(open_tab: OpenTab, look: str, match: int) -> None:
    tab = open_tab(**LOOKS[look])
    expect(tab.page.get_by_role("application")).to_be_visible()

    for view in (f"matches/{match}", *VIEWS):
        tab.unfold(view)
        assert accessibility_faults(tab) == [], view


def test_accessibility_fault_is_detected(bob: Tab) -> None:
    expect(bob.page.get_by_role("application")).to_be_visible()
    before = accessibility_faults(bob)

    bob.page.evaluate(
        "() => document.querySelector('main').append(document.createElement('input'))"
    )

    assert before == []
    assert any("label" in one for one in accessibility_faults(bob))
