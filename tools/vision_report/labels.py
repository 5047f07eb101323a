"""The truth beside labelled pictures: one line for each, in the `truth*.jsonl` of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.camera_model import Corners
from vision.field_geometry import SLOTS, LightHome

START = {1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -3, 19: -5, 24: 2}
"""The starting position as A counts it, by number of the point; A's checkers are above zero."""
CROWDED = 5
"""Default number of checkers in a row before the next is put on top."""

Counts = tuple[int | None, ...]
Pair = tuple[int, int]
"""The numbers of A's and of B's checkers."""


class NoLabels(ValueError):
    """A folder without the truth beside its pictures."""


@dataclass(frozen=True, slots=True)
class Label:
    """One picture, and what is on it, as the corners number the board."""

    file: Path
    setup: str
    difficulty: str
    kind: str
    """The origin of the picture: `photos` or `renders`."""
    settled: bool
    """True if no hand is in it."""
    corners: Corners
    home: LightHome | None
    """The quarter of A's home; None if it is unknown."""
    points: Counts
    """A's above zero, B's below; None where nobody can tell."""
    bar: Pair | None
    off: Pair | None
    cover: tuple[float, ...]
    """Fraction of each point that something else covers."""
    row: int
    """Number of checkers in a row before the next is put on top."""
    frame: int | None = None
    """Its number in a sequence."""
    turn: int | None = None
    """During which turn of a sequence it was taken, or after which."""
    phase: str = ""
    """The phase of the turn that it shows."""

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def is_start(self) -> bool:
        """True if the picture shows the starting position, ready to learn from."""
        if self.home is None or not self.settled:
            return False
        by_number = {self.home.number(slot): self.points[slot - 1] for slot in SLOTS}
        return all(count == START.get(number, 0) for number, count in by_number.items())


@dataclass(frozen=True, slots=True)
class Folder:
    """The labelled pictures of one folder, in the order of its truth."""

    path: Path
    labels: tuple[Label, ...]

    @property
    def is_sequence(self) -> bool:
        """True if the pictures follow a game, the moves of which lie beside them."""
        return (self.path / "game.json").is_file()


def labelled_folders(paths: Sequence[Path]) -> tuple[Folder, ...]:
    """Every folder that has labels, among these and those within them; NoLabels if none has."""
    found = []
    for path in paths:
        within = sorted({file.parent for file in path.rglob("truth*.jsonl")})
        if not within:
            raise NoLabels(f"{path}: there is no truth*.jsonl in it")
        found += [Folder(folder, tuple(_labels(folder))) for folder in within]
    return tuple(found)


def _labels(folder: Path) -> Iterator[Label]:
    for file in sorted(folder.glob("truth*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield _label(folder, json.loads(line))


def _label(folder: Path, told: Mapping[str, Any]) -> Label:
    beside = folder / told["image"]
    return Label(
        file=beside if beside.is_file() else folder.parent / told["image"],
        setup=told["setup"],
        difficulty=told.get("difficulty") or "",
        kind="photos" if told.get("kind") == "photo" else "renders",
        settled=told["state"] == "settled",
        corners=Corners.of(told["corners"]),
        home=LightHome(told["a_home"]) if told.get("a_home") else None,
        points=tuple(told["points"]),
        bar=_pair(told.get("bar")),
        off=_pair(told.get("off")),
        cover=tuple(told.get("point_cover") or [0.0] * len(SLOTS)),
        row=told.get("colors", {}).get("per_layer") or CROWDED,
        frame=told.get("frame"),
        turn=told.get("turn"),
        phase=told.get("phase") or "",
    )


def _pair(told: Mapping[str, int] | None) -> Pair | None:
    return (told["A"], told["B"]) if told else None
