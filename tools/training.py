"""Trains the computer player by games against itself, and writes its weights.

Asks for numpy, which `.venv-bench` holds: `.venv-bench/bin/python -m tools.training`.
"""

import argparse
import sys
from base64 import b85encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from engine.backgammon.dice import Dice
from engine.backgammon.moves.steps import generate_boards, pack_counts
from engine.backgammon.position import CHECKERS, FIELDS, MOVER_OFF, OTHER_OFF, POINTS, START
from engine.backgammon.strategy import weights
from engine.backgammon.strategy.evaluation import INPUTS, SCALES, point_inputs

np: Any = import_module("numpy")
Array = Any
"""An array of numpy, which not every `.venv` has."""

WEIGHTS = Path(weights.__file__)
WIDTH = 94
"""Characters of the weights on a line."""
SEED = 1
GAMES = 400_000
TABLES = 1024
"""Number of games that are played side by side."""
POOL, BATCH = 8192, 512
TRACE = 0.7
"""Weight of the end of its game, relative to the next position, in what a position learns."""
FAST, SLOW = 3e-3, 1e-4
"""The steps at the beginning and at the end of learning."""
HIDDEN = {"contact": 80, "race": 24}
ANSWERS = 5
WORTH = (2, 1, 1, -1, -1)
"""Values of the answers: winning, its two extras, and the two extras of losing."""
ENCODED = np.array(
    [point_inputs(count) for count in range(-CHECKERS, CHECKERS + 1)], dtype=np.float32
)
BEYOND = np.array(SCALES, dtype=np.float32)


def encode(counts: Array) -> Array:
    """The inputs of the net for positions, each seen by the player who has just moved."""
    points = ENCODED[counts[:, :POINTS] + CHECKERS].reshape(len(counts), -1)
    return np.concatenate([points, counts[:, POINTS:] * BEYOND], axis=1)


def in_contact(counts: Array) -> Array:
    """True if the sides can still meet."""
    points = counts[:, :POINTS]
    back = POINTS - np.argmax(points[:, ::-1] > 0, axis=1)
    front = 1 + np.argmax(points < 0, axis=1)
    both = (points > 0).any(axis=1) & (points < 0).any(axis=1)
    return (both & (back > front)) | counts[:, POINTS : POINTS + 2].any(axis=1)


def mirror(counts: Array) -> Array:
    """The same positions, seen by the other side."""
    other = np.empty_like(counts)
    other[:, :POINTS] = -counts[:, POINTS - 1 :: -1]
    other[:, POINTS:] = counts[:, [POINTS + 1, POINTS, POINTS + 3, POINTS + 2]]
    return other


def seen_by_other(answers: Array) -> Array:
    """The same chances, seen by the other side."""
    other = answers[[0, 3, 4, 1, 2]]
    other[0] = 1 - other[0]
    return other


def outcome(counts: Array) -> Array:
    """The win of the player who has just borne off his last checker."""
    points = counts[:POINTS]
    none_off = counts[OTHER_OFF] == 0
    back = bool(counts[POINTS + 1]) or bool((points[:6] < 0).any())
    return np.array([1, none_off, none_off and back, 0, 0], dtype=np.float32)


class TrainableNet:
    """One hidden layer, learning by Adam."""

    def __init__(self, hidden: int, chance: Any) -> None:
        spread = 1 / np.sqrt(30)
        shapes = ((INPUTS, hidden), (hidden,), (hidden, ANSWERS), (ANSWERS,))
        self.weights = [chance.normal(0, spread, shape).astype(np.float32) for shape in shapes]
        self.first = [np.zeros_like(weight) for weight in self.weights]
        self.second = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def answers(self, inputs: Array) -> Array:
        into, bias, out, last = self.weights
        return _sigmoid(np.tanh(inputs @ into + bias) @ out + last)

    def learn(self, inputs: Array, targets: Array, rate: float) -> None:
        """One step towards the targets."""
        into, bias, out, last = self.weights
        hidden = np.tanh(inputs @ into + bias)
        error = (_sigmoid(hidden @ out + last) - targets) / len(inputs)
        back = (error @ out.T) * (1 - hidden * hidden)
        self._step([inputs.T @ back, back.sum(0), hidden.T @ error, error.sum(0)], rate)

    def _step(self, slopes: list[Array], rate: float) -> None:
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        moved = zip(self.weights, self.first, self.second, slopes, strict=True)
        for weight, first, second, slope in moved:
            np.add(first, 0.1 * (slope - first), out=first)
            np.add(second, 0.001 * (slope * slope - second), out=second)
            np.subtract(weight, rate * first / (np.sqrt(second) + 1e-8), out=weight)


class Pupil:
    """Both nets, for contact and for the race, and the games that they are yet to learn."""

    def __init__(self, chance: Any) -> None:
        self.chance = chance
        self.nets = {name: TrainableNet(hidden, chance) for name, hidden in HIDDEN.items()}
        self.pools: dict[str, list[tuple[Array, Array]]] = {name: [] for name in HIDDEN}

    def answers(self, counts: Array) -> Array:
        """The chances of the player who has just moved."""
        found = np.empty((len(counts), ANSWERS), dtype=np.float32)
        contact = in_contact(counts)
        for name, where in (("contact", contact), ("race", ~contact)):
            if where.any():
                found[where] = self.nets[name].answers(encode(counts[where]))
        found[counts[:, OTHER_OFF] > 0, 1:3] = 0
        found[counts[:, MOVER_OFF] > 0, 3:] = 0
        over = np.flatnonzero(counts[:, MOVER_OFF] == CHECKERS)
        for at in over:
            found[at] = outcome(counts[at])
        return found

    def remember(self, counts: Array, targets: Array, rate: float) -> None:
        """Keeps the lessons of a game, and learns when there are enough of them."""
        contact = in_contact(counts)
        for name, where in (("contact", contact), ("race", ~contact)):
            pool = self.pools[name]
            pool.append((counts[where], targets[where]))
            if sum(len(part) for part, _ in pool) >= POOL:
                self._learn(name, rate)

    def _learn(self, name: str, rate: float) -> None:
        counts, targets = (np.concatenate(parts) for parts in zip(*self.pools[name], strict=True))
        order = self.chance.permutation(len(counts))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            some = order[start : start + BATCH]
            self.nets[name].learn(encode(counts[some]), targets[some], rate)
        self.pools[name] = []


@dataclass
class Table:
    """One game on its way: the position to play, and what was seen of it so far."""

    counts: tuple[int, ...] = START.counts
    seen: list[Array] = field(default_factory=list)
    thought: list[Array] = field(default_factory=list)


def games(pupil: Pupil) -> Iterator[tuple[Array, Array]]:
    """Finished games without end: their positions, and the targets for them."""
    tables = [Table() for _ in range(TABLES)]
    while True:
        throws = pupil.chance.integers(1, 7, (TABLES, 2)).tolist()
        plays = [_plays(table, *throw) for table, throw in zip(tables, throws, strict=True)]
        sizes = np.array([len(boards) for boards in plays])
        counts = _unpack([board for boards in plays for board in boards])
        thought = pupil.answers(counts)
        best_of_all = _best(thought @ np.array(WORTH), sizes)
        next_ones = mirror(counts[best_of_all]).tolist()
        for at, best in enumerate(best_of_all):
            table = tables[at]
            if counts[best, MOVER_OFF] == CHECKERS:
                if table.seen:
                    yield np.array(table.seen), _lessons(table, outcome(counts[best]))
                tables[at] = Table()
            else:
                table.seen.append(counts[best])
                table.thought.append(thought[best])
                table.counts = tuple(next_ones[at])


def _plays(table: Table, one: int, two: int) -> list[int]:
    if one == two and not table.seen:
        two = one % 6 + 1
    dice = THROWS[one, two]
    return sorted(generate_boards(table.counts, pack_counts(table.counts), dice, larger_die=True))


def _unpack(boards: Sequence[int]) -> Array:
    raw = b"".join([board.to_bytes(FIELDS, "little") for board in boards])
    return (np.frombuffer(raw, np.uint8).astype(np.int16) - 128).reshape(-1, FIELDS)


def _best(worth: Array, sizes: Array) -> list[int]:
    """Of each throw's plays, the one that is worth most."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    tops = np.repeat(np.maximum.reduceat(worth, starts), sizes)
    where = np.flatnonzero(worth >= tops)
    firsts = np.searchsorted(where, starts)
    chosen: list[int] = where[firsts].tolist()
    return chosen


def _lessons(table: Table, end: Array) -> Array:
    """The target of each position, a mixture of later evaluations and of the result of the game."""
    lesson, lessons = end, []
    for thought in reversed(table.thought):
        lesson = seen_by_other(lesson)
        lessons.append(lesson)
        lesson = TRACE * lesson + (1 - TRACE) * thought
    return np.array(lessons[::-1])


def _sigmoid(sums: Array) -> Array:
    return 1 / (1 + np.exp(-sums))


THROWS = {(die1, die2): Dice(die1, die2) for die1 in range(1, 7) for die2 in range(1, 7)}


def pack_net(net: TrainableNet) -> str:
    """The weights of a net as text: those of the inputs in one byte each, scaled by hidden unit."""
    into, bias, out, last = net.weights
    scales = (np.abs(into).max(axis=0) / 127).astype("<f4")
    small = np.rint(into / scales).astype(np.int8)
    large = np.concatenate([scales, bias, out.T.ravel(), last]).astype("<f4")
    return b85encode(small.tobytes() + large.tobytes()).decode()


def write(pupil: Pupil) -> None:
    """Writes the weights, as a module."""
    module = (
        '"""The weights of the computer player, generated by `tools.training`; do not edit."""\n'
    )
    for name, net in pupil.nets.items():
        text = pack_net(net)
        lines = "\n".join(f'    "{text[at : at + WIDTH]}"' for at in range(0, len(text), WIDTH))
        module += f"\n{name.upper()} = (\n{lines}\n)\n"
    WEIGHTS.write_text(module, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Learns from a number of games, and writes the weights down."""
    parser = argparse.ArgumentParser(prog="python -m tools.training", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    asked = parser.parse_args(arguments)
    pupil = Pupil(np.random.default_rng(SEED))
    for number, (counts, targets) in enumerate(islice(games(pupil), asked.games)):
        rate = FAST * (SLOW / FAST) ** (number / asked.games)
        pupil.remember(counts, targets, rate)
        if number % 5000 == 0:
            sys.stdout.write(f"{number} games\n")
            sys.stdout.flush()
    write(pupil)


if __name__ == "__main__":
    main()
