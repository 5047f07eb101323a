"""What most likely lies on a board that no legal play explains, and what was done wrong then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.backgammon.dice import Dice
from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.places import MOVER_BAR, MOVER_OFF, OTHER_BAR, OTHER_OFF
from engine.backgammon.players import Player
from engine.backgammon.position import Position, Setup
from engine.backgammon.rulebook import Rulebook
from engine.backgammon.why.astray import Account
from engine.backgammon.why.explain import MOST_PIPS, account_before_throw, account_of, told
from engine.backgammon.why.reasons import Reason
from hardware.checkers import Colour
from hardware.observations import View
from referee.filled import Filled, Held, filled, held_by
from referee.nearby import Nearby, apart, nearby
from referee.outlook import Range, Seen, field_of
from referee.seating import PLACES, Seating

Judge = Callable[[Setup], Account]
"""How a board came about."""
HALVES = ((MOVER_BAR, OTHER_BAR), (MOVER_OFF, OTHER_OFF))
"""The halves of the bar and of the trays, by whose checkers belong there."""
MOST_BEGUN = 6
"""Up to so many boards on the way are taken for what was meant."""
MOST_BEHIND = 2
"""They are at most so much farther from what is seen than the nearest one."""
FEW_OFF = 8
"""With more checkers off, one board is as good as the other."""
MOST_TOLD = 5
"""Of so many boards the story is asked for."""


def likely_reasons(
    view: View,
    before: Position,
    dice: Dice | None,
    mover: Player,
    seating: Seating,
    rulebook: Rulebook,
) -> tuple[tuple[Reason, ...], Setup]:
    """What was done wrong, and on which board; nothing where a legal result may lie there.

    Without dice, no checker should have moved at all.
    """
    seen = _seen(view, seating.colour(mover))
    begun = nearby(before, dice.numbers if dice else (), seen)
    judge: Judge = partial(account_before_throw, before)
    if dice:
        plays = LegalPlays(before, dice, rulebook)
        if legal := next(_legal(begun, seen, plays), None):
            return (), legal.setup
        judge = partial(account_of, plays)
    account, setup = _best(_likely(begun, seen), judge, seen, before)
    return told(account), setup


def _likely(begun: Sequence[Nearby], seen: Seen) -> list[Filled]:
    """The likeliest boards, each as near as can be to one that the mover came to by the rules."""
    lightest: dict[tuple[Held, ...], Filled] = {}
    for one in begun[: MOST_BEGUN if begun[0].off <= FEW_OFF else 1]:
        if one.off <= begun[0].off + MOST_BEHIND:
            for board in filled(one.counts, seen, MOST_PIPS * len(one.left)):
                known = lightest.setdefault(board.fields, board)
                lightest[board.fields] = min(known, board)
    return sorted(lightest.values())[:MOST_TOLD]


def _best(
    boards: Sequence[Filled], judge: Judge, seen: Seen, before: Position
) -> tuple[Account, Setup]:
    """The board of the fewest and likeliest errors, and how it came about.

    That something has changed where nothing is seen to be is as unlikely as an unlikely error.
    """
    was = held_by(before.counts)
    same = [at for at, held in enumerate(was) if not apart(seen[at], *held)]

    def cost(told_of: tuple[Account, Filled]) -> tuple[int, ...]:
        account, board = told_of
        unseen = sum(board.fields[at] != was[at] for at in same)
        many = len(account.reasons)
        return account.weight + unseen + many, many, board.weight, account.cost

    account, board = min(((judge(board.setup), board) for board in boards), key=cost)
    return account, board.setup


def _seen(view: View, mover: Colour) -> Seen:
    """What is seen of each field; a checker is counted in the half of its own colour."""
    places = enumerate(PLACES[mover])
    seen = tuple(field_of(view[place], mover, field).seen for field, place in places)
    for mine, theirs in HALVES:
        seen = _over(seen, mine, theirs, seen[mine].theirs_low)
        seen = _over(seen, theirs, mine, seen[theirs].mine_low)
    return seen


def _legal(begun: Sequence[Nearby], seen: Seen, plays: LegalPlays) -> Iterator[Position]:
    """The legal results that look just like this, a checker in the wrong half of the bar or not.

    In his turn no checker comes to the mover's bar, nor to the other side's tray: where the colour
    is not seen, one that lies there may only have been put on the wrong side.
    """
    before = plays.position.counts
    meant = _over(seen, MOVER_BAR, OTHER_BAR, max(seen[MOVER_BAR].low - before[MOVER_BAR], 0))
    meant = _over(meant, OTHER_OFF, MOVER_OFF, max(meant[OTHER_OFF].low - before[OTHER_OFF], 0))
    if meant != seen:
        begun = [*begun, *nearby(plays.position, plays.dice.numbers, meant)]
    return (one.position for one in begun if not one.off and one.position in plays)


def _over(seen: Seen, source: int, target: int, many: int) -> Seen:
    """The same with some checkers from one half of the bar or of the trays counted in the other."""
    if not many:
        return seen
    of_mover = (many, many, 0, 0) if target in (MOVER_BAR, MOVER_OFF) else (0, 0, many, many)
    shift = (*of_mover, many, many)
    over = list(seen)
    over[source] = Range(*(max(a - b, 0) for a, b in zip(seen[source], shift, strict=True)))
    over[target] = Range(*(a + b for a, b in zip(seen[target], shift, strict=True)))
    return tuple(over)
