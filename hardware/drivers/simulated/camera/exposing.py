"""From light to the bytes of a picture: exposure, colours, lens, compression and noise."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drivers.simulated.camera.grains import linear
from hardware.drivers.simulated.camera.lights import Light
from hardware.drivers.simulated.camera.optics import Box, Floats, Size

Picture = NDArray[np.uint8]
BRIGHTNESS = 0.2
"""What a camera makes of the average of what it sees; white is 1."""
MOST_GAIN = 16.0
"""More it cannot make of the light."""
BALANCE = 0.75
"""How much of the tint of a light is taken out of the colours."""
STEPS = 4096
"""Kinds of brightness, before they become bytes."""
BRIGHTEST = 4.0
KNEE = 0.8
"""From here on the brightest parts are pressed together."""
DARK = 0.0031308
"""What is darker grows evenly, in the colours of screens."""
DARK_CORNERS = 0.22
"""How much darker the corners of a picture are."""
BLOCK = 16
"""Pixels of a compressed block."""
MARGIN = 96
"""By so many pixels noise is shifted about."""
NOISE_ROWS = 128
"""Rows of it that are made at once."""
NOISE_STEPS = 40
"""In how many parts of a unit noise is kept."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a camera makes of the light: blue, green and red."""

    gains: tuple[float, float, float]

    @property
    def strongest(self) -> float:
        return max(self.gains)


def metered(brightness: float, light: Light) -> Exposure:
    """The exposure a camera chooses by itself; the brightness is that of what it sees."""
    gain = min(BRIGHTNESS / max(brightness, 1e-6), MOST_GAIN)
    tint = light.around * linear(light.tint) + 0.6 * light.main * linear(light.main_tint)
    balance = (tint / tint.mean()) ** -BALANCE
    blue, green, red = (float(gain * part) for part in balance)
    return Exposure((blue, green, red))


def developed(light: Floats, exposure: Exposure, box: Box, size: Size) -> Picture:
    """Light as bytes; the array is used up."""
    light *= np.array(exposure.gains, np.float32)
    light *= _corners(box, size)[..., None]
    cv2.sqrt(light, dst=light)
    light *= np.float32((STEPS - 1) / BRIGHTEST**0.5)
    np.minimum(light, STEPS - 1, out=light)
    return np.asarray(_curve()[light.astype(np.uint16)])


def focused(light: Floats, blur: float) -> Floats:
    """Light past a lens that blurs by so many pixels."""
    return np.asarray(cv2.GaussianBlur(light, (0, 0), blur), np.float32) if blur > 0.2 else light  # noqa: PLR2004 - less cannot be seen


def compressed(picture: Picture, quality: int) -> Picture:
    """The picture as it comes out of a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


class Noise:
    """The noise of a sensor: a field of it that is shifted about."""

    def __init__(self, size: Size, seed: int = 0) -> None:
        self._field = _field(size)
        self._chance = np.random.default_rng(seed)

    def over(self, picture: Picture, strength: float) -> Picture:
        """The picture with fresh noise; the strength is that of the darkest parts, in bytes."""
        high, wide = picture.shape[:2]
        y, x = self._chance.integers(0, MARGIN, 2)
        field = self._field[y : y + high, x : x + wide]
        amount = cv2.LUT(picture, _amounts())
        noise = cv2.multiply(field, amount, scale=strength / 128 / NOISE_STEPS, dtype=cv2.CV_16S)
        return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=1)
def _field(size: Size) -> NDArray[np.int8]:
    """Noise with a deviation of `NOISE_STEPS`, larger than a picture."""
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
def _amounts() -> Picture:
    """How strong noise is by how bright it is, in parts of 128."""
    value = np.arange(256)
    return (128 * (0.45 + 0.55 * np.exp(-value / 70))).astype(np.uint8)


@lru_cache(maxsize=1)
def _curve() -> Picture:
    """The byte for each kind of brightness."""
    light = (np.arange(STEPS) / (STEPS - 1)) ** 2 * BRIGHTEST
    over = np.maximum(light - KNEE, 0)
    pressed = np.minimum(light, KNEE) + (1 - KNEE) * (1 - np.exp(-over / (1 - KNEE) * 0.8))
    shown = np.where(pressed < DARK, pressed * 12.92, 1.055 * pressed ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(shown * 255 + 0.5, 0, 255), np.uint8)


def _corners(box: Box, size: Size) -> Floats:
    left, top, right, bottom = box
    x = (np.arange(left, right, dtype=np.float32) / size[0] - 0.5) ** 2
    y = ((np.arange(top, bottom, dtype=np.float32) - size[1] / 2) / size[0]) ** 2
    far = (x[None, :] + y[:, None]) / np.float32(0.25 * (1 + (size[1] / size[0]) ** 2))
    return np.asarray(1 - DARK_CORNERS * far, np.float32)
