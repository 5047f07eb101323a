"""A folder of pictures followed as a table's camera would follow a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import numpy as np

from engine.backgammon.moves.plays import LegalPlays
from engine.backgammon.notation.moment.snapshot import Snapshot
from engine.backgammon.notation.play.play_text import NO_PLAY, write_play
from engine.backgammon.position import START
from hardware.devices import DeviceFault
from hardware.drivers.cameras.files import pictures_in
from referee.following.evidence import Glimpse, of_likelihoods
from referee.following.following import Committed, Following, ended, followed, following
from referee.following.stories import Turn
from referee.words import Phrases
from service.looking.cards import LIGHT_BELOW
from service.looking.looked import Looked, learned_from, picture_in
from service.looking.problems import CannotLook
from service.match_ids import BOTTOM, ids_of_snapshot
from service.printing import printable
from vision.corners import Corners
from vision.eye import Eye
from vision.field import SLOTS
from vision.learned import Learned
from vision.learning.flaws import NotTheStart
from vision.overlay import Sight
from vision.pictures import Picture, Points, size
from vision.readings import Reading
from vision.throwing import thrown
from vision.watching.tools import TOOLS
from vision.watching.watch import Look, Watch, watching
from vision.watching.watched import watched

APART = 2.0
"""Seconds from one picture to the next, as far as the watch is told; it is shown each twice, and
so sees that nothing moves in it."""
IN_ROW = 6
"""Checkers of a point that lie beside one another, at most."""
STARTS = 10
"""Pictures, from the first, among which the starting position is sought."""


Skipped = Callable[[CannotLook], None]
"""Is told why a picture was passed over."""


class Why(Enum):
    """Why a game was not followed to its last picture."""

    UNFITTING = "unfitting"
    """No throw leads from the pictures before to this one, or to any after it."""
    UNDECIDED = "undecided"
    """More than one play explains it, or it shows an unfinished one."""
    UNSEEN = "unseen"
    """Neither it nor any after it shows the board in full view."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a folder."""

    number: int
    """From 0, in the order of the folder."""
    file: Path


@dataclass(frozen=True, slots=True)
class Played:
    """One turn that was committed."""

    number: int
    turn: Turn
    on: Frame
    """After which there was no doubt."""
    seen: Frame
    """On which the board was first seen like this."""

    @property
    def throws(self) -> tuple[str, ...]:
        """Every throw with which it can have been played."""
        return tuple(str(dice) for dice in self.turn.end.throws)

    @property
    def play(self) -> str:
        """How it is written, for the first of these throws that explains it."""
        before, after = self.turn.before, self.turn.after
        return write_play(LegalPlays(before, self.turn.end.throws[0]).lines[after])

    @property
    def xgid(self) -> str:
        """The position after it, the other player being on roll."""
        after = self.turn.after.turned
        player = LIGHT_BELOW.player(self.turn.mover.other)
        return ids_of_snapshot(Snapshot(after, player)).xgid

    def told(self, phrases: Phrases) -> str:
        """The turn for people."""
        return phrases.say(
            f"watch.played_{self.turn.mover.value}",
            turn=self.number,
            throws=phrases.listed(self.throws, joined_by="or"),
            play=self.play if self.play != NO_PLAY else phrases.say("position.none"),
            file=self.on.file.name,
        )

    @property
    def values(self) -> dict[str, object]:
        """The turn for programs."""
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
class LeftOpen:
    """The picture from which on a game was not followed."""

    why: Why
    frame: Frame

    def told(self, phrases: Phrases) -> str:
        """What is missing, and what to look at."""
        return printable(phrases.say(f"watch.open.{self.why.value}", file=self.frame.file.name))


Stuck = Callable[[LeftOpen], None]
"""Is told at the end if something stayed open."""


@dataclass(slots=True)
class Follower:
    """What is known while pictures are followed one by one."""

    watch: Watch
    game: Following | None = None
    """None until the board was seen once."""
    settled: tuple[Picture, Eye] | None = None
    """The last picture without a hand, and where the camera was."""
    lying: Points = field(default_factory=lambda: np.zeros((0, 2)))
    """Where checkers lay on the board when it was last read."""
    unseen: Frame | None = None
    """The first picture since the board was last in full view."""

    def after(self, picture: Picture, frame: Frame) -> tuple[Committed, ...]:
        """The turns that are certain after one more picture."""
        look = self._look(picture, frame.number)
        if look.untold or look.trouble or self.watch.trouble:
            self.unseen = self.unseen or frame
            return ()
        self.unseen = None
        glimpse = Glimpse(str(frame.number), {}, dice_moved=self._is_thrown(picture, look.reading))
        if look.reading:
            seen = of_reading(glimpse.name, look.reading)
            glimpse = replace(glimpse, weights=seen.weights)
            if self.game is None:
                self.game = _begun(self.watch.learned, look.reading)
        if self.game is None:
            return ()
        self.game, committed = followed(self.game, glimpse)
        return committed

    def ended(self) -> tuple[Committed, ...]:
        """The turns that are certain because nothing more comes."""
        if self.game is None:
            return ()
        self.game, committed = ended(self.game)
        return committed

    def left_open(self, frames: tuple[Frame, ...]) -> LeftOpen | None:
        """The first picture that was not followed; None if all were."""
        if self.game and self.game.open_since:
            why = Why.UNFITTING if self.game.lost_on else Why.UNDECIDED
            return LeftOpen(why, frames[int(self.game.open_since)])
        return LeftOpen(Why.UNSEEN, self.unseen) if self.unseen else None

    def _look(self, picture: Picture, number: int) -> Look:
        """What the watch makes of a picture that it is shown twice."""
        self.watch, first = watched(self.watch, picture, APART * number)
        self.watch, second = watched(self.watch, picture, APART * number + APART / 2)
        return replace(second, reading=second.reading or first.reading)

    def _is_thrown(self, picture: Picture, reading: Reading | None) -> bool:
        """Whether dice were thrown or taken up since the last picture without a hand."""
        learned = self.watch.learned
        before, self.settled = self.settled, (picture, learned.eye)
        self.lying = spots_of(reading, learned) if reading else self.lying
        if before is None or before[1] is not learned.eye:
            return False
        return thrown(before[0], picture, learned, self.lying)


def spots_of(reading: Reading, learned: Learned) -> Points:
    """Where the checkers of the points most likely lie, those in the row itself."""
    counts = {slot: sum(reading.chances[learned.home.place(slot)].best) for slot in SLOTS}
    spots = [
        learned.field.spot(slot, number)
        for slot, count in counts.items()
        for number in range(min(count, IN_ROW))
    ]
    return np.array(spots, np.float64).reshape(-1, 2)


def of_reading(name: str, reading: Reading) -> Glimpse:
    """A reading as evidence, but for what is covered in it."""
    tables = {
        place: chances.table
        for place, chances in reading.chances.items()
        if place not in reading.covered
    }
    return of_likelihoods(name, tables)


def plays(
    folder: Path,
    corners: Corners | None,
    start: Learned | None,
    skipped: Skipped,
    stuck: Stuck = lambda _: None,
) -> Iterator[Played]:
    """Every turn of the game in a folder, as soon as it is certain; CannotLook if none can be."""
    frames = frames_of(folder)
    follower = Follower(watching(start or _learned(frames, corners), TOOLS))
    for number, committed in enumerate(_followed(follower, frames, skipped), start=1):
        yield _played(number, committed, frames)
    if left_open := follower.left_open(frames):
        stuck(left_open)


def _followed(
    follower: Follower, frames: tuple[Frame, ...], skipped: Skipped
) -> Iterator[Committed]:
    """What is certain after each picture, but for those that cannot be looked at."""
    for frame in frames:
        try:
            picture = _picture_like(frame.file, follower.watch.learned)
        except CannotLook as problem:
            skipped(problem)
        else:
            yield from follower.after(picture, frame)
    yield from follower.ended()


def _picture_like(file: Path, learned: Learned) -> Picture:
    """The picture in a file, which has to be by the camera that was learnt."""
    picture = picture_in(file)
    if size(picture) != learned.eye.size:
        raise CannotLook("other_sizes", file=file.name)
    return picture


def frames_of(folder: Path) -> tuple[Frame, ...]:
    """The pictures of a folder in order; CannotLook if it has none."""
    if not folder.is_dir():
        raise CannotLook("no_folder", file=folder)
    try:
        files = pictures_in(folder)
    except DeviceFault as fault:
        raise CannotLook("picture", problem=fault) from fault
    if not files:
        raise CannotLook("empty_folder", file=folder)
    return tuple(Frame(number, file) for number, file in enumerate(files))


def _learned(frames: tuple[Frame, ...], corners: Corners | None) -> Learned:
    """What the first picture teaches that shows the starting position."""
    why = CannotLook("no_start", many=STARTS)
    for frame in frames[:STARTS]:
        try:
            return learned_from(picture_in(frame.file), corners)
        except NotTheStart:
            why = CannotLook("no_start", many=STARTS)
        except CannotLook as problem:
            why = problem
    raise why


def _begun(learned: Learned, reading: Reading) -> Following:
    """From the starting position, unless quite another one is surely seen."""
    seen = Looked(Sight(learned.eye, learned.field, learned.home, reading), ())
    layout = seen.layout if seen.is_complete else None
    position = LIGHT_BELOW.position(layout, BOTTOM) if layout else None
    return following(position or START)


def _played(number: int, committed: Committed, frames: tuple[Frame, ...]) -> Played:
    turn = committed.turn
    return Played(number, turn, frames[int(committed.on)], frames[int(turn.seen or 0)])
