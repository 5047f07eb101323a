"""The piezo of a board that is on the wire."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from firmware_bridge.drivers.wired import WiredDevice
from firmware_bridge.link import BoardLink
from firmware_bridge.wire.requests import Buzz
from firmware_bridge.wire.tellings import BoardInfo
from hardware.devices import Clock, DeviceFault
from hardware.sounds import Tone, Tune

SILENCE = Buzz()
MILLISECONDS = 1000
CANNOT = "cannot sound"


class WiredSounder(WiredDevice):
    """One tone after the other."""

    def __init__(self, name: str, clock: Clock, link: BoardLink) -> None:
        super().__init__(name, clock, link)
        self._played = 0
        """Tunes so far: whoever finds that it is not the last one any more has been cut short."""

    async def play(self, tune: Tune) -> None:
        """Play this, and return when it is over; a tune that is still played is cut short."""
        self._check()
        self._played += 1
        which, over = self._played, self._clock.now()
        try:
            for tone in tune:
                await self._sound(_buzz(tone))
                over += tone.seconds
                await self._clock.wait_until(over)
                if which != self._played:
                    return
            self._check()
        except asyncio.CancelledError:
            if which == self._played:
                with suppress(DeviceFault):
                    await self._sound(SILENCE)
            raise

    async def _meet(self, info: BoardInfo) -> None:
        await super()._meet(info)
        # Whether it has a piezo is not told; one that has none cannot be silent either.
        await self._ask(SILENCE, CANNOT)

    async def _sound(self, buzz: Buzz) -> None:
        self._check()
        await self._ask(buzz, CANNOT)


def _buzz(tone: Tone) -> Buzz:
    """What plays a tone; a rest is silence."""
    if not tone.hertz:
        return SILENCE
    return Buzz(tone.hertz, max(1, round(tone.seconds * MILLISECONDS)))
