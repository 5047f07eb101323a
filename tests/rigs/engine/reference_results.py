"""Legal plays and notations of independent programs, and an exhaustive search."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from benchmarks import brute_force
from benchmarks.kibitz_contestant import legal_results
from engine.backgammon.dice import Dice
from engine.backgammon.game.scoring import Cube
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import Position
from engine.players import ByPlayer, Player
from tests.rigs.environment.checkout import ROOT

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A position with a throw, and all results of its legal plays."""

    id: str
    position: Position
    dice: Dice
    n: int
    """The number of dice that must be played."""
    first: frozenset[tuple[int, int]]
    """Source and die of each possible first step."""
    results: tuple[Counts, ...]
    tags: frozenset[str]


@dataclass(frozen=True, slots=True)
class NotationRow:
    """A moment of a match in all notations."""

    id: str
    kind: str
    """State: `dice` (thrown), `roll` (not yet thrown) or `double` (waiting for the answer)."""
    snapshot: Snapshot
    position_id: str
    match_id: str
    gnu_id: str
    xgid: str


@cache
def play_rows() -> tuple[PlayRow, ...]:
    """Every position with a throw."""
    return tuple(_play_row(row) for row in _rows("plays.jsonl.gz"))


@cache
def notation_rows() -> tuple[NotationRow, ...]:
    """Every moment of a match."""
    return tuple(_notation_row(row) for row in _rows("notation.jsonl.gz"))


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(ROOT / "tests" / "data" / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _play_row(row: dict[str, Any]) -> PlayRow:
    return PlayRow(
        id=row["id"],
        position=Position(tuple(row["position"])),
        dice=Dice(*row["dice"]),
        n=row["n"],
        first=frozenset((source, die) for source, die in row["first"]),
        results=tuple(map(tuple, row["results"])),
        tags=frozenset(row["tags"]),
    )


def _notation_row(row: dict[str, Any]) -> NotationRow:
    owner = row["cube_owner"]
    snapshot = Snapshot(
        position=Position(tuple(row["position"])),
        player=Player(row["player"]),
        dice=Dice(*row["dice"]) if any(row["dice"]) else None,
        doubled=row["kind"] == "double",
        cube=Cube(row["cube"], None if owner is None else Player(owner)),
        score=ByPlayer(*row["score"]),
        length=row["match_length"],
        crawford=bool(row["crawford"]),
        jacoby=bool(row["jacoby"]),
    )
    texts = {name: row[name] for name in ("id", "kind", "position_id", "match_id", "xgid")}
    return NotationRow(snapshot=snapshot, gnu_id=row["gnubg_id"], **texts)


def assert_plays_complete(position: Position, dice: Dice) -> None:
    """Asserts that no result is missing, superfluous or repeated."""
    by_force = brute_force.plays(position.counts, dice.high, dice.low).results
    found = legal_results(position.counts, dice.high, dice.low)
    assert sorted(found) == sorted(by_force), (position, dice)
