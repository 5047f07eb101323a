"""A turn is played with one tap for each checker, and nobody is kept from doing otherwise."""

import re
from time import monotonic

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, Place
from service.web.messages.device_messages import WorldPart
from service.web.messages.to_page import GamePart, NextAct
from tests.rigs.browser.browser_tabs import LONG_REST, BrowserUsers, MessageFilter, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient
from tests.rigs.browser.taps import SLOW, dice, tap, throw, wait_for

LIGHT, DARK = Colour.LIGHT, Colour.DARK
NEAR_START = "-b----E-C---eE----ce----B-"
LIGHT_ON_BAR = "-b----E-C---eE---a-ea---AA"
"""Point 20 is a blot of Dark's, and a checker of Light's is on the bar."""
BEARING_OFF = "--A-B-B-----------------o-"

QUIET = "() => document.getAnimations().every((it) => /^[#.]+$/.test(it.id))"
"""True once nothing moves but lamps."""


def test_tapped_checkers_move_by_the_larger_number_first(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 3, 1)

    tap(alice, "p8", "p6")

    wait_for(hands, p8=2, p6=4, p5=2)
    expect(alice.verdict).to_contain_text("Legal: 8/5 6/5")


def test_tapped_point_is_made_by_two_checkers(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 3, 1)

    tap(alice, "p5")

    wait_for(hands, p8=2, p6=4, p5=2)


def test_tapped_dice_are_swapped_and_then_picked_up(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 6, 2)
    expect(dice(alice)).to_have_attribute("aria-label", re.compile("Play the 2 first"))

    dice(alice).click()
    expect(dice(alice)).to_have_attribute("aria-label", re.compile("Play the 6 first"))
    tap(alice, "p24")
    wait_for(hands, p24=1, p22=1)
    expect(dice(alice)).to_have_attribute("aria-label", re.compile("not finished"))
    dice(alice).click()
    expect(alice.notice).to_contain_text("not finished")
    tap(alice, "p24")
    wait_for(hands, p24=0, p18=1)

    expect(dice(alice)).to_have_attribute("aria-label", re.compile("Pick up"))
    dice(alice).click()
    hands.wait(GamePart, lambda it: it.turn is DARK)


def test_double_is_played_by_four_quick_taps(
    visitors: BrowserUsers, kibitz: ServiceProcess, hands: TableClient
) -> None:
    hands.set_up(NEAR_START, LIGHT)
    hands.throw(2, 2)
    withheld, visitor = MessageFilter(), visitors.come()
    withheld.intercept(visitor.context)
    alice = visitor.open(kibitz.link.full)
    expect(dice(alice)).to_have_attribute("aria-label", re.compile("not finished"))
    # The page is told nothing of what its own taps have done.
    withheld.kinds |= {"World", "Board", "Game"}

    began = monotonic()
    for place in ("p13", "p13", "p6", "p6"):
        box = alice.place(place).bounding_box()
        assert box
        alice.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert monotonic() - began < 1

    # Messages between page and service pass this thread, which must wait for the page first.
    expect(alice.page.locator("#polite")).to_contain_text("6/4")
    alice.page.wait_for_timeout(SLOW)
    withheld.release()
    expect(alice.verdict).to_contain_text("Legal: 13/11(2) 6/4(2)")
    assert withheld.actions == ["LiftForStep", "Put"] * 4
    expect(alice.notice).to_be_empty()


def test_checker_enters_and_hits_by_a_tap(alice: Tab, hands: TableClient) -> None:
    hands.set_up(LIGHT_ON_BAR, LIGHT)
    throw(alice, hands, 5, 1)

    tap(alice, "p8")
    expect(alice.notice).to_contain_text("You have a checker on the bar")
    tap(alice, "bar.light")
    wait_for(hands, bar_light=0, p20=1, bar_dark=1)
    tap(alice, "p6")

    expect(alice.verdict).to_contain_text("Legal: bar/20* 6/5")
    assert hands.see(WorldPart).piles[Place("bar.dark")] == (DARK,)


def test_undo_takes_back_one_step_at_a_time(alice: Tab, hands: TableClient) -> None:
    hands.set_up(LIGHT_ON_BAR, LIGHT)
    throw(alice, hands, 5, 1)
    tap(alice, "bar.light", "p6")
    wait_for(hands, p5=1, p20=1, bar_dark=1)

    alice.button("Undo 6/5").click()
    wait_for(hands, p6=5, p20=1, bar_dark=1)
    expect(alice.button("Undo bar/20*")).to_be_visible()
    alice.press("u")

    wait_for(hands, p6=5, p20=1, bar_dark=0, bar_light=1)
    assert hands.see(WorldPart).piles[Place("p20")] == (DARK,)
    expect(alice.page.locator(".action-bar .undo")).to_have_count(0)
    assert not hands.wait(GamePart, lambda it: not it.alarm).alarm


def test_wrong_drag_is_taken_back_by_one_press(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 3, 1)
    tap(alice, "p8")
    wait_for(hands, p8=2, p5=1)

    alice.drag("p13", "p2")
    alice.button("Undo 13/2").click()

    wait_for(hands, p13=5, p2=0, p8=2, p5=1)
    expect(alice.button("Undo 8/5")).to_be_visible()


@pytest.mark.release
def test_wrong_drag_is_objected_to_and_can_still_be_taken_back(
    alice: Tab, hands: TableClient
) -> None:
    throw(alice, hands, 3, 1)
    alice.drag("p13", "p2")
    expect(alice.page.locator(".verdict.alarm")).to_be_visible(timeout=LONG_REST)
    expect(alice.verdict).to_contain_text("From point 13 to point 2 is 11 pips")
    expect(alice.button("Put it right for me")).to_be_visible()

    alice.press("u")

    wait_for(hands, p13=5, p2=0)
    hands.wait(GamePart, lambda it: not it.alarm)


def test_hitter_that_is_dragged_back_takes_the_hit_checker_off_the_bar(
    alice: Tab, hands: TableClient
) -> None:
    hands.set_up(LIGHT_ON_BAR, LIGHT)
    throw(alice, hands, 5, 1)
    tap(alice, "bar.light")
    wait_for(hands, bar_light=0, p20=1, bar_dark=1)
    # A hand would take the checker that is still on its way to the bar.
    alice.page.wait_for_function(QUIET)

    alice.drag("p20", "bar.light")

    wait_for(hands, bar_light=1, bar_dark=0)
    assert hands.see(WorldPart).piles[Place("p20")] == (DARK,)
    assert not hands.wait(GamePart, lambda it: it.next.act is NextAct.MOVE).alarm


def test_second_of_two_quick_taps_bears_off(alice: Tab, hands: TableClient) -> None:
    hands.set_up(BEARING_OFF, LIGHT)
    throw(alice, hands, 3, 1)

    tap(alice, "p4", "p4")

    wait_for(hands, p4=1, off_light=11)
    expect(alice.verdict).to_contain_text("Legal: 4/off")


def test_two_slow_taps_move_two_checkers(alice: Tab, hands: TableClient) -> None:
    hands.set_up(BEARING_OFF, LIGHT)
    throw(alice, hands, 3, 1)

    tap(alice, "p4")
    alice.page.wait_for_timeout(SLOW)
    tap(alice, "p4")

    wait_for(hands, p4=0, p3=1, p1=1)


def test_tapped_tray_takes_as_many_as_the_dice_allow(alice: Tab, hands: TableClient) -> None:
    hands.set_up(BEARING_OFF, LIGHT)
    throw(alice, hands, 6, 6)

    tap(alice, "off.light")

    wait_for(hands, p2=1, p4=0, p6=0, off_light=14)


def test_checker_is_dragged_wherever_hands_want_to(alice: Tab, hands: TableClient) -> None:
    throw(alice, hands, 6, 5)

    alice.drag("p6", "p3")

    wait_for(hands, p6=4, p3=1)


def test_preference_makes_taps_lift_and_put(alice: Tab, hands: TableClient) -> None:
    alice.go("options")
    alice.page.get_by_label("One tap moves a checker").uncheck()
    alice.go("table")
    throw(alice, hands, 3, 1)

    tap(alice, "p8")
    hands.wait(WorldPart, lambda it: it.hand == (LIGHT,))
    tap(alice, "p3")

    wait_for(hands, p8=2, p3=1)


@pytest.mark.release
@pytest.mark.parametrize("pointer", ["mouse", "finger"])
def test_short_game_is_played_by_taps(open_tab: OpenTab, hands: TableClient, pointer: str) -> None:
    tab = open_tab(phone=pointer == "finger")
    hands.begin(length=1)
    hands.set_up("---AA-A------------a-aa---", LIGHT)
    press = Locator.tap if pointer == "finger" else Locator.click
    turns = [
        ((2, 1), ("p6", "p4")), ((2, 1), ("p19", "p22")), ((6, 5), ("off.light",)),
        ((2, 1), ("p23", "p22")), ((6, 5), ("off.light",)),
    ]  # fmt: skip
    for numbers, places in turns:
        throw(tab, hands, *numbers)
        for place in places:
            press(tab.place(place))
        expect(dice(tab)).to_have_attribute("aria-label", re.compile("Pick up"))
        press(dice(tab))
        expect(dice(tab)).to_have_attribute("aria-label", re.compile("in the cup"))

    hands.wait(GamePart, lambda it: it.winner is LIGHT)
