"""Lines on the wire, and how they are told from everything else; both ends run this very file."""

from binascii import crc32

PROTOCOL = 1
LONGEST = 320
"""Bytes of a line without its end; nothing longer is ever a line."""
FROM_HOST = b">"
FROM_BOARD = b"<"
UNASKED = 0
"""The number of whatever the board tells of its own accord."""
CHECK = len("*89ABCDEF")
HEAD = len(">07")
PLAIN = bytes(set(range(0x20, 0x7F)) - set(b"<>*"))
"""What may stand between the number and the check."""


def encode(mark: bytes, number: int, body: bytes) -> bytes:
    """The line with this mark, number and body, and its end."""
    line = b"%s%02X%s" % (mark, number, body)
    return b"%s*%08X\n" % (line, crc32(line))


def parse(mark: bytes, line: bytes) -> tuple[int, bytes] | None:
    """Number and body of a line that came from the other end; None if it is no such line."""
    start = line.rfind(mark)
    if start > 0:
        line = line[start:]
    end = len(line) - CHECK
    if start < 0 or not HEAD < end <= LONGEST - CHECK:
        return None
    # As text: a number would also be read from digits that nobody wrote, like "_1" or "+1".
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
    """Bytes in, lines out: each is a number and a body, or noise as it came."""

    def __init__(self, mark: bytes) -> None:
        self.mark = mark
        self.rest = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes] | bytes]:
        """The lines that are whole by now."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        read = [self.read(line) for line in lines if line.strip(b"\r")]
        # One more, as the CR before an end that is still to come is no part of the line.
        if len(self.rest) > LONGEST + 1:
            start = self.rest.rfind(self.mark)
            kept = self.rest[start:] if len(self.rest) - LONGEST - 1 <= start else b""
            # It has had no end, so it is noise even if it looks like a line.
            read.append(self.rest[: len(self.rest) - len(kept)])
            self.rest = kept
        return read

    def read(self, line: bytes) -> tuple[int, bytes] | bytes:
        """A line, or the noise it is."""
        if line.endswith(b"\r"):
            line = line[:-1]
        return parse(self.mark, line) or line
