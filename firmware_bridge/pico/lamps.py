"""The lamps: a picture of the host or of the board, within a current limit, on a strip."""

from binascii import unhexlify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.pico import parts

    Bitstream = Callable[[parts.Pin, int, tuple[int, ...], bytes], None]

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNLIT = b"."
NO_INKS = b"-"
HEX = b"0123456789abcdef"
INK = len("rrggbbee")
EIGHTHS = 8

FULL = 255
PART = 20
"""Current in milliamperes of one fully lit colour of a lamp; most strips draw a little less."""
LAMP = 1
"""Current of a dark lamp in milliamperes."""


class Picture:
    """The picture of a strip, for each eighth of a second."""

    def __init__(self, inks: bytes, row: bytes, strip: "parts.Strip", milliamps: int) -> None:
        colours = unhexlify(inks) if inks != NO_INKS else b""
        room = max(0, milliamps - LAMP * strip.count) * FULL
        load = PART * heaviest(colours, row)
        self._row = row
        self._dark = strip.pixel(0, 0, 0)
        self._inks = []
        for first in range(0, len(colours), 4):
            colour = colours[first : first + 3]
            if load > room:
                colour = bytes([part * room // load for part in colour])
            self._inks.append((colours[first + 3], strip.pixel(colour[0], colour[1], colour[2])))

    def lit_inks(self, eighth: int) -> int:
        """The inks that are on in an eighth of a second, the first in the lowest bit."""
        inks = 0
        for ink, (rhythm, _) in enumerate(self._inks):
            inks |= (rhythm >> EIGHTHS - 1 - eighth & 1) << ink
        return inks

    def pixels(self, lit: int) -> bytes:
        """The data of all lamps while these inks are on."""
        dark = self._dark
        of = {UNLIT[0]: dark}
        for ink, (_, pixel) in enumerate(self._inks):
            of[LETTERS[ink]] = pixel if lit >> ink & 1 else dark
        return b"".join([of[letter] for letter in self._row])


def is_picture(inks: bytes, row: bytes, count: int) -> bool:
    """True if this is a valid picture for so many lamps."""
    used = 0 if inks == NO_INKS else len(inks) // INK
    if used > len(LETTERS) or len(row) != count or row.strip(UNLIT + LETTERS[:used]):
        return False
    return inks == NO_INKS or (bool(used) and not (len(inks) % INK or inks.strip(HEX)))


def heaviest(colours: bytes, row: bytes) -> int:
    """The sum of all colours of all lamps in the eighth of a second in which it is largest.

    One sum for all eighths: a steady lamp must not flicker because another one blinks.
    """
    sums = [0] * EIGHTHS
    for first in range(0, len(colours), 4):
        lamps = row.count(LETTERS[first // 4 : first // 4 + 1])
        weight = lamps * sum(colours[first : first + 3])
        for eighth in range(EIGHTHS):
            if colours[first + 3] >> EIGHTHS - 1 - eighth & 1:
                sums[eighth] += weight
    return max(sums)


EIGHTH = 125
"""Length of an eighth of a second in milliseconds."""
REPAINT = 1000
"""Milliseconds after which the same picture is sent again, to repair interference."""

WAITING = b"030303ff"
"""The ink after a start, in which each lamp can be seen to work."""
ALONE = b"080008cc08000833"
"""The inks without a host, which alternate from lamp to lamp as no picture of a host does."""


class Lamps:
    """The picture of the host, and the two pictures of the board itself."""

    def __init__(self, strip: "parts.Strip", milliamps: int) -> None:
        self.strip = strip
        self.milliamps = milliamps
        count = strip.count
        self._dark = self._picture(NO_INKS, UNLIT * count)
        self._alone = self._picture(ALONE, (b"ab" * count)[:count])
        self._wanted = self._dark
        self._picture_shown = self._picture(WAITING, b"a" * count)
        self._lit = -1
        self._painted_at = 0

    def show(self, inks: bytes, row: bytes) -> bool:
        """Shows a picture from now on; returns False if it is invalid."""
        if not is_picture(inks, row, self.strip.count):
            return False
        self._wanted = self._picture(inks, row)
        self.set_alone(alone=False)
        return True

    def forget(self) -> None:
        self._wanted = self._dark

    def set_alone(self, *, alone: bool) -> None:
        """Shows that there is no host, or the picture of the host again."""
        self._picture_shown = self._alone if alone else self._wanted
        self._lit = -1

    def tick(self, now: int) -> None:
        """Updates the strip if the picture has changed or is due for repetition."""
        lit = self._picture_shown.lit_inks(now // EIGHTH % EIGHTHS)
        if lit != self._lit or now - self._painted_at >= REPAINT:
            self._lit = lit
            self._painted_at = now
            self.strip.show(self._picture_shown.pixels(lit))

    def _picture(self, inks: bytes, row: bytes) -> Picture:
        return Picture(inks, row, self.strip, self.milliamps)


BIT_TIMES = (400, 850, 800, 450)
"""Nanoseconds: high and low of a 0, high and low of a 1."""


class Strip:
    """Sends pixels to the strip; each lamp takes green, red and blue, in this order."""

    def __init__(self, bitstream: "Bitstream", pin: "parts.Pin", count: int) -> None:
        self.count = count
        self._bitstream = bitstream
        self._pin = pin

    def pixel(self, red: int, green: int, blue: int) -> bytes:
        return bytes((green, red, blue))

    def show(self, pixels: bytes) -> None:
        """Shows these pixels from now on."""
        self._bitstream(self._pin, 0, BIT_TIMES, pixels)
