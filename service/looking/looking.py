"""What `kibitz look` does: a picture opened, looked at, and drawn over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from service.looking.corner_texts import corners_in
from service.looking.looked import (
    Looked,
    found_in,
    learned_from,
    looked,
    picture_in,
)
from service.looking.problems import BoardUnseen, CannotLook, FlawedStart
from vision.corners import Corners
from vision.learned import Learned
from vision.learning.flaws import NotTheStart
from vision.learning.start import learn
from vision.overlay import overlay
from vision.pictures import Picture, size

ALIKE = 0.01
"""By what part the shapes of two pictures may differ that are the same one made smaller."""


def look(file: Path, corners: str | None, start: Path | None, drawn: Path | None) -> Looked:
    """What a picture shows; CannotLook if it cannot be told."""
    if drawn and any(_are_same(drawn, read) for read in (file, start) if read):
        raise CannotLook("own_file", file=drawn)
    picture = picture_in(file)
    where = corners_in(corners, size(picture)) if corners is not None else None
    learned = _learned_for(picture, start, where) if start else None
    seen = looked(picture, where, learned)
    if drawn:
        keep(overlay(picture, seen.sight), drawn)
    return seen


def learned_in(start: Path, corners: Corners | None) -> Learned:
    """What a picture of the starting position teaches; CannotLook if it shows another one."""
    return _learned(start, picture_in(start), corners)


def keep(picture: Picture, file: Path) -> None:
    """Write a picture to a file of a kind that its name tells; CannotLook if that cannot be."""
    try:
        good, data = cv2.imencode(file.suffix or ".png", picture)
        if good:
            file.write_bytes(data.tobytes())
            return
    except cv2.error:
        pass
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise CannotLook("cannot_write", file=file, problem=why) from problem
    raise CannotLook("no_kind", file=file)


def _learned_for(picture: Picture, start: Path, corners: Corners | None) -> Learned:
    """What a start teaches for a picture by the same camera, of which one may have been reduced."""
    lesson = picture_in(start)
    before, now = size(lesson), size(picture)
    if before == now:
        return _learned(start, lesson, corners)
    by = now[0] / before[0]
    if abs(by * before[1] / now[1] - 1) > ALIKE:
        raise CannotLook("other_size", size="{}x{}".format(*now), other="{}x{}".format(*before))
    same = cv2.resize(lesson, now, interpolation=cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR)
    return _learned(start, np.asarray(same, np.uint8), corners)


def _learned(start: Path, lesson: Picture, corners: Corners | None) -> Learned:
    """What a start teaches; CannotLook says what is wrong with it."""
    try:
        return _learned_somewhere(lesson, corners)
    except NotTheStart as refusal:
        if refusal.places:
            raise FlawedStart(start, refusal) from None
    except BoardUnseen:
        pass
    raise CannotLook("not_the_start", file=start)


def _learned_somewhere(lesson: Picture, corners: Corners | None) -> Learned:
    """What it teaches; if its corners are elsewhere, the board is sought in it."""
    try:
        return learned_from(lesson, corners)
    except NotTheStart as refusal:
        if corners is None:
            raise
        try:
            return learn(lesson, _numbered_as(found_in(lesson), corners))
        except (NotTheStart, BoardUnseen):
            raise refusal from None


def _numbered_as(found: Corners, given: Corners) -> Corners:
    """The corners of a board numbered from the same one as those that were given."""
    return min(_numberings(found, given), key=lambda one: _apart(one, given))


def _numberings(found: Corners, given: Corners) -> Iterator[Corners]:
    """Every numbering that goes round the same way."""
    if found.is_mirrored != given.is_mirrored:
        found = Corners.of(found.points[::-1])
    return (found.turned(quarters) for quarters in range(4))


def _apart(one: Corners, other: Corners) -> float:
    return float(np.linalg.norm(one.points - other.points, axis=1).sum())


def _are_same(drawn: Path, other: Path) -> bool:
    try:
        return drawn.samefile(other)
    except (OSError, ValueError):
        return False
