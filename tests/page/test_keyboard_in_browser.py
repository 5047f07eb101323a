"""A whole game is played by keyboard alone, from the opening throw to the next game."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from engine.backgammon.game import events
from engine.backgammon.game.match import Match
from referee.seating import Seating
from service.simulation.habits import TIDY, Temper
from service.simulation.hands import Turn, play_turn
from tests.rigs.keyboard import Keyboard
from tests.rigs.pages import Program
from tests.rigs.short_game import FIRST, short_game
from tests.rigs.tabs import Tab

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
