"""A game and a match end with a card, which stays until somebody dismisses it in a browser."""

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, point, tray
from hardware.signals import PlayerRequestKind
from service.web.messages.from_page import Arrange, Arrangement, PutDown
from service.web.messages.to_page import BoardPart, GamePart
from simulation.gestures import Lift, LiftDice
from tests.rigs.browser.browser_tabs import OpenTab, Tab
from tests.rigs.browser.service_process import OPENING_WORDS, TableClient

LIGHT, DARK = Colour.LIGHT, Colour.DARK
RESIGN, YES, NEXT = PlayerRequestKind.RESIGN, PlayerRequestKind.YES, PlayerRequestKind.NEXT
LAST_CHECKER = "-A----------------------o-"
QUIET = 1500
"""Milliseconds in which a match that begins by itself would have begun."""


def resign(hands: TableClient, win: int = 1) -> None:
    hands.throw(3, 1)
    hands.ask(LIGHT, RESIGN, win)
    hands.ask(DARK, YES)
    hands.wait(GamePart, lambda it: it.over)


def bear_off_last(hands: TableClient, board: str) -> None:
    hands.set_up(board, LIGHT)
    hands.throw(6, 5)
    hands.do(Lift(point(1), LIGHT), PutDown(tray(LIGHT), LIGHT))
    hands.wait(BoardPart, lambda it: it.places[tray(LIGHT)].light == 15)
    hands.do(LiftDice(None))
    hands.wait(GamePart, lambda it: it.over)


def card_of(tab: Tab) -> Locator:
    return tab.page.get_by_role("dialog")


def title(tab: Tab) -> Locator:
    return card_of(tab).get_by_role("heading")


@pytest.mark.release(after=1)
def test_match_ends_with_a_card_and_nothing_begins_by_itself(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(length=1)
    resign(hands)

    expect(title(alice)).to_have_text("Bob wins the match")
    expect(card_of(alice)).to_contain_text("Alice resigns a game: Bob wins 1 point.")
    expect(card_of(alice)).to_contain_text("Alice 0, Bob 1")
    expect(card_of(alice)).to_be_focused()
    alice.page.wait_for_timeout(QUIET)
    expect(title(alice)).to_have_text("Bob wins the match")
    assert hands.see(GamePart).winner is DARK


@pytest.mark.release
def test_rematch_has_the_same_players_and_a_board_that_is_set_up(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(length=1)
    resign(hands)

    card_of(alice).get_by_role("button", name="Rematch").click()

    expect(card_of(alice)).to_have_count(0)
    begun = hands.wait(GamePart, lambda it: not it.over and OPENING_WORDS in it.verdict)
    assert (begun.length, begun.number, begun.winner) == (1, 1, None)
    assert [begun.players[colour].name for colour in Colour] == ["Alice", "Bob"]
    hands.throw(6, 2)
    hands.wait(GamePart, lambda it: it.turn is LIGHT)


@pytest.mark.release
def test_next_game_of_a_match_and_of_play_for_stakes_begins_by_the_button(
    alice: Tab, hands: TableClient
) -> None:
    for length in (3, 0):
        hands.begin(length=length)
        bear_off_last(hands, LAST_CHECKER)
        expect(title(alice)).to_have_text("Alice wins game 1")
        hands.do(Arrange(Arrangement.EXPECTED))
        alice.page.wait_for_timeout(QUIET)
        expect(alice.verdict).to_contain_text("“Next game” begins the next one.")

        card_of(alice).get_by_role("button", name="Next game").click()

        hands.wait(GamePart, lambda it: it.number == 2 and OPENING_WORDS in it.verdict)
        expect(card_of(alice)).to_have_count(0)


@pytest.mark.release
def test_match_of_three_points_ends_with_a_dropped_double(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=3, rules__crawford=False)
    resign(hands, 2)
    expect(card_of(alice)).to_contain_text("Alice resigns a gammon: Bob wins 2 points.")
    card_of(alice).get_by_role("button", name="Next game").click()
    hands.wait(GamePart, lambda it: it.number == 2 and OPENING_WORDS in it.verdict)
    hands.play_turn(LIGHT, (4, 2), (8, 4), (6, 4))
    hands.ask(DARK, PlayerRequestKind.DOUBLE)
    # A dead cube is offered only to those who ask for it twice.
    hands.wait(GamePart, lambda it: it.question is not None)
    hands.ask(DARK, PlayerRequestKind.DOUBLE)
    hands.wait(GamePart, lambda it: it.cube is not None and it.cube.to is LIGHT)
    hands.ask(LIGHT, PlayerRequestKind.NO)

    expect(title(alice)).to_have_text("Bob wins the match")
    expect(card_of(alice)).to_contain_text("Alice drops: Bob wins 1 point.")
    expect(card_of(alice)).to_contain_text("Alice 0, Bob 3")
    expect(card_of(alice)).to_contain_text("1 turn")


@pytest.mark.release
def test_escape_closes_the_card_in_this_browser_only_and_gives_the_focus_back(
    open_tab: OpenTab, hands: TableClient
) -> None:
    hands.begin(length=1)
    alice, bob = open_tab(), open_tab()
    alice.place("p6").focus()
    resign(hands)
    expect(card_of(alice)).to_be_focused()

    alice.press("Escape")

    expect(card_of(alice)).to_have_count(0)
    expect(alice.place("p6")).to_be_focused()
    expect(title(bob)).to_have_text("Bob wins the match")
    alice.page.reload()
    expect(alice.verdict).to_contain_text("Bob wins the match")
    expect(card_of(alice)).to_have_count(0)
    bob.page.reload()
    expect(title(bob)).to_have_text("Bob wins the match")


@pytest.mark.release
def test_spectator_sees_the_card_and_may_only_look_at_the_match(
    alice: Tab, bob: Tab, hands: TableClient
) -> None:
    hands.begin(length=1)
    resign(hands)

    expect(title(bob)).to_have_text("Bob wins the match")
    expect(card_of(bob).get_by_role("button")).to_have_count(1)
    expect(card_of(bob).get_by_role("button", name="Close")).to_be_visible()
    expect(card_of(bob).get_by_text("Export")).to_have_count(0)
    card_of(bob).get_by_role("link", name="Look at the match").click()
    expect(bob.page.locator("main")).to_contain_text("Resigns a game")
    expect(title(alice)).to_be_visible()


@pytest.mark.release
def test_export_offers_every_file_of_the_match_and_moves_no_button(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(length=1)
    resign(hands)
    expect(title(alice)).to_be_visible()
    alice.page.wait_for_function("() => document.getAnimations().length === 0")
    before = card_of(alice).get_by_role("button", name="Rematch").bounding_box()

    card_of(alice).get_by_text("Export").click()

    expect(card_of(alice).get_by_role("link", name="Match file (.mat)")).to_be_visible()
    assert card_of(alice).get_by_role("button", name="Rematch").bounding_box() == before

    with alice.page.expect_download() as loading:
        card_of(alice).get_by_role("link", name="Match file (.mat)").click()
    assert loading.value.suggested_filename.endswith(".mat")


@pytest.mark.release
def test_export_is_folded_in_the_next_card_and_no_lamp_lies_on_the_last_position(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(length=5)
    hands.play_31()
    hands.ask(DARK, RESIGN, 1)
    hands.ask(LIGHT, YES)
    card_of(alice).get_by_text("Export").click()
    expect(alice.page.locator(".board .mark, .board .lamp .glyph")).to_have_count(0)

    card_of(alice).get_by_role("button", name="Next game").click()
    hands.wait(GamePart, lambda it: not it.over)
    resign(hands)

    expect(card_of(alice).get_by_text("Export")).to_be_visible()
    expect(card_of(alice).get_by_role("link", name="Match file (.mat)")).not_to_be_visible()


@pytest.mark.release
def test_card_goes_away_when_the_last_turn_is_taken_back(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1)
    bear_off_last(hands, LAST_CHECKER)
    expect(title(alice)).to_have_text("Alice wins the match")

    hands.ask(LIGHT, PlayerRequestKind.UNDO)
    expect(title(alice)).to_have_text("Alice wins the match")
    hands.ask(DARK, YES)

    expect(card_of(alice)).to_have_count(0)
    hands.wait(GamePart, lambda it: it.turn is LIGHT and not it.over)
    hands.ask(LIGHT, PlayerRequestKind.DONE)
    expect(title(alice)).to_have_text("Alice wins the match")


@pytest.mark.release
def test_request_to_take_back_the_last_turn_is_answered_before_the_rematch(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(length=1, referee__preset="club")
    bear_off_last(hands, LAST_CHECKER)
    expect(card_of(alice).get_by_role("button", name="Rematch")).to_be_visible()

    hands.ask(DARK, PlayerRequestKind.UNDO)
    expect(card_of(alice).get_by_role("button", name="Rematch")).to_have_count(0)
    expect(title(alice)).to_have_text("Alice wins the match")
    hands.ask(LIGHT, PlayerRequestKind.NO)

    expect(card_of(alice).get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.release
def test_computer_begins_no_game_by_itself(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=3, computer="two")
    hands.throw(3, 1)
    hands.ask(LIGHT, RESIGN, 1)
    hands.wait(GamePart, lambda it: it.over)
    hands.do(Arrange(Arrangement.EXPECTED))

    expect(title(alice)).to_have_text("Bob wins game 1")
    alice.page.wait_for_timeout(QUIET)
    assert hands.wait(GamePart, lambda it: it.over).number == 1
    card_of(alice).get_by_role("button", name="Next game").click()
    hands.wait(GamePart, lambda it: it.number == 2 and OPENING_WORDS in it.verdict)


@pytest.mark.release
def test_card_stays_where_somebody_else_goes_on_until_the_first_throw(
    open_tab: OpenTab, hands: TableClient
) -> None:
    hands.begin(length=1)
    alice = open_tab()
    resign(hands)
    expect(title(alice)).to_be_visible()

    hands.ask(DARK, NEXT)
    hands.wait(GamePart, lambda it: OPENING_WORDS in it.verdict)
    expect(card_of(alice).get_by_role("button", name="Rematch")).to_have_count(0)
    expect(title(alice)).to_have_text("Bob wins the match")
    hands.throw(6, 2)

    expect(card_of(alice)).to_have_count(0)
