"""Has the C library give back at once what a picture took, so that a small machine has room."""

from __future__ import annotations

import ctypes

MMAP_THRESHOLD = -3
"""How glibc names the size from which on memory is the system's own, and goes back to it."""
PICTURE = 2_000_000
"""Bytes; a picture of 1280 x 720 has more, and what is worked out of it for a board has less."""


def be_thrifty() -> None:
    """Keep no memory of pictures that are gone; where the C library is another one, do nothing."""
    try:
        told = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    told(MMAP_THRESHOLD, PICTURE)
