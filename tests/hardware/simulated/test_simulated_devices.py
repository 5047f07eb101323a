"""Simulated dice, buttons, lamps and clocks do what hands can do, and refuse the rest."""

import asyncio

import pytest

from hardware.checkers import Colour, point
from hardware.drivers.clocks import SimulatedClock, SystemClock
from hardware.drivers.simulated.simulated_devices import (
    MAX_FRAMES,
    ShownFrame,
    SimulatedButtons,
    SimulatedDice,
    SimulatedLamps,
)
from hardware.outputs import DARK_FRAME, LampFrame, LampLight, Rgb
from hardware.signals import Button, DiceReading, DiceState


def test_dice_are_in_the_cup_to_begin_with() -> None:
    dice = SimulatedDice("dice", SimulatedClock(3.0), Colour.DARK)
    assert dice.reading() == DiceReading("dice", 3.0, DiceState.LIFTED, (), Colour.DARK)
    assert dice.colour is Colour.DARK


@pytest.mark.parametrize("numbers", [(), (7,), (1, 2, 3)])
def test_dice_show_one_number_or_two_and_are_not_thrown_otherwise(numbers: tuple[int, ...]) -> None:
    dice = SimulatedDice("dice", SimulatedClock())
    with pytest.raises(ValueError, match=r"show|shows"):
        dice.roll(*numbers)
    assert dice.reading().state is DiceState.LIFTED


def test_a_button_the_table_does_not_have_cannot_be_pressed() -> None:
    buttons = SimulatedButtons("buttons", SimulatedClock(), [Button.LIGHT, Button.DARK])
    assert buttons.buttons == {Button.LIGHT, Button.DARK}
    with pytest.raises(ValueError, match="buttons has no button cube"):
        buttons.press(Button.CUBE)


async def test_device_without_listeners_stores_no_signals() -> None:
    buttons = SimulatedButtons("buttons", SimulatedClock())
    buttons.press(Button.LIGHT)
    assert buttons._queue.empty()
    async with buttons:
        buttons.unplug()
        before = buttons._queue.qsize()
        buttons.press(Button.LIGHT)
        assert buttons._queue.qsize() == before


async def test_lamps_remember_what_they_showed_and_when() -> None:
    clock = SimulatedClock(1.0)
    lamps = SimulatedLamps("lamps", clock)
    green = LampFrame({point(1): LampLight(Rgb(0, 200, 0))})
    async with lamps:
        await lamps.show(green)
        clock.advance(2.0)
        await lamps.show(DARK_FRAME)
        assert lamps.history == (ShownFrame(1.0, green), ShownFrame(3.0, DARK_FRAME))
        for _ in range(MAX_FRAMES):
            await lamps.show(green)
        assert len(lamps.history) == MAX_FRAMES


async def test_unreachable_lamps_continue_as_they_were() -> None:
    lamps = SimulatedLamps("lamps", SimulatedClock())
    green = LampFrame({point(1): LampLight(Rgb(0, 200, 0))})
    async with lamps:
        await lamps.show(green)
        lamps.unplug()
    assert lamps.visible_frame == green


def test_a_simulated_clock_stands_still_and_refuses_to_run_back() -> None:
    clock = SimulatedClock(4.0)
    clock.advance(0.5)
    clock.advance_to(4.5)
    assert clock.now() == 4.5
    with pytest.raises(ValueError, match="does not run back"):
        clock.advance(-0.1)


async def test_waiters_woken_at_once_are_woken_in_their_order() -> None:
    clock = SimulatedClock()
    woken: list[float] = []

    async def sleeper(at: float) -> None:
        await clock.wait_until(at)
        woken.append(at)

    tasks = [asyncio.create_task(sleeper(at)) for at in (3.0, 1.0, 9.0, 2.0)]
    await asyncio.sleep(0)
    clock.advance(5.0)
    await asyncio.gather(tasks[0], tasks[1], tasks[3])
    tasks[2].cancel()
    assert woken == [1.0, 2.0, 3.0]


async def test_time_passes_at_two_clocks_at_once() -> None:
    clocks = SimulatedClock(), SimulatedClock()
    woken: list[float] = []

    async def chain(clock: SimulatedClock) -> None:
        for at in (1.0, 2.0, 3.0):
            await clock.wait_until(at)
            for _ in range(50):
                await asyncio.sleep(0)
            woken.append(clock.now())

    tasks = [asyncio.create_task(chain(clock)) for clock in clocks]
    await asyncio.wait_for(asyncio.gather(*(clock.pass_seconds(3) for clock in clocks)), 10)

    assert all(task.done() for task in tasks)
    assert sorted(woken) == [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]


def test_time_goes_on_after_an_earlier_evening() -> None:
    ticks = iter([50.0, 50.0, 51.5])
    clock = SystemClock(after=1000.0, ticks=lambda: next(ticks))
    assert [clock.now(), clock.now()] == [1000.0, 1001.5]
