"""Pictures are parsed from a multipart stream in pieces of any size; other data is refused."""

import random
from collections.abc import Iterable

import pytest

from hardware.drivers.cameras import stream_source

PICTURES = [
    b"\xff\xd8one\r\n\r\n--not it\xff\xd9",
    b"\xff\xd8two\xff\xd9",
    b"\xff\xd8three\xff\xd9",
]
CHUNK = 65_536


def sent(pictures: Iterable[bytes], *, lengths: bool, newline: bytes = b"\r\n") -> bytes:
    """A stream of these pictures, of which the last is followed by a boundary."""
    data = b"preamble" + newline
    for picture in pictures:
        data += b"--frame" + newline + b"Content-Type: image/jpeg" + newline
        data += b"content-LENGTH:  %d" % len(picture) + newline if lengths else b""
        data += newline + picture + newline
    return data + b"--frame" + newline


def received(data: bytes, each: int) -> list[bytes]:
    """The pictures in data that arrives so many bytes at a time."""
    parts, starts = stream_source.MultipartParser("frame"), range(0, len(data), each)
    return [one for at in starts for one in parts.receive(data[at : at + each])]


@pytest.mark.parametrize("boundary", ["frame", "--frame", '"frame"'])
@pytest.mark.parametrize("lengths", [True, False])
@pytest.mark.parametrize("newline", [b"\r\n", b"\n"])
def test_pictures_are_parsed_unchanged(boundary: str, *, lengths: bool, newline: bytes) -> None:
    data = sent(PICTURES, lengths=lengths, newline=newline)

    assert list(stream_source.MultipartParser(boundary).receive(data)) == PICTURES
    assert received(data, 1) == PICTURES


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"x" * (stream_source.LONGEST_HEAD + 1), "no boundary"),
        (b"--frame\r\n" + b"X-Long: y" * stream_source.LONGEST_HEAD, "headers without end"),
        (b"--frame\r\nContent-Length: 999999999\r\n\r\n", "far too large"),
        (b"--frame\r\n\r\n" + b"x" * (stream_source.LONGEST_PART + CHUNK), "far too large"),
    ],
)
def test_endless_part_is_refused_before_it_fills_the_memory(data: bytes, said: str) -> None:
    with pytest.raises(stream_source.NotMultipart, match=said):
        received(data, CHUNK)


def test_damaged_stream_still_yields_its_whole_pictures() -> None:
    chance, whole = random.Random(6), sent(PICTURES * 3, lengths=True)  # noqa: S311 - a seeded one
    found = []
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 5, 30))):
            data[chance.randrange(len(data) // 2)] = chance.choice((0, 10, 13, 45, 57, 255))
        pictures = received(bytes(data), 50)
        assert len(b"".join(pictures)) < len(data)
        found.append(pictures[-2:] == PICTURES[1:])

    assert found.count(True) > 200
