"""The memory of a real `kibitz run` whose table has a camera."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import cv2

from benchmarks.memory import BARE, FLOOR
from benchmarks.processes import READY, SERVICE, WatchedProcess, can_be_watched, watch_process
from benchmarks.study_results import Account, Aim, Extent, ResultLine
from benchmarks.vision import LAYOUTS
from simulation.rendering.board_pictures import render_board

MOST = 150
"""Megabytes."""
PACE = 0.2
"""Seconds that each picture is shown."""
STILL, CALM, PLAYS = 20, 8, 4
"""Pictures of the starting position, then as many of each board, and how often it changes."""
PATIENCE = 300
"""Number of checks whether the board has been learnt, `PACE` apart."""
BEGUN, LEARNT, PEAK = "kibitz run, ready", "the board is learnt and watched", "at most, so far"
NAMES = (BEGUN, LEARNT, PEAK, BARE)
CONFIGURATION = """\
[[table]]
name = "parlour"
board = {{ driver = "none" }}
camera = {{ driver = "files", path = "{path}", pace = {pace}, after_last = "repeats" }}
"""


def measure_camera(extent: Extent) -> Account:
    """A camera alone that shows a folder of pictures of 1280 x 720; it learns the board itself."""
    rounds = [_round(extent) for _ in range(extent.rounds)] if can_be_watched() else []
    found = {name: median(one[name] for one in rounds) for name in NAMES} if rounds else {}
    return Account(
        title="Memory of the service with a camera",
        about=f"without mapped files; pictures of 1280 x 720, {1 / PACE:g} a second; "
        f"median of {extent.rounds} rounds",
        columns=("MB", "/ floor"),
        lines=[ResultLine(name, (size, size / found[BARE])) for name, size in found.items()],
        aims=[Aim(f"MB, {name}", MOST, found.get(name)) for name in (LEARNT, PEAK)],
    )


def _round(extent: Extent) -> dict[str, float]:
    sizes = {}
    with TemporaryDirectory(prefix="kibitz-bench-") as home:
        folder = Path(home)
        (folder / "kibitz.toml").write_text(_configuration(folder), encoding="utf-8")
        with watch_process(folder, FLOOR) as process:
            process.wait(READY)
            sizes[BARE] = process.megabytes
        with watch_process(folder, SERVICE) as process:
            process.wait(READY)
            sizes[BEGUN] = process.megabytes
            _wait_until_learnt(process, folder)
            time.sleep(max(extent.idle_seconds, 2 * CALM * PACE))
            sizes[LEARNT], sizes[PEAK] = process.megabytes, process.most_megabytes
    return sizes


def _configuration(folder: Path) -> str:
    """A table that a camera sees, whose pictures are drawn into the folder."""
    pictures = folder / "pictures"
    pictures.mkdir()
    start, again, moved = (
        render_board(lying=it, frame=at).picture for at, it in enumerate(LAYOUTS)
    )
    shown = [(start, again)[number % 2] for number in range(STILL)]
    for _ in range(PLAYS):
        shown += [moved] * CALM + [start] * CALM
    for number, picture in enumerate(shown):
        cv2.imwrite(str(pictures / f"{number}.jpg"), picture)
    return CONFIGURATION.format(path=pictures, pace=PACE)


def _wait_until_learnt(process: WatchedProcess, folder: Path) -> None:
    """Returns when the board has been learnt; TimeoutError if it is not."""
    for _ in range(PATIENCE):
        if any(folder.rglob("*.camera")):
            return
        time.sleep(PACE)
    raise TimeoutError(f"the board was not learnt; {process.threads} threads are there")
