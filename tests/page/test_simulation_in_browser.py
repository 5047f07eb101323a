"""All actions at a simulated table are possible on its page, and the referee notices them."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import ServiceProcess


def unfold(tab: Tab) -> Locator:
    panel = tab.page.locator(".panel.simulation")
    panel.get_by_text("Simulation").click()
    return panel


@pytest.fixture
def panel(alice: Tab) -> Locator:
    """The panel with the actions besides playing, unfolded."""
    return unfold(alice)


@pytest.fixture
def reports(alice: Tab) -> Locator:
    """The unfolded panel of a page that shows what the sensors report."""
    alice.go("options").page.get_by_label("Write what the sensors report").check()
    alice.go("table")
    return unfold(alice)


def choose(panel: Locator, name: str, words: str) -> None:
    panel.get_by_role("combobox", name=name, exact=True).select_option(label=words)


def break_switch(panel: Locator, fault: str, place: str, switch: str) -> None:
    choose(panel, "Place", place)
    choose(panel, "Switch", switch)
    choose(panel, "Kind of fault", fault)
    press(panel, "Break this switch")


def press(panel: Locator, name: str) -> None:
    panel.get_by_role("button", name=name, exact=True).click()


def expect_claim(alice: Tab, place: str, claim: str) -> None:
    """Waits until the sensors claim this."""
    expect(alice.place(place).locator("text.claim")).to_have_text(claim)


def test_dead_switch_feels_no_checker_until_it_is_mended(alice: Tab, reports: Locator) -> None:
    break_switch(reports, "is dead", "point 6", "2")
    expect_claim(alice, "p6", "4")
    expect(reports.get_by_text("point 6, switch 2: is dead")).to_be_visible()

    press(reports, "Repair: point 6, switch 2: is dead")
    expect_claim(alice, "p6", "5+")
    expect(reports.get_by_text("Every switch works.")).to_be_visible()


@pytest.mark.release
def test_switch_that_sticks_feels_checker_where_there_is_none(alice: Tab, reports: Locator) -> None:
    break_switch(reports, "sticks", "point 5", "1, at the rim")
    expect_claim(alice, "p5", "1")

    break_switch(reports, "sticks", "point 4", "5, the innermost")
    press(reports, "Repair them all")
    expect_claim(alice, "p4", "0")
    expect_claim(alice, "p5", "0")


@pytest.mark.release
def test_a_checker_that_is_missed_is_seen_once_it_is_touched(alice: Tab, reports: Locator) -> None:
    break_switch(reports, "misses a checker", "point 7", "1, at the rim")

    alice.drag("p8", "p7")
    expect_claim(alice, "p8", "2")
    expect_claim(alice, "p7", "0")

    press(reports, "Touch what lies there")
    expect_claim(alice, "p7", "1")


@pytest.mark.release
def test_a_switch_that_bounces_calms_down(alice: Tab, reports: Locator) -> None:
    break_switch(reports, "bounces", "point 7", "1, at the rim")

    alice.drag("p8", "p7")

    expect_claim(alice, "p7", "1")
    expect(reports.get_by_text("point 7, switch 1: bounces")).to_be_visible()


@pytest.mark.release
def test_place_is_pointed_out_on_the_board_and_is_not_touched(alice: Tab, panel: Locator) -> None:
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
    kibitz: ServiceProcess, alice: Tab, reports: Locator
) -> None:
    kibitz.expect("board cannot be reached")
    press(reports, "Unplug the board")
    expect(alice.page.get_by_text("I cannot reach the board").first).to_be_visible()

    press(reports, "Plug in the board")
    expect(alice.page.get_by_text("I can reach everything again.").first).to_be_visible()

    alice.drag("p8", "p7")
    expect_claim(alice, "p7", "1")


@pytest.mark.release
def test_the_board_is_cleared_and_everything_put_right(alice: Tab, panel: Locator) -> None:
    press(panel, "Clear the board")
    expect(alice.page.locator(".board-svg .checker")).to_have_count(0)

    press(panel, "Set up as before the turn")
    expect(alice.page.locator(".board-svg .checker")).to_have_count(30)


@pytest.mark.release
def test_a_knock_is_felt(alice: Tab, panel: Locator) -> None:
    press(panel, "Knock against the board")
    alice.link("Devices").click()

    signals = alice.page.locator(".device", has_text="slots").locator("summary")
    expect(signals).to_have_text(re.compile(r"^([2-9]|\d\d+) signals"))


@pytest.mark.release
def test_true_places_of_the_checkers_are_outlined(alice: Tab, panel: Locator) -> None:
    break_switch(panel, "sticks", "point 5", "1, at the rim")
    panel.get_by_label("Outline where the checkers really lie").check()

    expect(alice.place("p6").locator(".ghosts")).to_be_attached()
    expect(alice.place("p5").locator(".pile")).to_be_attached()
    expect(alice.place("p5").locator(".ghosts")).to_have_count(0)


@pytest.mark.release
def test_a_foreign_checker_is_one_too_many(alice: Tab, panel: Locator) -> None:
    press(panel, "Take a dark checker of another set")
    expect(alice.page.locator(".hand .checker.dark").first).to_be_visible()

    alice.place("p2").click()

    expect(alice.mark("p2", "too_many")).to_be_visible()
    expect(alice.page.locator(".board-svg .checker")).to_have_count(31)


@pytest.mark.release
def test_the_power_is_cut_only_after_confirmation(
    alice: Tab, panel: Locator, kibitz: ServiceProcess
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


@pytest.mark.release
def test_a_spectator_has_no_panel_of_the_simulation(bob: Tab) -> None:
    expect(bob.verdict).to_be_visible()
    expect(bob.page.locator(".panel.simulation")).to_be_hidden()
