"""Where the pictures of a camera come from, as the one thread sees it that works the camera."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # a camera is made without numpy, and only opened with it
    import numpy as np
    from numpy.typing import NDArray

Picture: TypeAlias = "NDArray[np.uint8]"
"""Rows, columns, and blue, green and red."""


class Source(ABC):
    """Takes pictures, and may wait while it does; all but `wake` is called in one thread.

    What goes wrong is a DeviceFault, to be said after the name of the camera.
    """

    @abstractmethod
    def open(self) -> None:
        """Reach the camera."""

    @abstractmethod
    def take(self) -> Picture | None:
        """The next picture from now on; None after the last there is."""

    def hold_still(self) -> bool:
        """Keep exposure and colours as they are; False where that cannot be told."""
        return False

    def idle(self) -> bool:
        """What is done while nobody wants a picture, a little at a time; whether there is more."""
        return False

    def wake(self) -> None:  # noqa: B027 - most cameras cannot be woken
        """Let whatever is waited for in the other thread end soon, with whatever fault."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the camera, be it reached or not; it cannot fail."""
