"""The light of a picture relative to the calibration."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_data import Appearance
from vision.picture_arrays import Plane
from vision.top_view import SCALE, sum_channels

COARSE = 5
"""Pixels of the plane for each one at which light is estimated."""


@dataclass(frozen=True, slots=True)
class IlluminationLimits:
    """The range and the priors of light."""

    min_log_gain: float = -1.1
    """Logarithm of square-root brightness; the darkest light that is considered."""
    max_log_gain: float = 0.7
    """Logarithm of square-root brightness; the brightest light that is considered."""
    gain_steps: int = 30
    """Number of steps from the darkest to the brightest light."""
    pixel_colour_sd: float = 7.0
    """Square-root brightness by which the colour of a pixel may be off."""
    shade_colour_log_sd: float = 0.15
    """Log of square-root brightness by which the colour of a shade may differ from the light's."""
    shade_prior_pixels: float = 20.0
    """Weighted pixels in the shade; with fewer the shade's colour is hardly changed."""
    near_reach: float = 0.5
    """Widths of a point over which light is nearly equal."""
    far_reach: float = 2.5
    """Widths of a point over which light is similar."""
    checker_prior: float = 0.5
    """Prior weight of a checker on a spot relative to bare ground."""
    neighbourhood_weights: tuple[float, float, float] = (1.0, 0.5, 0.15)
    """Weights of the light nearby, around, and of the whole board."""
    min_brightness: float = 8.0
    """Square-root brightness below which a pixel does not show the light."""
    overall_log_sd: float = 0.5
    """Logarithm of square-root brightness; the typical change of the whole board's light."""
    even_sd_and_prior: tuple[float, float] = (0.2, 0.4)
    """Without shade: a part's typical change of light (log of square root), and prior weight."""
    shaded_sd_and_prior: tuple[float, float] = (0.6, 0.6)
    """With shade: a part's typical change of light (log of square root), and prior weight."""


Volume = NDArray[np.float32]
"""Rows, columns, and a weight for each step of light."""


@dataclass(frozen=True, slots=True, eq=False)
class Illumination:
    """The light relative to the calibration, as factors of square-root brightness."""

    gain: NDArray[np.float32]
    """Factor of brightness of each pixel of the plane."""
    tint: NDArray[np.float32]
    """Additional factor for each of the three colours, for the whole plane or for each pixel."""
    doubt: NDArray[np.float32]
    """Relative error of the brightness."""

    def normalize(self, seen: Plane) -> Plane:
        return seen / (np.asarray(cv2.merge([self.gain] * 3), np.float32) * self.tint)


def estimate_illumination(
    seen: Plane, appearance: Appearance, limits: IlluminationLimits = IlluminationLimits()
) -> Illumination:
    """Estimates the light of a picture, which falls on the ground and on checkers alike."""
    small, ground = _coarse(seen), _ground(appearance)
    tint = _tint(small, ground, limits)
    models = [ground, appearance.light_colour, appearance.dark_colour]
    votes = _pool_votes(_votes(small / tint, models, limits), limits)
    light, doubt = _winning_light(votes, limits)
    tints = tint * _shade_tint(small / tint, ground, light, limits)
    size = (seen.shape[1], seen.shape[0])
    resized = (cv2.resize(it, size, interpolation=cv2.INTER_LINEAR) for it in (light, tints, doubt))
    gain, wide, apart = (np.asarray(plane, np.float32) for plane in resized)
    return Illumination(np.exp(gain), wide, apart)


def _coarse(plane: Plane) -> Plane:
    size = (plane.shape[1] // COARSE, plane.shape[0] // COARSE)
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA))


@lru_cache(maxsize=2)
def _ground(appearance: Appearance) -> Plane:
    return _coarse(appearance.ground.astype(np.float32))


def _tint(small: Plane, ground: Plane, limits: IlluminationLimits) -> NDArray[np.float32]:
    """The colour of the light, as the median over the board."""
    off = _off_in_colour(small, ground, limits).reshape(-1, 3)
    return np.exp(np.median(off, axis=0)).astype(np.float32)


def _shade_tint(small: Plane, ground: Plane, light: Plane, limits: IlluminationLimits) -> Plane:
    """The change of the light's colour with its brightness: shades are lit by other lamps."""
    off = _off_in_colour(small, ground, limits)
    darker = light - np.median(light)
    counts = np.exp(-sum_channels(off**2) / (2 * limits.shade_colour_log_sd**2)) / (1 + darker**2)
    slope = (counts * darker).ravel() @ off.reshape(-1, 3)
    slope /= (counts * darker**2).sum() + limits.shade_prior_pixels
    return np.asarray(np.exp(darker[..., None] * slope).astype(np.float32))


def _off_in_colour(small: Plane, ground: Plane, limits: IlluminationLimits) -> Plane:
    """The brightening of each channel relative to all of them, as logarithms."""
    least = limits.min_brightness
    ratios = np.log(np.maximum(small, least) / np.maximum(ground, least))
    ratios -= (sum_channels(ratios) / ratios.shape[2])[..., None]
    return ratios


def _votes(small: Plane, models: list[Plane], limits: IlluminationLimits) -> Volume:
    """The light in which each pixel would look like the ground or a checker, as votes."""
    bright = np.maximum(sum_channels(small) / small.shape[2], limits.min_brightness)
    votes = np.zeros(bright.size * limits.gain_steps, np.float32)
    darkest = np.arange(bright.size).reshape(bright.shape) * limits.gain_steps
    for model, share in zip(models, (1.0, limits.checker_prior, limits.checker_prior), strict=True):
        ratio = np.log(bright / np.maximum(model.mean(axis=-1), limits.min_brightness))
        off = small - model * np.exp(ratio)[..., None]
        likely = share * np.exp(-sum_channels(off**2) / (2 * limits.pixel_colour_sd**2))
        per_log = limits.gain_steps / (limits.max_log_gain - limits.min_log_gain)
        at = np.clip((ratio - limits.min_log_gain) * per_log - 0.5, 0, limits.gain_steps - 1.001)
        step = at.astype(np.intp)
        votes[darkest + step] += likely * (1 - (at - step))
        votes[darkest + step + 1] += likely * (at - step)
    return votes.reshape(*bright.shape, limits.gain_steps)


def _pool_votes(votes: Volume, limits: IlluminationLimits) -> Volume:
    """The votes of each pixel's neighbourhoods, times the prior."""
    unit = SCALE / COARSE
    near, far = (_blur(votes, reach * unit) for reach in (limits.near_reach, limits.far_reach))
    overall = votes.mean(axis=(0, 1))
    nearby, around, whole = limits.neighbourhood_weights
    shared = nearby * near + around * far + whole * overall
    return np.asarray(shared * _light_prior(overall, limits))


def _light_prior(overall: NDArray[np.float32], limits: IlluminationLimits) -> NDArray[np.float32]:
    """The prior of each light in a part of the board, given the votes of the whole board."""
    lights = _lights(limits)
    prior = np.exp(-0.5 * (lights / limits.overall_log_sd) ** 2)
    smooth = np.convolve(overall * prior, np.ones(3), "same")
    off = lights - lights[int(smooth.argmax())]
    both = (limits.even_sd_and_prior, limits.shaded_sd_and_prior)
    ways = [share * np.exp(-0.5 * (off / spread) ** 2) for spread, share in both]
    return np.asarray(np.add.reduce(ways).astype(np.float32))


def _blur(votes: Volume, sigma: float) -> Volume:
    width = 2 * round(sigma * 1.2) + 1
    for _ in range(2):
        votes = np.asarray(cv2.blur(votes, (width, width)))
    return votes


@lru_cache(maxsize=2)
def _lights(limits: IlluminationLimits) -> NDArray[np.float32]:
    """The logarithm of each step of light."""
    span = limits.max_log_gain - limits.min_log_gain
    across = (np.arange(limits.gain_steps) + 0.5) * span / limits.gain_steps
    return (limits.min_log_gain + across).astype(np.float32)


def _winning_light(votes: Volume, limits: IlluminationLimits) -> tuple[Plane, Plane]:
    """The light with the most votes, and its standard deviation in the neighbourhood."""
    peaks = votes[..., :-2] + votes[..., 1:-1] + votes[..., 2:]
    best = peaks.argmax(axis=2)[..., None] + np.arange(3)
    weights = np.take_along_axis(votes, best, axis=2) + 1e-6
    light = sum_channels(weights * _lights(limits)[best]) / sum_channels(weights)
    smooth = cv2.blur(light, (3, 3))
    apart = np.sqrt(np.maximum(cv2.blur(light**2, (3, 3)) - smooth**2, 0))
    return np.asarray(smooth), np.asarray(apart)
