"""After any end of a match the next one begins with dice that can be thrown."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.backgammon.dice import Dice
from engine.backgammon.game.match import Phase
from engine.players import Player
from hardware.checkers import Colour, Layout, Pile, point, tray
from hardware.signals import DiceState, PlayerRequestKind
from service.drivers.simulated_drivers import SimulatedDiceOptions
from service.records.position_ids import write_board
from service.web.messages.from_page import (
    Arrange,
    Arrangement,
    MakeRequest,
    PutDown,
    SetUp,
    ThrowDice,
)
from simulation.gestures import Lift, LiftDice
from tests.rigs.tables.page_visitor import SETUP, Visitor, open_page

LIGHT, DARK = Colour
EXPECTED = Arrange(Arrangement.EXPECTED)
ONE_POINT = replace(SETUP, length=1)
LAST = Layout(
    {tray(LIGHT): Pile(LIGHT, 14), point(1): Pile(LIGHT, 1), tray(DARK): Pile(DARK, 14),
     point(24): Pile(DARK, 1)}
)  # fmt: skip


MOVED = (Lift(point(8), LIGHT), PutDown(point(5), LIGHT))
"""A board that is not set up for the next match."""


async def resign(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(*MOVED)
    await visitor.do_slowly(MakeRequest(DARK, PlayerRequestKind.RESIGN, 1))
    await visitor.do_slowly(MakeRequest(LIGHT, PlayerRequestKind.YES))


async def bear_off(visitor: Visitor) -> None:
    await visitor.do_slowly(SetUp(write_board(LAST), LIGHT), EXPECTED, ThrowDice(None, (6, 5)))
    await visitor.do_slowly(Lift(point(1), LIGHT), PutDown(tray(LIGHT), LIGHT))
    await visitor.do_slowly(LiftDice(None))


async def resign_before_the_first_throw_is_played(visitor: Visitor) -> None:
    await visitor.begin_game()
    await visitor.do_slowly(LiftDice(None), *MOVED)
    await visitor.do_slowly(MakeRequest(LIGHT, PlayerRequestKind.RESIGN, 3))
    await visitor.do_slowly(MakeRequest(DARK, PlayerRequestKind.YES))


def is_won(visitor: Visitor) -> bool:
    return visitor.runtime.table.state.match.winner is not None


@pytest.mark.parametrize(
    "end", [resign, bear_off, resign_before_the_first_throw_is_played], ids=lambda it: it.__name__
)
async def test_next_match_begins_with_dice_that_can_be_thrown(
    tmp_path: Path, end: Callable[[Visitor], Awaitable[None]]
) -> None:
    async with open_page(tmp_path, ONE_POINT) as visitor:
        await end(visitor)
        table = visitor.runtime.table
        assert is_won(visitor)
        await visitor.do_slowly(MakeRequest(DARK, PlayerRequestKind.NEXT), EXPECTED)
        assert not is_won(visitor)
        (shown,) = table.state.dice.values()
        assert shown.state is DiceState.LIFTED, "no dice of the match before lie there"

        await visitor.do_slowly(ThrowDice(None, (6, 4)))
        game = table.state.match.game
        assert (game.phase, game.turn, game.dice) == (Phase.TO_PLAY, Player.ONE, Dice(6, 4))


async def test_next_match_has_the_dice_of_both_players(tmp_path: Path) -> None:
    setup = replace(ONE_POINT, dice=SimulatedDiceOptions(pairs=2))
    async with open_page(tmp_path, setup) as visitor:
        await visitor.do_slowly(ThrowDice(LIGHT, (6,)), ThrowDice(DARK, (4,)))
        await visitor.do_slowly(MakeRequest(DARK, PlayerRequestKind.RESIGN, 1))
        await visitor.do_slowly(MakeRequest(LIGHT, PlayerRequestKind.YES))
        await visitor.do_slowly(MakeRequest(DARK, PlayerRequestKind.NEXT), EXPECTED)
        await visitor.do_slowly(ThrowDice(LIGHT, (2,)), ThrowDice(DARK, (5,)))
        game = visitor.runtime.table.state.match.game
        assert (game.phase, game.turn, game.dice) == (Phase.TO_PLAY, Player.TWO, Dice(5, 2))
