"""Finds the rules that keep a checker where it is."""

from __future__ import annotations

from engine.backgammon.illegal_plays.explanation import find_step_reason
from engine.backgammon.illegal_plays.play_reasons import Reason, ReasonKind
from engine.backgammon.moves.plays import LegalPlays, PlayNode
from engine.backgammon.position import OFF


def find_stuck_reasons(plays: LegalPlays, node: PlayNode, source: int) -> tuple[Reason, ...]:
    """The rule against a step from `source` with each number left on a board on the way.

    Empty if the checker can begin or continue a legal play, or if no number is left.
    """
    if any(step.source == source for step in node.legal_steps):
        return ()
    return tuple(_reason(plays, node, source, number) for number in dict.fromkeys(node.left))


def _reason(plays: LegalPlays, node: PlayNode, source: int, number: int) -> Reason:
    target = max(source - number, OFF)
    reason = find_step_reason(node.counts, (number,), source, target)
    # Otherwise the step leaves the other number without a move. The rule of the larger number stops
    # no checker: where it counts, the checker that can play the smaller one can play the larger.
    both = Reason(ReasonKind.BOTH_DICE, source=source, target=target, numbers=plays.dice.numbers)
    return reason or both
