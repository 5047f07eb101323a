"""The cost of a picture of a board, beside one warp of the same picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time

import cv2
import numpy as np

from benchmarks.study_results import Account, Aim, Extent, ResultLine
from hardware.checkers import Colour, Layout, Pile, point
from service.camera.picture_processor import TRACKER_PATIENCE
from simulation.rendering.board_pictures import START, render_board
from vision.board_reader import read_picture
from vision.calibration.from_start_position import calibrate
from vision.calibration_data import Calibration
from vision.camera_model import Corners
from vision.camera_registration import register_camera
from vision.picture_arrays import Picture
from vision.tracking.change_tracker import STANDARD_STEPS, track_picture
from vision.tracking.tracker_state import TrackerState, start_tracking

SIZES = ((1280, 720), (640, 480))
TIMES = 4
"""Repetitions of each measurement in a round, for each slow match; the median counts."""
APART = 0.25
"""Seconds from one picture to the next, as the watch is told."""
CALM = 8
"""Pictures after which a board that nobody touches has been looked at enough."""
UNCHANGED, CHANGED = 1.5, 15.0
"""Largest cost of a picture, in warps."""
MOVED = Layout({**START.piles, point(24): Pile(Colour.LIGHT, 1), point(23): Pile(Colour.LIGHT, 1)})
"""The starting position after one checker was moved by one point."""
FLOOR, SAME, OTHER = "floor: one warpPerspective", "unchanged", "a checker moved"
READ, SOUGHT, LEARNT = "reading alone", "seeking the camera", "learning the board, once"


def measure_vision(extent: Extent) -> Account:
    """Pictures by the simulated camera, looked at as a table's camera does; one thread."""
    times, threads = TIMES * extent.slow_matches, cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        scenes = [_Scene.of(size) for size in SIZES]
        rounds = [[*_round(scene, times)] for _ in range(extent.rounds) for scene in scenes]
    finally:
        cv2.setNumThreads(threads)
    lines = [
        ResultLine(name, (spent, spent / floor))
        for scene in scenes
        for name, spent, floor in _middle(scene.name, [row for one in rounds for row in one])
    ]
    found = {line.name: line.values[1] for line in lines}
    return Account(
        title="Pictures",
        about=f"processor time of one thread; {times} times each; median of {extent.rounds} rounds",
        columns=("ms", "/ warp"),
        lines=lines,
        aims=[
            Aim(f"warps, {scene.name}, {what}", most, found.get(f"{scene.name}, {what}"))
            for scene in scenes
            for what, most in ((SAME, UNCHANGED), (OTHER, CHANGED))
        ],
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """A board that is watched, before and after a play."""

    size: tuple[int, int]
    learned: Calibration
    seconds: float
    """Seconds that calibration took."""
    before: Picture
    still: Picture
    """The same, with other noise."""
    after: Picture

    @classmethod
    def of(cls, size: tuple[int, int]) -> _Scene:
        views = [render_board(lying=it, size=size, frame=at) for at, it in enumerate(LAYOUTS)]
        before, still, after = (view.picture for view in views)
        corners = Corners.of(views[0].corners)
        begun = process_time()
        learned = calibrate(before, corners)
        return cls(size, learned, process_time() - begun, before, still, after)

    @property
    def name(self) -> str:
        return "{} x {}".format(*self.size)

    @property
    def watch(self) -> tuple[TrackerState, float]:
        """Looks at the board until nothing new is seen; the time of that."""
        watch, at = start_tracking(self.learned, STANDARD_STEPS, TRACKER_PATIENCE), 0.0
        for number in range(CALM):
            watch, _ = track_picture(watch, (self.before, self.still)[number % 2], at)
            at += APART
        return watch, at


LAYOUTS = (START, START, MOVED)


def _round(scene: _Scene, times: int) -> Iterator[tuple[str, float]]:
    """The time of each step, in milliseconds."""
    learned, after = scene.learned, scene.after
    watch, at = scene.watch
    seen, _ = track_picture(watch, after, at)
    later = at + 2 * APART
    work: dict[str, Callable[[], object]] = {
        FLOOR: _warp(scene),
        SAME: lambda: track_picture(watch, scene.still, at),
        OTHER: lambda: track_picture(seen, after, later),
        READ: lambda: read_picture(after, learned),
        SOUGHT: lambda: register_camera(after, learned),
    }
    if track_picture(seen, after, later)[1].reading is None:
        raise RuntimeError("a checker was moved, and nothing was read")
    for name, do in work.items():
        yield f"{scene.name}, {name}", _seconds_spent(do, times)
    yield f"{scene.name}, {LEARNT}", 1000 * scene.seconds


def _warp(scene: _Scene) -> Callable[[], object]:
    """The least that a camera over a board needs: the picture seen from straight above."""
    wide, high = scene.size
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    corners = scene.learned.camera.pixels(scene.learned.field.corners).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, frame)
    return lambda: cv2.warpPerspective(scene.after, matrix, scene.size)


def _seconds_spent(do: Callable[[], object], how_often: int) -> float:
    do()
    times = []
    for _ in range(how_often):
        begun = process_time()
        do()
        times.append(process_time() - begun)
    return 1000 * median(times)


def _middle(scene: str, rows: list[tuple[str, float]]) -> Iterator[tuple[str, float, float]]:
    """Each thing of a scene with its median over all rounds, and that of the floor."""
    spent: dict[str, list[float]] = {}
    for name, milliseconds in rows:
        if name.startswith(scene):
            spent.setdefault(name, []).append(milliseconds)
    floor = median(spent[f"{scene}, {FLOOR}"])
    for name, every in spent.items():
        yield name, median(every), floor
