"""The truth of a picture, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.checkers import POINTS, Colour, Layout, bar, tray
from simulation.rendering.board_geometry import BoardPlan, Disc
from simulation.rendering.board_pictures import BoardPicture, checker_body
from simulation.rendering.dice_and_cube import Block
from simulation.rendering.hand_and_arm import DrawnHand
from simulation.rendering.optics import Reals
from simulation.rendering.renderer import Thing
from simulation.rendering.round_bodies import RoundBody
from simulation.rendering.shading import Patch
from tools.vision_samples.setups import SampleSetup

NAMES = {Colour.LIGHT: "A", Colour.DARK: "B"}
PER_ROW = 5
SLOTS = range(1, 25)
TruthLine = dict[str, Any]


def truth(
    setup: SampleSetup, view: BoardPicture, layout: Layout, image: str, **more: object
) -> TruthLine:
    """The truth of a picture of a layout."""
    covers = _covers(view)
    return {
        "image": image,
        "setup": setup.name,
        "board": setup.look,
        "light": setup.light,
        "difficulty": setup.difficulty,
        "a_home": view.plan.home.value,
        "size": list(setup.size),
        "colors": _colours(view.plan),
        "corners": _round_pixels(view.corners),
        "bar_corners": None if view.bar_corners is None else _round_pixels(view.bar_corners),
        "points": points_of(layout, view.plan),
        "bar": {NAMES[it]: layout.count(bar(it), it) for it in Colour},
        "off": {NAMES[it]: layout.count(tray(it), it) for it in Colour},
        "off_in_view": all(_is_seen(view, it) for it in view.discs if _where(it).startswith("off")),
        "complete": True,
        "hand": any(isinstance(thing, DrawnHand) for thing, _ in view.layers),
        "point_cover": [round(cover, 3) for cover in covers],
        "checkers": _checkers(view),
        "loose": _loose(view),
        **more,
    }


def points_of(layout: Layout, plan: BoardPlan) -> list[int]:
    """The checkers on the points, as the corners number them: A's above zero, B's below."""
    counts = [0] * len(SLOTS)
    for place in POINTS:
        signed = layout.count(place, Colour.LIGHT) - layout.count(place, Colour.DARK)
        counts[plan.slot_of(place) - 1] = signed
    return counts


def _colours(plan: BoardPlan) -> TruthLine:
    look = plan.look
    return {
        "name_A": str(look.light.colour),
        "name_B": str(look.dark.colour),
        "has_bar": plan.bar is not None,
        "bar_width_over_field": round(look.bar / (12 + look.bar), 4),
        "checker_diam_over_point_width": look.make.across,
        "checker_diam_over_field_height": round(look.make.across / look.depth, 4),
        "per_layer": PER_ROW,
        "tray": look.trays.value,
        "off_style": look.aside.value,
    }


def _checkers(view: BoardPicture) -> list[TruthLine]:
    """Each checker, where its top face is seen, and what part of it."""
    free = _free(view)
    return [_checker(view, disc, free) for disc in view.discs if _is_seen(view, disc)]


def _checker(view: BoardPicture, disc: Disc, free: Mapping[Thing, float]) -> TruthLine:
    body = checker_body(disc, view.plan)
    x, y, z = disc.spot
    top = np.array(
        [x, y + body.thick / 2, z + body.across / 2] if disc.on_edge else [x, y, body.high]
    )
    layer, number = (disc.seat[2], disc.seat[1] - 1) if disc.seat else (0, 0)
    pixel = view.camera.pixels(top[None])[0]
    return {
        "c": NAMES[disc.colour],
        "at": _at(view, disc),
        "i": number,
        "layer": layer,
        "px": _round_pixels(pixel),
        "r": round(view.camera.per_unit(top) * body.across / 2, 1),
        "vis": round(free.get(body, 0.0), 3),
    }


def _at(view: BoardPicture, disc: Disc) -> str:
    where = _where(disc)
    if where.startswith("p"):
        return str(view.plan.slot(int(where[1:])))
    return f"{where.split('.')[0]}{NAMES[disc.colour]}"


def _where(disc: Disc) -> str:
    return disc.seat[0] if disc.seat else "between"


def _is_seen(view: BoardPicture, disc: Disc) -> bool:
    x, y = view.camera.pixels(np.array([disc.spot]))[0]
    wide, high = view.camera.size
    return bool(0 <= x < wide and 0 <= y < high)


def _free(view: BoardPicture) -> dict[Thing, float]:
    """The part of each thing that nothing hides."""
    wide, high = view.camera.size
    nearest: NDArray[np.int16] = np.full((high, wide), -1, np.int16)
    for number, (_, patch) in enumerate(view.layers):
        nearest[_part(patch)][_mask(patch)] = number
    return {
        thing: float((nearest[_part(patch)] == number).sum() / max(_mask(patch).sum(), 1))
        for number, (thing, patch) in enumerate(view.layers)
    }


def _covers(view: BoardPicture) -> list[float]:
    """The part of each point that lies under a hand, dice, the cube or a cup."""
    wide, high = view.camera.size
    hidden: NDArray[np.bool_] = np.zeros((high, wide), np.bool_)
    bodies = {checker_body(disc, view.plan) for disc in view.discs}
    for thing, patch in view.layers:
        if thing not in bodies:
            hidden[_part(patch)] |= _mask(patch)
    return [_share(view, slot, hidden) for slot in SLOTS]


def _share(view: BoardPicture, slot: int, hidden: NDArray[np.bool_]) -> float:
    spots = np.array([(x, y, 0.0) for x, y in view.plan.point(slot).corners])
    mask: NDArray[np.uint8] = np.zeros(hidden.shape, np.uint8)
    cv2.fillConvexPoly(mask, view.camera.pixels(spots).round().astype(np.int32), (1,))
    return float((mask.astype(bool) & hidden).sum() / max(int(mask.sum()), 1))


def _loose(view: BoardPicture) -> TruthLine:
    """Dice, cube and cup."""
    bodies = {checker_body(disc, view.plan) for disc in view.discs}
    things = [thing for thing, _ in view.layers if thing not in bodies]
    blocks = [thing for thing in things if isinstance(thing, Block)]
    return {
        "dice": [_block(view, it) for it in blocks if it.pips],
        "cube": next((_block(view, it) for it in blocks if not it.pips), None),
        "cup": any(isinstance(thing, RoundBody) and thing.hollow for thing in things),
    }


def _block(view: BoardPicture, block: Block) -> TruthLine:
    top = np.array([[*block.spot[:2], block.high]])
    return {"value": block.number, "px": _round_pixels(view.camera.pixels(top)[0])}


def _part(patch: Patch) -> tuple[slice, slice]:
    left, top, right, bottom = patch.box
    return slice(top, bottom), slice(left, right)


def _mask(patch: Patch) -> NDArray[np.bool_]:
    return patch.cover > 0.5  # noqa: PLR2004 - half of it


def _round_pixels(pixels: Reals) -> Any:
    return np.round(pixels, 1).tolist()


def lines(told: Iterable[TruthLine]) -> str:
    """The lines of a file."""
    return "".join(f"{json.dumps(it)}\n" for it in told)
