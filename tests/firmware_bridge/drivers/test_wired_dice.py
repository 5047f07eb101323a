"""Dice on the wire tell what they do, and are lost when the board cannot reach them."""

import asyncio

import pytest

from firmware_bridge.drivers.buttons import WiredButtons
from firmware_bridge.drivers.dice import WiredDice
from hardware.checkers import Colour
from hardware.devices import DeviceFault
from hardware.signals import Button, ButtonPressed, DiceSeen, DiceState
from tests.rigs.devices import Heard, arrived
from tests.rigs.wired import MEANINGS, WiredBoard, WiredHand, plugged_in

ROLLING, SETTLED, COCKED, LIFTED = DiceState
SOON = 4.0


def told(heard: Heard) -> list[tuple[DiceState, tuple[int, ...], bool]]:
    return [
        (seen.state, seen.numbers, seen.standing)
        for seen in heard.signals
        if isinstance(seen, DiceSeen)
    ]


def test_each_pair_is_heard_by_itself_and_names_its_owner() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard(pairs=2)) as board:
            link, heard = board.link(), [Heard(), Heard()]
            light = WiredDice("dice.light", board.clock, link, 0, Colour.LIGHT)
            dark = WiredDice("dice.dark", board.clock, link, 1, Colour.DARK)
            async with light, dark:
                listening = [
                    asyncio.create_task(ear.listen(pair))
                    for ear, pair in zip(heard, (light, dark), strict=True)
                ]
                WiredHand(board.dice, 1).roll(6, 1)
                await arrived()
                assert told(heard[0]) == [(LIFTED, (), True)]
                assert told(heard[1]) == [
                    (LIFTED, (), True),
                    (ROLLING, (), False),
                    (SETTLED, (6, 1), False),
                ]
                owners = {s.colour for s in heard[1].signals if isinstance(s, DiceSeen)}
                assert owners == {dark.colour} == {Colour.DARK}
            await asyncio.wait(listening)

    asyncio.run(scene())


def test_dice_that_the_board_cannot_reach_are_lost_and_the_board_is_not() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            link, heard = board.link(), Heard()
            dice = WiredDice("dice", board.clock, link)
            buttons = WiredButtons("buttons", board.clock, link, MEANINGS)
            async with buttons:
                async with dice:
                    listening = asyncio.create_task(heard.listen(dice))
                    board.dice.reached = False
                    await board.clock.pass_by(SOON)
                    await listening
                assert str(heard.lost) == ("dice: the port cannot reach the dice")
                with pytest.raises(DeviceFault, match="cannot reach the dice"):
                    await dice.__aenter__()
                board.dice.reached = True
                await board.clock.pass_by(SOON)
                async with dice:
                    seen = await anext(dice.signals())
                    assert isinstance(seen, DiceSeen)
                    assert (seen.state, seen.standing) == (LIFTED, True)
                board.press(Button.UNDO)
                assert isinstance(await anext(buttons.signals()), ButtonPressed)
            assert board.cable.openings == 1

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("pairs", "pair", "why"), [(0, 0, "has no dice"), (1, 1, "has one pair of dice only")]
)
def test_dice_that_a_board_does_not_have_are_refused(pairs: int, pair: int, why: str) -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard(pairs=pairs)) as board:
            with pytest.raises(DeviceFault) as fault:
                await WiredDice("dice", board.clock, board.link(), pair).__aenter__()
            assert str(fault.value) == f"dice: the port {why}"

    asyncio.run(scene())
