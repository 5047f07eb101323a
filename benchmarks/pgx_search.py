"""pgx, which plays one checker at a time on a whole batch, made to search out complete plays."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from benchmarks.brute_force import Counts
from benchmarks.contest import Contestant
from benchmarks.sample_positions import MoveProblem

BATCH = 4096
"""Boards handed over at a time, always as many so that JAX compiles only once."""
NO_OPS = 6
"""The first actions, one for each die, mean that nothing is played."""


def pgx(pairs: Sequence[MoveProblem]) -> list[Contestant]:
    """One contestant, whose only item is the whole sample."""
    search = PgxSearch(pairs)

    def answers() -> Iterator[list[Counts]]:
        found: list[set[Counts]] = [set() for _ in pairs]
        for at, *board in search.run().tolist():
            *points, mover_bar, other_bar, mover_off, other_off = board
            bars_and_trays = (mover_bar, -other_bar, mover_off, -other_off)
            found[at].add((*reversed(points), *bars_and_trays))
        return map(sorted, found)

    return [Contestant("pgx, one batch", [search], PgxSearch.run, answers)]


class PgxSearch:
    """A search for every end of play of a whole sample, in arrays."""

    def __init__(self, pairs: Sequence[MoveProblem]) -> None:
        jax, rules = import_module("jax"), import_module("pgx.backgammon")
        self._np: Any = import_module("numpy")
        # What is public needs a whole game; the rules of a single step are private.
        self._mask = jax.jit(jax.vmap(rules._legal_action_mask))  # noqa: SLF001
        self._move = jax.jit(jax.vmap(rules._move))  # noqa: SLF001
        self._boards = self._np.array([_board(pair.position) for pair in pairs], "int32")
        self._dice = self._np.array([_dice(pair.die1, pair.die2) for pair in pairs], "int32")

    def run(self) -> Any:
        """The distinct boards where no die can be played, each after the number of its pair."""
        np = self._np
        boards, dice, numbers = self._boards, self._dice, np.arange(len(self._boards))
        ends = []
        while len(numbers):
            allowed = self._call_in_batches(self._mask, boards, dice).copy()
            allowed[:, :NO_OPS] = False
            ended = ~allowed.any(1)
            ends.append(np.column_stack([numbers[ended], boards[ended]]))
            rows, actions = np.nonzero(allowed)
            if not len(rows):
                break
            boards = self._call_in_batches(self._move, boards[rows], actions.astype("int32"))
            dice = self._spend(dice[rows], actions)
            states = np.column_stack([numbers[rows], boards, dice])
            _, once = np.unique(states, axis=0, return_index=True)
            boards, dice, numbers = boards[once], dice[once], numbers[rows][once]
        return np.unique(np.concatenate(ends), axis=0)

    def _spend(self, dice: Any, actions: Any) -> Any:
        """The dice left after each action has used up one of its number."""
        np = self._np
        used = dice == (actions % 6)[:, None]
        dice[np.arange(len(dice)), used.argmax(1)] = -1
        return -np.sort(-dice, 1)

    def _call_in_batches(self, function: Any, *arrays: Any) -> Any:
        """The results of a function for these arrays, a filled-up batch at a time."""
        np, size = self._np, len(arrays[0])
        made = []
        for start in range(0, size, BATCH):
            parts = [array[start : start + BATCH] for array in arrays]
            missing = BATCH - len(parts[0])
            filled = [np.concatenate([part, np.repeat(part[-1:], missing, 0)]) for part in parts]
            made.append(np.asarray(function(*filled))[: len(parts[0])])
        return np.concatenate(made)


def _board(position: Counts) -> list[int]:
    *points, mover_bar, other_bar, mover_off, other_off = position
    return [*reversed(points), mover_bar, -other_bar, mover_off, -other_off]


def _dice(die1: int, die2: int) -> list[int]:
    return [die1 - 1] * 4 if die1 == die2 else [die1 - 1, die2 - 1, -1, -1]
