"""Boards that need not be found each time."""

from __future__ import annotations

from vision.corners import Corners
from vision.finding import found
from vision.pictures import Picture


def found_once(picture: Picture) -> Corners:
    """What `found` says, which is asked only once for the same picture."""
    asked = picture.tobytes()
    if asked not in _found:
        _found[asked] = found(picture)
    return _found[asked]


_found: dict[bytes, Corners] = {}
