"""The pictures of the page in README and docs show it as it is, and are taken by this test.

`make pictures` takes them anew: it sets `KIBITZ_PICTURES=write`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.to_page import Game, Record
from tests.rigs.gallery import (
    ALIKE,
    DARK,
    FOLDER,
    OF_CAMERAS,
    PHONE,
    Shot,
    difference,
    hold,
    picture,
    show,
)
from tests.rigs.house import ROOT
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors

PAPERS = ("README.md", "docs/page.md", "docs/camera.md")
SHOWN = re.compile(
    r"""(?:!\[[^\]]+\]\(|<img src=")([^\s")]+\.png)(?:\)|" width="\d+" alt="[^"]+">)"""
)
"""A picture in a paper, with words for whoever does not see it."""


def lifted(tab: Tab, hands: Program) -> None:
    """A turn is over, and in the next a checker is in the hand."""
    some_turns(hands)
    hands.throw(4, 2)
    tab.place("p8").click()
    expect(tab.mark("p4", "destination")).to_be_visible()


def objected(tab: Tab, hands: Program) -> None:
    """An illegal play is objected to."""
    some_turns(hands)
    hands.throw(4, 2)
    hands.do(Lift(point(13), Colour.LIGHT), Put(point(10), Colour.LIGHT))
    expect(tab.page.locator(".verdict.alarm")).to_be_visible()
    expect(tab.mark("p10", "illegal")).to_be_visible()


def some_turns(hands: Program) -> None:
    light, dark = Colour.LIGHT, Colour.DARK
    turns = (
        (light, (3, 1), ((8, 5), (6, 5))),
        (dark, (6, 2), ((1, 7), (12, 14))),
    )
    for at, (colour, numbers, moves) in enumerate(turns, 1):
        hands.throw(*numbers)
        for start, end in moves:
            hands.do(Lift(point(start), colour), Put(point(end), colour))
        hands.wait(Game, lambda it: it.verdict.startswith("Legal"))
        hands.do(LiftDice(None))
        wait_for_rows(hands, at)


def wait_for_rows(hands: Program, count: int) -> None:
    hands.wait(Record, lambda it: len(it.game.rows) == count)


def agreeing(tab: Tab, _hands: Program) -> None:
    """A match is agreed on."""
    show(tab, "new")
    expect(tab.page.locator(".seats figcaption")).to_be_visible()


def reading(tab: Tab, hands: Program) -> None:
    """An old match is stepped through."""
    some_turns(hands)
    show(tab, f"matches/{hands.see(Record).match}")
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")
    tab.press("End")
    expect(tab.page.locator(".matches .now")).to_contain_text("Bob: 62")


def looking_inside(tab: Tab, _hands: Program) -> None:
    """The devices are looked at."""
    show(tab, "devices")
    expect(tab.page.locator(".device").first).to_be_visible()


SHOTS = {
    "table-light": Shot(lifted),
    "table-dark": Shot(lifted, DARK),
    "illegal-light": Shot(objected),
    "phone-light": Shot(lifted, PHONE),
    "phone-dark": Shot(objected, {**PHONE, **DARK}),
    "new-match": Shot(agreeing),
    "matches": Shot(reading),
    "devices-dark": Shot(looking_inside, DARK),
}


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_page_as_it_is(
    visitors: Visitors, kibitz: Service, hands: Program, gallery: Page, name: str
) -> None:
    shot = SHOTS[name]
    visitor = visitors.come(**{"reduced_motion": "reduce", **shot.options})
    tab = visitor.open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    shot.arranged(tab, hands)

    hold(gallery, tab, name)


def test_a_page_that_has_changed_is_noticed(
    visitors: Visitors, kibitz: Service, gallery: Page
) -> None:
    tab = visitors.come().open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    before = picture(tab)

    for change in (".desk { visibility: hidden }", ".board-svg .pile { opacity: 0 }", "h1 { }"):
        after = picture(tab, change)
        assert (difference(gallery, before, after) >= ALIKE) is (change != "h1 { }"), change


def test_every_picture_is_shown_in_a_paper_and_every_one_shown_is_there() -> None:
    shown = {
        (paper.parent / name).resolve()
        for paper in map(ROOT.joinpath, PAPERS)
        for name in SHOWN.findall(paper.read_text(encoding="utf-8"))
    }

    assert shown == {Path(FOLDER, f"{name}.png") for name in (*SHOTS, *OF_CAMERAS)}
    assert {*FOLDER.glob("*.png")} == shown
