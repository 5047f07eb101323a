"""What helps people who are new to the page: its legend, the last saying, its keys, its numbers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from hardware.checkers import point
from hardware.signals import DiceState
from referee.effects import Meaning
from service.web.messages.from_page import ThrowDice
from service.web.messages.to_page import Board, Game
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors


def thrown(hands: Program, light: int, dark: int) -> None:
    """The opening throw."""
    hands.wait(Game, lambda it: "one die from each player" in it.verdict)
    hands.do(ThrowDice(numbers=(light, dark)))
    hands.wait(Game, lambda it: it.turn is not None and it.dice[0].numbers == (light, dark))


@pytest.mark.usefixtures("kibitz")
def test_the_legend_tells_what_every_lamp_means(alice: Tab) -> None:
    alice.button("What the lamps mean").click()

    legend = alice.page.get_by_role("dialog", name="What the lamps mean")
    expect(legend.locator("dt")).to_have_count(len(Meaning))
    expect(legend).to_contain_text("a checker here breaks a rule")

    alice.page.keyboard.press("Escape")
    expect(legend).to_be_hidden()


def test_the_newest_saying_stands_below_the_verdict(alice: Tab, hands: Program) -> None:
    thrown(hands, 3, 1)

    expect(alice.page.locator(".newest")).to_contain_text("begins")


def test_points_are_numbered_as_whoever_is_to_play_counts(alice: Tab, hands: Program) -> None:
    thrown(hands, 1, 3)

    expect(alice.place("p1")).to_have_attribute("aria-label", re.compile("^[Pp]oint 24:"))
    expect(alice.place("p24")).to_have_attribute("aria-label", re.compile("^[Pp]oint 1:"))


def test_single_letters_throw_no_dice_once_they_are_switched_off(
    alice: Tab, hands: Program
) -> None:
    hands.wait(Game, lambda it: "one die from each player" in it.verdict)
    alice.page.get_by_role("link", name="Options").click()
    alice.page.get_by_label("Single letters are keys").uncheck()
    alice.page.get_by_role("link", name="Table", exact=True).click()
    alice.press("t")

    alice.drag("p8", "p7")

    hands.wait(Board, lambda it: it.places[point(7)].claim == "1")
    assert hands.see(Game).dice[0].state is DiceState.LIFTED


def test_a_spectator_is_told_why_nothing_moves(kibitz: Service, visitors: Visitors) -> None:
    bob = visitors.come().open(kibitz.link.bare)

    expect(bob.page.get_by_text("You look on")).to_be_visible()
