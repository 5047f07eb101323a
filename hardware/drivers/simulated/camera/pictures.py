"""One picture of a board, of any look, in any light, from anywhere: for tests and for samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hardware.checkers import Colour, Layout, Pile, point
from hardware.drivers.simulated.camera.exposing import Exposure, Noise, Picture
from hardware.drivers.simulated.camera.laying import UNTOUCHED, Disc, Spot, Touches, laid_out
from hardware.drivers.simulated.camera.lights import LIGHTS, Light
from hardware.drivers.simulated.camera.looks import Look
from hardware.drivers.simulated.camera.optics import Optics, Reals, Size
from hardware.drivers.simulated.camera.patches import Patch
from hardware.drivers.simulated.camera.plans import Home, Plan, Rect
from hardware.drivers.simulated.camera.rendering import Rendering, Taking, Thing
from hardware.drivers.simulated.camera.rounds import Round
from hardware.drivers.simulated.camera.stock import look_of
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS, Viewpoint
from hardware.drivers.simulated.table import Lying, SimulatedTable

USUAL_SIZE = (1280, 720)
USUAL_ROWS = 720
LIFTED = 0.15
"""Widths of a point."""
NOISE = 2.0
"""Deviation of the darkest parts in bytes, where the light is good."""
START = Layout(
    {
        point(number): Pile(colour, count)
        for colour, piles in {
            Colour.LIGHT: {24: 2, 13: 5, 8: 3, 6: 5},
            Colour.DARK: {1: 2, 12: 5, 17: 3, 19: 5},
        }.items()
        for number, count in piles.items()
    }
)
"""How a game begins."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture, and where in it the field lies."""

    picture: Picture
    corners: Reals
    """Top left, top right, bottom right and bottom left of the field, as the slots are numbered."""
    bar_corners: Reals | None
    """Those of the bar, where there is one."""
    plan: Plan
    camera: Optics
    discs: tuple[Disc, ...]
    """The checkers that are about."""
    layers: tuple[tuple[Thing, Patch], ...]
    """What is in the picture, each thing before those that may hide it."""


def rendered(  # noqa: PLR0913 - what a picture is made of
    look: Look | str | int = "club",
    light: Light | str = "soft",
    viewpoint: Viewpoint | str = "leaning",
    lying: Lying | Layout = START,
    *,
    size: Size = USUAL_SIZE,
    seed: int = 0,
    home: Home = Home.BOTTOM_RIGHT,
    things: Iterable[Thing] = (),
    touches: Touches = UNTOUCHED,
    exposure: Exposure | None = None,
    frame: int = 0,
    noise: float = 1.0,
    quality: int | None = 90,
) -> View:
    """What a camera sees of checkers that lie so, and of dice, a cup or a hand with them."""
    plan = Plan(look if isinstance(look, Look) else look_of(look), home)
    lamp = LIGHTS[light] if isinstance(light, str) else light
    stands = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
    rendering = rendering_of(plan, lamp, stands, size)
    used = exposure or rendering.metered(lamp)
    taking = Taking(lamp, used, blur_of(stands, size), quality)
    discs = tuple(laid_out(lying_of(lying), plan, seed, touches))
    clean = rendering.picture([*(round_of(it, plan) for it in discs), *things], taking)
    noisy = Noise(size, seed + frame).over(clean, noise * noise_of(used))
    camera, bar = rendering.camera, plan.bar
    around_bar = corners(bar, camera) if bar else None
    layers = tuple(rendering.layers())
    return View(noisy, corners(plan.field, camera), around_bar, plan, camera, discs, layers)


def rendering_of(plan: Plan, light: Light, viewpoint: Viewpoint, size: Size) -> Rendering:
    """What draws such pictures; the last one is kept, for it takes long to make."""
    return _rendering(plan, light.steady, viewpoint, size)


def round_of(disc: Disc, plan: Plan) -> Round:
    """The body of a checker that lies somewhere."""
    look, make = plan.look, plan.look.make
    stuff = look.light if disc.colour is Colour.LIGHT else look.dark
    return Round(
        disc.spot, make.across, make.thick, stuff, make.top, 0.0 if disc.on_edge else make.dome,
        disc.spin, disc.tone, disc.on_edge, disc.hole,
    )  # fmt: skip


def lifted(plan: Plan, colour: Colour, spot: Spot) -> Round:
    """A checker that fingers hold over a spot."""
    look, make = plan.look, plan.look.make
    stuff = look.light if colour is Colour.LIGHT else look.dark
    x, y, z = spot
    return Round((x, y, z + LIFTED), make.across, make.thick, stuff, make.top, make.dome)


def corners(rect: Rect, camera: Optics) -> Reals:
    """Where the corners of a part of the floor are in a picture."""
    return camera.pixels(np.array([(x, y, 0.0) for x, y in rect.corners]))


def blur_of(viewpoint: Viewpoint, size: Size) -> float:
    """Pixels of blur in pictures of a size."""
    return viewpoint.focus * size[1] / USUAL_ROWS


def noise_of(exposure: Exposure) -> float:
    """The noise of the darkest parts, in bytes; the less light there is, the more noise."""
    return float(NOISE * max(exposure.strongest, 0.3) ** 0.5)


def lying_of(lying: Lying | Layout) -> Lying:
    """How the checkers of a layout come to lie when it is set up."""
    return lying if isinstance(lying, Lying) else SimulatedTable(lying).lying


@lru_cache(maxsize=1)
def _rendering(plan: Plan, light: Light, viewpoint: Viewpoint, size: Size) -> Rendering:
    return Rendering(plan, light, viewpoint, size)
