"""The twin of a dice node behind a real port, talked to by the real driver."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_bridge.drivers.dice import WiredDice
from firmware_bridge.link import BoardLink
from firmware_bridge.ports.serial_port import SerialPort
from firmware_bridge.twins.dice_node import DiceNode
from firmware_bridge.wire.requests import Reset
from hardware.devices import DeviceFault, Reporter
from hardware.drivers.system_clock import SystemClock
from hardware.signals import DiceSeen, DiceState
from tests.rigs.devices import Heard

PATIENCE = 20.0
ROLLING, SETTLED, COCKED, LIFTED = DiceState


class Listener(Heard):
    """Hears the dice, and can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._news = asyncio.Event()

    @property
    def told(self) -> list[tuple[DiceState, tuple[int, ...]]]:
        return [(seen.state, seen.numbers) for seen in self.signals if isinstance(seen, DiceSeen)]

    async def listen(self, reporter: Reporter) -> None:
        try:
            async for signal in reporter.signals():
                self.signals.append(signal)
                self._news.set()
        except DeviceFault as fault:
            self.lost = fault
        self._news.set()

    async def until(self, seen: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not seen():
                self._news.clear()
                await self._news.wait()


def wired(node: DiceNode) -> WiredDice:
    clock = SystemClock()
    return WiredDice("dice", clock, BoardLink(SerialPort(str(node.where)), clock))


async def heard_with(dice: WiredDice, rule: Callable[[Listener], Awaitable[None]]) -> None:
    async with dice:
        listener = Listener()
        listening = asyncio.create_task(listener.listen(dice))
        await rule(listener)
        listening.cancel()
        await asyncio.wait({listening})


def test_whatever_hands_do_is_heard_at_the_other_end_of_the_port(tmp_path: Path) -> None:
    async def rule(listener: Listener) -> None:
        await listener.until(lambda: listener.told)
        node.roll(3, 5)
        node.roll(3, 5)
        node.start_rolling()
        node.cock()
        node.lift()
        await listener.until(lambda: listener.told[-1] == (LIFTED, ()))
        rolled = [(ROLLING, ()), (SETTLED, (3, 5))]
        assert listener.told == [
            (SETTLED, (6, 1)),
            *rolled,
            *rolled,
            (ROLLING, ()),
            (COCKED, ()),
            (LIFTED, ()),
        ]

    with DiceNode(tmp_path / "dice") as node:
        node.roll(6, 1)
        asyncio.run(heard_with(wired(node), rule))


def test_pulled_dice_are_lost_and_come_back_under_the_same_name(tmp_path: Path) -> None:
    async def lose(listener: Listener) -> None:
        await listener.until(lambda: listener.told)
        node.unplug()
        await listener.until(lambda: listener.lost)

    async def return_(listener: Listener) -> None:
        await listener.until(lambda: listener.told)
        assert listener.told == [(SETTLED, (4, 4))]

    async def evening() -> None:
        dice = wired(node)
        await heard_with(dice, lose)
        node.roll(4, 4)
        node.plug_in()
        await heard_with(dice, return_)

    with DiceNode(tmp_path / "dice") as node:
        asyncio.run(evening())


def test_a_plug_can_be_pulled_twice_and_put_in_twice(tmp_path: Path) -> None:
    node = DiceNode(tmp_path / "dice")
    node.unplug()
    node.plug_in()
    node.plug_in()
    assert node.where.is_symlink()
    node.unplug()
    node.unplug()
    assert not node.where.is_symlink()


def test_a_file_that_is_no_link_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("mine")
    with pytest.raises(FileExistsError):
        DiceNode(tmp_path / "dice").plug_in()
    assert (tmp_path / "dice").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["dice"]


def test_without_a_link_the_port_is_named_only_while_it_is_there() -> None:
    node = DiceNode()
    with pytest.raises(RuntimeError, match="not plugged in"):
        _ = node.where
    with node:
        assert node.where.exists()


@pytest.mark.parametrize("numbers", [(), (7, 1), (0,), (1, 2, 3)])
def test_dice_cannot_show_what_no_dice_show(numbers: tuple[int, ...]) -> None:
    with DiceNode() as node, pytest.raises(ValueError, match=r"dice|die"):
        node.roll(*numbers)


def test_dice_that_start_again_show_what_they_showed(tmp_path: Path) -> None:
    async def rule(listener: Listener) -> None:
        await listener.until(lambda: listener.told)
        await link.ask(Reset())
        await listener.until(lambda: listener.lost)

    async def evening() -> None:
        await heard_with(dice, rule)
        async with dice:
            assert dice._standing().numbers == (6, 1)  # type: ignore[union-attr] # it is known

    with DiceNode(tmp_path / "dice") as node:
        node.roll(6, 1)
        clock = SystemClock()
        link = BoardLink(SerialPort(str(node.where)), clock)
        dice = WiredDice("dice", clock, link)
        asyncio.run(evening())


def test_garbage_on_the_line_harms_nobody(tmp_path: Path) -> None:
    async def rule(listener: Listener) -> None:
        node.roll(2, 1)
        await listener.until(lambda: listener.told[-1:] == [(SETTLED, (2, 1))])

    with DiceNode(tmp_path / "dice") as node:
        with node.where.open("wb", buffering=0) as port:
            for junk in (
                b"\x03\x04",
                bytes(range(256)) * 4,
                b">01ROLL 0*00000000\n",
                b"\xff" * 999,
            ):
                port.write(junk)
        asyncio.run(heard_with(wired(node), rule))
