"""The page is for everybody: axe-core finds nothing that would keep anyone from using a view."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.from_page import ThrowDice
from service.web.messages.to_page import Game, Record
from tests.rigs.axe import faults
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors

VIEWS = ("new", "position", "matches", "matches/{}", "devices", "camera", "options", "table")
"""Every view, the viewer of a match among them; the one that is shown first as the last."""
LOOKS: dict[str, dict[str, Any]] = {
    "light, at a desk": {"color_scheme": "light"},
    "dark, on a phone": {"color_scheme": "dark", "phone": True},
    "with more contrast": {"contrast": "more"},
    "in French": {"locale": "fr-FR"},
}


@pytest.fixture
def match(hands: Program) -> int:
    """The number of a match in which a turn has been played, and the next one has begun."""
    light, by = Colour.LIGHT, hands.wait
    by(Game, lambda it: "one die from each player" in it.verdict)
    hands.do(ThrowDice(numbers=(3, 1)))
    by(Game, lambda it: it.turn is light)
    for start, end in ((8, 5), (6, 5)):
        hands.do(Lift(point(start), light), Put(point(end), light))
    hands.do(LiftDice(None))
    by(Game, lambda it: it.turn is Colour.DARK)
    hands.do(ThrowDice(numbers=(6, 2)))
    by(Game, lambda it: it.dice[0].numbers == (6, 2))
    hands.do(Lift(point(1), Colour.DARK))
    return hands.see(Record).match


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_keeps_anybody_from_using_a_view(
    visitors: Visitors, kibitz: Service, look: str, match: int
) -> None:
    tab = visitors.come(**LOOKS[look]).open(kibitz.link.full)
    expect(tab.page.get_by_role("application")).to_be_visible()

    for view in VIEWS:
        show(tab, view.format(match))
        assert faults(tab) == [], view


def show(tab: Tab, view: str) -> None:
    """Go to another view, and open all that can be opened there."""
    title = tab.page.locator("main h1")
    before = title.inner_text()
    tab.page.evaluate("view => { location.hash = view }", view)
    expect(title).not_to_have_text(before)
    tab.page.wait_for_load_state("networkidle")
    tab.page.evaluate(
        "() => document.querySelectorAll('details').forEach((it) => (it.open = true))"
    )


def test_what_keeps_somebody_from_using_a_page_is_found(
    visitors: Visitors, kibitz: Service
) -> None:
    tab = visitors.come().open(kibitz.link.bare)
    expect(tab.page.get_by_role("application")).to_be_visible()
    before = faults(tab)

    tab.page.evaluate(
        "() => document.querySelector('main').append(document.createElement('input'))"
    )

    assert before == []
    assert any("label" in one for one in faults(tab))
