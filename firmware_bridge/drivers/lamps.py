"""The lamps of a board that is on the wire."""

from __future__ import annotations

from firmware_bridge.drivers.wired import WiredDevice
from firmware_bridge.link import BoardLink
from firmware_bridge.wire.requests import Ink, Shine
from firmware_bridge.wire.tellings import BoardInfo
from hardware.cells import LIT, lamp_counts
from hardware.checkers import Place
from hardware.devices import Clock
from hardware.lights import Frame, Light, Rhythm


class WiredLamps(WiredDevice):
    """One, two or three lamps at each point and at each half of the bar."""

    def __init__(self, name: str, clock: Clock, link: BoardLink) -> None:
        super().__init__(name, clock, link)
        self._shown: Shine | None = None
        """What they surely shine like; None if nobody knows."""

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(LIT)

    async def show(self, frame: Frame) -> None:
        """Shine like this from now on; it returns once the board does so."""
        self._check()
        shine = shine_of(frame, self._each())
        if shine == self._shown:
            return
        self._shown = None
        await self._ask(shine, "cannot light them")
        self._shown = shine

    async def _begin(self) -> None:
        self._shown = None
        await super()._begin()

    def _lacking(self, info: BoardInfo) -> str | None:
        counts = lamp_counts()
        if not info.lamps:
            return "has no lamps"
        if info.lamps not in counts:
            *some, most = map(str, counts)
            return f"has {info.lamps} lamps, and not {', '.join(some)} or {most}"
        return None

    def _each(self) -> int:
        """How many lamps there are at a place."""
        return self._link.info.lamps // len(LIT) if self._link.info else 1


def shine_of(frame: Frame, each: int) -> Shine:
    """What the board is told to shine like this, with so many lamps at each place."""
    inks = [ink_of(frame.lights[place]) if place in frame.lights else None for place in LIT]
    return Shine.of(ink for ink in inks for _ in range(each))


def ink_of(light: Light) -> Ink:
    """The ink of a light."""
    colour = light.colour
    return Ink(colour.red, colour.green, colour.blue, EIGHTHS[light.rhythm])


EIGHTHS = {rhythm: int(rhythm.value.replace("#", "1").replace(".", "0"), 2) for rhythm in Rhythm}
"""When each rhythm shines, the first eighth of a second in the highest bit."""
