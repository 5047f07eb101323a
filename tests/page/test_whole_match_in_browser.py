"""A whole match of three games on the page alone, from the first throw to the rematch."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour
from hardware.signals import DiceState
from service.web.messages.to_page import GamePart, NextAct, RecordPart
from tests.rigs.browser.browser_tabs import OpenTab, Tab
from tests.rigs.browser.screen_faults import screen_faults
from tests.rigs.browser.service_process import TableClient

LIGHT, DARK = Colour.LIGHT, Colour.DARK
ONE_LEFT_EACH = "-A----------------------a-"
"""The last checker of each player, a step from the tray."""
SOME_LEFT_EACH = "-D----------------------h-"
"""Four light checkers and eight dark ones, each a step from the tray."""
LAST_GAME = 3
PLAYING = (NextAct.MOVE, NextAct.DONE)
Press = Callable[[Tab, Locator], None]


def by_mouse(_tab: Tab, wanted: Locator) -> None:
    wanted.click()


def by_touch(tab: Tab, wanted: Locator) -> None:
    """Touches the screen where something is; a locator would scroll the page while it waits."""
    expect(wanted).to_be_in_viewport(ratio=1)
    expect(wanted).not_to_have_attribute("aria-disabled", "true")
    box = wanted.bounding_box()
    assert box
    tab.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def by_keyboard(tab: Tab, wanted: Locator) -> None:
    expect(wanted).to_be_visible()
    expect(wanted).not_to_have_attribute("aria-disabled", "true")
    place = wanted.get_attribute("data-place")
    if place:
        tab.tab_to(tab.page.locator("a.skip"), back=True)
        tab.press("Enter")
        tab.walk_to(place)
    else:
        tab.tab_to(wanted)
    tab.press("Enter")


@pytest.fixture(params=[by_mouse, by_touch, by_keyboard], ids=lambda it: it.__name__)
def press(request: pytest.FixtureRequest) -> Press:
    return request.param  # type: ignore[no-any-return] # one of the three


def next_button(tab: Tab, act: NextAct) -> Locator:
    """The one button that is marked as the next step, once the page shows that step."""
    expect(tab.page.locator(f'.table-view[data-act="{act.value}"]')).to_be_visible()
    return tab.page.locator("button[data-next]:visible")


def bear_off_the_last_checker(tab: Tab, hands: TableClient, press: Press) -> None:
    hands.set_up(ONE_LEFT_EACH, LIGHT)
    press(tab, next_button(tab, NextAct.THROW))
    hands.wait(GamePart, lambda it: it.next.act is NextAct.MOVE)
    press(tab, tab.place("p1"))
    expect(tab.verdict).to_contain_text("ends the game")
    press(tab, next_button(tab, NextAct.DONE))
    expect(tab.page.get_by_role("dialog")).to_contain_text("Alice")


def throw_until_somebody_begins(tab: Tab, hands: TableClient, press: Press) -> None:
    begun = False
    while not begun:
        press(tab, next_button(tab, NextAct.THROW))
        hands.wait(GamePart, lambda it: it.dice[0].state is DiceState.ROLLING)
        shown = hands.wait(GamePart, lambda it: it.next.act is not NextAct.WAIT)
        begun = shown.turn is not None


def resign(tab: Tab, press: Press) -> None:
    press(tab, tab.button("Menu"))
    group = tab.page.locator(".table-menu").get_by_role("group", name="Alice", exact=True)
    press(tab, group.get_by_text("Resign …"))
    press(tab, group.get_by_role("button", name="Resign a game", exact=True))
    press(tab, tab.answers("Bob").get_by_role("button", name="Accept", exact=True))


@pytest.mark.release
def test_match_of_three_games_leads_from_the_first_throw_to_the_rematch(
    open_tab: OpenTab, hands: TableClient, press: Press
) -> None:
    hands.begin(length=2, rules__crawford=False)
    tab = open_tab(phone=press is by_touch)
    bear_off_the_last_checker(tab, hands, press)
    assert screen_faults(tab) == []
    press(tab, next_button(tab, NextAct.BEGIN_NEXT))

    throw_until_somebody_begins(tab, hands, press)
    resign(tab, press)
    hands.wait(GamePart, lambda it: it.over and it.players[DARK].score == 1)
    expect(tab.page.get_by_role("dialog")).to_contain_text("Bob")
    press(tab, next_button(tab, NextAct.BEGIN_NEXT))

    hands.wait(GamePart, lambda it: it.number == LAST_GAME and it.next.act is NextAct.THROW)
    bear_off_the_last_checker(tab, hands, press)
    rematch = next_button(tab, NextAct.BEGIN_NEXT)
    expect(rematch).to_have_text("Rematch")
    match = hands.see(RecordPart).match
    press(tab, rematch)

    hands.wait(RecordPart, lambda it: it.match > match)
    expect(next_button(tab, NextAct.THROW)).to_have_text("Throw")
    assert screen_faults(tab) == []


@pytest.mark.release
def test_match_against_the_computer_leads_to_the_rematch(
    open_tab: OpenTab, hands: TableClient
) -> None:
    hands.begin(length=1, computer="two")
    tab = open_tab()
    hands.set_up(SOME_LEFT_EACH, LIGHT)
    turns = 0
    while not hands.see(GamePart).over:
        by_mouse(tab, next_button(tab, NextAct.THROW))
        hands.wait(GamePart, lambda it: it.next.act in PLAYING)
        while hands.see(GamePart).next.act is NextAct.MOVE:
            bear_off_one(tab, hands)
        turns += 1
        by_mouse(tab, next_button(tab, NextAct.DONE))
        hands.wait(
            GamePart, lambda it: it.over or (it.turn is LIGHT and it.next.act is NextAct.THROW)
        )

    assert turns in (1, 2)
    expect(tab.page.get_by_role("dialog")).to_contain_text("Alice")
    assert screen_faults(tab) == []
    rematch = next_button(tab, NextAct.BEGIN_NEXT)
    expect(rematch).to_have_text("Rematch")
    match = hands.see(RecordPart).match
    by_mouse(tab, rematch)

    hands.wait(RecordPart, lambda it: it.match > match)
    by_mouse(tab, next_button(tab, NextAct.THROW))
    hands.wait(GamePart, lambda it: any(pair.state is DiceState.ROLLING for pair in it.dice))


def bear_off_one(tab: Tab, hands: TableClient) -> None:
    off = hands.see(GamePart).players[LIGHT].off
    by_mouse(tab, tab.place("p1"))
    hands.wait(GamePart, lambda it: it.players[LIGHT].off > off and it.next.act in PLAYING)


def is_to_throw(game: GamePart, colour: Colour) -> bool:
    return game.turn is colour and game.next.act is NextAct.THROW
