"""What players offer, ask and answer is a button of whoever it is for, and the other sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.to_page import Board, Game, Record
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors

LIGHT, DARK = Colour.LIGHT, Colour.DARK
PLAY = "31: 8/5 6/5"


def play(hands: Program) -> None:
    """Alice plays 31, and it is for Bob to throw."""
    hands.throw(3, 1)
    for source in (8, 6):
        hands.do(Lift(point(source), LIGHT), Put(point(5), LIGHT))
    hands.wait(Board, lambda it: it.places[point(5)].light == 2)
    hands.do(LiftDice(None))
    hands.wait(Record, lambda it: bool(it.game.rows))


def of(tab: Tab, name: str) -> Locator:
    """What a player is asked and may do."""
    return tab.page.locator(".offers").get_by_role("group", name=name, exact=True)


def press(tab: Tab, name: str, words: str) -> None:
    of(tab, name).get_by_role("button", name=words, exact=True).click()


def test_at_a_club_a_turn_is_taken_back_only_if_both_agree(alice: Tab, hands: Program) -> None:
    hands.begin(referee__preset="club")
    play(hands)
    taken_down = alice.page.locator(".record").get_by_text(PLAY)

    press(alice, "Alice", "Ask to take back the last turn")
    press(alice, "Bob", "No, the turn stands")
    expect(alice.verdict).to_contain_text("Bob to throw")
    expect(taken_down).to_be_visible()

    press(alice, "Alice", "Ask to take back the last turn")
    press(alice, "Bob", "Yes, take it back")
    expect(taken_down).to_have_count(0)
    hands.wait(Game, lambda it: it.turn is LIGHT)


def test_a_double_is_taken_redoubled_and_dropped(alice: Tab, hands: Program) -> None:
    hands.begin(length=7)
    play(hands)
    press(alice, "Bob", "Double to 2")
    press(alice, "Alice", "Take")
    hands.throw(6, 2)
    for start, end in ((1, 7), (12, 14)):
        hands.do(Lift(point(start), DARK), Put(point(end), DARK))
    hands.wait(Game, lambda it: it.verdict.startswith("Legal"))
    hands.do(LiftDice(None))

    press(alice, "Alice", "Double to 4")
    expect(of(alice, "Alice").get_by_role("button", name="Drop")).to_have_count(0)
    press(alice, "Bob", "Drop")

    expect(alice.page.locator(".record .result")).to_contain_text("2")
    hands.wait(Game, lambda it: it.players[LIGHT].score == 2)


def test_for_stakes_a_doubled_player_may_beaver(alice: Tab, hands: Program) -> None:
    hands.begin(length=0, rules__beavers="for_stakes")
    play(hands)

    press(alice, "Bob", "Double to 2")
    press(alice, "Alice", "Beaver to 4")
    press(alice, "Bob", "Take")

    held = hands.wait(Game, lambda it: it.cube is not None and it.cube.value == 4)
    assert held.cube
    assert held.cube.owner is LIGHT


def test_who_doubles_in_vain_is_asked_whether_he_means_it(alice: Tab, hands: Program) -> None:
    hands.begin(length=1, rules__cube_in_one_point_match=True)
    play(hands)

    press(alice, "Bob", "Double to 2")
    expect(of(alice, "Bob").locator(".question")).to_contain_text("cannot help you")
    press(alice, "Bob", "Do not double")
    expect(of(alice, "Bob").locator(".question")).to_have_count(0)

    press(alice, "Bob", "Double to 2")
    press(alice, "Bob", "Double all the same")
    expect(of(alice, "Alice").get_by_role("button", name="Take", exact=True)).to_be_visible()


def test_a_game_is_resigned_refused_and_accepted(alice: Tab, hands: Program) -> None:
    play(hands)

    of(alice, "Bob").get_by_text("Resign …").click()
    press(alice, "Bob", "Resign a game")
    press(alice, "Alice", "Refuse")
    expect(alice.verdict).to_contain_text("Bob to throw")
    press(alice, "Bob", "Resign a gammon")
    press(alice, "Alice", "Accept")

    hands.wait(Game, lambda it: it.over and it.players[LIGHT].score == 2)
    expect(alice.button("Next game")).to_be_visible()


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
def test_a_legal_play_over_a_broken_switch_is_taken_down(
    alice: Tab, hands: Program, fault: str, place: str, switch: str, answer: str | None
) -> None:
    hands.throw(3, 1)
    break_switch(alice, fault, place, switch)

    alice.drag("p8", "p5")
    alice.drag("p6", "p5")
    if not answer:
        expect(alice.verdict).to_have_text("Legal: 8/5 6/5.")
    alice.button("Pick up").click()
    if answer:
        for _ in range(3):
            press(alice, "Alice", "Done")
        expect(of(alice, "Alice").get_by_role("button", name=answer)).to_have_count(0)
        press(alice, "Bob", answer)

    expect(alice.page.locator(".record").get_by_text(PLAY)).to_be_visible()
    said = alice.page.locator(".sayings").inner_text()
    assert "Illegal" not in said


def break_switch(tab: Tab, fault: str, place: str, switch: str) -> None:
    panel = tab.page.locator(".panel.simulation")
    panel.get_by_text("Simulated table").click()
    for name, label in (("Place", place), ("What is wrong with it", fault)):
        panel.get_by_role("combobox", name=name, exact=True).select_option(label=label)
    options = panel.get_by_role("combobox", name="Switch", exact=True)
    options.select_option(index=int(switch[0]) - 1)
    panel.get_by_role("button", name="Break this switch").click()
    expect(panel.get_by_text(f"{place}, switch {switch[0]}: {fault}")).to_be_visible()


@pytest.mark.parametrize("device", ["board", "dice", "buttons", "lamps"])
def test_a_device_that_is_lost_is_missed_on_every_page_once_it_is_needed(
    alice: Tab, kibitz: Service, visitors: Visitors, device: str
) -> None:
    kibitz.expect(f"{device} cannot be reached")
    bob = visitors.come().open(kibitz.link.bare)
    expect(bob.verdict).to_contain_text("one die")
    panel = alice.page.locator(".panel.simulation")
    panel.get_by_text("Simulated table").click()

    panel.get_by_role("button", name=f"Pull the plug: {device}").click()
    alice.drag("p6", "p5")
    for tab in (alice, bob):
        expect(tab.page.locator("#banner")).to_contain_text(f"No connection to the {device}")

    panel.get_by_role("button", name=f"Plug it in: {device}").click()
    for tab in (alice, bob):
        expect(tab.page.locator("#banner")).to_be_empty()


def test_two_hands_in_two_tabs_play_one_turn(
    alice: Tab, kibitz: Service, visitors: Visitors, hands: Program
) -> None:
    bob = visitors.come().open(kibitz.link.full)
    hands.throw(3, 1)

    alice.drag("p8", "p5")
    expect(bob.place("p5").locator(".checker")).to_have_count(1)
    bob.drag("p6", "p5")

    for tab in (alice, bob):
        expect(tab.mark("p5", "complete")).to_be_visible()


def test_after_a_knock_the_board_is_put_right_as_the_lamps_say(alice: Tab, hands: Program) -> None:
    hands.throw(3, 1)
    for start, end in ((13, 14), (6, 7)):
        hands.do(Lift(point(start), LIGHT), Put(point(end), LIGHT))
    hands.do(Lift(point(19), DARK), Put(point(21), DARK))
    expect(alice.page.locator(".verdict.alarm")).to_be_visible()

    for strayed, home in (("p14", "p13"), ("p7", "p6"), ("p21", "p19")):
        alice.drag(strayed, home)

    expect(alice.page.locator(".verdict.alarm")).to_have_count(0)
    alice.drag("p8", "p5")
    alice.drag("p6", "p5")
    expect(alice.mark("p5", "complete")).to_be_visible()
