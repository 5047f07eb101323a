"""Fast generation of every position that a turn can lead to, on bits.

A position here is three numbers as in `Position`, still seen by the side that has moved.
"""

from __future__ import annotations

from engine.checkers.rulebook import Rulebook
from engine.checkers.squares import ALL_SQUARES, FAR_ROW

Bits = tuple[int, int, int]
"""The mover's checkers, the other side's, and the kings of both."""


def quiet_results(mover: int, other: int, kings: int) -> list[Bits]:
    """The positions after each step of one checker to a square next to it."""
    empty = ALL_SQUARES & ~(mover | other)
    own_kings = mover & kings
    men = mover ^ own_kings
    results = []
    for shift in (4, 5):
        targets = men << shift & empty
        while targets:
            to = targets & -targets
            targets ^= to
            results.append((mover ^ to ^ to >> shift, other, kings | to & FAR_ROW))
        if own_kings:
            targets = own_kings << shift & empty
            while targets:
                to = targets & -targets
                targets ^= to
                moved = to | to >> shift
                results.append((mover ^ moved, other, kings ^ moved))
            targets = own_kings >> shift & empty
            while targets:
                to = targets & -targets
                targets ^= to
                moved = to | to << shift
                results.append((mover ^ moved, other, kings ^ moved))
    return results


def jumpers(mover: int, other: int, kings: int) -> int:
    """The checkers of the mover that can capture, as bits."""
    empty = ALL_SQUARES & ~(mover | other)
    found = (other & empty >> 4) >> 4 | (other & empty >> 5) >> 5
    own_kings = mover & kings
    if own_kings:
        back = (other & empty << 4) << 4 | (other & empty << 5) << 5
        return found & mover | back & own_kings
    return found & mover


def capture_results(mover: int, other: int, kings: int, jumping: int, book: Rulebook) -> set[Bits]:
    """The positions after the captures of these checkers, which may stop or must go on."""
    results: set[Bits] = set()
    unfinished, on_as_king = not book.must_jump_on, book.crowned_jumps_on
    empty = ALL_SQUARES & ~(mover | other)
    while jumping:
        source = jumping & -jumping
        jumping ^= source
        rest, free, king = mover ^ source, empty | source, bool(source & kings)
        kept = kings & ~source
        waiting = [(source, other, king)]
        while waiting:
            at, left, crowned = waiting.pop()
            ended = False
            for jumped, to in _captures(at, left, free, king=crowned):
                after, is_king = left ^ jumped, crowned or bool(to & FAR_ROW)
                ended = True
                if is_king and not crowned and not on_as_king:
                    results.add((rest | to, after, kept & (rest | after) | to))
                else:
                    waiting.append((to, after, is_king))
            if (unfinished or not ended) and (at != source or left != other):
                crown = at if crowned else 0
                results.add((rest | at, left, kept & (rest | left) | crown))
    return results


def _captures(at: int, other: int, free: int, *, king: bool) -> list[tuple[int, int]]:
    """The captures of a checker, each as the bit jumped and the bit to land on."""
    found = []
    for shift in (4, 5):
        jumped = at << shift & other
        if jumped and (to := jumped << shift & free):
            found.append((jumped, to))
        if king:
            jumped = at >> shift & other
            if jumped and (to := jumped >> shift & free):
                found.append((jumped, to))
    return found


def legal_results(mover: int, other: int, kings: int, book: Rulebook) -> list[Bits]:
    """Every position that a turn can lead to, each once, where no checker jumps its own side's."""
    jumping = jumpers(mover, other, kings)
    if not jumping:
        return quiet_results(mover, other, kings)
    captures = list(capture_results(mover, other, kings, jumping, book))
    return captures if book.must_capture else captures + quiet_results(mover, other, kings)
