"""A button on the wire is told each time it was pressed, whatever happens to the line."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from firmware_bridge.drivers.buttons import WiredButtons
from hardware.devices import DeviceFault
from hardware.signals import Button, ButtonPressed
from tests.rigs.devices import arrived
from tests.rigs.wired import MEANINGS, WiredBoard, plugged_in

LIGHT, DARK, UNDO, RESIGN = MEANINGS


@asynccontextmanager
async def pressing(board: WiredBoard, *meanings: Button) -> AsyncIterator[list[Button]]:
    """The buttons, opened, and what was pressed."""
    pressed: list[Button] = []
    device = WiredButtons("buttons", board.clock, board.link(), meanings or MEANINGS)

    async def listen() -> None:
        async for signal in device.signals():
            assert isinstance(signal, ButtonPressed)
            pressed.append(signal.button)

    async with device:
        listening = asyncio.create_task(listen())
        await arrived()
        yield pressed
        await arrived()
    await listening


def test_counts_begin_again_after_255() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            assert board.board
            assert board.board.presses
            board.board.presses.counts[1] = 254
            async with pressing(board) as pressed:
                for _ in range(4):
                    board.press(DARK)
            assert pressed == [DARK] * 4

    asyncio.run(scene())


def test_a_press_that_was_lost_on_the_way_is_told_with_the_next_heartbeat() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board, pressing(board) as pressed:
            board.cable.garble = lambda _: b""
            board.press(UNDO)
            board.press(UNDO)
            await arrived()
            board.cable.garble = lambda data: data
            assert pressed == []
            await board.clock.pass_by(2)
            assert pressed == [UNDO, UNDO]

    asyncio.run(scene())


def test_a_button_without_a_meaning_does_nothing() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            async with pressing(board, LIGHT, DARK) as pressed:
                for button in MEANINGS:
                    board.press(button)
            assert pressed == [LIGHT, DARK]

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("there", "why"), [(0, "has no buttons"), (2, "has 2 buttons, and 4 are wanted")]
)
def test_a_board_with_too_few_buttons_is_refused(there: int, why: str) -> None:
    async def scene() -> None:
        board = WiredBoard()
        board.keys.count = there
        async with plugged_in(board):
            device = WiredButtons("buttons", board.clock, board.link(), MEANINGS)
            with pytest.raises(DeviceFault) as fault:
                await device.__aenter__()
            assert str(fault.value) == f"buttons: the port {why}"

    asyncio.run(scene())


def test_a_table_knows_which_buttons_it_has() -> None:
    board = WiredBoard()
    device = WiredButtons("buttons", board.clock, board.link(), (LIGHT, RESIGN))
    assert device.buttons == {LIGHT, RESIGN}
