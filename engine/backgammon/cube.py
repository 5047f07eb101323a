"""The doubling cube: what it shows and who may turn it next."""

from __future__ import annotations

from dataclasses import dataclass

from engine.backgammon.players import Player


@dataclass(frozen=True, slots=True)
class Cube:
    """The stake of a game, and its owner; while it has none, both players may double."""

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value.bit_count() != 1:
            raise ValueError(f"a cube shows a power of two, not {self.value}")


CENTRED = Cube()
"""The cube before anybody has doubled."""
