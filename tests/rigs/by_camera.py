"""Matches that hands play before a simulated camera, while the light on the board changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random

from hardware.drivers.simulated.camera.device import SimulatedCamera
from hardware.drivers.simulated.camera.lights import LIGHTS, Edge
from hardware.drivers.simulated.camera.stock import LOOKS
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from referee.profiles import CASUAL
from service.config import cameras
from service.simulation.evening import Plan, Scene, play_through
from service.simulation.habits import Habits
from service.simulation.sitting import Shown
from service.simulation.umpire import Umpire
from tests.rigs.umpired import beginning, recorded

SIZE = (640, 480)
PACE = 2.0
"""Hands before a camera are so many times slower than those on switches."""
STEP = 10.0
"""Seconds from one change of light to the next."""
BRIGHTER, LEAST, MOST = 1.08, 0.6, 1.2
"""By how much light changes at once, and how far in all."""
SHADOW, BUMP = 0.1, 0.03
"""How often, at each step, a shadow comes or goes, and somebody knocks against the camera."""
KNOCK = 0.25
"""Degrees that it is knocked by, at most."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A board, the light on it, and from where it is seen."""

    look: str = "club"
    light: str = "soft"
    viewpoint: str = "leaning"

    @property
    def camera(self) -> cameras.SimulatedCamera:
        return cameras.SimulatedCamera(
            size=SIZE,
            look=LOOKS[self.look],
            light=LIGHTS[self.light],
            viewpoint=VIEWPOINTS[self.viewpoint],
        )


@dataclass(frozen=True, slots=True)
class Seen:
    """A match that is to be played before a camera."""

    number: int
    """Which of the fifty."""
    sight: Sight = Sight()
    errors: float = 0.0
    seed: int = 0
    events: int | None = None
    """Only the first of it; None is all."""

    @property
    def plan(self) -> Plan:
        return Plan(
            CASUAL,
            "camera",
            seed=self.seed,
            errors=self.errors,
            habits=Habits(pace=PACE, hit_first=1.0),
            camera=self.sight.camera,
        )


def played(seen: Seen) -> Umpire:
    """Who has watched the referee while hands played this, and the light changed."""
    record = recorded(seen.number)
    if seen.events is not None:
        record = beginning(seen.events, seen.number)
    weather = Weather(Random(seen.seed))  # noqa: S311 - clouds, no secret
    return asyncio.run(play_through(record, seen.plan, weather.over))


def at_two_tables(waiting: Iterable[Seen]) -> Iterator[tuple[Seen, Umpire]]:
    """Play all of these, two at a time, each in a process of its own."""
    every = list(waiting)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as tables:
        yield from zip(every, tables.map(played, every), strict=True)


@dataclass(slots=True)
class Weather:
    """Clouds, shadows, and elbows."""

    chance: Random
    strength: float = 1.0
    shaded: bool = False
    at: float = STEP

    @contextmanager
    def over(self, scene: Scene) -> Iterator[Shown]:
        """Let the light on this table change from now on."""
        (camera,) = scene.devices.all_of(SimulatedCamera)

        def shown() -> None:
            while scene.table.clock.now() >= self.at:
                self.at += STEP
                self._change(camera)

        yield shown

    def _change(self, camera: SimulatedCamera) -> None:
        chance = self.chance
        self.strength *= BRIGHTER if chance.random() < 0.5 else 1 / BRIGHTER
        self.strength = min(max(self.strength, LEAST), MOST)
        camera.dim(self.strength)
        if chance.random() < SHADOW:
            self.shaded = not self.shaded
            edge = Edge(angle=chance.uniform(0, 180), at=chance.uniform(2, 10), soft=0.3, dark=0.6)
            camera.shade(edge if self.shaded else None)
        if chance.random() < BUMP:
            camera.bump(chance.uniform(-KNOCK, KNOCK), chance.uniform(-KNOCK, KNOCK))
