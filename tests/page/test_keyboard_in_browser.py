"""A whole game is played by keyboard alone, as fast as keys can be pressed."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from hardware.checkers import Colour, Place
from referee.seating import Seating
from service.web.messages.device_messages import WorldPart
from service.web.messages.to_page import GamePart
from simulation.gestures import Gesture, Lift, Put
from simulation.habits import TIDY, Temperament
from simulation.turn_gestures import TurnToPlay, play_turn
from tests.rigs.browser.browser_tabs import MAX_STOPS, BrowserUsers, MessageFilter, OpenTab
from tests.rigs.browser.keyboard_user import Keyboard
from tests.rigs.browser.service_process import ServiceProcess, TableClient
from tests.rigs.engine.sample_matches import FIRST_THROWER, short_game

SEATING = Seating(light=FIRST_THROWER)
LENGTH = 7
HANDS = Temperament(TIDY, Random(1))  # noqa: S311 - hands, no secret


@pytest.mark.release
@pytest.mark.usefixtures("kibitz")
def test_a_whole_game_is_played_by_keyboard_alone(open_tab: OpenTab, hands: TableClient) -> None:
    alice = open_tab(by_hand=True)
    hands.begin(length=LENGTH)
    keys = Keyboard(alice)
    alice.tab_to(alice.page.locator(".simulation summary"))
    alice.press("Enter")

    for before, event in short_game(LENGTH):
        perform(keys, before, event)
    expect(alice.page.locator(".record .result")).to_be_visible()
    score = alice.page.locator(".strip").all_inner_texts()

    keys.activate(alice.button("Next game"))

    expect(alice.verdict).to_contain_text("one die from each player")
    expect(alice.page.locator(".record h3")).to_have_text("Game 2")
    assert alice.page.locator(".strip").all_inner_texts() != score


@pytest.fixture
def withheld() -> MessageFilter:
    return MessageFilter()


@pytest.fixture
def keys(
    kibitz: ServiceProcess, visitors: BrowserUsers, hands: TableClient, withheld: MessageFilter
) -> Keyboard:
    """The keyboard of a user whose page gets fewer messages, while Light is to play 3 and 1."""
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is Colour.LIGHT)
    visitor = visitors.come(by_hand=True)
    withheld.intercept(visitor.context)
    keys = Keyboard(visitor.open(kibitz.link.full))
    expect(keys.tab.verdict).to_contain_text("3 and 1")
    expect(keys.tab.page.locator(".board.touchable")).to_be_visible()
    keys.skip_to_board()
    return keys


@pytest.mark.release
def test_the_dice_are_picked_up_after_the_checkers_have_come_down(
    keys: Keyboard, withheld: MessageFilter
) -> None:
    withheld.kinds.add("Done")
    keys.play(carry_gestures(("p8", "p5"), ("p6", "p5")))
    keys.tab.press("d")
    withheld.release()

    expect(keys.tab.page.get_by_text("31: 8/5 6/5")).to_be_visible()
    assert withheld.actions == ["Lift", "Put", "Lift", "Put", "LiftDice"]


def test_hand_may_be_faster_than_the_page_shows_it(
    keys: Keyboard, withheld: MessageFilter, hands: TableClient
) -> None:
    withheld.kinds.add("World")
    to_two, to_bar = ("p1", "p2"), ("p2", "bar.dark")
    keys.play(carry_gestures(to_two, to_two, ("p13", "p2"), to_bar, to_bar, ("p2", "p4")))

    # Messages between page and service pass this thread, which must wait for the page first.
    expect(keys.tab.place("p4").locator(".checker")).to_have_count(1)
    world = hands.wait(WorldPart, lambda it: Place("p4") in it.piles)
    assert world.hand == ()
    assert Place("p2") not in world.piles
    assert world.piles[Place("bar.dark")] == (Colour.DARK,) * 2
    assert world.piles[Place("p4")] == (Colour.LIGHT,)


REGION = """() => document.activeElement.closest("header, .verdict, .stage, .action-bar, .desk")
  ?.className.split(" ").at(-1) ?? ''"""


@pytest.mark.parametrize("options", [{}, {"phone": True}], ids=["desktop", "phone"])
def test_tab_key_leads_to_the_board_and_the_actions_before_the_panels(
    open_tab: OpenTab, options: dict[str, bool]
) -> None:
    alice = open_tab(**options)
    expect(alice.button("Throw")).to_be_visible()
    visited: list[str] = []
    for _ in range(MAX_STOPS):
        alice.press("Tab")
        region = alice.page.evaluate(REGION)
        if region and region not in visited:
            visited.append(region)
        if region == "desk":
            break

    assert visited[-3:] == ["stage", "action-bar", "desk"]


def carry_gestures(*ways: tuple[str, str]) -> Iterator[Gesture]:
    """Gestures that carry a light checker from place to place."""
    for start, end in ways:
        yield Lift(Place(start))
        yield Put(Place(end), Colour.LIGHT)


def perform(keys: Keyboard, before: Match, event: events.Event) -> None:
    """Performs the next event of the record at the table, by keyboard."""
    match event:
        case events.OpeningThrow(one, two):
            throw_dice(keys, one, two)
        case events.Throw(_, dice):
            throw_dice(keys, dice.high, dice.low)
        case events.Play(player, result):
            assert before.game.dice
            turn = TurnToPlay(before.game.position, before.game.dice, SEATING.colour(player))
            keys.play(play_turn(turn, result, HANDS))
            expect(keys.tab.button("Done")).to_have_attribute("data-next", "done")
        case events.EndTurn():
            keys.tab.press("d")
            expect(keys.tab.page.locator(".board .dice.lifted")).to_be_visible()


def throw_dice(keys: Keyboard, *numbers: int) -> None:
    """Fills in the numbers of the dice, throws them, and goes back to the board."""
    tab = keys.tab
    tab.tab_to(tab.page.get_by_label("First die"))
    tab.press(str(numbers[0]), "Tab", str(numbers[1]), "Enter")
    keys.skip_to_board()
    expect(tab.page.locator(".board .dice.settled")).to_be_visible()
