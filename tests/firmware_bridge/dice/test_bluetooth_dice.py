"""A pair of smart dice over Bluetooth, and the faults of Bluetooth."""

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

ROLLING, SETTLED, _, _, LIFTED = DiceState
ONE, OTHER = ADDRESSES


def pixels(*addresses: str) -> FakeBleak:
    """Pixels in range, which show 3 and 5."""
    bleak = FakeBleak(*dice_in_range(PIXELS, *addresses))
    for face, die in zip((2, 4), bleak.dice.values(), strict=False):
        die.answers[PIXELS_ASK_ROLL_STATE] = partial(bytes, (3, 1, face))
        die.answers[PIXELS_ASK_BATTERY] = lambda: bytes((34, 87, 0))
    return bleak


def smart(bleak: FakeBleak, *addresses: str) -> BluetoothDice:
    clock = SimulatedClock(5.0)
    return BluetoothDice("dice", clock, PIXELS, addresses, radio=BluetoothRadio(lambda: bleak))


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


async def test_throw_before_any_answer_is_not_initial() -> None:
    bleak = FakeBleak(*dice_in_range(GODICE, *ADDRESSES))
    radio = BluetoothRadio(lambda: bleak)
    dice = BluetoothDice("dice", SimulatedClock(), GODICE, ADDRESSES, radio=radio)
    async with recorded(dice) as heard:
        for packet in (b"R", b"S" + bytes((64, 0, 0))):
            for die in bleak.dice.values():
                die.say(packet)
        await deliver_pending()
        assert states(heard) == [(ROLLING, (), False), (SETTLED, (6, 6), False)]


async def test_meaningless_packets_are_counted() -> None:
    bleak = pixels(*ADDRESSES)
    dice = smart(bleak, *ADDRESSES)
    async with recorded(dice) as heard:
        before = len(heard.signals)
        for packet in (b"", b"\x03", b"\x00" * 500, b"\x03\x01\x09", b"\xff\xff\xff"):
            bleak.dice[ONE].say(packet)
        await deliver_pending()
        assert len(heard.signals) == before
        assert dice.noise_count == 5


async def test_one_die_that_is_lost_loses_the_pair() -> None:
    bleak = pixels(*ADDRESSES)
    async with recorded(smart(bleak, *ADDRESSES)) as heard:
        bleak.dice[OTHER].vanish()
        await deliver_pending()
        assert str(heard.lost) == f"dice has lost the die {OTHER}"
    assert bleak.dice[ONE].client is None


async def test_late_disconnection_of_a_die_does_not_lose_the_next_opening() -> None:
    dice = smart(bleak := pixels(*ADDRESSES), *ADDRESSES)
    async with dice:
        client = bleak.dice[ONE].client
        assert client
        assert client.heard
        late, gone = client.heard, client._gone
        assert gone
    async with dice:
        gone(client)
        late("", bytearray((3, 3, 2)))
        dice._require_open()
        assert dice._queue.qsize() == 1


async def test_two_nearest_dice_are_taken_without_addresses() -> None:
    bleak = pixels(*ADDRESSES, "F0:00:00:00:00:01")
    other = dice_in_range(GODICE, "00:00:00:00:00:02")[0]
    other.services = []
    bleak.dice[other.address] = other
    async with recorded(smart(bleak)) as heard:
        assert [die.client is not None for die in bleak.dice.values()] == [True, True, False, False]
        assert states(heard) == [(SETTLED, (3, 5), True)]


def test_one_die_in_range_is_not_a_pair() -> None:
    assert refusal(smart(pixels(ONE))) == "dice: found 1 of 2 Pixels that are awake and free"


def test_missing_die_is_named_and_the_other_is_disconnected() -> None:
    bleak = pixels(ONE)
    why = f"dice: {OTHER} was not found: is it awake, near, and free of any phone?"
    assert refusal(smart(bleak, *ADDRESSES)) == why
    assert bleak.dice[ONE].client is None


def test_die_that_is_lost_while_the_other_connects_is_named() -> None:
    bleak = pixels(*ADDRESSES)

    def vanish() -> bytes:
        bleak.dice[ONE].vanish()
        return b""

    bleak.dice[OTHER].answers[PIXELS_ASK_ROLL_STATE] = vanish
    assert refusal(smart(bleak, *ADDRESSES)) == f"dice: {ONE} was lost again"
    assert bleak.dice[OTHER].client is None


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
def test_error_is_put_into_words(error: Exception, words: str, addresses: tuple[str, ...]) -> None:
    bleak = pixels(*ADDRESSES)
    bleak.refusal = error
    said = refusal(smart(bleak, *addresses))
    assert said.startswith("dice: ")
    assert words.replace(ONE, "") in said
    assert len(said) < 200
    assert "\n" not in said


def test_dice_of_another_make_at_this_address_are_refused() -> None:
    bleak = FakeBleak(*dice_in_range(GODICE, *ADDRESSES))
    assert "was not found!" in refusal(smart(bleak, *ADDRESSES))


@pytest.mark.parametrize("error", [BleakError("Not connected"), EOFError(), TimeoutError()])
async def test_error_on_disconnecting_is_ignored(error: Exception) -> None:
    bleak = pixels(*ADDRESSES)
    async with recorded(smart(bleak, *ADDRESSES)) as heard:
        assert heard.signals
        bleak.disconnecting = error
    assert bleak.dice[ONE].client is None
    assert bleak.dice[OTHER].client is None


async def test_bug_in_the_library_is_not_reported_as_a_device_fault() -> None:
    bleak = pixels(*ADDRESSES)
    bleak.refusal = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        await smart(bleak, *ADDRESSES).__aenter__()


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
    bleak = pixels(*ADDRESSES)
    monkeypatch.setitem(sys.modules, "bleak", bleak)
    assert load_bleak() is bleak
