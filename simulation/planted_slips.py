"""Chooses one or two slips for a turn."""

from __future__ import annotations

from random import Random

from engine.backgammon.illegal_plays.play_reasons import ReasonKind
from engine.backgammon.moves.plays import LegalPlays, StepSequence
from engine.backgammon.position import BAR, CHECKERS, Setup
from simulation.gestures import SlipPlanted
from simulation.slip_scenes import SlipScene
from simulation.slips import SLIPS, Slip, SlipMoment

TRIES = 40
"""Number of slips that are tried before a turn is played correctly after all."""
TWO_AT_ONCE = 0.15
"""Probability of two slips in one turn."""
CONTRARY = frozenset({ReasonKind.CHECKERS_MISSING, ReasonKind.CHECKERS_TOO_MANY})
"""Reasons of two slips that hide each other."""
_LATER = tuple(slip for slip in SLIPS if slip.when is SlipMoment.AFTERWARDS)


def plant_slips(
    plays: LegalPlays, line: StepSequence, rng: Random, *, spares: bool
) -> SlipPlanted | None:
    """Random slips instead of these steps; None if no slip that was tried fits.

    Slips that leave too many checkers of a colour need `spares`.
    """
    scene = SlipScene(plays, line, rng)
    for _ in range(TRIES):
        slips = _some_slips(rng)
        board = slips[0].plant(scene, *slips[1:]) if slips else None
        if board and (spares or not has_too_many(board)) and not is_legal(board, plays):
            names = tuple(slip.name for slip in slips)
            return SlipPlanted(names, board, _reasons_for(slips, board, plays))
    return None


def is_legal(board: Setup, plays: LegalPlays) -> bool:
    """True if the board is the result of a legal play."""
    return not board.faults() and board.position() in plays


def has_too_many(board: Setup) -> bool:
    """True if the board has more checkers of a colour than a set."""
    return max(sum(board.mover), sum(board.other)) > CHECKERS


def _some_slips(rng: Random) -> tuple[Slip, ...]:
    """One or two random slips; empty if the two do not go together."""
    first = rng.choice(SLIPS)
    if rng.random() >= TWO_AT_ONCE:
        return (first,)
    second = rng.choice(_LATER)
    contrary = _possible_reasons(first) | _possible_reasons(second) >= CONTRARY
    return () if contrary or first is second else (first, second)


def _possible_reasons(slip: Slip) -> frozenset[ReasonKind]:
    return slip.expected_reasons | slip.accepted_reasons


def _reasons_for(slips: tuple[Slip, ...], board: Setup, plays: LegalPlays) -> frozenset[ReasonKind]:
    accepted = frozenset[ReasonKind]().union(*map(_possible_reasons, slips))
    waiting = len(slips) > 1 and board.mover[BAR] and plays.position.bar.mover
    return accepted | {ReasonKind.STILL_ON_BAR} if waiting else accepted
