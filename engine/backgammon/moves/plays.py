"""The legal plays of a throw, and the tree of steps that lead to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from engine.backgammon.dice import Dice
from engine.backgammon.moves import steps
from engine.backgammon.position import Position
from engine.backgammon.rulebook import TOURNAMENT, Rulebook

Counts = tuple[int, ...]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayNode:
    """A board on the way, the numbers still to play, and what each possible step leads to."""

    counts: Counts
    left: Numbers
    playable: int
    """The largest number of dice numbers that can still be played from here."""
    next: Mapping[steps.CheckerStep, PlayNode] = field(repr=False, compare=False)

    @property
    def position(self) -> Position:
        return Position.trusted(self.counts)

    @property
    def legal_steps(self) -> Mapping[steps.CheckerStep, PlayNode]:
        """The steps that waste no number which could be played, with what each leads to."""
        wanted = self.playable - 1
        return {step: node for step, node in self.next.items() if node.playable == wanted}

    def walk(self) -> Iterator[PlayNode]:
        """Yields this node and all its descendants, each once, parents before children."""
        layer = {(self.counts, self.left): self}
        while layer:
            yield from layer.values()
            following = (after for node in layer.values() for after in node.next.values())
            layer = {(after.counts, after.left): after for after in following}


def build_tree(position: Position, dice: Dice) -> PlayNode:
    """The tree of all steps that the numbers allow, including those of no legal play."""
    return _grow(position.counts, dice.numbers, {})


def prune_to_legal(root: PlayNode, *, larger_die: bool) -> PlayNode:
    """The tree with only those steps that begin or continue a legal play."""
    kept = {step: node for step, node in root.next.items() if node.playable == root.playable - 1}
    if larger_die and root.playable == 1:
        largest = max(step.die for step in kept)
        kept = {step: node for step, node in kept.items() if step.die == largest}
    return replace(root, next=kept)


def _grow(counts: Counts, left: Numbers, grown: dict[tuple[Counts, Numbers], PlayNode]) -> PlayNode:
    key = (counts, left)
    if key not in grown:
        following = {}
        for die in dict.fromkeys(left):
            rest = list(left)
            rest.remove(die)
            for step in steps.legal_steps(counts, die):
                after = tuple(steps.apply_step(counts, step.source, die))
                following[step] = _grow(after, tuple(rest), grown)
        playable = max((1 + node.playable for node in following.values()), default=0)
        grown[key] = PlayNode(counts, left, playable, following)
    return grown[key]


StepSequence = tuple[steps.CheckerStep, ...]
"""Steps in the order they are played."""


class LegalPlays(Collection[Position]):
    """The legal plays of a throw, as positions; the unchanged position if no play is possible."""

    def __init__(self, position: Position, dice: Dice, rulebook: Rulebook = TOURNAMENT) -> None:
        self.position = position
        self.dice = dice
        self.rulebook = rulebook

    def __len__(self) -> int:
        return len(self._boards)

    def __iter__(self) -> Iterator[Position]:
        return map(Position.trusted, steps.unpack_boards(self._boards))

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and steps.pack_counts(position.counts) in self._boards

    def __repr__(self) -> str:
        return f"LegalPlays({self.position!r}, {self.dice!r}, {self.rulebook!r})"

    @property
    def required(self) -> int:
        """The number of dice numbers that must be played: at most two, or four of a double."""
        return self.tree.playable

    @property
    def first_steps(self) -> frozenset[steps.CheckerStep]:
        """Every step that begins a legal play."""
        return frozenset(self.tree.next)

    @cached_property
    def all_steps(self) -> PlayNode:
        """The tree of all steps that the numbers allow, including those of no legal play."""
        return build_tree(self.position, self.dice)

    @cached_property
    def tree(self) -> PlayNode:
        """The tree of the legal plays; each board in it is on the way to one."""
        return prune_to_legal(self.all_steps, larger_die=self.rulebook.larger_die)

    @cached_property
    def lines(self) -> dict[Position, StepSequence]:
        """One line of steps for each play, from back to front where the order is free."""
        best: dict[tuple[int, ...], StepSequence] = {}
        for counts, line in _step_sequences(self.tree, descending=self.dice.is_double):
            best[counts] = max(line, best.get(counts, line))
        return {Position.trusted(counts): line for counts, line in best.items()}

    @cached_property
    def _boards(self) -> frozenset[int]:
        counts = self.position.counts
        larger_die = self.rulebook.larger_die
        board = steps.pack_counts(counts)
        return frozenset(steps.generate_boards(counts, board, self.dice, larger_die=larger_die))


def _step_sequences(
    node: PlayNode, so_far: StepSequence = (), *, descending: bool
) -> Iterator[tuple[tuple[int, ...], StepSequence]]:
    """Yields every complete line from a node; of a double, only one order of the same steps."""
    if not node.playable:
        yield node.counts, so_far
    for step, after in node.next.items():
        if not (descending and so_far and step.source > so_far[-1].source):
            yield from _step_sequences(after, (*so_far, step), descending=descending)
