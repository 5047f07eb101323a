"""Every view fits every screen, in every language, and is for everybody."""

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import GamePart, RecordPart
from simulation.gestures import LiftDice
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import OVERFLOW_WIDTH, USUAL_SCREENS, OpenTab, Tab
from tests.rigs.browser.page_layout import cut_texts
from tests.rigs.browser.service_process import TableClient

LONG = "Maximilianevonundzuhohen"
"""A name of the greatest length that is allowed, without a gap."""
VIEWS = ("options", "matches", "new", "devices", "position", "table")


@pytest.fixture
def long_names(hands: TableClient) -> str:
    """A match of people with long names, in which an objection was put right; its address."""
    hands.begin(names__one=LONG, names__two=LONG[::-1])
    hands.throw(3, 1)
    hands.carry(Colour.LIGHT, (8, 2))
    hands.ask(Colour.LIGHT, PlayerRequestKind.DONE)
    hands.wait(GamePart, lambda it: it.alarm)
    hands.carry(Colour.LIGHT, (2, 5), (6, 5))
    hands.wait(GamePart, lambda it: it.verdict.startswith("Legal"))
    hands.do(LiftDice(None))
    match = hands.wait(RecordPart, lambda it: bool(it.game.rows)).match
    return f"matches/{match}"


@pytest.mark.release
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_no_view_cuts_a_text_or_is_wider_than_the_screen(
    open_tab: OpenTab, long_names: str, locale: str
) -> None:
    tab = open_tab(locale=locale)
    expect(tab.page.get_by_role("application")).to_be_visible()
    for view in (long_names, *VIEWS):
        tab.unfold(view)
        for name, size in USUAL_SCREENS.items():
            tab.resize(size)
            assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0, f"{view} on {name}"
            assert cut_texts(tab) == [], f"{view} on {name}"
            assert accessibility_faults(tab) == [], f"{view} on {name}"


def test_cut_text_is_detected(alice: Tab) -> None:
    expect(alice.page.get_by_role("application")).to_be_visible()
    alice.page.evaluate(
        """() => {
          const line = document.createElement("p");
          line.textContent = "a text that is far too long for its line";
          Object.assign(line.style, { width: "4rem", overflow: "hidden", whiteSpace: "nowrap" });
          document.querySelector("main").replaceChildren(line);
        }"""
    )

    assert len(cut_texts(alice)) == 1
