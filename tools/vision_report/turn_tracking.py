"""Sequences of pictures followed turn by turn, and the number of turns reported right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import process_time

from engine.backgammon.position import Position
from hardware.checkers import Colour, Layout, Pile, Place, bar, tray
from service.camera.photo_report import LIGHT_SEATING
from service.camera.picture_errors import UnusableInput
from service.camera.picture_sequence import FollowedTurn, follow_folder
from service.records.position_ids import BOTTOM
from tools.vision_report.labels import Folder, Label
from tools.vision_report.measurements import Noise, naming_of, picture_of
from tools.vision_report.scores import Naming
from vision.calibration.from_start_position import calibrate
from vision.field_geometry import SLOTS

MOVED = "moved"
"""The mark of a picture in which a turn is complete."""
PARTIAL = "partial"
"""And one of a board on which no hand is, though the turn is not complete."""

Turn = tuple[Colour, Position]
"""The colour that moved, and the position after the turn as Light sees it."""


@dataclass(frozen=True, slots=True)
class TrackedTurns:
    """The turns reported of one sequence."""

    name: str
    difficulty: str
    pictures: int
    turns: int
    """In which a checker was moved."""
    right: int
    """That were told, in their order."""
    told: int
    """All that were, but for those in which nothing could be moved."""
    early: int
    """Told on a picture of an unfinished turn."""
    seconds: float

    @property
    def wrong(self) -> int:
        return self.told - self.right


def track_turns(folder: Folder, noise: Noise) -> TrackedTurns:
    """The turns reported of a folder that is a sequence."""
    labels = sorted(folder.labels, key=lambda label: label.frame or 0)
    start = next(label for label in labels if label.is_start)
    learned = calibrate(picture_of(start), noise.on(start))
    truth = list(turns_of(labels, naming_of(start, learned)))
    begun = process_time()
    told = [
        play for play in follow_folder(folder.path, None, learned, _pass_over) if _is_move(play)
    ]
    seconds = process_time() - begun
    ends = [(play.turn.mover, play.turn.after) for play in told]
    seen = [(mover, _by_light(mover, after)) for mover, after in ends]
    return TrackedTurns(
        name=start.setup,
        difficulty=start.difficulty,
        pictures=len(labels),
        turns=len(truth),
        right=alike(truth, seen),
        told=len(told),
        early=sum(labels[play.on.number].phase == PARTIAL for play in told),
        seconds=seconds / len(labels),
    )


def turns_of(labels: Sequence[Label], naming: Naming) -> Iterator[Turn]:
    """The turns of a sequence in which a checker was moved; ValueError if they make no sense."""
    before = position_of(labels[0], naming)
    for label in labels:
        if label.phase != MOVED or label.turn is None:
            continue
        after = position_of(label, naming)
        if after != before:
            yield _mover(before, after), after
        before = after


def position_of(label: Label, naming: Naming) -> Position:
    """The truth of a picture, as Light sees it; ValueError if it is no position."""
    position = LIGHT_SEATING.position(Layout(dict(_piles(label, naming))), BOTTOM)
    if position is None:
        raise ValueError(f"{label.name}: what lies there is no position")
    return position


def alike(truth: Sequence[Turn], told: Sequence[Turn]) -> int:
    """The largest number of turns that both have in the same order."""
    so_far = [0] * (len(told) + 1)
    for turn in truth:
        before = so_far
        so_far = [0]
        for at, other in enumerate(told):
            most = max(before[at + 1], so_far[at])
            so_far.append(max(most, before[at] + 1) if turn == other else most)
    return so_far[-1]


def _piles(label: Label, naming: Naming) -> Iterable[tuple[Place, Pile]]:
    for slot, count in zip(SLOTS, label.points, strict=True):
        if count:
            yield naming.place(slot), Pile(naming.colour(count > 0), abs(count))
    for pair, half in ((label.bar, bar), (label.off, tray)):
        for is_a, count in zip((True, False), pair or (0, 0), strict=True):
            if count:
                colour = naming.colour(is_a)
                yield half(colour), Pile(colour, count)


def _pass_over(_problem: UnusableInput) -> None:
    """Skips a picture that cannot be read; it shows in the turns that are missed."""


def _is_move(play: FollowedTurn) -> bool:
    return play.turn.before != play.turn.after


def _by_light(mover: Colour, after: Position) -> Position:
    return after if mover is Colour.LIGHT else after.mirrored


def _mover(before: Position, after: Position) -> Colour:
    """The player whose checkers have come nearer to being borne off; a hit moves others back."""
    return Colour.LIGHT if after.pips.mover < before.pips.mover else Colour.DARK
