"""A simulated table in front of a simulated camera whose pictures are watched one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import repeat

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.drivers.simulated.camera.device import SimulatedCamera
from hardware.drivers.simulated.camera.pictures import START
from hardware.drivers.simulated.clock import SimulatedClock
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SimulatedTable
from hardware.sightings import ANYTHING, Sighting
from vision.corners import Corners
from vision.eye import Eye
from vision.learned import Learned
from vision.learning.start import learn
from vision.pictures import Picture
from vision.reading import read
from vision.readings import Reading
from vision.registering import BoardLost, registered
from vision.watching.watch import Look, Tools, Watch, watching
from vision.watching.watched import watched

SIZE = (640, 480)
PACE = 0.2
"""Seconds from one picture to the next."""


class WatchedTable:
    """What people do at it is seen at once; what is told of it can be compared with the truth."""

    def __init__(self, look: str = "club", light: str = "soft", viewpoint: str = "leaning") -> None:
        self.clock = SimulatedClock(5.0)
        self.table = SimulatedTable(START)
        self.dice = SimulatedDice("dice", self.clock)
        self.camera = SimulatedCamera(
            "camera", self.table, self.clock, look=look, light=light, viewpoint=viewpoint,
            size=SIZE, dice=(self.dice,),
        )  # fmt: skip
        asyncio.run(self._held_still())
        self.reads = self.searches = 0
        tools = Tools(self._read, self._register, _as_it_was)
        self.watch: Watch = watching(_learnt(look, light, viewpoint), tools)

    def later(self, seconds: float = PACE) -> Look:
        """What the last picture of the next while has brought."""
        return self.shown(repeat(None, max(round(seconds / PACE), 1)))

    def shown(self, pictures: Iterable[Picture | None]) -> Look:
        """The same, with other pictures than those of the camera where there are any."""
        look = None
        for picture in pictures:
            self.clock.advance(PACE)
            seen = self.camera.look() if picture is None else picture
            self.watch, look = watched(self.watch, seen, self.clock.now())
            assert self.lies == []
        assert look is not None
        return look

    def carry(self, source: Place, target: Place) -> None:
        """A checker from one place to another, at once."""
        self.table.put(target, self.table.lift(source))

    @property
    def told(self) -> Mapping[Place, Sighting]:
        """What is claimed now."""
        return self.watch.told

    @property
    def untold(self) -> set[Place]:
        """The places of which nothing is claimed."""
        return {place for place in BACKGAMMON if self.told.get(place, ANYTHING) == ANYTHING}

    @property
    def lies(self) -> list[str]:
        """The places of which something is claimed that is not so."""
        return [
            f"{place}: {sighting}, but it is {self._pair(place)}"
            for place, sighting in self.told.items()
            if not sighting.allows(*self._pair(place))
        ]

    async def _held_still(self) -> None:
        async with self.camera:
            await self.camera.hold_still()

    def _pair(self, place: Place) -> tuple[int, int]:
        light, dark = (self.table.count(place, colour) for colour in Colour)
        return light, dark

    def _read(self, picture: Picture, learned: Learned) -> Reading:
        self.reads += 1
        return read(picture, learned)

    def _register(self, picture: Picture, learned: Learned) -> Eye | None:
        self.searches += 1
        try:
            return registered(picture, learned)
        except BoardLost:
            return None


@lru_cache(maxsize=2)
def _learnt(look: str, light: str, viewpoint: str) -> Learned:
    table, clock = SimulatedTable(START), SimulatedClock(5.0)
    camera = SimulatedCamera(
        "camera", table, clock, look=look, light=light, viewpoint=viewpoint, size=SIZE
    )
    return learn(camera.look(), Corners.of(camera.corners))


def _as_it_was(_picture: Picture, learned: Learned, _reading: Reading) -> Learned:
    return learned
