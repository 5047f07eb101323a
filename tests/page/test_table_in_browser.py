"""People play on the page of a real service, in a real browser, and see what the table says."""

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from hardware.checkers import Colour, point
from hardware.signals import DiceState, PlayerRequestKind
from referee.effects import LampMeaning
from service.web.messages.to_page import BoardPart, GamePart
from tests.rigs.browser.browser_tabs import LIVE, LONG_REST, SCREENS, BrowserUsers, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient

LEAST_HEIGHT = 32
"""Pixels that a finger needs."""


@pytest.fixture
def game(hands: TableClient, alice: Tab) -> Tab:
    """A game in which Alice, who has the light checkers, has thrown 3-1."""
    hands.throw(3, 1)
    expect(alice.verdict).to_contain_text("3 and 1")
    return alice


def test_a_legal_play_is_dragged_and_ends_with_the_dice(game: Tab, hands: TableClient) -> None:
    game.play_31()
    hands.wait(BoardPart, lambda it: it.places[point(5)].light == 2)

    game.button("Done").click()

    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()


def test_a_second_throw_in_a_turn_is_refused_with_the_reason(game: Tab, hands: TableClient) -> None:
    game.press("t")
    expect(game.notice).to_contain_text("Alice's turn is not over yet")
    game.play_31()
    expect(game.button("Throw")).to_be_disabled()
    assert hands.see(GamePart).dice[0].numbers == (3, 1)

    game.press("d")
    expect(game.page.locator(".board .dice.lifted")).to_be_visible()
    game.press("t")

    settled = DiceState.SETTLED
    hands.wait(GamePart, lambda it: it.turn is Colour.DARK and it.dice[0].state is settled)


def test_illegal_play_is_shown_with_its_reason_and_red_lamps(game: Tab) -> None:
    game.drag("p13", "p11")

    expect(game.verdict).to_contain_text("2")
    expect(game.page.locator(".verdict.alarm")).to_be_visible(timeout=LONG_REST)
    expect(game.mark("p11", "illegal")).to_be_visible()


def test_a_spectator_sees_everything_and_may_do_nothing(bob: Tab, hands: TableClient) -> None:
    hands.throw(3, 1)

    expect(bob.verdict).to_contain_text("3 and 1")
    bob.drag("p8", "p5")
    expect(bob.button("Throw")).to_have_count(0)
    assert hands.see(BoardPart).places[point(8)].light == 3


def test_the_key_leaves_the_address_and_is_remembered(
    visitors: BrowserUsers, kibitz: ServiceProcess
) -> None:
    alice = visitors.come()
    first = alice.open(kibitz.link.full)
    expect(first.button("Throw")).to_be_visible()

    assert "key" not in first.page.url
    expect(alice.open(kibitz.link.bare).button("Throw")).to_be_visible()


def test_french_browser_is_spoken_to_in_french(open_tab: OpenTab, hands: TableClient) -> None:
    hands.throw(3, 1)

    tab = open_tab(locale="fr-FR")

    expect(tab.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    expect(tab.button("Lancer")).to_be_visible()
    expect(tab.verdict).not_to_contain_text("you")


def test_a_finger_plays_on_a_phone(open_tab: OpenTab, hands: TableClient) -> None:
    phone = open_tab(phone=True)
    hands.throw(3, 1)
    expect(phone.verdict).to_contain_text("3 and 1")

    phone.swipe("p8", "p5")
    phone.swipe("p6", "p5")

    expect(phone.mark("p5", "complete")).to_be_visible()


def test_a_turn_is_played_by_keyboard_alone(game: Tab) -> None:
    game.press("Tab", "Enter")
    for start, key in (("p8", "Enter"), ("p6", "Space")):
        game.walk_to(start)
        game.press(key)
    expect(game.mark("p5", "complete")).to_be_visible()

    game.tab_to(game.button("Done"))
    game.press("Enter")

    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()


@pytest.mark.release(after=1)
@pytest.mark.parametrize("screen", ["upright", "desktop"])
def test_buttons_of_the_hand_are_large_enough_and_cover_no_other(
    open_tab: OpenTab, hands: TableClient, screen: str
) -> None:
    tab = open_tab(viewport=SCREENS[screen], by_hand=True)
    hands.throw(3, 1)
    expect(tab.verdict).to_contain_text("3 and 1")
    tab.place("p8").click()
    back = tab.page.get_by_role("button", name="Put back")
    expect(back).to_be_visible()

    boxes = [it.bounding_box() for it in tab.page.locator(".hand button").all()]

    assert all(box and min(box["width"], box["height"]) >= LEAST_HEIGHT for box in boxes)
    below = tab.page.locator(".hand").evaluate("it => it.getBoundingClientRect().bottom")
    assert tab.page.locator(".action-bar").evaluate("it => it.getBoundingClientRect().y") >= below


@pytest.mark.release
def test_a_lifted_checker_is_put_back_with_escape(open_tab: OpenTab, hands: TableClient) -> None:
    hands.throw(3, 1)
    tab = open_tab(by_hand=True)
    expect(tab.verdict).to_contain_text("3 and 1")
    tab.press("Tab", "Enter")
    tab.walk_to("p8")
    tab.press("Enter")
    expect(tab.mark("p5", "destination")).to_be_visible()

    tab.press("Escape")

    expect(tab.mark("p5", "destination")).to_have_count(0)
    hands.wait(BoardPart, lambda it: it.places[point(8)].light == 3)


def test_visitor_with_a_wrong_key_is_informed_and_becomes_a_spectator(
    visitors: BrowserUsers, kibitz: ServiceProcess
) -> None:
    bob = visitors.come().open(f"{kibitz.link.bare}#key=wrong")

    expect(bob.page.get_by_text(re.compile("key", re.IGNORECASE)).first).to_be_visible()
    expect(bob.button("Throw")).to_have_count(0)


@pytest.mark.release
def test_among_friends_a_turn_is_taken_back_if_the_other_agrees(
    game: Tab, hands: TableClient
) -> None:
    game.play_31()
    game.button("Done").click()
    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()

    game.ask("Alice", "Ask to take back the last turn")
    game.answer("Bob", "Yes, take it back")

    expect(game.page.get_by_text("31: 8/5 6/5")).to_have_count(0)
    hands.wait(GamePart, lambda it: it.turn is Colour.LIGHT)


def test_a_double_is_offered_and_taken(game: Tab, hands: TableClient) -> None:
    game.play_31()
    game.button("Done").click()
    expect(game.verdict).to_contain_text("Bob")

    game.button("Double to 2").click()
    game.button("Take").click()

    double = hands.wait(GamePart, lambda it: it.cube is not None and it.cube.value == 2)
    assert double.cube
    assert double.cube.owner is Colour.LIGHT


@pytest.mark.release
def test_a_restart_under_the_open_page_loses_nothing(
    game: Tab, kibitz: ServiceProcess, hands: TableClient
) -> None:
    game.faults.allow("WebSocket")
    game.drag("p8", "p5")
    expect(game.verdict).to_have_text("Still to play: 1.")

    hands.cut_power()
    kibitz.next_link()

    expect(game.page.get_by_text("Connected again.")).to_be_visible()
    game.drag("p6", "p5")
    expect(game.mark("p5", "complete")).to_be_visible()


def test_the_legend_tells_what_every_lamp_means(alice: Tab) -> None:
    alice.button("Menu").click()
    alice.button("What the lamps mean").click()

    legend = alice.page.get_by_role("dialog", name="What the lamps mean")
    expect(legend.locator("dt")).to_have_count(len(LampMeaning))
    expect(legend).to_contain_text("a checker here breaks a rule")

    alice.page.keyboard.press("Escape")
    expect(legend).to_be_hidden()


@pytest.mark.release
def test_objection_to_a_request_is_told_for_a_while_and_stays_in_the_log(
    alice: Tab, hands: TableClient
) -> None:
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is Colour.LIGHT)
    before = alice.verdict.inner_text()

    hands.ask(Colour.DARK, PlayerRequestKind.DOUBLE)

    expect(alice.notice).to_contain_text("your opponent's turn")
    expect(alice.page.locator(".notices li.alarm")).to_contain_text("opponent's turn")
    expect(alice.verdict).to_have_text(before)


@pytest.mark.release
def test_points_are_numbered_as_the_player_to_move_counts(alice: Tab, hands: TableClient) -> None:
    hands.throw(1, 3)

    expect(alice.place("p1")).to_have_attribute("aria-label", re.compile("^[Pp]oint 24:"))
    expect(alice.place("p24")).to_have_attribute("aria-label", re.compile("^[Pp]oint 1:"))


@pytest.mark.release
def test_single_letters_that_are_switched_off_throw_no_dice(alice: Tab, hands: TableClient) -> None:
    alice.link("Options").click()
    alice.page.get_by_label("Single-letter keys").uncheck()
    alice.link("Table").click()
    alice.press("t")

    alice.drag("p8", "p7")

    hands.wait(BoardPart, lambda it: it.places[point(7)].claim == "1")
    assert hands.see(GamePart).dice[0].state is DiceState.LIFTED


@pytest.mark.release
def test_a_spectator_is_told_why_nothing_moves(bob: Tab) -> None:
    expect(bob.page.get_by_text("You are watching")).to_be_visible()


def test_place_in_doubt_is_marked_on_the_board(
    kibitz: ServiceProcess, visitors: BrowserUsers
) -> None:
    """The service says so here, as a camera does that cannot tell three checkers from four."""
    visitor = visitors.come()
    visitor.context.route_web_socket(LIVE, let_a_place_be_doubtful)
    alice = visitor.open(kibitz.link.full)

    expect(alice.place("p8").locator(".doubt")).to_have_text("?")
    expect(alice.page.locator(".doubt")).to_have_count(1)
    places = [alice.place("p8").locator(f"> .{it}") for it in ("doubt", "pile .checker")]
    mark, checker = (it.last.bounding_box() for it in places)
    assert mark
    assert checker
    assert abs(mark["y"] - checker["y"]) > checker["height"] / 2


def let_a_place_be_doubtful(page: WebSocketRoute) -> None:
    service = page.connect_to_server()

    def to_page(message: str | bytes) -> None:
        data = json.loads(message)
        if data["is"] == "Board":
            data["places"]["p8"]["doubtful"] = True
        page.send(json.dumps(data))

    service.on_message(to_page)
