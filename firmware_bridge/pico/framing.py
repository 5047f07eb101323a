"""The framing of lines on the wire, with checksums; host and board run this same file."""

from binascii import crc32

PROTOCOL = 1
MAX_LINE = 320
"""Maximum length of a line in bytes, without its end."""
FROM_HOST = b">"
FROM_BOARD = b"<"
UNASKED = 0
"""The number of events, which the board sends without a request."""
GENERATION_MODULUS = 65536
"""The modulus of generations, the numbers of states."""
CHECK = len("*89ABCDEF")
HEAD = len(">07")
PLAIN = bytes(set(range(0x20, 0x7F)) - set(b"<>*"))
"""The characters allowed between the number and the checksum."""


def encode(mark: bytes, number: int, body: bytes) -> bytes:
    """The line with this mark, number and body, and its end."""
    line = b"%s%02X%s" % (mark, number, body)
    return b"%s*%08X\n" % (line, crc32(line))


def parse(mark: bytes, line: bytes) -> tuple[int, bytes] | None:
    """Parses a line from the other end into number and body; None if it is invalid."""
    start = line.rfind(mark)
    if start > 0:
        line = line[start:]
    end = len(line) - CHECK
    if start < 0 or not HEAD < end <= MAX_LINE - CHECK:
        return None
    # Compared as text, since int() also accepts digits such as "_1" or "+1".
    if b"*%08X" % crc32(line[:end]) != line[end:]:
        return None
    try:
        number = int(line[1:HEAD], 16)
    except ValueError:
        return None
    if line[1:HEAD] != b"%02X" % number or (number == UNASKED and mark == FROM_HOST):
        return None
    body = line[HEAD:end]
    return None if body.strip(PLAIN) else (number, body)


class Reader:
    """Splits bytes into lines: each is a number and a body, or invalid bytes as received."""

    def __init__(self, mark: bytes) -> None:
        self.mark = mark
        self.rest = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes] | bytes]:
        """Takes bytes; returns the lines that they complete."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        read = [self.read(line) for line in lines if line.strip(b"\r")]
        # One more, as a CR before the end is not part of the line.
        if len(self.rest) > MAX_LINE + 1:
            start = self.rest.rfind(self.mark)
            kept = self.rest[start:] if len(self.rest) - MAX_LINE - 1 <= start else b""
            # It has no end, so it is noise even if it looks like a line.
            read.append(self.rest[: len(self.rest) - len(kept)])
            self.rest = kept
        return read

    def read(self, line: bytes) -> tuple[int, bytes] | bytes:
        """Parses a line; returns the bytes if it is invalid."""
        if line.endswith(b"\r"):
            line = line[:-1]
        return parse(self.mark, line) or line
