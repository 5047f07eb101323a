"""Offers, questions and answers are buttons of the player they are for, and the other sees them."""

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point
from hardware.signals import PlayerRequestKind
from service.web.messages.to_page import BoardPart, GamePart
from simulation.gestures import LiftDice
from tests.rigs.browser.browser_tabs import LONG_REST, USUAL_SCREENS, OpenTab, Tab
from tests.rigs.browser.service_process import ServiceProcess, TableClient
from tests.rigs.browser.taps import SLOW

LIGHT, DARK = Colour.LIGHT, Colour.DARK
PLAY = "31: 8/5 6/5"
CLICK_AT_ONCE = """() => {
  window.clicks = 0;
  new MutationObserver((_, observer) => {
    const answers = [...document.querySelectorAll(".answers button")];
    const drop = answers.find((it) => it.innerText === "Drop");
    if (!drop) return;
    observer.disconnect();
    for (const wait of [0, 150]) setTimeout(() => (drop.click(), (window.clicks += 1)), wait);
  }).observe(document.querySelector(".action-bar"), { childList: true, subtree: true });
}"""
"""Clicks *Drop* as soon as it has appeared, and once more."""


@pytest.mark.release
def test_at_a_club_a_turn_is_taken_back_only_if_both_agree(alice: Tab, hands: TableClient) -> None:
    hands.begin(referee__preset="club")
    hands.throw(3, 1)
    hands.carry(LIGHT, (8, 5), (6, 5))
    hands.wait(BoardPart, lambda it: it.places[point(5)].light == 2)
    hands.do(LiftDice(None))
    recorded = alice.page.locator(".record").get_by_text(PLAY)

    alice.ask("Alice", "Ask to take back the last turn")
    alice.answer("Bob", "No, the turn stands")
    expect(alice.verdict).to_contain_text("Bob to throw")
    expect(recorded).to_be_visible()

    alice.ask("Alice", "Ask to take back the last turn")
    alice.answer("Bob", "Yes, take it back")
    expect(recorded).to_have_count(0)
    hands.wait(GamePart, lambda it: it.turn is LIGHT)


@pytest.mark.release
def test_a_double_is_taken_redoubled_and_dropped(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=7)
    hands.play_31()
    alice.button("Double to 2").click()
    alice.answer("Alice", "Take")
    hands.play_turn(DARK, (6, 2), (1, 7), (12, 14))

    alice.button("Double to 4").click()
    expect(alice.answers("Alice").get_by_role("button", name="Drop")).to_have_count(0)
    alice.answer("Bob", "Drop")

    expect(alice.page.locator(".record .result")).to_contain_text("2")
    hands.wait(GamePart, lambda it: it.players[LIGHT].score == 2)


@pytest.mark.release
def test_double_click_asks_once_and_leaves_the_menu_open(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=7)
    hands.play_31()

    alice.button("Double to 2").dblclick()
    expect(alice.answers("Alice").get_by_role("button", name="Take", exact=True)).to_be_visible()
    expect(alice.page.locator("#notice")).to_be_empty()

    alice.button("Menu").dblclick()
    expect(alice.page.locator("dialog.table-menu")).to_be_visible()
    hands.wait(GamePart, lambda it: it.cube is not None and it.cube.offered == 2)


@pytest.mark.release
def test_for_stakes_a_doubled_player_may_beaver(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=0, rules__beavers="for_stakes")
    hands.play_31()

    alice.button("Double to 2").click()
    alice.answer("Alice", "Beaver to 4")
    alice.answer("Bob", "Take")

    taken = hands.wait(GamePart, lambda it: it.cube is not None and it.cube.value == 4)
    assert taken.cube
    assert taken.cube.owner is LIGHT


@pytest.mark.release
def test_useless_double_asks_for_confirmation(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1, rules__cube_in_one_point_match=True)
    hands.play_31()

    alice.button("Double to 2").click()
    expect(alice.verdict).to_contain_text("cannot help you")
    alice.answer("Bob", "Do not double")
    expect(alice.verdict).not_to_contain_text("cannot help you")

    alice.button("Double to 2").click()
    alice.answer("Bob", "Double all the same")
    expect(alice.answers("Alice").get_by_role("button", name="Take", exact=True)).to_be_visible()


def test_a_game_is_resigned_refused_and_accepted(alice: Tab, hands: TableClient) -> None:
    hands.play_31()

    alice.ask("Bob", "Resign a game")
    alice.answer("Alice", "Refuse")
    expect(alice.verdict).to_contain_text("Bob to throw")
    alice.ask("Bob", "Resign a gammon")
    alice.answer("Alice", "Accept")

    hands.wait(GamePart, lambda it: it.over and it.players[LIGHT].score == 2)
    expect(alice.button("Next game")).to_be_visible()


@pytest.mark.release
@pytest.mark.parametrize(
    ("fault", "place", "switch", "answer"),
    [
        ("is dead", "point 5", "2", "The missing checker lies on point 5"),
        ("is dead", "point 8", "3, the innermost", None),
        ("misses a checker", "point 5", "1, at the rim", "The missing checker lies on point 5"),
        ("sticks", "point 6", "5, the innermost", "No extra checker lies on point 6"),
        ("sticks", "point 5", "1, at the rim", None),
        ("bounces", "point 5", "1, at the rim", None),
    ],
)
def test_a_legal_play_over_a_broken_switch_is_recorded(
    alice: Tab, hands: TableClient, fault: str, place: str, switch: str, answer: str | None
) -> None:
    hands.throw(3, 1)
    break_switch(alice, fault, place, switch)

    alice.drag("p8", "p5")
    alice.drag("p6", "p5")
    if not answer:
        expect(alice.verdict).to_contain_text("Legal: 8/5 6/5.")
    alice.button("Done").click()
    if answer:
        for _ in range(3):
            hands.ask(LIGHT, PlayerRequestKind.DONE)
        expect(alice.answers("Alice").get_by_role("button", name=answer)).to_have_count(0)
        alice.answer("Bob", answer)

    expect(alice.page.locator(".record").get_by_text(PLAY)).to_be_visible()
    notices = alice.page.locator(".notices").inner_text()
    assert "Illegal" not in notices


def break_switch(tab: Tab, fault: str, place: str, switch: str) -> None:
    panel = tab.page.locator(".panel.simulation")
    panel.get_by_text("Simulation").click()
    for name, label in (("Place", place), ("Kind of fault", fault)):
        panel.get_by_role("combobox", name=name, exact=True).select_option(label=label)
    options = panel.get_by_role("combobox", name="Switch", exact=True)
    options.select_option(index=int(switch[0]) - 1)
    panel.get_by_role("button", name="Break this switch").click()
    expect(panel.get_by_text(f"{place}, switch {switch[0]}: {fault}")).to_be_visible()


@pytest.mark.release
@pytest.mark.parametrize("device", ["board", "dice", "buttons", "lamps"])
def test_a_device_that_is_lost_is_missed_on_every_page_once_it_is_needed(
    alice: Tab, bob: Tab, kibitz: ServiceProcess, device: str
) -> None:
    kibitz.expect(f"{device} cannot be reached")
    expect(bob.verdict).to_contain_text("one die")
    panel = alice.page.locator(".panel.simulation")
    panel.get_by_text("Simulation").click()

    panel.get_by_role("button", name=f"Unplug the {device}").click()
    alice.drag("p6", "p5")
    for tab in (alice, bob):
        expect(tab.page.locator("#banner")).to_contain_text(f"No connection to the {device}")

    panel.get_by_role("button", name=f"Plug in the {device}").click()
    for tab in (alice, bob):
        expect(tab.page.locator("#banner")).to_be_empty()


@pytest.mark.release
def test_hands_in_two_tabs_play_one_turn(alice: Tab, open_tab: OpenTab, hands: TableClient) -> None:
    bob = open_tab()
    hands.throw(3, 1)

    alice.drag("p8", "p5")
    expect(bob.place("p5").locator(".checker")).to_have_count(1)
    bob.drag("p6", "p5")

    for tab in (alice, bob):
        expect(tab.mark("p5", "complete")).to_be_visible()


@pytest.mark.release
def test_after_knock_board_is_put_right_as_the_lamps_say(alice: Tab, hands: TableClient) -> None:
    hands.throw(3, 1)
    hands.carry(LIGHT, (13, 14), (6, 7))
    hands.carry(DARK, (19, 21))
    expect(alice.page.locator(".verdict.alarm")).to_be_visible(timeout=LONG_REST)

    for strayed, home in (("p14", "p13"), ("p7", "p6"), ("p21", "p19")):
        alice.drag(strayed, home)

    expect(alice.page.locator(".verdict.alarm")).to_have_count(0)
    alice.play_31()


@pytest.mark.release
def test_opponent_may_have_an_illegal_play_made_again_before_the_next_throw(
    alice: Tab, hands: TableClient
) -> None:
    hands.begin(referee__preset="money", length=0)
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is LIGHT)
    hands.carry(LIGHT, (8, 5), (6, 4))
    alice.button("Done").click()
    expect(alice.verdict).to_contain_text("The last play was not legal")
    expect(alice.button("Throw")).to_have_attribute("data-next", "throw")

    alice.button("Have that play made again").click()

    hands.wait(GamePart, lambda it: it.turn is LIGHT)


@pytest.mark.release
@pytest.mark.parametrize("phone", [False, True])
def test_click_that_was_meant_for_another_button_answers_no_double(
    open_tab: OpenTab, hands: TableClient, *, phone: bool
) -> None:
    hands.begin(length=7)
    hands.play_31()
    bob = open_tab(phone=phone)
    expect(bob.button("Double to 2")).to_be_visible()
    bob.page.evaluate(CLICK_AT_ONCE)

    hands.ask(DARK, PlayerRequestKind.DOUBLE)
    drop = bob.answers("Alice").get_by_role("button", name="Drop", exact=True)
    expect(drop).to_have_attribute("aria-disabled", "true")
    bob.page.wait_for_function("() => clicks === 2")
    expect(drop).not_to_have_attribute("aria-disabled", "true")
    drop.click()
    hands.wait(GamePart, lambda it: it.players[DARK].score == 1)


@pytest.mark.release
def test_done_during_an_objection_says_that_the_turn_goes_on(
    alice: Tab, hands: TableClient
) -> None:
    hands.throw(3, 1)
    hands.carry(LIGHT, (13, 9), (24, 23))
    alice.button("Done").click()
    expect(alice.page.locator(".verdict.alarm")).to_be_visible()
    alice.page.wait_for_timeout(SLOW)

    alice.button("Done").click()

    expect(alice.notice).to_contain_text("the referee still objects")


@pytest.mark.release
def test_resignations_are_asked_for_in_the_menu(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=7)
    hands.play_31()
    alice.button("Menu").click()
    group = alice.page.locator(".table-menu").get_by_role("group", name="Bob", exact=True)
    gammon = group.get_by_role("button", name="Resign a gammon", exact=True)
    expect(gammon).not_to_be_visible()
    group.get_by_text("Resign …").click()
    expect(gammon).to_be_visible()
    alice.press("Escape")

    alice.button("Menu").click()
    expect(gammon).not_to_be_visible()


@pytest.mark.release
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("screen", USUAL_SCREENS)
def test_double_keeps_its_words_whole_and_the_bar_as_high(
    open_tab: OpenTab, hands: TableClient, screen: str, locale: str
) -> None:
    hands.begin(length=7)
    tab = open_tab(viewport=USUAL_SCREENS[screen], locale=locale)
    bar, double = tab.page.locator(".action-bar"), tab.page.locator(".action-bar .double")
    expect(bar.get_by_role("button").first).to_be_visible()
    before = bar.bounding_box()

    hands.play_31()

    expect(double).to_be_visible()
    assert bar.bounding_box() == before
    assert double.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert double.evaluate("it => it.scrollHeight <= it.clientHeight")
