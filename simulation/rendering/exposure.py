"""Exposure, white balance, blur, compression and noise: from light to bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import PictureSize
from simulation.rendering.optics import Floats, PixelBox
from simulation.rendering.picture_conditions import SceneLight
from simulation.rendering.shading import linear_colour

PictureArray = NDArray[np.uint8]
BRIGHTNESS = 0.2
"""Average brightness that automatic exposure aims at; white is 1."""
MAX_GAIN = 16.0
"""Largest gain of automatic exposure."""
BALANCE = 0.75
"""Strength of the white balance: the share of a light's tint that it removes."""
STEPS = 4096
"""Steps of brightness in the table that turns light into bytes."""
BRIGHTEST = 4.0
"""Brightness of the highest step; white is 1."""
KNEE = 0.8
"""Brightness above which highlights are compressed."""
DARK = 0.0031308
"""Brightness below which the sRGB curve is linear."""
DARK_CORNERS = 0.22
"""Darkening of the corners of a picture (vignetting)."""
BLOCK = 16
"""Width and height of a compression block, in pixels."""
MARGIN = 96
"""Range of the random shift of the noise field, in pixels."""
NOISE_ROWS = 128
"""Rows of noise made at once, to limit memory."""
NOISE_STEPS = 40
"""The stored value that stands for a deviation of 1."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The gains that a camera applies to blue, green and red light."""

    gains: tuple[float, float, float]

    @property
    def strongest(self) -> float:
        return max(self.gains)


def meter(brightness: float, light: SceneLight) -> Exposure:
    """The automatic exposure for a scene of this average brightness in a light."""
    gain = min(BRIGHTNESS / max(brightness, 1e-6), MAX_GAIN)
    main_tint = 0.6 * light.main * linear_colour(light.main_tint)
    tint = light.around * linear_colour(light.tint) + main_tint
    balance = (tint / tint.mean()) ** -BALANCE
    blue, green, red = (float(gain * part) for part in balance)
    return Exposure((blue, green, red))


def develop(light: Floats, exposure: Exposure, box: PixelBox, size: PictureSize) -> PictureArray:
    """Turns light into bytes; the array `light` is overwritten."""
    light *= np.array(exposure.gains, np.float32)
    light *= _corners(box, size)[..., None]
    cv2.sqrt(light, dst=light)
    light *= np.float32((STEPS - 1) / BRIGHTEST**0.5)
    np.minimum(light, STEPS - 1, out=light)
    return np.asarray(_curve()[light.astype(np.uint16)])


def blur_by_lens(light: Floats, blur: float) -> Floats:
    """Light blurred by a lens, by so many pixels."""
    return np.asarray(cv2.GaussianBlur(light, (0, 0), blur), np.float32) if blur > 0.2 else light  # noqa: PLR2004 - less cannot be seen


def compress_jpeg(picture: PictureArray, quality: int) -> PictureArray:
    """The picture as it comes out of a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


class SensorNoise:
    """Sensor noise: one stored field, shifted at random for each picture."""

    def __init__(self, size: PictureSize, seed: int = 0) -> None:
        self._field = _field(size)
        self._chance = np.random.default_rng(seed)

    def over(self, picture: PictureArray, strength: float) -> PictureArray:
        """The picture with fresh noise; `strength` is its deviation in the darkest parts."""
        high, wide = picture.shape[:2]
        y, x = self._chance.integers(0, MARGIN, 2)
        field = self._field[y : y + high, x : x + wide]
        amount = cv2.LUT(picture, _amounts())
        noise = cv2.multiply(field, amount, scale=strength / 128 / NOISE_STEPS, dtype=cv2.CV_16S)
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=1)
def _field(size: PictureSize) -> NDArray[np.int8]:
    """Noise with a standard deviation of `NOISE_STEPS`, larger than a picture by `MARGIN`."""
    chance = np.random.default_rng(0)
    wide, high = size[0] + MARGIN, size[1] + MARGIN
    field: NDArray[np.int8] = np.empty((high, wide, 3), np.int8)
    for top in range(0, high, NOISE_ROWS):
        rows = field[top : top + NOISE_ROWS]
        rough = chance.standard_normal(rows.shape, np.float32)
        grey = chance.standard_normal((*rows.shape[:2], 1), np.float32)
        soft = cv2.GaussianBlur(rough + grey, (0, 0), 0.55)
        rows[:] = np.clip(soft / soft.std() * NOISE_STEPS, -127, 127)
    return field


@lru_cache(maxsize=1)
def _amounts() -> PictureArray:
    """The strength of the noise by pixel value, in parts of 128."""
    value = np.arange(256)
    return (128 * (0.45 + 0.55 * np.exp(-value / 70))).astype(np.uint8)


@lru_cache(maxsize=1)
def _curve() -> PictureArray:
    """The byte for each step of brightness."""
    light = (np.arange(STEPS) / (STEPS - 1)) ** 2 * BRIGHTEST
    over = np.maximum(light - KNEE, 0)
    pressed = np.minimum(light, KNEE) + (1 - KNEE) * (1 - np.exp(-over / (1 - KNEE) * 0.8))
    shown = np.where(pressed < DARK, pressed * 12.92, 1.055 * pressed ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(shown * 255 + 0.5, 0, 255), np.uint8)


def _corners(box: PixelBox, size: PictureSize) -> Floats:
    left, top, right, bottom = box
    x = (np.arange(left, right, dtype=np.float32) / size[0] - 0.5) ** 2
    y = ((np.arange(top, bottom, dtype=np.float32) - size[1] / 2) / size[0]) ** 2
    far = (x[None, :] + y[:, None]) / np.float32(0.25 * (1 + (size[1] / size[0]) ** 2))
    return np.asarray(1 - DARK_CORNERS * far, np.float32)
