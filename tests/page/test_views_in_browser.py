"""People agree on matches, set up positions and read old matches on the page of a real service."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, Place, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.from_page import Arrange, Arrangement, ThrowDice
from service.web.messages.to_page import Game, Record
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors


@pytest.fixture
def played(hands: Program) -> str:
    """Alice has played 31: 8/5 6/5, and it is for Bob to throw; the address of their match."""
    hands.do(Arrange(Arrangement.EXPECTED))
    hands.wait(Game, lambda it: not it.setting_up or it.verdict.startswith("Waiting"))
    hands.do(ThrowDice(numbers=(3, 1)))
    hands.wait(Game, lambda it: it.turn is Colour.LIGHT and it.dice[0].numbers == (3, 1))
    for source in (8, 6):
        hands.do(Lift(point(source), Colour.LIGHT), Put(point(5), Colour.LIGHT))
    hands.wait(Game, lambda it: "8/5 6/5" in it.verdict)
    hands.do(LiftDice(None))
    return f"matches/{hands.wait(Record, lambda it: bool(it.game.rows)).match}"


def at(tab: Tab, view: str) -> Tab:
    """Go to a view by the menu's way."""
    tab.page.evaluate("view => { location.hash = view }", view)
    return tab


def field(tab: Tab, label: str) -> Locator:
    return tab.page.get_by_label(label, exact=True)


# ---- a new match ----


@pytest.mark.usefixtures("kibitz")
def test_every_mistake_in_an_agreement_is_told_beside_its_field(alice: Tab) -> None:
    at(alice, "new")
    field(alice, "First player").fill("")
    field(alice, "Points to win").fill("1000")

    alice.button("Begin the match").click()

    for key in ("names-one", "length"):
        expect(alice.page.locator(f"#set-{key}-fault")).not_to_be_empty()
        expect(alice.page.locator(f"#set-{key}")).to_have_attribute("aria-invalid", "true")
    expect(field(alice, "First player")).to_be_focused()
    assert alice.page.url.endswith("#new")


@pytest.mark.usefixtures("kibitz")
def test_a_preset_fills_in_its_settings_and_what_differs_is_shown(alice: Tab) -> None:
    at(alice, "new")
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


@pytest.mark.usefixtures("kibitz")
def test_a_setting_is_explained_on_demand(alice: Tab) -> None:
    at(alice, "new")
    about = alice.page.locator("#set-length-about")
    expect(about).to_be_hidden()

    alice.button("Explain: Points to win").click()

    expect(about).to_be_visible()
    expect(alice.button("Explain: Points to win")).to_have_attribute("aria-expanded", "true")


@pytest.mark.usefixtures("kibitz")
def test_the_drawing_shows_who_sits_where_and_which_way_home_is(alice: Tab) -> None:
    at(alice, "new")
    seats = alice.page.locator(".seats figcaption")
    expect(seats).to_contain_text("Bob sits on the far side, Alice on the near side")
    expect(seats).to_contain_text("on the right")

    field(alice, "First player").fill("Carol")
    field(alice, "Light sits on the far side").check()
    field(alice, "The near player\u2019s home is at the left").check()

    expect(seats).to_contain_text("Carol sits on the far side, Bob on the near side")
    expect(seats).to_contain_text("on the left")


@pytest.mark.usefixtures("kibitz")
def test_a_match_under_way_is_ended_only_by_whoever_means_it(alice: Tab, played: str) -> None:
    at(alice, "new")
    field(alice, "First player").fill("Carol")
    alice.button("Begin the match").click()
    expect(alice.button("Keep playing")).to_be_focused()

    alice.page.keyboard.press("Escape")
    expect(alice.button("Begin the match")).to_be_focused()
    expect(at(alice, "table").page.locator(".scores")).to_contain_text("Alice")

    at(alice, "new")
    field(alice, "First player").fill("Carol")
    alice.button("Begin the match").click()
    alice.button("End it and begin the new one").click()

    expect(alice.page.locator(".scores")).to_contain_text("Carol")
    unfinished = at(alice, "matches").page.locator(
        "tr", has=alice.page.locator(f'a[href="#{played}"]')
    )
    expect(unfinished).to_contain_text("not finished")


# ---- a position ----


@pytest.mark.usefixtures("kibitz")
def test_a_position_is_set_up_by_keyboard_and_played_from(alice: Tab) -> None:
    at(alice, "position")
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


@pytest.mark.usefixtures("kibitz")
def test_a_checker_in_the_hand_comes_back_with_escape(alice: Tab) -> None:
    at(alice, "position")
    xgid = alice.page.get_by_label("XGID", exact=True)
    before = xgid.input_value()

    alice.place("p6").click()
    expect(alice.button("Play from here")).to_be_disabled()
    alice.page.keyboard.press("Escape")

    expect(alice.button("Play from here")).to_be_enabled()
    expect(xgid).to_have_value(before)


@pytest.mark.usefixtures("kibitz")
def test_what_is_wrong_with_a_position_or_an_id_is_told(alice: Tab) -> None:
    at(alice, "position")
    alice.button("All checkers away").click()
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


def test_a_spectator_sets_up_nothing(kibitz: Service, visitors: Visitors) -> None:
    bob = at(visitors.come().open(kibitz.link.bare), "position")

    expect(bob.page.get_by_text("Only whoever has the link")).to_be_visible()
    expect(bob.button("Play from here")).to_have_count(0)


# ---- old matches ----


@pytest.mark.usefixtures("kibitz")
def test_a_match_is_stepped_through_by_keys_and_by_its_rows(alice: Tab, played: str) -> None:
    at(alice, played)
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

    alice.page.get_by_role("link", name="Set this position up").click()
    expect(alice.page.get_by_role("radio", name="Bob")).to_be_checked()
    expect(alice.place("p5").locator(".checker")).to_have_count(2)


@pytest.mark.usefixtures("kibitz")
def test_a_match_is_downloaded_in_every_format(alice: Tab, played: str) -> None:
    at(alice, played)
    alice.page.locator(".files summary").click()

    for kind in ("mat", "sgf", "txt", "ids", "journal"):
        with alice.page.expect_download() as coming:
            alice.page.locator(f'a[href$="/record.{kind}"]').click()
        assert coming.value.path().stat().st_size > 0, kind


def test_an_id_is_copied(visitors: Visitors, kibitz: Service, played: str) -> None:
    visitor = visitors.come(permissions=["clipboard-read", "clipboard-write"])
    tab = at(visitor.open(kibitz.link.full), played)
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")
    tab.page.keyboard.press("End")
    expect(tab.page.locator(".matches .now")).to_contain_text("Alice")

    tab.button("Copy XGID").click()

    expect(tab.page.locator("#notice")).to_have_text("Copied.")
    copied = tab.page.evaluate("navigator.clipboard.readText()")
    assert copied == tab.page.get_by_label("XGID", exact=True).input_value()


# ---- the table ----


@pytest.mark.usefixtures("kibitz", "played")
def test_the_last_turn_is_taken_back_from_the_record(alice: Tab, hands: Program) -> None:
    record = alice.page.locator(".record")
    expect(record).to_contain_text("31: 8/5 6/5")

    record.get_by_role("button", name="Alice: Take back the last turn").click()

    expect(record).not_to_contain_text("31: 8/5 6/5")
    hands.wait(Game, lambda it: it.turn is Colour.LIGHT)


@pytest.mark.usefixtures("kibitz")
def test_the_help_of_the_lamps_is_chosen_for_each_player(alice: Tab, hands: Program) -> None:
    expect(field(alice, "Alice")).to_have_value("2")

    field(alice, "Alice").select_option("0")

    hands.wait(Game, lambda it: it.players[Colour.LIGHT].hints == 0)
    assert hands.see(Game).players[Colour.DARK].hints


@pytest.mark.usefixtures("kibitz")
def test_whoever_throws_numbers_that_no_die_has_is_told_so(alice: Tab, hands: Program) -> None:
    alice.page.get_by_text("More ways to throw").click()
    for number in ("", "7"):
        field(alice, "First die").fill(number)
        alice.button("Throw these").click()
        expect(alice.page.locator(".dice .fault")).to_contain_text("from 1 to 6")

    field(alice, "First die").fill("3")
    field(alice, "Second die").fill("1")
    alice.button("Throw these").click()

    hands.wait(Game, lambda it: it.dice[0].numbers == (3, 1))
    expect(alice.page.locator(".dice .fault")).to_be_empty()


# ---- options ----


@pytest.mark.usefixtures("kibitz")
def test_language_and_colours_are_chosen_for_this_browser_and_kept(alice: Tab) -> None:
    at(alice, "options")
    field(alice, "Dark").check()
    field(alice, "français").check()
    expect(alice.page.get_by_role("heading", name="Couleurs")).to_have_count(0)
    expect(alice.page.get_by_text("Comme l\u2019appareil")).to_be_visible()

    alice.page.reload()

    expect(field(alice, "français")).to_be_checked()
    expect(alice.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.usefixtures("kibitz")
def test_the_board_is_looked_at_from_the_other_side(alice: Tab) -> None:
    def height_of(place: Place) -> float:
        box = alice.place(place).bounding_box()
        assert box
        return box["y"]

    expect(alice.place("p1")).to_be_visible()
    assert height_of(point(24)) < height_of(point(1))

    at(alice, "options")
    field(alice, "Look from the other side").check()
    at(alice, "table")

    expect(alice.place("p1")).to_be_visible()
    assert height_of(point(24)) > height_of(point(1))


def test_a_table_without_a_camera_has_no_way_to_one(alice: Tab) -> None:
    expect(alice.page.get_by_role("link", name="Options")).to_be_visible()
    expect(alice.page.get_by_role("link", name="Camera")).to_have_count(0)

    alice.page.evaluate("() => { location.hash = 'camera' }")

    expect(alice.page.get_by_text("This table has no camera.")).to_be_visible()
    expect(alice.page.locator(".camera-desk button")).to_have_count(0)
