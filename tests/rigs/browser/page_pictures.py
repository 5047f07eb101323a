"""Pictures of the page for the documents: taken, stored, and compared with the current page.

`make pictures` takes them again: it sets `KIBITZ_PICTURES=write`.
"""

import os
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from tests.rigs.browser.browser_tabs import Tab
from tests.rigs.browser.service_process import TableClient
from tests.rigs.environment.checkout import ROOT
from vision.picture_arrays import Picture

FOLDER = ROOT / "docs" / "page"
WRITE = os.environ.get("KIBITZ_PICTURES") == "write"
MAX_BYTES = 120_000
"""The largest size of a picture, in bytes."""
MAX_DIFFERENCE = 2.5
"""The largest average difference (of 255) of two equal pictures: fonts and edges vary."""
STYLE = """
  * { font-family: "DejaVu Sans", sans-serif !important; caret-color: transparent !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; }
"""
SHRINK = 8
"""The factor by which pictures are shrunk before they are compared."""
APPLY_STYLE = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}"""
"""Applies a style sheet in a way that the content security policy of the page allows."""
MAX_COLOURS = 256
MIN_DISTANCE = 90
"""The least squared distance of two colours of a palette."""
MAX_CAMERA_DIFFERENCE = 12.0
"""The largest difference with a camera view, whose list of doubts varies in length."""
MAX_PHOTO_BYTES = 200_000
"""The largest size with a camera picture in it, in bytes."""
CAMERA_PICTURES = ("camera-light", "camera-learning", "camera-phone-dark")
"""The pictures that show a table with a camera."""
DARK = {"color_scheme": "dark"}
PHONE = {"phone": True, "device_scale_factor": 2}


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture: the preparation of its view, and the options of the screen."""

    arranged: Callable[[Tab, TableClient], None]
    options: Mapping[str, Any] = field(default_factory=dict)


def compare_with_stored(
    tab: Tab, name: str, most: int = MAX_BYTES, alike: float = MAX_DIFFERENCE
) -> None:
    """Compares the current view with the stored picture; stores it first if `WRITE` is set."""
    taken, stored = screenshot(tab), FOLDER / f"{name}.png"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        stored.write_bytes(reduce_colours(taken))
    assert difference(taken, stored.read_bytes()) < alike, "`make pictures` takes it anew"
    assert stored.stat().st_size < most


def screenshot(tab: Tab, change: str = "") -> bytes:
    """A screenshot with a font that every machine has, and without movement."""
    tab.page.evaluate(APPLY_STYLE, STYLE + change)
    # Scrolling to the focused element depends on timing, so the page is scrolled to its top.
    tab.page.evaluate("scrollTo(0, 0)")
    return tab.page.screenshot(caret="initial", scale="device")


def reduce_colours(taken: bytes) -> bytes:
    """The same picture with a palette of its most common colours, which is much smaller."""
    pixels = _pixels(taken)
    codes, where, counts = np.unique(
        pixels @ np.array([1, 256, 65536]), return_inverse=True, return_counts=True
    )
    colours = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1)
    nearest, distances = np.zeros(len(codes), np.uint8), np.full(len(codes), np.inf)
    palette: list[bytes] = []
    for common in np.argsort(-counts):
        if distances[common] > MIN_DISTANCE and len(palette) < MAX_COLOURS:
            to_this = ((colours - colours[common]) ** 2).sum(axis=1)
            nearest[to_this < distances] = len(palette)
            distances = np.minimum(distances, to_this)
            palette.append(colours[common].astype(np.uint8).tobytes())
    high, wide = pixels.shape[:2]
    rows = np.pad(nearest[where].reshape(high, wide), ((0, 0), (1, 0))).tobytes()
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0),
        b"PLTE": b"".join(palette),
        b"IDAT": zlib.compress(rows, 9),
        b"IEND": b"",
    }
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def difference(one: bytes, two: bytes) -> float:
    """Average difference of two pictures, each shrunk; 255 if their sizes differ."""
    pictures = [cv2.cvtColor(_pixels(data), cv2.COLOR_BGR2GRAY) for data in (one, two)]
    if pictures[0].shape != pictures[1].shape:
        return 255.0
    high, wide = (side // SHRINK for side in pictures[0].shape)
    first, second = (
        cv2.resize(it, (wide, high), interpolation=cv2.INTER_AREA).astype(float) for it in pictures
    )
    return float(np.abs(first - second).mean())


def _pixels(data: bytes) -> Picture:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)
