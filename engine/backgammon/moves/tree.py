"""The tree of a throw: every board met on the way when its numbers are played step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine.backgammon.dice import Dice
from engine.backgammon.moves.steps import Step, after_step, steps
from engine.backgammon.position import Position

Counts = tuple[int, ...]
Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A board on the way, the numbers still to play, and what each possible step leads to."""

    counts: Counts
    left: Numbers
    playable: int
    """How many more numbers can be played from here at most."""
    next: Mapping[Step, Node] = field(repr=False, compare=False)

    @property
    def position(self) -> Position:
        return Position.trusted(self.counts)

    def walk(self) -> Iterator[Node]:
        """The node and every one that follows, each once, none before one it follows from."""
        layer = {(self.counts, self.left): self}
        while layer:
            yield from layer.values()
            layer = {
                (after.counts, after.left): after
                for node in layer.values()
                for after in node.next.values()
            }


def grow(position: Position, dice: Dice) -> Node:
    """The tree of all steps the numbers allow, whether or not more could have been played."""
    return _grow(position.counts, dice.numbers, {})


def legal_part(root: Node, *, larger_die: bool) -> Node:
    """The tree with only those steps that begin or carry on a legal play."""
    kept = {step: node for step, node in root.next.items() if node.playable == root.playable - 1}
    if larger_die and root.playable == 1:
        largest = max(step.die for step in kept)
        kept = {step: node for step, node in kept.items() if step.die == largest}
    return replace(root, next=kept)


def _grow(counts: Counts, left: Numbers, grown: dict[tuple[Counts, Numbers], Node]) -> Node:
    key = (counts, left)
    if key not in grown:
        following = {}
        for die in dict.fromkeys(left):
            rest = list(left)
            rest.remove(die)
            for step in steps(counts, die):
                after = tuple(after_step(counts, step.source, die))
                following[step] = _grow(after, tuple(rest), grown)
        playable = max((1 + node.playable for node in following.values()), default=0)
        grown[key] = Node(counts, left, playable, following)
    return grown[key]
