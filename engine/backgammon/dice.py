"""A throw of two dice: two different numbers, the larger first, or a double."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations_with_replacement

NUMBERS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """A throw; made from the two numbers in any order."""

    high: int
    low: int

    def __post_init__(self) -> None:
        if self.high not in NUMBERS or self.low not in NUMBERS:
            raise ValueError(f"a die shows 1 to 6, not {self.high} and {self.low}")
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @property
    def is_double(self) -> bool:
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play: two different ones, or one of them four times."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}{self.low}"

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Reads `31`, `3-1`, `3 1` or `3,1`; raises `ValueError` for anything else."""
        match = re.fullmatch(r"\s*([1-6])\s*[-, ]?\s*([1-6])\s*", text)
        if match is None:
            raise ValueError(f"dice are two numbers from 1 to 6, such as 31; not {text!r}")
        return cls(int(match[1]), int(match[2]))


ALL_THROWS = tuple(Dice(high, low) for low, high in combinations_with_replacement(NUMBERS, 2))
