"""People look back: at the last turn on the board, at old matches, and at what was said."""

import re

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, bar, point
from hardware.signals import PlayerRequestKind
from service.web.messages.from_page import PutDown
from service.web.messages.to_page import GamePart, RecordPart
from simulation.gestures import Lift, LiftDice
from tests.rigs.browser.browser_tabs import OVERFLOW_WIDTH, USUAL_SCREENS, Tab
from tests.rigs.browser.page_layout import cut_texts, is_on_first_screen
from tests.rigs.browser.service_process import ServiceProcess, TableClient, connect_client

LIGHT, DARK = Colour.LIGHT, Colour.DARK
STEPS = ("First", "Back", "Forward", "Last")


def play(hands: TableClient) -> str:
    """Plays an objection, 31 by Alice, 64 by Bob, whom 63 then hits; the address of the match."""
    hands.throw(3, 1)
    hands.carry(LIGHT, (8, 2))
    hands.ask(LIGHT, PlayerRequestKind.DONE)
    hands.wait(GamePart, lambda it: it.alarm)
    hands.carry(LIGHT, (2, 5), (6, 5))
    end_turn(hands, LIGHT)
    hands.play_turn(DARK, (6, 4), (1, 7), (12, 16))
    hands.throw(6, 3)
    hands.carry(LIGHT, (13, 10))
    hands.do(Lift(point(7), DARK), PutDown(bar(DARK), DARK))
    hands.carry(LIGHT, (13, 7))
    return f"matches/{end_turn(hands, LIGHT).match}"


@pytest.fixture(scope="module")
def played(shared_service: ServiceProcess) -> str:
    """The address of an old match in which that was played."""
    with connect_client(shared_service.link) as hands:
        hands.begin()
        return play(hands)


def end_turn(hands: TableClient, colour: Colour) -> RecordPart:
    hands.wait(GamePart, lambda it: it.verdict.startswith("Legal"))
    hands.do(LiftDice(None))
    hands.wait(GamePart, lambda it: it.turn is colour.other)
    return hands.wait(RecordPart, lambda it: [row.colour for row in it.game.rows[-1:]] == [colour])


def open_match(tab: Tab, address: str) -> None:
    tab.go(address)
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")


# ---- old matches ----


def test_everything_that_steps_through_a_match_is_on_the_first_screen(
    alice: Tab, played: str
) -> None:
    open_match(alice, played)
    alice.press("End")
    expect(alice.page.locator(".now .words")).to_contain_text("63: 13/10 13/7*")
    needed = [".board-svg", ".now .words", ".sheet [aria-current]"]
    needed += [f".steps .{name.lower()}" for name in STEPS]

    for name, size in USUAL_SCREENS.items():
        alice.resize(size)
        assert [it for it in needed if not is_on_first_screen(alice, it)] == [], name
        assert alice.page.evaluate(OVERFLOW_WIDTH) <= 0, name
        assert cut_texts(alice) == [], name


def test_buttons_of_the_steps_never_move(alice: Tab, played: str) -> None:
    open_match(alice, played)
    places = set()
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "End"):
        alice.press(key)
        box = alice.button("Back").bounding_box()
        assert box
        places.add((box["x"], box["y"]))

    assert len(places) == 1
    expect(alice.page.locator(".now .which")).to_have_text("Turn 3 of 3")


def test_turn_of_an_old_match_shows_its_dice_its_cube_and_what_was_moved(
    alice: Tab, played: str
) -> None:
    open_match(alice, played)
    ways = alice.page.locator(".last-turn .way")
    expect(alice.page.locator(".board-svg .cube .value")).to_have_text("1")
    expect(ways).to_have_count(0)

    alice.press("End")

    expect(alice.page.get_by_label("Alice's dice: 6 and 3")).to_be_visible()
    expect(alice.page.locator(".last-turn .way.move")).to_have_count(2)
    expect(alice.page.locator(".last-turn .way.hit")).to_have_count(1)
    expect(alice.page.locator(".board-svg .cube .value")).to_have_text("1")


def test_objection_is_marked_in_the_record_and_told_at_its_turn(alice: Tab, played: str) -> None:
    open_match(alice, played)
    alice.press("ArrowRight")

    expect(alice.page.locator(".now .note")).to_contain_text("The referee objected: ")
    expect(alice.page.locator(".now .note")).to_contain_text("point 2")
    expect(alice.page.locator(".sheet .objected")).to_have_count(1)


def test_account_of_the_referee_is_unfolded_on_demand(alice: Tab, played: str) -> None:
    open_match(alice, played)
    account = alice.page.locator(".account-text")
    expect(account).to_be_hidden()

    alice.page.get_by_text("What the referee said").click()

    expect(account).to_contain_text("Alice plays 8/5 6/5.")
    expect(account).to_contain_text("Referee: ")


@pytest.mark.release
def test_match_with_several_games_lists_their_results(alice: Tab, hands: TableClient) -> None:
    hands.play_31()
    hands.ask(DARK, PlayerRequestKind.RESIGN, 1)
    hands.ask(LIGHT, PlayerRequestKind.YES)
    hands.wait(GamePart, lambda it: it.over)
    hands.ask(LIGHT, PlayerRequestKind.NEXT)
    match = hands.wait(RecordPart, lambda it: it.game.number == 2).match
    open_match(alice, f"matches/{match}")
    expect(alice.page.get_by_role("combobox", name="Game")).to_be_visible()

    alice.page.get_by_role("button", name="Game 2: not finished").click()
    expect(alice.page.locator(".now .which")).to_have_text("")
    alice.page.get_by_role("button", name="Game 1: Bob resigns").click()
    assert is_on_first_screen(alice, ".board-svg")
    alice.press("End")
    expect(alice.page.locator(".now .result")).to_contain_text("Alice wins 1 point")


@pytest.mark.release
def test_game_from_a_position_set_up_by_hand_says_so(alice: Tab, hands: TableClient) -> None:
    hands.set_up("-b----E-C---eEA--c-e----A-", LIGHT)
    match = hands.see(RecordPart).match

    alice.go(f"matches/{match}")

    began = alice.page.locator(".matches .now")
    expect(began).to_contain_text("from a position that was set up by hand")
    expect(alice.page.locator(".results")).to_contain_text("from a position set up by hand")


# ---- the last turn ----


def test_live_board_shows_the_last_turn_until_the_next_player_moves(
    alice: Tab, hands: TableClient
) -> None:
    ways, numbers = (alice.page.locator(f".last-turn {it}") for it in (".way", ".thrown"))
    expect(ways).to_have_count(0)
    hands.play_31()

    expect(ways).to_have_count(2)
    expect(numbers).to_have_count(2)
    expect(alice.page.get_by_label("Last turn: Alice, 31: 8/5 6/5")).to_be_attached()
    hands.throw(6, 4)
    expect(alice.page.locator(".board-svg .die")).to_have_count(2)
    expect(ways).to_have_count(2)

    hands.do(Lift(point(1), DARK))
    expect(ways).to_have_count(0)


def test_last_turn_is_not_shown_to_people_who_do_not_want_it(
    alice: Tab, hands: TableClient
) -> None:
    hands.play_31()
    expect(alice.page.locator(".last-turn")).to_have_count(1)
    alice.go("options")
    alice.page.get_by_label("Show what was moved last").uncheck()

    alice.go("table")

    expect(alice.place("p5").locator(".checker")).to_have_count(2)
    expect(alice.page.locator(".last-turn")).to_have_count(0)


# ---- what was said ----


@pytest.mark.release
def test_log_and_record_have_everything_and_lead_to_the_whole(
    alice: Tab, hands: TableClient
) -> None:
    played = play(hands)
    expect(alice.page.locator(".record .objected")).to_have_count(1)
    log = alice.page.locator(".notices")

    expect(log.get_by_role("heading", name="Game 1, turn 3").last).to_be_visible()
    expect(log.locator("li.alarm").last).to_contain_text("point 2")
    times = log.locator("time").all_inner_texts()
    assert len(times) == log.locator("li").count()
    assert all(len(time) == len("12:34") for time in times)
    log.get_by_role("link").click()
    expect(alice.page).to_have_url(re.compile(f"#{played}$"))


# ---- what a double means ----


def test_meaning_of_a_double_is_told_at_the_offer(alice: Tab, hands: TableClient) -> None:
    hands.play_31()
    hands.ask(DARK, PlayerRequestKind.DOUBLE)

    told = alice.page.locator(".double-help")
    expect(told).to_contain_text("If Alice takes, the game goes on for 2 points")
    expect(told).to_contain_text("If Alice drops, the game is over and Bob wins 1 point")

    hands.ask(LIGHT, PlayerRequestKind.YES)
    expect(told).to_be_hidden()


@pytest.mark.release
def test_meaning_of_a_double_is_folded_for_people_without_help(
    alice: Tab, hands: TableClient
) -> None:
    for colour in Colour:
        hands.ask(colour, PlayerRequestKind.HINTS, 0)
    hands.play_31()
    hands.ask(DARK, PlayerRequestKind.DOUBLE)

    told = alice.page.locator(".double-help")
    expect(told.locator("summary")).to_be_visible()
    expect(told.locator("li").first).to_be_hidden()


@pytest.mark.release
def test_meaning_of_a_double_is_never_told_where_help_is_locked(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(referee__preset="tournament")
    hands.throw(3, 1)
    hands.carry(LIGHT, (8, 5), (6, 5))
    hands.do(LiftDice(None))
    hands.wait(GamePart, lambda it: it.turn is DARK)
    hands.ask(DARK, PlayerRequestKind.DOUBLE)

    expect(alice.page.locator(".action-bar").get_by_text("Take")).to_be_visible()
    expect(alice.page.locator(".double-help")).to_be_hidden()


@pytest.mark.release
def test_last_turn_of_the_computer_is_shown(alice: Tab, hands: TableClient) -> None:
    hands.begin(computer="two")
    hands.play_31()

    hands.wait(GamePart, lambda it: it.last_turn is not None and it.last_turn.colour is DARK)

    expect(alice.page.locator(".last-turn.dark .way").first).to_be_attached()
    assert hands.see(GamePart).turn is LIGHT


@pytest.mark.release
def test_arrow_keys_scroll_the_account_and_do_not_step(alice: Tab, played: str) -> None:
    open_match(alice, played)
    alice.page.get_by_text("What the referee said").click()
    expect(alice.page.locator(".account-text")).to_contain_text("Alice plays 8/5 6/5.")
    alice.page.locator(".account-text").focus()

    alice.press("ArrowDown", "End")

    expect(alice.page.locator(".matches .now")).to_contain_text("The game begins")
