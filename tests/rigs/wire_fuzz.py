"""Everything that may come over a wire by chance: lines that came to harm, and plain rubbish."""

from collections.abc import Iterator, Sequence
from random import Random

from firmware_bridge.pico.framing import FROM_BOARD, FROM_HOST, LONGEST, Reader, encode
from tests.rigs.plain_board import PlainBoard

BEGINNINGS = (b"<", b">", b"<00", b">01HELLO 1", b"<00S 1 ", b"AT+", b"$GPGGA,", b">>> ", b"\r\n")
REQUESTS = (
    *("HELLO 1", "PING abc", "SNAP", "BTN", "ROLL 0", "BUZ 880 100", "SET deb 4", "RAW 3"),
    *("LED - " + "." * 26, "LED ff0000ff00ff00f0 " + ".ab" * 8 + "..", "RESET"),
)
RUBBISH = 0.2
"""So much of it never was a line."""


def good_lines(chance: Random, count: int) -> list[bytes]:
    """What a board and a host say to each other, without ends."""
    board = PlainBoard(dice=2)
    lines = []
    for _ in range(count):
        number = chance.randrange(1, 256)
        board.generation = chance.randrange(65536)
        board.seen = [chance.randrange(2) for _ in board.seen]
        board.presses = [chance.randrange(256) for _ in board.presses]
        board.rolls[0] = (chance.randrange(65536), "S", f"{chance.randrange(1, 7)}")
        told = chance.choice((board.state, board.beat, board.roll(0), "B 1 2 3 4"))
        answered = chance.choice((f"OK {told}", "OK LED", "OK PING abc", f"OK {board.name}"))
        lines += [
            encode(FROM_BOARD, 0, told.encode()),
            encode(FROM_BOARD, number, answered.encode()),
            encode(FROM_HOST, number, chance.choice(REQUESTS).encode()),
        ]
    return [line.rstrip() for line in lines]


def harmed_lines(chance: Random, lines: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Lines that are none any more, or never were, with an end or running on into the next."""
    begun = b""
    while count:
        line = rubbish(chance) if chance.random() < RUBBISH else harmed(chance, lines)
        end = chance.choice((b"\n", b"\r\n", b"\n", b""))
        if not is_whole(begun + line):
            count -= 1
            begun = (begun + line).rpartition(b"\n")[2] if not end else b""
            yield line + end


def is_whole(line: bytes) -> bool:
    """Whether it may still hold a good line, which by itself it must not."""
    return any(
        isinstance(read, tuple)
        for mark in (FROM_HOST, FROM_BOARD)
        for read in Reader(mark).feed(line + b"\n")
    )


def harmed(chance: Random, lines: Sequence[bytes]) -> bytes:
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
                line[at : at + 1] = bytes(
                    byte ^ 1 << chance.randrange(8) for byte in line[at : at + 1]
                )
            case 5:
                line[at : at + 2] = line[at : at + 2][::-1]
            case _:
                line[at:] = chance.choice(lines)[chance.randrange(40) :]
    return bytes(line)


def rubbish(chance: Random) -> bytes:
    """Bytes that nobody meant, some of which begin like a line or end like one."""
    size = chance.choice((0, 1, 5, 40, LONGEST - 20, LONGEST, 2 * LONGEST))
    begun = chance.choice(BEGINNINGS) if chance.random() < 0.7 else b""
    plain = bytes(chance.randrange(0x20, 0x7F) for _ in range(chance.randrange(size + 1)))
    body = plain if chance.random() < 0.7 else chance.randbytes(size)
    end = b"*%08X" % chance.randrange(2**32) if chance.random() < 0.5 else b""
    return begun + body + end


def recorded(count: int) -> bytes:
    """So many events as a board with 128 sensors tells them: what a host has to decode."""
    board = PlainBoard()
    for number in range(count):
        board.generation = number % 65536
        board.seen[number % 128] ^= 1
        board.say(0, board.state)
    return board.said()


def decoded(stream: bytes, size: int = 64) -> int:
    """How many lines a reader finds that gets the stream in pieces of this size."""
    reader = Reader(FROM_BOARD)
    return sum(
        isinstance(line, tuple)
        for start in range(0, len(stream), size)
        for line in reader.feed(stream[start : start + size])
    )
