"""The light of a picture, beside the one that was learnt from."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.drivers.simulated.camera.pictures import START, rendered
from tests.rigs.vision_boards import learnt
from vision.looks import rooted
from vision.plane import BESIDE, BEYOND, SCALE, Plane, above
from vision.weighing.lighting import Light, lit

CLOSE = 0.06
"""How far off, as a part of one, a gain may be told."""


def plane_of_the_start() -> Plane:
    learned = learnt()
    view = above(learned.eye, learned.field, learned.field.thickness)
    return rooted(view.of(rendered(lying=START).picture), learned.looks.falloff)


def on_the_field(light: Light) -> Plane:
    """The gain there."""
    return light.gain[
        round(BEYOND * SCALE) : -round(BEYOND * SCALE),
        round(BESIDE * SCALE) : -round(BESIDE * SCALE),
    ]


@pytest.mark.parametrize("part", [1.0, 0.7, 0.5, 1.2])
def test_light_is_told_that_is_the_same_everywhere(part: float) -> None:
    light = lit(plane_of_the_start() * np.float32(part), learnt().looks)
    assert np.median(on_the_field(light)) == pytest.approx(part, rel=CLOSE)


def test_light_is_told_on_both_sides_of_a_shadows_edge() -> None:
    seen = plane_of_the_start()
    seen[:, : seen.shape[1] // 2] *= np.float32(0.6)
    gain = on_the_field(lit(seen, learnt().looks))
    wide = gain.shape[1]
    assert np.median(gain[:, : wide // 3]) == pytest.approx(0.6, rel=CLOSE)
    assert np.median(gain[:, -wide // 3 :]) == pytest.approx(1.0, rel=CLOSE)


def test_a_shade_has_a_colour_of_its_own() -> None:
    blue = np.array([0.8, 0.7, 0.62], np.float32)
    seen, half = plane_of_the_start(), slice(0, 380)
    seen[:, half] *= blue
    light = lit(seen, learnt().looks)
    shade = (light.gain[..., None] * light.tint)[120:150, 100:130].mean(axis=(0, 1))
    assert shade == pytest.approx(blue, rel=2 * CLOSE)


def test_light_that_is_held_back_nowhere_is_not_doubted() -> None:
    light = lit(plane_of_the_start(), learnt().looks)
    assert np.median(light.doubt) < CLOSE
