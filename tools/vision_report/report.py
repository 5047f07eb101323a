"""All measurements of a run, and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tools.vision_report.labels import Folder
from tools.vision_report.measurements import Find, LearnedBoard, Look, Noise, learn_boards
from tools.vision_report.tables import (
    COLUMNS,
    FOLLOWED,
    FOUND,
    STAGES,
    followed_row,
    found_row,
    group_rows,
    row,
    stage_rows,
    table,
)
from tools.vision_report.turn_tracking import TrackedTurns, track_turns
from tools.vision_report.uncalibrated import finds, guesses

KINDS = {"points": "p", "bar": "bar", "trays": "off"}
"""The kinds of places, by how their names begin."""
EVERY, FIRST = 3, 1
"""Step and start in the list of drawn pictures that are read without calibration, which is slow."""
FOUND_STAGE = "finding a board without help"
BLIND_STAGE = "reading a board of which nothing was learnt"


@dataclass(frozen=True, slots=True)
class Report:
    """All measurements."""

    boards: Sequence[LearnedBoard] = ()
    blind: Sequence[Look] = ()
    """Pictures of boards of which nothing was learnt."""
    finds: Sequence[Find] = ()
    sequences: Sequence[TrackedTurns] = ()

    @property
    def starts(self) -> tuple[Look, ...]:
        return tuple(board.start for board in self.boards)

    @property
    def looks(self) -> tuple[Look, ...]:
        """Pictures of learnt boards, but for those they were learnt from."""
        return tuple(look for board in self.boards for look in board.looks)

    @property
    def text(self) -> str:
        """Every table, as Markdown."""
        return "\n\n".join(self._tables())

    def _tables(self) -> Iterator[str]:
        yield from self._learn()
        if self.blind:
            by_kind = group_rows(self.blind, lambda look: [look.label.kind])
            yield table(("nothing learnt", *COLUMNS), [*by_kind, *_kinds(self.blind)])
        if self.finds:
            kinds = sorted({find.label.kind for find in self.finds})
            groups = {kind: [it for it in self.finds if it.label.kind == kind] for kind in kinds}
            yield table(FOUND, [found_row(kind, group) for kind, group in groups.items()])
        if self.sequences:
            yield table(FOLLOWED, map(followed_row, self.sequences))
        if rows := list(stage_rows(self._stages())):
            yield table(STAGES, rows)

    def _learn(self) -> Iterator[str]:
        looks = self.looks
        if looks:
            yield table(("learnt from the start", *COLUMNS), [row("all", looks), *_kinds(looks)])
            by_setup = group_rows(looks, lambda look: [look.label.setup])
            yield table(("by board", *COLUMNS), by_setup)
            by_difficulty = group_rows(looks, lambda look: look.label.difficulty.split("; "))
            yield table(("by difficulty", *COLUMNS), by_difficulty)
        if self.starts:
            starts = group_rows(self.starts, lambda look: [look.label.setup])
            yield table(("the start itself", *COLUMNS[:-1], "ms to learn"), starts)

    def _stages(self) -> Iterator[tuple[str, float]]:
        for find in self.finds:
            yield FOUND_STAGE, find.seconds
        for look in (*self.starts, *self.looks):
            yield from look.stages.items()
        for look in self.blind:
            yield BLIND_STAGE, look.seconds


@dataclass(frozen=True, slots=True)
class Selection:
    """The measurements that are asked for."""

    learnt: bool = True
    blind: bool = True
    found: bool = True
    followed: bool = True


def measure_folders(folders: Sequence[Folder], noise: Noise, wanted: Selection) -> Report:
    """Makes the measurements on the pictures of these folders."""
    labels = [label for folder in folders for label in folder.labels]
    still = [label for label in labels if label.frame is None]
    some = [
        label for at, label in enumerate(still) if label.kind == "photos" or at % EVERY == FIRST
    ]
    games = [folder for folder in folders if folder.is_sequence]
    return Report(
        learn_boards(labels, noise) if wanted.learnt else (),
        tuple(guesses(some, noise)) if wanted.blind else (),
        tuple(finds(some)) if wanted.found else (),
        tuple(track_turns(folder, noise) for folder in games) if wanted.followed else (),
    )


def _kinds(looks: Sequence[Look]) -> Iterator[tuple[str, ...]]:
    for name, beginning in KINDS.items():
        parts = [(look, _only(look, beginning)) for look in looks]
        yield row(name, [part for look, part in parts if part.places or not look.places])


def _only(look: Look, beginning: str) -> Look:
    places = tuple(place for place in look.places if place.name.startswith(beginning))
    return replace(look, places=places)
