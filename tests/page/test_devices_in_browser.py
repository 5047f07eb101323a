"""The diagnostics of the devices and their self-tests have a page of their own."""

import pytest
from playwright.sync_api import Locator, expect

from tests.rigs.browser.browser_tabs import Tab


@pytest.fixture
def devices_tab(alice: Tab) -> Tab:
    alice.link("Devices").click()
    expect(alice.page.get_by_role("heading", name="Devices", exact=True)).to_be_visible()
    return alice


def device(tab: Tab, name: str) -> Locator:
    return tab.page.locator(".device").filter(has=tab.page.get_by_text(name, exact=True))


def row(tab: Tab, place: str) -> Locator:
    header = tab.page.get_by_role("rowheader", name=place, exact=True)
    return tab.page.get_by_role("row").filter(has=header)


def test_every_device_is_shown_with_its_state_and_its_last_signals(devices_tab: Tab) -> None:
    for name in ("board", "dice", "buttons", "lamps"):
        expect(device(devices_tab, name)).to_contain_text("SIMULATED")
        expect(device(devices_tab, name)).to_contain_text("connected")

    board = device(devices_tab, "board")
    board.locator("summary").click()
    expect(board.get_by_text('"is":"Observation"').first).to_be_visible()


@pytest.mark.release
def test_a_place_is_shown_as_it_is_felt_taken_and_lit(devices_tab: Tab) -> None:
    expect(row(devices_tab, "point 6")).to_contain_text("5+")
    expect(row(devices_tab, "point 6")).to_contain_text("5 light")
    expect(row(devices_tab, "point 6")).to_contain_text("off")

    devices_tab.drag("p6", "p5")

    expect(row(devices_tab, "point 6").get_by_role("cell").first).to_have_text("4")
    expect(row(devices_tab, "point 5").get_by_role("cell").first).to_have_text("1")


@pytest.mark.release
def test_signal_counts_keep_up_with_the_signals(devices_tab: Tab) -> None:
    signal_count = device(devices_tab, "board").locator("summary")
    expect(signal_count).to_contain_text("signal")
    before = int(signal_count.inner_text().split()[0])

    devices_tab.drag("p6", "p5")

    expect(signal_count).to_have_text(f"{before + 2} signals")


@pytest.mark.release
def test_lamp_test_runs_until_it_is_stopped(devices_tab: Tab) -> None:
    devices_tab.button("Test the lamps").click()

    expect(devices_tab.page.locator(".self-test-words")).to_contain_text("red")
    for of_switches in ("Skip this one", "Clear the board", "Set up as before the turn"):
        expect(devices_tab.button(of_switches)).to_have_count(0)
    expect(row(devices_tab, "point 6").locator(".rhythm")).to_be_visible()

    devices_tab.button("Stop the test").click()
    expect(devices_tab.button("Test the lamps")).to_be_visible()
    expect(row(devices_tab, "point 6")).to_contain_text("off")


@pytest.mark.release
def test_the_switches_are_tried_out_with_one_checker_after_the_other(devices_tab: Tab) -> None:
    devices_tab.button("Test the switches").click()
    words = devices_tab.page.locator(".self-test-words")
    expect(words).to_contain_text("off the board")

    devices_tab.button("Clear the board").click()
    expect(words).to_contain_text("point 1")
    expect(row(devices_tab, "point 1")).to_have_attribute("aria-current", "true")
    expect(devices_tab.place("p1")).to_have_attribute("aria-current", "true")

    devices_tab.drag("box", "p1")
    expect(words).to_contain_text("one more checker on point 1")
    devices_tab.button("Stop the test").click()
    expect(devices_tab.button("Test the switches")).to_be_visible()


@pytest.mark.release
def test_a_spectator_sees_the_devices_and_tries_nothing_out(bob: Tab) -> None:
    bob.go("devices")

    expect(device(bob, "board")).to_contain_text("signal")
    expect(bob.button("Test the lamps")).to_have_count(0)
    expect(bob.button("Clear the board")).to_have_count(0)
