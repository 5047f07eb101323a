"""What a plane shows between its pixels."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.plane import Plane


def sampled(plane: Picture | Plane, places: NDArray[np.floating]) -> Plane:
    """The values at places, of which the last axis is x and y; 0 beyond the rims."""
    x, y = np.moveaxis(places, -1, 0).astype(np.float32)
    seen = cv2.remap(plane, np.ascontiguousarray(x), np.ascontiguousarray(y), cv2.INTER_LINEAR)
    return np.asarray(seen, np.float32)
