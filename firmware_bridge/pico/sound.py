"""A sound that ends by itself."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Piezo

LOWEST = 20
HIGHEST = 20000
"""Hertz."""
LONGEST = 10000
"""Milliseconds."""


class Sound:
    """What a piezo is to do until when."""

    def __init__(self, piezo: "Piezo") -> None:
        self._piezo = piezo
        self._until = -1

    def begin(self, hertz: int, milliseconds: int, now: int) -> bool:
        """Whether this can be heard; it is, in place of what was."""
        if not hertz and not milliseconds:
            self.end()
            return True
        if not (LOWEST <= hertz <= HIGHEST and 0 < milliseconds <= LONGEST):
            return False
        self._piezo.sound(hertz)
        self._until = now + milliseconds
        return True

    def end(self) -> None:
        """Be silent."""
        if self._until >= 0:
            self._piezo.sound(0)
            self._until = -1

    def turn(self, now: int) -> None:
        """Be silent, if it is time to."""
        if 0 <= self._until <= now:
            self.end()
