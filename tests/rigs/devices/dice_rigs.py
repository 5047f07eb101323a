"""Rigs for electronic dice that print lines or talk over Bluetooth."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle

from firmware_bridge.bluetooth_dice import (
    GODICE,
    PIXELS,
    PIXELS_ASK_ROLL_STATE,
    BluetoothDice,
    BluetoothRadio,
    DiceModel,
)
from firmware_bridge.port import PortFault, PortListener
from firmware_bridge.printed_dice import LineDice, ThrowParser
from hardware.checkers import Colour
from hardware.drivers.clocks import SimulatedClock
from tests.rigs.devices.device_rigs import DiceControls, DiceRig, RigFactory
from tests.rigs.devices.fake_bleak import DieInRange, FakeBleak, dice_in_range

QUIET = 10.0
"""Seconds within which equal numbers are the same throw."""
ADDRESSES = ("C8:1B:2A:00:11:22", "D0:44:7E:55:66:77")


class MemoryPort:
    """A port without delay: bytes are delivered at once."""

    def __init__(self, address: str = "the port") -> None:
        self._address = address
        self._listener: PortListener | None = None
        self._plugged = True
        self.written = b""
        self.on_opening: Callable[[], None] = lambda: None
        """Callback while the port is opened."""

    @property
    def address(self) -> str:
        return self._address

    async def open(self, listener: PortListener) -> None:
        if not self._plugged:
            raise PortFault(self._address, "is not there")
        self._listener = listener
        self.on_opening()

    def write(self, data: bytes) -> None:
        self.written += data

    async def close(self) -> None:
        self._listener = None

    @property
    def is_open(self) -> bool:
        """True if the port has a listener."""
        return self._listener is not None

    def say(self, data: bytes) -> None:
        """Delivers bytes from the device; drops them while the port is closed."""
        if self._listener:
            self._listener.on_data(data)

    def unplug(self) -> None:
        listener, self._listener, self._plugged = self._listener, None, False
        if listener:
            listener.on_lost("was unplugged")

    def plug_in(self) -> None:
        self._plugged = True


class PrintingHand(DiceControls):
    """Hands with dice that print their numbers once they lie still, and nothing else."""

    def __init__(self, port: MemoryPort, clock: SimulatedClock) -> None:
        self._port, self._clock = port, clock

    def roll(self, *numbers: int) -> None:
        """Throws, a while after the throw before."""
        self._clock.advance(QUIET + 1)
        self.settle(*numbers)

    def settle(self, *numbers: int) -> None:
        self._port.say(" ".join(map(str, numbers)).encode() + b"\r\n")

    def start_rolling(self) -> None: ...
    def cock(self) -> None: ...
    def lift(self) -> None: ...


@asynccontextmanager
async def line_dice(colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock, port = SimulatedClock(5.0), MemoryPort()
    device = LineDice("dice", clock, port, ThrowParser(quiet=QUIET), colour)
    hand = PrintingHand(port, clock)
    # In the quiet time after the opening, each printed line is one report.
    throws = cycle([(3, 1), (4, 2)])
    plug, states = (port.unplug, port.plug_in), device.reported_states

    def throw() -> None:
        hand.settle(*next(throws))

    yield DiceRig(
        device, clock, *plug, throw, hand, reports_on_opening=False, reported_states=states
    )


GODICE_AXES = ((-64, 0, 0), (0, 0, 64), (0, 64, 0), (0, -64, 0), (0, 0, -64), (64, 0, 0))
"""The acceleration that a die measures with each face up, from 1."""


def tilted_acceleration(number: int) -> bytes:
    """The acceleration that a slightly tilted GoDice die with this face up measures."""
    askew = zip(GODICE_AXES[number - 1], (2, -3, 1), strict=True)
    return bytes((part + wobble) % 256 for part, wobble in askew)


class GoDicePackets:
    """The packets of GoDice for each action."""

    rolling = b"R"
    cocked = b"TS" + bytes((45, 44, 0))
    lifted = None

    @staticmethod
    def settled(number: int) -> bytes:
        return b"S" + tilted_acceleration(number)


class PixelsPackets:
    """The packets of Pixels for each action."""

    rolling = bytes((3, 3, 2))
    cocked = bytes((3, 4, 2))
    lifted = bytes((3, 2, 2))

    @staticmethod
    def settled(number: int) -> bytes:
        return bytes((3, 1, number - 1))


class SmartHand(DiceControls):
    """Hands that throw two smart dice."""

    def __init__(
        self, dice: list[DieInRange], packets: type[GoDicePackets] | type[PixelsPackets]
    ) -> None:
        self._dice, self._packets = dice, packets
        self.doing: dict[str, bytes] = {}
        self._numbers: tuple[int, ...] = ()
        for die in dice:
            self.doing[die.address] = packets.lifted or packets.rolling

    def start_rolling(self) -> None:
        for die in self._dice:
            self._do(die, self._packets.rolling)

    def settle(self, *numbers: int) -> None:
        self._numbers = numbers
        for die, number in zip(self._dice, numbers, strict=True):
            self._do(die, self._packets.settled(number))

    def cock(self) -> None:
        one, other = self._dice
        self._do(one, self._packets.settled(6))
        self._do(other, self._packets.cocked)

    def lift(self) -> None:
        if self._packets.lifted:
            for die in self._dice:
                self._do(die, self._packets.lifted)

    def nudge(self) -> None:
        """Turns the first die over, so that the pair shows something else."""
        self.settle(3 if self._numbers == (4, 1) else 4, 1)

    def toggle(self) -> None:
        """Lifts both dice, or puts them both down."""
        if self.doing[self._dice[0].address] == self._packets.lifted:
            self.settle(3, 1)
        else:
            self.lift()

    def _do(self, die: DieInRange, packet: bytes) -> None:
        self.doing[die.address] = packet
        die.say(packet)


def smart_hand(make: DiceModel, dice: list[DieInRange]) -> SmartHand:
    """The hands for dice of this make, which also answer requests."""
    hand = SmartHand(dice, PixelsPackets if make is PIXELS else GoDicePackets)
    if make is PIXELS:
        for die in dice:
            die.answers[PIXELS_ASK_ROLL_STATE] = partial(hand.doing.__getitem__, die.address)
    return hand


@asynccontextmanager
async def smart_dice(make: DiceModel, colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock, dice = SimulatedClock(5.0), dice_in_range(make, *ADDRESSES)
    bleak, hand = FakeBleak(*dice), smart_hand(make, dice)
    device = BluetoothDice(
        "dice", clock, make, ADDRESSES, colour, radio=BluetoothRadio(lambda: bleak)
    )

    def unplug() -> None:
        for die in dice:
            die.vanish()

    def plug_in() -> None:
        for die in dice:
            die.awake = True

    rig = DiceRig(device, clock, unplug, plug_in, hand.nudge, hand, allows_single_die=False)
    if make is PIXELS:
        yield replace(rig, cause_report=hand.toggle)
    else:
        yield replace(rig, reports_on_opening=False, reported_states=device.reported_states)


ELECTRONIC_DICE: Mapping[str, RigFactory[DiceRig]] = {
    "dice that print lines": line_dice,
    "dice of one player that print lines": partial(line_dice, Colour.DARK),
    "GoDice": partial(smart_dice, GODICE),
    "Pixels": partial(smart_dice, PIXELS),
}
