"""Boards as hands leave them, right or wrong, and what is said of them."""

from __future__ import annotations

from engine.backgammon.dice import Dice
from engine.backgammon.places import BAR, OFF
from engine.backgammon.position import Position, Setup
from engine.backgammon.rulebook import TOURNAMENT, Rulebook
from engine.backgammon.why.explain import why_not
from engine.backgammon.why.reasons import Reason

HAND = "-"


def spoilt(position: Position, mine: str = "", theirs: str = "") -> Setup:
    """The board after these moves, which need not be allowed, all in the mover's numbering.

    A lone checker the mover lands on goes to the bar. `13/-` takes a checker into the hand, and
    `-/13` puts one down.
    """
    mover, other = list(position.setup.mover), list(position.setup.other)
    for source, target in map(_move, mine.split()):
        _carry(mover, source, target)
        if target is not None and OFF < target < BAR and other[BAR - target] == 1:
            _carry(other, BAR - target, BAR)
    for source, target in map(_move, theirs.split()):
        _carry(other, _turned(source), _turned(target))
    return Setup(tuple(mover), tuple(other))


def told(
    position: Position,
    throw: str,
    mine: str = "",
    theirs: str = "",
    rulebook: Rulebook = TOURNAMENT,
) -> list[Reason]:
    """What is told of the board after these moves; the throw is a text such as `31`, or none."""
    dice = Dice.parse(throw) if throw else None
    return list(why_not(position, dice, spoilt(position, mine, theirs), rulebook))


def _move(text: str) -> tuple[int | None, int | None]:
    source, target = (None if place == HAND else int(place) for place in text.split("/"))
    return source, target


def _carry(side: list[int], source: int | None, target: int | None) -> None:
    if source is not None:
        side[source] -= 1
    if target is not None:
        side[target] += 1


def _turned(place: int | None) -> int | None:
    return place if place in (None, OFF, BAR) else BAR - place
