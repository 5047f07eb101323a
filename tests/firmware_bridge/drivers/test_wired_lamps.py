"""What lamps on the wire are told is what they show, and nothing is said twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from firmware_bridge.drivers.lamps import WiredLamps, shine_of
from firmware_bridge.wire.requests import Ink, Shine
from hardware.cells import LIT
from hardware.checkers import Colour, Place, bar, point
from hardware.devices import DeviceFault
from hardware.lights import DARK, Frame, Light, Rgb, Rhythm
from tests.rigs.devices import arrived
from tests.rigs.wired import WiredBoard, plugged_in

GREEN = Light(Rgb(0, 200, 0))
RED = Light(Rgb(200, 0, 0), Rhythm.BLINK)
SOON = 4.0


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[WiredBoard, WiredLamps]]:
    """A board, and its lamps in somebody's hands."""
    board = WiredBoard()
    lamps = WiredLamps("lamps", board.clock, board.link())
    async with plugged_in(board), lamps:
        yield board, lamps


def pictures(board: WiredBoard) -> int:
    """How many pictures the board was told."""
    return sum(said.count(b"LED") for said in board.cable.written)


def test_lamps_stand_in_the_order_of_the_strip() -> None:
    frame = Frame({point(1): GREEN, bar(Colour.DARK): RED, Place("the floor"): RED})
    green, red = Ink(0, 200, 0, 0b11111111), Ink(200, 0, 0, 0b11110000)
    assert shine_of(frame, 1) == Shine((green, red), "a" + "." * 24 + "b")
    assert shine_of(frame, 3) == Shine((green, red), "aaa" + "." * 72 + "bbb")


def test_every_place_may_have_a_light_of_its_own() -> None:
    frame = Frame({place: Light(Rgb(0, 0, 9 * at)) for at, place in enumerate(LIT)})
    for each in (1, 2, 3):
        assert len(shine_of(frame, each).inks) == 26


@pytest.mark.parametrize("rhythm", Rhythm)
def test_every_rhythm_is_seen_as_it_is_meant(rhythm: Rhythm) -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            frame = Frame({point(7): Light(Rgb(1, 2, 3), rhythm), point(8): GREEN})
            await lamps.show(frame)
            assert board.see() == frame

    asyncio.run(scene())


def test_the_same_picture_is_said_once() -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            for _ in range(5):
                await lamps.show(Frame({point(1): GREEN}))
            assert pictures(board) == 1
            await lamps.__aexit__(None, None, None)
            async with lamps:
                await lamps.show(Frame({point(1): GREEN}))
                assert pictures(board) == 2

    asyncio.run(scene())


def test_a_picture_is_shown_when_the_board_has_said_so() -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            running, board.board = board.board, None
            showing = asyncio.create_task(lamps.show(Frame({point(1): GREEN})))
            await board.clock.pass_by(1)
            assert not showing.done()
            board.board = running
            await board.clock.pass_by(1)
            assert showing.done()
            assert board.see() == Frame({point(1): GREEN})

    asyncio.run(scene())


def test_a_picture_that_was_given_up_may_have_been_shown() -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            await lamps.show(Frame({point(1): GREEN}))
            showing = asyncio.create_task(lamps.show(Frame({point(2): RED})))
            await asyncio.sleep(0)
            showing.cancel()
            await lamps.show(Frame({point(1): GREEN}))
            assert board.see() == Frame({point(1): GREEN})

    asyncio.run(scene())


def test_a_board_lost_while_it_is_told_is_a_fault() -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            board.board = None
            showing = asyncio.create_task(lamps.show(Frame({point(1): GREEN})))
            await board.clock.pass_by(SOON)
            with pytest.raises(DeviceFault) as fault:
                await showing
            assert str(fault.value) == ("lamps: the port has said nothing for 2.5 s")

    asyncio.run(scene())


def test_a_board_that_refuses_a_picture_is_a_fault() -> None:
    async def scene() -> None:
        async with opened() as (board, lamps):
            assert board.board
            board.board.lamps = None
            with pytest.raises(DeviceFault, match="cannot light them: hw no lamps"):
                await lamps.show(DARK)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("count", "why"), [(0, "has no lamps"), (30, "has 30 lamps, and not 26, 52 or 78")]
)
def test_a_board_with_other_lamps_is_refused(count: int, why: str) -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard(lamps=count)) as board:
            lamps = WiredLamps("lamps", board.clock, board.link())
            with pytest.raises(DeviceFault) as fault:
                await lamps.__aenter__()
            assert str(fault.value) == f"lamps: the port {why}"
            await arrived()
            assert not board.cable.is_open()

    asyncio.run(scene())
