"""Pictures of the page for the papers: taken, kept, and compared with the page as it is.

`make pictures` takes them anew: it sets `KIBITZ_PICTURES=write`.
"""

from __future__ import annotations

import base64
import os
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.rigs.house import ROOT
from tests.rigs.pages import Program
from tests.rigs.tabs import Tab

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = ROOT / "docs" / "page"
WRITE = os.environ.get("KIBITZ_PICTURES") == "write"
LARGEST = 120_000
"""Bytes of a picture."""
ALIKE = 2.5
"""How far apart (of 255) two pictures of the same may be on average: other fonts, other edges."""
LOOK = """
  * { font-family: "DejaVu Sans", sans-serif !important; caret-color: transparent !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; }
"""
DIFFERENCE = """async ([one, two]) => {
  const cells = async (data) => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + data;
    await picture.decode();
    const [width, height] = [picture.width >> 3, picture.height >> 3];
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext("2d");
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(picture, 0, 0, width, height);
    const { data: pixels } = drawing.getImageData(0, 0, width, height);
    return { size: [picture.width, picture.height], pixels };
  };
  const [a, b] = [await cells(one), await cells(two)];
  if (String(a.size) !== String(b.size)) return 255;
  let sum = 0;
  for (let at = 0; at < a.pixels.length; at += 4) {
    const light = ({ pixels }) => 0.3 * pixels[at] + 0.59 * pixels[at + 1] + 0.11 * pixels[at + 2];
    sum += Math.abs(light(a) - light(b));
  }
  return sum / (a.pixels.length / 4);
}"""
"""How far apart two pictures are on average, each shrunk to an eighth."""
DRESS = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}"""
"""Another look without a style that the policy of the page forbids."""
PALETTE = """async (data) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + data;
  await picture.decode();
  const { width, height } = picture;
  const drawing = new OffscreenCanvas(width, height).getContext("2d");
  drawing.drawImage(picture, 0, 0);
  const { data: pixels } = drawing.getImageData(0, 0, width, height);
  const counts = new Map();
  const at = (pixel) => (pixels[pixel] << 16) | (pixels[pixel + 1] << 8) | pixels[pixel + 2];
  for (let pixel = 0; pixel < pixels.length; pixel += 4) {
    counts.set(at(pixel), (counts.get(at(pixel)) ?? 0) + 1);
  }
  const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const far = (one, two) =>
    parts(one).reduce((sum, part, at) => sum + (part - parts(two)[at]) ** 2, 0);
  const palette = [];
  for (const [colour] of [...counts].sort((one, two) => two[1] - one[1])) {
    const isNew = palette.length < 256 && palette.every((other) => far(colour, other) > 90);
    if (isNew) palette.push(colour);
  }
  const nearest = new Map();
  for (const colour of counts.keys()) {
    let best = 0;
    palette.forEach((other, at) => far(colour, other) < far(colour, palette[best]) && (best = at));
    nearest.set(colour, best);
  }
  let rows = "";
  for (let y = 0; y < height; y += 1) {
    rows += "\\0";
    for (let x = 0; x < width; x += 1) {
      rows += String.fromCharCode(nearest.get(at(4 * (y * width + x))));
    }
  }
  return { size: [width, height], palette: palette.flatMap(parts), rows: btoa(rows) };
}"""
"""The most common colours that differ, and for each pixel the nearest of them, row by row."""
SEEN_ALIKE = 12.0
"""The same where a camera is watched: what it doubts is told in more words or in fewer."""
LARGEST_PHOTO = 200_000
"""The same where a camera's picture is in it."""
OF_CAMERAS = ("camera-light", "camera-learning", "camera-phone-dark")
"""Those that are taken of a table with a camera."""
DARK = {"color_scheme": "dark"}
PHONE = {"phone": True, "device_scale_factor": 2}


@dataclass(frozen=True, slots=True)
class Shot:
    """What is in a picture, and with what kind of screen it is looked at."""

    arranged: Callable[[Tab, Program], None]
    options: Mapping[str, Any] = field(default_factory=dict)


def show(tab: Tab, view: str) -> None:
    tab.page.evaluate("view => { location.hash = view }", view)


def hold(gallery: Page, tab: Tab, name: str, most: int = LARGEST, alike: float = ALIKE) -> None:
    """Compare what a tab shows with the picture that is kept of it, or keep it."""
    taken, kept = picture(tab), FOLDER / f"{name}.png"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        kept.write_bytes(few_colours(gallery, taken))
    assert difference(gallery, taken, kept.read_bytes()) < alike, "`make pictures` takes it anew"
    assert kept.stat().st_size < most


def picture(tab: Tab, change: str = "") -> bytes:
    """What the page looks like with letters that every machine has, and nothing moving."""
    tab.page.evaluate(DRESS, LOOK + change)
    # Where what has the focus is scrolled to depends on when its page was done.
    tab.page.evaluate("scrollTo(0, 0)")
    return tab.page.screenshot(caret="initial", scale="device")


def few_colours(gallery: Page, taken: bytes) -> bytes:
    """The same picture with a palette, which is much smaller."""
    found = gallery.evaluate(PALETTE, base64.b64encode(taken).decode())
    width, height = found["size"]
    rows = base64.b64decode(found["rows"])
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = {
        b"IHDR": header,
        b"PLTE": bytes(found["palette"]),
        b"IDAT": zlib.compress(rows, 9),
        b"IEND": b"",
    }
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def difference(gallery: Page, one: bytes, two: bytes) -> float:
    """How far apart two pictures are; 255 if they are not of the same size."""
    pictures = [base64.b64encode(picture).decode() for picture in (one, two)]
    return float(gallery.evaluate(DIFFERENCE, pictures))
