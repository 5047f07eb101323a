"""People play on the page of a real service, in a real browser, and see what the table says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from hardware.signals import DiceState
from service.web.messages.from_page import ThrowDice
from service.web.messages.to_page import Board, Game
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors


@pytest.fixture
def game(hands: Program, alice: Tab) -> Tab:
    """A game in which Alice, who has the light checkers, has thrown 3-1."""
    begin(hands)
    expect(alice.verdict).to_contain_text("3 and 1")
    return alice


def begin(hands: Program) -> None:
    hands.wait(Game, lambda it: "one die from each player" in it.verdict)
    hands.do(ThrowDice(numbers=(3, 1)))
    hands.wait(Game, lambda it: it.turn is not None and it.dice[0].numbers == (3, 1))


def test_a_legal_play_is_dragged_and_ends_with_the_dice(game: Tab, hands: Program) -> None:
    game.drag("p8", "p5")
    game.drag("p6", "p5")

    expect(game.mark("p5", "complete")).to_be_visible()
    hands.wait(Board, lambda it: it.places[point(5)].light == 2)

    game.button("Pick up").click()

    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()


def test_a_second_throw_in_a_turn_is_refused_with_the_reason(game: Tab, hands: Program) -> None:
    game.press("t")
    expect(game.notice).to_contain_text("Alice's turn is not over yet")
    game.drag("p8", "p5")
    game.drag("p6", "p5")
    expect(game.mark("p5", "complete")).to_be_visible()
    game.button("Throw").click()
    expect(game.notice).to_contain_text("Alice's turn is not over yet")
    assert hands.see(Game).dice[0].numbers == (3, 1)

    game.press("d")
    expect(game.page.locator(".panel.dice .state.lifted")).to_be_visible()
    game.press("t")

    hands.wait(Game, lambda it: it.turn is Colour.DARK and it.dice[0].state is DiceState.SETTLED)


def test_an_illegal_play_is_told_with_its_reason_and_red_lamps(game: Tab) -> None:
    game.drag("p13", "p11")

    expect(game.verdict).to_contain_text("2")
    expect(game.page.locator(".verdict.alarm")).to_be_visible()
    expect(game.mark("p11", "illegal")).to_be_visible()


def test_a_spectator_sees_everything_and_may_do_nothing(
    visitors: Visitors, kibitz: Service, hands: Program
) -> None:
    bob = visitors.come().open(kibitz.link.bare)
    begin(hands)

    expect(bob.verdict).to_contain_text("3 and 1")
    bob.drag("p8", "p5")
    expect(bob.button("Throw")).to_have_count(0)
    assert hands.see(Board).places[point(8)].light == 3


def test_two_tabs_show_the_same(game: Tab, visitors: Visitors, kibitz: Service) -> None:
    bob = visitors.come().open(kibitz.link.bare)

    game.drag("p8", "p5")
    game.drag("p6", "p5")

    for tab in (game, bob):
        expect(tab.mark("p5", "complete")).to_be_visible()


def test_the_key_leaves_the_address_and_is_remembered(visitors: Visitors, kibitz: Service) -> None:
    alice = visitors.come()
    first = alice.open(kibitz.link.full)
    expect(first.button("Throw")).to_be_visible()

    assert "key" not in first.page.url
    expect(alice.open(kibitz.link.bare).button("Throw")).to_be_visible()


def test_a_browser_that_speaks_french_is_spoken_to_in_french(
    visitors: Visitors, kibitz: Service, hands: Program
) -> None:
    begin(hands)

    tab = visitors.come(locale="fr-FR").open(kibitz.link.full)

    expect(tab.page.locator("html")).to_have_attribute("lang", re.compile("^fr"))
    expect(tab.button("Lancer")).to_be_visible()
    expect(tab.verdict).not_to_contain_text("you")


def test_a_finger_plays_on_a_phone(visitors: Visitors, kibitz: Service, hands: Program) -> None:
    phone = visitors.come(phone=True).open(kibitz.link.full)
    begin(hands)
    expect(phone.verdict).to_contain_text("3 and 1")

    phone.swipe("p8", "p5")
    phone.swipe("p6", "p5")

    expect(phone.mark("p5", "complete")).to_be_visible()


def test_a_turn_is_played_by_keyboard_alone(game: Tab) -> None:
    game.press("Tab", "Enter")
    for start, end in (("p8", "p5"), ("p6", "p5")):
        game.walk_to(start)
        game.press("Enter")
        game.walk_to(end)
        game.press("Space")
    expect(game.mark("p5", "complete")).to_be_visible()

    game.tab_to(game.button("Pick up"))
    game.press("Enter")

    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()


def test_a_lifted_checker_is_put_back_with_escape(game: Tab, hands: Program) -> None:
    game.press("Tab", "Enter")
    game.walk_to("p8")
    game.press("Enter")
    expect(game.mark("p5", "destination")).to_be_visible()

    game.press("Escape")

    expect(game.mark("p5", "destination")).to_have_count(0)
    hands.wait(Board, lambda it: it.places[point(8)].light == 3)


def test_whoever_comes_with_a_wrong_key_is_told_and_looks_on(
    visitors: Visitors, kibitz: Service
) -> None:
    bob = visitors.come().open(f"{kibitz.link.bare}#key=wrong")

    expect(bob.page.get_by_text(re.compile("key", re.IGNORECASE)).first).to_be_visible()
    expect(bob.button("Throw")).to_have_count(0)


def test_among_friends_a_turn_is_taken_back_at_once(game: Tab, hands: Program) -> None:
    game.drag("p8", "p5")
    game.drag("p6", "p5")
    expect(game.mark("p5", "complete")).to_be_visible()
    game.button("Pick up").click()
    expect(game.page.get_by_text("31: 8/5 6/5")).to_be_visible()

    game.button("Take back the last turn").first.click()

    expect(game.page.get_by_text("31: 8/5 6/5")).to_have_count(0)
    hands.wait(Game, lambda it: it.turn is Colour.LIGHT)


def test_a_double_is_offered_and_taken(game: Tab, hands: Program) -> None:
    game.drag("p8", "p5")
    game.drag("p6", "p5")
    game.button("Pick up").click()
    expect(game.verdict).to_contain_text("Bob")

    game.button("Double to 2").click()
    game.button("Take").click()

    double = hands.wait(Game, lambda it: it.cube is not None and it.cube.value == 2)
    assert double.cube
    assert double.cube.owner is Colour.LIGHT


def test_a_restart_under_the_open_page_loses_nothing(
    game: Tab, kibitz: Service, hands: Program
) -> None:
    game.faults.allow("WebSocket")
    game.drag("p8", "p5")
    expect(game.verdict).to_have_text("Still to play: 1.")

    hands.cut_power()
    kibitz.next_link()

    expect(game.page.get_by_text("Connected again.")).to_be_visible()
    game.drag("p6", "p5")
    expect(game.mark("p5", "complete")).to_be_visible()
