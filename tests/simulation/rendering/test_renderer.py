"""A picture whose changed parts are redrawn equals one that is drawn as a whole."""

from random import Random

import numpy as np
import pytest

from hardware.checkers import BACKGAMMON, Colour
from hardware.drivers.simulated.simulated_table import NoChecker, SimulatedTable
from simulation.rendering.board_geometry import BoardPlan, place_checkers
from simulation.rendering.board_looks import LOOKS
from simulation.rendering.board_pictures import START, checker_body
from simulation.rendering.dice_and_cube import place_dice
from simulation.rendering.hand_and_arm import make_hand
from simulation.rendering.picture_conditions import LIGHTS, VIEWPOINTS
from simulation.rendering.renderer import PictureSettings, Renderer, Thing

SIZE = (320, 192)
ALIKE = 2
"""The largest difference of a byte by rounding."""
SEAMS = 12
"""The largest difference of a byte of a compressed picture at the end of a redrawn part."""


class Scene:
    """A table that changes at random."""

    def __init__(self, look: str, seed: int) -> None:
        self.plan = BoardPlan(LOOKS[look])
        self.chance = Random(seed)  # noqa: S311 - chance that repeats itself, no secret
        self.table = SimulatedTable(START)
        self.loose: list[Thing] = []

    @property
    def things(self) -> list[Thing]:
        lying = place_checkers(self.table.snapshot, self.plan)
        return [*(checker_body(disc, self.plan) for disc in lying), *self.loose]

    def change(self) -> None:
        """Throws the dice, and may reach in and move a checker."""
        chance = self.chance
        self.loose = list(place_dice(self.plan, (chance.randint(1, 6), 3), 1, chance))
        if chance.random() < 0.5:
            x, y = chance.uniform(-6, 6), chance.uniform(-5, 5)
            self.loose.append(make_hand((x, y, 0.3), chance.choice((-1, 1)), 0.4 * x))
        colour = chance.choice(tuple(Colour))
        try:
            self.table.lift(chance.choice(BACKGAMMON.places), colour)
        except NoChecker:
            return
        free = [each for each in BACKGAMMON.places if each.startswith("p") and not self.table[each]]
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
def test_picture_drawn_in_pieces_equals_the_whole(look: str, light: str, viewpoint: str) -> None:
    scene, lamp, camera_stand = Scene(look, 3), LIGHTS[light], VIEWPOINTS[viewpoint]
    rendering = Renderer(scene.plan, lamp, camera_stand, SIZE)
    settings = PictureSettings(lamp, rendering.meter(lamp))
    for _ in range(8):
        rendering.picture(scene.things, settings)
        scene.change()

    by_pieces = rendering.picture(scene.things, settings)
    whole = Renderer(scene.plan, lamp, camera_stand, SIZE).picture(scene.things, settings)
    assert np.abs(by_pieces.astype(int) - whole).max() <= ALIKE


@pytest.mark.parametrize(("quality", "most"), [(None, 0), (90, SEAMS)], ids=["plain", "JPEG"])
def test_removed_object_leaves_no_trace(quality: int | None, most: int) -> None:
    scene, lamp = Scene("wood", 5), LIGHTS["sun"]
    rendering = Renderer(scene.plan, lamp, VIEWPOINTS["slanted"], SIZE)
    settings = PictureSettings(lamp, rendering.meter(lamp), quality=quality)
    before = rendering.picture(scene.things, settings).copy()

    hand = make_hand((2.0, 1.0, 0.3), 1, 1.0)
    with_hand = rendering.picture([*scene.things, hand], settings).copy()
    after = rendering.picture(scene.things, settings)

    assert np.abs(before.astype(int) - with_hand).max() > 30
    assert np.abs(before.astype(int) - after).max() <= most
