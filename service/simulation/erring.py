"""Turns played wrongly: which slip, or which two at once, what comes of it and what may be told."""

from __future__ import annotations

from random import Random

from engine.backgammon.moves.plays import LegalPlays, Line
from engine.backgammon.places import BAR
from engine.backgammon.position import CHECKERS, Setup
from engine.backgammon.why.reasons import Why
from service.simulation.marks import ErrorPlanted
from service.simulation.scenes import Scene
from service.simulation.slips import SLIPS, Slip, When

TRIES = 40
"""How many slips are tried before a turn is played rightly after all."""
TWO_AT_ONCE = 0.15
"""How often somebody errs twice in one turn."""
CONTRARY = frozenset({Why.CHECKERS_MISSING, Why.CHECKERS_TOO_MANY})
"""Two errors of which each hides the other."""
_LATER = tuple(slip for slip in SLIPS if slip.when is When.AFTERWARDS)


def plant_error(
    plays: LegalPlays, line: Line, chance: Random, *, spares: bool
) -> ErrorPlanted | None:
    """Some way to go wrong instead of taking these steps; None if there is no occasion for any.

    Only where there are spare checkers can there be too many of a colour.
    """
    scene = Scene(plays, line, chance)
    for _ in range(TRIES):
        slips = _some_slips(chance)
        board = slips[0].plant(scene, *slips[1:]) if slips else None
        if board and (spares or not has_too_many(board)) and not is_legal(board, plays):
            names = tuple(slip.name for slip in slips)
            return ErrorPlanted(names, board, _accepted(slips, board, plays))
    return None


def is_legal(board: Setup, plays: LegalPlays) -> bool:
    """Whether what lies there is a legal play after all."""
    return not board.faults() and board.position() in plays


def has_too_many(board: Setup) -> bool:
    """Whether there are more checkers of a colour than a set has."""
    return max(sum(board.mover), sum(board.other)) > CHECKERS


def _some_slips(chance: Random) -> tuple[Slip, ...]:
    """One or two slips; none if the two do not go together."""
    first = chance.choice(SLIPS)
    if chance.random() >= TWO_AT_ONCE:
        return (first,)
    second = chance.choice(_LATER)
    fits = first is not second and not _told_as(first) | _told_as(second) >= CONTRARY
    return (first, second) if fits else ()


def _told_as(slip: Slip) -> frozenset[Why]:
    return slip.right | slip.also


def _accepted(slips: tuple[Slip, ...], board: Setup, plays: LegalPlays) -> frozenset[Why]:
    accepted = frozenset[Why]().union(*map(_told_as, slips))
    waiting = len(slips) > 1 and board.mover[BAR] and plays.position.bar.mover
    return accepted | {Why.STILL_ON_BAR} if waiting else accepted
