"""A board as one whole number, so that moving a checker is an addition.

The number has one byte for each of a position's 28 counts, each raised by 128 so that it is
never negative: no count reaches its neighbour, and sums of steps can be made in any order.
A set of boards is then a set of whole numbers, and becomes counts again all in one go.
"""

from collections.abc import Iterable, Sequence
from struct import Struct

from engine.backgammon.dice import NUMBERS
from engine.backgammon.places import BAR, FIELDS, MOVER_OFF, OTHER_BAR

_LAYOUT = Struct(f"{FIELDS}b")
_RAISE = int.from_bytes(b"\x80" * FIELDS, "little")
_ONE = [1 << (8 * field) for field in range(FIELDS)]


def pack_counts(counts: Sequence[int]) -> int:
    """The board with these 28 counts as one number."""
    return int.from_bytes(_LAYOUT.pack(*counts), "little") ^ _RAISE


def unpack_boards(boards: Iterable[int]) -> list[tuple[int, ...]]:
    """The 28 counts of each board."""
    joined = b"".join([(board ^ _RAISE).to_bytes(FIELDS, "little") for board in boards])
    return list(_LAYOUT.iter_unpack(joined))


def _move(source: int, die: int) -> int:
    landing = _ONE[source - die - 1] if source > die else _ONE[MOVER_OFF]
    return landing - _ONE[source - 1]


MOVE = {die: [0, *(_move(source, die) for source in range(1, BAR + 1))] for die in NUMBERS}
"""What moving one checker adds, by die and point it leaves; off the board if the die is larger."""
HIT = [0, *(_ONE[point - 1] + _ONE[OTHER_BAR] for point in range(1, BAR))]
"""What sending the other side's blot on this point to the bar adds."""
