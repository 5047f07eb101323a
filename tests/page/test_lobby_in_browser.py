"""The lobby shows every table live, leads there and back, and stays calm with many of them."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.rigs.browser.accessibility import accessibility_faults
from tests.rigs.browser.browser_tabs import (
    OVERFLOW_WIDTH,
    SCREENS,
    BrowserUsers,
    Tab,
    browser_users,
)
from tests.rigs.browser.service_process import (
    ServiceProcess,
    TableClient,
    connect_client,
    free_port,
    start_service,
)

TABLES = 16
LONG_NAME = "M" * 24
"""A name of the greatest length and width that is allowed."""
MARKUP = "<img src=x onerror=a()>"
JUMPS = """() => new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((it) => (moved += it.value)))
    .observe({ type: "layout-shift", buffered: false });
  window.layoutShift = () => moved;
  done();
})"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service with many tables and long names; the link is that of the first table."""
    folder = tmp_path_factory.mktemp("club")
    lines = ["[service]", f"port = {free_port()}"]
    for number in range(TABLES):
        names = f'["{LONG_NAME}", "{MARKUP}"]' if number == 1 else '["Alice", "Bob"]'
        lines += ["[[table]]", f'name = "table-{number}"', f"names = {names}"]
    (folder / "kibitz.toml").write_text("\n".join([*lines, ""]), encoding="utf-8")
    with start_service(folder) as service:
        yield service


@pytest.fixture
def guests(browser: Browser, club: ServiceProcess) -> Iterator[BrowserUsers]:
    assert club.runs
    with browser_users(browser) as everybody:
        yield everybody


@pytest.fixture
def hands(club: ServiceProcess) -> Iterator[TableClient]:
    with connect_client(club.link) as somebody:
        somebody.begin()
        yield somebody


def card(tab: Tab, name: str) -> Locator:
    return tab.page.locator(f'.table-card:has(h2 a[href="/t/{name}"])')


def test_lobby_shows_a_table_live(
    club: ServiceProcess, guests: BrowserUsers, hands: TableClient
) -> None:
    tab = guests.come().open(club.link.host)
    first = card(tab, club.link.table)
    expect(tab.page.locator(".table-card")).to_have_count(TABLES)
    expect(first.locator(".verdict")).to_contain_text("one die from each player")
    tab.page.evaluate(JUMPS)

    hands.play_31()

    expect(first.locator(".verdict")).to_contain_text("Waiting for Bob to throw")
    expect(first.locator(".player.turn .name")).to_have_text("Bob")
    expect(first.locator('[data-place="p5"] .checker, [data-place="p5"] .light')).not_to_have_count(
        0
    )
    assert tab.page.evaluate("() => window.layoutShift()") < 0.01


def test_lobby_leads_to_a_table_and_back(club: ServiceProcess, guests: BrowserUsers) -> None:
    tab = guests.come().open(club.link.host)

    card(tab, "table-3").locator("h2 a").click()
    expect(tab.page.locator(".mark .name")).to_have_text("table-3")
    tab.link("All tables").click()

    expect(tab.page.locator("h1")).to_have_text("Tables")


@pytest.mark.usefixtures("hands")
def test_lobby_lists_the_latest_matches_of_all_tables(
    club: ServiceProcess, guests: BrowserUsers
) -> None:
    tab = guests.come(locale="fr-FR").open(club.link.host)
    rows = tab.page.locator(".match-list tbody tr")

    expect(tab.page.locator("h1")).to_have_text("Tables")
    expect(rows.first).to_contain_text("en cours")
    rows.first.locator("a").click()
    expect(tab.page.locator("main h1")).to_contain_text("Alice")


def test_lobby_asks_again_for_matches_that_were_cut_off(
    club: ServiceProcess, guests: BrowserUsers
) -> None:
    guest, asked = guests.come(), count()

    def cut_first(route: Route) -> None:
        if next(asked):
            route.continue_()
        else:
            route.fulfill(body='{"is":"Mat', content_type="application/json")

    guest.context.route("**/api/tables/*/matches*", cut_first)
    tab = guest.open(club.link.host)

    cells = tab.page.locator(".match-list tbody td:first-child")
    expect(cells.get_by_text("table-0", exact=True).first).to_be_visible()


@pytest.mark.release
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lobby_of_many_tables_fits_every_screen_and_is_for_everybody(
    club: ServiceProcess, guests: BrowserUsers, scheme: str
) -> None:
    tab = guests.come(color_scheme=scheme).open(club.link.host)
    expect(tab.page.locator(".table-card .verdict").last).not_to_be_empty()
    expect(tab.page.locator(".match-list")).to_be_visible()

    for name, size in SCREENS.items():
        tab.resize(size)
        assert tab.page.evaluate(OVERFLOW_WIDTH) <= 0, name
        assert accessibility_faults(tab) == [], name
    expect(tab.page.get_by_text(MARKUP).first).to_be_visible()
    assert tab.page.locator("img").count() == 0


@pytest.mark.release
def test_lobby_is_reached_and_left_by_keyboard(club: ServiceProcess, guests: BrowserUsers) -> None:
    tab = guests.come().open(club.link.host)
    link = card(tab, "table-1").locator("h2 a")
    expect(link).to_be_visible()

    tab.tab_to(link)
    tab.press("Enter")

    expect(tab.page.locator(".mark .name")).to_have_text("table-1")
    tab.tab_to(tab.link("All tables"))
    tab.press("Enter")
    expect(tab.page.locator("h1")).to_have_text("Tables")


@pytest.mark.release
def test_lobby_without_javascript_is_a_list_of_links(
    club: ServiceProcess, guests: BrowserUsers
) -> None:
    tab = guests.come(java_script_enabled=False).open(club.link.host)
    expect(tab.page.locator("#tables a")).to_have_count(TABLES)


@pytest.mark.release
def test_lobby_comes_back_after_a_restart(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "kibitz.toml").write_text(
        f"[service]\nport = {free_port()}\n[[table]]\n", encoding="utf-8"
    )
    with browser_users(browser) as guests:
        with start_service(tmp_path) as service:
            guests.faults.allow("WebSocket")
            guests.faults.allow("ERR_CONNECTION_REFUSED")
            guests.faults.allow("/api/")
            tab = guests.come().open(service.link.host)
            expect(tab.page.locator(".table-card .verdict")).not_to_be_empty()
            service.stop()
            expect(tab.page.locator("#link")).to_contain_text("lost")
        with start_service(tmp_path) as again, connect_client(again.link) as player:
            expect(tab.page.locator("#link")).to_be_empty()
            player.throw(3, 1)
            expect(tab.page.locator(".player.turn")).to_have_count(1)
        guests.leave()
