"""The value of a position for the side to move, from its checkers and where they stand."""

from __future__ import annotations

from engine.checkers.squares import ROW, SQUARES, bit_of, bits_of, each_bit, field_of

MAN, KING = 100, 150
"""The values of a checker; all values are in hundredths of a man."""
_ADVANCED = bits_of(range(17, 33))
_FAR_ADVANCED = bits_of(range(21, 33))
_BEHIND = bits_of(range(1, 17))
_FAR_BEHIND = bits_of(range(1, 13))
_GUARDS, _THEIR_GUARDS = bits_of((1, 3)), bits_of((30, 32))
_CENTRE = bits_of((10, 11, 14, 15, 18, 19, 22, 23))
_ADVANCE, _GUARD, _CENTRAL, _ON_MOVE = 4, 9, 4, 2
_EXCHANGE = 120
"""The part of the lead, in hundredths for one checker on the board, by which exchanges help."""
_ENDGAME = 8
"""The number of checkers on the board up to which the side ahead is led towards the other."""
_DISTANCE, _CORNER = 3, 12
_CORNERS = bits_of((1, 5, 28, 32))
"""The squares where a king behind is hardest to catch."""


def _distances(square: int) -> dict[int, int]:
    """The number of steps of a king from a square, by the bit of every square."""
    row, column = divmod(field_of(square), ROW)
    found = {}
    for other in range(1, SQUARES + 1):
        to_row, to_column = divmod(field_of(other), ROW)
        found[bit_of(other)] = max(abs(row - to_row), abs(column - to_column))
    return found


_STEPS = {bit_of(square): _distances(square) for square in range(1, SQUARES + 1)}


def evaluate(mover: int, other: int, kings: int) -> int:
    """The value of a position for the mover, which nobody has won yet."""
    men, their_men = mover & ~kings, other & ~kings
    own_kings, their_kings = (mover & kings).bit_count(), (other & kings).bit_count()
    lead = MAN * (men.bit_count() - their_men.bit_count()) + KING * (own_kings - their_kings)
    on_board = (mover | other).bit_count()
    advance = (
        (men & _ADVANCED).bit_count()
        + (men & _FAR_ADVANCED).bit_count()
        - (their_men & _BEHIND).bit_count()
        - (their_men & _FAR_BEHIND).bit_count()
    )
    guards = (men & _GUARDS).bit_count() - (their_men & _THEIR_GUARDS).bit_count()
    centre = (mover & _CENTRE).bit_count() - (other & _CENTRE).bit_count()
    places = _ADVANCE * advance + _GUARD * guards + _CENTRAL * centre
    value = lead + lead * _EXCHANGE // (100 * on_board) + places + _ON_MOVE
    if on_board > _ENDGAME or not lead:
        return value
    return value + (_chase(mover, other, kings) if lead > 0 else -_chase(other, mover, kings))


def _chase(ahead: int, behind: int, kings: int) -> int:
    """The value of kings of the side ahead that are near the other side's, out of its corners."""
    hunted = list(each_bit(behind & kings))
    steps = sum(_STEPS[hunter][it] for hunter in each_bit(ahead & kings) for it in hunted)
    return -_DISTANCE * steps - _CORNER * (behind & kings & _CORNERS).bit_count()
