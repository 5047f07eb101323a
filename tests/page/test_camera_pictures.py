"""The pictures of the camera's view in the papers show it as it is, and are taken by this test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from tests.rigs.browser.browser_tabs import OpenTab, Tab
from tests.rigs.browser.page_pictures import (
    CAMERA_PICTURES,
    DARK,
    MAX_CAMERA_DIFFERENCE,
    MAX_PHOTO_BYTES,
    PHONE,
    PagePicture,
    compare_with_stored,
)
from tests.rigs.browser.service_process import ServiceProcess, TableClient, run_camera_service

LONGER = 40_000
"""Milliseconds in which a board is found and calibrated, on a busy machine."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service whose board nothing but a camera sees, and which has learnt it."""
    with run_camera_service(tmp_path_factory.mktemp("house"), 960, 540) as service:
        yield service


def looking(tab: Tab, hands: TableClient) -> None:
    """A checker has been moved, and is seen where it lies now."""
    hands.carry(Colour.LIGHT, (6, 4))
    tab.go("camera")
    expect(tab.page.locator('[data-seen="p4"].sure')).to_be_visible(timeout=LONGER)
    expect(tab.page.locator(".seen.open")).to_have_count(0, timeout=LONGER)
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


def learning(tab: Tab, _hands: TableClient) -> None:
    """The board is shown to the camera anew, and a corner is looked at closely."""
    tab.go("camera")
    tab.page.locator(".camera-desk button").first.click()
    tab.page.get_by_role("slider").nth(1).focus()
    expect(tab.page.locator(".magnifier")).to_be_visible()
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


TAKEN = (PagePicture(looking), PagePicture(learning), PagePicture(learning, {**PHONE, **DARK}))
SHOTS = dict(zip(CAMERA_PICTURES, TAKEN, strict=True))


@pytest.mark.release
@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_camera_as_it_is(
    open_tab: OpenTab, hands: TableClient, name: str
) -> None:
    shot = SHOTS[name]
    tab = open_tab(**{"reduced_motion": "reduce", **shot.options})
    shot.arranged(tab, hands)

    compare_with_stored(tab, name, MAX_PHOTO_BYTES, MAX_CAMERA_DIFFERENCE)
