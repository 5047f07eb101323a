"""A pair of smart dice over Bluetooth, and all that Bluetooth may say instead."""

import asyncio
import builtins
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from firmware_bridge.dice.bluetooth.godice import GODICE
from firmware_bridge.dice.bluetooth.pixels import ASK_BATTERY, ASK_ROLL_STATE, PIXELS
from firmware_bridge.dice.bluetooth.radio import Radio, load_bleak
from firmware_bridge.dice.bluetooth.smart import SmartDice
from hardware.devices import DeviceFault
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.signals import DiceSeen, DiceState
from tests.rigs.devices import Heard, arrived
from tests.rigs.dice_rigs import TWO
from tests.rigs.fake_bleak import (
    BleakBluetoothNotAvailableError,
    BleakError,
    FakeBleak,
    near,
)

ROLLING, SETTLED, _, LIFTED = DiceState
ONE, OTHER = TWO


def pixels(*addresses: str) -> FakeBleak:
    """Pixels that are near, showing 3 and 5."""
    air = FakeBleak(*near(PIXELS, *addresses))
    for face, die in zip((2, 4), air.dice.values(), strict=False):
        die.answers[ASK_ROLL_STATE] = partial(bytes, (3, 1, face))
        die.answers[ASK_BATTERY] = lambda: bytes((34, 87, 0))
    return air


def smart(air: FakeBleak, *addresses: str) -> SmartDice:
    clock = SimulatedClock(5.0)
    return SmartDice("dice", clock, PIXELS, addresses, radio=Radio(lambda: air))


async def with_heard(dice: SmartDice, rule: Callable[[Heard], Awaitable[None]]) -> None:
    async with dice:
        heard = Heard()
        listening = asyncio.create_task(heard.listen(dice))
        await arrived()
        await rule(heard)
        listening.cancel()
        await asyncio.wait({listening})


def states(heard: Heard) -> list[tuple[DiceState, tuple[int, ...], bool]]:
    return [(s.state, s.numbers, s.standing) for s in heard.signals if isinstance(s, DiceSeen)]


def refusal(dice: SmartDice) -> str:
    """What opening is refused with."""

    async def opening() -> str:
        with pytest.raises(DeviceFault) as refused:
            await dice.__aenter__()
        await dice.__aexit__(None, None, None)
        return str(refused.value)

    return asyncio.run(opening())


def test_what_dice_answer_tells_how_they_were_found() -> None:
    async def rule(heard: Heard) -> None:
        assert states(heard) == [(SETTLED, (3, 5), True)]
        assert dict(dice.batteries) == {ONE: 87, OTHER: 87}

    dice = smart(pixels(*TWO), *TWO)
    asyncio.run(with_heard(dice, rule))


def test_numbers_come_in_the_order_in_which_the_dice_are_named() -> None:
    async def rule(heard: Heard) -> None:
        assert states(heard) == [(SETTLED, (5, 3), True)]

    asyncio.run(with_heard(smart(pixels(*TWO), OTHER, ONE), rule))


def test_a_throw_that_comes_first_is_not_how_they_were_found() -> None:
    async def rule(heard: Heard) -> None:
        for packet in (b"R", b"S" + bytes((64, 0, 0))):
            for die in air.dice.values():
                die.say(packet)
        await arrived()
        assert states(heard) == [(ROLLING, (), False), (SETTLED, (6, 6), False)]

    air = FakeBleak(*near(GODICE, *TWO))
    dice = SmartDice("dice", SimulatedClock(), GODICE, TWO, radio=Radio(lambda: air))
    asyncio.run(with_heard(dice, rule))


def test_packets_that_tell_nothing_are_counted() -> None:
    async def rule(heard: Heard) -> None:
        told = len(heard.signals)
        for packet in (b"", b"\x03", b"\x00" * 500, b"\x03\x01\x09", b"\xff\xff\xff"):
            air.dice[ONE].say(packet)
        await arrived()
        assert len(heard.signals) == told
        assert dice.noise == 5

    air = pixels(*TWO)
    dice = smart(air, *TWO)
    asyncio.run(with_heard(dice, rule))


def test_one_die_that_is_lost_loses_the_pair() -> None:
    async def rule(heard: Heard) -> None:
        air.dice[OTHER].vanish()
        await arrived()
        assert str(heard.lost) == f"dice has lost the die {OTHER}"

    air = pixels(*TWO)
    asyncio.run(with_heard(smart(air, *TWO), rule))
    assert air.dice[ONE].client is None


def test_a_die_that_is_let_go_of_late_does_not_lose_the_next_opening() -> None:
    async def rule() -> None:
        dice = smart(air := pixels(*TWO), *TWO)
        async with dice:
            client = air.dice[ONE].client
            assert client
            assert client.heard
            late, gone = client.heard, client._gone
            assert gone
        async with dice:
            gone(client)
            late("", bytearray((3, 3, 2)))
            dice._check()
            assert dice._line.qsize() == 1

    asyncio.run(rule())


def test_without_addresses_the_two_nearest_of_the_make_are_taken() -> None:
    async def rule(heard: Heard) -> None:
        assert [die.client is not None for die in air.dice.values()] == [True, True, False, False]
        assert states(heard) == [(SETTLED, (3, 5), True)]

    air = pixels(*TWO, "F0:00:00:00:00:01")
    other = near(GODICE, "00:00:00:00:00:02")[0]
    other.services = []
    air.dice[other.address] = other
    asyncio.run(with_heard(smart(air), rule))


def test_with_one_die_near_there_is_no_pair() -> None:
    assert refusal(smart(pixels(ONE))) == "dice: found 1 of 2 Pixels that are awake and free"


def test_a_die_that_is_not_there_is_named_and_the_other_is_let_go() -> None:
    air = pixels(ONE)
    why = f"dice: {OTHER} was not found: is it awake, near, and free of any phone?"
    assert refusal(smart(air, *TWO)) == why
    assert air.dice[ONE].client is None


def test_a_die_that_goes_while_the_other_is_reached_is_named() -> None:
    air = pixels(*TWO)

    def vanish() -> bytes:
        air.dice[ONE].vanish()
        return b""

    air.dice[OTHER].answers[ASK_ROLL_STATE] = vanish
    assert refusal(smart(air, *TWO)) == f"dice: {ONE} was lost again"
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
@pytest.mark.parametrize("addresses", [TWO, ()], ids=["named", "searched"])
def test_what_bluetooth_refuses_is_said_in_words(
    error: Exception, words: str, addresses: tuple[str, ...]
) -> None:
    air = pixels(*TWO)
    air.refusal = error
    said = refusal(smart(air, *addresses))
    assert said.startswith("dice: ")
    assert words.replace(ONE, "") in said
    assert len(said) < 200
    assert "\n" not in said


def test_dice_of_another_make_at_this_address_are_refused() -> None:
    air = FakeBleak(*near(GODICE, *TWO))
    assert "was not found!" in refusal(smart(air, *TWO))


@pytest.mark.parametrize("error", [BleakError("Not connected"), EOFError(), TimeoutError()])
def test_letting_go_cannot_fail(error: Exception) -> None:
    async def rule(heard: Heard) -> None:
        assert heard.signals
        air.disconnecting = error

    air = pixels(*TWO)
    asyncio.run(with_heard(smart(air, *TWO), rule))
    assert air.dice[ONE].client is None
    assert air.dice[OTHER].client is None


def test_a_bug_in_the_library_is_not_taken_for_a_fault_of_the_dice() -> None:
    async def opening() -> None:
        with pytest.raises(ZeroDivisionError):
            await smart(air, *TWO).__aenter__()

    air = pixels(*TWO)
    air.refusal = ZeroDivisionError()
    asyncio.run(opening())


def test_where_bleak_is_missing_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "bleak":
            raise ImportError(name)
        return imported(name, *rest)

    monkeypatch.delitem(sys.modules, "bleak", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    dice = SmartDice("dice", SimulatedClock(), PIXELS, TWO)
    assert "kibitz[bluetooth]" in refusal(dice)


def test_bleak_is_loaded_only_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    air = pixels(*TWO)
    monkeypatch.setitem(sys.modules, "bleak", air)
    assert load_bleak() is air
