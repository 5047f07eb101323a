"""Milliseconds since the start, which never begin again although the counter of the chip does."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """Time since it was made; to be looked at every day at least."""

    def __init__(self, ticks: "Callable[[], int]", difference: "Callable[[int, int], int]") -> None:
        self._ticks = ticks
        self._difference = difference
        self._last = ticks()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since the start."""
        ticks = self._ticks()
        self._now += self._difference(ticks, self._last)
        self._last = ticks
        return self._now
