"""Buttons, piezo and status light on the pins of a Pi."""

import asyncio

import pytest

from hardware.drivers.pi.buttons import PiButtons
from hardware.drivers.pi.sounder import PiSounder
from hardware.drivers.pi.status_light import PiStatusLight
from hardware.lights import Rhythm
from hardware.signals import Button
from hardware.sounds import Tone
from tests.rigs.devices import arrived
from tests.rigs.pi_pins import EIGHTH, MEANINGS, Bench, in_loop


@in_loop
async def test_a_button_that_bounces_is_pressed_once() -> None:
    bench = Bench()
    buttons = PiButtons("buttons", bench.clock, bench.board, MEANINGS)
    async with buttons:
        for _ in range(5):
            bench.pins.push(2)
            bench.pulse.take(2)
            bench.pins.let_go(2)
            bench.pulse.take(1)
        bench.press(2)
        await arrived()
        assert buttons._line.qsize() == 1


@in_loop
async def test_a_button_that_is_held_down_on_opening_has_not_been_pressed() -> None:
    bench = Bench()
    buttons = PiButtons("buttons", bench.clock, bench.board, MEANINGS)
    bench.pins.push(1)
    async with buttons:
        await bench.settle()
        assert buttons._line.qsize() == 0
        bench.pins.let_go(1)
        await bench.settle()
        assert buttons._line.qsize() == 0
        bench.press(1)
        await arrived()
        assert buttons._line.qsize() == 1


@pytest.mark.parametrize("meanings", [(), tuple(Button)])
def test_a_pi_has_room_for_one_to_four_buttons(meanings: tuple[Button, ...]) -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="1 to 4 buttons"):
        PiButtons("buttons", bench.clock, bench.board, meanings)


@in_loop
async def test_a_tune_is_played_tone_by_tone_and_then_it_is_silent() -> None:
    bench = Bench()
    async with PiSounder("piezo", bench.clock, bench.board) as piezo:
        tune = (Tone(440, 0.25), Tone(0, 0.25), Tone(880, 0.5))
        playing = asyncio.create_task(piezo.play(tune))
        heard = []
        await arrived()
        for _ in range(9):
            bench.pulse.take(1)
            heard.append(bench.pins.sounding)
            assert not playing.done()
            await bench.clock.pass_by(0.125)
            if len(heard) == 8:
                break
        bench.pulse.take(1)
        assert heard == [440, 440, 0, 0, 880, 880, 880, 880]
        assert bench.pins.sounding == 0
        await playing


@in_loop
async def test_a_newer_tune_cuts_an_older_one_short() -> None:
    bench = Bench()
    async with PiSounder("piezo", bench.clock, bench.board) as piezo:
        older = asyncio.create_task(piezo.play((Tone(440, 2.0),)))
        await arrived()
        bench.pulse.take(1)
        newer = asyncio.create_task(piezo.play((Tone(880, 0.5),)))
        await arrived()
        bench.pulse.take(1)
        assert bench.pins.sounding == 880
        await bench.clock.pass_by(0.5)
        bench.pulse.take(1)
        assert bench.pins.sounding == 0
        await newer
        older.cancel()
        await asyncio.wait({older})


@in_loop
async def test_whoever_stops_listening_stops_the_tune() -> None:
    bench = Bench()
    async with PiSounder("piezo", bench.clock, bench.board) as piezo:
        playing = asyncio.create_task(piezo.play((Tone(440, 2.0),)))
        await arrived()
        bench.pulse.take(1)
        playing.cancel()
        await asyncio.wait({playing})
        bench.pulse.take(1)
        assert bench.pins.sounding == 0


@in_loop
async def test_a_piezo_is_silent_once_it_is_closed() -> None:
    bench = Bench()
    async with PiSounder("piezo", bench.clock, bench.board) as piezo:
        playing = asyncio.create_task(piezo.play((Tone(440, 2.0),)))
        await arrived()
        bench.pulse.take(1)
        assert bench.pins.sounding == 440
        playing.cancel()
        await asyncio.wait({playing})
    assert bench.pins.sounding == 0


@in_loop
async def test_the_status_light_keeps_its_rhythm() -> None:
    bench = Bench()
    async with PiStatusLight("status", bench.clock, bench.board) as light:
        await light.show(Rhythm.DOUBLE)
        seen = []
        for _ in range(8):
            bench.pulse.take(1)
            seen.append(bench.pins.status)
            bench.clock.advance(EIGHTH)
        assert seen == [True, False, True, False, False, False, False, False]
        await light.show(Rhythm.STEADY)
        bench.pulse.take(1)
        assert bench.pins.status
    assert not bench.pins.status
