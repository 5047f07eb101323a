"""A whole game is played by keyboard alone, as fast as keys can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from hardware.checkers import Colour, Place
from referee.seating import Seating
from service.simulation.gestures import Gesture, Lift, Put
from service.simulation.habits import TIDY, Temper
from service.simulation.hands import Turn, play_turn
from service.web.messages.to_page import Game, World
from tests.rigs.keyboard import Keyboard
from tests.rigs.pages import Program, Service
from tests.rigs.short_game import FIRST, short_game
from tests.rigs.tabs import Tab, Visitors, Withheld

SEATING = Seating(light=FIRST)
LENGTH = 7
HANDS = Temper(TIDY, Random(1))  # noqa: S311 - hands, no secret


@pytest.mark.usefixtures("kibitz")
def test_a_whole_game_is_played_by_keyboard_alone(alice: Tab, hands: Program) -> None:
    hands.begin(length=LENGTH)
    keys = Keyboard(alice)
    alice.tab_to(alice.page.get_by_text("More ways to throw"))
    alice.press("Enter")

    for before, event in short_game(LENGTH):
        happens(keys, before, event)
    expect(alice.page.locator(".record .result")).to_be_visible()
    score = alice.page.locator(".scores").inner_text()

    keys.activate(alice.button("Next game"))
    keys.activate(alice.button("Set up for me"))

    expect(alice.verdict).to_contain_text("one die from each player")
    expect(alice.page.locator(".record h3")).to_have_text("Game 2")
    assert alice.page.locator(".scores").inner_text() != score


@pytest.fixture
def withheld() -> Withheld:
    return Withheld()


@pytest.fixture
def keys(kibitz: Service, visitors: Visitors, hands: Program, withheld: Withheld) -> Keyboard:
    """Somebody whose page is told less than it might be, while Light is to play 3 and 1."""
    hands.throw(3, 1)
    hands.wait(Game, lambda it: it.turn is Colour.LIGHT)
    visitor = visitors.come()
    withheld.stand_between(visitor.context)
    keys = Keyboard(visitor.open(kibitz.link.full))
    expect(keys.tab.verdict).to_contain_text("3 and 1")
    expect(keys.tab.page.locator(".board.touchable")).to_be_visible()
    keys.skip_to_board()
    return keys


def test_the_dice_are_picked_up_after_the_checkers_have_come_down(
    keys: Keyboard, withheld: Withheld
) -> None:
    withheld.kinds.add("Done")
    keys.play(carried(("p8", "p5"), ("p6", "p5")))
    keys.tab.press("d")
    withheld.let_go()

    expect(keys.tab.page.get_by_text("31: 8/5 6/5")).to_be_visible()
    assert withheld.deeds == ["Lift", "Put", "Lift", "Put", "LiftDice"]


def test_a_hand_is_faster_than_it_is_shown(
    keys: Keyboard, withheld: Withheld, hands: Program
) -> None:
    withheld.kinds.add("World")
    keys.play(carried(("p1", "p2"), ("p13", "p2"), ("p2", "bar.dark"), ("p2", "p4")))

    # What pages and service say goes through this thread, which must wait for a page till then.
    expect(keys.tab.place("p4").locator(".checker")).to_have_count(1)
    world = hands.wait(World, lambda it: Place("p4") in it.piles)
    assert world.hand == ()
    assert Place("p2") not in world.piles
    assert world.piles[Place("bar.dark")] == (Colour.DARK,)
    assert world.piles[Place("p4")] == (Colour.LIGHT,)


def carried(*ways: tuple[str, str]) -> Iterator[Gesture]:
    """A hand that takes whatever it finds from place to place."""
    for start, end in ways:
        yield Lift(Place(start))
        yield Put(Place(end), Colour.LIGHT)


def happens(keys: Keyboard, before: Match, event: events.Event) -> None:
    """What was decided beforehand is done at the table, and seen there."""
    match event:
        case events.OpeningThrow(one, two):
            throws(keys, one, two)
        case events.Throw(_, dice):
            throws(keys, dice.high, dice.low)
        case events.Play(player, result):
            assert before.game.dice
            turn = Turn(before.game.position, before.game.dice, SEATING.colour(player))
            keys.play(play_turn(turn, result, HANDS))
            expect(keys.tab.button("Pick up")).to_have_class("main")
        case events.EndTurn():
            keys.tab.press("d")
            expect(keys.tab.page.locator(".dice .state.lifted")).to_be_visible()


def throws(keys: Keyboard, *numbers: int) -> None:
    """Fill in what the dice are to show, throw them, and go back to the board."""
    tab = keys.tab
    tab.tab_to(tab.page.get_by_label("First die"))
    tab.press(str(numbers[0]), "Tab", str(numbers[1]), "Enter")
    keys.skip_to_board()
    expect(tab.page.locator(".dice .state.settled")).to_be_visible()
