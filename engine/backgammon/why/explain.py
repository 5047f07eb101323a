"""Why not: what was done wrong on a board that is not a legal result of a throw.

Boards that tell what was well played are compared with what lies there. What is astray from such
a board is what went wrong, and each checker astray is asked which rule was in its way. The board
that takes the fewest and the likeliest errors tells the story.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.moves.steps import additions, after_step
from engine.backgammon.moves.tree import Numbers
from engine.backgammon.places import MOVER_BAR
from engine.backgammon.position import Position, Setup
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.backgammon.why.astray import ERROR, MOST_PAIRED, Account, Astray, account_of_both_sides
from engine.backgammon.why.reasons import Reason, Why
from engine.backgammon.why.well_played import WellPlayed, well_played
from engine.backgammon.why.wrong_step import why_no_step

MOST_PIPS = 7
"""How far a checker may go with one die: the most it shows, and a pip miscounted."""
NOT_WRONG = Account(1000)
"""A move that the rules allow: there is a board on which it is well played, and that tells it."""


def why_not(
    position: Position, dice: Dice | None, board: Setup, rulebook: Rulebook = TOURNAMENT
) -> tuple[Reason, ...]:
    """Why this board is not a legal result, most useful reason first; nothing if it is one.

    The board is seen by the mover. Without dice, no checker should have moved at all.
    """
    if dice is None:
        return told(account_before_throw(position, board))
    return told(account_of(LegalPlays(position, dice, rulebook), board))


def account_of(plays: LegalPlays, board: Setup) -> Account:
    """The account of a board that costs least; without weight or reasons if it is legal."""
    if not board.faults() and board.position() in plays:
        return Account()
    return _best_account(plays, plays.position.setup, board)


def account_before_throw(position: Position, board: Setup) -> Account:
    """The account of a board where no checker should have moved at all."""
    before = position.setup
    return account_of_both_sides(before, before, board, _too_soon)


def told(account: Account) -> tuple[Reason, ...]:
    """The reasons, each once, the most useful first."""
    return tuple(sorted(dict.fromkeys(account.reasons), key=lambda reason: reason.why.rank))


def _best_account(plays: LegalPlays, before: Setup, board: Setup) -> Account:
    """The account that costs least; many astray, and one is as good as the other."""
    candidates = well_played(plays.position, plays.dice.numbers, board.mover)
    if candidates[0].astray > MOST_PAIRED:
        candidates = candidates[:1]
    best = NOT_WRONG
    for begun in sorted(candidates, key=lambda begun: _at_least(plays, begun).cost):
        if _at_least(plays, begun).cost > best.cost:
            break
        best = min(best, _account(plays, begun, before, board), key=lambda account: account.cost)
    return best


def _at_least(plays: LegalPlays, begun: WellPlayed) -> Account:
    """What an account that begins with this board takes, even if all errors are likely ones."""
    return Account(ERROR * begun.astray + begun.passing, played=_played(plays, begun))


def _account(plays: LegalPlays, begun: WellPlayed, before: Setup, board: Setup) -> Account:
    """What is wrong if the player came as far as this board by the rules."""
    judge = cache(partial(_judge, begun))
    expected = begun.position.setup
    account = account_of_both_sides(before, expected, board, judge)
    account += _unfinished(plays, begun, Astray.between(expected.mover, board.mover))
    return account + Account(begun.passing, played=_played(plays, begun))


def _judge(begun: WellPlayed, source: int, target: int) -> Account:
    """What is wrong with a move from a board well played, and how unlikely it is."""
    reason = why_no_step(begun.counts, begun.left, source, target)
    if reason is None:
        return NOT_WRONG
    pips, left = source - target, begun.left
    backwards = pips < 0
    likely = -pips in left if backwards else pips <= MOST_PIPS * len(left)
    return Account(ERROR + backwards + (not likely), (reason,))


def _too_soon(source: int, target: int) -> Account:
    backwards = target > source
    reason = Reason(Why.MOVED_BEFORE_THROW, source=source, target=target)
    return Account(ERROR + backwards, (reason,))


def _unfinished(plays: LegalPlays, begun: WellPlayed, astray: Astray) -> Account:
    """That the play stops too soon or goes wrong from the start, if no move is to blame."""
    if (astray.lacking and astray.extra) or begun.position in plays:
        return Account()
    weight = 0 if astray.lacking or astray.extra else ERROR
    return Account(weight, (_still_to_play(plays, begun),))


def _still_to_play(plays: LegalPlays, begun: WellPlayed) -> Reason:
    """What should have been played besides, or instead."""
    numbers, left, played = plays.dice.numbers, begun.left, _played(plays, begun)
    if begun.counts[MOVER_BAR] and any(additions(begun.counts, die) for die in left):
        return Reason(Why.STILL_ON_BAR, count=begun.counts[MOVER_BAR], numbers=left)
    if plays.dice.is_double:
        possible = played + _playable(begun.counts, left)
        return Reason(Why.MORE_OF_DOUBLE, count=played, numbers=numbers[:possible])
    if plays.required == len(numbers):
        return Reason(Why.BOTH_DICE, count=played, numbers=numbers)
    playable = tuple(sorted({step.die for step in plays.first_steps}, reverse=True))
    return Reason(Why.LARGER_DIE if played else Why.NUMBER_PLAYABLE, count=played, numbers=playable)


def _played(plays: LegalPlays, begun: WellPlayed) -> int:
    return len(plays.dice.numbers) - len(begun.left)


def _playable(counts: Sequence[int], left: Numbers) -> int:
    """How many numbers of a double can still be played; no step of one is in another's way."""
    for played, die in enumerate(left):
        sources = additions(counts, die)
        if not sources:
            return played
        counts = after_step(counts, next(iter(sources)), die)
    return len(left)
