"""Random messages of the wire, valid and garbled."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, MAX_LINE, PLAIN, Reader, encode
from firmware_bridge.wire import board_messages, requests
from tests.rigs.wire.plain_board import PlainBoard

BEGINNINGS = (b"<", b">", b"<00", b">01HELLO 1", b"<00S 1 ", b"AT+", b"$GPGGA,", b">>> ", b"\r\n")
REQUESTS = (
    *("HELLO 1", "PING abc", "SNAP", "BTN", "ROLL 0", "BUZ 880 100", "SET deb 4", "RAW 3"),
    *("LED - " + "." * 26, "LED ff0000ff00ff00f0 " + ".ab" * 8 + "..", "RESET"),
)
RUBBISH = 0.2
"""The share of lines that never were valid."""


def random_good_lines(chance: Random, count: int) -> list[bytes]:
    """Lines that a board and a host exchange, without ends."""
    board = PlainBoard(dice=2)
    lines = []
    for _ in range(count):
        number = chance.randrange(1, 256)
        board.generation = chance.randrange(65536)
        board.seen = [chance.randrange(2) for _ in board.seen]
        board.presses = [chance.randrange(256) for _ in board.presses]
        board.rolls[0] = (chance.randrange(65536), "S", f"{chance.randrange(1, 7)}")
        event = chance.choice((board.state, board.beat, board.roll(0), "B 1 2 3 4"))
        answered = chance.choice((f"OK {event}", "OK LED", "OK PING abc", f"OK {board.name}"))
        lines += [
            encode(FROM_BOARD, 0, event.encode()),
            encode(FROM_BOARD, number, answered.encode()),
            encode(FROM_HOST, number, chance.choice(REQUESTS).encode()),
        ]
    return [line.rstrip() for line in lines]


def random_garbled_lines(chance: Random, lines: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Invalid lines, each with an end or running on into the next."""
    begun = b""
    while count:
        line = rubbish(chance) if chance.random() < RUBBISH else garble_line(chance, lines)
        end = chance.choice((b"\n", b"\r\n", b"\n", b""))
        if not is_whole(begun + line):
            count -= 1
            begun = (begun + line).rpartition(b"\n")[2] if not end else b""
            yield line + end


def is_whole(line: bytes) -> bool:
    """True if the bytes may still contain a valid line."""
    return any(
        isinstance(read, tuple)
        for mark in (FROM_HOST, FROM_BOARD)
        for read in Reader(mark).feed(line + b"\n")
    )


def garble_line(chance: Random, lines: Sequence[bytes]) -> bytes:
    """A line in which some bytes were changed, lost, doubled or moved."""
    line = bytearray(chance.choice(lines))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(line) + 1)
        match chance.randrange(7):
            case 0:
                line[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del line[at : at + chance.choice((1, 1, 2, 5, 40))]
            case 2:
                line[at:at] = line[at : at + chance.choice((1, 1, 2, 5, 40))]
            case 3:
                line[at:at] = chance.randbytes(chance.choice((1, 2, 5)))
            case 4:
                flipped = [byte ^ 1 << chance.randrange(8) for byte in line[at : at + 1]]
                line[at : at + 1] = bytes(flipped)
            case 5:
                line[at : at + 2] = line[at : at + 2][::-1]
            case _:
                line[at:] = chance.choice(lines)[chance.randrange(40) :]
    return bytes(line)


def rubbish(chance: Random) -> bytes:
    """Random bytes, some of which begin or end like a line."""
    size = chance.choice((0, 1, 5, 40, MAX_LINE - 20, MAX_LINE, 2 * MAX_LINE))
    begun = chance.choice(BEGINNINGS) if chance.random() < 0.7 else b""
    plain = bytes(chance.randrange(0x20, 0x7F) for _ in range(chance.randrange(size + 1)))
    body = plain if chance.random() < 0.7 else chance.randbytes(size)
    end = b"*%08X" % chance.randrange(2**32) if chance.random() < 0.5 else b""
    return begun + body + end


def event_stream(count: int) -> bytes:
    """Events of a board with 128 sensors: input for the decoder of a host."""
    board = PlainBoard()
    for number in range(count):
        board.generation = number % 65536
        board.seen[number % 128] ^= 1
        board.say(0, board.state)
    return board.take_output()


def count_decoded_lines(stream: bytes, size: int = 64) -> int:
    """The number of lines that a reader finds in a stream delivered in pieces of this size."""
    reader = Reader(FROM_BOARD)
    return sum(
        isinstance(line, tuple)
        for start in range(0, len(stream), size)
        for line in reader.feed(stream[start : start + size])
    )


WORDS = st.text("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", min_size=1)
BYTES = st.integers(0, 255)
GENERATIONS = st.integers(0, 65535)
INKS = st.builds(requests.LampInk, BYTES, BYTES, BYTES, BYTES)
BOOTS = st.text("0123456789abcdef", min_size=8, max_size=8)
LOWER = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)
NAMES = st.text("abcxyzABC019._+-", min_size=1, max_size=32)


@st.composite
def lamp_pictures(draw: st.DrawFn) -> requests.SetLamps:
    """Any lamp picture that a line can express."""
    inks = tuple(draw(st.lists(INKS, max_size=24)))
    letters = "." + requests.INK_LETTERS[: len(inks)]
    return requests.SetLamps(inks, draw(st.text(letters, min_size=1, max_size=78)))


def host_requests() -> st.SearchStrategy[requests.Request]:
    """Any request."""
    return st.one_of(
        st.builds(requests.HelloRequest, st.integers(0, 999)),
        st.builds(requests.Ping, WORDS.map(lambda word: word[:16])),
        st.just(requests.ReadSensors()),
        st.just(requests.ReadPresses()),
        st.builds(requests.ReadDice, st.integers(0, 1)),
        lamp_pictures(),
        st.just(requests.PlayTone()),
        st.builds(requests.PlayTone, st.integers(20, 20_000), st.integers(1, 10_000)),
        st.builds(
            requests.ChangeSetting, LOWER, st.text("0123456789abcxyz,.-", min_size=1, max_size=32)
        ),
        st.builds(requests.ReadRawValues, st.integers(0, 31)),
        st.just(requests.RestartBoard()),
    )


def boards() -> st.SearchStrategy[board_messages.BoardInfo]:
    """Any board."""
    return st.builds(
        board_messages.BoardInfo,
        firmware=NAMES,
        kind=LOWER,
        uid=WORDS.map(lambda word: word[:32]),
        boot=BOOTS,
        cells=st.integers(0, 256),
        bits=st.integers(1, 2),
        lamps=st.integers(0, 78),
        buttons=st.integers(0, 8),
        dice=st.integers(0, 2),
        layout=st.none() | LOWER,
        longest=st.integers(64, 320),
        milliamps=st.integers(0, 99_999),
    )


@st.composite
def board_events(draw: st.DrawFn, info: board_messages.BoardInfo) -> board_messages.BoardMessage:
    """Any event of this board."""
    states = st.integers(0, 2**info.bits - 1)
    events: list[board_messages.BoardMessage] = [draw(heartbeats(info))]
    if info.cells:
        cells = draw(st.lists(states, min_size=info.cells, max_size=info.cells))
        events.append(board_messages.SensorStates(draw(GENERATIONS), tuple(cells), info.bits))
    if info.buttons:
        events.append(board_messages.PressCounts(draw(counts(info.buttons))))
    if info.dice:
        events.append(draw(dice(info.dice)))
    return draw(st.sampled_from(events))


def counts(many: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(BYTES, min_size=many, max_size=many).map(tuple)


@st.composite
def dice(draw: st.DrawFn, pairs: int) -> board_messages.DiceReport:
    """Any report of dice."""
    doing = draw(st.sampled_from(board_messages.DiceActivity))
    faces = st.lists(st.integers(1, 6), min_size=1, max_size=2)
    shown = tuple(draw(faces)) if doing is board_messages.DiceActivity.SETTLED else ()
    pair = draw(st.integers(0, pairs - 1))
    return board_messages.DiceReport(pair, draw(GENERATIONS), doing, shown)


@st.composite
def heartbeats(draw: st.DrawFn, info: board_messages.BoardInfo) -> board_messages.Heartbeat:
    """Any heartbeat of this board."""
    many = st.integers(0, 2**32 - 1)
    return board_messages.Heartbeat(
        boot=info.boot,
        uptime=draw(many),
        cells=draw(GENERATIONS) if info.cells else None,
        presses=draw(counts(info.buttons)),
        dice=tuple(draw(st.lists(GENERATIONS, min_size=info.dice, max_size=info.dice))),
        invalid_lines=draw(many),
        dropped_bytes=draw(many),
        memory=draw(many),
    )


def refusals() -> st.SearchStrategy[board_messages.RequestRefusal]:
    """Any refusal of a board."""
    texts = st.text("abc XYZ09:/", max_size=40).map(lambda text: " ".join(text.split()))
    reasons = st.sampled_from(board_messages.RefusalReason)
    return st.builds(board_messages.RequestRefusal, reasons, texts)


def valid_lines() -> st.SearchStrategy[bytes]:
    """Valid lines of either direction, with any content."""
    bodies = st.lists(st.sampled_from(list(PLAIN)), min_size=1, max_size=308).map(bytes)
    marks = st.sampled_from([FROM_HOST, FROM_BOARD])
    return st.builds(encode, marks, st.integers(1, 255), bodies.filter(requests.is_within_limit))


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Valid lines, garbled lines and rubbish in any order."""
    pieces = draw(st.lists(valid_lines() | st.binary(max_size=400) | garbled_lines(), max_size=12))
    return b"".join(pieces)


@st.composite
def garbled_lines(draw: st.DrawFn) -> bytes:
    """A valid line in which something was changed, lost, doubled or inserted."""
    line = draw(valid_lines())
    at = draw(st.integers(0, len(line) - 1))
    many = draw(st.integers(0, 9))
    other = draw(st.binary(max_size=9))
    return line[:at] + other + line[at + many :]
