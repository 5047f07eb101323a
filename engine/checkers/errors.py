"""The exceptions of checkers; each is also an ordinary `ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.scanner import NotationError

if TYPE_CHECKING:
    from engine.checkers.position import SetupFault


class NotAPosition(ValueError):
    """A setup that is not a legal position; `faults` holds every fault found."""

    def __init__(self, faults: tuple[SetupFault, ...]) -> None:
        super().__init__("; ".join(map(_describe, faults)))
        self.faults = faults


class NoSuchMove(NotationError):
    """A move that can be read, and that no legal play is."""

    def __init__(self, text: str, at: int = 0) -> None:
        super().__init__("a legal move", text, at)


class SeveralMoves(NotationError):
    """A move that can be read in several ways; `ways` holds each of them, written in full."""

    def __init__(self, ways: tuple[str, ...], text: str, at: int = 0) -> None:
        super().__init__(f"one way to go, as this could be {' or '.join(ways)}", text, at)
        self.ways = ways


def _describe(fault: SetupFault) -> str:
    whose = f" of the {fault.side.value}" if fault.side else ""
    count = f" by {fault.count}" if fault.count else ""
    fields = f" on {', '.join(map(str, fault.fields))}" if fault.fields else ""
    return f"{fault.kind.value}{count}{whose}{fields}"
