"""The cards over the board fit it on every screen and in every language, and hide nothing else."""

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import GamePart
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import SCREENS, SMALL_TARGETS, OpenTab
from tests.rigs.browser.service_process import ServiceProcess, TableClient, connect_client

INSIDE = """card => {
  const view = (it) => it.getBoundingClientRect();
  const board = view(document.querySelector(".board-svg")), box = view(card);
  const covers = (it) => {
    const one = view(it);
    return one.width > 0 && one.left < box.right && box.left < one.right
      && one.top < box.bottom && box.top < one.bottom;
  };
  return {
    inBoard: box.left >= board.left && box.right <= board.right
      && box.top >= board.top && box.bottom <= board.bottom,
    next: [...document.querySelectorAll("[data-next]")].filter((it) =>
      it.checkVisibility({ visibilityProperty: true })).length,
    cut: card.scrollWidth > card.clientWidth,
    covered: [...document.querySelectorAll(".verdict, .strip, .action-bar")].filter(covers).length,
    main: view(card.querySelector(".main")).height,
  };
}"""


@pytest.fixture
def kibitz(shared_service: ServiceProcess) -> ServiceProcess:
    """A simulated table, and a new match to 1 point between players with long names."""
    with connect_client(shared_service.link) as somebody:
        somebody.begin(length=1, names__one="Bartholomew of the Hills", names__two="Æthelflæd")
    return shared_service


@pytest.mark.release
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_card_fits_the_board_and_hides_neither_verdict_nor_score(
    open_tab: OpenTab, hands: TableClient, locale: str
) -> None:
    hands.throw(3, 1)
    hands.ask(Colour.LIGHT, PlayerRequestKind.RESIGN, 1)
    hands.ask(Colour.DARK, PlayerRequestKind.YES)
    hands.wait(GamePart, lambda it: it.winner is Colour.DARK)
    tab = open_tab(locale=locale, has_touch=True, reduced_motion="reduce")
    card = tab.page.get_by_role("dialog")
    expect(card).to_be_focused()

    for name, size in SCREENS.items():
        tab.resize(size)
        seen = card.evaluate(INSIDE)
        fits = {"inBoard": True, "cut": False, "next": 1, "covered": 0, "main": 44}
        assert seen == fits, name
        assert tab.page.evaluate(SMALL_TARGETS) == [], name
        assert accessibility_faults(tab) == [], name
