"""Bluetooth without a radio: `bleak` with its real manners, and dice near it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from firmware_bridge.dice.bluetooth.makes import WRITE, Make


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
class NearDie:
    """A die that lies near: what it answers, and whether it is awake and free."""

    address: str
    name: str
    services: list[str]
    notify: str
    answers: dict[bytes, Callable[[], bytes]] = field(default_factory=dict)
    awake: bool = True
    rssi: int = -50
    client: "FakeClient | None" = None

    def say(self, packet: bytes) -> None:
        """Tell this to whoever listens."""
        if self.client and self.client.heard:
            self.client.heard(self.notify, bytearray(packet))

    def vanish(self) -> None:
        """Be taken away, or fall asleep: whoever was connected has lost it."""
        self.awake = False
        if self.client:
            self.client.drop()


class FakeClient:
    """A `BleakClient`."""

    def __init__(
        self,
        air: "FakeBleak",
        address: str,
        disconnected_callback: Callable[[Any], None] | None = None,
        *,
        timeout: float = 30.0,
    ) -> None:
        self.address, self.timeout = address, timeout
        self.heard: Callable[[Any, bytearray], None] | None = None
        self._air, self._gone = air, disconnected_callback
        self._die: NearDie | None = None

    @property
    def is_connected(self) -> bool:
        return self._die is not None

    async def connect(self) -> None:
        if self._air.refusal is not None:
            raise self._air.refusal
        die = self._air.dice.get(self.address)
        if die is None or not die.awake or die.client:
            told = f"Device with address {self.address} was not found."
            raise BleakDeviceNotFoundError(self.address, told)
        die.client, self._die = self, die

    async def disconnect(self) -> None:
        self.drop()
        if self._air.disconnecting is not None:
            raise self._air.disconnecting

    async def start_notify(self, where: str, heard: Callable[[Any, bytearray], None]) -> None:
        if self._die is None:
            raise BleakError("Service Discovery has not been performed yet")
        if where != self._die.notify:
            raise BleakCharacteristicNotFoundError(f"Characteristic {where} was not found!")
        self.heard = heard

    async def write_gatt_char(self, where: str, data: bytes) -> None:
        assert where == WRITE
        if self._die is None:
            raise BleakError("Not connected")
        if data in self._die.answers:
            self._die.say(self._die.answers[data]())

    def drop(self) -> None:
        """The end of the connection, whoever has ended it; the callback hears of it each time."""
        if self._die:
            self._die.client, self._die = None, None
            if self._gone:
                self._gone(self)


class FakeBleak:
    """The library, and the dice that are near."""

    exc = SimpleNamespace(
        BleakError=BleakError,
        BleakDeviceNotFoundError=BleakDeviceNotFoundError,
        BleakCharacteristicNotFoundError=BleakCharacteristicNotFoundError,
        BleakBluetoothNotAvailableError=BleakBluetoothNotAvailableError,
    )

    def __init__(self, *dice: NearDie) -> None:
        self.dice = {die.address: die for die in dice}
        self.refusal: Exception | None = None
        """What Bluetooth says to everything, if it says anything."""
        self.disconnecting: Exception | None = None
        """What it says to whoever disconnects."""
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


def near(make: Make, *addresses: str) -> list[NearDie]:
    """Dice of this make that are near, the first one nearest."""
    return [
        NearDie(
            at, f"{make.prefix or 'A die '}{at[-5:]}", [make.service], make.notify, rssi=-50 - n
        )
        for n, at in enumerate(addresses)
    ]
