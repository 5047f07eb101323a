"""A pair of smart dice over Bluetooth, and all that Bluetooth may say instead."""

import asyncio
import builtins
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from firmware_bridge.bluetooth_dice import (
    GODICE,
    PIXELS,
    PIXELS_ASK_BATTERY,
    PIXELS_ASK_ROLL_STATE,
    BluetoothDice,
    BluetoothRadio,
    load_bleak,
)
from hardware.devices import DeviceFault
from hardware.drivers.clocks import SimulatedClock
from hardware.signals import DiceReading, DiceState
from tests.rigs.devices.device_rigs import SignalRecorder, deliver_pending
from tests.rigs.devices.dice_rigs import ADDRESSES
from tests.rigs.devices.fake_bleak import (
    BleakBluetoothNotAvailableError,
    BleakError,
    FakeBleak,
    dice_in_range,
)

ROLLING, SETTLED, _, LIFTED = DiceState
ONE, OTHER = ADDRESSES


def pixels(*addresses: str) -> FakeBleak:
    """Pixels that are near, showing 3 and 5."""
    air = FakeBleak(*dice_in_range(PIXELS, *addresses))
    for face, die in zip((2, 4), air.dice.values(), strict=False):
        die.answers[PIXELS_ASK_ROLL_STATE] = partial(bytes, (3, 1, face))
        die.answers[PIXELS_ASK_BATTERY] = lambda: bytes((34, 87, 0))
    return air


def smart(air: FakeBleak, *addresses: str) -> BluetoothDice:
    clock = SimulatedClock(5.0)
    return BluetoothDice("dice", clock, PIXELS, addresses, radio=BluetoothRadio(lambda: air))


@asynccontextmanager
async def recorded(dice: BluetoothDice) -> AsyncIterator[SignalRecorder]:
    """The dice, opened, and what they report."""
    async with dice:
        heard = SignalRecorder()
        listening = asyncio.create_task(heard.listen(dice))
        await deliver_pending()
        yield heard
        listening.cancel()
        await asyncio.wait({listening})


def states(heard: SignalRecorder) -> list[tuple[DiceState, tuple[int, ...], bool]]:
    return [(s.state, s.numbers, s.standing) for s in heard.signals if isinstance(s, DiceReading)]


def refusal(dice: BluetoothDice) -> str:
    """The fault with which opening is refused."""

    async def opening() -> str:
        with pytest.raises(DeviceFault) as refused:
            await dice.__aenter__()
        await dice.__aexit__(None, None, None)
        return str(refused.value)

    return asyncio.run(opening())


async def test_answers_on_connecting_are_initial() -> None:
    dice = smart(pixels(*ADDRESSES), *ADDRESSES)
    async with recorded(dice) as heard:
        assert states(heard) == [(SETTLED, (3, 5), True)]
        assert dict(dice.batteries) == {ONE: 87, OTHER: 87}


async def test_numbers_come_in_the_order_in_which_the_dice_are_named() -> None:
    async with recorded(smart(pixels(*ADDRESSES), OTHER, ONE)) as heard:
        assert states(heard) == [(SETTLED, (5, 3), True)]


async def test_a_throw_that_comes_first_is_not_how_they_were_found() -> None:
    air = FakeBleak(*dice_in_range(GODICE, *ADDRESSES))
    radio = BluetoothRadio(lambda: air)
    dice = BluetoothDice("dice", SimulatedClock(), GODICE, ADDRESSES, radio=radio)
    async with recorded(dice) as heard:
        for packet in (b"R", b"S" + bytes((64, 0, 0))):
            for die in air.dice.values():
                die.say(packet)
        await deliver_pending()
        assert states(heard) == [(ROLLING, (), False), (SETTLED, (6, 6), False)]


async def test_packets_that_tell_nothing_are_counted() -> None:
    air = pixels(*ADDRESSES)
    dice = smart(air, *ADDRESSES)
    async with recorded(dice) as heard:
        told = len(heard.signals)
        for packet in (b"", b"\x03", b"\x00" * 500, b"\x03\x01\x09", b"\xff\xff\xff"):
            air.dice[ONE].say(packet)
        await deliver_pending()
        assert len(heard.signals) == told
        assert dice.noise_count == 5


async def test_one_die_that_is_lost_loses_the_pair() -> None:
    air = pixels(*ADDRESSES)
    async with recorded(smart(air, *ADDRESSES)) as heard:
        air.dice[OTHER].vanish()
        await deliver_pending()
        assert str(heard.lost) == f"dice has lost the die {OTHER}"
    assert air.dice[ONE].client is None


async def test_a_die_that_is_let_go_of_late_does_not_lose_the_next_opening() -> None:
    dice = smart(air := pixels(*ADDRESSES), *ADDRESSES)
    async with dice:
        client = air.dice[ONE].client
        assert client
        assert client.heard
        late, gone = client.heard, client._gone
        assert gone
    async with dice:
        gone(client)
        late("", bytearray((3, 3, 2)))
        dice._require_open()
        assert dice._queue.qsize() == 1


async def test_without_addresses_the_two_nearest_of_the_make_are_taken() -> None:
    air = pixels(*ADDRESSES, "F0:00:00:00:00:01")
    other = dice_in_range(GODICE, "00:00:00:00:00:02")[0]
    other.services = []
    air.dice[other.address] = other
    async with recorded(smart(air)) as heard:
        assert [die.client is not None for die in air.dice.values()] == [True, True, False, False]
        assert states(heard) == [(SETTLED, (3, 5), True)]


def test_with_one_die_near_there_is_no_pair() -> None:
    assert refusal(smart(pixels(ONE))) == "dice: found 1 of 2 Pixels that are awake and free"


def test_a_die_that_is_not_there_is_named_and_the_other_is_let_go() -> None:
    air = pixels(ONE)
    why = f"dice: {OTHER} was not found: is it awake, near, and free of any phone?"
    assert refusal(smart(air, *ADDRESSES)) == why
    assert air.dice[ONE].client is None


def test_a_die_that_goes_while_the_other_is_reached_is_named() -> None:
    air = pixels(*ADDRESSES)

    def vanish() -> bytes:
        air.dice[ONE].vanish()
        return b""

    air.dice[OTHER].answers[PIXELS_ASK_ROLL_STATE] = vanish
    assert refusal(smart(air, *ADDRESSES)) == f"dice: {ONE} was lost again"
    assert air.dice[OTHER].client is None


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (BleakError("No powered Bluetooth adapters found."), "Bluetooth is off"),
        (BleakError("[org.bluez.Error.NotReady] Resource Not Ready"), "Bluetooth is off"),
        (BleakBluetoothNotAvailableError("off", "POWERED_OFF"), "Bluetooth is off"),
        (TimeoutError(), f"{ONE} did not answer"),
        (FileNotFoundError(2, "No such file"), "Bluetooth cannot be reached on this machine"),
        (EOFError(), "Bluetooth cannot be reached on this machine (EOFError)"),
        (BleakError("failed to discover\nservices " + "x" * 900), "cannot be reached (failed to"),
        (BleakError(), f"{ONE} cannot be reached (BleakError)"),
    ],
)
@pytest.mark.parametrize("addresses", [ADDRESSES, ()], ids=["named", "searched"])
def test_errors_are_told_in_words(error: Exception, words: str, addresses: tuple[str, ...]) -> None:
    air = pixels(*ADDRESSES)
    air.refusal = error
    said = refusal(smart(air, *addresses))
    assert said.startswith("dice: ")
    assert words.replace(ONE, "") in said
    assert len(said) < 200
    assert "\n" not in said


def test_dice_of_another_make_at_this_address_are_refused() -> None:
    air = FakeBleak(*dice_in_range(GODICE, *ADDRESSES))
    assert "was not found!" in refusal(smart(air, *ADDRESSES))


@pytest.mark.parametrize("error", [BleakError("Not connected"), EOFError(), TimeoutError()])
async def test_letting_go_cannot_fail(error: Exception) -> None:
    air = pixels(*ADDRESSES)
    async with recorded(smart(air, *ADDRESSES)) as heard:
        assert heard.signals
        air.disconnecting = error
    assert air.dice[ONE].client is None
    assert air.dice[OTHER].client is None


async def test_a_bug_in_the_library_is_not_taken_for_a_fault_of_the_dice() -> None:
    air = pixels(*ADDRESSES)
    air.refusal = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        await smart(air, *ADDRESSES).__aenter__()


def test_missing_bleak_is_reported_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "bleak":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.delitem(sys.modules, "bleak", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    dice = BluetoothDice("dice", SimulatedClock(), PIXELS, ADDRESSES)
    assert "kibitz[bluetooth]" in refusal(dice)


def test_bleak_is_loaded_only_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    air = pixels(*ADDRESSES)
    monkeypatch.setitem(sys.modules, "bleak", air)
    assert load_bleak() is air
