"""A picture of light: inks with their rhythms, one for each lamp, kept within a current."""

from binascii import unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Strip

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNLIT = b"."
NO_INKS = b"-"
HEX = b"0123456789abcdef"
INK = len("rrggbbee")
EIGHTHS = 8

FULL = 255
PART = 20
"""Milliamperes of one part of a colour that is fully on: most strips draw a little less."""
LAMP = 1
"""Milliamperes of a lamp that is dark."""


class Picture:
    """What a strip is to show, eighth of a second by eighth."""

    def __init__(self, inks: bytes, row: bytes, strip: "Strip", milliamps: int) -> None:
        colours = unhexlify(inks) if inks != NO_INKS else b""
        room = max(0, milliamps - LAMP * strip.count) * FULL
        load = PART * heaviest(colours, row)
        self._row = row
        self._dark = strip.pixel(0, 0, 0)
        self._inks = []
        for first in range(0, len(colours), 4):
            parts = colours[first : first + 3]
            if load > room:
                parts = bytes([part * room // load for part in parts])
            self._inks.append((colours[first + 3], strip.pixel(parts[0], parts[1], parts[2])))

    def lit(self, eighth: int) -> int:
        """The inks that shine then, the first in the lowest bit."""
        inks = 0
        for ink, (rhythm, _) in enumerate(self._inks):
            inks |= (rhythm >> EIGHTHS - 1 - eighth & 1) << ink
        return inks

    def pixels(self, lit: int) -> bytes:
        """All lamps while these inks shine."""
        dark = self._dark
        of = {UNLIT[0]: dark}
        for ink, (_, pixel) in enumerate(self._inks):
            of[LETTERS[ink]] = pixel if lit >> ink & 1 else dark
        return b"".join([of[letter] for letter in self._row])


def is_picture(inks: bytes, row: bytes, count: int) -> bool:
    """Whether this can be shown by so many lamps."""
    used = 0 if inks == NO_INKS else len(inks) // INK
    if used > len(LETTERS) or len(row) != count or row.strip(UNLIT + LETTERS[:used]):
        return False
    return inks == NO_INKS or (bool(used) and not (len(inks) % INK or inks.strip(HEX)))


def heaviest(colours: bytes, row: bytes) -> int:
    """The sum of all parts of all lamps in that eighth of a second in which it is greatest.

    One measure for all eighths: a steady lamp must not flicker because another one blinks.
    """
    sums = [0] * EIGHTHS
    for first in range(0, len(colours), 4):
        lamps = row.count(LETTERS[first // 4 : first // 4 + 1])
        weight = lamps * sum(colours[first : first + 3])
        for eighth in range(EIGHTHS):
            if colours[first + 3] >> EIGHTHS - 1 - eighth & 1:
                sums[eighth] += weight
    return max(sums)
