"""After a finished match the next one has its dice, however the first has ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from hardware.checkers import Colour, point, tray
from hardware.signals import DiceState, Wish
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.from_page import Arrange, Arrangement
from service.web.messages.to_page import Board, Game, Record
from tests.rigs.pages import OPENS, Program
from tests.rigs.tabs import Tab

LIGHT, DARK = Colour.LIGHT, Colour.DARK
LAST_CHECKER = "-A----------------------o-"


def of(tab: Tab, name: str) -> Locator:
    """What a player is asked and may do."""
    return tab.page.locator(".offers").get_by_role("group", name=name, exact=True)


def press(tab: Tab, name: str, words: str) -> None:
    of(tab, name).get_by_role("button", name=words, exact=True).click()


def resign(tab: Tab, name: str) -> None:
    of(tab, name).get_by_text("Resign …").click()
    press(tab, name, "Resign a game")


def play(hands: Program, colour: Colour, *ways: tuple[int, int]) -> None:
    """Carries checkers, and picks up the dice."""
    for source, target in ways:
        hands.do(Lift(point(source), colour), Put(point(target), colour))
    hands.wait(Game, lambda it: it.verdict.startswith("Legal"))
    hands.do(LiftDice(None))
    hands.wait(Game, lambda it: it.turn is colour.other)


def by_resignation(alice: Tab, hands: Program) -> None:
    hands.begin(length=1)
    hands.throw(3, 1)
    resign(alice, "Alice")
    press(alice, "Bob", "Accept")


def by_bearing_off(_alice: Tab, hands: Program) -> None:
    hands.begin(length=1)
    hands.set_up(LAST_CHECKER, LIGHT)
    hands.throw(6, 5)
    hands.do(Lift(point(1), LIGHT), Put(tray(LIGHT), LIGHT))
    hands.wait(Board, lambda it: it.places[tray(LIGHT)].light == 15)
    hands.do(LiftDice(None))


def by_a_drop(alice: Tab, hands: Program) -> None:
    hands.begin(length=2, rules__crawford=False)
    hands.throw(3, 1)
    hands.ask(DARK, Wish.RESIGN, 1)
    press(alice, "Alice", "Accept")
    set_up(hands)
    hands.throw(4, 2)
    play(hands, LIGHT, (8, 4), (6, 4))
    hands.throw(6, 2)
    play(hands, DARK, (1, 7), (12, 14))
    press(alice, "Alice", "Double to 2")
    press(alice, "Alice", "Double all the same")
    press(alice, "Bob", "Drop")


def against_the_computer(alice: Tab, hands: Program) -> None:
    hands.begin(length=1, computer="two")
    hands.throw(3, 1)
    hands.wait(Game, lambda it: it.turn is LIGHT)
    resign(alice, "Alice")


def set_up(hands: Program) -> None:
    """Sets up the board for what comes next."""
    hands.wait(Game, lambda it: it.setting_up)
    hands.do(Arrange(Arrangement.EXPECTED))
    hands.wait(Game, lambda it: OPENS in it.verdict)


@pytest.mark.parametrize(
    "ended",
    [by_resignation, by_bearing_off, by_a_drop, against_the_computer],
    ids=lambda it: it.__name__,
)
def test_next_match_has_the_dice_of_the_one_before(
    ended: Callable[[Tab, Program], None], alice: Tab, hands: Program
) -> None:
    ended(alice, hands)
    set_up(hands)
    hands.wait(Record, lambda it: not it.results and not it.game.rows)
    dice = alice.page.locator(".panel.dice .state")
    expect(dice).to_be_visible()
    if "settled" in (dice.get_attribute("class") or ""):
        alice.press("d")
    expect(alice.page.locator(".panel.dice .state.lifted")).to_be_visible()

    alice.press("t")

    hands.wait(Game, lambda it: it.dice[0].state is DiceState.SETTLED)
    expect(alice.page.locator(".panel.dice .faces .die")).to_have_count(2)


def test_reload_after_a_match_shows_the_dice(alice: Tab, hands: Program) -> None:
    by_resignation(alice, hands)
    set_up(hands)

    alice.page.reload()

    expect(alice.button("Throw")).to_be_visible()
