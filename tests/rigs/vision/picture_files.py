"""Picture files for the decoder: valid ones in every format, and broken ones."""

import struct
import zlib
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 160, 120
RED, GREEN, BLUE = (0, 0, 255), (0, 255, 0), (255, 0, 0)
"""Colours in the channel order of OpenCV."""


def sample_picture(width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.uint8]:
    """Green at the left, blue at the right, and a red square in the first corner."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = GREEN
    picture[:, width // 2 :] = BLUE
    picture[: height // 3, : width // 4] = RED
    return picture


def encode_picture(picture: NDArray[Any], ending: str = ".jpg") -> bytes:
    done, data = cv2.imencode(ending, picture)
    assert done
    return data.tobytes()


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with this orientation in its EXIF."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    segment = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def chunk(name: bytes, data: bytes) -> bytes:
    """A chunk of a PNG with a valid checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_with_size(width: int, height: int, data: bytes = b"") -> bytes:
    """A PNG with this size in its header."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


def jpeg_with_size(width: int, height: int, jpeg: bytes) -> bytes:
    """The JPEG with this size in its header."""
    at = jpeg.index(b"\xff\xc0")
    return jpeg[: at + 5] + struct.pack(">HH", height, width) + jpeg[at + 9 :]


def bmp_with_size(width: int, height: int, bmp: bytes) -> bytes:
    """The BMP with this size in its header."""
    return bmp[:18] + struct.pack("<ii", width, height) + bmp[26:]


def webp_with_size(width: int, height: int, flags: int = 0) -> bytes:
    """The beginning of a WebP with this size and the right length."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = b"WEBPVP8X" + struct.pack("<II", 10, flags) + size
    return b"RIFF" + struct.pack("<I", len(body)) + body


def animated_png(picture: NDArray[np.uint8]) -> bytes:
    """A PNG marked as an animation of one picture."""
    png = encode_picture(picture, ".png")
    after_head = 8 + 25
    animation = chunk(b"acTL", struct.pack(">II", 1, 0))
    return png[:after_head] + animation + png[after_head:]
