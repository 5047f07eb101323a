"""The sheet on which the cards that mark the corners of a board are printed, in SVG."""

from __future__ import annotations

from collections.abc import Iterator

from vision.markers import BORDER, CARD, CARDS, CELLS, MARGIN, PATTERNS

PAPER = (210, 297)
"""Millimetres of a sheet of A4."""
CELL = 6
"""Millimetres of a cell."""
APART = 20
"""Millimetres between two cards on the sheet."""
FAINT = "#999"
"""What is printed for people."""


def sheet() -> str:
    """The four cards, to be printed and cut, as they lie around a board."""
    wide, high = PAPER
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">'
    )
    return "\n".join([head, *_cards(), "</svg>", ""])


def _cards() -> Iterator[str]:
    for card, number in enumerate(CARDS):
        right, low = card in (1, 2), card in (2, 3)
        x, y = (
            middle / 2 + (APART / 2 if further else -APART / 2 - CARD * CELL)
            for middle, further in zip(PAPER, (right, low), strict=True)
        )
        yield f'<g transform="translate({x:g} {y:g}) scale({CELL})">'
        yield (
            f'<rect width="{CARD}" height="{CARD}" fill="#fff"'
            f' stroke="{FAINT}" stroke-width="0.03"/>'
        )
        yield from _cells(card)
        yield from _signs(number, is_right=right, is_low=low)
        yield "</g>"


def _cells(card: int) -> Iterator[str]:
    """A black square, and the white cells in it."""
    yield f'<rect x="{MARGIN}" y="{MARGIN}" width="{CELLS}" height="{CELLS}"/>'
    for y, row in enumerate(PATTERNS[card], MARGIN + BORDER):
        for x, cell in enumerate(row, MARGIN + BORDER):
            if cell != " ":
                yield f'<rect x="{x}" y="{y}" width="1" height="1" fill="#fff"/>'


def _signs(number: int, *, is_right: bool, is_low: bool) -> Iterator[str]:
    """The dot at the corner that touches the field, and the number at the other one."""
    near, far = MARGIN / 2, CARD - MARGIN / 2
    dot = (near if is_right else far), (near if is_low else far)
    other = (far if is_right else near), (far if is_low else near)
    yield f'<circle cx="{dot[0]}" cy="{dot[1]}" r="0.2" fill="{FAINT}"/>'
    yield (
        f'<text x="{other[0]}" y="{other[1] + 0.2}" font-size="0.6" font-family="sans-serif"'
        f' text-anchor="middle" fill="{FAINT}">{number}</text>'
    )
