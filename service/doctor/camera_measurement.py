"""Measures size, rate, brightness and sharpness of a camera's pictures."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Camera, DeviceFault
from service.doctor.facts import CameraMeasurement

MEASURING_SECONDS = 2.0
"""Seconds for which a camera is measured."""
MEASURED_WIDTH = 640
"""Width in pixels to which a picture is scaled for the measurement."""
WHITE_VALUE = 255
"""The value of a white pixel."""
MIN_CONTRAST = 8.0
"""Minimum contrast: a plainer picture shows nothing that could be sharp."""
EDGE_PERCENTILE = 99
"""The percentile of the steps between pixels that counts as an edge."""


async def measure_camera(
    table: str, camera: Camera, seconds: float = MEASURING_SECONDS
) -> CameraMeasurement:
    """Opens a camera and measures its pictures; a fault is part of the result."""
    try:
        async with camera:
            count, picture = await _last_picture(camera, seconds)
            can_lock = await camera.freeze_exposure()
    except DeviceFault as fault:
        return CameraMeasurement(table, str(fault))
    if picture is None:
        return CameraMeasurement(table, f"{camera.name} gives no picture")
    height, width = picture.shape[:2]
    grey = _grey(picture)
    brightness = float(grey.mean()) / WHITE_VALUE
    size, rate = (width, height), count / seconds
    return CameraMeasurement(table, "", *size, rate, brightness, _sharpness(grey), can_lock)


async def _last_picture(camera: Camera, seconds: float) -> tuple[int, NDArray[np.uint8] | None]:
    """The number of pictures in this time after the first one, and the last of them."""
    count, last, shots = 0, None, camera.shots()
    with suppress(StopAsyncIteration, TimeoutError):
        last = (await anext(shots)).pixels
        async with asyncio.timeout(seconds):
            while True:
                last = (await anext(shots)).pixels
                count += 1
    return count, last


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The picture scaled down, in grey, and with less noise."""
    size = (MEASURED_WIDTH, max(round(picture.shape[0] * MEASURED_WIDTH / picture.shape[1]), 3))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    return grey.astype(np.float32)


def _sharpness(grey: NDArray[np.float32]) -> float:
    """The steepness of its edges, relative to its contrast."""
    across = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2])
    down = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])
    low, high = np.percentile(grey, [1, 99])
    steep = np.percentile(np.maximum(across, down) / 2, EDGE_PERCENTILE)
    return float(steep / max(high - low, MIN_CONTRAST))
