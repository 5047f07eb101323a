"""The pictures of the camera's view in the papers show it as it is, and are taken by this test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, Put
from service.web.messages.looks import Camera
from tests.rigs.gallery import DARK, LARGEST_PHOTO, OF_CAMERAS, PHONE, SEEN_ALIKE, Shot, hold, show
from tests.rigs.pages import Program, Service, kibitz_run, program
from tests.rigs.tabs import Tab, Visitors

TABLE = """
names = ["Alice", "Bob"]
[table.board]
driver = "none"
[table.camera]
driver = "simulated"
size = [960, 540]
"""
LONGER = 40_000
"""Milliseconds in which a board is found and learnt, on a machine that has much else to do."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose board nothing but a camera sees, and which has learnt it."""
    with kibitz_run(tmp_path_factory.mktemp("house"), TABLE) as service:
        with program(service.link) as somebody:
            somebody.wait(Camera, lambda it: it.learnt)
        yield service


def looking(tab: Tab, hands: Program) -> None:
    """A checker has been moved, and is seen where it lies now."""
    hands.do(Lift(point(6), Colour.LIGHT), Put(point(4), Colour.LIGHT))
    show(tab, "camera")
    expect(tab.page.locator('[data-seen="p4"].sure')).to_be_visible(timeout=LONGER)
    expect(tab.page.locator(".seen.open")).to_have_count(0, timeout=LONGER)
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


def learning(tab: Tab, _hands: Program) -> None:
    """The board is shown to the camera anew, and a corner is looked at closely."""
    show(tab, "camera")
    tab.page.locator(".camera-desk button").first.click()
    tab.page.get_by_role("slider").nth(1).focus()
    expect(tab.page.locator(".magnifier")).to_be_visible()
    expect(tab.page.locator(".camera-stage.is-blind")).to_have_count(0)


SHOTS = dict(
    zip(
        OF_CAMERAS,
        (Shot(looking), Shot(learning), Shot(learning, {**PHONE, **DARK})),
        strict=True,
    )
)


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_camera_as_it_is(
    visitors: Visitors, kibitz: Service, hands: Program, gallery: Page, name: str
) -> None:
    shot = SHOTS[name]
    tab = visitors.come(**{"reduced_motion": "reduce", **shot.options}).open(kibitz.link.full)
    shot.arranged(tab, hands)

    hold(gallery, tab, name, LARGEST_PHOTO, SEEN_ALIKE)
