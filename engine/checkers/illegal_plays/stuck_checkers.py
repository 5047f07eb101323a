"""Finds the rules that keep a checker where it is."""

from __future__ import annotations

from engine.checkers.illegal_plays.play_reasons import Reason, ReasonKind
from engine.checkers.moves.plays import LegalPlays
from engine.checkers.squares import ROW, bit_of, field_of, square_on


def find_stuck_reasons(plays: LegalPlays, square: int) -> tuple[Reason, ...]:
    """The rules that keep a checker of the mover where it is; empty if it can move.

    A blocked one has one reason with the fields in its way; otherwise a capture is compulsory
    elsewhere. Raises `ValueError` if the mover has no checker there.
    """
    if not bit_of(square) & plays.position.mover:
        raise ValueError(f"the mover has no checker on square {square}")
    if square in plays.sources:
        return ()
    source = field_of(square)
    if any(hop.source == square for hop in plays.all_hops.next):
        able = tuple(sorted(map(field_of, plays.sources)))
        return (Reason(ReasonKind.CAPTURE_MISSED, source=source, fields=able),)
    return (Reason(ReasonKind.BLOCKED, source=source, fields=_in_the_way(plays, square)),)


def _in_the_way(plays: LegalPlays, square: int) -> tuple[int, ...]:
    """The fields with checkers that block a checker: next to it, and behind the other side's."""
    position, found = plays.position, []
    row, column = divmod(field_of(square), ROW)
    for rows in (1, -1) if bit_of(square) & position.kings else (1,):
        for columns in (-1, 1):
            for times in (1, 2):
                ahead, beside = row + times * rows, column + times * columns
                field = ROW * ahead + beside
                if not (0 <= ahead < ROW and 0 <= beside < ROW) or not _is_held(plays, field):
                    break
                found.append(field)
                if bit_of(square_on(field) or 0) & position.mover:
                    break
    return tuple(sorted(found))


def _is_held(plays: LegalPlays, field: int) -> bool:
    position = plays.position
    return bool(bit_of(square_on(field) or 0) & (position.mover | position.other))
