"""The light of a picture is estimated relative to that of the calibration."""

import numpy as np
import pytest

from simulation.rendering.board_pictures import START, render_board
from tests.rigs.vision.rendered_boards import calibration_of
from vision.calibration_data import square_root_brightness
from vision.likelihood.illumination import Illumination, estimate_illumination
from vision.picture_arrays import Plane
from vision.top_view import BESIDE, BEYOND, SCALE, top_down_map

CLOSE = 0.06
"""The largest relative error of an estimated gain."""


def plane_of_the_start() -> Plane:
    learned = calibration_of()
    view = top_down_map(learned.camera, learned.field, learned.field.thickness)
    seen = view.rectify(render_board(lying=START).picture)
    return square_root_brightness(seen, learned.appearance.falloff)


def on_the_field(light: Illumination) -> Plane:
    """The gain there."""
    beyond, beside = round(BEYOND * SCALE), round(BESIDE * SCALE)
    return light.gain[beyond:-beyond, beside:-beside]


@pytest.mark.parametrize("part", [1.0, 0.7, 0.5, 1.2])
def test_uniform_light_is_measured(part: float) -> None:
    seen = plane_of_the_start() * np.float32(part)
    light = estimate_illumination(seen, calibration_of().appearance)
    assert np.median(on_the_field(light)) == pytest.approx(part, rel=CLOSE)


def test_light_is_measured_on_both_sides_of_a_shadows_edge() -> None:
    seen = plane_of_the_start()
    seen[:, : seen.shape[1] // 2] *= np.float32(0.6)
    gain = on_the_field(estimate_illumination(seen, calibration_of().appearance))
    wide = gain.shape[1]
    assert np.median(gain[:, : wide // 3]) == pytest.approx(0.6, rel=CLOSE)
    assert np.median(gain[:, -wide // 3 :]) == pytest.approx(1.0, rel=CLOSE)


def test_a_shade_has_a_colour_of_its_own() -> None:
    blue = np.array([0.8, 0.7, 0.62], np.float32)
    seen, half = plane_of_the_start(), slice(0, 380)
    seen[:, half] *= blue
    light = estimate_illumination(seen, calibration_of().appearance)
    shade = (light.gain[..., None] * light.tint)[120:150, 100:130].mean(axis=(0, 1))
    assert shade == pytest.approx(blue, rel=2 * CLOSE)


def test_light_that_is_held_back_nowhere_is_not_doubted() -> None:
    light = estimate_illumination(plane_of_the_start(), calibration_of().appearance)
    assert np.median(light.doubt) < CLOSE
