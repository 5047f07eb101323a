"""Runs the framing on bytes: a line of hexadecimal digits in, one out."""

# ruff: noqa: UP031  # as the framing itself: MicroPython is quicker with it
import sys
from binascii import crc32, hexlify, unhexlify

from firmware_bridge.pico.framing import Reader, encode

MARKS = {"<": b"<", ">": b">"}


def line_text(line: tuple[int, bytes] | bytes) -> str:
    """The text of a line that was read, or of noise."""
    if isinstance(line, tuple):
        return "%d:%s" % (line[0], hexlify(line[1]).decode())
    return "!" + hexlify(line).decode()


def answer(what: str, mark: str, *words: str) -> str:
    """Answers `read < HEX HEX` with a count and a digest, and `write < NUMBER HEX` with a line."""
    if what == "read":
        reader = Reader(MARKS[mark])
        lines = [line for piece in words for line in reader.feed(unhexlify(piece))]
        text = " ".join([line_text(line) for line in lines] + [hexlify(reader.rest).decode()])
        return "%d %08x" % (len(lines), crc32(text.encode()))
    return hexlify(encode(MARKS[mark], int(words[0]), unhexlify(words[1]))).decode()


def main() -> None:
    """Answers without end."""
    heard = b""
    while True:
        heard += sys.stdin.buffer.read(512)
        *lines, heard = heard.split(b"\n")
        for line in lines:
            sys.stdout.buffer.write((answer(*line.decode().split(" ")) + "\n").encode())


if __name__ == "__main__":
    main()
