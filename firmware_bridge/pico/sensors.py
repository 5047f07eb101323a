"""All sensors of a board, after debouncing."""

from firmware_bridge.pico.debounce import Debounce

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Switches

SAMPLES = 4
GENERATIONS = 65536


class Sensors:
    """What the switches tell, and how often that has changed."""

    def __init__(self, switches: "Switches") -> None:
        self.switches = switches
        self.generation = 0
        self.settling = SAMPLES
        """Looks that are still to be had before anything is believed."""
        self._bounces = Debounce(switches.cells, switches.bits, SAMPLES)
        self._looked = 0
        self._bits = switches.cells * switches.bits
        self._digits = (self._bits + 3) // 4
        self._fill = self._digits * 4 - self._bits

    def turn(self, now: int) -> None:
        """Look, if it is time to."""
        if now - self._looked < self.switches.every:
            return
        self._looked = now
        raw = self.switches.scan()
        if raw is None:
            return
        if self.settling == SAMPLES:
            self._bounces.begin(raw)
        changed = self._bounces.sample(raw)
        if self.settling:
            self.settling -= 1
        elif changed:
            self.generation = (self.generation + 1) % GENERATIONS

    def set_samples(self, samples: int) -> None:
        """So many equal looks are a change."""
        self._bounces.start(samples)

    def told(self) -> bytes:
        """The state as the wire has it."""
        state = self._bounces.state << self._fill
        hexadecimal = b"%0*x" % (self._digits, state) if self._digits else b""
        return b"S %d %s" % (self.generation, hexadecimal)
