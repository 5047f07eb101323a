"""A pair of smart dice over Bluetooth, and the protocols of GoDice and Pixels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from math import hypot
from struct import unpack
from typing import Any

from firmware_bridge.dice_pair import UNKNOWN_DIE, DicePair, Die, combine_dice
from hardware.checkers import Colour
from hardware.devices import Clock, DeviceFault
from hardware.driver_base import SignalDevice
from hardware.signals import FACES, DiceReading, DiceState

NORDIC_UART = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""The serial service of Nordic, which most smart dice use in their own way."""
NORDIC_UART_WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"


@dataclass(frozen=True, slots=True)
class BatteryLevel:
    """The charge of the battery in per cent."""

    level: int


@dataclass(frozen=True, slots=True)
class DotColour:
    """The colour of the dots of a die."""

    colour: str


PacketContent = Die | BatteryLevel | DotColour | None
"""The content of a packet; None if it is not understood."""


@dataclass(frozen=True, slots=True)
class DiceModel:
    """One make of smart dice."""

    name: str
    notify: str
    """The characteristic on which a die sends notifications."""
    questions: tuple[bytes, ...]
    """The requests that are sent to a die once it is connected."""
    parse: Callable[[bytes], PacketContent]
    reported_states: frozenset[DiceState]
    """The states that these dice can report."""
    prefix: str = ""
    """The prefix of the dice's Bluetooth names, if they are found by name."""
    service: str = NORDIC_UART
    """The Bluetooth service that the dice offer, if they are found by service."""

    def matches(self, name: str | None, services: list[str]) -> bool:
        """True if a device with this name and these services is such a die."""
        if self.prefix:
            return (name or "").startswith(self.prefix)
        return self.service in services


GODICE_NOTIFY = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
GODICE_ASK_BATTERY = b"\x03"
GODICE_ASK_DOTS = b"\x17"
GODICE_FULL = 100
GODICE_FLAT = 0.8
"""Minimum share of its weight that a flat die feels along one axis."""

GODICE_DOTS = ("black", "red", "green", "blue", "yellow", "orange")
"""The colours of the dots, which distinguish the dice."""

_GODICE_STILL = frozenset({b"S", b"FS", b"MS"})
"""The die lies still: after a throw, after a doubtful throw, after a nudge."""
_GODICE_TILTED = b"TS"
_GODICE_FACES = {(0, -1): 1, (0, 1): 6, (1, -1): 4, (1, 1): 3, (2, -1): 5, (2, 1): 2}
"""The upper face by the axis along which the die feels its weight, and the direction."""


def parse_godice(packet: bytes) -> PacketContent:
    """Parses a packet; None if it is unknown."""
    if packet[:1] == b"R":
        return Die(DiceState.ROLLING)
    if packet[:-1] == b"Bat":
        return BatteryLevel(packet[-1]) if packet[-1] <= GODICE_FULL else None
    if packet[:-1] == b"Col":
        return DotColour(GODICE_DOTS[packet[-1]]) if packet[-1] < len(GODICE_DOTS) else None
    key, felt = packet[:-3], packet[-3:]
    if key == _GODICE_TILTED:
        return Die(DiceState.COCKED)
    return _godice_at_rest(unpack("bbb", felt)) if key in _GODICE_STILL else None


def _godice_at_rest(felt: tuple[int, ...]) -> Die | None:
    """The state of a still die that feels these components of its weight."""
    strongest = max(felt, key=abs)
    if not strongest:
        return None
    if abs(strongest) < GODICE_FLAT * hypot(*felt):
        return Die(DiceState.COCKED)
    face = _GODICE_FACES[felt.index(strongest), 1 if strongest > 0 else -1]
    return Die(DiceState.SETTLED, face)


GODICE = DiceModel(
    "GoDice",
    GODICE_NOTIFY,
    (GODICE_ASK_BATTERY, GODICE_ASK_DOTS),
    parse_godice,
    frozenset({DiceState.ROLLING, DiceState.SETTLED, DiceState.COCKED}),
    prefix="GoDice_",
)


PIXELS_NOTIFY = NORDIC_UART
"""The characteristic of notifications; it has the UUID of the service."""
PIXELS_ASK_ROLL_STATE = b"\x17"
PIXELS_ASK_BATTERY = b"\x21"
PIXELS_ROLL_STATE = 3
PIXELS_BATTERY = 34
PIXELS_FULL = 100
_PIXELS_LENGTH = 3

_PIXELS_RESTING = frozenset({1, 5})
"""The roll states of a die on a face, after a throw or without one; older dice have only 1."""
_PIXELS_MOVING = {
    0: UNKNOWN_DIE,
    2: Die(DiceState.LIFTED),
    3: Die(DiceState.ROLLING),
    4: Die(DiceState.COCKED),
}


def parse_pixels(packet: bytes) -> PacketContent:
    """Parses a message; None if it is unknown."""
    if len(packet) != _PIXELS_LENGTH:
        return None
    kind, first, second = packet
    if kind == PIXELS_ROLL_STATE:
        return _pixels_at_rest(second) if first in _PIXELS_RESTING else _PIXELS_MOVING.get(first)
    return BatteryLevel(first) if kind == PIXELS_BATTERY and first <= PIXELS_FULL else None


def _pixels_at_rest(face: int) -> Die | None:
    """A die with this face up, counted from 0; None if a die with six faces does not have it."""
    return Die(DiceState.SETTLED, face + 1) if face + 1 in FACES else None


PIXELS = DiceModel(
    "Pixels",
    PIXELS_NOTIFY,
    (PIXELS_ASK_ROLL_STATE, PIXELS_ASK_BATTERY),
    parse_pixels,
    frozenset(DiceState),
)


SEARCH_TIMEOUT = 10.0
CONNECT_TIMEOUT = 30.0
DISCONNECT_TIMEOUT = 5.0
"""Timeouts in seconds; some systems never finish a disconnection."""

OnPacket = Callable[[bytes], None]


def load_bleak() -> Any:
    """Loads the library; DeviceFault if it is not installed."""
    try:
        import bleak  # type: ignore[import-not-found, unused-ignore] # an extra
    except ImportError as error:
        raise DeviceFault(
            "needs a missing library; run: python -m pip install 'kibitz[bluetooth]'"
        ) from error
    return bleak


class BluetoothRadio:
    """The Bluetooth adapter of this machine."""

    def __init__(self, load: Callable[[], Any] = load_bleak) -> None:
        self._load = load

    async def find(self, make: DiceModel, many: int) -> list[str]:
        """The sorted addresses of the nearest dice of a make; DeviceFault if there are too few."""
        bleak = self._load()
        with _translate_errors(bleak, make.name):
            heard = await bleak.BleakScanner.discover(timeout=SEARCH_TIMEOUT, return_adv=True)
        made = [
            (-told.rssi, device.address)
            for device, told in heard.values()
            if make.matches(told.local_name, told.service_uuids)
        ]
        if len(made) < many:
            raise DeviceFault(f"found {len(made)} of {many} {make.name} that are awake and free")
        return sorted(address for _, address in sorted(made)[:many])

    async def connect(
        self, address: str, make: DiceModel, hear: OnPacket, gone: Callable[[], None]
    ) -> Any:
        """Connects to a die, subscribes, and sends the requests; returns the client.

        Raises DeviceFault if that fails.
        """
        bleak = self._load()
        with _translate_errors(bleak, address):
            client = bleak.BleakClient(address, lambda _client: gone(), timeout=CONNECT_TIMEOUT)
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    await client.connect()
                    await client.start_notify(make.notify, lambda _from, data: hear(bytes(data)))
                    for question in make.questions:
                        await client.write_gatt_char(NORDIC_UART_WRITE, question)
            except BaseException:
                await self.disconnect(client)
                raise
        return client

    async def disconnect(self, client: Any) -> None:
        """Disconnects a die; never fails, as it may be gone already."""
        error = self._load().exc.BleakError
        try:
            async with asyncio.timeout(DISCONNECT_TIMEOUT):
                await client.disconnect()
        except (error, OSError, EOFError):
            return


@contextmanager
def _translate_errors(bleak: Any, what: str) -> Iterator[None]:
    """Turns the errors of Bluetooth into DeviceFault."""
    try:
        yield
    except (bleak.exc.BleakError, OSError, EOFError) as error:
        raise DeviceFault(_error_text(bleak.exc, error, what)) from error


def _error_text(exc: Any, error: Exception, what: str) -> str:
    """The text for an error of one die or of all of Bluetooth."""
    told = " ".join(str(error.args[0] if error.args else "").split())[:100]
    off = getattr(exc, "BleakBluetoothNotAvailableError", ())  # older ones only have words
    if isinstance(error, exc.BleakDeviceNotFoundError):
        return f"{what} was not found: is it awake, near, and free of any phone?"
    if isinstance(error, off) or any(it in told for it in ("adapter", "NotReady", "turned off")):
        return "Bluetooth is off, or this machine has none"
    if isinstance(error, TimeoutError):
        return f"{what} did not answer"
    if isinstance(error, OSError | EOFError):
        return f"Bluetooth cannot be reached on this machine ({told or type(error).__name__})"
    return f"{what} cannot be reached ({told or type(error).__name__})"


PAIR = 2


class BluetoothDice(SignalDevice):
    """A pair of smart dice of one make; without addresses, the two nearest ones."""

    def __init__(
        self,
        name: str,
        clock: Clock,
        make: DiceModel,
        addresses: Sequence[str] = (),
        colour: Colour | None = None,
        *,
        radio: BluetoothRadio | None = None,
    ) -> None:
        super().__init__(name, clock)
        self._make = make
        self._addresses = tuple(addresses)
        self._colour = colour
        self._radio = radio or BluetoothRadio()
        self._reset()

    @property
    def reported_states(self) -> frozenset[DiceState]:
        return self._make.reported_states

    @property
    def batteries(self) -> Mapping[str, int]:
        """The last known battery charge of each die in per cent."""
        return self._batteries

    @property
    def noise_count(self) -> int:
        """Number of packets since the opening that were not understood."""
        return self._noise

    async def _connect(self) -> None:
        self._reset()
        try:
            async with AsyncExitStack() as reached:
                await self._connect_all(reached)
                self._connections = reached.pop_all()
        except DeviceFault as fault:
            raise DeviceFault(f"{self.name}: {fault}") from fault

    async def _disconnect(self) -> None:
        await self._connections.aclose()

    async def _connect_all(self, reached: AsyncExitStack) -> None:
        """Connects the dice one after the other, as many systems cannot do it at once."""
        addresses = self._addresses or await self._radio.find(self._make, PAIR)
        self._dice.update(dict.fromkeys(addresses, UNKNOWN_DIE))
        for address in addresses:
            hear = partial(self._on_packet, self._opening, address)
            gone = partial(self._on_disconnect, self._opening, address)
            client = await self._radio.connect(address, self._make, hear, gone)
            reached.push_async_callback(self._radio.disconnect, client)
        if self._lost_die is not None:
            raise DeviceFault(f"{self._lost_die} was lost again")

    def _reset(self) -> None:
        self._opening = object()
        """Identifies this opening; callbacks of an earlier one are ignored."""
        self._connections = AsyncExitStack()
        self._dice: dict[str, Die] = {}
        self._batteries: dict[str, int] = {}
        self._pair: DicePair | None = None
        self._lost_die: str | None = None
        self._noise = 0

    def _on_packet(self, opening: object, address: str, packet: bytes) -> None:
        if opening is not self._opening:
            return
        match self._make.parse(packet):
            case Die() as die:
                self._dice[address] = die
                self._follow()
            case BatteryLevel(level):
                self._batteries[address] = level
            case DotColour():
                pass
            case None:
                self._noise += 1

    def _follow(self) -> None:
        """Reports the state of the pair if it has changed."""
        before, self._pair = self._pair, combine_dice(tuple(self._dice.values()), self._pair)
        if self._pair is not None and self._pair != before:
            found = before is None and self._pair.state is not DiceState.ROLLING
            self._report(self._reading(self._pair, standing=found))

    def _on_disconnect(self, opening: object, address: str) -> None:
        """Handles the loss of a die: a single die is not a pair."""
        if opening is not self._opening:
            return
        self._lost_die = address
        if self._open:
            self._mark_lost(f"has lost the die {address}")

    def _initial_signal(self) -> DiceReading | None:
        return None if self._pair is None else self._reading(self._pair, standing=True)

    def _reading(self, pair: DicePair, *, standing: bool) -> DiceReading:
        now = self._clock.now()
        return DiceReading(self.name, now, pair.state, pair.numbers, self._colour, standing)
