"""A camera over the simulated table, and all that can happen to one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Protocol, TypeVar

import cv2
import numpy as np

from hardware.checkers import BACKGAMMON, Colour, Place
from hardware.devices import Clock, DeviceFault
from hardware.drivers.simulated.camera.exposing import Exposure, Noise, Picture
from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.laying import half_of, laid_out
from hardware.drivers.simulated.camera.laying import spot as seat
from hardware.drivers.simulated.camera.lights import LIGHTS, Edge, Light
from hardware.drivers.simulated.camera.looks import Look
from hardware.drivers.simulated.camera.optics import Reals, Size
from hardware.drivers.simulated.camera.pictures import (
    USUAL_SIZE,
    blur_of,
    corners,
    lifted,
    noise_of,
    round_of,
)
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rendering import Rendering, Taking, Thing
from hardware.drivers.simulated.camera.rounds import Round
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.throwing import thrown
from hardware.drivers.simulated.camera.touching import Touching
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS, Viewpoint
from hardware.drivers.simulated.device import SimulatedDevice
from hardware.drivers.simulated.dice import SimulatedDice
from hardware.drivers.simulated.table import SLOTS, SimulatedTable, Touched
from hardware.shots import Shot
from hardware.signals import DiceState

PACE = 5.0
"""Pictures a second."""
STAYS = 0.5
"""Seconds that a hand stays where it has put something down."""
BY_HAND = 4
"""Who touches more places than this at once has swept the board."""
BLURRED = 7.0
"""Pixels of blur at 720 rows, out of focus."""
BEHIND_CLOTH = 7
"""How bright a picture is in bytes when something covers the lens."""
QUALITY = 90
GRIP = 0.3
"""Widths of a point from a checker up to the fingers that hold it."""
CLOTHES = {Colour.LIGHT: (1, 0), Colour.DARK: (3, 2)}
"""Skin and sleeve of each player."""


R = TypeVar("R")


class Drawing(Protocol):
    """Somebody who draws, which takes long: one picture after the other."""

    async def __call__(self, work: Callable[[], R]) -> R:
        """What comes of it."""


async def at_once(work: Callable[[], R]) -> R:
    """Draw while everything else waits."""
    return work()


@dataclass(frozen=True, slots=True)
class _Scene:
    """What is before the lens at one moment."""

    light: Light
    viewpoint: Viewpoint
    things: tuple[Thing, ...]
    covered: bool
    flicker: float
    """How many times as bright as usual it happens to be."""


class SimulatedCamera(SimulatedDevice):
    """It sees the checkers of a table, the dice that lie there, and the hands that move them."""

    def __init__(  # noqa: PLR0913 - each has a usual value
        self,
        name: str,
        table: SimulatedTable,
        clock: Clock,
        seed: int = 0,
        *,
        look: Look | str | int = "club",
        light: Light | str = "soft",
        viewpoint: Viewpoint | str = "leaning",
        size: Size = USUAL_SIZE,
        pace: float = PACE,
        dice: Iterable[SimulatedDice] = (),
        drawing: Drawing = at_once,
    ) -> None:
        super().__init__(name, clock)
        self._drawing = drawing
        self._table, self._dice = table, tuple(dice)
        self._seed, self._size, self._pace = seed, size, pace
        self._plan = Plan(look if isinstance(look, Look) else look_of(look))
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._viewpoint = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
        self._strength, self._edge = 1.0, self._light.edge
        self._covered = self._unfocused = False
        self._exposure: Exposure | None = None
        self._held = False
        self._closed = asyncio.Event()
        self._rendering: Rendering | None = None
        self._noise: Noise | None = None
        self._chance = Random(seed)  # noqa: S311 - flickering light, no secret
        self._since = clock.now()
        self._touching = Touching(table)
        self._checkers: tuple[Round, ...] | None = None
        self._touched_last: tuple[Place, float] | None = None
        self._hand_at: Place | None = None
        self._throws: Counter[str] = Counter()
        self._shown: dict[str, tuple[int, ...]] = {}
        # The table goes on whether anybody takes pictures of it or not.
        table.on_change(self._touched)

    async def shots(self) -> AsyncIterator[Shot]:
        """A new picture whenever one is asked for, if it is time; DeviceFault once it is lost."""
        self._check()
        closed, due = self._closed, self._clock.now()
        while not closed.is_set():
            self._check()
            at, scene = self._clock.now(), self._scene()
            yield Shot(at, await self._drawing(partial(self._picture, scene)))
            due = max(due + 1 / self._pace, self._clock.now())
            await self._wait(due, closed)

    async def hold_still(self) -> bool:
        """Keep exposure and colours from now on as they are."""
        self._check()
        light = self._light_now()
        self._exposure = await self._drawing(lambda: self._exposed(self._drawn(), light))
        self._held = True
        return True

    def look(self) -> Picture:
        """The picture as it is now; DeviceFault if the plug is out."""
        if not self.plugged:
            raise DeviceFault(f"{self.name} is not plugged in")
        return self._picture(self._scene())

    def _scene(self) -> _Scene:
        light = self._light_now()
        clear = self._viewpoint
        viewpoint = replace(clear, focus=BLURRED) if self._unfocused else clear
        flicker = 1 + self._chance.gauss(0, light.flicker) if light.flicker else 1.0
        return _Scene(light, viewpoint, tuple(self._things()), self._covered, flicker)

    def _picture(self, scene: _Scene) -> Picture:
        rendering = self._drawn()
        exposure = self._exposed(rendering, scene.light)
        if self._noise is None:
            self._noise = Noise(self._size, self._seed)
        if scene.covered:
            dark: Picture = np.full((self._size[1], self._size[0], 3), BEHIND_CLOTH, np.uint8)
            return self._noise.over(dark, noise_of(exposure))
        taking = Taking(scene.light, exposure, blur_of(scene.viewpoint, self._size), QUALITY)
        clean = rendering.picture(scene.things, taking)
        if scene.flicker != 1:
            clean = np.asarray(cv2.convertScaleAbs(clean, alpha=scene.flicker), np.uint8)
        return self._noise.over(clean, noise_of(exposure))

    @property
    def plan(self) -> Plan:
        """The board it sees."""
        return self._plan

    @property
    def corners(self) -> Reals:
        """Top left, top right, bottom right and bottom left of the field in its pictures."""
        return corners(self._plan.field, self._drawn().camera)

    def bump(self, right: float, down: float, around: float = 0.0) -> None:
        """Knock it by so many degrees."""
        self.turn(self._viewpoint.bumped(right, down, around))

    def turn(self, viewpoint: Viewpoint | str) -> None:
        """Put it elsewhere."""
        self._viewpoint = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
        self._rendering = None

    def light_up(self, light: Light | str) -> None:
        """Let there be another light."""
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._strength, self._edge, self._since = 1.0, self._light.edge, self._clock.now()

    def dim(self, strength: float) -> None:
        """Let the light be so much of what it was at first."""
        if strength < 0:
            raise ValueError("there is no light darker than none")
        self._strength = strength

    def shade(self, edge: Edge | None) -> None:
        """Let a shadow lie over the board, or take it away."""
        self._edge, self._since = edge, self._clock.now()

    def cover(self) -> None:
        """Hang something over the lens."""
        self._covered = True

    def uncover(self) -> None:
        self._covered = False

    def unfocus(self) -> None:
        """Turn the lens until nothing is sharp."""
        self._unfocused = True

    def focus(self) -> None:
        """Turn the lens until everything is sharp again."""
        self._unfocused = False

    def hand_in(self, place: Place) -> None:
        """Let somebody hold a hand over a place until it is taken away."""
        if place not in BACKGAMMON:
            raise ValueError(f"no hand goes to {place}")
        self._hand_at = place

    def hand_out(self) -> None:
        self._hand_at = None

    async def _begin(self) -> None:
        await super()._begin()
        self._held, self._exposure, self._closed = False, None, asyncio.Event()

    async def _end(self) -> None:
        await super()._end()
        self._closed.set()

    async def _wait(self, until: float, closed: asyncio.Event) -> None:
        """Wait until it is time for a picture, it is lost, or it is closed."""
        waits = (self._clock.wait_until(until), self._loss.wait(), closed.wait())
        waiting = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()

    def _drawn(self) -> Rendering:
        if self._rendering is None or not self._rendering.suits(self._light):
            self._rendering = None
            self._rendering = Rendering(self._plan, self._light, self._viewpoint, self._size)
        return self._rendering

    def _light_now(self) -> Light:
        light = replace(self._light, edge=self._edge)
        light = light.after(max(self._clock.now() - self._since, 0.0))
        around, main = light.around * self._strength, light.main * self._strength
        return replace(light, around=max(around, 1e-6), main=main)

    def _exposed(self, rendering: Rendering, light: Light) -> Exposure:
        if self._held and self._exposure is not None:
            return self._exposure
        return rendering.metered(light)

    def _touched(self, places: Touched) -> None:
        self._checkers = None
        seen = [place for place in places if place in BACKGAMMON]
        if len(seen) > BY_HAND:
            self._touched_last = None
        elif seen:
            self._touched_last = seen[0], self._clock.now()

    def _things(self) -> list[Thing]:
        if self._checkers is None:
            discs = laid_out(self._table.lying, self._plan, self._seed, self._touching.touches)
            self._checkers = tuple(round_of(disc, self._plan) for disc in discs)
        return [*self._checkers, *self._dice_lying(), *self._hands()]

    def _hands(self) -> list[Thing]:
        """The hand that touches something now, and what it holds."""
        place = self._hand_at or self._busy_at()
        if place is None:
            return []
        held = self._table.hand
        colour = held[-1] if held else (*self._table[place], Colour.LIGHT)[0]
        things: list[Thing] = []
        x, y, z = spot = self._reached(place)
        if held:
            things.append(lifted(self._plan, colour, spot))
        side = half_of(self._plan, colour)
        skin, sleeve = CLOTHES[colour]
        return [*things, reaching((x, y, z + GRIP), side, 0.4 * x, skin, sleeve, left=side > 0)]

    def _busy_at(self) -> Place | None:
        """Where a hand is busy now."""
        if self._touched_last is None:
            return None
        place, at = self._touched_last
        return place if self._table.hand or self._clock.now() < at + STAYS else None

    def _reached(self, place: Place) -> tuple[float, float, float]:
        lying = len(self._table[place])
        slot = min(max(lying, 1), SLOTS[place])
        return seat(self._plan, place, slot, max(lying - 1, 0) // SLOTS[place])

    def _dice_lying(self) -> list[Thing]:
        """The dice that lie on the board, each throw somewhere else."""
        things: list[Thing] = []
        for pair in self._dice:
            seen = pair.look()
            if seen.state is not DiceState.SETTLED:
                self._shown.pop(pair.name, None)
                continue
            if self._shown.get(pair.name) != seen.numbers:
                self._shown[pair.name] = seen.numbers
                self._throws[pair.name] += 1
            side = -1 if seen.colour is Colour.DARK else 1
            throw = f"{self._seed} {pair.name} {self._throws[pair.name]}"
            chance = Random(throw)  # noqa: S311 - where dice come to lie, no secret
            things += thrown(self._plan, seen.numbers, side, chance)
        return things
