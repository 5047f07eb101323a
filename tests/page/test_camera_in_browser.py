"""The view of a camera on the page, and the steps of its calibration."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, expect

from hardware.checkers import Colour
from hardware.signals import DiceState
from service.web.messages.from_page import Arrange, Arrangement, PlugIn, Unplug
from service.web.messages.to_page import GamePart, NextAct, RecordPart
from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import OVERFLOW_WIDTH, SCREENS, SMALL_TARGETS, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient, run_camera_service

LOOKS: dict[str, dict[str, Any]] = {
    "light, at a desk": {"color_scheme": "light"},
    "dark, on a phone, in French": {"color_scheme": "dark", "phone": True, "locale": "fr-FR"},
}
ONE_LEFT_EACH = "-A----------------------a-"
"""The last checker of each player, a step from the tray."""
LONGER = 90_000
"""Milliseconds in which a board is found and calibrated with a tenth of a core."""
PICTURE = "/camera/picture"
FAR = 120
"""Pixels of the screen by which a corner is dragged to where it does not belong."""
HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  delete document.visibilityState;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STAGE = "() => document.querySelector('.camera-stage .overlay').clientWidth"
WIDTH = 640
"""Pixels across a picture, as the configuration has it."""
FIRST = 40
"""Pictures after which a page has made room for all that it needs."""
GROWTH = 300_000
"""Bytes by which a page may have grown later, as its memory is not measured exactly."""
SHOWN = "many => Number(document.querySelector('.camera-stage')?.dataset.pictures) >= many"


@pytest.fixture(scope="module")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service that sees its board by a camera alone, and has calibrated it."""
    with run_camera_service(tmp_path_factory.mktemp("house"), WIDTH, 480) as service:
        yield service


@pytest.fixture
def camera_tab(alice: Tab) -> Tab:
    return look(alice)


def look(tab: Tab) -> Tab:
    tab.link("Camera").click()
    expect(tab.page.get_by_role("heading", name="Camera", exact=True)).to_be_visible()
    return tab


def reading_at(tab: Tab, place: str) -> Locator:
    return tab.page.locator(f'[data-seen="{place}"]')


def corner(tab: Tab, name: str) -> Locator:
    return tab.page.get_by_role("slider", name=f"{name} corner")


def result(tab: Tab) -> Locator:
    return tab.page.locator(".camera-result")


def wait_for_pictures(tab: Tab, many: int) -> None:
    tab.page.wait_for_function(SHOWN, arg=many, timeout=LONGER)


def spot(handle: Locator) -> tuple[float, float]:
    box = handle.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixel(handle: Locator) -> tuple[float, float]:
    right, down = re.findall(r"\d+", handle.get_attribute("aria-valuetext") or "")
    return float(right), float(down)


def test_the_picture_is_shown_with_its_reading(camera_tab: Tab, hands: TableClient) -> None:
    expect(camera_tab.page.get_by_text("The camera knows this board and sees it.")).to_be_visible()
    wait_for_pictures(camera_tab, 3)
    expect(reading_at(camera_tab, "p6")).to_contain_text("5")
    expect(camera_tab.page.locator(".summary")).to_contain_text("light and")

    hands.carry(Colour.LIGHT, (6, 5))

    expect(reading_at(camera_tab, "p5")).to_contain_text("1", timeout=LONGER)
    expect(reading_at(camera_tab, "p6")).to_contain_text("4", timeout=LONGER)


@pytest.mark.release
def test_a_board_is_learnt_anew_with_its_corners_dragged(camera_tab: Tab) -> None:
    camera_tab.button("Learn again").click()
    first = corner(camera_tab, "Upper left")
    expect(first).to_be_visible()
    expect(camera_tab.page.get_by_role("img", name="The starting position")).to_be_visible()

    first.scroll_into_view_if_needed()
    mouse, (x, y) = camera_tab.page.mouse, spot(first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + FAR, y + FAR, steps=4)
    expect(camera_tab.page.locator(".magnifier")).to_be_visible()
    mouse.up()
    assert spot(first) == pytest.approx((x + FAR, y + FAR), abs=2)

    camera_tab.button("Learn this board").click()
    expect(result(camera_tab)).to_contain_text("starting position", timeout=LONGER)
    expect(result(camera_tab)).to_contain_text("corners")

    away = first.get_attribute("aria-valuetext") or ""
    camera_tab.button("Find the board automatically").click()
    expect(result(camera_tab)).to_have_count(0)
    expect(first).not_to_have_attribute("aria-valuetext", away, timeout=LONGER)
    camera_tab.button("Learn this board").click()

    expect(result(camera_tab)).to_contain_text("The camera has learnt the board.", timeout=LONGER)
    expect(corner(camera_tab, "Upper left")).to_have_count(0)
    expect(reading_at(camera_tab, "p6")).to_contain_text("5", timeout=LONGER)


@pytest.mark.release
def test_the_corners_are_moved_with_the_keys_alone(camera_tab: Tab) -> None:
    camera_tab.tab_to(camera_tab.button("Learn again"))
    camera_tab.press("Enter")
    handle = corner(camera_tab, "Lower right")
    expect(handle).to_be_visible()
    camera_tab.tab_to(handle, back=True)
    expect(camera_tab.page.locator(".magnifier")).to_be_visible()
    before = int(handle.get_attribute("aria-valuenow") or 0)

    camera_tab.press("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft")

    expect(handle).to_have_attribute("aria-valuenow", str(before - 12))
    camera_tab.tab_to(camera_tab.button("Leave it as it is"))
    camera_tab.press("Enter")
    expect(camera_tab.button("Learn again")).to_be_visible()


@pytest.mark.release
def test_a_finger_moves_a_corner_on_a_phone(open_tab: OpenTab) -> None:
    tab = open_tab(phone=True).go("camera")
    tab.button("Learn again").tap()
    handle = corner(tab, "Upper right")
    expect(handle).to_be_visible()
    expect(tab.page.locator(".camera-state")).to_be_focused()
    wait_for_pictures(tab, 1)
    x, y = spot(handle)
    (right, down), unit = pixel(handle), WIDTH / tab.page.evaluate(STAGE)

    finger = tab.page.context.new_cdp_session(tab.page)
    touch = "Input.dispatchTouchEvent"
    finger.send(touch, {"type": "touchStart", "touchPoints": [{"x": x + 9, "y": y + 9}]})
    finger.send(touch, {"type": "touchMove", "touchPoints": [{"x": x - 21, "y": y + 49}]})
    expect(tab.page.locator(".magnifier")).to_be_visible()
    finger.send(touch, {"type": "touchEnd", "touchPoints": []})

    assert pixel(handle) == pytest.approx((right - 30 * unit, down + 40 * unit), abs=2)


@pytest.mark.release
def test_board_that_is_not_known_is_asked_for_at_the_table(alice: Tab, hands: TableClient) -> None:
    panel = alice.page.locator(".camera-trouble")
    expect(panel).to_be_hidden()
    hands.do(Arrange(Arrangement.EMPTY))
    look(alice)
    alice.button("Forget this board").click()
    alice.page.get_by_role("dialog").get_by_role("button", name="Forget this board").click()
    expect(alice.button("Learn this board")).to_be_visible()

    alice.link("Table").click()
    expect(panel).to_contain_text("does not know this board yet", timeout=LONGER)
    panel.get_by_role("link", name="Show it the board").click()
    alice.button("Learn this board").click()
    expect(result(alice)).to_be_visible(timeout=LONGER)
    expect(result(alice)).not_to_contain_text("has learnt")

    hands.do(Arrange(Arrangement.EXPECTED))
    expect(result(alice)).to_contain_text("The camera has learnt the board.", timeout=LONGER)
    alice.link("Table").click()
    expect(panel).to_be_hidden()


@pytest.mark.release
def test_wrong_place_of_the_starting_position_is_marked(
    camera_tab: Tab, hands: TableClient
) -> None:
    hands.do(Arrange(Arrangement.EXPECTED))
    hands.carry(Colour.LIGHT, (6, 5))
    expect(reading_at(camera_tab, "p6")).to_contain_text("4", timeout=LONGER)
    camera_tab.button("Learn again").click()

    camera_tab.button("Learn this board").click()

    expect(result(camera_tab)).to_contain_text("on point 6", timeout=LONGER)
    expect(camera_tab.page.locator(".start .wrong")).to_have_attribute("data-point", "p6")

    camera_tab.button("Leave it as it is").click()
    expect(result(camera_tab)).to_have_count(0)
    camera_tab.page.reload()
    expect(camera_tab.button("Learn again")).to_be_visible()
    expect(result(camera_tab)).to_have_count(0)
    camera_tab.button("Learn again").click()
    expect(camera_tab.page.locator(".start")).to_be_visible()
    expect(camera_tab.page.locator(".start .wrong")).to_have_count(0)


@pytest.mark.release
def test_the_devices_lead_to_the_picture_of_the_camera(alice: Tab) -> None:
    alice.link("Devices").click()
    alice.link("Look at its picture").click()

    wait_for_pictures(alice, 1)


@pytest.mark.release
def test_simulated_checkers_seen_only_by_a_camera_are_moved_on_the_page(alice: Tab) -> None:
    alice.drag("p6", "p4")

    expect(alice.place("p4").locator(".checker.light")).to_have_count(1, timeout=LONGER)
    expect(alice.place("p6").locator(".checker.light")).to_have_count(4)


@pytest.mark.soak
def test_camera_view_that_stays_open_does_not_grow(camera_tab: Tab, soak_factor: int) -> None:
    inspector = camera_tab.page.context.new_cdp_session(camera_tab.page)
    inspector.send("Performance.enable")

    def size() -> tuple[float, float]:
        inspector.send("HeapProfiler.collectGarbage")
        metrics = inspector.send("Performance.getMetrics")["metrics"]
        found = {one["name"]: one["value"] for one in metrics}
        return found["JSHeapUsedSize"], found["Nodes"]

    wait_for_pictures(camera_tab, FIRST)
    heap, nodes = size()
    for more in range(1, soak_factor + 1):
        wait_for_pictures(camera_tab, FIRST * (more + 1))
    later_heap, later_nodes = size()

    assert later_heap < heap + GROWTH
    assert later_nodes <= nodes + FIRST


@pytest.mark.release
def test_picture_out_of_sight_is_not_requested(camera_tab: Tab) -> None:
    requests = requested_pictures(camera_tab)
    wait_for_pictures(camera_tab, 2)

    camera_tab.page.evaluate(HIDE)
    expect_no_more_requests(camera_tab, requests)

    camera_tab.page.evaluate(SHOW)
    with camera_tab.page.expect_request(_is_picture):
        pass
    camera_tab.link("Options").click()
    expect_no_more_requests(camera_tab, requests)


def expect_no_more_requests(tab: Tab, requests: list[str]) -> None:
    tab.page.wait_for_load_state("networkidle")
    before = len(requests)
    tab.page.wait_for_load_state("networkidle")
    assert len(requests) == before


def requested_pictures(tab: Tab) -> list[str]:
    """A list that grows by each picture that the page asks for from now on."""
    requests: list[str] = []
    tab.page.on("request", lambda it: requests.append(it.url) if _is_picture(it) else None)
    return requests


def _is_picture(request: Request) -> bool:
    return request.url.endswith(PICTURE)


@pytest.mark.release
def test_a_spectator_sees_the_reading_and_no_picture(bob: Tab) -> None:
    requests = requested_pictures(bob)
    look(bob)

    expect(reading_at(bob, "p6")).to_contain_text("5", timeout=LONGER)
    expect(bob.page.locator(".camera-stage")).to_contain_text("Only people with the key")
    for name in ("Learn again", "Forget this board", "Learn this board"):
        expect(bob.button(name)).to_have_count(0)
    assert requests == []


@pytest.mark.release
@pytest.mark.parametrize("options", LOOKS.values(), ids=LOOKS)
def test_camera_view_has_no_accessibility_faults(open_tab: OpenTab, options: Any) -> None:
    tab = open_tab(**options).go("camera")
    expect(reading_at(tab, "p6")).to_be_visible(timeout=LONGER)
    assert accessibility_faults(tab) == []

    tab.page.locator(".camera-desk button").first.click()
    expect(tab.page.get_by_role("slider")).to_have_count(4)
    assert accessibility_faults(tab) == []


@pytest.mark.release
def test_camera_view_fits_every_screen_and_every_button_can_be_hit(open_tab: OpenTab) -> None:
    tab = open_tab(has_touch=True).go("camera")
    for name, size in SCREENS.items():
        tab.resize(size)
        for button in ("Learn again", "Leave it as it is"):
            expect(tab.button(button)).to_be_visible()
            assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0, name
            assert tab.page.evaluate(SMALL_TARGETS) == [], name
            tab.button(button).click()


@pytest.mark.release
def test_camera_view_is_entirely_in_french(open_tab: OpenTab) -> None:
    tab = open_tab(locale="fr-FR")
    tab.link("Caméra").click()
    expect(tab.page.get_by_text("La caméra connaît ce tablier, et le voit.")).to_be_visible()
    tab.button("Réapprendre").click()

    expect(tab.page.get_by_role("slider", name="Coin en haut à gauche")).to_be_visible()
    expect(tab.button("Apprendre ce tablier")).to_be_visible()


def test_a_camera_that_is_unplugged_shows_nothing_and_comes_back(
    camera_tab: Tab, kibitz: ServiceProcess, hands: TableClient
) -> None:
    kibitz.expect("camera cannot be reached")
    wait_for_pictures(camera_tab, 1)
    hands.do(Unplug("camera"))
    expect(camera_tab.page.locator("#banner")).to_contain_text("the camera")
    expect(camera_tab.page.locator(".seen")).to_have_count(0)

    hands.do(PlugIn("camera"))
    expect(reading_at(camera_tab, "p6")).to_contain_text("5", timeout=LONGER)


@pytest.mark.release
def test_match_at_a_camera_table_leads_to_the_rematch(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1)
    hands.set_up(ONE_LEFT_EACH, Colour.LIGHT)
    press_next(alice, NextAct.THROW)
    expect(alice.page.locator('.table-view[data-act="move"]')).to_be_visible(timeout=LONGER)
    alice.place("p1").click()
    expect(alice.verdict).to_contain_text("ends the game", timeout=LONGER)
    press_next(alice, NextAct.DONE)

    expect(alice.page.get_by_role("dialog")).to_contain_text("Alice", timeout=LONGER)
    match = hands.see(RecordPart).match
    press_next(alice, NextAct.BEGIN_NEXT)
    hands.wait(RecordPart, lambda it: it.match > match)
    press_next(alice, NextAct.THROW)
    hands.wait(GamePart, lambda it: any(pair.state is DiceState.ROLLING for pair in it.dice))


def press_next(tab: Tab, act: NextAct) -> None:
    expect(tab.page.locator(f'.table-view[data-act="{act.value}"]')).to_be_visible(timeout=LONGER)
    tab.page.locator("button[data-next]:visible").click()
