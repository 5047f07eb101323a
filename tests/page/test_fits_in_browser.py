"""The page fits every screen, keeps still for whoever wants it so, and is all in one language."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from referee.words import Language, load_phrases
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.to_page import Game, Record
from tests.rigs.pages import Program, Service
from tests.rigs.screens import SCREENS, SMALL, WIDER
from tests.rigs.tabs import Tab, Visitors

VIEWS = ("new", "position", "matches", "devices", "camera", "options", "table")
MOVING = """() => document.getAnimations().filter((it) => it.playState === "running").length"""
TEXT = """() => [...document.querySelectorAll("body *")].flatMap((it) => [
  ...[...it.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
  ...["aria-label", "title", "alt", "placeholder"].map((name) => it.getAttribute(name) ?? ""),
]).map((text) => text.trim()).filter(Boolean)"""
FILLS = "it => [...it.children].map((part) => getComputedStyle(part).fill).join()"
DEVICES = {"board", "dice", "buttons", "lamps"}
"""Names, as the configuration has them."""
MARKUP = "<img src=x onerror=a()>"
"""As long as a name may be."""


@pytest.mark.parametrize("screen", SCREENS)
def test_every_view_fits_the_screen_and_everything_can_be_hit(
    visitors: Visitors, kibitz: Service, hands: Program, screen: str
) -> None:
    hands.throw(3, 1)
    tab = visitors.come(viewport=SCREENS[screen], has_touch=True).open(kibitz.link.full)
    expect(tab.page.get_by_role("application")).to_be_visible()

    for view in VIEWS:
        show(tab, view)
        assert tab.page.evaluate(WIDER) <= 0, view
        assert tab.page.evaluate(SMALL) == [], view


def show(tab: Tab, view: str) -> None:
    title = tab.page.locator("main h1")
    before = title.inner_text()
    tab.page.evaluate("view => { location.hash = view }", view)
    expect(title).not_to_have_text(before)
    tab.page.wait_for_load_state("networkidle")
    tab.page.evaluate(
        "() => document.querySelectorAll('details').forEach((it) => (it.open = true))"
    )


@pytest.mark.parametrize(
    ("wish", "moves"),
    [({"reduced_motion": "reduce"}, False), ({"reduced_motion": "no-preference"}, True)],
)
def test_lamps_blink_only_for_those_who_do_not_mind(
    visitors: Visitors, kibitz: Service, hands: Program, wish: Any, *, moves: bool
) -> None:
    hands.throw(3, 1)
    tab = visitors.come(**wish).open(kibitz.link.full)
    hands.do(Lift(point(13), Colour.LIGHT), Put(point(11), Colour.LIGHT))
    expect(tab.mark("p11", "illegal")).to_be_visible()

    assert (tab.page.evaluate(MOVING) > 0) is moves


def test_with_forced_colours_checkers_and_lamps_are_still_told_apart(
    visitors: Visitors, kibitz: Service, hands: Program
) -> None:
    hands.throw(3, 1)
    tab = visitors.come(forced_colors="active").open(kibitz.link.full)
    tab.place("p8").click()
    expect(tab.mark("p5", "destination")).to_be_visible()

    fills = {
        colour: tab.page.locator(f".board-svg .checker.{colour}").first.evaluate(FILLS)
        for colour in ("light", "dark")
    }
    assert fills["light"] != fills["dark"]


def test_a_whole_turn_in_french_has_no_english_word(
    visitors: Visitors, kibitz: Service, hands: Program
) -> None:
    light = Colour.LIGHT
    tab = visitors.come(locale="fr-FR").open(kibitz.link.full)
    english, french = (
        set(load_phrases(language).texts.values())
        for language in (Language.ENGLISH, Language.FRENCH)
    )
    seen = set(tab.page.evaluate(TEXT))
    hands.throw(3, 1)
    for source in (8, 6):
        hands.do(Lift(point(source), light))
        expect(tab.page.locator(".hand .checker")).to_be_visible()
        seen |= set(tab.page.evaluate(TEXT))
        hands.do(Put(point(5), light))
    expect(tab.mark("p5", "complete")).to_be_visible()
    seen |= set(tab.page.evaluate(TEXT))
    hands.do(LiftDice(None))
    hands.wait(Record, lambda it: bool(it.game.rows))
    expect(tab.verdict).to_contain_text("Bob")
    for view in VIEWS:
        show(tab, view)
        seen |= set(tab.page.evaluate(TEXT))

    assert seen & french
    assert {text for text in seen & (english - french) if re.search("[a-z]{2}", text)} <= DEVICES
    assert {text for text in seen if re.search(r"\b(the|and|checkers?|with)\b", text)} == set()


def test_a_name_that_looks_like_markup_stays_text(
    alice: Tab, hands: Program, kibitz: Service
) -> None:
    show(alice, "new")
    alice.page.get_by_label("First player", exact=True).fill(MARKUP)
    alice.button("Begin the match").click()
    expect(alice.page.locator(".scores")).to_contain_text(MARKUP)
    hands.wait(Game, lambda it: it.players[Colour.LIGHT].name == MARKUP)
    hands.throw(3, 1)
    for source in (8, 6):
        hands.do(Lift(point(source), Colour.LIGHT), Put(point(5), Colour.LIGHT))
    hands.do(LiftDice(None))
    match = hands.wait(Record, lambda it: bool(it.game.rows)).match

    expect(alice.page.locator(".sayings")).to_contain_text(MARKUP)
    for view in ("matches", f"matches/{match}", "new"):
        show(alice, view)
        expect(alice.page.locator("main")).to_contain_text(MARKUP)
    assert alice.page.locator("img[src=x]").count() == 0
    for kind in ("mat", "sgf", "txt", "ids"):
        answer = alice.page.request.get(f"{kibitz.link.bare}/matches/{match}/record.{kind}")
        assert "text/html" not in answer.headers["content-type"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("agreed", [{"light_far": True}, {"home_left": True}, {"light": "two"}])
def test_as_was_agreed_on_the_board_is_drawn_and_played(
    alice: Tab, hands: Program, agreed: dict[str, Any]
) -> None:
    hands.begin(**agreed)
    hands.throw(3, 1)
    hands.wait(Game, lambda it: it.turn is not None)
    mover = hands.see(Game).turn
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
    alice.button("Pick up").click()
    expect(alice.page.get_by_text("31: 8/5 6/5")).to_be_visible()
