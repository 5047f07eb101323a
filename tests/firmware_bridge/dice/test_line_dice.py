"""Dice that print lines behind a port."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from threading import Event

import pytest

from firmware_bridge import printed_dice as printed
from firmware_bridge.serial_port import SerialPort
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SimulatedClock, SystemClock
from hardware.signals import DiceReading, DiceState, GarbledData, Signal
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending
from tests.rigs.devices.dice_rigs import MemoryPort
from tests.rigs.wire.hostile_ports import Behaviour, hostile_port, nmea, noise
from tests.rigs.wire.pseudo_terminals import PATIENCE, plugged_port

ROLLING, SETTLED, *_ = DiceState


class DiceBench:
    """The dice, their port and a listener."""

    def __init__(self) -> None:
        self.clock, self.port = SimulatedClock(100.0), MemoryPort("/dev/dice")
        self.heard = SignalRecorder()
        self.dice = printed.LineDice("dice", self.clock, self.port, printed.ThrowParser(quiet=2.0))

    async def hear(self, *said: tuple[float, bytes]) -> list[Signal]:
        """The signals from these printed texts, each so many seconds after the one before."""
        self.heard = SignalRecorder()
        async with self.dice as dice:
            listening = asyncio.create_task(self.heard.listen(dice))
            await deliver_pending()
            for pause, data in said:
                self.clock.advance(pause)
                self.port.say(data)
                await deliver_pending()
            listening.cancel()
            await asyncio.wait({listening})
        return self.heard.signals

    async def flood(self, said: str, losing: Awaitable[object]) -> None:
        """Prints far more than dice can have to say, and asserts how opening or waiting fails."""
        self.port.say(b"3 5\n" * (printed.MAX_LINES_PER_SECOND + 1))
        with pytest.raises(DeviceFault, match=said):
            await losing


def reading(at: float, state: DiceState, *numbers: int, standing: bool = False) -> DiceReading:
    return DiceReading("dice", at, state, numbers, standing=standing)


def test_a_throw_rolls_and_settles() -> None:
    signals = asyncio.run(DiceBench().hear((3.0, b"3 5\n")))
    assert signals == [reading(103.0, ROLLING), reading(103.0, SETTLED, 3, 5)]


async def test_dice_that_always_print_report_no_new_throw_when_reopened() -> None:
    table = DiceBench()
    await table.hear((3.0, b"3 5\n"), (1.0, b"3 5\n"))
    again = await table.hear((0.5, b"3 5\n"), (1.0, b"3 5\n"), (1.0, b"3 5\n"))
    assert again == [reading(104.5, SETTLED, 3, 5, standing=True)]


def test_output_during_the_opening_of_the_port_is_initial() -> None:
    table = DiceBench()
    table.port.on_opening = lambda: table.dice.on_data(b"ready\n6 2\n")
    assert asyncio.run(table.hear()) == [reading(100.0, SETTLED, 6, 2, standing=True)]


def test_unreadable_line_is_reported_with_its_text() -> None:
    signals = asyncio.run(DiceBench().hear((3.0, b"8 8\n"), (1.0, b"9 9\n")))
    assert signals == [GarbledData("dice", 103.0, "printed '8 8', which is not a throw")]


def test_noise_is_counted() -> None:
    table = DiceBench()
    asyncio.run(table.hear((3.0, b"hello\n\n3 5 x\n9 9\n")))
    assert table.dice.noise_count == 3


def test_line_dice_declare_the_states_that_they_report() -> None:
    assert DiceBench().dice.reported_states == {ROLLING, SETTLED}


def test_output_that_never_is_a_throw_is_reported_in_words() -> None:
    signals = asyncio.run(DiceBench().hear((3.0, b"$GPGGA,1,2*3\r\n" * printed.MAX_SENSELESS)))
    said = f"printed {printed.MAX_SENSELESS} lines without a throw, such as '$GPGGA,1,2*3'"
    assert signals == [GarbledData("dice", 103.0, said)]


async def test_a_flood_loses_the_dice_until_it_is_over() -> None:
    table = DiceBench()
    async with table.dice:
        most = printed.MAX_LINES_PER_SECOND
        what = f"^dice sends too much data: more than {most} lines in one second$"
        await table.flood(what, table.dice.until_lost())
        table.port.say(b"6 6\n")
    opening = asyncio.ensure_future(table.dice.__aenter__())
    await deliver_pending()
    await table.flood("^dice sends too much data", opening)
    opening = asyncio.ensure_future(table.dice.__aenter__())
    await deliver_pending()
    assert not opening.done()
    table.port.say(b"3 1\n")
    table.clock.advance(printed.CALM_SECONDS)
    await opening
    assert await anext(table.dice.signals()) == reading(104.0, SETTLED, 3, 1, standing=True)
    await table.dice.__aexit__(None, None, None)
    async with table.dice:
        pass


async def test_more_throws_than_hands_can_throw_lose_the_dice() -> None:
    table = DiceBench()
    async with table.dice:
        table.clock.advance(3.0)
        table.port.say(b"3 1\n4 2\n3 1\n4 2\n3 1\n")
        with pytest.raises(DeviceFault, match="dice reports more than 4 throws in 2 seconds"):
            await table.dice.until_lost()


async def test_cancelled_opening_closes_the_port() -> None:
    table = DiceBench()
    async with table.dice:
        table.port.say(b"3 5\n" * (printed.MAX_LINES_PER_SECOND + 1))
    opening = asyncio.ensure_future(table.dice.__aenter__())
    await deliver_pending()
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert not table.port.is_open


async def test_port_lost_while_it_opens_is_a_fault() -> None:
    table = DiceBench()
    table.port.on_opening = table.port.unplug
    with pytest.raises(DeviceFault, match="dice was unplugged"):
        await table.dice.__aenter__()
    table.port.on_opening = lambda: None
    table.port.plug_in()
    async with table.dice:
        pass


async def test_a_port_that_is_not_there_is_named() -> None:
    table = DiceBench()
    table.port.unplug()
    with pytest.raises(DeviceFault, match="dice: /dev/dice is not there"):
        await table.dice.__aenter__()


def test_lines_of_a_real_port_are_throws_until_it_is_unplugged(tmp_path: Path) -> None:
    async def evening() -> list[tuple[int, ...]]:
        numbers: list[tuple[int, ...]] = []
        async with asyncio.timeout(PATIENCE), dice:
            plug.say(b"\xffready\r\n3 5\r\n6")
            plug.say(b" 4\r\n")
            signals = dice.signals()
            while numbers[-1:] != [(6, 4)]:
                signal = await anext(signals)
                assert isinstance(signal, DiceReading)
                numbers.append(signal.numbers)
            plug.unplug()
            with pytest.raises(DeviceFault, match=r"^dice "):
                await anext(signals)
        return numbers

    with plugged_port(tmp_path / "ttyUSB0") as plug:
        port = SerialPort(str(plug.path), baud=9600)
        dice = printed.LineDice("dice", SystemClock(), port, printed.ThrowParser(quiet=0.0))
        assert asyncio.run(evening()) == [(), (3, 5), (), (6, 4)]
        assert dice.noise_count == 1


async def test_a_real_port_that_is_not_there_is_named(tmp_path: Path) -> None:
    dice = printed.LineDice("dice", SystemClock(), SerialPort(str(tmp_path / "ttyUSB7")))
    with pytest.raises(DeviceFault, match=r"^dice: .*ttyUSB7"):
        await dice.__aenter__()


@pytest.mark.parametrize("behaviour", [nmea, noise])
def test_flooding_port_loses_the_dice_for_good(tmp_path: Path, behaviour: Behaviour) -> None:
    opened = Event()

    def flood(heard: bytes) -> bytes | None:
        return behaviour(heard) if opened.is_set() else b""

    async def evening() -> None:
        async with asyncio.timeout(PATIENCE), dice:
            opened.set()
            with pytest.raises(DeviceFault, match="dice sends too much data"):
                await dice.until_lost()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(DeviceFault, match="dice sends too much data"):
                await dice.__aenter__()

    with hostile_port(tmp_path / "ttyUSB0", flood, urges=True):
        dice = printed.LineDice("dice", SystemClock(), SerialPort(str(tmp_path / "ttyUSB0")))
        asyncio.run(evening())
