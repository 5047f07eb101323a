"""The debounced sensors and buttons of a board."""

from firmware_bridge.pico.framing import GENERATION_MODULUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_bridge.pico.parts import Buttons, Pin, SlotSensors

MIN_SAMPLES = 2
MAX_SAMPLES = 8
"""The maximum number of samples; the counters hold no more."""


class Debounce:
    """Counts a change of a sensor, of one or two bits, after it was seen several times in a row.

    All are counted at once. Each bit of an int has a counter of three bits, which are spread over
    three ints: so a hundred sensors cost as much as one, which matters on a Pico.
    """

    def __init__(self, count: int, bits: int = 1, samples: int = 4) -> None:
        self._bits = bits
        self._lowest_bits = int("01" * count or "0", 2) if bits > 1 else (1 << count) - 1
        self.state = 0
        self.start(samples)

    def start(self, samples: int) -> None:
        """Sets the number of equal samples that make a change; restarts the counting."""
        self._last = self._one = self._two = self._four = 0
        self._need = samples - 1

    def begin(self, raw: int) -> None:
        self.state = raw

    def sample(self, raw: int) -> int:
        """Takes one sample; returns the bits whose debounced state changes with it."""
        differs = raw ^ self.state
        if not differs:
            self._one = self._two = self._four = 0
            return 0
        wanted = self._sensors_with(differs)
        same = wanted ^ (wanted & self._sensors_with(raw ^ self._last))
        self._last = raw
        one, two, four = self._one & same, self._two & same, self._four & same
        full = wanted
        full &= one if self._need & 1 else one ^ self._lowest_bits
        full &= two if self._need & 2 else two ^ self._lowest_bits
        full &= four if self._need & 4 else four ^ self._lowest_bits
        more = wanted ^ full
        carry = one & more
        self._one = (one ^ more) & more
        self._two = (two ^ carry) & more
        self._four = (four ^ (two & carry)) & more
        changed = differs & (full | full << 1) if self._bits > 1 else full
        self.state ^= changed
        return changed

    def _sensors_with(self, bits: int) -> int:
        """The sensors with any of these bits set, each as its lowest bit."""
        return (bits | bits >> 1) & self._lowest_bits if self._bits > 1 else bits


SAMPLES = 4


class Sensors:
    """The debounced state of the sensors and its generation."""

    def __init__(self, inputs: "SlotSensors") -> None:
        self.inputs = inputs
        self.generation = 0
        self.settling = SAMPLES
        """Number of samples still needed before the state is valid."""
        self._bounces = Debounce(inputs.count, inputs.bits, SAMPLES)
        self._sampled_at = 0
        self._bits = inputs.count * inputs.bits
        self._digits = (self._bits + 3) // 4
        self._fill = self._digits * 4 - self._bits

    def tick(self, now: int) -> None:
        """Takes a sample if it is due."""
        if now - self._sampled_at < self.inputs.every:
            return
        self._sampled_at = now
        raw = self.inputs.scan()
        if raw is None:
            return
        if self.settling == SAMPLES:
            self._bounces.begin(raw)
        changed = self._bounces.sample(raw)
        if self.settling:
            self.settling -= 1
        elif changed:
            self.generation = (self.generation + 1) % GENERATION_MODULUS

    def set_samples(self, samples: int) -> None:
        """Sets the number of equal samples that make a change."""
        self._bounces.start(samples)

    def encode(self) -> bytes:
        state = self._bounces.state << self._fill
        hexadecimal = b"%0*x" % (self._digits, state) if self._digits else b""
        return b"S %d %s" % (self.generation, hexadecimal)


EVERY = 5
"""Milliseconds between two samples."""
COUNTS = 256


class Presses:
    """Counts the presses of each button since the start."""

    def __init__(self, buttons: "Buttons") -> None:
        self._buttons = buttons
        self.counts = [0] * buttons.count
        self.generation = 0
        """Number of all presses; a new value makes the board report the counts."""
        self._bounces = Debounce(buttons.count, 1, SAMPLES)
        self._bounces.begin(buttons.read())
        self._sampled_at = 0

    def tick(self, now: int) -> None:
        """Takes a sample if it is due."""
        if now - self._sampled_at < EVERY:
            return
        self._sampled_at = now
        pressed = self._bounces.sample(self._buttons.read()) & self._bounces.state
        for button in range(len(self.counts)):
            if pressed >> button & 1:
                self.counts[button] = (self.counts[button] + 1) % COUNTS
                self.generation = (self.generation + 1) % GENERATION_MODULUS

    def set_samples(self, samples: int) -> None:
        self._bounces.start(samples)

    def encode(self) -> bytes:
        """The counts in the notation of the wire."""
        return b"B " + self.join(b" ")

    def join(self, between: bytes) -> bytes:
        """The counts, separated by `between`."""
        return between.join([b"%d" % count for count in self.counts])


class PinButtons:
    """Buttons on pins with pull-ups; a pressed button pulls its pin down."""

    def __init__(self, pins: "Sequence[Pin]") -> None:
        self.count = len(pins)
        self._pins = pins

    def read(self) -> int:
        held = 0
        for button, pin in enumerate(self._pins):
            held |= (1 - pin.value()) << button
        return held
