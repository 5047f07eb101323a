"""The exceptions of backgammon; each is also an ordinary `ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.scanner import NotationError

if TYPE_CHECKING:
    from engine.backgammon.position import SetupFault


class NotAPosition(ValueError):
    """A setup that is not a legal position; `faults` holds every fault found."""

    def __init__(self, faults: tuple[SetupFault, ...]) -> None:
        super().__init__("; ".join(_describe(fault) for fault in faults))
        self.faults = faults


class NoCheckerThere(NotationError):
    """A play that moves a checker from a place where the mover has none."""

    def __init__(self, place: int, text: str, at: int) -> None:
        super().__init__(f"a checker to move, and there is none on {place}", text, at)
        self.place = place


class NothingToHit(NotationError):
    """A play that marks a hit where there is nothing to hit."""

    def __init__(self, place: int, text: str, at: int) -> None:
        super().__init__(f"no *, as there is nothing to hit on {place}", text, at)
        self.place = place


class SeveralWays(NotationError):
    """A play that can be read in several ways; `ways` holds each of them, written in full."""

    def __init__(self, ways: tuple[str, ...], text: str) -> None:
        super().__init__(f"one way to go, as this could be {' or '.join(ways)}", text)
        self.ways = ways


def _describe(fault: SetupFault) -> str:
    whose = f" of the {fault.side.value}" if fault.side else ""
    count = f" by {fault.count}" if fault.count else ""
    point = f" {fault.point}" if fault.point else ""
    return f"{fault.kind.value}{count}{whose}{point}"
