"""Dice behind a second serial line, for which the board is the host."""

from firmware_bridge.pico.framing import (
    FROM_BOARD,
    FROM_HOST,
    GENERATION_MODULUS,
    PROTOCOL,
    Reader,
    encode,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Uart

SILENCE = 2500
"""Milliseconds of silence after which the dice count as unreachable."""
POLL_INTERVAL = 300
"""Milliseconds between two requests; a later response is not waited for."""
NUMBERS = 255
READ_SIZE = 16
"""Bytes per tick, fewer than a line about dice has, so that no state is skipped."""
HELLO = b"HELLO %d" % PROTOCOL
HELLO_ANSWERED = [b"OK", b"HELLO"]
ANSWERED = b"OK"
HEARTBEAT = b"H"
BOOT = b"boot="
NOT_KNOWN = b""
UNREACHED = b"E -"
SETTLED = b"S"
NOT_SETTLED = (b"R", b"C", b"L", b"E")
FACES = b"123456"
NO_FACES = b"-"
WORDS = 5
"""The words of a state: D, pair, generation, state, faces."""
DICE = 2
"""Maximum number of dice of a pair; one may be thrown alone."""
LONGEST_NUMBER = 5


class Pair:
    """The state of a pair of dice and its generation."""

    def __init__(self, number: int) -> None:
        self.generation = 0
        self._number = number
        self._source_generation = NOT_KNOWN
        self._state = UNREACHED
        self._heard_at = 0

    def hear(self, theirs: bytes, says: bytes, now: int) -> None:
        """Takes a state that the dice report, with their own generation."""
        self._heard_at = now
        self._become(theirs, says)

    def begin_anew(self) -> None:
        """Notes that the dice restarted their generations; the state itself may be unchanged."""
        self._source_generation = NOT_KNOWN

    def tick(self, now: int) -> None:
        """Marks the pair as unreachable after silence."""
        if now - self._heard_at >= SILENCE:
            self._become(NOT_KNOWN, UNREACHED)

    def encode(self) -> bytes:
        return b"D %d %d %s" % (self._number, self.generation, self._state)

    def _become(self, theirs: bytes, says: bytes) -> None:
        is_counted_on = (
            NOT_KNOWN not in (theirs, self._source_generation) and theirs != self._source_generation
        )
        if is_counted_on or says != self._state:
            self.generation = (self.generation + 1) % GENERATION_MODULUS
        self._source_generation = theirs
        self._state = says


class DiceLine:
    """Polls the dice as a host does, and passes on their states."""

    def __init__(self, line: "Uart", pairs: int) -> None:
        self.pairs = [Pair(pair) for pair in range(pairs)]
        self._line = line
        self._reader = Reader(FROM_BOARD)
        self._boot: bytes | None = None
        """The boot identifier of the dice that answered HELLO; None if none did."""
        self._heard_at = 0
        self._asked_at = -POLL_INTERVAL
        self._number = 0
        self._next = 0
        """The next request: 0 is HELLO, then one for each pair."""

    def tick(self, now: int) -> None:
        """Reads a little, and sends a request if it is due."""
        self._listen(now)
        if now - self._heard_at >= SILENCE:
            self._boot = None
        for pair in self.pairs:
            pair.tick(now)
        if now - self._asked_at >= POLL_INTERVAL:
            self._asked_at = now
            self._ask()

    def _listen(self, now: int) -> None:
        waiting = self._line.any()
        if not waiting:
            return
        for line in self._reader.feed(self._line.read(min(waiting, READ_SIZE)) or b""):
            if isinstance(line, tuple):
                self._heard_at = now
                self._hear(line[1].split(b" "), now)

    def _hear(self, words: list[bytes], now: int) -> None:
        """Handles a line of the dice; ignores all but states, HELLO and heartbeats."""
        if words[:2] == HELLO_ANSWERED:
            self._boot = boot_in(words)
        elif words[0] == HEARTBEAT:
            if self._boot not in (None, boot_in(words)):
                self._boot = None
                for pair in self.pairs:
                    pair.begin_anew()
        elif words[0] == ANSWERED:
            self._take(words[1:], now)
        else:
            self._take(words, now)

    def _take(self, words: list[bytes], now: int) -> None:
        """Takes a state, if the words are a valid one."""
        if len(words) != WORDS or words[0] != b"D":
            return
        _, pair, theirs, state, faces = words
        if not (pair.isdigit() and theirs.isdigit() and len(pair + theirs) <= 1 + LONGEST_NUMBER):
            return
        if int(pair) < len(self.pairs) and are_dice(state, faces):
            self.pairs[int(pair)].hear(theirs, state + b" " + faces, now)

    def _ask(self) -> None:
        """Sends one request: HELLO until it is answered, then each pair in turn."""
        if self._next > len(self.pairs):
            self._next = 0
        if not self._next and self._boot is not None:
            self._next = 1
        request = b"ROLL %d" % (self._next - 1) if self._next else HELLO
        self._next += 1
        self._number = self._number % NUMBERS + 1
        self._line.write(encode(FROM_HOST, self._number, request))


def boot_in(words: list[bytes]) -> bytes:
    """The boot identifier in a response to HELLO or a heartbeat."""
    for word in words:
        if word.startswith(BOOT):
            return word
    return b""


def are_dice(state: bytes, faces: bytes) -> bool:
    """True if dice can have this state and these faces."""
    if state == SETTLED:
        return 1 <= len(faces) <= DICE and not faces.strip(FACES)
    return state in NOT_SETTLED and faces == NO_FACES
