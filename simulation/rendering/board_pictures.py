"""Single pictures with the truth about them, for tests and samples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hardware.checkers import Colour, Layout, Pile, point
from hardware.devices import PictureSize
from hardware.drivers.simulated.simulated_table import SimulatedTable, TableSnapshot
from simulation.rendering import board_geometry
from simulation.rendering.board_looks import BoardLook, find_look
from simulation.rendering.exposure import Exposure, PictureArray, SensorNoise
from simulation.rendering.optics import Reals, SceneCamera
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS, SceneLight, Viewpoint
from simulation.rendering.renderer import PictureSettings, Renderer, Thing
from simulation.rendering.round_bodies import RoundBody
from simulation.rendering.shading import Patch

USUAL_SIZE = (1280, 720)
USUAL_ROWS = 720
LIFTED = 0.15
"""Height of a carried checker above the spot that the hand is over, in point widths."""
NOISE = 2.0
"""Standard deviation of the noise in the darkest parts, in pixel values, in good light."""
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
"""The layout at the start of a game."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """A rendered picture, with the truth about what it shows."""

    picture: PictureArray
    corners: Reals
    """Corners of the field in pixels: top left, top right, bottom right, bottom left."""
    bar_corners: Reals | None
    """Corners of the bar in the same order; None for a board without one."""
    plan: board_geometry.BoardPlan
    camera: SceneCamera
    discs: tuple[board_geometry.Disc, ...]
    """The visible checkers."""
    layers: tuple[tuple[Thing, Patch], ...]
    """The patches of all things in the picture, each before those that may hide it."""


def render_board(  # noqa: PLR0913 - what a picture is made of
    look: BoardLook | str | int = "club",
    light: SceneLight | str = "soft",
    viewpoint: Viewpoint | str = "leaning",
    lying: TableSnapshot | Layout = START,
    *,
    size: PictureSize = USUAL_SIZE,
    seed: int = 0,
    home: board_geometry.HomeQuarter = board_geometry.HomeQuarter.BOTTOM_RIGHT,
    things: Iterable[Thing] = (),
    touches: board_geometry.TouchCounts = board_geometry.UNTOUCHED,
    exposure: Exposure | None = None,
    frame: int = 0,
    noise: float = 1.0,
    quality: int | None = 90,
) -> BoardPicture:
    """Renders the picture of checkers as they lie, with dice, cups or hands given as `things`."""
    plan = board_geometry.BoardPlan(look if isinstance(look, BoardLook) else find_look(look), home)
    lamp = LIGHTS[light] if isinstance(light, str) else light
    stands = VIEWPOINTS[viewpoint] if isinstance(viewpoint, str) else viewpoint
    rendering = cached_renderer(plan, lamp, stands, size)
    used = exposure or rendering.meter(lamp)
    taking = PictureSettings(lamp, used, blur_of(stands, size), quality)
    discs = tuple(board_geometry.place_checkers(arrangement_of(lying), plan, seed, touches))
    clean = rendering.picture([*(checker_body(it, plan) for it in discs), *things], taking)
    noisy = SensorNoise(size, seed + frame).over(clean, noise * noise_of(used))
    camera, bar = rendering.camera, plan.bar
    around_bar = corners(bar, camera) if bar else None
    layers = tuple(rendering.layers())
    return BoardPicture(noisy, corners(plan.field, camera), around_bar, plan, camera, discs, layers)


def cached_renderer(
    plan: board_geometry.BoardPlan, light: SceneLight, viewpoint: Viewpoint, size: PictureSize
) -> Renderer:
    """The renderer for a board, light and viewpoint; the last is cached, as it is slow to make."""
    return _rendering(plan, light.at_full_strength, viewpoint, size)


def checker_body(disc: board_geometry.Disc, plan: board_geometry.BoardPlan) -> RoundBody:
    """The body of a checker on the table."""
    look, make = plan.look, plan.look.make
    stuff = look.light if disc.colour is Colour.LIGHT else look.dark
    return RoundBody(
        disc.spot, make.across, make.thick, stuff, make.top, 0.0 if disc.on_edge else make.dome,
        disc.spin, disc.tone, disc.on_edge, disc.recess,
    )  # fmt: skip


def lifted_checker(
    plan: board_geometry.BoardPlan, colour: Colour, spot: board_geometry.WorldSpot
) -> RoundBody:
    """A checker that fingers hold over a spot."""
    look, make = plan.look, plan.look.make
    stuff = look.light if colour is Colour.LIGHT else look.dark
    x, y, z = spot
    return RoundBody((x, y, z + LIFTED), make.across, make.thick, stuff, make.top, make.dome)


def corners(rect: board_geometry.Rect, camera: SceneCamera) -> Reals:
    """The pixels of the corners of a rectangle on the floor of the board."""
    return camera.pixels(np.array([(x, y, 0.0) for x, y in rect.corners]))


def blur_of(viewpoint: Viewpoint, size: PictureSize) -> float:
    """Pixels of blur in pictures of this size."""
    return viewpoint.focus * size[1] / USUAL_ROWS


def noise_of(exposure: Exposure) -> float:
    """The noise of the darkest parts, in bytes; the less light there is, the more noise."""
    return float(NOISE * max(exposure.strongest, 0.3) ** 0.5)


def arrangement_of(lying: TableSnapshot | Layout) -> TableSnapshot:
    """The arrangement of checkers after a layout has been set up."""
    return lying if isinstance(lying, TableSnapshot) else SimulatedTable(lying).snapshot


@lru_cache(maxsize=1)
def _rendering(
    plan: board_geometry.BoardPlan, light: SceneLight, viewpoint: Viewpoint, size: PictureSize
) -> Renderer:
    return Renderer(plan, light, viewpoint, size)
