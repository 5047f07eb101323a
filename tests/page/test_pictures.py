"""The pictures of the page in README and docs show it as it is, and are taken by this test.

`make pictures` takes them anew: it sets `KIBITZ_PICTURES=write`.
"""

from __future__ import annotations

import base64
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hardware.checkers import Colour, point
from service.simulation.gestures import Lift, LiftDice, Put
from service.web.messages.to_page import Game, Record
from tests.rigs.house import ROOT
from tests.rigs.pages import Program, Service
from tests.rigs.tabs import Tab, Visitors

FOLDER = ROOT / "docs" / "page"
WRITE = os.environ.get("KIBITZ_PICTURES") == "write"
PAPERS = ("README.md", "docs/page.md")
SHOWN = re.compile(
    r"""(?:!\[[^\]]+\]\(|<img src=")([^\s")]+\.png)(?:\)|" width="\d+" alt="[^"]+">)"""
)
"""A picture in a paper, with words for whoever does not see it."""
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


@dataclass(frozen=True, slots=True)
class Shot:
    """What is in a picture, and with what kind of screen it is looked at."""

    arranged: Callable[[Tab, Program], None]
    options: Mapping[str, Any] = field(default_factory=dict)


def lifted(tab: Tab, hands: Program) -> None:
    """A turn is over, and in the next a checker is in the hand."""
    some_turns(hands)
    hands.throw(4, 2)
    tab.place("p8").click()
    expect(tab.mark("p4", "destination")).to_be_visible()


def objected(tab: Tab, hands: Program) -> None:
    """An illegal play is objected to."""
    some_turns(hands)
    hands.throw(4, 2)
    hands.do(Lift(point(13), Colour.LIGHT), Put(point(10), Colour.LIGHT))
    expect(tab.page.locator(".verdict.alarm")).to_be_visible()
    expect(tab.mark("p10", "illegal")).to_be_visible()


def some_turns(hands: Program) -> None:
    light, dark = Colour.LIGHT, Colour.DARK
    turns = (
        (light, (3, 1), ((8, 5), (6, 5))),
        (dark, (6, 2), ((1, 7), (12, 14))),
    )
    for at, (colour, numbers, moves) in enumerate(turns, 1):
        hands.throw(*numbers)
        for start, end in moves:
            hands.do(Lift(point(start), colour), Put(point(end), colour))
        hands.wait(Game, lambda it: it.verdict.startswith("Legal"))
        hands.do(LiftDice(None))
        wait_for_rows(hands, at)


def wait_for_rows(hands: Program, count: int) -> None:
    hands.wait(Record, lambda it: len(it.game.rows) == count)


def agreeing(tab: Tab, _hands: Program) -> None:
    """A match is agreed on."""
    show(tab, "new")
    expect(tab.page.locator(".seats figcaption")).to_be_visible()


def reading(tab: Tab, hands: Program) -> None:
    """An old match is stepped through."""
    some_turns(hands)
    show(tab, f"matches/{hands.see(Record).match}")
    expect(tab.page.locator(".matches .now")).to_contain_text("The game begins")
    tab.press("End")
    expect(tab.page.locator(".matches .now")).to_contain_text("Bob: 62")


def looking_inside(tab: Tab, _hands: Program) -> None:
    """The devices are looked at."""
    show(tab, "devices")
    expect(tab.page.locator(".device").first).to_be_visible()


def show(tab: Tab, view: str) -> None:
    tab.page.evaluate("view => { location.hash = view }", view)


DARK = {"color_scheme": "dark"}
PHONE = {"phone": True, "device_scale_factor": 2}
SHOTS = {
    "table-light": Shot(lifted),
    "table-dark": Shot(lifted, DARK),
    "illegal-light": Shot(objected),
    "phone-light": Shot(lifted, PHONE),
    "phone-dark": Shot(objected, {**PHONE, **DARK}),
    "new-match": Shot(agreeing),
    "matches": Shot(reading),
    "devices-dark": Shot(looking_inside, DARK),
}


@pytest.fixture
def gallery(browser: Browser) -> Iterator[Page]:
    """An empty page, in which pictures are compared."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_shows_the_page_as_it_is(
    visitors: Visitors, kibitz: Service, hands: Program, gallery: Page, name: str
) -> None:
    shot = SHOTS[name]
    visitor = visitors.come(**{"reduced_motion": "reduce", **shot.options})
    tab = visitor.open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    shot.arranged(tab, hands)

    taken = picture(tab)

    kept = FOLDER / f"{name}.png"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        kept.write_bytes(few_colours(gallery, taken))
    assert difference(gallery, taken, kept.read_bytes()) < ALIKE, "`make pictures` takes it anew"
    assert kept.stat().st_size < LARGEST


def test_a_page_that_has_changed_is_noticed(
    visitors: Visitors, kibitz: Service, gallery: Page
) -> None:
    tab = visitors.come().open(kibitz.link.full)
    expect(tab.verdict).to_contain_text("one die")
    before = picture(tab)

    for change in (".desk { visibility: hidden }", ".board-svg .pile { opacity: 0 }", "h1 { }"):
        after = picture(tab, change)
        assert (difference(gallery, before, after) >= ALIKE) is (change != "h1 { }"), change


def picture(tab: Tab, change: str = "") -> bytes:
    """What the page looks like with letters that every machine has, and nothing moving."""
    tab.page.evaluate(DRESS, LOOK + change)
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


def test_every_picture_is_shown_in_a_paper_and_every_one_shown_is_there() -> None:
    shown = {
        (paper.parent / name).resolve()
        for paper in map(ROOT.joinpath, PAPERS)
        for name in SHOWN.findall(paper.read_text(encoding="utf-8"))
    }

    assert shown == {Path(FOLDER, f"{name}.png") for name in SHOTS}
    assert {*FOLDER.glob("*.png")} == shown
