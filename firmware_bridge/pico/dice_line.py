"""Dice on a line of their own behind the board, which is their host."""

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, PROTOCOL, Reader, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware_bridge.pico.parts import Uart

GENERATIONS = 65536
SILENCE = 2500
"""Milliseconds after which dice are not to be reached."""
TURN = 300
"""Milliseconds from one request to the next; an answer that is later is not waited for."""
NUMBERS = 255
PIECE = 16
"""Bytes taken in one turn, less than a line about dice has: no state is passed over."""
HELLO = b"HELLO %d" % PROTOCOL
HELLO_ANSWERED = [b"OK", b"HELLO"]
ANSWERED = b"OK"
HEARTBEAT = b"H"
BOOT = b"boot="
NOT_KNOWN = b""
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
        self._theirs = NOT_KNOWN
        self._says = UNREACHED
        self._heard = 0

    def hear(self, theirs: bytes, says: bytes, now: int) -> None:
        """The dice say this, with a generation of theirs."""
        self._heard = now
        self._become(theirs, says)

    def begin_anew(self) -> None:
        """The dice count from 0 again; what they do and show may still be the same."""
        self._theirs = NOT_KNOWN

    def turn(self, now: int) -> None:
        """Notice silence."""
        if now - self._heard >= SILENCE:
            self._become(NOT_KNOWN, UNREACHED)

    def told(self) -> bytes:
        """The state as the wire has it."""
        return b"D %d %d %s" % (self._number, self.generation, self._says)

    def _become(self, theirs: bytes, says: bytes) -> None:
        is_counted_on = NOT_KNOWN not in (theirs, self._theirs) and theirs != self._theirs
        if is_counted_on or says != self._says:
            self.generation = (self.generation + 1) % GENERATIONS
        self._theirs = theirs
        self._says = says


class DiceLine:
    """Asks for the dice as a host does, and passes on what they tell."""

    def __init__(self, line: "Uart", pairs: int) -> None:
        self.pairs = [Pair(pair) for pair in range(pairs)]
        self._line = line
        self._reader = Reader(FROM_BOARD)
        self._boot: bytes | None = None
        """The start of theirs that has answered HELLO; None if none has."""
        self._heard = 0
        self._asked = -TURN
        self._number = 0
        self._next = 0
        """Whose turn it is: that of HELLO first, and then each pair's."""

    def turn(self, now: int) -> None:
        """Listen for a moment, and ask if it is time to."""
        self._listen(now)
        if now - self._heard >= SILENCE:
            self._boot = None
        for pair in self.pairs:
            pair.turn(now)
        if now - self._asked >= TURN:
            self._asked = now
            self._ask()

    def _listen(self, now: int) -> None:
        waiting = self._line.any()
        if not waiting:
            return
        for line in self._reader.feed(self._line.read(min(waiting, PIECE)) or b""):
            if isinstance(line, tuple):
                self._heard = now
                self._hear(line[1].split(b" "), now)

    def _hear(self, words: list[bytes], now: int) -> None:
        """A line of theirs; what is neither about dice nor about their start is passed over."""
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
        """A state, if it is one."""
        if len(words) != WORDS or words[0] != b"D":
            return
        _, pair, theirs, state, faces = words
        if not (pair.isdigit() and theirs.isdigit() and len(pair + theirs) <= 1 + LONGEST_NUMBER):
            return
        if int(pair) < len(self.pairs) and are_dice(state, faces):
            self.pairs[int(pair)].hear(theirs, state + b" " + faces, now)

    def _ask(self) -> None:
        """One request: HELLO unless it was answered, or the next pair."""
        if self._next > len(self.pairs):
            self._next = 0
        if not self._next and self._boot is not None:
            self._next = 1
        request = b"ROLL %d" % (self._next - 1) if self._next else HELLO
        self._next += 1
        self._number = self._number % NUMBERS + 1
        self._line.write(encode(FROM_HOST, self._number, request))


def boot_in(words: list[bytes]) -> bytes:
    """The start that an answer to HELLO or a heartbeat names."""
    for word in words:
        if word.startswith(BOOT):
            return word
    return b""


def are_dice(state: bytes, faces: bytes) -> bool:
    """Whether dice can do this and show that."""
    if state == SETTLED:
        return 1 <= len(faces) <= DICE and not faces.strip(FACES)
    return state in ELSEWHERE and faces == NO_FACES
