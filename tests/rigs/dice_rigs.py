"""Electronic dice that print lines or talk over Bluetooth, with the hands that throw them."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from itertools import cycle

from firmware_bridge.dice.bluetooth.godice import GODICE
from firmware_bridge.dice.bluetooth.makes import Make
from firmware_bridge.dice.bluetooth.pixels import ASK_ROLL_STATE, PIXELS
from firmware_bridge.dice.bluetooth.radio import Radio
from firmware_bridge.dice.bluetooth.smart import SmartDice
from firmware_bridge.dice.lines import LineDice
from firmware_bridge.dice.printed import PrintedDice
from firmware_bridge.ports.port import Ear, PortFault
from hardware.checkers import Colour
from hardware.drivers.simulated.clock import SimulatedClock
from tests.rigs.devices import DiceRig, Maker
from tests.rigs.fake_bleak import FakeBleak, NearDie, near

QUIET = 10.0
TWO = ("C8:1B:2A:00:11:22", "D0:44:7E:55:66:77")


class MemoryPort:
    """A port that takes no time: what is said on it is heard at once."""

    def __init__(self, where: str = "the port") -> None:
        self._where = where
        self._ear: Ear | None = None
        self._plugged = True
        self.written = b""
        self.on_opening: Callable[[], None] = lambda: None
        """Happens while it is being opened."""

    @property
    def where(self) -> str:
        return self._where

    async def open(self, ear: Ear) -> None:
        if not self._plugged:
            raise PortFault(self._where, "is not there")
        self._ear = ear
        self.on_opening()

    def write(self, data: bytes) -> None:
        self.written += data

    async def close(self) -> None:
        self._ear = None

    @property
    def is_open(self) -> bool:
        """Whether anybody listens."""
        return self._ear is not None

    def say(self, data: bytes) -> None:
        """What comes in over the line; nobody hears it while the port is closed."""
        if self._ear:
            self._ear.hear(data)

    def unplug(self) -> None:
        ear, self._ear, self._plugged = self._ear, None, False
        if ear:
            ear.lose("was unplugged")

    def plug_in(self) -> None:
        self._plugged = True


class PrintingHand:
    """Throws dice that print what they show, once they lie still, and say nothing else."""

    def __init__(self, port: MemoryPort, clock: SimulatedClock) -> None:
        self._port, self._clock = port, clock

    def roll(self, *numbers: int) -> None:
        """Throw, a while after the throw before."""
        self._clock.advance(QUIET + 1)
        self.settle(*numbers)

    def settle(self, *numbers: int) -> None:
        self._port.say(" ".join(map(str, numbers)).encode() + b"\r\n")

    def start_rolling(self) -> None:
        pass

    def cock(self) -> None:
        pass

    def lift(self) -> None:
        pass


@asynccontextmanager
async def line_dice(colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock, port = SimulatedClock(5.0), MemoryPort()
    device = LineDice("dice", clock, port, PrintedDice(quiet=QUIET), colour)
    hand = PrintingHand(port, clock)
    # In the quiet time after it was opened, whatever is printed is one report.
    throws = cycle([(3, 1), (4, 2)])
    yield DiceRig(
        device,
        clock,
        port.unplug,
        port.plug_in,
        lambda: hand.settle(*next(throws)),
        hand,
        stands=False,
        tells=device.tells,
    )


GODICE_AXES = {
    1: (-64, 0, 0),
    2: (0, 0, 64),
    3: (0, 64, 0),
    4: (0, -64, 0),
    5: (0, 0, -64),
    6: (64, 0, 0),
}


def felt(number: int) -> bytes:
    """What a die of this make feels that lies with this face up, a little askew."""
    askew = zip(GODICE_AXES[number], (2, -3, 1), strict=True)
    return bytes((part + wobble) % 256 for part, wobble in askew)


class GoDiceWords:
    """What GoDice say of what is done with them."""

    rolling = b"R"
    cocked = b"TS" + bytes((45, 44, 0))
    lifted = None

    @staticmethod
    def settled(number: int) -> bytes:
        return b"S" + felt(number)


class PixelsWords:
    """What Pixels say of what is done with them."""

    rolling = bytes((3, 3, 2))
    cocked = bytes((3, 4, 2))
    lifted = bytes((3, 2, 2))

    @staticmethod
    def settled(number: int) -> bytes:
        return bytes((3, 1, number - 1))


class SmartHand:
    """Throws two smart dice."""

    def __init__(self, dice: list[NearDie], words: type[GoDiceWords] | type[PixelsWords]) -> None:
        self._dice, self._words = dice, words
        self.doing: dict[str, bytes] = {}
        self._numbers: tuple[int, ...] = ()
        for die in dice:
            self.doing[die.address] = words.lifted or words.rolling

    def roll(self, *numbers: int) -> None:
        self.start_rolling()
        self.settle(*numbers)

    def start_rolling(self) -> None:
        for die in self._dice:
            self._do(die, self._words.rolling)

    def settle(self, *numbers: int) -> None:
        self._numbers = numbers
        for die, number in zip(self._dice, numbers, strict=True):
            self._do(die, self._words.settled(number))

    def cock(self) -> None:
        one, other = self._dice
        self._do(one, self._words.settled(6))
        self._do(other, self._words.cocked)

    def lift(self) -> None:
        if self._words.lifted:
            for die in self._dice:
                self._do(die, self._words.lifted)

    def nudge(self) -> None:
        """Turn the first die over, so that the pair shows something else."""
        self.settle(3 if self._numbers == (4, 1) else 4, 1)

    def turn(self) -> None:
        """Take them both in hand, or lay them both down."""
        if self.doing[self._dice[0].address] == self._words.lifted:
            self.settle(3, 1)
        else:
            self.lift()

    def _do(self, die: NearDie, packet: bytes) -> None:
        self.doing[die.address] = packet
        die.say(packet)


def smart_hand(make: Make, dice: list[NearDie]) -> SmartHand:
    """The hand for dice of this make, which answer what they are asked."""
    hand = SmartHand(dice, PixelsWords if make is PIXELS else GoDiceWords)
    if make is PIXELS:
        for die in dice:
            die.answers[ASK_ROLL_STATE] = partial(hand.doing.__getitem__, die.address)
    return hand


@asynccontextmanager
async def smart_dice(make: Make, colour: Colour | None = None) -> AsyncIterator[DiceRig]:
    clock, dice = SimulatedClock(5.0), near(make, *TWO)
    air, hand = FakeBleak(*dice), smart_hand(make, dice)
    device = SmartDice("dice", clock, make, TWO, colour, radio=Radio(lambda: air))

    def unplug() -> None:
        for die in dice:
            die.vanish()

    def plug_in() -> None:
        for die in dice:
            die.awake = True

    yield DiceRig(
        device,
        clock,
        unplug,
        plug_in,
        hand.turn if make is PIXELS else hand.nudge,
        hand,
        stands=make is PIXELS,
        tells=device.tells,
        alone=False,
    )


PRINTING_AND_SMART: Mapping[str, Maker[DiceRig]] = {
    "dice that print lines": line_dice,
    "dice of one player that print lines": partial(line_dice, Colour.DARK),
    "GoDice": partial(smart_dice, GODICE),
    "Pixels": partial(smart_dice, PIXELS),
}
