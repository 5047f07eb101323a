"""Follows a game through a folder of pictures.

An InferredTurn is a turn that the rules allow, a CommittedTurn one of these that is certain, with
the picture that settled it, and a FollowedTurn a CommittedTurn with its files, for people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import numpy as np

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.play_text import NO_PLAY, write_play
from engine.backgammon.notation.snapshots.snapshot import Snapshot
from engine.backgammon.position import START
from hardware.devices import DeviceFault
from hardware.drivers.cameras.file_source import pictures_in
from referee.picture_following.game_follower import (
    CommittedTurn,
    FollowedGame,
    begin_following,
    end_following,
    follow_glimpse,
)
from referee.picture_following.glimpses import Glimpse, glimpse_of_likelihoods
from referee.picture_following.hypotheses import InferredTurn
from service.camera.photo_reading import PhotoReading, calibrate_from
from service.camera.photo_report import LIGHT_SEATING
from service.camera.picture_errors import UnusableInput
from service.camera.picture_files import load_picture
from service.records.position_ids import BOTTOM, ids_of_snapshot
from service.words.phrases import Phrases
from service.words.printable_text import printable
from vision.calibration.calibration_flaws import NotTheStart
from vision.calibration_data import Calibration
from vision.camera_model import BoardCamera, Corners
from vision.dice_motion import dice_moved
from vision.field_geometry import SLOTS
from vision.overlay import LocatedReading
from vision.picture_arrays import Picture, Points, picture_size
from vision.picture_reading import PictureReading
from vision.tracking.change_tracker import STANDARD_STEPS, track_picture
from vision.tracking.tracker_state import TrackerState, TrackingResult, start_tracking

ASSUMED_PICTURE_INTERVAL = 2.0
"""Assumed seconds from one picture to the next. The tracker is given each picture twice, so that it
finds nothing moving in it.
"""
MAX_IN_ROW = 6
"""The most checkers of a point that lie beside one another; more are stacked."""
MAX_START_PICTURES = 10
"""The number of pictures, from the first, in which the starting position is searched."""


OnSkipped = Callable[[UnusableInput], None]
"""Called with the reason when a picture is skipped."""


class StopReason(Enum):
    """The reason why a game was not followed to its last picture."""

    UNFITTING = "unfitting"
    """No throw explains this picture or any later one."""
    UNDECIDED = "undecided"
    """Several plays explain the picture, or it shows an unfinished play."""
    UNSEEN = "unseen"
    """Neither this picture nor a later one shows the whole board."""


@dataclass(frozen=True, slots=True)
class PhotoFrame:
    """One picture of a folder."""

    number: int
    """The index of the picture in the folder, from 0."""
    file: Path


@dataclass(frozen=True, slots=True)
class FollowedTurn:
    """One turn that is certain."""

    number: int
    turn: InferredTurn
    on: PhotoFrame
    """The picture after which the turn was certain."""
    seen: PhotoFrame
    """The first picture that shows the position after the turn."""

    @property
    def throws(self) -> tuple[str, ...]:
        return tuple(str(dice) for dice in self.turn.end.throws)

    @property
    def play(self) -> str:
        """The notation of the play with the first of these throws."""
        before, after = self.turn.before, self.turn.after
        return write_play(LegalPlays(before, self.turn.end.throws[0]).lines[after])

    @property
    def xgid(self) -> str:
        """The position after the turn, with the other player on roll."""
        after = self.turn.after.mirrored
        player = LIGHT_SEATING.player(self.turn.mover.other)
        return ids_of_snapshot(Snapshot(after, player)).xgid

    def in_words(self, phrases: Phrases) -> str:
        return phrases.say(
            f"watch.played_{self.turn.mover.value}",
            turn=self.number,
            throws=phrases.join(self.throws, joined_by="or"),
            play=self.play if self.play != NO_PLAY else phrases.say("position.none"),
            file=self.on.file.name,
        )

    @property
    def as_json(self) -> dict[str, object]:
        throws = self.throws
        dice = [int(number) for number in throws[0]] if len(throws) == 1 else None
        return {
            "turn": self.number,
            "mover": self.turn.mover.value,
            "dice": dice,
            "throws": throws,
            "play": self.play,
            "xgid": self.xgid,
            "frame": self.on.number,
            "file": self.on.file.name,
            "first_frame": self.seen.number,
            "first_file": self.seen.file.name,
        }


@dataclass(frozen=True, slots=True)
class FollowingStop:
    """The first picture from which on a game could not be followed."""

    why: StopReason
    frame: PhotoFrame

    def in_words(self, phrases: Phrases) -> str:
        """The problem in words, with the file to look at."""
        return printable(phrases.say(f"watch.open.{self.why.value}", file=self.frame.file.name))


OnStopped = Callable[[FollowingStop], None]
"""Called at the end if the game could not be followed to its last picture."""


@dataclass(slots=True)
class FolderFollower:
    """The state of following a game through pictures."""

    tracker: TrackerState
    game: FollowedGame | None = None
    """The followed game; None until the board has been read once."""
    last_clear: tuple[Picture, BoardCamera] | None = None
    """The last picture without a hand, and the camera pose in it."""
    checker_spots: Points = field(default_factory=lambda: np.zeros((0, 2)))
    """The spots of the checkers in the last reading."""
    first_unseen: PhotoFrame | None = None
    """The first picture after the last full view of the board, or None."""

    def process(self, picture: Picture, frame: PhotoFrame) -> tuple[CommittedTurn, ...]:
        """Processes one more picture; returns the turns that are certain now."""
        result = self._track(picture, frame.number)
        if result.unclear or result.problem or self.tracker.problem:
            self.first_unseen = self.first_unseen or frame
            return ()
        self.first_unseen = None
        glimpse = Glimpse(
            str(frame.number), {}, dice_moved=self._is_thrown(picture, result.reading)
        )
        if result.reading:
            evidence = evidence_of(glimpse.name, result.reading)
            glimpse = replace(glimpse, weights=evidence.weights)
            if self.game is None:
                self.game = _start_following(self.tracker.calibration, result.reading)
        if self.game is None:
            return ()
        self.game, committed = follow_glimpse(self.game, glimpse)
        return committed

    def finish(self) -> tuple[CommittedTurn, ...]:
        """Returns the turns that are certain because no more pictures come."""
        if self.game is None:
            return ()
        self.game, committed = end_following(self.game)
        return committed

    def stop(self, frames: tuple[PhotoFrame, ...]) -> FollowingStop | None:
        """The first picture that could not be followed, or None."""
        if self.game and self.game.first_uncertain:
            why = StopReason.UNFITTING if self.game.lost_on else StopReason.UNDECIDED
            return FollowingStop(why, frames[int(self.game.first_uncertain)])
        return FollowingStop(StopReason.UNSEEN, self.first_unseen) if self.first_unseen else None

    def _track(self, picture: Picture, number: int) -> TrackingResult:
        """Gives a picture to the tracker twice, and returns the result."""
        at = ASSUMED_PICTURE_INTERVAL * number
        self.tracker, first = track_picture(self.tracker, picture, at)
        self.tracker, second = track_picture(
            self.tracker, picture, at + ASSUMED_PICTURE_INTERVAL / 2
        )
        return replace(second, reading=second.reading or first.reading)

    def _is_thrown(self, picture: Picture, reading: PictureReading | None) -> bool:
        """True if dice were thrown or picked up since the last picture without a hand."""
        calibration = self.tracker.calibration
        before, self.last_clear = self.last_clear, (picture, calibration.camera)
        self.checker_spots = spots_of(reading, calibration) if reading else self.checker_spots
        if before is None or before[1] is not calibration.camera:
            return False
        return dice_moved(before[0], picture, calibration, self.checker_spots)


def spots_of(reading: PictureReading, calibration: Calibration) -> Points:
    """The most likely spots of the checkers on the points, without stacked ones."""
    counts = {slot: sum(reading.chances[calibration.home.place(slot)].best) for slot in SLOTS}
    spots = [
        calibration.field.spot(slot, number)
        for slot, count in counts.items()
        for number in range(min(count, MAX_IN_ROW))
    ]
    return np.array(spots, np.float64).reshape(-1, 2)


def evidence_of(name: str, reading: PictureReading) -> Glimpse:
    """Converts a reading into evidence; covered places are left out."""
    visible = reading.chances.keys() - reading.covered
    tables = {it: chances.table for it, chances in reading.chances.items() if it in visible}
    return glimpse_of_likelihoods(name, tables)


def follow_folder(
    folder: Path,
    corners: Corners | None,
    start: Calibration | None,
    on_skipped: OnSkipped,
    on_stopped: OnStopped = lambda _: None,
) -> Iterator[FollowedTurn]:
    """Yields the turns of the game in a folder as they become certain.

    Raises UnusableInput if the folder has no pictures, or no calibration is possible with them.
    """
    frames = load_frames(folder)
    calibration = start or _calibrate_from_frames(frames, corners)
    follower = FolderFollower(start_tracking(calibration, STANDARD_STEPS))
    for number, committed in enumerate(_committed_turns(follower, frames, on_skipped), start=1):
        turn = committed.turn
        certain_on, first_seen = int(committed.glimpse), int(turn.first_seen or 0)
        yield FollowedTurn(number, turn, frames[certain_on], frames[first_seen])
    if stop := follower.stop(frames):
        on_stopped(stop)


def _committed_turns(
    follower: FolderFollower, frames: tuple[PhotoFrame, ...], on_skipped: OnSkipped
) -> Iterator[CommittedTurn]:
    """Yields the certain turns after each picture; calls `on_skipped` for unusable pictures."""
    for frame in frames:
        try:
            picture = _picture_like(frame.file, follower.tracker.calibration)
        except UnusableInput as problem:
            on_skipped(problem)
        else:
            yield from follower.process(picture, frame)
    yield from follower.finish()


def _picture_like(file: Path, calibration: Calibration) -> Picture:
    """Loads a picture; raises UnusableInput if its size differs from the calibration."""
    picture = load_picture(file)
    if picture_size(picture) != calibration.camera.size:
        raise UnusableInput("other_sizes", file=file.name)
    return picture


def load_frames(folder: Path) -> tuple[PhotoFrame, ...]:
    """Returns the pictures of a folder in order; raises UnusableInput if there are none."""
    if not folder.is_dir():
        raise UnusableInput("no_folder", file=folder)
    try:
        files = pictures_in(folder)
    except DeviceFault as fault:
        raise UnusableInput("picture", problem=fault) from fault
    if not files:
        raise UnusableInput("empty_folder", file=folder)
    return tuple(PhotoFrame(number, file) for number, file in enumerate(files))


def _calibrate_from_frames(frames: tuple[PhotoFrame, ...], corners: Corners | None) -> Calibration:
    """Calibrates with the first picture of the start; raises UnusableInput if there is none."""
    why = no_start = UnusableInput("no_start", many=MAX_START_PICTURES)
    for frame in frames[:MAX_START_PICTURES]:
        try:
            return calibrate_from(load_picture(frame.file), corners)
        except NotTheStart:
            why = no_start
        except UnusableInput as problem:
            why = problem
    raise why


def _start_following(known: Calibration, reading: PictureReading) -> FollowedGame:
    """Follows from the position that is read, if that is certain, or else from the start."""
    photo = PhotoReading(LocatedReading(known.camera, known.field, known.home, reading), ())
    layout = photo.layout if photo.is_complete else None
    position = LIGHT_SEATING.position(layout, BOTTOM) if layout else None
    return begin_following(position or START)
