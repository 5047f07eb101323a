"""A small neural net, read from its packed weights and asked in plain Python."""

from __future__ import annotations

from base64 import b85decode
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, tanh
from operator import mul
from struct import iter_unpack

from engine.backgammon.places import POINTS
from engine.backgammon.playing.chances import Chances
from engine.backgammon.playing.inputs import BY_POINT, INPUTS, SCALES, units
from engine.backgammon.position import CHECKERS

Row = tuple[float, ...]
"""One number for each hidden unit."""
ANSWERS = len(Chances._fields)
FLOAT = 4
"""How many bytes a number takes up that is not packed into one."""


@dataclass(frozen=True, slots=True)
class Net:
    """One hidden layer, whose first sums are looked up by field and count."""

    fields: tuple[tuple[Row, ...], ...]
    """What each count of a field adds; a negative count is looked up from the end."""
    bias: Row
    answers: tuple[Row, ...]
    answer_bias: Row

    def ask(self, counts: Sequence[int]) -> Chances:
        """The chances of the player who has just moved and now sees these counts."""
        rows = [rows[count] for rows, count in zip(self.fields, counts, strict=True) if count]
        hidden = [*map(tanh, map(sum, zip(self.bias, *rows, strict=True)))]
        sums = (sum(map(mul, hidden, row), start) for row, start in self._ends())
        return Chances(*(1 / (1 + exp(-total)) for total in sums))

    def _ends(self) -> zip[tuple[Row, float]]:
        return zip(self.answers, self.answer_bias, strict=True)

    @classmethod
    def unpacked(cls, packed: str) -> Net:
        """The net with these weights, as `tools.train` packs them."""
        raw = b85decode(packed)
        hidden = _hidden(len(raw))
        small, large = raw[: INPUTS * hidden], raw[INPUTS * hidden :]
        values = [value for (value,) in iter_unpack("<f", large)]
        scales, bias, *answers = (
            tuple(values[at : at + hidden]) for at in range(0, (2 + ANSWERS) * hidden, hidden)
        )
        bytes_by_input = iter_unpack(f"{hidden}b", small)
        weights = [tuple(map(mul, scales, row)) for row in bytes_by_input]
        return cls(_fields(weights), bias, tuple(answers), tuple(values[-ANSWERS:]))


def _hidden(size: int) -> int:
    """How many hidden units so many bytes describe."""
    return (size - FLOAT * ANSWERS) // (INPUTS + FLOAT * (2 + ANSWERS))


def _fields(weights: Sequence[Row]) -> tuple[tuple[Row, ...], ...]:
    counts = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
    points = [weights[at : at + BY_POINT] for at in range(0, POINTS * BY_POINT, BY_POINT)]
    tables = [tuple(_weighed(units(count), point) for count in counts) for point in points]
    for scale, row in zip(SCALES, weights[POINTS * BY_POINT :], strict=True):
        tables.append(tuple(_weighed((count * scale,), (row,)) for count in counts))
    return tuple(tables)


def _weighed(inputs: Row, weights: Sequence[Row]) -> Row:
    return tuple(sum(map(mul, inputs, column)) for column in zip(*weights, strict=True))
