"""The positions with throws that everyone is measured on: a natural mix of play."""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.brute_force import Counts

BENCH_PAIRS = Path(__file__).resolve().parents[1] / "tests" / "data" / "bench-pairs.jsonl.gz"


class MoveProblem(NamedTuple):
    """A position, the throw to play in it, and the OpenSpiel actions that led there."""

    position: Counts
    die1: int
    die2: int
    history: tuple[int, ...]


def bench_pairs(most: int | None = None) -> list[MoveProblem]:
    """The whole sample, or this many pairs of it, always the same."""
    with gzip.open(BENCH_PAIRS, "rt", encoding="utf-8") as lines:
        pairs = [_pair(json.loads(line)) for line in lines]
    if most is None or most >= len(pairs):
        return pairs
    return Random(most).sample(pairs, most)  # noqa: S311 - a sample is no secret


def _pair(row: dict[str, Any]) -> MoveProblem:
    die1, die2 = row["dice"]
    return MoveProblem(tuple(row["position"]), die1, die2, tuple(row["openspiel_history"]))
