"""After a finished match the next one has its dice, however the first has ended.

Apart from the other answers, since a table allows only so many matches in a row.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hardware.checkers import Colour, point, tray
from hardware.signals import DiceState, PlayerRequestKind
from service.web.messages.from_page import Arrange, Arrangement, PutDown
from service.web.messages.to_page import BoardPart, GamePart, RecordPart
from simulation.gestures import Lift, LiftDice
from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import OPENING_WORDS, TableClient

LIGHT, DARK = Colour.LIGHT, Colour.DARK
LAST_CHECKER = "-A----------------------o-"


def resign(alice: Tab) -> None:
    alice.ask("Alice", "Resign a game")


def by_resignation(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1)
    hands.throw(3, 1)
    resign(alice)
    alice.answer("Bob", "Accept")


def by_bearing_off(_alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1)
    hands.set_up(LAST_CHECKER, LIGHT)
    hands.throw(6, 5)
    hands.do(Lift(point(1), LIGHT), PutDown(tray(LIGHT), LIGHT))
    hands.wait(BoardPart, lambda it: it.places[tray(LIGHT)].light == 15)
    hands.do(LiftDice(None))


def by_a_drop(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=2, rules__crawford=False)
    hands.throw(3, 1)
    hands.ask(DARK, PlayerRequestKind.RESIGN, 1)
    alice.answer("Alice", "Accept")
    set_up(hands)
    hands.play_turn(LIGHT, (4, 2), (8, 4), (6, 4))
    hands.play_turn(DARK, (6, 2), (1, 7), (12, 14))
    alice.button("Double to 2").click()
    alice.answer("Alice", "Double all the same")
    alice.answer("Bob", "Drop")


def against_the_computer(alice: Tab, hands: TableClient) -> None:
    hands.begin(length=1, computer="two")
    hands.throw(3, 1)
    hands.wait(GamePart, lambda it: it.turn is LIGHT)
    resign(alice)


def set_up(hands: TableClient) -> None:
    """Begins what comes next, and sets up the board for it."""
    hands.wait(GamePart, lambda it: it.over)
    hands.ask(DARK, PlayerRequestKind.NEXT)
    hands.do(Arrange(Arrangement.EXPECTED))
    hands.wait(GamePart, lambda it: OPENING_WORDS in it.verdict)


@pytest.mark.release(after=1)
@pytest.mark.parametrize(
    "ended",
    [by_resignation, by_bearing_off, by_a_drop, against_the_computer],
    ids=lambda it: it.__name__,
)
def test_next_match_has_the_dice_of_the_one_before(
    ended: Callable[[Tab, TableClient], None], alice: Tab, hands: TableClient
) -> None:
    ended(alice, hands)
    set_up(hands)
    hands.wait(RecordPart, lambda it: not it.results and not it.game.rows)
    dice = alice.page.locator(".board .dice")
    expect(dice).to_be_visible()
    if "settled" in (dice.get_attribute("class") or ""):
        alice.press("d")
    expect(alice.page.locator(".board .dice.lifted")).to_be_visible()

    alice.press("t")

    hands.wait(GamePart, lambda it: any(one.state is DiceState.SETTLED for one in it.dice))
    expect(alice.page.locator(".board .dice .die")).to_have_count(2)


@pytest.mark.release
def test_reload_after_a_match_shows_the_dice(alice: Tab, hands: TableClient) -> None:
    by_resignation(alice, hands)
    set_up(hands)

    alice.page.reload()

    expect(alice.button("Throw")).to_be_visible()
