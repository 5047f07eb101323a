"""Dice that print lines behind a port."""

import asyncio
from collections.abc import Awaitable

import pytest

from firmware_bridge.dice.lines import LISTENING, LineDice
from firmware_bridge.dice.printed import MOST_LINES, MOST_SENSELESS, PrintedDice
from hardware.devices import DeviceFault
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.signals import DiceSeen, DiceState, Garbled, Signal
from tests.rigs.devices import Heard, arrived
from tests.rigs.dice_rigs import MemoryPort

ROLLING, SETTLED, _, _ = DiceState


class Table:
    """The dice, their port and whoever listens."""

    def __init__(self) -> None:
        self.clock, self.port, self.heard = SimulatedClock(100.0), MemoryPort("/dev/dice"), Heard()
        self.dice = LineDice("dice", self.clock, self.port, PrintedDice(quiet=2.0))

    async def hear(self, *said: tuple[float, bytes]) -> list[Signal]:
        """What is told of what is printed, each so many seconds after what was before."""
        self.heard = Heard()
        async with self.dice as dice:
            listening = asyncio.create_task(self.heard.listen(dice))
            await arrived()
            for pause, data in said:
                self.clock.advance(pause)
                self.port.say(data)
                await arrived()
            listening.cancel()
            await asyncio.wait({listening})
        return self.heard.signals

    async def flood(self, said: str, losing: Awaitable[object]) -> None:
        """Far more is printed than dice can have to say; what comes of it."""
        self.port.say(b"3 5\n" * (MOST_LINES + 1))
        with pytest.raises(DeviceFault, match=said):
            await losing


def seen(at: float, state: DiceState, *numbers: int, standing: bool = False) -> DiceSeen:
    return DiceSeen("dice", at, state, numbers, standing=standing)


def test_a_throw_rolls_and_settles() -> None:
    told = asyncio.run(Table().hear((3.0, b"3 5\n")))
    assert told == [seen(103.0, ROLLING), seen(103.0, SETTLED, 3, 5)]


def test_dice_that_always_print_tell_nothing_new_when_they_are_reached_again() -> None:
    async def evening() -> list[Signal]:
        table = Table()
        await table.hear((3.0, b"3 5\n"), (1.0, b"3 5\n"))
        return await table.hear((0.5, b"3 5\n"), (1.0, b"3 5\n"), (1.0, b"3 5\n"))

    assert asyncio.run(evening()) == [seen(104.5, SETTLED, 3, 5, standing=True)]


def test_what_is_printed_while_the_port_opens_tells_how_the_dice_were_found() -> None:
    table = Table()
    table.port.on_opening = lambda: table.dice.hear(b"ready\n6 2\n")
    assert asyncio.run(table.hear()) == [seen(100.0, SETTLED, 6, 2, standing=True)]


def test_nonsense_is_told_with_the_words_that_were_printed() -> None:
    told = asyncio.run(Table().hear((3.0, b"8 8\n"), (1.0, b"9 9\n")))
    assert told == [Garbled("dice", 103.0, "printed '8 8', which is no throw")]


def test_noise_is_counted() -> None:
    table = Table()
    asyncio.run(table.hear((3.0, b"hello\n\n3 5 x\n9 9\n")))
    assert table.dice.noise == 3


def test_these_dice_say_what_they_cannot_tell() -> None:
    assert Table().dice.tells == {ROLLING, SETTLED}


def test_what_never_is_a_throw_is_told_in_words() -> None:
    told = asyncio.run(Table().hear((3.0, b"$GPGGA,1,2*3\r\n" * MOST_SENSELESS)))
    said = f"printed {MOST_SENSELESS} lines and never a throw, such as '$GPGGA,1,2*3'"
    assert told == [Garbled("dice", 103.0, said)]


def test_a_flood_loses_the_dice_until_it_is_over() -> None:
    async def evening() -> None:
        table = Table()
        async with table.dice:
            await table.flood(
                f"^dice says far too much: more than {MOST_LINES} lines in a second$",
                table.dice.until_lost(),
            )
            table.port.say(b"6 6\n")
        opening = asyncio.ensure_future(table.dice.__aenter__())
        await arrived()
        await table.flood("^dice says far too much", opening)
        opening = asyncio.ensure_future(table.dice.__aenter__())
        await arrived()
        assert not opening.done()
        table.port.say(b"3 1\n")
        table.clock.advance(LISTENING)
        await opening
        assert await anext(table.dice.signals()) == seen(104.0, SETTLED, 3, 1, standing=True)
        await table.dice.__aexit__(None, None, None)
        async with table.dice:
            pass

    asyncio.run(evening())


def test_more_throws_than_hands_can_throw_lose_the_dice() -> None:
    async def evening() -> None:
        table = Table()
        async with table.dice:
            table.clock.advance(3.0)
            table.port.say(b"3 1\n4 2\n3 1\n4 2\n3 1\n")
            with pytest.raises(DeviceFault, match="dice tells of more than 4 throws in 2 seconds"):
                await table.dice.until_lost()

    asyncio.run(evening())


def test_whoever_does_not_wait_for_calm_has_not_opened_it() -> None:
    async def evening() -> None:
        table = Table()
        async with table.dice:
            table.port.say(b"3 5\n" * (MOST_LINES + 1))
        opening = asyncio.ensure_future(table.dice.__aenter__())
        await arrived()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        assert not table.port.is_open

    asyncio.run(evening())


def test_a_port_that_goes_while_it_opens_is_a_fault() -> None:
    async def opening() -> None:
        table = Table()
        table.port.on_opening = table.port.unplug
        with pytest.raises(DeviceFault, match="dice was unplugged"):
            await table.dice.__aenter__()
        table.port.on_opening = lambda: None
        table.port.plug_in()
        async with table.dice:
            pass

    asyncio.run(opening())


def test_a_port_that_is_not_there_is_named() -> None:
    async def opening() -> None:
        table = Table()
        table.port.unplug()
        with pytest.raises(DeviceFault, match="dice: /dev/dice is not there"):
            await table.dice.__aenter__()

    asyncio.run(opening())
