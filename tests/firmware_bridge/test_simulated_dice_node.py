"""The simulated dice node behind a real port, with the real driver."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware_bridge.board_devices import WiredDice
from firmware_bridge.board_link import BoardLink
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.simulated_dice_node import SimulatedDiceNode, SimulatedDicePair
from firmware_bridge.wire.requests import RestartBoard
from hardware.devices import DeviceFault, InputDevice
from hardware.drivers.clocks import SystemClock
from hardware.signals import DiceReading, DiceState
from tests.rigs.devices.device_rigs import SignalRecorder

PATIENCE = 20.0
ROLLING, SETTLED, COCKED, _ON_CHECKER, LIFTED = DiceState


class Listener(SignalRecorder):
    """A recorder of signals that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._news = asyncio.Event()

    @property
    def states(self) -> list[tuple[DiceState, tuple[int, ...]]]:
        return [(it.state, it.numbers) for it in self.signals if isinstance(it, DiceReading)]

    async def listen(self, reporter: InputDevice) -> None:
        try:
            async for signal in reporter.signals():
                self.signals.append(signal)
                self._news.set()
        except DeviceFault as fault:
            self.lost = fault
        self._news.set()

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()


def wired(node: SimulatedDiceNode) -> WiredDice:
    clock = SystemClock()
    return WiredDice("dice", clock, BoardLink(SerialPort(str(node.path)), clock))


@asynccontextmanager
async def opened(dice: WiredDice) -> AsyncIterator[Listener]:
    """The dice, open and known, and what they report."""
    async with dice:
        listener = Listener()
        listening = asyncio.create_task(listener.listen(dice))
        await listener.until(lambda: listener.states)
        yield listener
        listening.cancel()
        await asyncio.wait({listening})


async def test_every_action_of_the_hands_is_reported(tmp_path: Path) -> None:
    with SimulatedDiceNode(tmp_path / "dice") as node:
        node.roll(6, 1)
        async with opened(wired(node)) as listener:
            node.roll(3, 5)
            node.roll(3, 5)
            node.start_rolling()
            node.cock()
            node.lift()
            await listener.until(lambda: listener.states[-1] == (LIFTED, ()))
            rolled = [(ROLLING, ()), (SETTLED, (3, 5))]
            last = [(ROLLING, ()), (COCKED, ()), (LIFTED, ())]
            assert listener.states == [(SETTLED, (6, 1)), *rolled, *rolled, *last]


async def test_pulled_dice_are_lost_and_come_back_under_the_same_name(tmp_path: Path) -> None:
    with SimulatedDiceNode(tmp_path / "dice") as node:
        dice = wired(node)
        async with opened(dice) as listener:
            node.unplug()
            await listener.until(lambda: listener.lost)
        node.roll(4, 4)
        node.plug_in()
        async with opened(dice) as again:
            assert again.states == [(SETTLED, (4, 4))]


def test_unplugging_and_plugging_in_are_idempotent(tmp_path: Path) -> None:
    node = SimulatedDiceNode(tmp_path / "dice")
    node.unplug()
    node.plug_in()
    node.plug_in()
    assert node.path.is_symlink()
    node.unplug()
    node.unplug()
    assert not node.path.is_symlink()


def test_a_file_that_is_no_link_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("mine")
    with pytest.raises(FileExistsError):
        SimulatedDiceNode(tmp_path / "dice").plug_in()
    assert (tmp_path / "dice").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["dice"]


def test_without_a_link_the_port_is_named_only_while_it_is_there() -> None:
    node = SimulatedDiceNode()
    with pytest.raises(RuntimeError, match="not plugged in"):
        _ = node.path
    with node:
        assert node.path.exists()


@pytest.mark.parametrize("numbers", [(), (7, 1), (0,), (1, 2, 3)])
def test_impossible_numbers_are_refused(numbers: tuple[int, ...]) -> None:
    with SimulatedDiceNode() as node, pytest.raises(ValueError, match=r"dice|die"):
        node.roll(*numbers)


async def test_dice_that_start_again_show_what_they_showed(tmp_path: Path) -> None:
    with SimulatedDiceNode(tmp_path / "dice") as node:
        node.roll(6, 1)
        dice = wired(node)
        async with opened(dice) as listener:
            await dice._link.ask(RestartBoard())
            await listener.until(lambda: listener.lost)
        async with dice:
            assert dice._initial_signal().numbers == (6, 1)  # type: ignore[union-attr] # it is known


async def test_garbage_on_the_line_is_harmless(tmp_path: Path) -> None:
    with SimulatedDiceNode(tmp_path / "dice") as node:
        with node.path.open("wb", buffering=0) as port:
            every = bytes(range(256)) * 4
            for junk in (b"\x03\x04", every, b">01ROLL 0*00000000\n", b"\xff" * 999):
                port.write(junk)
        async with opened(wired(node)) as listener:
            node.roll(2, 1)
            await listener.until(lambda: listener.states[-1:] == [(SETTLED, (2, 1))])


def test_each_dice_change_waits_for_the_last_report_while_a_host_listens() -> None:
    dice = SimulatedDicePair("L -", lambda: True)
    for doing in ("R -", "S 35", "L -"):
        dice.change(doing)
    encoded = []
    for _ in range(5):
        dice.tick(0)
        dice.tick(0)
        encoded.append(dice.encode())
    assert encoded == [b"D 0 1 R -", b"D 0 2 S 35", *[b"D 0 3 L -"] * 3]


def test_only_the_newest_change_is_kept_while_no_host_listens() -> None:
    dice = SimulatedDicePair("L -", lambda: False)
    for doing in ("R -", "S 35"):
        dice.change(doing)
    dice.tick(0)
    assert dice.encode() == b"D 0 2 S 35"


def test_generations_begin_again_after_65535() -> None:
    dice = SimulatedDicePair("L -", lambda: False)
    for _ in range(65536):
        dice.change("S 35")
    dice.tick(0)
    assert dice.generation == 0
