"""Places of a board as a short text, such as `points:5,bar:4` or `a1-h1,h2-a2`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hardware.checkers import BoardKind, Place


def parse_slots(board: BoardKind, text: str) -> Mapping[Place, int]:
    """The number of sensors of each place, in the order of the text; ValueError if it is wrong.

    A run is a group of places, a place, or two places with `-` between them and all that lie
    between these in the order of the board, forwards or backwards. The number after `:` is that of
    the sensors of each place, which counts its slots from the rim; without one there is one sensor.
    """
    found: dict[Place, int] = {}
    for run in text.split(","):
        named, colon, digits = run.partition(":")
        slots = _slots(digits) if colon else 1
        for place in _places(board, named):
            if place in found:
                raise ValueError(f"{place} is named twice")
            if slots > board.capacity[place]:
                raise ValueError(f"{place} has no more than {board.capacity[place]} slots")
            found[place] = slots
    return found


def parse_places(board: BoardKind, text: str) -> tuple[Place, ...]:
    """The places in the order of the text; ValueError if it is wrong, or counts slots."""
    if ":" in text:
        raise ValueError("places of lamps have no number of slots")
    return tuple(parse_slots(board, text))


def _slots(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 2 and int(digits)):  # noqa: PLR2004 - two digits
        raise ValueError(f"'{digits}' is no number of slots")
    return int(digits)


def _places(board: BoardKind, named: str) -> Iterator[Place]:
    if named in board.groups:
        yield from board.groups[named]
        return
    first, dash, last = named.partition("-")
    start = _index(board, first)
    stop = _index(board, last) if dash else start
    step = 1 if stop >= start else -1
    yield from (board.places[at] for at in range(start, stop + step, step))


def _index(board: BoardKind, name: str) -> int:
    if name not in board.capacity:
        raise ValueError(f"'{name}' is no place of a board of {board.name}")
    return board.places.index(Place(name))
