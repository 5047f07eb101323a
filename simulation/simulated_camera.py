"""Driver of the simulated camera."""

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
from hardware.devices import Clock, DeviceFault, PictureSize, Shot
from hardware.drivers.simulated.simulated_devices import SimulatedDevice, SimulatedDice
from hardware.drivers.simulated.simulated_table import SimulatedTable, TouchedPlaces
from hardware.signals import DiceState
from simulation.rendering import board_pictures
from simulation.rendering.board_geometry import BoardPlan, TouchCounter, home_half, place_checkers
from simulation.rendering.board_geometry import checker_spot as seat
from simulation.rendering.board_looks import BoardLook, find_look
from simulation.rendering.dice_and_cube import place_dice
from simulation.rendering.exposure import Exposure, PictureArray, SensorNoise
from simulation.rendering.hand_and_arm import make_hand
from simulation.rendering.optics import Reals
from simulation.rendering.picture_conditions import (
    LIGHTS,
    VIEWPOINTS,
    SceneLight,
    ShadowEdge,
    Viewpoint,
)
from simulation.rendering.renderer import PictureSettings, Renderer, Thing
from simulation.rendering.round_bodies import RoundBody

PACE = 5.0
"""Pictures per second."""
HAND_STAYS = 0.5
"""Seconds that a hand stays where it has put something down."""
MAX_TOUCHED_BY_HAND = 4
"""Largest number of places that one touch of a hand changes; more at once are a new set-up."""
BLURRED = 7.0
"""Pixels of blur at 720 rows, out of focus."""
COVERED_BRIGHTNESS = 7
"""Value of every pixel, from 0 to 255, while the lens is covered."""
QUALITY = 90
"""JPEG quality of the pictures."""
GRIP = 0.3
"""Widths of a point from a checker up to the fingers that hold it."""
CLOTHES = {Colour.LIGHT: (1, 0), Colour.DARK: (3, 2)}
"""Skin and sleeve of each player, as indices into `SKINS` and `SLEEVES`."""


R = TypeVar("R")


class RenderExecutor(Protocol):
    """Runs a slow piece of rendering, for example in a thread; one call at a time."""

    async def __call__(self, work: Callable[[], R]) -> R:
        """Returns the result of `work`."""


async def render_immediately(work: Callable[[], R]) -> R:
    """Runs the rendering immediately, while the event loop waits."""
    return work()


@dataclass(frozen=True, slots=True)
class _Scene:
    """The light, the viewpoint and the things before the lens at one moment."""

    light: SceneLight
    viewpoint: Viewpoint
    things: tuple[Thing, ...]
    covered: bool
    flicker: float
    """Factor by which the light is brighter than usual at this moment."""


class SimulatedCamera(SimulatedDevice):
    """Sees the checkers and dice of a simulated table, and the hands that move them."""

    def __init__(  # noqa: PLR0913 - each has a usual value
        self,
        name: str,
        table: SimulatedTable,
        clock: Clock,
        seed: int = 0,
        *,
        look: BoardLook | str | int = "club",
        light: SceneLight | str = "soft",
        viewpoint: Viewpoint | str = "leaning",
        size: PictureSize = board_pictures.USUAL_SIZE,
        pace: float = PACE,
        dice: Iterable[SimulatedDice] = (),
        drawing: RenderExecutor = render_immediately,
    ) -> None:
        super().__init__(name, clock)
        self._drawing = drawing
        self._table, self._dice = table, tuple(dice)
        self._seed, self._size, self._pace = seed, size, pace
        self._plan = BoardPlan(look if isinstance(look, BoardLook) else find_look(look))
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._viewpoint = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
        self._strength, self._edge = 1.0, self._light.edge
        self._covered = self._unfocused = False
        self._exposure: Exposure | None = None
        self._held = False
        self._closed = asyncio.Event()
        self._waits = self._is_due = False
        self._rendering: Renderer | None = None
        self._noise: SensorNoise | None = None
        self._rng = Random(seed)  # noqa: S311 - flickering light, no secret
        self._since = clock.now()
        self._touching = TouchCounter(table)
        self._checkers: tuple[RoundBody, ...] | None = None
        self._touched_last: tuple[Place, float] | None = None
        self._hand_at: Place | None = None
        self._throws: Counter[str] = Counter()
        self._shown: dict[str, tuple[int, ...]] = {}
        # Changes of the table must be followed even while no pictures are taken.
        table.on_change(self._on_touch)

    async def shots(self) -> AsyncIterator[Shot]:
        """Yields at most `pace` pictures per second until the camera is closed.

        Raises DeviceFault once the camera is unplugged.
        """
        self._require_open()
        closed, due = self._closed, self._clock.now()
        while not closed.is_set():
            self._require_open()
            at, scene = self._clock.now(), self._scene()
            self._is_due = False
            yield Shot(at, await self._drawing(partial(self._picture, scene)))
            self._is_due = True
            due = max(due + 1 / self._pace, self._clock.now())
            await self._wait(due, closed)

    async def freeze_exposure(self) -> bool:
        """Freezes exposure and white balance as they are now; always True."""
        self._require_open()
        light = self._light_now()
        self._exposure = await self._drawing(lambda: self._exposure_for(self._renderer(), light))
        self._held = True
        return True

    def take_picture(self) -> PictureArray:
        """The picture at this moment; DeviceFault if the camera is unplugged."""
        if not self.is_plugged_in:
            raise DeviceFault(f"{self.name} is not plugged in")
        return self._picture(self._scene())

    def _scene(self) -> _Scene:
        light = self._light_now()
        clear = self._viewpoint
        viewpoint = replace(clear, focus=BLURRED) if self._unfocused else clear
        flicker = 1 + self._rng.gauss(0, light.flicker) if light.flicker else 1.0
        return _Scene(light, viewpoint, tuple(self._things()), self._covered, flicker)

    def _picture(self, scene: _Scene) -> PictureArray:
        rendering = self._renderer()
        exposure = self._exposure_for(rendering, scene.light)
        if self._noise is None:
            self._noise = SensorNoise(self._size, self._seed)
        if scene.covered:
            width, height = self._size
            dark: PictureArray = np.full((height, width, 3), COVERED_BRIGHTNESS, np.uint8)
            return self._noise.over(dark, board_pictures.noise_of(exposure))
        blur = board_pictures.blur_of(scene.viewpoint, self._size)
        taking = PictureSettings(scene.light, exposure, blur, QUALITY)
        clean = rendering.picture(scene.things, taking)
        if scene.flicker != 1:
            clean = np.asarray(cv2.convertScaleAbs(clean, alpha=scene.flicker), np.uint8)
        return self._noise.over(clean, board_pictures.noise_of(exposure))

    @property
    def plan(self) -> BoardPlan:
        """The geometry of the board in its pictures."""
        return self._plan

    @property
    def corners(self) -> Reals:
        """Corners of the field in its pictures: top left, top right, bottom right, bottom left."""
        return board_pictures.corners(self._plan.field, self._renderer().camera)

    def bump(self, right: float, down: float, around: float = 0.0) -> None:
        """Rotates the camera by so many degrees, as if it had been knocked."""
        self.set_viewpoint(self._viewpoint.bumped(right, down, around))

    def set_viewpoint(self, viewpoint: Viewpoint | str) -> None:
        """Moves the camera to another viewpoint."""
        self._viewpoint = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
        self._rendering = None

    def set_light(self, light: SceneLight | str) -> None:
        """Replaces the light, at full strength and with its own shadow edge."""
        self._light = LIGHTS[light] if isinstance(light, str) else light
        self._strength, self._edge, self._since = 1.0, self._light.edge, self._clock.now()

    def dim(self, strength: float) -> None:
        """Sets the strength of the light relative to full strength; ValueError below 0."""
        if strength < 0:
            raise ValueError(f"the strength of a light must be 0 or more, not {strength}")
        self._strength = strength

    def cast_shadow(self, edge: ShadowEdge | None) -> None:
        """Lays the edge of a large shadow across the board; None takes it away."""
        self._edge, self._since = edge, self._clock.now()

    def cover(self) -> None:
        self._covered = True

    def uncover(self) -> None:
        self._covered = False

    def unfocus(self) -> None:
        self._unfocused = True

    def focus(self) -> None:
        self._unfocused = False

    def hand_in(self, place: Place) -> None:
        """Holds a hand over a place until `hand_out`; ValueError for a place off the board."""
        if place not in BACKGAMMON.places:
            raise ValueError(f"a hand cannot be held over {place}: it is not a place of the board")
        self._hand_at = place

    def hand_out(self) -> None:
        self._hand_at = None

    async def _connect(self) -> None:
        await super()._connect()
        self._held, self._exposure, self._closed = False, None, asyncio.Event()

    async def _disconnect(self) -> None:
        await super()._disconnect()
        self._closed.set()

    async def _wait(self, until: float, closed: asyncio.Event) -> None:
        """Waits until the time `until`, or until the camera is lost or closed."""
        waits = (self._wait_until(until), self._loss.wait(), closed.wait())
        waiting = [asyncio.ensure_future(wait) for wait in waits]
        self._waits = True
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waits = False
            for one in waiting:
                one.cancel()

    async def _wait_until(self, until: float) -> None:
        self._is_due = until <= self._clock.now()
        await self._clock.wait_until(until)
        self._is_due = True

    @property
    def has_work(self) -> bool:
        """True while a picture is due, or a loss has not been noticed; drawing is not counted."""
        return self._is_due or (self._waits and super().has_work)

    def _renderer(self) -> Renderer:
        if self._rendering is None or not self._rendering.suits(self._light):
            self._rendering = None
            self._rendering = Renderer(self._plan, self._light, self._viewpoint, self._size)
        return self._rendering

    def _light_now(self) -> SceneLight:
        light = replace(self._light, edge=self._edge)
        light = light.after(max(self._clock.now() - self._since, 0.0))
        around, main = light.around * self._strength, light.main * self._strength
        return replace(light, around=max(around, 1e-6), main=main)

    def _exposure_for(self, rendering: Renderer, light: SceneLight) -> Exposure:
        if self._held and self._exposure is not None:
            return self._exposure
        return rendering.meter(light)

    def _on_touch(self, places: TouchedPlaces) -> None:
        self._checkers = None
        seen = [place for place in places if place in BACKGAMMON.places]
        if len(seen) > MAX_TOUCHED_BY_HAND:
            self._touched_last = None
        elif seen:
            self._touched_last = seen[0], self._clock.now()

    def _things(self) -> list[Thing]:
        if self._checkers is None:
            touches = self._touching.touches
            discs = place_checkers(self._table.snapshot, self._plan, self._seed, touches)
            self._checkers = tuple(board_pictures.checker_body(disc, self._plan) for disc in discs)
        return [*self._checkers, *self._dice_lying(), *self._hands()]

    def _hands(self) -> list[Thing]:
        """The hand that is over the board now, and the checker that it holds."""
        place = self._hand_at or self._busy_at()
        if place is None:
            return []
        held = self._table.hand
        colour = held[-1] if held else (*self._table[place], Colour.LIGHT)[0]
        things: list[Thing] = []
        x, y, z = spot = self._top_seat(place)
        if held:
            things.append(board_pictures.lifted_checker(self._plan, colour, spot))
        side = home_half(self._plan, colour)
        skin, sleeve = CLOTHES[colour]
        return [*things, make_hand((x, y, z + GRIP), side, 0.4 * x, skin, sleeve, left=side > 0)]

    def _busy_at(self) -> Place | None:
        """The place that a hand is touching now; None if there is no hand."""
        if self._touched_last is None:
            return None
        place, at = self._touched_last
        return place if self._table.hand or self._clock.now() < at + HAND_STAYS else None

    def _top_seat(self, place: Place) -> tuple[float, float, float]:
        lying, slots = len(self._table[place]), self._table.capacity[place]
        slot = min(max(lying, 1), slots)
        return seat(self._plan, place, slot, max(lying - 1, 0) // slots)

    def _dice_lying(self) -> list[Thing]:
        """The settled dice; each throw lies at another random spot."""
        things: list[Thing] = []
        for pair in self._dice:
            seen = pair.reading()
            if seen.state is not DiceState.SETTLED:
                self._shown.pop(pair.name, None)
                continue
            if self._shown.get(pair.name) != seen.numbers:
                self._shown[pair.name] = seen.numbers
                self._throws[pair.name] += 1
            side = -1 if seen.colour is Colour.DARK else 1
            throw = f"{self._seed} {pair.name} {self._throws[pair.name]}"
            rng = Random(throw)  # noqa: S311 - where dice come to lie, no secret
            things += place_dice(self._plan, seen.numbers, side, rng)
        return things
