"""Buttons, piezo and status light on the pins of a Pi."""

import asyncio

import pytest

from hardware.drivers.pi.pi_inputs import PiButtons
from hardware.drivers.pi.pi_outputs import PiSounder, PiStatusLight
from hardware.outputs import Rhythm, Tone
from hardware.signals import Button
from tests.rigs.devices.device_rigs import deliver_pending
from tests.rigs.devices.pi_rigs import EIGHTH, MEANINGS, PiBench


async def test_a_button_that_bounces_is_pressed_once(bench: PiBench) -> None:
    buttons = PiButtons("buttons", bench.clock, bench.board, MEANINGS)
    async with buttons:
        for _ in range(5):
            bench.pins.press(2)
            bench.ticker.take(2)
            bench.pins.release(2)
            bench.ticker.take(1)
        bench.press(2)
        await deliver_pending()
        assert buttons._queue.qsize() == 1


async def test_a_button_that_is_held_down_on_opening_has_not_been_pressed(bench: PiBench) -> None:
    buttons = PiButtons("buttons", bench.clock, bench.board, MEANINGS)
    bench.pins.press(1)
    async with buttons:
        await bench.settle()
        assert buttons._queue.qsize() == 0
        bench.pins.release(1)
        await bench.settle()
        assert buttons._queue.qsize() == 0
        bench.press(1)
        await deliver_pending()
        assert buttons._queue.qsize() == 1


@pytest.mark.parametrize("meanings", [(), tuple(Button)])
def test_a_pi_has_room_for_one_to_four_buttons(
    bench: PiBench, meanings: tuple[Button, ...]
) -> None:
    with pytest.raises(ValueError, match="1 to 4 buttons"):
        PiButtons("buttons", bench.clock, bench.board, meanings)


async def test_a_piezo_is_silent_once_it_is_closed(bench: PiBench) -> None:
    async with PiSounder("piezo", bench.clock, bench.board) as piezo:
        playing = asyncio.create_task(piezo.play((Tone(440, 2.0),)))
        await deliver_pending()
        bench.ticker.take(1)
        assert bench.pins.tone_hertz == 440
        playing.cancel()
        await asyncio.wait({playing})
    assert bench.pins.tone_hertz == 0


async def test_the_status_light_keeps_its_rhythm(bench: PiBench) -> None:
    async with PiStatusLight("status", bench.clock, bench.board) as light:
        await light.show(Rhythm.DOUBLE)
        states = []
        for _ in range(8):
            bench.ticker.take(1)
            states.append(bench.pins.status)
            bench.clock.advance(EIGHTH)
        assert states == [True, False, True, False, False, False, False, False]
        await light.show(Rhythm.STEADY)
        bench.ticker.take(1)
        assert bench.pins.status
    assert not bench.pins.status
