"""A fake of the `bleak` library with its exceptions, and dice in its range."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from firmware_bridge.bluetooth_dice import NORDIC_UART_WRITE, DiceModel


class BleakError(Exception):
    pass


class BleakDeviceNotFoundError(BleakError):
    def __init__(self, identifier: str, *args: object) -> None:
        super().__init__(*args)
        self.identifier = identifier


class BleakCharacteristicNotFoundError(BleakError):
    pass


class BleakBluetoothNotAvailableError(BleakError):
    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message, reason)


@dataclass
class DieInRange:
    """A die in range: its answers, and if it is awake and free."""

    address: str
    name: str
    services: list[str]
    notify: str
    answers: dict[bytes, Callable[[], bytes]] = field(default_factory=dict)
    awake: bool = True
    rssi: int = -50
    client: "FakeClient | None" = None

    def say(self, packet: bytes) -> None:
        """Sends a notification to the connected client."""
        if self.client and self.client.heard:
            self.client.heard(self.notify, bytearray(packet))

    def vanish(self) -> None:
        """Takes the die out of range; a connected client loses it."""
        self.awake = False
        if self.client:
            self.client.drop()


class FakeClient:
    """Stands in for `BleakClient`."""

    def __init__(
        self,
        bleak: "FakeBleak",
        address: str,
        disconnected_callback: Callable[[Any], None] | None = None,
        *,
        timeout: float = 30.0,
    ) -> None:
        self.address, self.timeout = address, timeout
        self.heard: Callable[[Any, bytearray], None] | None = None
        self._bleak, self._gone = bleak, disconnected_callback
        self._die: DieInRange | None = None

    async def connect(self) -> None:
        if self._bleak.refusal is not None:
            raise self._bleak.refusal
        die = self._bleak.dice.get(self.address)
        if die is None or not die.awake or die.client:
            problem = f"Device with address {self.address} was not found."
            raise BleakDeviceNotFoundError(self.address, problem)
        die.client, self._die = self, die

    async def disconnect(self) -> None:
        self.drop()
        if self._bleak.disconnecting is not None:
            raise self._bleak.disconnecting

    async def start_notify(self, where: str, heard: Callable[[Any, bytearray], None]) -> None:
        if self._die is None:
            raise BleakError("Service Discovery has not been performed yet")
        if where != self._die.notify:
            raise BleakCharacteristicNotFoundError(f"Characteristic {where} was not found!")
        self.heard = heard

    async def write_gatt_char(self, where: str, data: bytes) -> None:
        assert where == NORDIC_UART_WRITE
        if self._die is None:
            raise BleakError("Not connected")
        if data in self._die.answers:
            self._die.say(self._die.answers[data]())

    def drop(self) -> None:
        """Ends the connection and calls back, as the library does on each side's request."""
        if self._die:
            self._die.client, self._die = None, None
            if self._gone:
                self._gone(self)


class FakeBleak:
    """The library, and the dice in its range."""

    exc = SimpleNamespace(
        BleakError=BleakError,
        BleakDeviceNotFoundError=BleakDeviceNotFoundError,
        BleakCharacteristicNotFoundError=BleakCharacteristicNotFoundError,
        BleakBluetoothNotAvailableError=BleakBluetoothNotAvailableError,
    )

    def __init__(self, *dice: DieInRange) -> None:
        self.dice = {die.address: die for die in dice}
        self.refusal: Exception | None = None
        """Error that every use of Bluetooth raises."""
        self.disconnecting: Exception | None = None
        """Error that disconnecting raises."""
        self.BleakScanner = SimpleNamespace(discover=self._discover)

    def BleakClient(self, *args: Any, **options: Any) -> FakeClient:  # noqa: N802 - as in bleak
        return FakeClient(self, *args, **options)

    async def _discover(self, **options: Any) -> dict[str, Any]:
        assert options["timeout"] > 0
        assert options["return_adv"]
        if self.refusal is not None:
            raise self.refusal
        return {
            die.address: (
                SimpleNamespace(address=die.address, name=die.name),
                SimpleNamespace(local_name=die.name, service_uuids=die.services, rssi=die.rssi),
            )
            for die in self.dice.values()
            if die.awake and not die.client
        }


def dice_in_range(make: DiceModel, *addresses: str) -> list[DieInRange]:
    """Dice of this make, each weaker in signal than the one before."""
    return [
        DieInRange(
            at, f"{make.prefix or 'A die '}{at[-5:]}", [make.service], make.notify, rssi=-50 - n
        )
        for n, at in enumerate(addresses)
    ]
