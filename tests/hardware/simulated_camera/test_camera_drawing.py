"""A picture in which only what changed is drawn anew is the one that is drawn as a whole."""

from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour
from hardware.drivers.simulated.camera.hands import reaching
from hardware.drivers.simulated.camera.laying import laid_out
from hardware.drivers.simulated.camera.lights import LIGHTS
from hardware.drivers.simulated.camera.pictures import START, round_of
from hardware.drivers.simulated.camera.plans import Plan
from hardware.drivers.simulated.camera.rendering import Rendering, Taking, Thing
from hardware.drivers.simulated.camera.stock import LOOKS
from hardware.drivers.simulated.camera.throwing import thrown
from hardware.drivers.simulated.camera.viewpoints import VIEWPOINTS
from hardware.drivers.simulated.table import NoChecker, SimulatedTable

SIZE = (320, 192)
ALIKE = 2
"""Bytes of difference that rounding makes."""
SEAMS = 12
"""Bytes by which a compressed picture may differ where a part that was drawn anew ends."""


class Scene:
    """A table on which this and that happens."""

    def __init__(self, look: str, seed: int) -> None:
        self.plan = Plan(LOOKS[look])
        self.chance = Random(seed)  # noqa: S311 - chance that repeats itself, no secret
        self.table = SimulatedTable(START)
        self.loose: list[Thing] = []

    @property
    def things(self) -> list[Thing]:
        lying = laid_out(self.table.lying, self.plan)
        return [*(round_of(disc, self.plan) for disc in lying), *self.loose]

    def go_on(self) -> None:
        """Move a checker, throw, and reach in, or some of it."""
        chance = self.chance
        self.loose = list(thrown(self.plan, (chance.randint(1, 6), 3), 1, chance))
        if chance.random() < 0.5:
            x, y = chance.uniform(-6, 6), chance.uniform(-5, 5)
            self.loose.append(reaching((x, y, 0.3), chance.choice((-1, 1)), 0.4 * x))
        colour = chance.choice(tuple(Colour))
        try:
            self.table.lift(chance.choice(BACKGAMMON), colour)
        except NoChecker:
            return
        free = [it for it in BACKGAMMON if it.startswith("p") and not self.table[it]]
        self.table.put(chance.choice(free), colour)


@pytest.mark.parametrize(
    ("look", "light", "viewpoint"),
    [
        ("club", "soft", "leaning"),
        ("red-and-black", "low-sun", "steep"),
        ("cork-domes", "lamp", "short-side"),
        ("paper", "edge", "crooked"),
    ],
)
def test_what_is_drawn_piece_by_piece_is_the_picture_as_a_whole(
    look: str, light: str, viewpoint: str
) -> None:
    scene, lamp, stands = Scene(look, 3), LIGHTS[light], VIEWPOINTS[viewpoint]
    rendering = Rendering(scene.plan, lamp, stands, SIZE)
    taking = Taking(lamp, rendering.metered(lamp))
    for _ in range(8):
        rendering.picture(scene.things, taking)
        scene.go_on()

    by_pieces = rendering.picture(scene.things, taking)
    whole = Rendering(scene.plan, lamp, stands, SIZE).picture(scene.things, taking)
    assert np.abs(by_pieces.astype(int) - whole).max() <= ALIKE


@pytest.mark.parametrize(("quality", "most"), [(None, 0), (90, SEAMS)], ids=["plain", "JPEG"])
def test_what_came_and_went_leaves_no_trace(quality: int | None, most: int) -> None:
    scene, lamp = Scene("wood", 5), LIGHTS["sun"]
    rendering = Rendering(scene.plan, lamp, VIEWPOINTS["slanted"], SIZE)
    taking = Taking(lamp, rendering.metered(lamp), quality=quality)
    before = rendering.picture(scene.things, taking).copy()

    hand = reaching((2.0, 1.0, 0.3), 1, 1.0)
    with_hand = rendering.picture([*scene.things, hand], taking).copy()
    after = rendering.picture(scene.things, taking)

    assert np.abs(before.astype(int) - with_hand).max() > 30
    assert np.abs(before.astype(int) - after).max() <= most
