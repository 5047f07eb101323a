"""What a text must keep to before it is read as TOML, so that reading it is quick and safe."""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.config.key_lines import STRING
from service.config.problems import Wrong

LONGEST_NUMBER = 1000
"""Digits and signs; no setting needs more than a few."""
MOST_PARTS = 40
"""Parts of a dotted key; TOML allows any number, but reading them takes the square of it."""
MOST_OPEN = 40
"""Brackets within brackets; TOML allows any number, but reading them takes a stack."""

PIECE = re.compile(rf"(?:{STRING.pattern})|#[^\n]*|[A-Za-z0-9_+-]+|[ \t\r]+|.", re.DOTALL)
SPACES = " \t\r"


def beyond_bounds(text: str) -> tuple[int, Wrong] | None:
    """The first line where a text, TOML or not, goes too far, and how."""
    line, parts, depth = 1, 1, 0
    for piece in _pieces(text):
        if piece == ".":
            parts += 1
        elif not (piece[0] in SPACES or _is_part(piece)):
            parts = 1
        depth = max(depth + (piece in "[{") - (piece in "]}"), 0)
        if parts > MOST_PARTS or depth > MOST_OPEN:
            return line, Wrong.TOO_DEEP
        if piece[0] not in "\"'#" and len(piece.strip()) > LONGEST_NUMBER:
            return line, Wrong.HUGE_NUMBER
        line += piece.count("\n")
    return None


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces, up to a string that does not end: there TOML stops, too."""
    for match in PIECE.finditer(text):
        piece = match.group()
        if piece in "\"'":
            return
        yield piece


def _is_part(piece: str) -> bool:
    """Whether a dotted key may have this between its dots."""
    return piece[0] in "\"'" or piece[0].isalnum() or piece[0] in "_-"
