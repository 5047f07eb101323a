"""Contacts that bounce: a change counts once it has been seen so many times, one after the other.

All contacts are counted at once. Each bit of an int has a counter of three bits, which stand
in three ints: so a hundred contacts cost as much as one, and on a Pico that is the difference.
"""

FEWEST = 2
MOST = 8
"""Looks that a change may be asked to last; the counters hold no more."""


class Debounce:
    """So many cells, each of one bit or two, which change as a whole."""

    def __init__(self, cells: int, bits: int = 1, samples: int = 4) -> None:
        self._bits = bits
        self._cells = int("01" * cells or "0", 2) if bits > 1 else (1 << cells) - 1
        self.state = 0
        self.start(samples)

    def start(self, samples: int) -> None:
        """So many equal samples are a change from now on; whatever was being counted is not."""
        self._last = self._one = self._two = self._four = 0
        self._need = samples - 1

    def begin(self, raw: int) -> None:
        """Take over what is there."""
        self.state = raw

    def sample(self, raw: int) -> int:
        """Take in how the contacts are now, and give those bits that have changed for good."""
        differs = raw ^ self.state
        if not differs:
            self._one = self._two = self._four = 0
            return 0
        wanted = self._touched(differs)
        same = wanted ^ (wanted & self._touched(raw ^ self._last))
        self._last = raw
        one, two, four = self._one & same, self._two & same, self._four & same
        full = wanted
        full &= one if self._need & 1 else one ^ self._cells
        full &= two if self._need & 2 else two ^ self._cells
        full &= four if self._need & 4 else four ^ self._cells
        more = wanted ^ full
        carry = one & more
        self._one = (one ^ more) & more
        self._two = (two ^ carry) & more
        self._four = (four ^ (two & carry)) & more
        changed = differs & (full | full << 1) if self._bits > 1 else full
        self.state ^= changed
        return changed

    def _touched(self, bits: int) -> int:
        """The cells that any of these bits belong to, by their lowest bit."""
        return (bits | bits >> 1) & self._cells if self._bits > 1 else bits
