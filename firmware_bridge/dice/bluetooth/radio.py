"""Bluetooth, reached through `bleak`, whose faults are turned into words here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from firmware_bridge.dice.bluetooth.makes import WRITE, Make
from hardware.devices import DeviceFault

SEARCH = 10.0
REACH = 30.0
LET_GO = 5.0
"""Seconds; some systems never finish letting go of a die."""

Hear = Callable[[bytes], None]


def load_bleak() -> Any:
    """The library; DeviceFault where it is not installed."""
    try:
        import bleak  # type: ignore[import-not-found, unused-ignore] # an extra
    except ImportError as error:
        raise DeviceFault(
            "needs what is not installed here: python -m pip install 'kibitz[bluetooth]'"
        ) from error
    return bleak


class Radio:
    """The Bluetooth of this machine."""

    def __init__(self, load: Callable[[], Any] = load_bleak) -> None:
        self._load = load

    async def find(self, make: Make, many: int) -> list[str]:
        """The addresses of so many dice of this make, in order; the nearest ones, if any."""
        bleak = self._load()
        with _in_words(bleak, make.name):
            heard = await bleak.BleakScanner.discover(timeout=SEARCH, return_adv=True)
        made = [
            (-told.rssi, device.address)
            for device, told in heard.values()
            if make.is_made(told.local_name, told.service_uuids)
        ]
        if len(made) < many:
            raise DeviceFault(f"found {len(made)} of {many} {make.name} that are awake and free")
        return sorted(address for _, address in sorted(made)[:many])

    async def reach(self, address: str, make: Make, hear: Hear, gone: Callable[[], None]) -> Any:
        """A die that is heard from now on and has been asked; the client lets go of it."""
        bleak = self._load()
        with _in_words(bleak, address):
            client = bleak.BleakClient(address, lambda _client: gone(), timeout=REACH)
            try:
                async with asyncio.timeout(REACH):
                    await client.connect()
                    await client.start_notify(make.notify, lambda _where, data: hear(bytes(data)))
                    for question in make.questions:
                        await client.write_gatt_char(WRITE, question)
            except BaseException:
                await self.let_go(client)
                raise
        return client

    async def let_go(self, client: Any) -> None:
        """Disconnect; it cannot fail, for whoever is gone is let go of."""
        error = self._load().exc.BleakError
        try:
            async with asyncio.timeout(LET_GO):
                await client.disconnect()
        except (error, OSError, EOFError):
            return


@contextmanager
def _in_words(bleak: Any, what: str) -> Iterator[None]:
    """Whatever Bluetooth refuses here is a DeviceFault."""
    try:
        yield
    except (bleak.exc.BleakError, OSError, EOFError) as error:
        raise DeviceFault(_words(bleak.exc, error, what)) from error


def _words(exc: Any, error: Exception, what: str) -> str:
    """What went wrong with a die or with all of Bluetooth."""
    told = " ".join(str(error.args[0] if error.args else "").split())[:100]
    off = getattr(exc, "BleakBluetoothNotAvailableError", ())  # older ones only have words
    if isinstance(error, exc.BleakDeviceNotFoundError):
        return f"{what} was not found: is it awake, near, and free of any phone?"
    if isinstance(error, off) or any(
        word in told for word in ("adapter", "NotReady", "turned off")
    ):
        return "Bluetooth is off, or this machine has none"
    if isinstance(error, TimeoutError):
        return f"{what} did not answer"
    if isinstance(error, OSError | EOFError):
        return f"Bluetooth cannot be reached on this machine ({told or type(error).__name__})"
    return f"{what} cannot be reached ({told or type(error).__name__})"
