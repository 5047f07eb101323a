"""The responses of a board to the requests of the host."""

from firmware_bridge.pico.chip import FIRMWARE
from firmware_bridge.pico.framing import MAX_LINE, PROTOCOL
from firmware_bridge.pico.sensors import MAX_SAMPLES, MIN_SAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.pico.board import Board

NO_VERB = b"ERR verb"
NO_ARGUMENT = b"ERR arg"
NO_PROTOCOL = b"ERR proto %d" % PROTOCOL
NO_SENSORS = b"ERR hw no sensors"
NO_VALUES = b"ERR hw these sensors measure nothing"
NO_LAMPS = b"ERR hw no lamps"
NO_BUTTONS = b"ERR hw no buttons"
NO_SOUNDER = b"ERR hw no sounder"
NO_DICE = b"ERR hw no dice"

MIN_BEAT = 200
MAX_BEAT = 5000
"""Milliseconds."""
MAX_THRESHOLD = 32767
"""Maximum distance of a threshold from the middle of the measured range."""
LAST_BANK = 31
MAX_NUMBER = 99999
MAX_DIGITS = len("99999")
MAX_WORD = 16
WORD = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class RequestHandler:
    """Executes the requests to a board and answers them."""

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._verbs: dict[bytes, tuple[int, Callable[..., bytes]]] = {
            b"HELLO": (1, self._hello),
            b"PING": (1, self._ping),
            b"SNAP": (0, self._snap),
            b"BTN": (0, self._buttons),
            b"ROLL": (1, self._roll),
            b"LED": (2, self._lamps),
            b"BUZ": (2, self._play),
            b"SET": (2, self._set),
            b"RAW": (1, self._raw),
            b"RESET": (0, self._reset),
        }

    def handle(self, request: bytes) -> bytes:
        """Executes a request and returns the response."""
        words = request.split(b" ")
        verb = self._verbs.get(words[0])
        if verb is None:
            return NO_VERB
        if len(words) - 1 != verb[0]:
            return NO_ARGUMENT
        return verb[1](*words[1:])

    def _hello(self, version: bytes) -> bytes:
        spoken = parse_number(version, 0, MAX_NUMBER)
        if spoken is None:
            return NO_ARGUMENT
        if spoken != PROTOCOL:
            return NO_PROTOCOL
        board, who = self._board, self._board.identity
        inputs = board.sensors and board.sensors.inputs
        return (
            b"OK HELLO proto=%d fw=%s board=%s uid=%s boot=%s"
            b" cells=%d bits=%d leds=%d btn=%d dice=%d map=%s max=%d ma=%d%s"
        ) % (
            PROTOCOL,
            FIRMWARE,
            who.kind,
            who.uid,
            who.boot,
            inputs.count if inputs else 0,
            inputs.bits if inputs else 1,
            board.lamps.strip.count if board.lamps else 0,
            len(board.presses.counts) if board.presses else 0,
            len(board.pairs),
            who.layout if inputs else b"-",
            MAX_LINE,
            board.lamps.milliamps if board.lamps else 0,
            b" " + who.places if who.places else b"",
        )

    def _ping(self, word: bytes) -> bytes:
        if not 0 < len(word) <= MAX_WORD or word.strip(WORD):
            return NO_ARGUMENT
        return b"OK PING " + word

    def _snap(self) -> bytes:
        sensors = self._board.sensors
        return self._board.respond_with(sensors) if sensors else NO_SENSORS

    def _buttons(self) -> bytes:
        presses = self._board.presses
        return self._board.respond_with(presses) if presses else NO_BUTTONS

    def _roll(self, pair: bytes) -> bytes:
        pairs = self._board.pairs
        if not pairs:
            return NO_DICE
        which = parse_number(pair, 0, len(pairs) - 1)
        return NO_ARGUMENT if which is None else self._board.respond_with(pairs[which])

    def _lamps(self, inks: bytes, row: bytes) -> bytes:
        lamps = self._board.lamps
        if not lamps:
            return NO_LAMPS
        return b"OK LED" if lamps.show(inks, row) else NO_ARGUMENT

    def _play(self, hertz: bytes, milliseconds: bytes) -> bytes:
        sounder = self._board.sounder
        if not sounder:
            return NO_SOUNDER
        pitch, time = parse_number(hertz, 0, MAX_NUMBER), parse_number(milliseconds, 0, MAX_NUMBER)
        if pitch is None or time is None or not sounder.begin(pitch, time, self._board.now):
            return NO_ARGUMENT
        return b"OK BUZ"

    def _set(self, key: bytes, value: bytes) -> bytes:
        if key == b"deb":
            return self._set_samples(parse_number(value, MIN_SAMPLES, MAX_SAMPLES))
        if key == b"beat":
            return self._set_beat(parse_number(value, MIN_BEAT, MAX_BEAT))
        if key == b"thr":
            on, _, off = value.partition(b",")
            return self._set_thresholds(
                parse_number(on, 0, MAX_THRESHOLD), parse_number(off, 0, MAX_THRESHOLD)
            )
        return NO_ARGUMENT

    def _set_samples(self, samples: int | None) -> bytes:
        board = self._board
        if not board.sensors and not board.presses:
            return NO_SENSORS
        if samples is None:
            return NO_ARGUMENT
        if board.sensors:
            board.sensors.set_samples(samples)
        if board.presses:
            board.presses.set_samples(samples)
        return b"OK SET"

    def _set_beat(self, milliseconds: int | None) -> bytes:
        if milliseconds is None:
            return NO_ARGUMENT
        self._board.beat = milliseconds
        return b"OK SET"

    def _set_thresholds(self, on: int | None, off: int | None) -> bytes:
        sensors = self._board.sensors
        if not sensors:
            return NO_SENSORS
        if on is None or off is None or off > on:
            return NO_ARGUMENT
        if not sensors.inputs.measures:
            return NO_VALUES
        sensors.inputs.set_thresholds(on, off)
        return b"OK SET"

    def _raw(self, bank: bytes) -> bytes:
        sensors = self._board.sensors
        if not sensors:
            return NO_SENSORS
        if not sensors.inputs.measures:
            return NO_VALUES
        which = parse_number(bank, 0, LAST_BANK)
        values = None if which is None else sensors.inputs.raw(which)
        if values is None or which is None:
            return NO_ARGUMENT
        return b"OK RAW %d %s" % (which, b" ".join([b"%d" % value for value in values]))

    def _reset(self) -> bytes:
        self._board.restart_soon()
        return b"OK RESET"


def parse_number(word: bytes, low: int, high: int) -> int | None:
    """Parses a number in canonical notation; None if it is not one within the range."""
    if len(word) > MAX_DIGITS or not word.isdigit():
        return None
    value = int(word)
    return value if low <= value <= high and word == b"%d" % value else None
