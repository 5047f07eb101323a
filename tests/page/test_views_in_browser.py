"""People agree on matches, set up positions and read old matches on the page of a real service."""

import re

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, Place, point
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import GamePart
from simulation.gestures import Lift
from tests.rigs.browser.browser_tabs import BrowserUsers, MessageFilter, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient


@pytest.fixture
def played(hands: TableClient) -> str:
    """Alice has played 31: 8/5 6/5, and it is for Bob to throw; the address of their match."""
    return f"matches/{hands.play_31().match}"


def field(tab: Tab, label: str) -> Locator:
    return tab.page.get_by_label(label, exact=True)


# ---- a new match ----


def test_every_mistake_in_an_agreement_is_shown_beside_its_field(alice: Tab) -> None:
    alice.go("new")
    field(alice, "First player").fill("")
    field(alice, "Points to win").fill("1000")

    alice.button("Begin the match").click()

    for key in ("names-one", "length"):
        expect(alice.page.locator(f"#set-{key}-fault")).not_to_be_empty()
        expect(alice.page.locator(f"#set-{key}")).to_have_attribute("aria-invalid", "true")
    expect(field(alice, "First player")).to_be_focused()
    assert alice.page.url.endswith("#new")


@pytest.mark.release
def test_a_preset_fills_in_its_settings_and_what_differs_is_shown(alice: Tab) -> None:
    alice.go("new")
    rules = alice.page.locator("fieldset.rules")
    larger = field(alice, "The larger number must be played")
    rules.locator("summary").click()
    expect(larger).to_be_checked()

    larger.uncheck()
    expect(rules.locator("summary")).to_contain_text("1 changed")
    rules.get_by_role("button", name="Undo these changes").click()
    expect(larger).to_be_checked()

    field(alice, "Rulebook").select_option(index=0)
    expect(larger).not_to_be_checked()
    expect(rules.locator("summary")).not_to_contain_text("changed")


@pytest.mark.release
def test_a_setting_is_explained_on_demand(alice: Tab) -> None:
    alice.go("new")
    about = alice.page.locator("#set-length-about")
    expect(about).to_be_hidden()

    alice.button("Explain: Points to win").click()

    expect(about).to_be_visible()
    expect(alice.button("Explain: Points to win")).to_have_attribute("aria-expanded", "true")


@pytest.mark.release
def test_the_drawing_shows_who_sits_where_and_which_way_home_is(alice: Tab) -> None:
    alice.go("new")
    seats = alice.page.locator(".seats figcaption")
    expect(seats).to_contain_text("Bob sits on the far side, Alice on the near side")
    expect(seats).to_contain_text("on the right")

    field(alice, "First player").fill("Carol")
    field(alice, "Light sits on the far side").check()
    field(alice, "The near player\u2019s home is on the left").check()

    expect(seats).to_contain_text("Carol sits on the far side, Bob on the near side")
    expect(seats).to_contain_text("on the left")


def test_match_in_progress_ends_only_after_confirmation(alice: Tab, played: str) -> None:
    alice.go("new")
    field(alice, "First player").fill("Carol")
    alice.button("Begin the match").click()
    expect(alice.button("Keep playing")).to_be_focused()

    alice.page.keyboard.press("Escape")
    expect(alice.button("Begin the match")).to_be_focused()
    expect(alice.go("table").page.locator(".strip.near")).to_contain_text("Alice")

    alice.go("new")
    field(alice, "First player").fill("Carol")
    alice.button("Begin the match").click()
    alice.button("End it and begin the new one").click()

    expect(alice.page.locator(".strip.near")).to_contain_text("Carol")
    link = alice.page.locator(f'a[href="#{played}"]')
    expect(alice.go("matches").page.locator("tr", has=link)).to_contain_text("not finished")


# ---- a position ----


def test_a_position_is_set_up_by_keyboard_and_played_from(alice: Tab) -> None:
    alice.go("position")
    expect(alice.page.locator(".good")).to_be_visible()
    alice.place("p8").focus()
    for key in ("Enter", "ArrowLeft", "Enter"):
        alice.page.keyboard.press(key)
    alice.page.get_by_role("radio", name="Bob").check()
    expect(alice.page.get_by_label("XGID", exact=True)).to_have_value(re.compile(":-1:"))

    alice.button("Play from here").click()

    expect(alice.mark("p8", "too_many")).to_be_visible()
    expect(alice.mark("p9", "missing")).to_be_visible()
    alice.button("Set up for me").click()
    expect(alice.verdict).to_contain_text("Waiting for Bob to throw")
    expect(alice.button("Set up for me")).to_have_count(0)


@pytest.mark.release
def test_a_checker_in_the_hand_comes_back_with_escape(alice: Tab) -> None:
    alice.go("position")
    xgid = alice.page.get_by_label("XGID", exact=True)
    before = xgid.input_value()

    alice.place("p6").click()
    expect(alice.button("Play from here")).to_be_disabled()
    alice.page.keyboard.press("Escape")

    expect(alice.button("Play from here")).to_be_enabled()
    expect(xgid).to_have_value(before)


@pytest.mark.release
def test_faults_of_a_position_or_an_id_are_reported(alice: Tab) -> None:
    alice.go("position")
    alice.button("Remove all checkers").click()
    expect(alice.page.locator(".checked li")).not_to_have_count(0)
    expect(alice.button("Play from here")).to_be_disabled()

    pasted = alice.page.get_by_label("XGID, or position id of GNU Backgammon")
    pasted.fill("no id")
    alice.button("Show it").click()
    expect(alice.page.locator("#position-misread")).not_to_be_empty()

    pasted.fill("4HPwATDgc/ABMA")
    alice.button("Show it").click()
    expect(alice.page.locator("#position-misread")).to_be_empty()
    expect(alice.page.get_by_label("XGID", exact=True)).to_have_value(
        re.compile("^XGID=-b----E-C---eE---c-e----B-:")
    )


@pytest.mark.release
def test_a_spectator_sets_up_nothing(bob: Tab) -> None:
    bob.go("position")

    expect(bob.page.get_by_text("Only people with the key")).to_be_visible()
    expect(bob.button("Play from here")).to_have_count(0)


# ---- old matches ----


def test_a_match_is_stepped_through_by_keys_and_by_its_rows(alice: Tab, played: str) -> None:
    alice.go(played)
    now = alice.page.locator(".matches .now")
    expect(now).to_contain_text("The game begins")
    expect(alice.place("p5").locator(".checker")).to_have_count(0)

    alice.page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("Alice: 31: 8/5 6/5")
    expect(alice.place("p5").locator(".checker")).to_have_count(2)

    alice.page.keyboard.press("Home")
    expect(now).to_contain_text("The game begins")
    alice.page.locator(".sheet").get_by_role("button", name="31: 8/5 6/5").click()
    expect(alice.place("p5").locator(".checker")).to_have_count(2)

    alice.link("Set this position up").click()
    expect(alice.page.get_by_role("radio", name="Bob")).to_be_checked()
    expect(alice.place("p5").locator(".checker")).to_have_count(2)


def test_a_match_is_downloaded_in_every_format(alice: Tab, played: str) -> None:
    alice.go(played)
    alice.page.locator(".files summary").click()

    for kind in ("mat", "sgf", "txt", "ids", "journal"):
        with alice.page.expect_download() as coming:
            alice.page.locator(f'a[href$="/record.{kind}"]').click()
        assert coming.value.path().stat().st_size > 0, kind


@pytest.mark.release
def test_an_id_is_copied(open_tab: OpenTab, played: str) -> None:
    tab = open_tab(permissions=["clipboard-read", "clipboard-write"]).go(played)
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")
    tab.page.keyboard.press("End")
    expect(tab.page.locator(".matches .now")).to_contain_text("Alice")

    tab.button("Copy XGID").click()

    expect(tab.page.locator("#notice")).to_have_text("Copied.")
    copied = tab.page.evaluate("navigator.clipboard.readText()")
    assert copied == tab.page.get_by_label("XGID", exact=True).input_value()


# ---- the table ----


@pytest.mark.release
def test_the_help_of_the_lamps_is_chosen_for_each_player(alice: Tab, hands: TableClient) -> None:
    help_of_alice = alice.page.locator(".hints").get_by_role("group", name="Alice", exact=True)
    expect(help_of_alice.get_by_role("radio").nth(2)).to_be_checked()

    help_of_alice.get_by_label("None", exact=True).check()

    hands.wait(GamePart, lambda it: it.players[Colour.LIGHT].hints == 0)
    assert hands.see(GamePart).players[Colour.DARK].hints


def test_chosen_help_stays_chosen_until_the_game_shows_it(
    kibitz: ServiceProcess, visitors: BrowserUsers, hands: TableClient
) -> None:
    visitor, withheld = visitors.come(), MessageFilter()
    withheld.intercept(visitor.context)
    alice = visitor.open(kibitz.link.full)
    helps = alice.page.locator(".hints").get_by_role("group", name="Alice", exact=True)
    expect(helps.get_by_role("radio").nth(2)).to_be_checked()
    withheld.kinds.add("Game")

    helps.get_by_label("None", exact=True).check()
    hands.wait(GamePart, lambda it: it.players[Colour.LIGHT].hints == 0)
    hands.do(Lift(point(6), Colour.LIGHT))
    expect(alice.place("p6").locator(".checker.light")).to_have_count(4)
    expect(helps.get_by_role("radio").nth(0)).to_be_checked(timeout=1)

    withheld.release()
    hands.ask(Colour.LIGHT, PlayerRequestKind.HINTS, 1)
    expect(helps.get_by_role("radio").nth(1)).to_be_checked()


def test_impossible_dice_numbers_are_reported(alice: Tab, hands: TableClient) -> None:
    alice.page.locator(".simulation summary").click()
    for number in ("", "7"):
        field(alice, "First die").fill(number)
        alice.button("Throw these").click()
        expect(alice.page.locator(".simulation .fault")).to_contain_text("from 1 to 6")

    field(alice, "First die").fill("3")
    field(alice, "Second die").fill("1")
    alice.button("Throw these").click()

    hands.wait(GamePart, lambda it: any(one.numbers == (3, 1) for one in it.dice))
    expect(alice.page.locator(".simulation .fault")).to_be_empty()


# ---- options ----


def test_language_and_colours_are_chosen_for_this_browser_and_kept(alice: Tab) -> None:
    alice.go("options")
    field(alice, "Dark").check()
    field(alice, "français").check()
    expect(alice.page.get_by_role("heading", name="Couleurs")).to_have_count(0)
    expect(alice.page.get_by_text("Comme l\u2019appareil")).to_be_visible()

    alice.page.reload()

    expect(field(alice, "français")).to_be_checked()
    expect(alice.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.release
def test_language_that_an_older_page_stored_by_its_former_name_is_kept(alice: Tab) -> None:
    alice.go("options")
    expect(field(alice, "English")).to_be_checked()
    alice.page.evaluate("localStorage.setItem('kibitz', '{\"language\":\"french\"}')")

    alice.page.reload()

    expect(alice.page.locator("html")).to_have_attribute("lang", "fr")
    expect(field(alice, "français")).to_be_checked()


@pytest.mark.release
def test_the_board_is_looked_at_from_the_other_side(alice: Tab) -> None:
    def height_of(place: Place) -> float:
        box = alice.place(place).bounding_box()
        assert box
        return box["y"]

    expect(alice.place("p1")).to_be_visible()
    assert height_of(point(24)) < height_of(point(1))

    alice.go("options")
    field(alice, "Look from the other side").check()
    alice.go("table")

    expect(alice.place("p1")).to_be_visible()
    assert height_of(point(24)) > height_of(point(1))


@pytest.mark.release
def test_a_table_without_a_camera_has_no_link_to_one(alice: Tab) -> None:
    expect(alice.link("Options")).to_be_visible()
    expect(alice.link("Camera")).to_have_count(0)

    alice.go("camera")

    expect(alice.page.get_by_text("This table has no camera.")).to_be_visible()
    expect(alice.page.locator(".camera-desk button")).to_have_count(0)
