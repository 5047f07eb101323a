"""Dice that print lines, behind a real port."""

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.dice.lines import LineDice
from firmware_bridge.dice.printed import PrintedDice
from firmware_bridge.ports.serial_port import SerialPort
from hardware.devices import DeviceFault
from hardware.drivers.system_clock import SystemClock
from hardware.signals import DiceSeen
from tests.rigs.hostile import Behaviour, hostile, nmea, noise
from tests.rigs.plugs import PATIENCE, plugged


def test_what_is_printed_on_a_real_port_is_a_throw_until_the_plug_is_pulled(tmp_path: Path) -> None:
    async def evening() -> list[tuple[int, ...]]:
        told: list[tuple[int, ...]] = []
        async with asyncio.timeout(PATIENCE), dice:
            plug.say(b"\xffready\r\n3 5\r\n6")
            plug.say(b" 4\r\n")
            signals = dice.signals()
            while told[-1:] != [(6, 4)]:
                seen = await anext(signals)
                assert isinstance(seen, DiceSeen)
                told.append(seen.numbers)
            plug.unplug()
            with pytest.raises(DeviceFault, match=r"^dice "):
                await anext(signals)
        return told

    with plugged(tmp_path / "ttyUSB0") as plug:
        port = SerialPort(str(plug.path), baud=9600)
        dice = LineDice("dice", SystemClock(), port, PrintedDice(quiet=0.0))
        assert asyncio.run(evening()) == [(), (3, 5), (), (6, 4)]
        assert dice.noise == 1


def test_a_port_that_is_not_there_is_named(tmp_path: Path) -> None:
    async def opening() -> None:
        dice = LineDice("dice", SystemClock(), SerialPort(str(tmp_path / "ttyUSB7")))
        with pytest.raises(DeviceFault, match=r"^dice: .*ttyUSB7"):
            await dice.__aenter__()

    asyncio.run(opening())


@pytest.mark.parametrize("behaviour", [nmea, noise])
def test_whatever_pours_out_of_a_real_port_loses_the_dice_and_keeps_them_lost(
    tmp_path: Path, behaviour: Behaviour
) -> None:
    async def evening() -> None:
        async with asyncio.timeout(PATIENCE), dice:
            with pytest.raises(DeviceFault, match="dice says far too much"):
                await dice.until_lost()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(DeviceFault, match="dice says far too much"):
                await dice.__aenter__()

    with hostile(tmp_path / "ttyUSB0", behaviour, urges=True):
        dice = LineDice("dice", SystemClock(), SerialPort(str(tmp_path / "ttyUSB0")))
        asyncio.run(evening())
