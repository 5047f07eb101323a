"""The pictures of the camera view in the documents show it as it is; this test takes them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour
from tests.rigs.browser import page_pictures
from tests.rigs.browser.browser_tabs import OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient, run_camera_service

LONGER = 40_000
"""Milliseconds in which a board is found and calibrated, on a busy machine."""


@pytest.fixture(scope="module")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service that sees its board by a camera alone, and has calibrated it."""
    with run_camera_service(tmp_path_factory.mktemp("house"), 960, 540) as service:
        yield service


def reading_in_a_picture(tab: Tab, hands: TableClient) -> None:
    """A checker has been moved, and is seen where it lies now."""
    hands.carry(Colour.LIGHT, (6, 4))
    tab.go("camera")
    expect(tab.page.locator('[data-seen="p4"].sure')).to_be_visible(timeout=LONGER)
    expect(tab.page.locator(".seen.open")).to_have_count(0, timeout=LONGER)
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


def calibration_under_way(tab: Tab, _hands: TableClient) -> None:
    """The board is shown to the camera anew, and a corner is looked at closely."""
    tab.go("camera")
    tab.page.locator(".camera-desk button").first.click()
    tab.page.get_by_role("slider").nth(1).focus()
    expect(tab.page.locator(".magnifier")).to_be_visible()
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


TAKEN = (
    page_pictures.PagePicture(reading_in_a_picture),
    page_pictures.PagePicture(calibration_under_way),
    page_pictures.PagePicture(calibration_under_way, {**page_pictures.PHONE, **page_pictures.DARK}),
)
SHOTS = dict(zip(page_pictures.CAMERA_PICTURES, TAKEN, strict=True))


@pytest.mark.release
@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_camera_as_it_is(
    open_tab: OpenTab, hands: TableClient, name: str
) -> None:
    shot = SHOTS[name]
    tab = open_tab(**{"reduced_motion": "reduce", **shot.options})
    shot.arranged(tab, hands)

    page_pictures.compare_with_stored(
        tab, name, page_pictures.MAX_PHOTO_BYTES, page_pictures.MAX_CAMERA_DIFFERENCE
    )
