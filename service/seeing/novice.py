"""When a board that is not known yet is worth a try: when it lies still and is a new sight."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

COARSE = (64, 36)
"""Pixels across and down of a picture in which only large changes matter."""
CHANGED = 6.0
"""Levels; what differs by more in one pixel of a coarse picture is not the same sight."""
STILL = 1.5
"""Seconds that nothing may have moved."""
SOON = 3.0
"""Seconds from one try to the next at least."""
LEISURE = 5.0
"""So many times as long as a try takes, nothing is tried: a slow machine has other things to do."""
AGAIN = 300.0
"""Seconds until the same sight is tried again; light may have changed little by little."""

Coarse = NDArray[np.float32]


@dataclass(slots=True)
class Novice:
    """Looks at pictures of a board that is not known, and says when to try to learn it."""

    _last: Coarse | None = None
    _moved_at: float = -np.inf
    _tried: Coarse | None = None
    _tried_at: float = -np.inf
    _pause: float = SOON

    def is_ready(self, picture: Picture, at: float) -> bool:
        """Whether this picture is to be learnt from; if so, it counts as tried."""
        coarse = _coarse(picture)
        if self._last is None or _differ(coarse, self._last):
            self._moved_at = at
        self._last = coarse
        if at - self._moved_at < STILL or at - self._tried_at < self._patience(coarse):
            return False
        self._tried, self._tried_at = coarse, at
        return True

    def took(self, seconds: float) -> None:
        """The try is over."""
        self._pause = max(SOON, LEISURE * seconds)

    @property
    def has_tried(self) -> bool:
        """Whether it has tried at all."""
        return self._tried is not None

    def _patience(self, coarse: Coarse) -> float:
        """How long to wait from the last try on."""
        same = self._tried is not None and not _differ(coarse, self._tried)
        return AGAIN if same else self._pause


def _coarse(picture: Picture) -> Coarse:
    small = cv2.resize(picture, COARSE, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _differ(one: Coarse, other: Coarse) -> bool:
    return bool(np.abs(one - other).max() > CHANGED)
