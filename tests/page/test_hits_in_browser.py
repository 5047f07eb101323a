"""A hit on the page carries the other checker to the bar, and a button puts a play right."""

from playwright.sync_api import expect

from hardware.checkers import Colour, bar, point
from service.web.messages.device_messages import WorldPart
from service.web.messages.to_page import GamePart
from simulation.gestures import LiftDice
from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import TableClient

LIGHT, DARK = Colour
BLOT = "-a---aE-C---eE---c-e----B-"
"""The start, with a blot of Dark on point 5."""


def test_hit_checker_goes_to_the_bar_unless_people_carry_it(alice: Tab, hands: TableClient) -> None:
    hands.set_up(BLOT, LIGHT)
    hands.throw(3, 1)
    alice.drag("p8", "p5")
    hands.wait(WorldPart, lambda it: it.piles.get(bar(DARK)) == (DARK,))
    expect(alice.place("p5").locator(".checker")).to_have_count(1)

    alice.page.evaluate("localStorage.setItem('kibitz', JSON.stringify({ carriesHits: false }))")
    alice.page.reload()
    hands.begin()
    hands.set_up(BLOT, LIGHT)
    hands.throw(3, 1)
    alice.drag("p8", "p5")
    hands.wait(WorldPart, lambda it: len(it.piles[point(5)]) == 2)


def test_wrong_half_of_a_play_is_put_right_by_a_button(alice: Tab, hands: TableClient) -> None:
    hands.throw(3, 1)
    hands.carry(LIGHT, (8, 5), (13, 11))
    hands.do(LiftDice(None))
    hands.wait(GamePart, lambda it: it.alarm)

    alice.button("Put it right for me").click()
    hands.wait(WorldPart, lambda it: len(it.piles[point(13)]) == 5)
    world = hands.see(WorldPart)
    assert (world.piles[point(5)], len(world.piles[point(8)])) == ((LIGHT,), 2)
    hands.wait(GamePart, lambda it: not it.alarm)
