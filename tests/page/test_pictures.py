"""The pictures of the page in README and docs show it as it is; this test takes them.

`make pictures` takes them anew: it sets `KIBITZ_PICTURES=write`.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import RecordPart
from simulation.gestures import Lift
from tests.rigs.browser.browser_tabs import OpenTab, Tab
from tests.rigs.browser.page_pictures import (
    CAMERA_PICTURES,
    DARK,
    FOLDER,
    MAX_DIFFERENCE,
    PHONE,
    PagePicture,
    compare_with_stored,
    difference,
    screenshot,
)
from tests.rigs.browser.service_process import TableClient
from tests.rigs.environment.checkout import ROOT

DOCUMENTS = ("README.md", "docs/page.md", "docs/camera.md")
SHOWN = re.compile(
    r"""(?:!\[[^\]]+\]\(|<img src=")([^\s")]+\.png)(?:\)|" width="\d+" alt="[^"]+">)"""
)
"""A picture in a document, with a text for readers who do not see it."""


def checker_in_the_hand(tab: Tab, hands: TableClient) -> None:
    """A turn is over, and in the next a checker is in the hand."""
    some_turns(hands)
    hands.throw(4, 2)
    hands.do(Lift(point(8), Colour.LIGHT))
    expect(tab.mark("p4", "destination")).to_be_visible()


def illegal_play(tab: Tab, hands: TableClient) -> None:
    """An illegal play is objected to."""
    some_turns(hands)
    hands.throw(4, 2)
    hands.carry(Colour.LIGHT, (13, 10))
    hands.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    expect(tab.page.locator(".verdict.alarm")).to_be_visible()
    expect(tab.mark("p10", "illegal")).to_be_visible()


def some_turns(hands: TableClient) -> None:
    hands.play_31()
    hands.play_turn(Colour.DARK, (6, 2), (1, 7), (12, 14))


def agreement_form(tab: Tab, _hands: TableClient) -> None:
    """A match is agreed on."""
    tab.go("new")
    expect(tab.page.locator(".seats figcaption")).to_be_visible()


def old_match(tab: Tab, hands: TableClient) -> None:
    """An old match is stepped through."""
    some_turns(hands)
    tab.go(f"matches/{hands.see(RecordPart).match}")
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")
    tab.press("End")
    expect(tab.page.locator(".matches .now")).to_contain_text("Bob: 62")


def device_view(tab: Tab, _hands: TableClient) -> None:
    """The devices are looked at."""
    tab.go("devices")
    expect(tab.page.locator(".device").first).to_be_visible()


def screen_view(tab: Tab, hands: TableClient) -> None:
    """The match is shown on a whole screen."""
    some_turns(hands)
    hands.throw(4, 2)
    tab.go("screen")
    expect(tab.page.locator(".screen-dice .die")).to_have_count(2)


def in_look(look: str) -> Callable[[Tab, TableClient], None]:
    """A play that the referee objects to, on a board of this look."""

    def arrange(tab: Tab, hands: TableClient) -> None:
        illegal_play(tab, hands)
        tab.page.evaluate("look => { document.documentElement.dataset.look = look }", look)

    return arrange


SMALL = {"viewport": {"width": 844, "height": 390}}
SHOTS = {
    "table-light": PagePicture(checker_in_the_hand),
    "table-dark": PagePicture(checker_in_the_hand, DARK),
    "illegal-light": PagePicture(illegal_play),
    "phone-light": PagePicture(checker_in_the_hand, PHONE),
    "phone-dark": PagePicture(illegal_play, {**PHONE, **DARK}),
    "new-match": PagePicture(agreement_form),
    "matches": PagePicture(old_match),
    "devices-dark": PagePicture(device_view, DARK),
    "screen": PagePicture(screen_view),
    "look-cloth": PagePicture(in_look("cloth"), SMALL),
    "look-slate": PagePicture(in_look("slate"), {**SMALL, **DARK}),
    "look-maple": PagePicture(in_look("maple"), SMALL),
    "look-contrast": PagePicture(in_look("contrast"), {**SMALL, **DARK}),
}


@pytest.mark.release
@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_page_as_it_is(
    open_tab: OpenTab, hands: TableClient, name: str
) -> None:
    shot = SHOTS[name]
    tab = open_tab(**{"reduced_motion": "reduce", **shot.options})
    expect(tab.verdict).to_contain_text("one die")
    shot.arranged(tab, hands)

    compare_with_stored(tab, name)


def test_a_page_that_has_changed_is_noticed(alice: Tab) -> None:
    expect(alice.verdict).to_contain_text("one die")
    before = screenshot(alice)

    for change in (".desk { visibility: hidden }", ".board-svg .pile { opacity: 0 }", "h1 { }"):
        is_changed = difference(before, screenshot(alice, change)) >= MAX_DIFFERENCE
        assert is_changed is (change != "h1 { }"), change


def test_every_picture_is_in_a_document_and_every_one_in_a_document_exists() -> None:
    shown = {
        (document.parent / name).resolve()
        for document in map(ROOT.joinpath, DOCUMENTS)
        for name in SHOWN.findall(document.read_text(encoding="utf-8"))
    }

    assert shown == {Path(FOLDER, f"{name}.png") for name in (*SHOTS, *CAMERA_PICTURES)}
    assert {*FOLDER.glob("*.png")} == shown
