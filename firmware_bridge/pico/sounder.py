"""The sounder: tones of limited length, on a piezo."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Piezo, Pwm

MIN_HERTZ = 20
MAX_HERTZ = 20000
"""Hertz."""
MAX_MILLISECONDS = 10000
"""Milliseconds."""


class Sounder:
    """Plays a tone on a piezo and ends it in time."""

    def __init__(self, piezo: "Piezo") -> None:
        self._piezo = piezo
        self._until = -1

    def begin(self, hertz: int, milliseconds: int, now: int) -> bool:
        """Plays a tone in place of the present one; returns False if it is invalid."""
        if not hertz and not milliseconds:
            self.end()
            return True
        if not (MIN_HERTZ <= hertz <= MAX_HERTZ and 0 < milliseconds <= MAX_MILLISECONDS):
            return False
        self._piezo.sound(hertz)
        self._until = now + milliseconds
        return True

    def end(self) -> None:
        """Ends the tone."""
        if self._until >= 0:
            self._piezo.sound(0)
            self._until = -1

    def tick(self, now: int) -> None:
        """Ends the tone if its time is over."""
        if 0 <= self._until <= now:
            self.end()


HALF = 32768
"""Half of the duty cycle of 65536."""


class PwmPiezo:
    """Sounds at any frequency, always equally loud."""

    def __init__(self, pwm: "Pwm") -> None:
        self._pwm = pwm
        pwm.duty_u16(0)

    def sound(self, hertz: int) -> None:
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(HALF if hertz else 0)
