"""What sensors on the wire tell becomes sightings, and nothing is told that is not new."""

import asyncio

import pytest

from firmware_bridge.drivers.switches import WiredSwitches, of_magnets, of_switches
from firmware_bridge.pico.framing import FROM_BOARD, UNASKED, encode
from hardware.cells import LIT
from hardware.checkers import Colour, Layout, Pile, bar, point
from hardware.devices import DeviceFault
from hardware.observations import Observation
from hardware.sightings import MOST, Count, Sighting, of_any_colour
from tests.rigs.devices import Heard, arrived
from tests.rigs.wired import WiredBoard, plugged_in


async def lack(board: WiredBoard, layout: str = "p5") -> str:
    """Why the board cannot be used."""
    async with plugged_in(board):
        device = WiredSwitches("board", board.clock, board.link(), layout)
        with pytest.raises(DeviceFault) as fault:
            await device.__aenter__()
        assert not board.cable.is_open()
        return str(fault.value)


def test_closed_switches_are_so_many_checkers_or_more_where_all_are_closed() -> None:
    assert of_switches((0, 0, 0, 0, 0)) == of_any_colour(0)
    assert of_switches((1, 0, 1, 0, 0)) == of_any_colour(2)
    assert of_switches((1, 1, 1, 1, 1)) == of_any_colour(5, MOST)


def test_magnets_tell_colours_and_an_unsure_one_may_be_anything() -> None:
    assert of_magnets((1, 1, 2, 0, 0)) == Sighting(Count(2, 2), Count(1, 1), Count(3, 3))
    assert of_magnets((1, 3, 0, 0, 0)) == Sighting(Count(1, 2), Count(0, 1), Count(1, 2))
    assert of_magnets((2, 2, 2, 2)) == Sighting(Count(0, MOST), Count(4, MOST), Count(4, MOST))


def test_every_point_and_both_halves_of_the_bar_are_seen() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard(bits=2)) as board:
            laid = {point(24): Pile(Colour.DARK, 2), bar(Colour.DARK): Pile(Colour.DARK, 1)}
            board.table.arrange(Layout(laid))
            async with WiredSwitches("board", board.clock, board.link()) as device:
                seen = await anext(device.signals())
            assert isinstance(seen, Observation)
            assert device.places == set(LIT)
            full = {place for place in LIT if not seen[place].allows(0, 0)}
            assert full == {point(24), bar(Colour.DARK)}
            assert seen[point(24)].allows(0, 2)
            assert not seen[point(24)].allows(2, 0)

    asyncio.run(scene())


def test_what_means_the_same_is_not_told_again() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            async with WiredSwitches("board", board.clock, board.link()) as device:
                heard = Heard()
                listening = asyncio.create_task(heard.listen(device))
                await arrived()
                # Another slot of the same point.
                board.table.lift(point(8))
                board.table.put(point(8), Colour.DARK, 4)
                await arrived()
                assert len(heard.signals) == 3
                generation = 5
                cells = f"S {generation} {board.slots.scan():032x}" if board.slots else ""
                board.cable.say(encode(FROM_BOARD, UNASKED, cells.encode()))
                await arrived()
                assert len(heard.signals) == 3
            await listening

    asyncio.run(scene())


def test_a_board_without_sensors_is_told_from_one_that_is_laid_out_otherwise() -> None:
    needs = "board: the port has "
    assert asyncio.run(lack(WiredBoard(bits=0))) == needs + "no sensors"
    assert asyncio.run(lack(WiredBoard(layout="x9"))) == (
        needs + "sensors that are laid out as x9, and not as p5"
    )
    assert asyncio.run(lack(WiredBoard(layout="-"))) == (
        needs + "sensors that are not laid out, and not as p5"
    )


def test_a_board_with_too_few_sensors_is_refused() -> None:
    board = WiredBoard()
    assert board.slots
    board.slots.cells = 120
    board.slots._felt = 0
    assert asyncio.run(lack(board)) == (
        "board: the port has 120 sensors, and p5 is a layout of 128"
    )
