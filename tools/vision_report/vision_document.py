"""The measured part of `docs/vision.md`: its tables, and pictures of the worst misses."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from benchmarks.report import machine
from tools.bootstrap import ROOT
from tools.generated_documents import fill_tables
from tools.vision_report.measurements import Look, picture_of
from tools.vision_report.report import Report
from tools.vision_report.tables import claim_in_words, signed_count
from vision.overlay import draw_overlay
from vision.picture_arrays import Picture

PAPER = ROOT / "docs" / "vision.md"
PICTURES = ROOT / "docs" / "vision"
MISSES = 4
"""Pictures of misses that are kept, each of another board."""
WIDEST = 560
"""Pixels."""
MAX_BYTES = 40_000
AROUND = 0.06
"""Margin that is kept around a board, as a fraction of the picture."""
QUALITIES = range(70, 10, -10)


def keep(drawn: Report, real: Report | None) -> None:
    """Writes into the document what was measured on our own pictures, and on real ones if any.

    Only our own are ever shown there: the others belong to others.
    """
    parts = {"drawn": f"{_measured_on()}\n\n{drawn.text}", "misses": _misses(drawn, PICTURES)}
    if real:
        parts["real"] = f"{_measured_on()}\n\n{real.text}"
    paper = fill_tables(PAPER.read_text(encoding="utf-8"), parts)
    PAPER.write_text(paper, encoding="utf-8")


def worst(report: Report) -> list[Look]:
    """The worst picture of each of the boards that were read worst, but for those of sequences."""
    still = [look for look in report.looks if look.label.settled and look.label.frame is None]
    read = [look for look in still if look.sight]
    by_board: dict[str, Look] = {}
    for look in sorted(filter(_is_missed, read), key=_badness, reverse=True):
        by_board.setdefault(look.label.setup, look)
    return [*by_board.values()][:MISSES]


def draw_reading(look: Look) -> bytes:
    """A small JPEG of the board alone, with its reading drawn over it."""
    if look.sight is None:
        raise ValueError(f"{look.label.name} was not read")
    part = _crop(draw_overlay(picture_of(look.label), look.sight), look)
    by = min(1.0, WIDEST / part.shape[1])
    small = cv2.resize(part, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    every = (cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, it])[1] for it in QUALITIES)
    return next(data.tobytes() for data in every if data.size <= MAX_BYTES)


def caption(look: Look) -> str:
    """The misses in a picture, in a sentence."""
    places = [place for place in look.places if not (place.right and place.inside)]
    each = [
        f"{place.name} is {signed_count(place.truth)}, taken for {signed_count(place.best)}, "
        f"claimed {claim_in_words(place)}"
        for place in places
    ]
    return f"`{look.label.name}`, {look.label.difficulty}: {'; '.join(each)}."


def _is_missed(look: Look) -> bool:
    return any(_badness(look))


def _badness(look: Look) -> tuple[int, int]:
    """The number of wrong claims, and of places that are taken for something else."""
    outside = sum(not place.inside for place in look.places)
    return outside, sum(not place.right for place in look.places)


def _misses(report: Report, folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    return "\n\n".join(_write_miss(look, folder) for look in worst(report)) or "None."


def _write_miss(look: Look, folder: Path) -> str:
    (folder / look.label.name).write_bytes(draw_reading(look))
    return f"![{look.label.name}]({folder.name}/{look.label.name})\n\n{caption(look)}"


def _crop(picture: Picture, look: Look) -> Picture:
    corners = look.label.corners.points
    high, wide = picture.shape[:2]
    rims = AROUND * np.array([wide, high])
    left, top = np.clip(corners.min(axis=0) - rims, 0, None).astype(int)
    right, bottom = (corners.max(axis=0) + rims).astype(int)
    return picture[top:bottom, left:right]


def _measured_on() -> str:
    return f"Last measured on {datetime.now(tz=UTC).date().isoformat()}, on {machine()}."
