"""What a board has told last, so that nothing is told twice and what was lost is missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from firmware_bridge.wire.requests import Request, Roll, Snap
from firmware_bridge.wire.tellings import Cells, DiceTelling, Heartbeat, Presses
from firmware_bridge.wire.words import PRESS_TURN

PRESSES_AT_ONCE = 16
"""More presses between two tellings are rather another start of the board, until it says not."""
Counted = TypeVar("Counted", Cells, DiceTelling)
"""What has generations."""


class Standing:
    """The newest of everything, once for a talk."""

    def __init__(self) -> None:
        self.cells: Cells | None = None
        self.presses: Presses | None = None
        self.dice: dict[int, DiceTelling] = {}
        self.doubt: str | None = None
        """What cannot be, unless the board has started again, as its next heartbeat will show."""

    def learns(self, telling: Cells | Presses | DiceTelling, *, surely: bool = False) -> bool:
        """Whether this is new; surely, if the board was asked for it or swears who it is."""
        match telling:
            case Cells():
                known, self.cells = self.cells, self._agreed(self.cells, telling)
                return self.cells is not known
            case DiceTelling():
                known_dice = self.dice.get(telling.pair)
                self.dice[telling.pair] = self._agreed(known_dice, telling)
                return self.dice[telling.pair] is not known_dice
            case Presses():
                if telling == self.presses or not (surely or self._is_likely(telling)):
                    return False
                self.presses = telling
                return True

    def missed(self, heartbeat: Heartbeat) -> Iterator[Request]:
        """What must be asked for, as the heartbeat tells of a generation that was not told."""
        if heartbeat.cells != (self.cells.generation if self.cells else None):
            yield Snap()
        for pair, generation in enumerate(heartbeat.dice):
            known = self.dice.get(pair)
            if known is None or known.generation != generation:
                yield Roll(pair)

    def _agreed(self, known: Counted | None, telling: Counted) -> Counted:
        """The newer one; the known one if it is of the same generation."""
        if known is None or known.generation != telling.generation:
            return telling
        if known != telling:
            generation = telling.generation
            self.doubt = f"generation {generation} of {telling.verb} is told in two ways"
        return known

    def _is_likely(self, telling: Presses) -> bool:
        if self.presses is None:
            return True
        pairs = zip(telling.counts, self.presses.counts, strict=True)
        return all((new - old) % PRESS_TURN <= PRESSES_AT_ONCE for new, old in pairs)
