"""What a player may be called."""

from __future__ import annotations

import re

NAME = re.compile(r"[^\s:;#](?:[^:;]{0,22}[^\s:;])?")
"""A name that a match record can hold; every letter of it can be printed, too."""


def can_be_recorded(name: str) -> bool:
    """Whether a match record can hold this name."""
    return NAME.fullmatch(name) is not None and name.isprintable()
