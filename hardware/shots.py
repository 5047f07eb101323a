"""What comes out of a camera: pictures, and when each of them was taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a table without a camera does without numpy
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture."""

    at: float
    """Seconds of a clock that never runs back."""
    pixels: NDArray[np.uint8]
    """Rows, columns, and blue, green and red; never changed once it was handed over."""
