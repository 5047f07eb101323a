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


def start_plane() -> Plane:
    learned = calibration_of()
    view = top_down_map(learned.camera, learned.field, learned.field.thickness)
    plane = view.rectify(render_board(lying=START).picture)
    return square_root_brightness(plane, learned.appearance.falloff)


def field_gain(light: Illumination) -> Plane:
    """The gain of the light on the playing surface."""
    beyond, beside = round(BEYOND * SCALE), round(BESIDE * SCALE)
    return light.gain[beyond:-beyond, beside:-beside]


@pytest.mark.parametrize("part", [1.0, 0.7, 0.5, 1.2])
def test_uniform_light_is_measured(part: float) -> None:
    plane = start_plane() * np.float32(part)
    light = estimate_illumination(plane, calibration_of().appearance)
    assert np.median(field_gain(light)) == pytest.approx(part, rel=CLOSE)


def test_light_is_measured_on_both_sides_of_a_shadows_edge() -> None:
    plane = start_plane()
    plane[:, : plane.shape[1] // 2] *= np.float32(0.6)
    gain = field_gain(estimate_illumination(plane, calibration_of().appearance))
    wide = gain.shape[1]
    assert np.median(gain[:, : wide // 3]) == pytest.approx(0.6, rel=CLOSE)
    assert np.median(gain[:, -wide // 3 :]) == pytest.approx(1.0, rel=CLOSE)


def test_shade_is_measured_with_its_colour() -> None:
    blue = np.array([0.8, 0.7, 0.62], np.float32)
    plane, half = start_plane(), slice(0, 380)
    plane[:, half] *= blue
    light = estimate_illumination(plane, calibration_of().appearance)
    shade = (light.gain[..., None] * light.tint)[120:150, 100:130].mean(axis=(0, 1))
    assert shade == pytest.approx(blue, rel=2 * CLOSE)


def test_light_without_shadows_is_not_doubted() -> None:
    light = estimate_illumination(start_plane(), calibration_of().appearance)
    assert np.median(light.doubt) < CLOSE
