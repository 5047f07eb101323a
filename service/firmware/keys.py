"""Hears the Enter key while a board is tried out."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def hearing_enter(keys: int, pressed: Callable[[], None]) -> Iterator[None]:
    """Whatever is typed at this terminal, a line at a time; where nobody can type, nothing."""
    if not os.isatty(keys):
        yield
        return
    loop = asyncio.get_running_loop()

    def typed() -> None:
        if os.read(keys, 1024):
            pressed()
        else:
            # Nothing more will come, and that would be told for ever.
            loop.remove_reader(keys)

    loop.add_reader(keys, typed)
    try:
        yield
    finally:
        loop.remove_reader(keys)
