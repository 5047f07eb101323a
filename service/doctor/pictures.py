"""What the pictures of a camera are like: how large, how many, how bright and how sharp."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.devices import Camera, DeviceFault
from service.doctor.facts import Watched

LOOKING = 2.0
"""Seconds that a camera is watched."""
MEASURED = 640
"""Pixels in a row of a picture that is measured."""
BRIGHTEST = 255
LEAST_CONTRAST = 8.0
"""What is plainer shows nothing that could be sharp."""
MOST_STEPS = 99
"""Per cent of all steps from pixel to pixel that are smaller than those of edges."""


async def watched(table: str, camera: Camera, seconds: float = LOOKING) -> Watched:
    """What there is to say of a camera that nobody else has open."""
    try:
        async with camera:
            many, picture = await _last(camera, seconds)
            holds = await camera.hold_still()
    except DeviceFault as fault:
        return Watched(table, str(fault))
    if picture is None:
        return Watched(table, f"{camera.name} gives no picture")
    height, width = picture.shape[:2]
    grey = _grey(picture)
    brightness = float(grey.mean()) / BRIGHTEST
    return Watched(table, "", width, height, many / seconds, brightness, _sharpness(grey), holds)


async def _last(camera: Camera, seconds: float) -> tuple[int, NDArray[np.uint8] | None]:
    """How many pictures follow the first one in so much time, and the last of them."""
    many, last, shots = 0, None, camera.shots()
    with suppress(StopAsyncIteration, TimeoutError):
        last = (await anext(shots)).pixels
        async with asyncio.timeout(seconds):
            while True:
                last = (await anext(shots)).pixels
                many += 1
    return many, last


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The picture without colours, small, and with less noise."""
    size = (MEASURED, max(round(picture.shape[0] * MEASURED / picture.shape[1]), 3))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    return grey.astype(np.float32)


def _sharpness(grey: NDArray[np.float32]) -> float:
    """How steep its edges are, by how far it is from its darkest to its brightest."""
    across, down = (
        np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]),
        np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]),
    )
    low, high = np.percentile(grey, [1, 99])
    steep = np.percentile(np.maximum(across, down) / 2, MOST_STEPS)
    return float(steep / max(high - low, LEAST_CONTRAST))
