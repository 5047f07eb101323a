"""Decodes pictures from files and bytes, after a check of format, size and completeness."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Literal
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

PNG_HEAD = 8
"""Bytes before the first chunk."""
PNG_FRAME = 12
"""Bytes of a chunk besides its data: length, name and checksum."""
JPEG_END = 0xD9
JPEG_SCAN = 0xDA
MAX_SCANS = 64
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of the segments that hold the size."""
JPEG_STANDALONE = frozenset({0x01, *range(0xD0, 0xDA)})
"""Markers without a segment."""
NEXT_MARKER = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])")
"""The next marker after the pixels of a scan; repeated 0xFF bytes before it are padding."""
OLD_BMP_HEADER = 12
"""Length of the oldest BMP header, in which a size has two bytes."""
RIFF_HEAD = 8
"""Bytes that the length field of a WebP does not count."""
BITS_14 = (1 << 14) - 1
WEBP_ANIMATION = 0x02
"""The bit in the flags of a WebP that marks an animation."""

ByteOrder = Literal["big", "little"]


class PictureFormat(Enum):
    """The picture formats that can be read."""

    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"
    BMP = "BMP"


@dataclass(frozen=True, slots=True)
class DecodedSize:
    """The size of a decoded picture in pixels."""

    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"no picture is {self.width} x {self.height} pixels large")

    @property
    def pixels(self) -> int:
        return self.width * self.height


class _Truncated(ValueError):
    """The data ends before the requested field."""


def format_of(data: bytes) -> PictureFormat | None:
    """The format of a picture, by its first bytes; None if it is not a readable format."""
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return PictureFormat.WEBP
    return next((kind for start, kind in _STARTS.items() if data.startswith(start)), None)


def foreign_format(data: bytes) -> str | None:
    """The name of a format that only other programs can read; None if it is unknown."""
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12])
    return next((kind for start, kind in _FOREIGN.items() if data.startswith(start)), None)


def size_of(kind: PictureFormat, data: bytes) -> DecodedSize | None:
    """The size of a picture according to its header; None if the header has none."""
    try:
        return _SIZES[kind](data)
    except ValueError:
        return None


def is_complete(kind: PictureFormat, data: bytes) -> bool:
    """True if the data is complete; for a PNG also if all checksums are right."""
    try:
        return _COMPLETE[kind](data)
    except ValueError:
        return False


def is_animation(kind: PictureFormat, data: bytes) -> bool:
    """True if the picture is an animation."""
    if kind is PictureFormat.WEBP:
        return data[12:16] == b"VP8X" and bool(data[20:21] and data[20] & WEBP_ANIMATION)
    return kind is PictureFormat.PNG and b"acTL" in _png_chunks(data)


def _number(order: ByteOrder, data: bytes, at: int, length: int, *, signed: bool = False) -> int:
    found = data[at : at + length]
    if len(found) < length:
        raise _Truncated
    return int.from_bytes(found, order, signed=signed)


_big: Callable[[bytes, int, int], int] = partial(_number, "big")
_little: Callable[[bytes, int, int], int] = partial(_number, "little")


def _png_size(data: bytes) -> DecodedSize:
    return DecodedSize(_big(data, 16, 4), _big(data, 20, 4))


def _png_chunks(data: bytes) -> Iterator[bytes]:
    """Yields the names of the chunks, up to the first incomplete or damaged one."""
    at, view = PNG_HEAD, memoryview(data)
    while at + PNG_FRAME <= len(data):
        end = at + PNG_FRAME + _big(data, at, 4)
        if end > len(data) or crc32(view[at + 4 : end - 4]) != _big(data, end - 4, 4):
            return
        yield data[at + 4 : at + 8]
        at = end


def _jpeg_size(data: bytes) -> DecodedSize | None:
    for marker, at in _jpeg_segments(data):
        if marker in JPEG_FRAMES:
            return DecodedSize(_big(data, at + 5, 2), _big(data, at + 3, 2))
    return None


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yields each marker with the offset of its end; skips the pixels between them."""
    at = 0
    while found := NEXT_MARKER.search(data, at):
        marker, at = found[1][0], found.end()
        yield marker, at
        if marker == JPEG_END or at + 2 > len(data):
            return
        if marker not in JPEG_STANDALONE:
            at += _big(data, at, 2)


def _jpeg_is_whole(data: bytes) -> bool:
    """True if it has an end marker and a sane number of scans, as each costs time to decode."""
    markers = [marker for marker, _ in _jpeg_segments(data)]
    return JPEG_END in markers and markers.count(JPEG_SCAN) <= MAX_SCANS


def _webp_size(data: bytes) -> DecodedSize | None:
    match data[12:16]:
        case b"VP8X":
            return DecodedSize(_little(data, 24, 3) + 1, _little(data, 27, 3) + 1)
        case b"VP8L":
            bits = _little(data, 21, 4)
            return DecodedSize((bits & BITS_14) + 1, (bits >> 14 & BITS_14) + 1)
        case b"VP8 ":
            return DecodedSize(_little(data, 26, 2) & BITS_14, _little(data, 28, 2) & BITS_14)
    return None


def _bmp_size(data: bytes) -> DecodedSize:
    if _little(data, 14, 4) == OLD_BMP_HEADER:
        return DecodedSize(_little(data, 18, 2), _little(data, 20, 2))
    high = _number("little", data, 22, 4, signed=True)
    return DecodedSize(_little(data, 18, 4), abs(high))


def _bmp_is_whole(data: bytes) -> bool:
    """True if compressed, or if there are as many bytes as the pixels need."""
    is_old = _little(data, 14, 4) == OLD_BMP_HEADER
    bits, packed = _little(data, 24 if is_old else 28, 2), not is_old and _little(data, 30, 4) != 0
    size = _bmp_size(data)
    row = (size.width * bits + 31) // 32 * 4
    return packed or len(data) >= _little(data, 10, 4) + row * size.height


_STARTS: Mapping[bytes, PictureFormat] = {
    b"\x89PNG\r\n\x1a\n": PictureFormat.PNG,
    b"\xff\xd8\xff": PictureFormat.JPEG,
    b"BM": PictureFormat.BMP,
}
_SIZES: Mapping[PictureFormat, Callable[[bytes], DecodedSize | None]] = {
    PictureFormat.PNG: _png_size,
    PictureFormat.JPEG: _jpeg_size,
    PictureFormat.WEBP: _webp_size,
    PictureFormat.BMP: _bmp_size,
}
_COMPLETE: Mapping[PictureFormat, Callable[[bytes], bool]] = {
    PictureFormat.PNG: lambda data: b"IEND" in _png_chunks(data),
    PictureFormat.JPEG: _jpeg_is_whole,
    PictureFormat.WEBP: lambda data: len(data) >= _little(data, 4, 4) + RIFF_HEAD,
    PictureFormat.BMP: _bmp_is_whole,
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


FFMPEG_QUIET = "-8"
"""The log level of FFmpeg that prints nothing."""


def silence_opencv() -> None:
    """Switches off the log output of OpenCV and FFmpeg."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", FFMPEG_QUIET)


MAX_BYTES = 64_000_000
"""Maximum size of a picture file, in bytes; no camera writes larger ones."""
MAX_PIXELS = 25_000_000
"""Maximum size of a picture; a larger one takes too much memory and shows no more detail."""
KINDS = ", ".join(kind.value for kind in PictureFormat)


class PictureProblem(Enum):
    """The reasons to refuse a picture: predicates that follow its name."""

    MISSING = "does not exist"
    FORBIDDEN = "cannot be read: permission denied"
    FOLDER = "is a folder, not a picture"
    NO_FILE = "is not a regular file"
    UNREADABLE = "cannot be read: {problem}"
    EMPTY = "is empty"
    TOO_LONG = "is too large a file: a picture may have at most {most} MB"
    NO_PICTURE = "is not a picture that can be read ({kinds})"
    FOREIGN = "is a {kind} file, which cannot be read; save it as JPEG"
    MOVING = "is an animation, not a single picture"
    CUT_SHORT = "is cut short or damaged: not all of the picture is there"
    TOO_LARGE = (
        "is too large a picture: it has {pixels} million pixels, at most {most} are allowed; "
        "make it smaller"
    )
    DAMAGED = "is damaged and cannot be decoded"


class PictureRefused(OSError):
    """The data cannot be used as a picture; `why` is the reason, `values` fill its text."""

    def __init__(self, why: PictureProblem, called: str = "the picture", **values: object) -> None:
        super().__init__(f"{called} {why.value.format(**values)}")
        self.why = why
        self.values = values


def read_picture(path: Path) -> NDArray[np.uint8]:
    """Decodes a picture file, upright, as rows, columns and BGR; raises PictureRefused."""
    return decode_picture(_read_file(path), str(path))


def decode_picture(data: bytes, called: str = "the picture") -> NDArray[np.uint8]:
    """Decodes a picture from bytes; PictureRefused, beginning with `called`, if it cannot."""
    _check(data, called)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        picture = None
    if picture is None:
        raise PictureRefused(PictureProblem.DAMAGED, called)
    return np.asarray(picture, np.uint8)


def _check(data: bytes, called: str) -> None:
    """Raises PictureRefused for data that must not even be decoded."""
    if not data:
        raise PictureRefused(PictureProblem.EMPTY, called)
    kind = format_of(data)
    if kind is None:
        if (foreign := foreign_format(data)) is not None:
            raise PictureRefused(PictureProblem.FOREIGN, called, kind=foreign)
        raise PictureRefused(PictureProblem.NO_PICTURE, called, kinds=KINDS)
    size = size_of(kind, data)
    if size is not None and size.pixels > MAX_PIXELS:
        pixels, most = (number // 1_000_000 for number in (size.pixels, MAX_PIXELS))
        raise PictureRefused(PictureProblem.TOO_LARGE, called, pixels=pixels, most=most)
    if size is None or not is_complete(kind, data):
        raise PictureRefused(PictureProblem.CUT_SHORT, called)
    if is_animation(kind, data):
        raise PictureRefused(PictureProblem.MOVING, called)


def _read_file(path: Path) -> bytes:
    """The content of a regular file; PictureRefused if it is none or too long."""
    called = str(path)
    try:
        data = _read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        raise PictureRefused(PictureProblem.MISSING, called) from None
    except PermissionError:
        raise PictureRefused(PictureProblem.FORBIDDEN, called) from None
    except PictureRefused:
        raise
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise PictureRefused(PictureProblem.UNREADABLE, called, problem=problem) from error
    if len(data) > MAX_BYTES:
        raise PictureRefused(PictureProblem.TOO_LONG, called, most=MAX_BYTES // 1_000_000)
    return data


def _read_bytes(path: Path) -> bytes:
    # A blocking open of a pipe waits for a writer, and a device may never end.
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _check_kind(os.fstat(number).st_mode, str(path))
        with open(number, "rb", closefd=False) as file:
            return file.read(MAX_BYTES + 1)
    finally:
        os.close(number)


def _check_kind(mode: int, called: str) -> None:
    if stat.S_ISDIR(mode):
        raise PictureRefused(PictureProblem.FOLDER, called)
    if not stat.S_ISREG(mode):
        raise PictureRefused(PictureProblem.NO_FILE, called)
