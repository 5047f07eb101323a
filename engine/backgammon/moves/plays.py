"""The legal plays of a throw: the positions it may lead to, and the steps that lead there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.backgammon.dice import Dice
from engine.backgammon.moves.generation import results
from engine.backgammon.moves.packed import pack_counts, unpack_boards
from engine.backgammon.moves.steps import Step
from engine.backgammon.moves.tree import Node, grow, legal_part
from engine.backgammon.position import Position
from engine.backgammon.rulebook import TOURNAMENT, Rulebook

Line = tuple[Step, ...]
"""Steps in the order they are played."""


class LegalPlays(Collection[Position]):
    """The plays of a throw: loop over the positions, count them, or ask whether one is `in`.

    A play is the position it leads to. A throw that cannot be played leads to the unchanged one.
    """

    def __init__(self, position: Position, dice: Dice, rulebook: Rulebook = TOURNAMENT) -> None:
        self.position = position
        self.dice = dice
        self.rulebook = rulebook

    def __len__(self) -> int:
        return len(self._boards)

    def __iter__(self) -> Iterator[Position]:
        return map(Position.trusted, unpack_boards(self._boards))

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and pack_counts(position.counts) in self._boards

    def __repr__(self) -> str:
        return f"LegalPlays({self.position!r}, {self.dice!r}, {self.rulebook!r})"

    @property
    def required(self) -> int:
        """How many numbers must be played: up to two, of a double up to four."""
        return self.tree.playable

    @property
    def first_steps(self) -> frozenset[Step]:
        """Every step that begins a legal play."""
        return frozenset(self.tree.next)

    @cached_property
    def all_steps(self) -> Node:
        """The tree of everything the numbers allow step by step, complete plays or not."""
        return grow(self.position, self.dice)

    @cached_property
    def tree(self) -> Node:
        """The tree of the legal plays: a board in it is on the way to one."""
        return legal_part(self.all_steps, larger_die=self.rulebook.larger_die)

    @cached_property
    def lines(self) -> dict[Position, Line]:
        """One line of steps for each play: from the back to the front where the rules leave it."""
        best: dict[tuple[int, ...], Line] = {}
        for counts, line in _lines(self.tree, descending=self.dice.is_double):
            best[counts] = max(line, best.get(counts, line))
        return {Position.trusted(counts): line for counts, line in best.items()}

    @cached_property
    def _boards(self) -> frozenset[int]:
        counts = self.position.counts
        larger_die = self.rulebook.larger_die
        return frozenset(results(counts, pack_counts(counts), self.dice, larger_die=larger_die))


def _lines(
    node: Node, so_far: Line = (), *, descending: bool
) -> Iterator[tuple[tuple[int, ...], Line]]:
    """Every complete line from a node; of a double, where order is free, only one order."""
    if not node.playable:
        yield node.counts, so_far
    for step, after in node.next.items():
        if not (descending and so_far and step.source > so_far[-1].source):
            yield from _lines(after, (*so_far, step), descending=descending)
