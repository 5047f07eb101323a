"""What a piezo on the wire is told to play is heard, tone by tone."""

import asyncio

import pytest

from firmware_bridge.drivers.sounder import WiredSounder
from hardware.devices import DeviceFault, Sounder
from hardware.sounds import Tone
from tests.rigs.devices import arrived
from tests.rigs.wired import WiredBoard, plugged_in

TUNE = (Tone(440, 0.2), Tone(0, 0.1), Tone(880, 0.5))


def test_a_tune_is_played_tone_by_tone() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            sounder = WiredSounder("sounder", board.clock, board.link())
            assert isinstance(sounder, Sounder)
            async with sounder:
                playing = asyncio.create_task(sounder.play(TUNE))
                await board.clock.pass_by(0.5)
                assert [hertz for hertz in board.piezo.hertz if hertz] == [440, 880]
                assert not playing.done()
                await board.clock.pass_by(0.5)
                assert playing.done()
                board.feel(1000)
                assert board.piezo.hertz[-1] == 0

    asyncio.run(scene())


def test_a_new_tune_cuts_the_old_one_short() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            async with WiredSounder("sounder", board.clock, board.link()) as sounder:
                first = asyncio.create_task(sounder.play(TUNE))
                await board.clock.pass_by(0.05)
                second = asyncio.create_task(sounder.play((Tone(500, 1.0),)))
                await board.clock.pass_by(2)
                assert [hertz for hertz in board.piezo.hertz if hertz] == [440, 500]
            await asyncio.gather(first, second)

    asyncio.run(scene())


def test_who_stops_playing_leaves_silence() -> None:
    async def scene() -> None:
        board = WiredBoard()
        sounder = WiredSounder("sounder", board.clock, board.link())
        async with plugged_in(board), sounder:
            playing = asyncio.create_task(sounder.play(TUNE))
            await arrived()
            playing.cancel()
            await asyncio.wait({playing})
            assert playing.cancelled()
            assert board.piezo.hertz == [440, 0]

    asyncio.run(scene())


def test_a_board_that_has_no_piezo_is_refused() -> None:
    async def scene() -> None:
        async with plugged_in(WiredBoard()) as board:
            assert board.board
            board.board.sound = None
            sounder = WiredSounder("sounder", board.clock, board.link())
            with pytest.raises(DeviceFault, match="cannot sound: hw no buzzer"):
                await sounder.__aenter__()
            assert not board.cable.is_open()

    asyncio.run(scene())
