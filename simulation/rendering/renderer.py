"""Draws a scene, and redraws only the parts that change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.devices import PictureSize
from simulation.rendering import dice_and_cube, hand_and_arm, round_bodies, shadows
from simulation.rendering.board_geometry import BoardPlan
from simulation.rendering.dice_and_cube import Block
from simulation.rendering.empty_board import EmptyBoard, render_empty_board
from simulation.rendering.exposure import (
    BLOCK,
    Exposure,
    PictureArray,
    blur_by_lens,
    compress_jpeg,
    develop,
    meter,
)
from simulation.rendering.hand_and_arm import DrawnHand
from simulation.rendering.optics import (
    Floats,
    PixelBox,
    SceneCamera,
    bounding_box,
    clip,
    grow,
    intersect,
    merge_overlapping,
    place_camera,
)
from simulation.rendering.picture_conditions import SceneLight, Viewpoint
from simulation.rendering.round_bodies import BoardRim, RoundBody
from simulation.rendering.shading import Patch, light_position

Thing = RoundBody | Block | DrawnHand
NEAR = 4.0
"""Distance in point widths beyond which a body casts no shadow on a checker."""
MOST = 0.5
"""Share of the picture that must have changed for all of it to be redrawn at once."""
PIXELS = 120_000
"""Approximate number of pixels developed at once, to limit memory."""
TOUCHING = 0.1
"""Greatest height over the ground, in point widths, of a thing that stands on it."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """The light, exposure, blur and compression with which a picture is taken."""

    light: SceneLight
    exposure: Exposure
    blur: float = 0.55
    """In pixels."""
    quality: int | None = None
    """JPEG quality; None for a camera that does not compress."""


@dataclass(slots=True, eq=False)
class _DrawnThing:
    """A rendered thing: its patch, its shadow casters, and the part of the picture they affect."""

    patch: Patch | None
    casters: tuple[shadows.ShadowCaster, ...]
    changes: PixelBox | None
    order: tuple[float, float]


class Renderer:
    """Draws the things on one board, seen from one viewpoint."""

    def __init__(
        self, plan: BoardPlan, light: SceneLight, viewpoint: Viewpoint, size: PictureSize
    ) -> None:
        self._plan = plan
        self._base = light.at_full_strength
        self._camera = place_camera(viewpoint, plan.half_size, size)
        self._scenery: EmptyBoard = render_empty_board(plan, self._base, viewpoint, size)
        place = light_position(self._base, plan, self._camera)
        heights = (0.0, plan.look.height, -plan.look.standing)
        self._sun = shadows.ShadowSource(self._base, place, self._camera, heights)
        self._drawn: dict[Thing, _DrawnThing] = {}
        self._above: dict[RoundBody, tuple[RoundBody, ...]] = {}
        self._taking: PictureSettings | None = None
        self._picture: PictureArray = np.zeros((size[1], size[0], 3), np.uint8)

    @property
    def camera(self) -> SceneCamera:
        return self._camera

    def suits(self, light: SceneLight) -> bool:
        """True if a light differs only in strength, and in a shadow edge over the board."""
        return light.at_full_strength == self._base

    def meter(self, light: SceneLight) -> Exposure:
        """The exposure for the empty board in a light."""
        both = (self._scenery.around, self._scenery.main)
        around, main = (plane[::12, ::12].astype(np.float32) for plane in both)
        past_edge = 1 - 0.4 * light.edge.dark if light.edge else 1.0
        seen = around * light.around + main * light.main * past_edge
        return meter(float((seen @ np.array([0.1, 0.6, 0.3], np.float32)).mean()), light)

    def picture(self, things: Iterable[Thing], taking: PictureSettings) -> PictureArray:
        """Draws things and returns the picture, an array that the next call overwrites."""
        wanted = list(dict.fromkeys(things))
        changed = self._redraw(wanted)
        size = self._camera.size
        whole = (0, 0, *size)
        if taking != self._taking:
            changed = [whole]
        margin = int(3 * taking.blur) + 2
        boxes = merge_overlapping(_aligned(grow(box, margin, size), size) for box in changed)
        if sum(_area(box) for box in boxes) > MOST * _area(whole):
            boxes = [whole]
        self._taking = taking
        for box in boxes:
            for strip in _strips(box):
                self._develop(strip, taking)
        return self._picture

    def layers(self) -> list[tuple[Thing, Patch]]:
        """The patches of the last picture, each before those that may hide it."""
        order = sorted(self._drawn.items(), key=lambda item: item[1].order)
        return [(thing, drawn.patch) for thing, drawn in order if drawn.patch]

    def _redraw(self, wanted: list[Thing]) -> list[PixelBox]:
        """Draws new things, drops those that have gone, and returns the parts that change."""
        above = {it: self._over(it, wanted) for it in wanted if isinstance(it, RoundBody)}
        kept = {
            it for it in wanted
            if it in self._drawn and (not isinstance(it, RoundBody) or above[it] == self._above[it])
        }  # fmt: skip
        changes = [drawn.changes for it, drawn in self._drawn.items() if it not in kept]
        drawn = {it: self._drawn[it] if it in kept else self._draw(it, above) for it in wanted}
        changes += [it.changes for thing, it in drawn.items() if thing not in kept]
        self._drawn, self._above = drawn, above
        return [box for box in changes if box is not None]

    def _over(self, it: RoundBody, things: list[Thing]) -> tuple[RoundBody, ...]:
        """The higher round bodies that are near enough to cast a shadow on this one."""
        x, y, _ = it.spot
        return tuple(
            other
            for other in things
            if isinstance(other, RoundBody)
            and other.low > it.low + it.thick / 2
            and abs(other.spot[0] - x) < NEAR
            and abs(other.spot[1] - y) < NEAR
        )

    def _draw(self, it: Thing, above: dict[RoundBody, tuple[RoundBody, ...]]) -> _DrawnThing:
        light, place = self._base, self._sun.place
        if isinstance(it, RoundBody):
            plan = self._plan
            around = BoardRim(plan.look.height, plan.outer)
            patch = round_bodies.render_round_body(
                it, self._camera, light, place, above[it], around
            )
        elif isinstance(it, Block):
            patch = dice_and_cube.render_block(it, self._camera, light, place)
        else:
            patch = hand_and_arm.render_hand(it, self._camera, light, place)
        casters = self._casters(it)
        boxes = [box for caster in casters if (box := shadows.shadow_box(caster, self._sun))]
        if patch:
            boxes.append(patch.box)
        return _DrawnThing(patch, casters, bounding_box(boxes), self._order(it))

    def _casters(self, it: Thing) -> tuple[shadows.ShadowCaster, ...]:
        if isinstance(it, DrawnHand):
            limbs = hand_and_arm.limb_outlines(it)
            return tuple(
                shadows.ShadowCaster(limb, None, None, float(limb[:, 2].mean())) for limb in limbs
            )
        ground = self._ground(it)
        height = self._sun.heights[ground]
        foot = it.foot if it.low < height + TOUCHING else None
        return (shadows.ShadowCaster(it.outline, foot, ground, it.high - height),)

    def _ground(self, it: RoundBody | Block) -> shadows.GroundKind:
        x, y, _ = it.spot
        outer = self._plan.outer
        if not (outer.left < x < outer.right and outer.low < y < outer.high):
            return shadows.GroundKind.TABLE
        holes = self._plan.recesses
        if any(hole.left < x < hole.right and hole.low <= y <= hole.high for hole in holes):
            return shadows.GroundKind.FLOOR
        return shadows.GroundKind.RIM

    def _order(self, it: Thing) -> tuple[float, float]:
        """Sort key for drawing: lower things first, then farther ones, hands last."""
        stand = self._camera.position
        far = float(np.hypot(it.spot[0] - stand[0], it.spot[1] - stand[1]))
        return (np.inf if isinstance(it, DrawnHand) else round(it.low, 1), -far)

    def _develop(self, box: PixelBox, taking: PictureSettings) -> None:
        """Redraws a part of the picture."""
        size = self._camera.size
        margin = int(3 * taking.blur) + 2
        wide = grow(box, margin, size)
        light = blur_by_lens(self._light(wide, taking.light), taking.blur)
        light = light[box[1] - wide[1] : box[3] - wide[1], box[0] - wide[0] : box[2] - wide[0]]
        part = develop(np.ascontiguousarray(light), taking.exposure, box, size)
        if taking.quality is not None:
            part = compress_jpeg(part, taking.quality)
        self._picture[box[1] : box[3], box[0] : box[2]] = part

    def _light(self, box: PixelBox, light: SceneLight) -> Floats:
        """The light that comes from a part of the scene, before exposure."""
        part = np.s_[box[1] : box[3], box[0] : box[2]]
        here = [it for it in self._drawn.values() if it.changes and intersect(it.changes, box)]
        shades = shadows.remaining_light(
            [caster for it in here for caster in it.casters], self._sun, self._scenery.level, box
        )
        past = shadows.edge_shadow(light.edge, self._camera, box) if light.edge else None
        main = shades.main if past is None else shades.main * past
        seen = self._scenery.main[part].astype(np.float32)
        seen *= (main * np.float32(light.main))[..., None]
        seen += self._scenery.around[part] * (shades.around * np.float32(light.around))[..., None]
        hand = shades.hand if past is None else shades.hand * past
        hand = np.broadcast_to(hand, seen.shape[:2])
        for it in sorted(here, key=lambda drawn: drawn.order):
            is_hand = it.order[0] == np.inf
            _lay(seen, it.patch, box, light, past if is_hand else hand)
        return seen


def _lay(
    seen: Floats, patch: Patch | None, box: PixelBox, light: SceneLight, left: Floats | None
) -> None:
    """Blends a patch over the light `seen` of a part of the picture."""
    shared = intersect(patch.box, box) if patch else None
    if patch is None or shared is None:
        return
    x, y = patch.box[:2]
    own = np.s_[shared[1] - y : shared[3] - y, shared[0] - x : shared[2] - x]
    there = np.s_[shared[1] - box[1] : shared[3] - box[1], shared[0] - box[0] : shared[2] - box[0]]
    part = seen[there]
    part *= 1 - patch.cover[own].astype(np.float32)[..., None]
    part += patch.around[own].astype(np.float32) * np.float32(light.around)
    main = patch.main[own].astype(np.float32) * np.float32(light.main)
    part += main if left is None else main * left[there][..., None]


def _strips(box: PixelBox) -> Iterator[PixelBox]:
    """Splits a part into strips of whole compression blocks, each of about `PIXELS` pixels."""
    left, top, right, bottom = box
    rows = max(PIXELS // (right - left) // BLOCK, 1) * BLOCK
    for begin in range(top, bottom, rows):
        yield left, begin, right, min(begin + rows, bottom)


def _area(box: PixelBox) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _aligned(box: PixelBox, size: PictureSize) -> PixelBox:
    """A part extended to whole compression blocks."""
    left, top, right, bottom = box
    whole = (
        left // BLOCK * BLOCK, top // BLOCK * BLOCK, -(-right // BLOCK) * BLOCK,
        -(-bottom // BLOCK) * BLOCK,
    )  # fmt: skip
    return clip(whole, size) or box
