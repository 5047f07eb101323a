"""Learners are told why a checker is stuck and what can be played, where the profile allows it."""

import re

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from service.web.messages.device_messages import WorldPart
from service.web.messages.from_page import LetComputerMove
from service.web.messages.play_messages import PlaysPart
from service.web.messages.to_page import GamePart
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import (
    OVERFLOW_WIDTH,
    SCREENS,
    SMALL_TARGETS,
    USUAL_SCREENS,
    OpenTab,
    Tab,
)
from tests.rigs.browser.screen_faults import screen_faults
from tests.rigs.browser.service_process import TableClient
from tests.rigs.browser.taps import SLOW, dice, tap, throw, wait_for

LIGHT, DARK = Colour.LIGHT, Colour.DARK
TWO_LEFT_EACH = "-AA--------------------aa-"
FORCED_LONG = "aBBDC-bB--b--baA----a--aaA"
DANCING = "-N-----------------bbbbbeA"


def test_forced_play_is_one_button(alice: Tab, hands: TableClient) -> None:
    hands.set_up(TWO_LEFT_EACH, LIGHT)
    throw(alice, hands, 6, 5)

    alice.button("Play 2/off 1/off").click()

    wait_for(hands, p1=0, p2=0, off_light=15)
    expect(alice.page.locator(".action-bar .forced")).to_have_count(0)


def test_dance_is_explained_and_ends_by_itself(alice: Tab, hands: TableClient) -> None:
    hands.set_up(DANCING, LIGHT)
    alice.page.clock.install()
    throw(alice, hands, 6, 5)
    expect(alice.verdict).to_contain_text(
        "cannot enter at point 19 or point 20. The turn ends by itself."
    )
    assert hands.see(GamePart).turn is LIGHT

    alice.page.clock.fast_forward(6000)

    hands.wait(GamePart, lambda it: it.turn is DARK)
    expect(alice.notice).to_be_empty()


def test_dance_may_be_ended_at_once(alice: Tab, hands: TableClient) -> None:
    hands.set_up(DANCING, LIGHT)
    throw(alice, hands, 6, 5)

    alice.button("Done").click()

    hands.wait(GamePart, lambda it: it.turn is DARK)
    expect(alice.verdict).not_to_contain_text("ends by itself")


def test_stuck_checker_is_explained_and_lifted_by_a_second_tap(
    alice: Tab, hands: TableClient
) -> None:
    throw(alice, hands, 6, 5)

    tap(alice, "p6")
    expect(alice.notice).to_contain_text("You cannot bear off from point 6 yet")
    assert hands.see(WorldPart).hand == ()
    alice.page.wait_for_timeout(SLOW)
    tap(alice, "p6")

    hands.wait(WorldPart, lambda it: it.hand == (LIGHT,))
    tap(alice, "p4")
    wait_for(hands, p6=4, p4=1)


def test_legal_plays_are_listed_and_chosen(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 3, 1)
    tap(alice, "p8")
    wait_for(hands, p5=1)

    alice.press("l")
    listed = alice.page.locator(".play-list[open]")
    expect(listed).to_contain_text("legal plays")
    expect(listed.get_by_role("button", name="13/10", exact=False)).to_have_count(0)
    listed.get_by_role("button", name="8/5 6/5", exact=True).click()

    wait_for(hands, p8=2, p6=4, p5=2)
    expect(listed).to_have_count(0)


@pytest.mark.release
def test_list_of_plays_follows_the_board_and_tells_of_a_play_that_is_gone(
    alice: Tab, hands: TableClient
) -> None:
    throw(alice, hands, 3, 1)
    alice.press("l")
    listed = alice.page.locator(".play-list[open]")
    expect(listed.get_by_role("button", name="24/20", exact=True)).to_be_visible()

    hands.carry(LIGHT, (6, 5))
    expect(listed.get_by_role("button", name="24/20", exact=True)).to_have_count(0)
    expect(listed.get_by_role("button", name="8/5 6/5", exact=True)).to_be_visible()

    hands.carry(LIGHT, (13, 11))
    listed.get_by_role("button", name="8/5 6/5", exact=True).click()
    expect(alice.notice).to_contain_text("not possible any more")


def test_club_profile_gives_no_words_and_tournament_profile_no_help(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(referee__preset="club")
    throw(alice, hands, 6, 5)
    tap(alice, "p6")
    hands.wait(WorldPart, lambda it: it.hand == (LIGHT,))
    expect(alice.notice).to_be_empty()
    alice.press("l")
    alice.button("Menu").click()
    expect(alice.page.locator(".table-menu[open]")).not_to_contain_text("Legal plays")
    alice.press("Escape")

    hands.begin(referee__preset="tournament")
    hands.throw(3, 1)
    expect(dice(alice)).to_have_attribute("aria-label", re.compile("Pick up"))
    assert hands.see(PlaysPart).boards == ()
    tap(alice, "p8")

    hands.wait(WorldPart, lambda it: it.hand == (LIGHT,))


def test_people_move_for_the_computer_with_one_button(alice: Tab, hands: TableClient) -> None:
    hands.begin(computer="two")
    hands.do(LetComputerMove(by_itself=False))
    hands.throw(1, 3)
    plays = hands.wait(PlaysPart, lambda it: it.colour is DARK and bool(it.forced))

    alice.button(f"Play {plays.forced}").click()

    hands.wait(GamePart, lambda it: any(one.main for one in it.players[DARK].offers))
    expect(alice.page.locator(".action-bar .forced")).to_have_count(0)


@pytest.mark.release
def test_list_of_plays_fits_any_screen_and_is_accessible(
    open_tab: OpenTab, hands: TableClient
) -> None:
    hands.set_up("-b----E-C---eE----ce----B-", LIGHT)
    hands.throw(2, 2)
    tab = open_tab()
    tab.button("Menu").click()
    tab.page.get_by_role("button", name=re.compile("^Legal plays")).click()
    listed = tab.page.locator(".play-list[open]")
    expect(listed.get_by_role("button", name="13/11(2) 6/4(2)", exact=True)).to_be_attached()

    for name, size in SCREENS.items():
        tab.resize(size)
        assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0, name
        assert tab.page.evaluate(SMALL_TARGETS) == [], name
        assert accessibility_faults(tab) == [], name


@pytest.mark.release
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_help_fits_every_screen(open_tab: OpenTab, hands: TableClient, language: str) -> None:
    hands.begin()
    tab = open_tab(locale=language)
    for board, numbers, shown in (
        (TWO_LEFT_EACH, (6, 5), ".action-bar .forced"),
        (FORCED_LONG, (5, 5), ".action-bar .forced"),
        (
            DANCING,
            (6, 5),
            '.verdict .words:has-text("point 19"), .verdict .words:has-text("flèche 19")',
        ),
    ):
        hands.set_up(board, LIGHT)
        hands.throw(*numbers)
        expect(tab.page.locator(shown)).to_be_visible()
        for name, size in USUAL_SCREENS.items():
            tab.resize(size)
            assert screen_faults(tab) == [], f"{board} on {name}"
        hands.begin()
