"""Rigs of boards and dice behind a cable: the real firmware parts, a driver at the other end."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from itertools import count

from firmware_bridge import board_devices
from hardware.checkers import Colour, Place
from hardware.sensor_map import SensorMap
from hardware.signals import Button, DiceState
from tests.rigs.devices import device_rigs
from tests.rigs.firmware.wired_board import LONG, MEANINGS, STEP, LineDiceHardware, WiredBoard


@asynccontextmanager
async def powered_board(board: WiredBoard) -> AsyncIterator[WiredBoard]:
    """Runs the board with power."""
    board.plug_in()
    life = asyncio.create_task(board.live())
    try:
        yield board
    finally:
        life.cancel()
        with suppress(asyncio.CancelledError):
            await life


@asynccontextmanager
async def wired_switches(
    sensor_map: SensorMap, bits: int = 1
) -> AsyncIterator[device_rigs.SensorRig]:
    """Switches, or sensors with colours, and one checker in the hand."""
    async with powered_board(WiredBoard(bits, sensor_map=sensor_map)) as board:
        table, kind = board.table, sensor_map.board
        table.lift(device_rigs.FEW[kind][1])
        device = board_devices.WiredSwitches(
            "board", board.clock, board.link(), kind, sensor_map.name
        )

        def covered(place: Place) -> bool:
            # The half of a bar has four sensors, and a checker beyond them is felt by none.
            beyond = table.lowest(place)[sensor_map.slots[place] :]
            return any(beyond) or not table.is_flat(place)

        report = partial(device_rigs.put_or_lift, table)
        yield device_rigs.SensorRig(
            device, *board.plug, report, table, is_hidden=covered, idle_seconds=LONG
        )


def wired_magnets(
    sensor_map: SensorMap,
) -> AbstractAsyncContextManager[device_rigs.SensorRig]:
    """Sensors with colours."""
    return wired_switches(sensor_map, bits=2)


class WiredHand(device_rigs.DiceControls):
    """Throws a pair of dice."""

    def __init__(self, dice: LineDiceHardware, pair: int) -> None:
        self._dice, self._pair = dice, pair

    def start_rolling(self) -> None:
        self._do(DiceState.ROLLING)

    def settle(self, *numbers: int) -> None:
        self._do(DiceState.SETTLED, numbers)

    def cock(self) -> None:
        self._do(DiceState.COCKED)

    def lift(self) -> None:
        self._do(DiceState.LIFTED)

    def _do(self, state: DiceState, numbers: Sequence[int] = ()) -> None:
        self._dice.do(self._pair, state, numbers)


@asynccontextmanager
async def wired_dice(
    board: WiredBoard, pair: int, colour: Colour | None
) -> AsyncIterator[device_rigs.DiceRig]:
    async with powered_board(board):
        device = board_devices.WiredDice("dice", board.clock, board.link(), pair, colour)
        hand, throws = WiredHand(board.dice, pair), count()

        def toggle() -> None:
            if next(throws) % 2:
                hand.lift()
            else:
                hand.settle(3, 1)

        yield device_rigs.DiceRig(device, *board.plug, toggle, hand, idle_seconds=LONG)


@asynccontextmanager
async def dice_behind_a_board() -> AsyncIterator[device_rigs.DiceRig]:
    """The second of two pairs of dice behind a board."""
    async with wired_dice(WiredBoard(pairs=2), 1, Colour.DARK) as rig:
        yield rig


@asynccontextmanager
async def standalone_dice() -> AsyncIterator[device_rigs.DiceRig]:
    """A pair of dice that is a board of its own."""
    board = WiredBoard(bits=0, lamps=0, kind="dice")
    board.keys.count = 0
    async with wired_dice(board, 0, None) as rig:
        yield rig


@asynccontextmanager
async def wired_buttons() -> AsyncIterator[device_rigs.ButtonsRig]:
    async with powered_board(WiredBoard()) as board:
        device = board_devices.WiredButtons("buttons", board.clock, board.link(), MEANINGS)
        one = partial(board.press, Button.UNDO)
        yield device_rigs.ButtonsRig(
            device, *board.plug, one, board.press, reports_on_opening=False, idle_seconds=LONG
        )


@asynccontextmanager
async def wired_lamps(each: int, sensor_map: SensorMap) -> AsyncIterator[device_rigs.LampsRig]:
    """Lamps, that many at each place."""
    lamps = sensor_map.lamp_counts[each - 1]
    async with powered_board(WiredBoard(lamps=lamps, sensor_map=sensor_map)) as board:
        device = board_devices.WiredLamps("lamps", board.clock, board.link(), sensor_map.board)
        yield device_rigs.LampsRig(device, *board.plug, board.see)


@asynccontextmanager
async def wired_sounder() -> AsyncIterator[device_rigs.SounderRig]:
    async with powered_board(WiredBoard()) as board:
        device = board_devices.WiredSounder("sounder", board.clock, board.link())

        def hertz() -> int:
            board.feel(STEP)
            return board.piezo.hertz[-1] if board.board and board.piezo.hertz else 0

        yield device_rigs.SounderRig(device, *board.plug, hertz)
