"""What hands can do to simulated dice, buttons, lamps and clocks, and what is refused."""

import asyncio

import pytest

from hardware.checkers import Colour, point
from hardware.drivers.simulated.buttons import SimulatedButtons
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.lamps import REMEMBERED, Shown, SimulatedLamps
from hardware.drivers.system_clock import SystemClock
from hardware.lights import DARK, Frame, Light, Rgb
from hardware.signals import Button, DiceSeen, DiceState


def test_dice_are_in_the_cup_to_begin_with() -> None:
    dice = SimulatedDice("dice", SimulatedClock(3.0), Colour.DARK)
    assert dice.look() == DiceSeen("dice", 3.0, DiceState.LIFTED, (), Colour.DARK)
    assert dice.colour is Colour.DARK


@pytest.mark.parametrize("numbers", [(), (7,), (1, 2, 3)])
def test_dice_show_one_number_or_two_and_are_not_thrown_otherwise(numbers: tuple[int, ...]) -> None:
    dice = SimulatedDice("dice", SimulatedClock())
    with pytest.raises(ValueError, match=r"show|shows"):
        dice.roll(*numbers)
    assert dice.look().state is DiceState.LIFTED


def test_a_button_the_table_does_not_have_cannot_be_pressed() -> None:
    buttons = SimulatedButtons("buttons", SimulatedClock(), [Button.LIGHT, Button.DARK])
    assert buttons.buttons == {Button.LIGHT, Button.DARK}
    with pytest.raises(ValueError, match="buttons has no button cube"):
        buttons.press(Button.CUBE)


def test_a_device_that_nobody_listens_to_keeps_nothing_in_store() -> None:
    buttons = SimulatedButtons("buttons", SimulatedClock())

    async def story() -> None:
        buttons.press(Button.LIGHT)
        assert buttons._line.empty()
        async with buttons:
            buttons.unplug()
            before = buttons._line.qsize()
            buttons.press(Button.LIGHT)
            assert buttons._line.qsize() == before

    asyncio.run(story())


def test_lamps_remember_what_they_showed_and_when() -> None:
    clock = SimulatedClock(1.0)
    lamps = SimulatedLamps("lamps", clock)
    green = Frame({point(1): Light(Rgb(0, 200, 0))})

    async def story() -> None:
        async with lamps:
            await lamps.show(green)
            clock.advance(2.0)
            await lamps.show(DARK)
            assert lamps.history == (Shown(1.0, green), Shown(3.0, DARK))
            for _ in range(REMEMBERED):
                await lamps.show(green)
            assert len(lamps.history) == REMEMBERED

    asyncio.run(story())


def test_lamps_that_nobody_can_reach_go_on_as_they_were() -> None:
    lamps = SimulatedLamps("lamps", SimulatedClock())
    green = Frame({point(1): Light(Rgb(0, 200, 0))})

    async def story() -> None:
        async with lamps:
            await lamps.show(green)
            lamps.unplug()

    asyncio.run(story())
    assert lamps.shining == green


def test_a_simulated_clock_stands_still_and_refuses_to_run_back() -> None:
    clock = SimulatedClock(4.0)
    clock.advance(0.5)
    clock.advance_to(4.5)
    assert clock.now() == 4.5
    with pytest.raises(ValueError, match="does not run back"):
        clock.advance(-0.1)


def test_who_waits_acts_at_the_moment_they_waited_for() -> None:
    async def story() -> list[float]:
        clock = SimulatedClock()
        ticks: list[float] = []

        async def ticking() -> None:
            while True:
                await clock.wait_until(clock.now() + 1.0)
                ticks.append(clock.now())

        task = asyncio.create_task(ticking())
        await clock.pass_until(3.5)
        task.cancel()
        return ticks

    assert asyncio.run(story()) == [1.0, 2.0, 3.0]


def test_those_woken_at_one_go_are_woken_in_their_order() -> None:
    async def story() -> list[float]:
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
        return woken

    assert asyncio.run(story()) == [1.0, 2.0, 3.0]


def test_time_goes_on_after_an_earlier_evening() -> None:
    ticks = iter([50.0, 50.0, 51.5])
    clock = SystemClock(after=1000.0, ticks=lambda: next(ticks))
    assert [clock.now(), clock.now()] == [1000.0, 1001.5]
