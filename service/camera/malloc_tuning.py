"""Makes glibc return large picture buffers when they are freed."""

import ctypes

M_MMAP_THRESHOLD = -3
"""The glibc option for the size from which on memory is mapped, and returned when freed."""
MMAP_THRESHOLD_BYTES = 2_000_000
"""The threshold in bytes; a picture of 1280 x 720 is larger, arrays for a board are smaller."""


def tune_malloc() -> None:
    """Makes glibc map large buffers; does nothing with another C library."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)
