"""How a play is written down by those who were there: step by step, or just what moved."""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play.play_text import write_steps
from engine.backgammon.places import BAR
from engine.backgammon.position import Position
from engine.backgammon.why.astray import Astray


def describe(plays: LegalPlays, result: Position) -> str:
    """A play as match records have it; an illegal one from what it moved."""
    if result == plays.position:
        return ""
    if result in plays:
        return write_steps(plays.lines[result])
    return " ".join(_moved(plays.position, result))


def _moved(before: Position, after: Position) -> Iterator[str]:
    """Each checker that moved, from where to where, and the blots it sent to the bar."""
    old, new = before.setup, after.setup
    astray = Astray.between(old.mover, new.mover)
    hit = [
        point for point in range(1, BAR) if old.other[BAR - point] and not new.other[BAR - point]
    ]
    told: list[tuple[int, list[int], int, bool]] = []
    for source, target in zip(astray.lacking, astray.extra, strict=True):
        passed = [point for point in reversed(hit) if target < point < source]
        told.append((source, passed, target, target in hit))
        hit = [point for point in hit if point not in (*passed, target)]
    if told:
        # What nobody has passed on his way was hit on a detour.
        told[0][1].extend(hit)
    for source, passed, target, hits in told:
        stops = [f"{point}*" for point in passed]
        yield "/".join([str(source), *stops, f"{target}{'*' * hits}"])
