"""A hand with its forearm."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, radians, sin

import numpy as np
from numpy.typing import NDArray

from simulation.rendering.board_looks import Grain, Material
from simulation.rendering.optics import Floats, PixelBox, Reals, SceneCamera, box_around
from simulation.rendering.picture_conditions import SceneLight
from simulation.rendering.shading import Halves, Patch, Surface, material_colour, shade_surface

SKINS = tuple(
    Material(colour, Grain.FELT, gloss=0.06, polish=12, contrast=0.35)
    for colour in ((228, 178, 150), (205, 148, 116), (160, 108, 78), (104, 68, 50), (66, 44, 36))
)
SLEEVES = tuple(
    Material(colour, Grain.FELT, gloss=0)
    for colour in ((40, 48, 80), (120, 38, 52), (205, 205, 200), (30, 30, 32), (92, 110, 84))
)
CIRCLE_CORNERS = 10
"""Corners of the polygon that stands for a circle."""
PALM, FOREARM = 2.1, 22.0
"""Widths of a point from the knuckles to the wrist, and from there to the elbow."""
ELBOW = 14.0
"""Widths of a point from the middle of the board to an elbow."""
NEAR = 0.4
"""Smallest depth to which a limb is drawn, relative to the depth of its start."""
MARGIN = 6
"""Margin around the corners of a limb, in pixels, that it may still cover."""
BARE = 1.6
"""Length of the forearm without a sleeve, in point widths."""
FINGERS = ((-0.66, 1.5, 0.0), (-0.25, 1.75, 0.12), (0.2, 1.85, 0.1), (0.62, 1.6, 0.0))
"""For each finger: the offset of its knuckle, its length, and its spread."""


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand that reaches for a spot over the board."""

    spot: tuple[float, float, float]
    """The point between its fingertips."""
    angle: float
    """Direction from the elbow to the fingers in degrees: 0 is right, 90 is up the board."""
    skin: int = 1
    sleeve: int = 0
    left: bool = False
    spread: float = 1.0
    """Factor of the usual spread of its fingers."""


@dataclass(frozen=True, slots=True)
class _Limb:
    """A tapered capsule: the space that a ball covers on a line while its radius changes."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    thick: tuple[float, float]
    """Radius at the start and at the end."""
    stuff: Material

    @property
    def outline(self) -> Reals:
        """The corners of level rings around both ends."""
        angles = np.arange(CIRCLE_CORNERS) * (2 * np.pi / CIRCLE_CORNERS)
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(CIRCLE_CORNERS)], axis=1)
        return np.concatenate([ring * self.thick[0] + self.start, ring * self.thick[1] + self.end])


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """The pixels drawn so far, and their nearness to the camera."""

    box: PixelBox
    near: Floats
    cover: Floats
    around: Halves
    main: Halves


def make_hand(  # noqa: PLR0913 - a hand has many sides
    spot: tuple[float, float, float],
    side: int,
    elbow: float,
    skin: int = 1,
    sleeve: int = 0,
    *,
    left: bool = False,
    spread: float = 1.0,
) -> DrawnHand:
    """The hand of a person above (1) or below (-1) the board; `elbow` is the x of the elbow."""
    angle = degrees(atan2(spot[1] - side * ELBOW, spot[0] - elbow))
    return DrawnHand(spot, angle, skin, sleeve, left, spread)


def limb_outlines(hand: DrawnHand) -> list[Reals]:
    """The corners of the hull of each part of a hand."""
    return [limb.outline for limb in _limbs(hand)]


def render_hand(
    hand: DrawnHand, camera: SceneCamera, light: SceneLight, place: Floats
) -> Patch | None:
    """Renders a hand as a patch; None if it is outside the picture."""
    limbs = [_cut_before_camera(limb, camera) for limb in _limbs(hand)]
    box = box_around(camera, np.concatenate([limb.outline for limb in limbs]), MARGIN)
    if box is None:
        return None
    shape = (box[3] - box[1], box[2] - box[0])
    colours = (np.zeros((*shape, 3), np.float16), np.zeros((*shape, 3), np.float16))
    near = np.full(shape, -np.inf, np.float32)
    drawing = _Drawing(box, near, np.zeros(shape, np.float32), *colours)
    for limb in limbs:
        _draw(drawing, limb, camera, light, place)
    cover = drawing.cover.astype(np.float16)
    return Patch(box, cover, *(np.multiply(it, cover[..., None], out=it) for it in colours))


def _limbs(hand: DrawnHand) -> list[_Limb]:
    """The capsules of fingers, palm, forearm and sleeve."""
    skin, sleeve = SKINS[hand.skin % len(SKINS)], SLEEVES[hand.sleeve % len(SLEEVES)]
    x, y, z = hand.spot
    ahead = cos(radians(hand.angle)), sin(radians(hand.angle))
    mirror = -1 if hand.left else 1

    def at(along: float, aside: float, up: float) -> tuple[float, float, float]:
        aside *= mirror
        across = x + along * ahead[0] + aside * ahead[1], y + along * ahead[1] - aside * ahead[0]
        return (*across, z + up)

    limbs = []
    for aside, long, spread in FINGERS:
        knuckle = at(-1.5, aside, 1.15)
        bend = at(-1.5 + 0.6 * long, aside * 1.02 + spread * hand.spread * 0.5, 1.05)
        reach = -1.5 + long * (0.95 if abs(aside) < 0.5 else 0.85)  # noqa: PLR2004 - the middle ones
        tip = at(reach, aside * (0.5 + 0.3 * hand.spread), 0.25)
        limbs += [_Limb(knuckle, bend, (0.27, 0.23), skin), _Limb(bend, tip, (0.23, 0.18), skin)]
    thumb = at(-1.2, -1.15, 0.75)
    limbs.append(_Limb(at(-2.9, -0.5, 1.1), thumb, (0.42, 0.28), skin))
    limbs.append(_Limb(thumb, at(-0.15, -0.45, 0.3), (0.27, 0.2), skin))
    for aside in (-0.55, -0.18, 0.18, 0.55):
        root, knuckle = at(-1.5 - PALM, aside * 0.6, 1.25), at(-1.5, aside, 1.15)
        limbs.append(_Limb(root, knuckle, (0.46, 0.36), skin))
    wrist, cuff = at(-1.5 - PALM, 0, 1.2), at(-1.5 - PALM - BARE, 0, 1.4)
    elbow = at(-1.5 - PALM - FOREARM, 0.6, 4.5)
    limbs.append(_Limb(wrist, cuff, (0.5, 0.66), skin))
    limbs.append(_Limb(cuff, elbow, (0.86, 1.4), sleeve))
    return limbs


def _cut_before_camera(limb: _Limb, camera: SceneCamera) -> _Limb:
    """The part of a limb that is far enough from the camera to be drawn."""
    start, end = np.array(limb.start), np.array(limb.end)
    first, last = (float((spot - camera.position) @ camera.turn[2]) for spot in (start, end))
    if last >= NEAR * first:
        return limb
    part = (1 - NEAR) * first / (first - last)
    x, y, z = (float(value) for value in start + part * (end - start))
    thick = limb.thick[0] + part * (limb.thick[1] - limb.thick[0])
    return _Limb(limb.start, (x, y, z), (limb.thick[0], thick), limb.stuff)


def _draw(
    drawing: _Drawing, limb: _Limb, camera: SceneCamera, light: SceneLight, place: Floats
) -> None:
    box = box_around(camera, limb.outline, MARGIN)
    if box is None:
        return
    span = _span(limb, camera, box)
    wide = drawing.box[2] - drawing.box[0]
    at = (span.rows - drawing.box[1]) * wide + span.columns - drawing.box[0]
    cover, near = drawing.cover.reshape(-1), drawing.near.reshape(-1)
    cover[at] = np.maximum(cover[at], span.cover)
    wins = span.near > near[at]
    at, normals, along = at[wins], span.normals[wins], span.along[wins][:, None]
    start, end = np.array(limb.start, np.float32), np.array(limb.end, np.float32)
    thick = np.float32(limb.thick[0]) + np.float32(limb.thick[1] - limb.thick[0]) * along
    spots = start + along * (end - start) + normals * thick
    albedo = material_colour(limb.stuff, spots[:, :2] + spots[:, 2:], seed=3)
    ways = spots - camera.position.astype(np.float32)
    surface = Surface(spots, normals, albedo, limb.stuff.gloss, limb.stuff.polish, ways)
    shaded = shade_surface(surface, light, place)
    near[at] = span.near[wins]
    drawing.around.reshape(-1, 3)[at] = shaded.around
    drawing.main.reshape(-1, 3)[at] = shaded.main


@dataclass(frozen=True, slots=True, eq=False)
class _Span:
    """The pixels that a limb covers."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    cover: Floats
    along: Floats
    """Position along the limb: 0 at its start, 1 at its end."""
    near: Floats
    """Nearness to the camera: the negative depth of the surface."""
    normals: Floats


def _span(limb: _Limb, camera: SceneCamera, box: PixelBox) -> _Span:
    """The pixels of a limb, drawn as a bar with round ends and a changing radius."""
    ends = np.array([limb.start, limb.end])
    pixels = camera.pixels(ends).astype(np.float32)
    first, last = (
        np.float32(camera.per_unit(end) * thick)
        for end, thick in zip(ends, limb.thick, strict=True)
    )
    x = np.arange(box[0], box[2], dtype=np.float32) - pixels[0, 0]
    y = np.arange(box[1], box[3], dtype=np.float32)[:, None] - pixels[0, 1]
    across, down = pixels[1] - pixels[0]
    along = (x * across + y * down) / max(across**2 + down**2, np.float32(1e-3))
    np.clip(along, 0, 1, out=along)
    radius = np.maximum(first + (last - first) * along, np.float32(1e-3))
    right, low = x - along * across, y - along * down
    cover = np.clip(radius - np.sqrt(right**2 + low**2) + np.float32(0.5), 0, 1)
    here = np.nonzero(cover)
    along = along[here]
    share = np.stack([right[here], low[here]], axis=-1) / radius[here][:, None]
    up = np.sqrt(np.maximum(1 - (share**2).sum(axis=-1), np.float32(0.02)))
    normals = np.column_stack([share, -up]) @ camera.turn.astype(np.float32)
    normals /= np.sqrt((normals**2).sum(axis=-1, keepdims=True))
    far = ((ends - camera.position) @ camera.turn[2]).astype(np.float32)
    thick = np.float32(limb.thick[0]) + np.float32(limb.thick[1] - limb.thick[0]) * along
    near = thick * up - (far[0] + (far[1] - far[0]) * along)
    return _Span(here[0] + box[1], here[1] + box[0], cover[here], along, near, normals)
