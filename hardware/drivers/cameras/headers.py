"""What the bytes of a picture tell before it is unpacked: its kind, its size, whether all came."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Literal
from zlib import crc32

PNG_HEAD = 8
"""Bytes before the first chunk."""
PNG_FRAME = 12
"""Bytes of a chunk besides what is in it: its length, its name and its check."""
JPEG_END = 0xD9
JPEG_SCAN = 0xDA
MOST_SCANS = 64
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of segments that tell the size."""
JPEG_LONE = frozenset({0x01, *range(0xD0, 0xDA)})
"""The markers that have no segment."""
NEXT_MARKER = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])")
"""What ends the pixels of a scan; more of the first byte may stand before it, to fill up."""
OLD_BMP = 12
"""How long the header of a BMP was before it grew; sizes had two bytes in it."""
RIFF_HEAD = 8
"""Bytes that the length of a WebP does not count."""
BITS_14 = (1 << 14) - 1
WEBP_MOVES = 0x02
"""The bit of the flags of a WebP that tells of an animation."""

Order = Literal["big", "little"]


class Kind(Enum):
    """How a picture is written; these can be read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    BMP = "BMP"


@dataclass(frozen=True, slots=True)
class Size:
    """How large a picture is when it is unpacked."""

    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"no picture is {self.width} x {self.height} pixels large")

    @property
    def pixels(self) -> int:
        return self.width * self.height


class _Cut(ValueError):
    """The bytes end before what was looked for."""


def kind_of(data: bytes) -> Kind | None:
    """How these bytes are written; None if they are no picture that can be read."""
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return Kind.WEBP
    return next((kind for start, kind in _STARTS.items() if data.startswith(start)), None)


def foreign_kind(data: bytes) -> str | None:
    """What a picture is called that other programs can read."""
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12])
    return next((kind for start, kind in _FOREIGN.items() if data.startswith(start)), None)


def size_of(kind: Kind, data: bytes) -> Size | None:
    """How large the picture says it is; None if it does not say."""
    try:
        return _SIZES[kind](data)
    except ValueError:
        return None


def is_whole(kind: Kind, data: bytes) -> bool:
    """Whether everything came; of a PNG also whether it came unharmed."""
    try:
        return _WHOLE[kind](data)
    except ValueError:
        return False


def moves(kind: Kind, data: bytes) -> bool:
    """Whether it is not one picture, but several that follow each other."""
    if kind is Kind.WEBP:
        return data[12:16] == b"VP8X" and bool(data[20:21] and data[20] & WEBP_MOVES)
    return kind is Kind.PNG and b"acTL" in _png_chunks(data)


def _number(order: Order, data: bytes, at: int, length: int, *, signed: bool = False) -> int:
    found = data[at : at + length]
    if len(found) < length:
        raise _Cut
    return int.from_bytes(found, order, signed=signed)


_big: Callable[[bytes, int, int], int] = partial(_number, "big")
_little: Callable[[bytes, int, int], int] = partial(_number, "little")


def _png_size(data: bytes) -> Size:
    return Size(_big(data, 16, 4), _big(data, 20, 4))


def _png_chunks(data: bytes) -> Iterator[bytes]:
    """The names of its chunks, as long as they are whole and their checks are right."""
    at, view = PNG_HEAD, memoryview(data)
    while at + PNG_FRAME <= len(data):
        end = at + PNG_FRAME + _big(data, at, 4)
        if end > len(data) or crc32(view[at + 4 : end - 4]) != _big(data, end - 4, 4):
            return
        yield data[at + 4 : at + 8]
        at = end


def _jpeg_size(data: bytes) -> Size | None:
    for marker, at in _jpeg_segments(data):
        if marker in JPEG_FRAMES:
            return Size(_big(data, at + 5, 2), _big(data, at + 3, 2))
    return None


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Its markers, and where each of them ends; pixels lie between them, and are passed over."""
    at = 0
    while found := NEXT_MARKER.search(data, at):
        marker, at = found[1][0], found.end()
        yield marker, at
        if marker == JPEG_END or at + 2 > len(data):
            return
        if marker not in JPEG_LONE:
            at += _big(data, at, 2)


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether it has an end, and no more scans than any camera makes: each takes its time."""
    markers = [marker for marker, _ in _jpeg_segments(data)]
    return JPEG_END in markers and markers.count(JPEG_SCAN) <= MOST_SCANS


def _webp_size(data: bytes) -> Size | None:
    match data[12:16]:
        case b"VP8X":
            return Size(_little(data, 24, 3) + 1, _little(data, 27, 3) + 1)
        case b"VP8L":
            bits = _little(data, 21, 4)
            return Size((bits & BITS_14) + 1, (bits >> 14 & BITS_14) + 1)
        case b"VP8 ":
            return Size(_little(data, 26, 2) & BITS_14, _little(data, 28, 2) & BITS_14)
    return None


def _bmp_size(data: bytes) -> Size:
    if _little(data, 14, 4) == OLD_BMP:
        return Size(_little(data, 18, 2), _little(data, 20, 2))
    high = _number("little", data, 22, 4, signed=True)
    return Size(_little(data, 18, 4), abs(high))


def _bmp_is_whole(data: bytes) -> bool:
    """Where its pixels are not packed, there are as many bytes as they need."""
    is_old = _little(data, 14, 4) == OLD_BMP
    bits, packed = _little(data, 24 if is_old else 28, 2), not is_old and _little(data, 30, 4) != 0
    size = _bmp_size(data)
    row = (size.width * bits + 31) // 32 * 4
    return packed or len(data) >= _little(data, 10, 4) + row * size.height


_STARTS: Mapping[bytes, Kind] = {
    b"\x89PNG\r\n\x1a\n": Kind.PNG,
    b"\xff\xd8\xff": Kind.JPEG,
    b"BM": Kind.BMP,
}
_SIZES: Mapping[Kind, Callable[[bytes], Size | None]] = {
    Kind.PNG: _png_size,
    Kind.JPEG: _jpeg_size,
    Kind.WEBP: _webp_size,
    Kind.BMP: _bmp_size,
}
_WHOLE: Mapping[Kind, Callable[[bytes], bool]] = {
    Kind.PNG: lambda data: b"IEND" in _png_chunks(data),
    Kind.JPEG: _jpeg_is_whole,
    Kind.WEBP: lambda data: len(data) >= _little(data, 4, 4) + RIFF_HEAD,
    Kind.BMP: _bmp_is_whole,
}
_FOREIGN: Mapping[bytes, str] = {
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
    b"\xff\x0a": "JPEG XL",
    b"\0\0\0\x0cJXL ": "JPEG XL",
    b"\0\0\0\x0cjP  ": "JPEG 2000",
}
_BRANDS: Mapping[bytes, str] = {
    **dict.fromkeys(
        (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"), "HEIC"
    ),
    **dict.fromkeys((b"avif", b"avis"), "AVIF"),
}
