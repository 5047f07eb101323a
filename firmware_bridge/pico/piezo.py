"""A piezo on a pin that can switch it fast enough to be heard."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Pwm

HALF = 32768
"""Of 65536: it is on for half of the time."""


class PwmPiezo:
    """Sounds at any pitch, and always as loud."""

    def __init__(self, pwm: "Pwm") -> None:
        self._pwm = pwm
        pwm.duty_u16(0)

    def sound(self, hertz: int) -> None:
        """Sound like this until told otherwise; 0 is silence."""
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(HALF if hertz else 0)
