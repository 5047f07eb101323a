"""The picture of a scene: drawn whole once, and then only where something has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.drivers.simulated.camera import blocks, hands, rounds
from hardware.drivers.simulated.camera.blocks import Block
from hardware.drivers.simulated.camera.exposing import (
    BLOCK,
    Exposure,
    Picture,
    compressed,
    developed,
    focused,
    metered,
)
from hardware.drivers.simulated.camera.hands import Hand
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.optics import Box, Floats, Optics, Size, optics
from hardware.drivers.simulated.camera.patches import (
    Patch,
    around_all,
    clipped,
    common,
    grown,
    merged,
)
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rounds import Round, Surroundings
from hardware.drivers.simulated.camera.scenery import Scenery, scenery
from hardware.drivers.simulated.camera.shading import source
from hardware.drivers.simulated.camera.shadows import Caster, Ground, Sun, behind, reach, shade
from hardware.drivers.simulated.camera.viewpoints import Viewpoint

Thing = Round | Block | Hand
NEAR = 4.0
"""Widths of a point; what lies further off casts no shadow on a checker."""
MOST = 0.5
"""If more of a picture than this has changed, it is drawn anew as a whole."""
PIXELS = 120_000
"""About so many are developed at once, to be sparing with memory."""
TOUCHING = 0.1
"""Widths of a point; what is higher over the ground does not stand on it."""


@dataclass(frozen=True, slots=True)
class Taking:
    """How a picture is taken."""

    light: Light
    exposure: Exposure
    blur: float = 0.55
    """Pixels."""
    quality: int | None = None
    """Of a JPEG; None for a camera that does not compress."""


@dataclass(slots=True, eq=False)
class _Drawn:
    """A thing as it is seen, and which part of a picture changes with it."""

    patch: Patch | None
    casters: tuple[Caster, ...]
    changes: Box | None
    order: tuple[float, float]


class Rendering:
    """Draws what lies on one board, seen from one place."""

    def __init__(self, plan: Plan, light: Light, viewpoint: Viewpoint, size: Size) -> None:
        self._plan = plan
        self._base = light.steady
        self._camera = optics(viewpoint, plan.reach, size)
        self._scenery: Scenery = scenery(plan, self._base, viewpoint, size)
        place = source(self._base, plan, self._camera)
        heights = (0.0, plan.look.height, -plan.look.standing)
        self._sun = Sun(self._base, place, self._camera, heights)
        self._drawn: dict[Thing, _Drawn] = {}
        self._above: dict[Round, tuple[Round, ...]] = {}
        self._taking: Taking | None = None
        self._picture: Picture = np.zeros((size[1], size[0], 3), np.uint8)

    @property
    def camera(self) -> Optics:
        return self._camera

    def suits(self, light: Light) -> bool:
        """Whether only the strength of this light differs, and shadows that lie over the board."""
        return light.steady == self._base

    def metered(self, light: Light) -> Exposure:
        """The exposure for the empty board in a light."""
        part = np.s_[::12, ::12]
        seen = self._scenery.around[part].astype(np.float32) * light.around + self._scenery.main[
            part
        ].astype(np.float32) * light.main * _past(light)
        return metered(_mean(seen), light)

    def picture(self, things: Iterable[Thing], taking: Taking) -> Picture:
        """How things look; the array is the same one every time, and changes with the next."""
        wanted = list(dict.fromkeys(things))
        changed = self._redraw(wanted)
        size = self._camera.size
        whole = (0, 0, *size)
        if taking != self._taking:
            changed = [whole]
        margin = int(3 * taking.blur) + 2
        boxes = merged(_aligned(grown(box, margin, size), size) for box in changed)
        if sum(_area(box) for box in boxes) > MOST * _area(whole):
            boxes = [whole]
        self._taking = taking
        for box in boxes:
            for strip in _strips(box):
                self._develop(strip, taking)
        return self._picture

    def layers(self) -> list[tuple[Thing, Patch]]:
        """What the last picture shows, each thing before those that may hide it."""
        order = sorted(self._drawn.items(), key=lambda item: item[1].order)
        return [(thing, drawn.patch) for thing, drawn in order if drawn.patch]

    def _redraw(self, wanted: list[Thing]) -> list[Box]:
        """Draw what is new, forget what has gone, and tell which parts change with it."""
        above = {it: self._over(it, wanted) for it in wanted if isinstance(it, Round)}
        kept = {
            it for it in wanted
            if it in self._drawn and (not isinstance(it, Round) or above[it] == self._above[it])
        }  # fmt: skip
        changes = [drawn.changes for it, drawn in self._drawn.items() if it not in kept]
        drawn = {it: self._drawn[it] if it in kept else self._draw(it, above) for it in wanted}
        changes += [it.changes for thing, it in drawn.items() if thing not in kept]
        self._drawn, self._above = drawn, above
        return [box for box in changes if box is not None]

    def _over(self, it: Round, things: list[Thing]) -> tuple[Round, ...]:
        """The round things that lie over it, or so near that they may throw a shadow on it."""
        x, y, _ = it.spot
        return tuple(
            other
            for other in things
            if isinstance(other, Round)
            and other.low > it.low + it.thick / 2
            and abs(other.spot[0] - x) < NEAR
            and abs(other.spot[1] - y) < NEAR
        )

    def _draw(self, it: Thing, above: dict[Round, tuple[Round, ...]]) -> _Drawn:
        light, place = self._base, self._sun.place
        if isinstance(it, Round):
            plan = self._plan
            around = Surroundings(plan.look.height, plan.outer)
            patch = rounds.patch(it, self._camera, light, place, above[it], around)
        elif isinstance(it, Block):
            patch = blocks.patch(it, self._camera, light, place)
        else:
            patch = hands.patch(it, self._camera, light, place)
        casters = self._casters(it)
        boxes = [box for caster in casters if (box := reach(caster, self._sun))]
        if patch:
            boxes.append(patch.box)
        return _Drawn(patch, casters, around_all(boxes), self._order(it))

    def _casters(self, it: Thing) -> tuple[Caster, ...]:
        if isinstance(it, Hand):
            limbs = hands.outlines(it)
            return tuple(Caster(limb, None, None, float(limb[:, 2].mean())) for limb in limbs)
        ground = self._ground(it)
        height = self._sun.heights[ground]
        foot = it.foot if it.low < height + TOUCHING else None
        return (Caster(it.outline, foot, ground, it.high - height),)

    def _ground(self, it: Round | Block) -> Ground:
        x, y, _ = it.spot
        outer = self._plan.outer
        if not (outer.left < x < outer.right and outer.low < y < outer.high):
            return Ground.TABLE
        holes = self._plan.holes
        if any(hole.left < x < hole.right and hole.low <= y <= hole.high for hole in holes):
            return Ground.FLOOR
        return Ground.RIM

    def _order(self, it: Thing) -> tuple[float, float]:
        """Who is drawn first: the lower one, and of two at one height the farther one."""
        stand = self._camera.stand
        far = float(np.hypot(it.spot[0] - stand[0], it.spot[1] - stand[1]))
        return (np.inf if isinstance(it, Hand) else round(it.low, 1), -far)

    def _develop(self, box: Box, taking: Taking) -> None:
        """Draw a part of the picture anew."""
        size = self._camera.size
        margin = int(3 * taking.blur) + 2
        wide = grown(box, margin, size)
        light = focused(self._light(wide, taking.light), taking.blur)
        light = light[box[1] - wide[1] : box[3] - wide[1], box[0] - wide[0] : box[2] - wide[0]]
        part = developed(np.ascontiguousarray(light), taking.exposure, box, size)
        if taking.quality is not None:
            part = compressed(part, taking.quality)
        self._picture[box[1] : box[3], box[0] : box[2]] = part

    def _light(self, box: Box, light: Light) -> Floats:
        """What comes from a part of the scene."""
        part = np.s_[box[1] : box[3], box[0] : box[2]]
        here = [it for it in self._drawn.values() if it.changes and common(it.changes, box)]
        shades = shade(
            [caster for it in here for caster in it.casters], self._sun, self._scenery.level, box
        )
        past = behind(light.edge, self._camera, box) if light.edge else None
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


def _lay(seen: Floats, patch: Patch | None, box: Box, light: Light, left: Floats | None) -> None:
    """Lay a patch over what is there."""
    shared = common(patch.box, box) if patch else None
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


def _past(light: Light) -> float:
    """How much of the main light an edge leaves, on the whole."""
    return 1 - 0.4 * light.edge.dark if light.edge else 1.0


def _mean(seen: Floats) -> float:
    return float((seen @ np.array([0.1, 0.6, 0.3], np.float32)).mean())


def _strips(box: Box) -> Iterator[Box]:
    """A part in pieces of so few rows that they take little memory, all of whole blocks."""
    left, top, right, bottom = box
    rows = max(PIXELS // (right - left) // BLOCK, 1) * BLOCK
    for begin in range(top, bottom, rows):
        yield left, begin, right, min(begin + rows, bottom)


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _aligned(box: Box, size: Size) -> Box:
    """A part as it is compressed."""
    left, top, right, bottom = box
    whole = (
        left // BLOCK * BLOCK, top // BLOCK * BLOCK, -(-right // BLOCK) * BLOCK,
        -(-bottom // BLOCK) * BLOCK,
    )  # fmt: skip
    return clipped(whole, size) or box
