"""Whatever can be done to a simulated table is done on its page, and the referee notices."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.rigs.pages import Service
from tests.rigs.tabs import Tab, Visitors


@pytest.fixture
def panel(alice: Tab) -> Locator:
    """What can be done besides playing, unfolded."""
    folded = alice.page.locator(".panel.simulation")
    folded.get_by_text("Simulated table").click()
    return folded


def choose(panel: Locator, name: str, words: str) -> None:
    panel.get_by_role("combobox", name=name, exact=True).select_option(label=words)


def spoil(panel: Locator, does: str, place: str, switch: str) -> None:
    choose(panel, "Place", place)
    choose(panel, "Switch", switch)
    choose(panel, "What is wrong with it", does)
    press(panel, "Break this switch")


def press(panel: Locator, name: str) -> None:
    panel.get_by_role("button", name=name, exact=True).click()


def claims(alice: Tab, place: str, claim: str) -> None:
    """The sensors come to claim this."""
    expect(alice.place(place).locator("text.claim")).to_have_text(claim)


def test_a_dead_switch_does_not_feel_a_checker_until_it_is_mended(
    alice: Tab, panel: Locator
) -> None:
    alice.button("Write what the sensors claim").click()

    spoil(panel, "is dead", "point 6", "2")
    claims(alice, "p6", "4")
    expect(panel.get_by_text("point 6, switch 2: is dead")).to_be_visible()

    press(panel, "Mend: point 6, switch 2: is dead")
    claims(alice, "p6", "5+")
    expect(panel.get_by_text("Every switch is in order.")).to_be_visible()


def test_a_switch_that_sticks_feels_a_checker_where_there_is_none(
    alice: Tab, panel: Locator
) -> None:
    alice.button("Write what the sensors claim").click()

    spoil(panel, "sticks", "point 5", "1, at the rim")
    claims(alice, "p5", "1")

    spoil(panel, "sticks", "point 4", "5, the innermost")
    press(panel, "Mend them all")
    claims(alice, "p4", "0")
    claims(alice, "p5", "0")


def test_a_checker_that_is_missed_is_seen_once_it_is_touched(alice: Tab, panel: Locator) -> None:
    alice.button("Write what the sensors claim").click()
    spoil(panel, "misses a checker", "point 7", "1, at the rim")

    alice.drag("p8", "p7")
    claims(alice, "p8", "2")
    claims(alice, "p7", "0")

    press(panel, "Touch what lies there")
    claims(alice, "p7", "1")


def test_a_switch_that_bounces_calms_down(alice: Tab, panel: Locator) -> None:
    alice.button("Write what the sensors claim").click()
    spoil(panel, "bounces", "point 7", "1, at the rim")

    alice.drag("p8", "p7")

    claims(alice, "p7", "1")
    expect(panel.get_by_text("point 7, switch 1: bounces")).to_be_visible()


def test_a_place_is_pointed_out_on_the_board_and_nothing_there_is_touched(
    alice: Tab, panel: Locator
) -> None:
    press(panel, "Pick on the board")
    alice.place("p13").click()

    chosen = panel.get_by_role("combobox", name="Place", exact=True)
    expect(chosen).to_have_value("p13")
    expect(alice.place("p13").locator(".checker")).to_have_count(5)

    panel.get_by_role("button", name="Pick on the board").focus()
    alice.page.keyboard.press("Enter")
    alice.place("p24").focus()
    alice.page.keyboard.press("Enter")
    expect(chosen).to_have_value("p24")

    press(panel, "Pick on the board")
    alice.page.keyboard.press("Escape")
    expect(panel.get_by_role("button", name="Pick on the board")).to_be_visible()
    expect(chosen).to_have_value("p24")


def test_a_board_without_its_plug_is_missed_and_seen_again(
    kibitz: Service, alice: Tab, panel: Locator
) -> None:
    kibitz.expect("board cannot be reached")
    alice.button("Write what the sensors claim").click()
    press(panel, "Pull the plug: board")
    expect(alice.page.get_by_text("I cannot reach the board").first).to_be_visible()

    press(panel, "Plug it in: board")
    expect(alice.page.get_by_text("I can reach everything again.").first).to_be_visible()

    alice.drag("p8", "p7")
    claims(alice, "p7", "1")


def test_the_board_is_cleared_and_everything_put_right(alice: Tab, panel: Locator) -> None:
    press(panel, "Clear the board")
    expect(alice.page.locator(".board-svg .checker")).to_have_count(0)

    press(panel, "Put everything right")
    expect(alice.page.locator(".board-svg .checker")).to_have_count(30)


def test_a_knock_is_felt(alice: Tab, panel: Locator) -> None:
    press(panel, "Knock against the board")
    alice.page.get_by_role("link", name="Devices").click()

    signals = alice.page.locator(".device", has_text="slots").locator("summary")
    expect(signals).to_have_text(re.compile(r"^([2-9]|\d\d+) signals"))


def test_where_the_checkers_really_lie_is_outlined(alice: Tab, panel: Locator) -> None:
    spoil(panel, "sticks", "point 5", "1, at the rim")
    panel.get_by_label("Outline where the checkers really lie").check()

    expect(alice.place("p6").locator(".ghosts")).to_be_attached()
    expect(alice.place("p5").locator(".pile")).to_be_attached()
    expect(alice.place("p5").locator(".ghosts")).to_have_count(0)


def test_a_foreign_checker_is_one_too_many(alice: Tab, panel: Locator) -> None:
    press(panel, "A foreign dark checker in the hand")
    expect(alice.page.locator(".hand .checker.dark").first).to_be_visible()

    alice.place("p2").click()

    expect(alice.mark("p2", "too_many")).to_be_visible()
    expect(alice.page.locator(".board-svg .checker")).to_have_count(31)


def test_the_power_is_cut_only_after_a_second_thought(
    alice: Tab, panel: Locator, kibitz: Service
) -> None:
    press(panel, "Cut the power")
    alice.button("Leave it on").click()
    expect(alice.page.locator("dialog.confirm")).to_have_count(0)

    alice.faults.allow("WebSocket")
    press(panel, "Clear the board")
    press(panel, "Cut the power")
    alice.button("Cut it").click()
    kibitz.next_link()

    expect(alice.page.get_by_text("Connected again.")).to_be_visible()
    expect(alice.page.locator(".board-svg .checker")).to_have_count(0)


def test_a_spectator_has_no_such_panel(kibitz: Service, visitors: Visitors) -> None:
    bob = visitors.come().open(kibitz.link.bare)

    expect(bob.verdict).to_be_visible()
    expect(bob.page.locator(".panel.simulation")).to_be_hidden()
