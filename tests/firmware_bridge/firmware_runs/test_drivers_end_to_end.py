"""The real firmware, a serial port and the drivers: from switch to signal, from frame to lamp."""

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from firmware_bridge.board_devices import WiredDice
from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from hardware.checkers import point
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SystemClock
from hardware.observations import Sighting, sighting_of_closed
from hardware.outputs import LampFrame, LampLight, Rgb
from hardware.sensor_map import P5
from hardware.signals import Button, ButtonPressed, DiceReading, DiceState
from tests.rigs.environment.log_watch import LogWatch
from tests.rigs.firmware.pico_fixtures import MakePico
from tests.rigs.firmware.wired_desk import Desk, Reports, reached, until_open
from tests.rigs.micropython.simulated_pico import DARK, Lamp, Pico
from tests.rigs.wire.pseudo_terminals import Direction
from tests.rigs.wire.raw_host import from_board

NOTICED = 3.0
"""Seconds within which a dead board is noticed."""
GREEN = LampFrame({point(6): LampLight(Rgb(0, 40, 0)), point(24): LampLight(Rgb(0, 0, 20))})
LIT = {point(6): Lamp(0, 40, 0), point(24): Lamp(0, 0, 20)}
SHOWN = tuple(LIT.get(place, DARK) for place in P5.lamps)
STATES = 20
GARBLED = 0.004
"""The share of bytes that are garbled."""


def sightings(closed: set[int]) -> dict[object, Sighting]:
    return {
        place: sighting_of_closed(len(closed.intersection(span)), len(span))
        for place, span in P5.spans
    }


async def test_a_checker_is_seen_where_it_is_laid(pico: Pico) -> None:
    async with reached(pico) as desk:
        sensors = {P5.sensor_at(point(6), 1), P5.sensor_at(point(6), 2), P5.sensor_at(point(24), 5)}
        pico.world.lay(sensors)
        await desk.board.until(lambda: len(desk.board.observations) >= 2)

        assert desk.board.observations[-1].sightings == sightings(sensors)


async def test_a_frame_is_shown_by_the_lamps(pico: Pico) -> None:
    async with reached(pico) as desk:
        await desk.lamps.show(GREEN)
        await desk.lit(SHOWN)


async def test_a_press_of_a_button_is_heard_once(pico: Pico) -> None:
    async with reached(pico) as desk:
        pico.world.push(1)
        await desk.presses.until(lambda: desk.presses.signals)
        pico.world.let_go(1)
        await desk.lamps.show(GREEN)

        (press,) = desk.presses.signals
        assert isinstance(press, ButtonPressed)
        assert press.button is Button.DARK


async def test_dice_behind_the_board_are_seen(new_pico: MakePico) -> None:
    pico = new_pico(DICE=1)
    pico.plug()
    clock = SystemClock()
    dice = WiredDice("dice", clock, BoardLink(SerialPort(pico.port), clock))
    async with until_open(dice, lambda: pico.world.dice_say(from_board(0, "D 0 1 L -"))):
        reports = Reports(dice)
        pico.world.dice_say(from_board(0, "D 0 2 R -"))
        await reports.until(lambda: len(reports.signals) == 2)
        pico.world.dice_say(from_board(0, "D 0 3 S 64"))
        await reports.until(lambda: len(reports.signals) == 3)

    found = [signal for signal in reports.signals if isinstance(signal, DiceReading)]
    states = [signal.state for signal in found]
    assert states == [DiceState.LIFTED, DiceState.ROLLING, DiceState.SETTLED]
    assert found[-1].numbers == (6, 4)


async def test_unplugged_board_is_lost_and_plugged_in_again_shows_the_same(pico: Pico) -> None:
    async with reached(pico) as desk:
        await desk.lamps.show(GREEN)
        pico.unplug()
        assert "was unplugged" in await desk.board.until_lost()
        with pytest.raises(DeviceFault):
            await desk.lamps.show(GREEN)
    pico.world.outputs.frames.clear()
    pico.world.lay({0})
    pico.plug()
    async with reached(pico) as desk:
        await desk.lamps.show(GREEN)
        await desk.lit(SHOWN)
        await desk.board.until(lambda: desk.board.observations)

        assert desk.board.observations[-1].sightings == sightings({0})


@pytest.mark.release
async def test_a_board_that_dies_is_lost_before_long(pico: Pico) -> None:
    async with reached(pico) as desk:
        await is_lost_before_long(desk, pico.kill)


@pytest.mark.release
async def test_a_board_that_hangs_is_lost_and_started_again_by_its_watchdog(pico: Pico) -> None:
    async with reached(pico) as desk:
        await is_lost_before_long(desk, pico.world.hang)
    async with reached(pico) as desk:
        await desk.lamps.show(GREEN)
        await desk.lit(SHOWN)
    assert pico.world.outputs.events == ["booted", "restarted", "booted"]


async def is_lost_before_long(desk: Desk, dies: Callable[[], None]) -> None:
    died = time.monotonic()
    dies()
    assert "has said nothing for 2.5 s" in await desk.board.until_lost()
    assert time.monotonic() - died < NOTICED
    with pytest.raises(DeviceFault):
        await desk.lamps.show(GREEN)


@pytest.mark.release
async def test_a_board_whose_program_crashed_is_revived_and_its_last_words_are_logged(
    pico: Pico, expected_logs: LogWatch
) -> None:
    expected_logs.expect("firmware_bridge.board_link", logging.WARNING, "OSError: [Errno 5] EIO")
    # The reopened board shows only its prompt; its traceback has been logged before.
    ended = "the program of the board has ended"
    expected_logs.expect("firmware_bridge.board_link", logging.WARNING, ended)
    async with reached(pico) as desk:
        pico.world.break_part("spi")
        await desk.board.until_lost()
        pico.world.mend_part("spi")
    async with reached(pico) as desk:
        await desk.lamps.show(GREEN)
        await desk.lit(SHOWN)
    assert pico.world.outputs.events[:2] == ["booted", "ended"]
    assert "slot_sensors.py" in pico.world.outputs.tracebacks.pop()


@pytest.mark.release
def test_noisy_wire_loses_and_invents_nothing(pico: Pico) -> None:
    chance = random.Random(6)  # noqa: S311  # chance that repeats itself
    garbled_bytes = {Direction.TO_BOARD: 0, Direction.TO_HOST: 0}

    def mangle(data: bytes, way: Direction) -> bytes:
        garbled = bytearray(data)
        for place in range(len(garbled)):
            if chance.random() < GARBLED:
                garbled[place] ^= 1 << chance.randrange(8)
                garbled_bytes[way] += 1
        return bytes(garbled)

    states = [set(chance.sample(range(128), 30)) for _ in range(STATES)]
    red = LampLight(Rgb(9, 0, 0))
    frames = [LampFrame(dict.fromkeys(P5.lamps[:lit], red)) for lit in range(STATES)]

    async def scene() -> None:
        async with reached(pico) as desk:
            await desk.board.until(lambda: desk.board.observations)
            pico.wire.mangle = mangle
            for state, frame in zip(states, frames, strict=True):
                known = len(desk.board.observations)
                pico.world.lay(state)
                await desk.lamps.show(frame)
                await desk.board.until_observed(known + 1)

            assert [one.sightings for one in desk.board.observations[1:]] == [
                *map(sightings, states)
            ]
            assert desk.presses.signals == []
            assert desk.board.lost is None

    asyncio.run(scene())
    assert min(garbled_bytes.values()) > 3
    painted = [frame.lamps for frame in pico.world.outputs.frames]
    wanted = [(*[Lamp(9, 0, 0)] * lit, *[DARK] * (26 - lit)) for lit in range(STATES)]
    assert set(wanted) <= set(painted)
    assert all(lamps in wanted for lamps in painted[painted.index(wanted[1]) :])


def test_several_boards_do_not_disturb_each_other(new_pico: MakePico) -> None:
    picos = [new_pico(uid=f"b0a7d{number}") for number in range(3)]
    for number, pico in enumerate(picos):
        pico.world.press(number)
        pico.plug()

    async def scene() -> None:
        async with AsyncExitStack() as all_of_them:
            desks = [await all_of_them.enter_async_context(reached(pico)) for pico in picos]
            for number, (pico, desk) in enumerate(zip(picos, desks, strict=True)):
                assert desk.link.info is not None
                assert desk.link.info.uid == pico.uid
                await desk.board.until_observed(1)
                assert desk.board.observations[-1].sightings == sightings({number})
            picos[0].unplug()
            await desks[0].board.until_lost()
            for pico, desk in zip(picos[1:], desks[1:], strict=True):
                pico.world.press(100)
                await desk.board.until_observed(2)

    asyncio.run(scene())
