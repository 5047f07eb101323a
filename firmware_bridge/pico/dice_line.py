"""Dice on a line of their own behind the board."""

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, Reader, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Uart

GENERATIONS = 65536
SILENCE = 2500
"""Milliseconds after which dice are not to be reached."""
PIECE = 64
"""Bytes taken in one turn: what comes within 5 ms at 115200 baud, and a little more."""
UNREACHED = b"E -"
SETTLED = b"S"
ELSEWHERE = (b"R", b"C", b"L", b"E")
FACES = b"123456"
NO_FACES = b"-"
WORDS = 5
"""D pair generation state faces."""
DICE = 2
"""Of a pair; one may be thrown alone."""
LONGEST_NUMBER = 5


class Pair:
    """What a pair of dice does and shows, and how often that has changed."""

    def __init__(self, number: int) -> None:
        self.generation = 0
        self._number = number
        self._theirs = b""
        self._says = UNREACHED
        self._heard = 0

    def hear(self, theirs: bytes, says: bytes, now: int) -> None:
        """The dice say this, with a generation of theirs."""
        self._heard = now
        self._become(theirs, says)

    def turn(self, now: int) -> None:
        """Notice silence."""
        if now - self._heard >= SILENCE:
            self._become(b"", UNREACHED)

    def told(self) -> bytes:
        """The state as the wire has it."""
        return b"D %d %d %s" % (self._number, self.generation, self._says)

    def _become(self, theirs: bytes, says: bytes) -> None:
        if (theirs, says) != (self._theirs, self._says):
            self._theirs = theirs
            self._says = says
            self.generation = (self.generation + 1) % GENERATIONS


class DiceLine:
    """Passes on what dice tell."""

    def __init__(self, line: "Uart", pairs: int) -> None:
        self.pairs = [Pair(pair) for pair in range(pairs)]
        self._line = line
        self._reader = Reader(FROM_BOARD)
        for pair in range(pairs):
            line.write(encode(FROM_HOST, pair + 1, b"ROLL %d" % pair))

    def turn(self, now: int) -> None:
        """Listen for a moment."""
        waiting = self._line.any()
        if waiting:
            for line in self._reader.feed(self._line.read(min(waiting, PIECE)) or b""):
                if isinstance(line, tuple):
                    self._take(line[1], now)
        for pair in self.pairs:
            pair.turn(now)

    def _take(self, body: bytes, now: int) -> None:
        """A line of theirs, if it is about dice."""
        words = body.split(b" ")
        if words[0] == b"OK":
            words = words[1:]
        if len(words) != WORDS or words[0] != b"D":
            return
        _, pair, theirs, state, faces = words
        if not (pair.isdigit() and theirs.isdigit() and len(pair + theirs) <= 1 + LONGEST_NUMBER):
            return
        if int(pair) < len(self.pairs) and are_dice(state, faces):
            self.pairs[int(pair)].hear(theirs, state + b" " + faces, now)


def are_dice(state: bytes, faces: bytes) -> bool:
    """Whether dice can do this and show that."""
    if state == SETTLED:
        return 1 <= len(faces) <= DICE and not faces.strip(FACES)
    return state in ELSEWHERE and faces == NO_FACES
