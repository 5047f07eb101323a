"""Valid lines are found among anything else, however they arrive."""

from zlib import crc32

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.pico.framing import (
    FROM_BOARD,
    FROM_HOST,
    MAX_LINE,
    PLAIN,
    Reader,
    encode,
    parse,
)
from tests.rigs.wire.random_messages import garbled_lines, streams, valid_lines

MARKS = st.sampled_from([FROM_HOST, FROM_BOARD])
MAX_BODY = MAX_LINE - len(b"<00*12345678")
GOOD = encode(FROM_BOARD, 7, b"OK LED")


def lines_in(pieces: list[tuple[int, bytes] | bytes]) -> list[tuple[int, bytes]]:
    return [piece for piece in pieces if isinstance(piece, tuple)]


@given(mark=MARKS, number=st.integers(1, 255), data=st.data())
def test_written_line_reads_back(mark: bytes, number: int, data: st.DataObject) -> None:
    body = bytes(data.draw(st.lists(st.sampled_from(list(PLAIN)), min_size=1, max_size=MAX_BODY)))
    assert Reader(mark).feed(encode(mark, number, body)) == [(number, body)]


@given(MARKS, streams(), st.lists(st.integers(1, 400), max_size=40))
@example(FROM_BOARD, b"x" * 700 + encode(FROM_BOARD, 0, b"S" * MAX_BODY), [321, 1, 1, 320, 57])
@example(FROM_BOARD, encode(FROM_BOARD, 0, b"S" * MAX_BODY)[:-1] + b"\r\n", [320, 1, 1])
@example(FROM_BOARD, encode(FROM_BOARD, 0, b"S" * (MAX_BODY + 1)), [300])
@example(FROM_BOARD, GOOD[:-1] + b"<" + b"x" * 310 + b"\n", [330])
@example(FROM_BOARD, b"\r\r\n\n\r\n" + GOOD, [1, 1])
def test_bytes_may_arrive_in_any_pieces(mark: bytes, stream: bytes, sizes: list[int]) -> None:
    whole, pieced = Reader(mark), Reader(mark)
    rest, pieces = stream, []
    for size in sizes:
        pieces += pieced.feed(rest[:size])
        rest = rest[size:]
    pieces += pieced.feed(rest)

    read = whole.feed(stream)

    assert lines_in(pieces) == lines_in(read)


@given(MARKS, streams() | st.binary())
def test_valid_line_after_any_bytes_is_read(mark: bytes, stream: bytes) -> None:
    reader = Reader(mark)
    reader.feed(stream)

    assert reader.feed(b"\n" + encode(mark, 1, b"OK LED"))[-1] == (1, b"OK LED")
    assert reader.rest == b""


@given(valid_lines(), garbled_lines())
def test_a_line_right_after_a_broken_one_is_read(line: bytes, broken: bytes) -> None:
    """No end is needed between them: the last mark begins the line."""
    pieces = Reader(line[:1]).feed(broken.replace(b"\n", b"") + line)

    assert pieces == [parse(line[:1], line[:-1])]


@given(garbled_lines())
def test_garbled_line_is_noise(garbled_line: bytes) -> None:
    for mark in (FROM_HOST, FROM_BOARD):
        for number, body in lines_in(Reader(mark).feed(garbled_line + b"\n")):
            assert encode(mark, number, body)[:-1] in garbled_line


@given(MARKS, st.lists(st.binary(max_size=900) | streams(), max_size=8))
def test_reader_stores_at_most_one_line(mark: bytes, stream: list[bytes]) -> None:
    reader = Reader(mark)

    for piece in stream:
        reader.feed(piece.replace(b"\n", b""))
        assert len(reader.rest) <= MAX_LINE + 1


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("size", [1, 2, 319, 320, 321, 1000])
def test_a_line_has_320_bytes_at_most(end: bytes, size: int) -> None:
    for more, read in ((0, True), (1, False)):
        line = encode(FROM_BOARD, 9, b"S" * (MAX_BODY + more))[:-1] + end
        reader = Reader(FROM_BOARD)
        pieces = [
            piece
            for start in range(0, len(line), size)
            for piece in reader.feed(line[start : start + size])
        ]
        assert bool(lines_in(pieces)) is read


@pytest.mark.parametrize("byte", sorted(set(range(256)) - set(PLAIN)))
def test_line_with_a_control_byte_is_rejected(byte: int) -> None:
    line = b"<07OK " + bytes([byte]) + b" LED"
    line += b"*%08X" % crc32(line)

    assert lines_in(Reader(FROM_BOARD).feed(line + b"\n")) == []


def test_a_line_without_an_end_is_noise() -> None:
    reader = Reader(FROM_BOARD)

    assert lines_in(reader.feed(GOOD[:-1] + b"<00" + b"x" * MAX_LINE + b"\n")) == []
    assert lines_in(reader.feed(GOOD[:-1] + b"<00" + b"x" * 310)) == []
    assert lines_in(reader.feed(b"\n")) == []
    assert lines_in(reader.feed(GOOD)) == [(7, b"OK LED")]


def test_empty_line_is_ignored_and_not_noise() -> None:
    assert Reader(FROM_HOST).feed(b"\r\n\n\n\r\n") == []


def test_every_single_wrong_byte_is_noticed() -> None:
    for at in range(len(GOOD) - 1):
        for byte in range(256):
            garbled_line = GOOD[:at] + bytes([byte]) + GOOD[at + 1 :]
            if garbled_line != GOOD:
                assert lines_in(Reader(FROM_BOARD).feed(garbled_line)) == []
