"""Taps on the board of a page, and what they do at the table."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from hardware.checkers import Place
from service.web.messages.device_messages import WorldPart
from service.web.messages.play_messages import PlaysPart
from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import TableClient

SLOW = 700
"""Milliseconds after which two taps are no double tap any more."""


def throw(tab: Tab, hands: TableClient, *numbers: int) -> PlaysPart:
    """Throws dice, and waits until the page has the plays of the throw."""
    last = hands.see(PlaysPart).number
    hands.throw(*numbers)
    plays = hands.wait(PlaysPart, lambda it: it.number > last and bool(it.boards))
    expect(dice(tab)).to_have_attribute("aria-label", re.compile("not finished|first|Pick up"))
    return plays


def dice(tab: Tab) -> Locator:
    """The dice on the board."""
    return tab.page.locator(".board .dice")


def tap(tab: Tab, *places: str) -> None:
    for place in places:
        tab.place(place).click()


def wait_for(hands: TableClient, **piles: int) -> None:
    """Waits until these places hold these numbers of checkers; `bar_dark` is `bar.dark`."""
    wanted = {Place(name.replace("_", ".")): count for name, count in piles.items()}

    def is_so(world: WorldPart) -> bool:
        there = {place: len(world.piles.get(place, ())) for place in wanted}
        return not world.hand and there == wanted

    hands.wait(WorldPart, is_so)
