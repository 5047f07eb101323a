"""What the lamps show: what the host wants, or that there is no host."""

from firmware_bridge.pico.picture import EIGHTHS, NO_INKS, UNLIT, Picture, is_picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Strip

EIGHTH = 125
"""Milliseconds of an eighth of a second."""
REPAINT = 1000
"""Milliseconds after which the same is painted again: a spark may have spoilt it."""

WAITING = b"030303ff"
"""The ink of a board that has just started: each lamp can be seen to work."""
ALONE = b"080008cc08000833"
"""The inks of a board without a host, lamp by lamp in turn: no picture of a host looks like it."""


class Lamps:
    """The picture that is wanted, and the two that the board shows of its own accord."""

    def __init__(self, strip: "Strip", milliamps: int) -> None:
        self.strip = strip
        self.milliamps = milliamps
        count = strip.count
        self._dark = self._picture(NO_INKS, UNLIT * count)
        self._alone = self._picture(ALONE, (b"ab" * count)[:count])
        self._wanted = self._dark
        self._shown = self._picture(WAITING, b"a" * count)
        self._lit = -1
        self._painted = 0

    def show(self, inks: bytes, row: bytes) -> bool:
        """Whether this can be shown; it is, from now on."""
        if not is_picture(inks, row, self.strip.count):
            return False
        self._wanted = self._picture(inks, row)
        self.wait(alone=False)
        return True

    def forget(self) -> None:
        """Another host begins: what the last one wanted is of no meaning any more."""
        self._wanted = self._dark

    def wait(self, *, alone: bool) -> None:
        """There is no host; or there is, and its picture is shown."""
        self._shown = self._alone if alone else self._wanted
        self._lit = -1

    def turn(self, now: int) -> None:
        """Paint, if there is anything new."""
        lit = self._shown.lit(now // EIGHTH % EIGHTHS)
        if lit != self._lit or now - self._painted >= REPAINT:
            self._lit = lit
            self._painted = now
            self.strip.show(self._shown.pixels(lit))

    def _picture(self, inks: bytes, row: bytes) -> Picture:
        return Picture(inks, row, self.strip, self.milliamps)
