"""Buttons: how often each was pressed."""

from firmware_bridge.pico.debounce import Debounce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Keys

SAMPLES = 4
EVERY = 5
"""Milliseconds between two looks."""
COUNTS = 256
GENERATIONS = 65536


class Presses:
    """The counts since the start."""

    def __init__(self, keys: "Keys") -> None:
        self._keys = keys
        self.counts = [0] * keys.count
        self.generation = 0
        """How many were pressed in all: what is told anew whenever it changes."""
        self._bounces = Debounce(keys.count, 1, SAMPLES)
        self._bounces.begin(keys.read())
        self._looked = 0

    def turn(self, now: int) -> None:
        """Look, if it is time to."""
        if now - self._looked < EVERY:
            return
        self._looked = now
        pressed = self._bounces.sample(self._keys.read()) & self._bounces.state
        for button in range(len(self.counts)):
            if pressed >> button & 1:
                self.counts[button] = (self.counts[button] + 1) % COUNTS
                self.generation = (self.generation + 1) % GENERATIONS

    def set_samples(self, samples: int) -> None:
        """So many equal looks are a change."""
        self._bounces.start(samples)

    def told(self) -> bytes:
        """The counts as the wire has them."""
        return b"B " + self.joined(b" ")

    def joined(self, between: bytes) -> bytes:
        """The counts, one after the other."""
        return between.join([b"%d" % count for count in self.counts])
